"""Cuts a copied page of a thread into posts, by the marks of the forum's software in the text that
a browser copies.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from gmtool.desk.times import look_back
from gmtool.desk.zones import TimeProblem
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.paste import plain
from gmtool.engine.wording import casefolded


@frozen
class Post:
    """A post: who wrote it, its words, with quotations marked, what the page says of when, and its
    link, if there is one. `signature` are the last lines, where several posts of its author end so.
    """

    who: str
    text: str
    when: str = ""
    link: str = ""
    signature: str = ""
    edited: bool = False
    """Whether the page says that it was changed since."""


_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?"
_DAY = r"(?:Today|Yesterday|Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?"
_DATE = (
    rf"(?:{_DAY}(?:,? at {_CLOCK})?|"
    rf"{_MONTH} \d{{1,2}}(?:,? '?\d{{2,4}})?(?:,? (?:at )?{_CLOCK})?)"
)
_JUST = r"(?:a moment ago|just now|\d{1,2} ?s(?:ec(?:ond)?s?)?(?: ago)?)"
_AGE = rf"(?:\d{{1,3}} ?(?:m|h|d|min(?:ute)?s?|hours?|days?)(?: ago)?|{_JUST})"
_NUMBER = expression(r"#\d{1,6}")
_LINK = expression(r"https?://\S+")
_EDITED = expression(r"Last edit(?:ed)?\b.*|Edited (?:by|on) .*", re.IGNORECASE)
_MOST_OF_A_MARK = 160
"""A longer line isn't the forum's."""
_COUNT = r"\d{1,3}(?:[,.]\d{1,3})*k?"
_TAIL = expression(
    rf"(?:Top|Back to top|Like (?:Quote )?Reply|Quote|Reply|Like|Share|Report|(?:IP: )?Logged|"
    rf"Edit|Report to moderator(?: +Logged)?|Add bookmark|New|Select Post|Deselect Post|"
    rf"Link to Post|Give Gift|User avatar|Image|pencil|{_COUNT} (?:Reply|Replies|Likes?)|"
    rf"Reactions?:.*|Member|#\d+|"
    rf"(?:Posts|Messages|Joined|Location|Reaction score|Points|Karma|Gender|Contact)\b.{{0,60}}|"
    rf"\*+|(?:New|Junior|Jr\.?|Full|Senior|Sr\.?|Active|Well-known|Staff|Global|Hero) "
    rf"(?:member|moderator)|Moderator|Administrator|Site Admin|Newbie|Regular|OP|HOST|BOT|APP|Post|"
    rf"Re: .*|[^\w\s]{{1,3}}|:\w+:|{_COUNT}|{_DATE})",
    re.IGNORECASE,
)
"""Lines around a post that are the forum's: buttons, ranks, counts, dates, subjects, reactions."""
_QUOTED = expression(
    r"(?:(?P<who>.{1,60}) (?:wrote|said): ?(?:↑.*)?|Quote from: .{1,40}|[\w.-]{1,40}:)",
    re.IGNORECASE,
)
"""The heading of a quotation, as it is copied."""
_CLICK = "Click to expand..."


@frozen
class Form:
    """How a forum's software shows a thread: the `mark` with which a post begins. It names its
    author, or the author stands in one of the `reach` lines above it that aren't blank, in a block
    of which `since` is the last part but one, if there is such a line.
    """

    name: str
    mark: re.Pattern[str]
    reach: int = 0
    below: int = 0
    """Within so many lines below the mark stands the post's number; its words come after it."""
    is_numbered_above: bool = False
    since: str = ""
    is_first: bool = False
    """Whether the author's name is the first line of the block above, not the nearest."""
    ends: re.Pattern[str] = expression(r"(?!)")
    """A line with which a post is over."""


