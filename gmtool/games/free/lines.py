"""Where each key of a TOML text stands, which the standard library's reader doesn't say."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
"""A key with those it stands below; the things of a list are numbered from 0."""

_STRING = (
    r'"""(?:\\[\s\S]|[^\\])*?"""(?:"{0,2})'
    r"|'''[\s\S]*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_BETWEEN = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BLANKS = re.compile(r"[ \t]*")
_VALUE = re.compile(rf"{_STRING}|[^,\]}}\n#]+")
_PART = re.compile(rf"{_STRING}|[A-Za-z0-9_-]+")


def places(text: str) -> dict[Path, int]:
    """The line of each key in a text that tomllib reads, from 1; of a table its own heading where
    it has one.
    """
    scan = _Scan(text.replace("\r\n", "\n"))
    scan.all_of_it()
    return scan.found


@dataclass
class _Scan:
    """A walk through a text; `lists` counts the `[[tables]]` of each name."""

    text: str
    at: int = 0
    line: int = 1
    found: dict[Path, int] = field(default_factory=dict)
    lists: dict[Path, int] = field(default_factory=dict)

    def all_of_it(self) -> None:
        table: Path = ()
        self._over(_BETWEEN)
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self._heading()
            else:
                self._pair(table)
            self._over(_BETWEEN)

    def _over(self, what: re.Pattern[str]) -> str:
        match = what.match(self.text, self.at)
        passed = match[0] if match else ""
        self.at += len(passed)
        self.line += passed.count("\n")
        return passed

    def _sign(self, sign: str) -> bool:
        """Whether that sign is next; it is passed."""
        is_next = self.text.startswith(sign, self.at)
        self.at += is_next
        return is_next

    def _key(self, below: Path) -> Path:
        """The key that stands here, dots and all, and its line noted."""
        key = below
        while True:
            self._over(_BLANKS)
            part = self._over(_PART)
            if part[0] in "\"'":
                part = tomllib.loads(f"key = {part}")["key"]
            key = (*key, part)
            self._over(_BLANKS)
            if not self._sign("."):
                return key
            key = self._last(key)

    def _last(self, key: Path) -> Path:
        """Where something below a key belongs: the last of its tables where it has several."""
        self.found.setdefault(key, self.line)
        return (*key, self.lists[key]) if key in self.lists else key

    def _heading(self) -> Path:
        self._sign("[")
        is_one_of_many = self._sign("[")
        key = self._key(())
        self._sign("]")
        if is_one_of_many:
            self._sign("]")
            self.found.setdefault(key, self.line)
            self.lists[key] = self.lists.get(key, -1) + 1
            key = self._last(key)
        self.found[key] = self.line
        return key

    def _pair(self, table: Path) -> None:
        key = self._key(table)
        self.found[key] = self.line
        self._sign("=")
        self._value(key)

    def _value(self, key: Path) -> None:
        self._over(_BLANKS)
        if self._sign("["):
            self._things(key)
        elif self._sign("{"):
            self._over(_BLANKS)
            while not self._sign("}"):
                self._pair(key)
                self._over(_BLANKS)
                self._sign(",")
                self._over(_BLANKS)
        else:
            self._over(_VALUE)

    def _things(self, key: Path) -> None:
        number = 0
        self._over(_BETWEEN)
        while not self._sign("]"):
            self.found[(*key, number)] = self.line
            self._value((*key, number))
            number += 1
            self._over(_BETWEEN)
            self._sign(",")
            self._over(_BETWEEN)
