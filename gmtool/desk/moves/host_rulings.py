"""Writes rulings with times as hosts type them in their text form, which has instants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import chain

from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.session import Session
from gmtool.engine.entropy import WORDS_UNTIL
from gmtool.engine.forms import write_one_word
from gmtool.engine.game import PUBLIC
from gmtool.engine.host_moves import Set
from gmtool.engine.host_texts import find_reason, write_why
from gmtool.engine.instants import FORM, Instant, minutes_in
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal, Unreadable
from gmtool.engine.table import OpenWindow
from gmtool.engine.text import HOST, casefolded, listed, quote, said, write_name
from gmtool.engine.window_moves import WINDOW, write_window

_CLOCK = lazy_regex(r"\d[:.]\d\d|\d ?[ap]\.?m|\d{4}-\d\d-\d\d", re.IGNORECASE)
"""What a time has and a length of time hasn't."""
_DATE = lazy_regex(r"\d{4}-\d\d-\d\d")
_A_YEAR = timedelta(days=365)
_ONE_DIGIT = lazy_regex(r"(?<![\d:])(\d[:.]\d\d)(?! ?[ap]\.?m)", re.IGNORECASE)
"""A time of the 24-hour clock before ten, as in “mon 9:00”."""
_DOTS = lazy_regex(r'"\s*(?:…|\.\.\.)\s*"')
"""What hints show where words of the host's own belong, as a text form has it."""
_ABSENT = lazy_regex(r"(?:(?P<who>.*?)\s+)?(?:from\s+(?P<since>.+?)\s+)?until\s+(?P<until>.+)")


def with_reason(text: str, why: str) -> str:
    """A ruling with the reason that was typed beside it; without one the ruling alone."""
    return f"{text}{write_why(why)}" if why.strip() else text


def check_filled_in(session: Session, move: Move) -> None:
    """Raise UsageProblem where dots still stand for words of the host's own, as in a hint that was
    copied; dots within a sentence are part of it.
    """
    if _DOTS.search(str(move)):
        raise UsageProblem(f"{session.name}: “…” stands for words of your own; write them there.")


def resolve_times(session: Session, now: Instant, text: str) -> str:
    """A host's text with the times in a ruling, such as `extend sun 20:00`, as instants; any other
    text unchanged; it is said `now`. Raises UsageProblem for a time that can't be meant.
    """
    verb, _, rest = text.strip().partition(" ")
    why = find_reason(rest)
    said_first = rest[: why.start()] if why else rest
    end = f" {rest[why.start() :].strip()}" if why else ""
    if verb == "close":
        return f"close {_closed(session, rest.strip())}".strip()
    if verb == "extend":
        window, span = _window_first(session, said_first.strip())
        windows = [one for one in session.table.windows if one is window or not window]
        own = f"{write_window(window.name)} " if window else ""
        return f"extend {own}{_extended(session, now, span, windows)}{end}"
    if verb == "replace":
        return f"replace {_replaced(session, said_first.strip())}{end}"
    if verb == "absent" and (found := _ABSENT.fullmatch(said_first.strip())):
        return f"absent {_absence(session, now, found)}{end}"
    if verb == "set":
        return f"set {_words_until(session, now, rest)}"
    return _with_an_end(session, now, verb, text)


def _with_an_end(session: Session, now: Instant, verb: str, text: str) -> str:
    """A host's move of the game's own that may have an end, with the time behind its last `until`
    as an instant; one that stands in quotation marks is somebody's words, unless the marks are the
    time's own. Any other text unchanged.
    """
    said_first, until, when = text.rpartition(" until ")
    if when.startswith('"') and when.endswith('"') and said_first.count('"') % 2 == 0:
        when = when.strip('"')
    ends = any(form.until and form.verb == verb for form in session.game.grammar.of(HOST))
    if not (ends and until) or '"' in when or FORM.fullmatch(when):
        return text
    return f"{said_first} until {_forward(session, now, when, now)}"


def _words_until(session: Session, now: Instant, text: str) -> str:
    """A setting of when words close, with its time as an instant; any other text unchanged."""
    key, _, when = text.strip(' "').partition("=")
    if key.strip() != WORDS_UNTIL or not (when := when.strip(' "')):
        return text
    return str(Set("", WORDS_UNTIL, _forward(session, now, when, now))).removeprefix("set ")


def _closed(session: Session, text: str) -> str:
    """What follows a `close` in its text form; raises UsageProblem where an early one names
    players.
    """
    first, _, after = text.partition(" ")
    early = "early" if first == "early" else ""
    window, names = _window_first(session, after.strip() if early else text)
    if early and names and not names.startswith(f"{WINDOW} "):
        raise UsageProblem("--early closes for everybody; leave the names out.")
    if window is None:
        _see_who_is_meant(session, names)
    return " ".join(filter(None, (early, write_window(window.name) if window else "", names)))


def _see_who_is_meant(session: Session, text: str) -> None:
    """Raise UsageProblem where a `close` begins with what is neither a player nor the name of an
    open window, while there are such names.
    """
    names = listed(w.name for w in session.table.windows if w.name and w.known_to(PUBLIC))
    first = text.partition(",")[0].strip()
    if not names or not first or first.startswith(('"', f"{WINDOW} ")):
        return
    try:
        find(first, session.table.players, session.table.callable_names)
    except Unreadable as nobody:
        raise UsageProblem(f"{session.name}: {nobody} The windows open are {names}.") from nobody


