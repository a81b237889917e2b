"""Options of a game: a typed, documented set with defaults."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmtool.engine.refusals import Refused

Value = int | bool | str
Options = Mapping[str, Any]
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class UnknownOption(ValueError):
    """An option that the game doesn't have; the message names the nearest one."""


@dataclass(frozen=True)
class Option:
    """One option: a whole number from `low` to `high`, a switch, or one of `choices`.

    A `default` of None depends on the players; `doc` says how.
    """

    name: str
    default: Value | None
    doc: str
    clause: str
    low: int = 0
    high: int = 1_000_000_000
    choices: tuple[str, ...] = ()

    @property
    def takes(self) -> str:
        """What may be typed, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, bool):
            return "on or off"
        return f"a whole number from {self.low:,} to {self.high:,}"

    def read(self, text: str) -> Value:
        """The value typed as `text`; raises Refused with the option's clause."""
        typed = text.strip()
        if self.choices:
            if typed in self.choices:
                return typed
        elif isinstance(self.default, bool):
            if typed.casefold() in _SWITCH:
                return _SWITCH[typed.casefold()]
        elif re.fullmatch(r"\d{1,12}", typed) and self.low <= int(typed) <= self.high:
            return int(typed)
        raise Refused(
            self.clause,
            "option {name} takes {takes}, not “{text}”.",
            quoted=f"{self.name}={text}",
            name=self.name,
            takes=self.takes,
            text=text,
        )


def write_value(value: Value) -> str:
    """A value as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def read_options(known: tuple[Option, ...], given: Mapping[str, str]) -> dict[str, Value | None]:
    """Every option's value: what is given, else its default.

    Raises UnknownOption, or Refused for a value that an option can't have.
    """
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            near = difflib.get_close_matches(name, by_name, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(by_name)}."
            raise UnknownOption(f"there is no option “{name}”; {hint}")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in known
    }
