"""The options of a game: typed, documented, with defaults."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.refusals import Refused
from gmtool.engine.text import said, told

Value = int | bool | str
Shares = tuple[tuple[str, tuple[str, ...]], ...]
"""Players' names, each with the choices that an option gives it."""
Options = Mapping[str, Any]
MOST_SIGNS = 20
"""The most characters in an option of free words."""
_WORDS = lazy_regex(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class UnknownOption(ValueError):
    """The game has no such option; the message names the nearest one."""


class Option(Struct, frozen=True):
    """One option: a whole number from `low` to `high`, a switch, one of `choices`, or, with
    `words`, a few short words that the host chooses, such as a title.

    A `default` of None depends on the players; `doc` says how. An option `for_players` is a text
    that gives some of `choices` to each of several players, as in `Ann: peek order; Bob: bonus`. A
    game's set-up gets it as `shares` returns it, with the players' full names (ALL-4).
    """

    name: str
    default: Value | None
    doc: str
    clause: str
    low: int = 0
    high: int = 1_000_000_000
    choices: tuple[str, ...] = ()
    for_players: bool = False
    words: bool = False

    @property
    def takes(self) -> str:
        """What may be typed, in words."""
        if self.for_players:
            return f"NAME: {' '.join(self.choices)}; NAME: …"
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, bool):
            return "on or off"
        if self.words:
            return f"a word or more of letters, hyphens and apostrophes, {MOST_SIGNS} signs at most"
        return f"a whole number from {self.low:,} to {self.high:,}"

    def read(self, text: str) -> Value:
        """The value typed as `text`; raises Refused with the option's clause where it
        can't have that value.
        """
        typed = text.strip()
        if self.for_players:
            shares(self, typed)
            return typed
        if self.choices:
            if typed in self.choices:
                return typed
        elif isinstance(self.default, bool):
            if typed.casefold() in _SWITCH:
                return _SWITCH[typed.casefold()]
        elif self.words:
            if len(typed) <= MOST_SIGNS and _WORDS.fullmatch(typed):
                return typed
        elif re.fullmatch(r"\d{1,12}", typed) and self.low <= int(typed) <= self.high:
            return int(typed)
        raise Refused(
            self.clause,
            f"option {self.name} takes {told(self.takes)}, not “{told(text)}”.",
            quoted=f"{self.name}={text}",
        )


def shares(option: Option, text: str) -> Shares:
    """The choices that `text` gives each player, in the order written.

    Raises Refused with the option's clause where the text can't be read, or names a word that isn't
    among the choices, or names one twice.
    """
    found: list[tuple[str, tuple[str, ...]]] = []
    for part in filter(str.strip, _parts(text)):
        name, given = _share(option, part.strip(), text)
        for word in given:
            if word not in option.choices or given.count(word) > 1:
                what = "is there twice" if word in option.choices else "is none of them"
                raise _unshared(option, part.strip(), f"“{word}” {what}", text)
        found.append((name, given))
    return tuple(found)


_QUOTED = r'"(?:[^"\\]|\\.)*"'


def _parts(text: str) -> list[str]:
    return re.findall(rf"(?:{_QUOTED}|[^;])+", text)


def _share(option: Option, part: str, text: str) -> tuple[str, tuple[str, ...]]:
    found = re.fullmatch(rf"(?P<name>{_QUOTED}|[^:]*?)\s*:(?P<given>.*)", part, re.DOTALL)
    if found is None or not found["name"]:
        raise _unshared(option, part, "it needs a name and a colon", text)
    given = tuple(re.split(r"[\s,+]+", found["given"].strip(" ,+").casefold()))
    if given == ("",):
        raise _unshared(option, part, "nothing stands behind the name", text)
    return said(found["name"]), given


def _unshared(option: Option, part: str, what: str, text: str) -> Refused:
    return Refused(
        option.clause,
        f"option {option.name} takes {told(option.takes)}; in “{told(part)}” {told(what)}.",
        quoted=f"{option.name}={text}",
    )


def write_value(value: Value) -> str:
    """A value as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def read_options(
    known: tuple[Option, ...], given: Mapping[str, str], others: Iterable[str] = ()
) -> dict[str, Value | None]:
    """The value of every option: the given one, else its default. `others` are names that could
    have been meant too.

    Raises UnknownOption, and Refused for a value that an option can't have.
    """
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            near = difflib.get_close_matches(name, (*by_name, *others), n=1)
            there = (
                f"there are {', '.join(by_name)}." if by_name else "this kind has none of its own."
            )
            hint = f"did you mean {near[0]}?" if near else there
            raise UnknownOption(f"there is no option “{name}”; {hint}")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in known
    }