def _window_first(session: Session, text: str) -> tuple[OpenWindow | None, str]:
    """The open window with whose name a text begins, with “window” before it or not, and the rest;
    None and all of the text where there is none. Raises UsageProblem where a player is called so
    too.
    """
    table = session.table
    called = {casefolded(one) for one in (*table.players, *chain(*table.callable_names.values()))}
    is_said = WINDOW not in called and re.match(rf"{WINDOW}(?:\s|,)\s*(?=\S)", text)
    rest = text[is_said.end() :] if is_said else text
    for window in sorted(table.windows, key=lambda one: -len(one.name)):
        forms = (re.escape(form) for form in (quote(window.name), window.name) if window.name)
        found = re.match(rf"({'|'.join(forms) or '(?!)'})(?=\s|,|$)", rest, re.IGNORECASE)
        if found is None or (casefolded(window.name) in called and not is_said and '"' in found[0]):
            continue
        if casefolded(window.name) in called and not is_said:
            own = write_window(window.name)
            raise UsageProblem(
                f"{session.name}: “{window.name}” is a player and an open window; after “record "
                f"host” write `close {own}` or `extend {own} …` for the window, and for the player "
                "its name in quotation marks."
            )
        return window, rest[found.end() :].lstrip(", ")
    return None, f"{WINDOW} {rest}" if is_said else text


def _extended(session: Session, now: Instant, text: str, windows: Sequence[OpenWindow]) -> str:
    """`Bob until INSTANT` of “Bob sun 20:00”; a length of time stays as it is, and so does what is
    no time at all.
    """
    who, when = _with_or_without_name(session, text)
    if minutes_in(when) is not None or FORM.fullmatch(when) or not _CLOCK.search(when):
        return text
    # A time of day is meant of the deadline's day, a day of the week of the days to come.
    from gmtool.desk.times.time_expressions import is_time_of_day

    ends = [window.deadline_of(who) for window in windows if is_time_of_day(when)]
    until = f"until {_forward(session, now, when, max([now, *ends[:1]]))}"
    return f"{write_name(who)} {until}" if who else until


def _with_or_without_name(session: Session, text: str) -> tuple[str, str]:
    """The player with whose name a text begins, empty where it is a time alone, and the rest."""
    when = text.removeprefix("until ").strip()
    if minutes_in(when) is not None or _is_time(when):
        return "", when
    words = text.split(" ")
    for many in range(len(words) - 1, 0, -1):
        try:
            name = said(" ".join(words[:many]))
            who = find(name, session.table.players, session.table.callable_names)
        except Refusal:
            continue
        return who, " ".join(words[many:]).removeprefix("until ").strip()
    return "", when


def _is_time(text: str) -> bool:
    from gmtool.desk.times.time_expressions import take_apart
    from gmtool.desk.times.zones import TimeProblem

    try:
        take_apart(text, "")
    except TimeProblem:
        return False
    return True


def _forward(session: Session, now: Instant, text: str, since: Instant) -> Instant:
    """The first such time after an instant; where a whole date lies before it, that date, which the
    rules then refuse. Raises UsageProblem for what is no such time.
    """
    from gmtool.desk.times.parse import look_forward
    from gmtool.desk.times.zones import TimeProblem

    text, zone = _ONE_DIGIT.sub(r"0\1", text), session.zone
    try:
        return Instant.of(look_forward(text, now=since.moment, zone=zone))
    except TimeProblem:
        pass
    try:
        return Instant.of(look_forward(text, now=now.moment, zone=zone))
    except TimeProblem as problem:
        raise UsageProblem(f"{session.name}: {problem}") from problem


def _replaced(session: Session, text: str) -> str:
    """The two names of a replacement, the first by its full name, so that the journal tells later
    who left.
    """
    who, name = _with_or_without_name(session, text)
    return f"{write_one_word(who)} {write_one_word(said(name))}" if who else text


def _absence(session: Session, now: Instant, found: re.Match[str]) -> str:
    since = now
    if found["since"]:
        since = _begun(session, now, found) or _at(session, now, found["since"])
    until = _at(session, since, found["until"])
    return f"{found['who'] or ''} from {since} until {until}".strip()


def _begun(session: Session, now: Instant, found: re.Match[str]) -> Instant | None:
    """The beginning of an absence that began less than a day ago, as in “from fri 18:00” on that
    evening, or by a time of day on the day of `now`; None for any other.
    """
    from gmtool.desk.times.parse import look_back
    from gmtool.desk.times.time_expressions import is_time_of_day
    from gmtool.desk.times.zones import TimeProblem

    text = _ONE_DIGIT.sub(r"0\1", found["since"])
    try:
        began = Instant.of(look_back(text, now=now.moment, zone=session.zone))
    except TimeProblem:
        return None
    days = {one.moment.astimezone(session.zone).date() for one in (began, now)}
    is_recent = began.until(now) < timedelta(days=1)
    return began if is_recent and (len(days) == 1 or not is_time_of_day(text)) else None


def _at(session: Session, since: Instant, text: str) -> Instant:
    if FORM.fullmatch(text):
        return Instant(text)
    if _DATE.search(text):  # an absence may have begun
        since = since.plus(-_A_YEAR)
    return _forward(session, since, text, since)
