"""Public values that nobody can know yet: a round of drand's quicknet, a lottery draw. One is named
before players' words close, and mixed in as the last of them (ALL-3).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant
from gmtool.engine.wording import casefolded

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash by which drand's quicknet is known."""
GENESIS = Instant.of(datetime.fromtimestamp(1_692_803_367, UTC))
PERIOD = timedelta(seconds=3)
"""Round 1 of quicknet was published at its genesis, and a round every three seconds since."""
AFTER_WORDS = timedelta(minutes=10)
"""How long after the close of words the round of a game is published: time to post the words."""

_ROUND = expression(r"drand ([1-9]\d{0,11})", re.ASCII)
_NAMED = expression(r"(?P<name>.*\S) at (?P<at>\S+)")
_SIGNATURE = expression(r"[0-9a-f]{96}", re.ASCII)
_WORD = expression(r"[^\W_]+")


@frozen
class Beacon:
    """A public value: its `name`, the instant `at` which it becomes known, and for a round of
    drand's its number, which is 0 for any other value.
    """

    name: str
    at: Instant
    round: int = 0

    @property
    def address(self) -> str:
        """The address at which anybody can look a round up; empty for any other value."""
        return f"https://api.drand.sh/{CHAIN}/public/{self.round}" if self.round else ""

    def value_in(self, words: str) -> str | None:
        """The value in words of the form `NAME: VALUE`, as typed; None where they aren't its."""
        name, colon, value = words.partition(":")
        # A name may have a colon in it, such as that of a time.
        while colon and casefolded(name) != casefolded(self.name):
            more, colon, value = value.partition(":")
            name = f"{name}:{more}"
        return value.strip() if colon else None

    def words(self, value: str) -> str:
        """The words by which a value goes into the draws. There is one way to write each, or the
        host could choose among several once the value is known. Raises ValueError for no value.
        """
        if self.round:
            return f"{self.name}: {_signature(value)}"
        words = [casefolded(word) for word in _WORD.findall(value)]
        if not words:
            raise ValueError("the value itself is missing")
        if all(word.isdecimal() for word in words):
            words = [str(number) for number in sorted(map(int, words))]
        return f"{self.name}: {' '.join(words)}"

    def __str__(self) -> str:
        return self.name if self.round else f"{self.name} at {self.at}"


def _signature(value: str) -> str:
    if not _SIGNATURE.fullmatch(value.casefold()):
        raise ValueError("the value of a round is its signature, 96 digits from 0 to 9 and a to f")
    return value.casefold()


def drand(number: int) -> Beacon:
    """The round of that number."""
    return Beacon(f"drand {number}", GENESIS.plus((number - 1) * PERIOD), number)


def drand_after(closes: Instant) -> Beacon:
    """The first round that is published ten minutes after words close, or later."""
    return drand(max(1, 1 - (closes.plus(AFTER_WORDS).until(GENESIS) // PERIOD)))


def read_beacon(text: str) -> Beacon:
    """The public value of which `text` is the text form: `drand 12345`, or words with an instant
    behind `at`. Raises ValueError for any other text.
    """
    if found := _ROUND.fullmatch(text):
        return drand(int(found[1]))
    if not (named := _NAMED.fullmatch(text)):
        raise ValueError(f"“{text}” doesn't say at which instant the value will be known")
    return Beacon(named["name"], Instant.read(named["at"]))