FORMS = (
    Form(
        "phpBB",
        expression(r"(?:(?:Unread )?post )?by (?P<who>.+?) » (?P<when>.+)", re.I),
        ends=expression(r"Top"),
    ),
    Form(
        "ProBoards",
        expression(r"Post by (?P<who>.+?) on (?P<when>.+)", re.I),
        ends=expression(r"Prev"),
    ),
    Form(
        "SMF",
        expression(r"« (?:Reply #\d+ )?on: (?P<when>.+?) »", re.I),
        reach=8,
        ends=expression(r"(?:Report to moderator +)?Logged|Print"),
    ),
    Form(
        "SMF",
        expression(rf"(?P<when>{_DATE})(?: Last Edit: .*)?", re.I),
        reach=8,
        is_numbered_above=True,
        ends=expression(r"Print"),
    ),
    Form(
        "Discord",
        expression(
            rf"(?P<who>.+?) +[—–-] +(?P<when>(?:Today|Yesterday) at {_CLOCK}|"
            rf"\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}},? {_CLOCK}|{_CLOCK})",
            re.I,
        ),
        ends=expression(r"Message #.*"),
    ),
    Form(
        "Discord",
        expression(rf"[—–-] +(?P<when>(?:{_DATE}|\d[\d/.]+,?)(?: {_CLOCK})?|{_CLOCK})", re.I),
        reach=2,
        ends=expression(r"Message #.*"),
    ),
    Form(
        "XenForo",
        expression(rf"(?P<when>{_DATE}|{_AGE})", re.I),
        reach=4,
        below=5,
        since="Joined",
        ends=expression(r"You must log in or register to reply here\.|Write your reply\.\.\.|Prev"),
    ),
    Form(
        "Discourse",
        expression(rf"(?P<when>{_DATE}|{_AGE})", re.I),
        reach=3,
        is_first=True,
        ends=expression(r"Topic created .*|Related topics|Powered by Discourse"),
    ),
)
"""The forms that are read; of several that fit the one that finds most posts is taken, and the last
only where no other fits.
"""
_AGAIN = expression(rf"\[(?P<when>{_CLOCK})\] ?(?P<said>.*)", re.I)
"""A further message of the same author, as Discord shows it."""


def posts_in(text: str, known: Collection[str]) -> tuple[Post, ...]:
    """The posts on a copied page, in order; none where it has the marks of no form. `known` are the
    names by which those are called whom a game knows.
    """
    lines = _marked(plain(text).split("\n"))
    names = frozenset(map(casefolded, known))
    found = [[*_cut(form, lines, names)] for form in FORMS]
    posts = max(found[:-1], key=len) or found[-1]  # ages and dates stand on all kinds of pages
    return _with_signatures(_without_quotes([post for post in posts if post.text]))


def _marked(raw: Sequence[str]) -> list[str]:
    """The lines without blanks around them. Those of quotations whose end can be seen are marked as
    mail marks them; with others the reader of messages has to cope.
    """
    found: list[str] = []
    quoted = 0
    for at, line in enumerate(raw):
        said = line.strip()
        if not quoted and _QUOTED.fullmatch(said):
            quoted = _length(raw, at)
        if said != _CLICK:
            found.append(f"> {said}" if quoted and said else said)
        quoted = max(0, quoted - 1)
    return found


def _length(raw: Sequence[str], at: int) -> int:
    """How many lines a quotation has whose heading stands at that place; 0 where that can't be
    seen.
    """
    rest = raw[at + 1 : at + 80]
    if re.match(rf"{_DATE}.* said:", raw[at].strip(), re.IGNORECASE):
        return 1 + len(list(takewhile(str.strip, rest)))
    first = next((line for line in rest if line.strip()), "")
    depth = len(first) - len(first.lstrip())
    if depth:
        inner = takewhile(lambda line: not line.strip() or line[:depth].isspace(), rest)
        return 1 + len(list(inner))
    closed = [n for n, line in enumerate(rest, 2) if line.strip() == _CLICK]
    return closed[0] if closed else 0


def _without_quotes(posts: Sequence[Post]) -> Iterator[Post]:
    """The posts, with what they quote marked where its end can be told by the post it is from."""
    written: dict[str, set[str]] = defaultdict(set)
    for post in posts:
        lines = post.text.split("\n")
        for at, line in enumerate(lines):
            if (heading := _QUOTED.fullmatch(line)) and heading["who"]:
                said = written[casefolded(heading["who"])]
                many = len(list(takewhile(said.__contains__, lines[at + 1 :])))
                for n in range(at, at + 1 + many if many else at):
                    lines[n] = f"> {lines[n]}"
        written[casefolded(post.who)] |= {*lines} - {""}
        yield replace(post, text="\n".join(lines))


