"""Cuts a copied page of a thread into posts, by the marks of the forum's software in the text that
a browser copies. Anybody can type such marks into a post; `page_doubts` finds what doesn't agree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import takewhile
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.intake.page_doubts import HIDDEN, doubted
from gmtool.desk.intake.thread_posts import AGE, CLOCK, DATE, Post, Times
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.paste import plain
from gmtool.engine.text import casefolded

_NUMBER = lazy_regex(r"#\d{1,6}")
_LINK = lazy_regex(r"https?://\S+")
_EDITED = lazy_regex(r"(?:« )?Last edit(?:ed)?\b.*|Edited (?:by|on) .*", re.IGNORECASE)
_EDITED_IN_HEAD = lazy_regex(r".* Last Edit: .*|pencil")
_MOST_OF_A_MARK = 160
"""A longer line isn't the forum's."""
_HIGHEST_HEAD = 60
"""A head has no more lines."""
_COUNT = r"\d{1,3}(?:[,.]\d{1,3})*k?"
_TAIL = lazy_regex(
    rf"(?:Top|Back to top|Like (?:Quote )?Reply|Quote|Reply|Like|Share|Report|(?:IP: )?Logged|"
    rf"Edit|Report to moderator(?: +Logged)?|Add bookmark|New|Select Post|Deselect Post|"
    rf"Link to Post|Give Gift|User avatar|Image|pencil|{_COUNT} (?:Reply|Replies|Likes?)|"
    rf"Reactions?:.*|Member|#\d+|"
    rf"(?:Posts|Messages|Joined|Location|Reaction score|Points|Karma|Gender|Contact)\b.{{0,60}}|"
    rf"\*+|(?:New|Junior|Jr\.?|Full|Senior|Sr\.?|Active|Well-known|Staff|Global|Hero) "
    rf"(?:member|moderator)|Moderator|Administrator|Site Admin|Newbie|Regular|OP|HOST|BOT|APP|Post|"
    rf"Re: .*|created|last reply|\d+ / \d+|[^\w\s]{{1,3}}|:\w+:|{_COUNT}|(?=.*\d){DATE})",
    re.IGNORECASE,
)
"""Lines around a post that are the forum's: buttons, ranks, counts, dates, subjects, reactions."""
_QUOTED = lazy_regex(
    r"(?:(?P<who>.{1,60}) (?:wrote|said): ?(?:↑.*)?|Quote from: .{1,40}|[\w.-]{1,40}:)",
    re.IGNORECASE,
)
"""The heading of a quotation, as it is copied."""
_CLICK = "Click to expand..."


class Form(Struct, frozen=True):
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
    ends: re.Pattern[str] = lazy_regex(r"(?!)")
    """A line with which a post is over."""
    feet: re.Pattern[str] = lazy_regex(r"(?!)")
    """Lines that stand below each post."""


FORMS = (
    Form(
        "phpBB",
        lazy_regex(r"(?:(?:Unread )?post )?by (?P<who>.+?) » (?P<when>.+)", re.I),
        ends=lazy_regex(r"Top"),
        feet=lazy_regex(r"Top"),
    ),
    Form(
        "ProBoards",
        lazy_regex(r"Post by (?P<who>.+?) on (?P<when>.+)", re.I),
        ends=lazy_regex(r"Prev"),
    ),
    Form(
        "SMF",
        lazy_regex(r"« (?:Reply #(?P<number>\d{1,6}) )?on: (?P<when>.+?) »", re.I),
        reach=8,
        ends=lazy_regex(r"(?:Report to moderator +)?Logged|Print"),
        feet=lazy_regex(r"(?:Report to moderator +)?Logged"),
    ),
    Form(
        "SMF",
        lazy_regex(rf"(?P<when>{DATE})(?: Last Edit: .*)?", re.I),
        reach=8,
        is_numbered_above=True,
        ends=lazy_regex(r"Print"),
    ),
    Form(
        "Discord",
        lazy_regex(
            rf"(?P<who>.+?) +[—–-] +(?P<when>(?:Today|Yesterday) at {CLOCK}|"
            rf"\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}},? {CLOCK}|{CLOCK})",
            re.I,
        ),
        ends=lazy_regex(r"Message #.*"),
    ),
    Form(
        "Discord",
        lazy_regex(rf"[—–-] +(?P<when>(?:{DATE}|\d[\d/.]+,?)(?: {CLOCK})?|{CLOCK})", re.I),
        reach=2,
        ends=lazy_regex(r"Message #.*"),
    ),
    Form(
        "XenForo",
        lazy_regex(rf"(?P<when>{DATE}|{AGE})", re.I),
        reach=4,
        below=5,
        since="Joined",
        ends=lazy_regex(r"You must log in or register to reply here\.|Write your reply\.\.\.|Prev"),
        feet=lazy_regex(r"(?:Like )?(?:Quote )?Reply"),
    ),
    Form(
        "Discourse",
        lazy_regex(rf"(?P<when>{DATE}|{AGE})", re.I),
        reach=3,
        is_first=True,
        ends=lazy_regex(r"Topic created .*|last reply|Related topics|Powered by Discourse"),
        feet=lazy_regex(r"Reply|\d{1,4} (?:Repl(?:y|ies)|Likes?)"),
    ),
)
"""The forms that are read; of several that fit the one that finds most posts is taken, and the last
only where no other fits.
"""
_OUTRIGHT = [form for form in FORMS if not (form.is_numbered_above or form.below or form.is_first)]
"""Those whose mark is nothing else; a date or an age can stand anywhere."""
_OLD = lazy_regex(AGE, re.IGNORECASE)
_AGAIN = lazy_regex(rf"\[(?P<when>{CLOCK})\] ?(?P<said>.*)", re.I)
"""A further message of the same author, as Discord shows it."""


