"""Files that games are made of: their text as a journal keeps it, its hash, and mistakes in it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from msgspec import Struct

from gmtool.engine import unicode_hygiene

MOST_CHARACTERS = 64_000
"""The most that a file has: all of it stands in the journal of each game that is made of it."""


class Mistake(Struct, frozen=True):
    """What is wrong in a file, and what would be right, as a part of a sentence without a full
    stop.

    `line` is counted from 1, 0 for the whole file; `key` is the key with those it stands below,
    `round.vote.asks`, or empty.
    """

    line: int
    key: str
    why: str

    def __str__(self) -> str:
        return self.told()

    def told(self, file: str = "") -> str:
        """What is wrong, behind the place where it is: the name of the file, if given, the line and
        the key.
        """
        line = f"line {self.line}" if self.line else ""
        place = ", ".join(filter(None, (file, line, self.key)))
        return f"{place}: {self.why}" if place else self.why

    def sentence(self, file: str = "") -> str:
        """The same, ended; one that asks what was meant is ended already."""
        told = self.told(file)
        return told if told.endswith("?") else f"{told}."


class Misset(Exception):
    """No game can be made of a file; `mistakes` are all that were found, in the order of lines."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("; ".join(map(str, mistakes)))
        self.mistakes = mistakes


def canonical(text: str) -> str:
    """The text of a file as it is kept and hashed: without a byte order mark, each line ended by a
    line feed. Raises Misset for one that is too long or has signs in it that steer how it is shown.
    """
    text = text.lstrip("\ufeff").replace("\r\n", "\n")
    text = text if text.endswith("\n") else f"{text}\n"
    mistakes = tuple(amiss_in(text))
    if mistakes:
        raise Misset(*mistakes)
    return text


def amiss_in(text: str) -> Iterator[Mistake]:
    """What no file may have in it, whatever kind of game is made of it."""
    if len(text) > MOST_CHARACTERS:
        why = f"it has {len(text):,} characters; a file has at most {MOST_CHARACTERS:,}"
        yield Mistake(0, "", why)
    elif unicode_hygiene.is_harmful(text):
        for number, line in enumerate(lines_of(text), 1):
            sign = next(filter(unicode_hygiene.is_harmful, line), "")
            if sign:
                why = f"the unseen sign U+{ord(sign):04X} steers how the text is shown; delete it"
                yield Mistake(number, "", why)


def lines_of(file: str) -> list[str]:
    """The lines of a canonical text, without their ends; none of no text."""
    return file.removesuffix("\n").split("\n") if file else []


def hash_of(file: str) -> str:
    """The SHA-256 of a canonical text in UTF-8, in hex; empty for no text."""
    return sha256(file.encode()).hexdigest() if file else ""