def _with_signatures(posts: Iterable[Post]) -> tuple[Post, ...]:
    """The posts, with the lines marked with which all of an author's end."""
    posts = tuple(posts)
    written: dict[str, list[list[str]]] = defaultdict(list)
    for post in posts:
        written[post.who].append(post.text.split("\n"))
    ends: dict[str, str] = {}
    for who, texts in written.items():
        columns = zip(*(reversed(text[1:]) for text in texts), strict=False)
        same = [column[0] for column in takewhile(lambda column: len({*column}) == 1, columns)]
        ends[who] = "\n".join(reversed(same)) if len(texts) > 1 else ""
    return tuple(replace(post, signature=ends[post.who]) for post in posts)


@frozen
class _Mark:
    """Where a post begins: from its author's name on, and its first line."""

    begins: int
    words: int
    who: str
    when: str


def _cut(form: Form, lines: Sequence[str], names: Collection[str]) -> Iterator[Post]:
    marks = list(_marks(form, lines, names))
    ends = [*(mark.begins for mark in marks[1:]), len(lines)]
    for mark, end in zip(marks, ends, strict=False):
        own = takewhile(lambda line: not form.ends.fullmatch(line), lines[mark.words : end])
        written = list(own)
        words = [line.removesuffix("(edited)").rstrip() for line in written]
        words = [line for line in words if not _EDITED.fullmatch(line)]
        edited = words != written
        link = next((line for line in words[:2] if _LINK.fullmatch(line)), "")
        for post in _said(mark, [line for line in words if line != link], link):
            yield replace(post, edited=edited)


def _said(mark: _Mark, words: list[str], link: str) -> Iterator[Post]:
    """The post of a mark, and further ones of the same author behind it."""
    when, own = mark.when, list[str]()
    for line in words:
        if again := _AGAIN.fullmatch(line):
            yield Post(mark.who, _trimmed(own), when, link)
            day = when.rpartition(" at ")[0]
            when, own = f"{day} at {again['when']}" if day else again["when"], [again["said"]]
        else:
            own.append(line)
    yield Post(mark.who, _trimmed(own), when, link)


def _trimmed(lines: Sequence[str]) -> str:
    """The words without the forum's own lines around them, and without what a next post answers."""
    kept = list(lines)
    while kept and (not kept[-1] or _TAIL.fullmatch(kept[-1])):
        kept.pop()
    if len(kept) > 1 and re.fullmatch(r"@\S+", kept[-2]):
        return _trimmed(kept[:-2])
    while kept and (not kept[0] or _NUMBER.fullmatch(kept[0]) or _TAIL.fullmatch(kept[0])):
        kept.pop(0)
    return "\n".join(kept)


def _marks(form: Form, lines: Sequence[str], names: Collection[str]) -> Iterator[_Mark]:
    after = 0
    for at, line in enumerate(lines):
        found = form.mark.fullmatch(line) if len(line) <= _MOST_OF_A_MARK else None
        words = _words(form, lines, at, names) if found else 0
        if not found or not words:
            continue
        named = found.groupdict().get("who") or ""
        block = _block(form, lines, at, after)
        own = {casefolded(named)} if named else names
        place = next((n for n in block if casefolded(lines[n]) in own), None)
        if place is None and not named:
            others = [n for n in block if not _TAIL.fullmatch(lines[n]) and len(lines[n]) <= 40]
            if not others:
                continue
            place = others[-1 if form.is_first else 0]
        who = named or lines[place or 0]
        begins = at if place is None else place
        # The name may stand twice: that of the author's picture is copied, too.
        while begins > after and casefolded(lines[begins - 1]) in {casefolded(who), ""}:
            begins -= 1
        yield _Mark(begins, words, who, found["when"])
        after = words


def _words(form: Form, lines: Sequence[str], at: int, names: Collection[str]) -> int:
    """The first line of a post whose mark may stand at that place; 0 where it is no mark."""
    above = next((line for line in reversed(lines[max(0, at - 3) : at]) if line), "")
    if form.is_numbered_above and not _NUMBER.fullmatch(above):
        return 0
    if form.below:
        behind = range(at + 1, min(at + 1 + form.below, len(lines)))
        number = next((n for n in behind if _NUMBER.fullmatch(lines[n])), 0)
        return number + 1 if number and above != form.since else 0
    if form.is_first:  # whom it answers, and how often it was edited, stand right behind the mark
        answered = takewhile(lambda line: _is_behind(line, names), lines[at + 1 :])
        return at + 1 + len(list(answered))
    return at + 1


def _is_behind(line: str, names: Collection[str]) -> bool:
    return casefolded(line) in names or bool(re.fullmatch(r"pencil|\d{1,2}", line))


