"""The host's moves about windows and their deadlines (ALL-2, ALL-6): one or all are closed or put
off, the clock stands still, or a player is away.
"""

from __future__ import annotations

import re
from datetime import timedelta

from gmtool.engine.forms import STRING
from gmtool.engine.host_texts import (
    Find,
    read_instant,
    split_why,
    unreadable,
    write_why,
)
from gmtool.engine.instants import FORM, Instant, minutes_in, write_span
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move
from gmtool.engine.text import casefolded, quote, read_names, said, write_name
from gmtool.engine.unicode_hygiene import is_harmful

WINDOW = "window"
"""The word that stands before a window's name."""
_BARE_WINDOW = r"(?!until\b)[^\W\d][\w-]*"
_OF_A_WINDOW = lazy_regex(
    rf"{WINDOW}\s+(?P<name>{STRING}|{_BARE_WINDOW})(?:\s+(?P<rest>\S.*))?", re.DOTALL
)


def write_window(name: str) -> str:
    """The window of that name as a text form has it; empty where there is no name."""
    is_bare = re.fullmatch(_BARE_WINDOW, name) and not is_harmful(name)
    return f"{WINDOW} {name if is_bare else quote(name)}" if name else ""


def _split_window(rest: str) -> tuple[str, str]:
    """The name of the window with which the rest of a `close` or `extend` begins, empty where it
    begins with none, and what follows.
    """
    found = _OF_A_WINDOW.fullmatch(rest)
    return (said(found["name"]), found["rest"] or "") if found else ("", rest)


def _after_verb(name: str) -> str:
    """A player's name where a window's may stand too."""
    return quote(name) if name.partition(" ")[0] == WINDOW else write_name(name)


class _OfWindows(HostMove, frozen=True, kw_only=True):
    window: str = ""

    def is_about(self, name: str) -> bool:
        """Whether it is about an open window of that name."""
        return not self.window or casefolded(self.window) == casefolded(name)


class Close(_OfWindows, frozen=True):
    """Close the open windows whose time is up, or that of the name `window`; or let time run out
    there only for the players in `who` (ALL-2).
    """

    who: tuple[str, ...] = ()
    early: bool = False

    def __str__(self) -> str:
        names = ", ".join(quote(n) if n == "early" else _after_verb(n) for n in self.who)
        words = ("close", "early" if self.early else "", write_window(self.window), names)
        return " ".join(filter(None, words))


def read_close(rest: str, find_name: Find) -> Move:
    early, _, after = rest.partition(" ")
    is_early = early == "early"
    names = (after if is_early else rest).strip()
    window, names = _split_window(names)
    try:
        who = tuple(map(find_name, read_names(names))) if names else ()
    except ValueError as error:
        raise unreadable(f"close {rest}", str(error)) from error
    return Close(who, is_early, window=window)


LONGEST_EXTENSION = timedelta(days=366)


class Extend(_OfWindows, frozen=True):
    """Put off the deadline of every open window, or of that of the name `window`, by a number of
    `minutes`, or `until` an instant; with `who` only that player's own.
    """

    minutes: int
    why: str
    who: str = ""
    until: Instant | None = None

    def __str__(self) -> str:
        by = f"until {self.until}" if self.until else f"+{write_span(self.minutes)}"
        whose = _after_verb(self.who) if self.who else ""
        words = " ".join(filter(None, ("extend", write_window(self.window), whose, by)))
        return f"{words}{write_why(self.why)}"


_EXTENDED = lazy_regex(
    rf"(?:(?P<who>\S|\S.*?\S)\s+)?(?:until\s+(?P<until>{FORM.pattern})|(?P<span>\+?\d[\dhmd +]*))"
)


def read_extend(rest: str, find_name: Find) -> Move:
    span, why = split_why("extend", rest)
    right = "say how much later, as in +12h, +2d 3h or +90m, of one player as in Bob +12h"
    window, span = _split_window(span)
    minutes, who = minutes_in(span), ""
    if minutes is None:
        found = _EXTENDED.fullmatch(span)
        if found is None:
            raise unreadable(f"extend {span}", right)
        who = find_name(found["who"]) if found["who"] else ""
        if found["until"]:
            return Extend(0, why, who, read_instant(found["until"]), window=window)
        minutes = minutes_in(found["span"])
    if minutes is None:
        raise unreadable(f"extend {span}", right)
    if not minutes:
        raise unreadable(f"extend {span}", "that is no time at all; say at least +1m")
    if minutes > LONGEST_EXTENSION / timedelta(minutes=1):
        raise unreadable(f"extend {span}", f"the most is {LONGEST_EXTENSION.days} days")
    return Extend(minutes, why, who, window=window)


class Pause(HostMove, frozen=True):
    form = "pause why {why:reason}"

    why: str


class Resume(HostMove, frozen=True):
    """Goes on after a pause."""

    form = "resume"


class Absent(HostMove, frozen=True):
    """A player is away from `since` until `until`, as it told in advance."""

    form = "absent {who:seat} from {since:instant} until {until:instant} why {why:reason}"
    right = "it reads `absent Bob from 2026-11-20T18:00:00Z until 2026-11-23T09:00:00Z`"

    who: str
    since: Instant
    until: Instant
    why: str

    @property
    def mistake(self) -> str:
        return "it ends before it begins" if self.until <= self.since else ""