def posts_in(
    text: str, known: Collection[str], clock: tuple[datetime, ZoneInfo] | None = None
) -> tuple[Post, ...]:
    """The posts on a copied page, in order; none where it has the marks of no form. `known` are the
    names by which those are called whom a game knows. With the `clock`, the instant and the zone of
    the copy, their times are held against each other, too.
    """
    names = frozenset(map(casefolded, known))
    lines = _marked(plain(text).split("\n"), names)
    found = [[*_cut(form, lines, names)] for form in FORMS]
    posts = max(found[:-1], key=len) or found[-1]  # ages and dates stand on all kinds of pages
    times = Times.on([post.when for post in posts], *clock) if clock else None
    # A head as another forum has it, of somebody who is known, is typed; or these are.
    heads = {post.at for post in posts}
    others = {one.at for same in found[:-1] for one in same if casefolded(one.who) in names}
    posts = doubted(posts, lines, names, times, typed=others - heads)
    return _with_signatures(_without_quotes([post for post in posts if post.text]))


def _marked(raw: Sequence[str], names: Collection[str]) -> list[str]:
    """The lines without blanks around them. Those of quotations whose end can be seen are marked as
    mail marks them; with others the reader of messages has to cope.
    """
    found: list[str] = []
    quoted = 0
    for at, line in enumerate(raw):
        said = line.strip()
        if not quoted and _QUOTED.fullmatch(said):
            quoted = _length(raw, at, names)
        if said != _CLICK:
            found.append(f"> {said}" if quoted and said else said)
        quoted = max(0, quoted - 1)
    return found


def _length(raw: Sequence[str], at: int, names: Collection[str]) -> int:
    """How many lines a quotation has whose heading stands at that place; 0 where that can't be
    seen.
    """
    behind = raw[at + 1 : at + 80]
    first = next((line for line in behind if line.strip()), "")
    depth = len(first) - len(first.lstrip())
    if depth:
        inner = takewhile(lambda line: not line.strip() or line[:depth].isspace(), behind)
        return 1 + len(list(inner))
    # Where the forum sets nothing in, somebody may have typed where it begins or ends; the head of
    # a post is in none.
    rest = list(takewhile(lambda line: not _is_a_head(line.strip()), behind))
    if re.match(rf"{DATE}.* said:", raw[at].strip(), re.IGNORECASE):
        own = takewhile(lambda line: casefolded(line.strip()) not in {"", *names}, rest)
        return 1 + len(list(own))
    closed = [n for n, line in enumerate(rest, 2) if line.strip() == _CLICK]
    return closed[0] if closed and raw[at].rstrip().endswith(" said:") else 0


def _is_a_head(line: str) -> bool:
    """Whether a line stands in the head of a post, on any forum."""
    is_mark = len(line) <= _MOST_OF_A_MARK and any(form.mark.fullmatch(line) for form in _OUTRIGHT)
    return is_mark or bool(_NUMBER.fullmatch(line) or _OLD.fullmatch(line))