def _block(form: Form, lines: Sequence[str], at: int, after: int) -> Sequence[int]:
    """The places of the lines above a mark among which its author's name is, the nearest first."""
    above = [n for n in range(at - 1, after - 1, -1) if lines[n]]
    if form.is_first:
        last = at - 1 if lines[at - 1] else at - 2
        near = range(last, max(after, last - form.reach) - 1, -1)
        return list(takewhile(lambda n: lines[n], near))
    if form.since in {lines[n] for n in above[:16]} - {""}:
        above = above[next(i for i, n in enumerate(above) if lines[n] == form.since) + 1 :]
    return above[: form.reach or 16]


# ---- when


@frozen
class Times:
    """How the times on a page are read: as those of the zone, up to now. `is_day_first` tells what
    `11/12/2026` means; None where nothing on the page proves it.
    """

    now: datetime
    zone: ZoneInfo
    is_day_first: bool | None = None

    @classmethod
    def on(cls, posts: Sequence[Post], now: datetime, zone: ZoneInfo) -> Times:
        """The times of those posts. A date proves which number is the day where the other way
        round there is no such day, or none that has come.
        """
        orders = [
            order
            for order in (True, False)
            if all(_has_come(date, order, now) for post in posts for date in _dates(post.when))
        ]
        return cls(now, zone, orders[0] if len(orders) == 1 else None)

    def instant_of(self, when: str) -> datetime:
        """When a post was written at the latest, by what the page says. Raises TimeProblem for a
        time that can't be read, that may mean two days, that is still to come, or that lacks the
        time of day.
        """
        text = " ".join(when.split())
        if re.fullmatch(_JUST, text, re.IGNORECASE):
            return self.now
        if age := re.fullmatch(r"(\d{1,3}) ?(m|h|d)\w*(?: ago)?", text, re.IGNORECASE):
            unit = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}
            # Ages are rounded down, so it may be less.
            return self.now - (int(age[1]) - 0.5) * unit[age[2].lower()]
        if not re.search(_CLOCK, text, re.IGNORECASE):
            raise TimeProblem("it has no time of day.")
        text = re.sub(r"\bat\b|,", " ", text, flags=re.IGNORECASE)
        today = self.now.astimezone(self.zone).strftime("%Y-%m-%d")
        text = re.sub(r"^today\b", today, text, flags=re.IGNORECASE)
        text = _NUMERIC.sub(self._in_order, text)
        text = _OFFSET.sub(
            lambda o: f"{o['sign']}{int(o['hours']):02}:{o['minutes'] or '00'}", text
        )
        text = _ONE_DIGIT.sub("0", _HALF.sub(_on_24_hours, text))
        return look_back(text, now=self.now, zone=self.zone)

    def _in_order(self, date: re.Match[str]) -> str:
        order = True if date["sign"] == "." else self.is_day_first
        return date[0] if order is None else _iso(date, is_day_first=order)


_NUMERIC = expression(
    r"\b(?P<one>\d{1,2})(?P<sign>[/.])(?P<two>\d{1,2})(?P=sign)(?P<year>(?:\d\d)?\d\d)\b"
)


def _dates(when: str) -> list[re.Match[str]]:
    """The dates in numbers of which either may be the day."""
    return [date for date in _NUMERIC.finditer(when) if date["sign"] == "/"]


def _iso(date: re.Match[str], *, is_day_first: bool) -> str:
    day, month = (date["one"], date["two"]) if is_day_first else (date["two"], date["one"])
    return f"20{date['year'][-2:]}-{int(month):02}-{int(day):02}"


def _has_come(date: re.Match[str], is_day_first: bool, now: datetime) -> bool:
    try:
        day = datetime.fromisoformat(f"{_iso(date, is_day_first=is_day_first)}T00:00:00Z")
    except ValueError:
        return False
    return day <= now + timedelta(days=1)  # of the zone that is furthest ahead


_OFFSET = expression(r"(?:GMT|UTC) ?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?.*")
_ONE_DIGIT = expression(r"(?<![\d:.])(?=\d:\d\d)")
_HALF = expression(r"\b(?P<hour>\d{1,2})(?P<rest>:\d\d(?::\d\d)?) ?(?P<half>[AP])M\b", re.I)


def _on_24_hours(clock: re.Match[str]) -> str:
    hour = int(clock["hour"]) % 12 + (12 if clock["half"].upper() == "P" else 0)
    return f"{hour:02}{clock['rest']}"