def _without_quotes(posts: Sequence[Post]) -> Iterator[Post]:
    """The posts, with what they quote marked where its end can be told by the post it is from."""
    written: dict[str, set[str]] = defaultdict(set)
    for post in posts:
        lines = post.text.split("\n")
        for at, line in enumerate(lines):
            if (heading := _QUOTED.fullmatch(line)) and heading["who"]:
                said = written[casefolded(heading["who"])]
                many = len(list(takewhile(said.__contains__, lines[at + 1 : at + 80])))
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


class _Mark(Struct, frozen=True):
    """The line from which on a post is there, the first of its words, and what its head tells."""

    begins: int
    words: int
    head: Post


def _cut(form: Form, lines: Sequence[str], names: Collection[str]) -> Iterator[Post]:
    marks = list(_marks(form, lines, names))
    ends = [*(mark.begins for mark in marks[1:]), len(lines)]
    for mark, end in zip(marks, ends, strict=False):
        below = list(takewhile(lambda line: not HIDDEN.fullmatch(line), lines[mark.words : end]))
        own = list(takewhile(lambda line: not form.ends.fullmatch(line), below))
        link = next((line for line in own[:2] if _LINK.fullmatch(line)), "")
        at = mark.head.at
        head = replace(
            mark.head,
            link=link,
            edited=any(map(_EDITED_IN_HEAD.fullmatch, lines[at : mark.words])),
            block=tuple(line for line in lines[mark.begins : at] if line),
            feet=tuple(filter(form.feet.fullmatch, below)),
            ends=tuple(filter(form.ends.fullmatch, below)),
        )
        yield from _said(head, [line for line in own if line != link])


def _said(head: Post, lines: Sequence[str]) -> Iterator[Post]:
    """The post with that head, and further ones of the same author behind it."""
    when, own = head.when, list[str]()
    for line in lines:
        if again := _AGAIN.fullmatch(line):
            yield _with_words(head, when, own)
            day = when.rpartition(" at ")[0]
            when, own = f"{day} at {again['when']}" if day else again["when"], [again["said"]]
        else:
            own.append(line)
    yield _with_words(head, when, own)


def _with_words(head: Post, when: str, lines: Sequence[str]) -> Post:
    written = [line.removesuffix("(edited)").rstrip() for line in lines]
    words = [line for line in written if not _EDITED.fullmatch(line)]
    return replace(head, text=_trimmed(words), when=when, edited=head.edited or words != lines)


def _trimmed(lines: Sequence[str]) -> str:
    """The words without the forum's own lines around them, and without what a next post answers."""
    kept = list(lines)
    while kept and (not kept[-1] or _TAIL.fullmatch(kept[-1])):
        kept.pop()
        if len(kept) > 1 and re.fullmatch(r"@\S+", kept[-2]):
            del kept[-2:]
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
        above = casefolded(lines[begins - 1]) if begins > after and not named else ""
        other = lines[begins - 1] if above in names else ""
        number = _number(form, lines, at, words, found.groupdict().get("number"))
        yield _Mark(begins, words, Post(who, "", found["when"], number=number, at=at, other=other))
        after = words


def _number(
    form: Form, lines: Sequence[str], at: int, words: int, in_mark: str | None
) -> int | None:
    """The number of the post whose mark stands at that place, where its page has numbers."""
    if in_mark:
        return int(in_mark)
    near = reversed(lines[max(0, at - 3) : at]) if form.is_numbered_above else lines[at + 1 : words]
    found = next((line for line in near if _NUMBER.fullmatch(line)), "")
    return int(found[1:]) if found else None


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
        answered = takewhile(lambda line: _is_behind(line, names), lines[at + 1 : at + 9])
        return at + 1 + len(list(answered))
    return at + 1


def _is_behind(line: str, names: Collection[str]) -> bool:
    return casefolded(line) in names or bool(re.fullmatch(r"pencil|\d{1,2}", line))


def _block(form: Form, lines: Sequence[str], at: int, after: int) -> Sequence[int]:
    """The places of the lines above a mark among which its author's name is, the nearest first."""
    above = [n for n in range(at - 1, max(after, at - _HIGHEST_HEAD) - 1, -1) if lines[n]]
    if form.is_first:
        last = at - 1 if lines[at - 1] else at - 2
        near = range(last, max(after, last - form.reach) - 1, -1)
        return list(takewhile(lambda n: lines[n], near))
    if form.since in {lines[n] for n in above[:16]} - {""}:
        above = above[next(i for i, n in enumerate(above) if lines[n] == form.since) + 1 :]
    return above[: form.reach or 16]
