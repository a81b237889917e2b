"""Chance that anybody can check: every draw follows from one seed by the algorithms in this module.

The sampler is that of the public "cardpack v1" scheme: 32-bit big-endian words of
SHA-256(sub-seed, counter), rejection below the largest multiple of n, and a Fisher-Yates shuffle
from the last place down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Protocol, TypeVar

from msgspec import Struct

Thing = TypeVar("Thing")

SEED_BYTES = 32
_WORD = 1 << 32


class Choose(Protocol):
    """A source of choices: the stream of a sub-seed, or random numbers in a test."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        ...

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in a new order; the first is on top."""
        ...


class Draw(Struct, frozen=True):
    """What chance is asked for next. Its text form begins with `words`; behind them stand, each as
    a word of its own, the things of `shuffles` as they come to lie, and for each of `numbers` a
    number from 1 to that. With `lots_shuffled` the order of the shuffled lots is drawn too, from
    the first on.

    So anybody can redo it with nothing but the seed: what was drawn is how its text ends.
    """

    words: str
    shuffles: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[int, ...] = ()
    lots_shuffled: bool = False

    @property
    def made_from(self) -> str:
        """What it is made from, in the order in which it is drawn, as the record tells it."""
        lots = (*self.shuffles, *((self._lots,) if self.lots_shuffled else ()))
        shuffles = (f"shuffle {' '.join(things)}" for things in lots)
        return "; ".join((*shuffles, *(f"below {most}" for most in self.numbers)))

    @property
    def _lots(self) -> tuple[str, ...]:
        return tuple(ascii_uppercase[: len(self.shuffles)])

    def text(self, choose: Choose) -> str:
        """What chance gives, in its text form; raises ValueError where what is drawn from isn't a
        row of single words, or lots are shuffled of which there are more than letters.
        """
        if self.lots_shuffled and len(self.shuffles) > len(ascii_uppercase):
            raise ValueError(f"there are {len(self.shuffles)} lots to shuffle, and 26 letters")
        if any(thing.split() != [thing] for things in self.shuffles for thing in things):
            raise ValueError(f"what is drawn isn't each a word of its own: {self.made_from}")
        lots = [choose.shuffle(things) for things in self.shuffles]
        if self.lots_shuffled:
            lots = [lots[self._lots.index(letter)] for letter in choose.shuffle(self._lots)]
        numbers = (str(1 + choose.below(most)) for most in self.numbers)
        return " ".join((self.words, *(thing for things in lots for thing in things), *numbers))


class Stream:
    """The draws of one sub-seed."""

    def __init__(self, subseed: bytes) -> None:
        self._words = _words(subseed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely; n is at most 2**32."""
        # Words from the last, incomplete multiple of n are skipped: they would favour small
        # numbers.
        limit = _WORD - _WORD % n
        return next(word for word in self._words if word < limit) % n

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in a drawn order; index 0 is on top."""
        order = list(range(len(things)))
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(things[place] for place in order)


def _words(subseed: bytes) -> Iterator[int]:
    import hashlib  # what is only read about a kind draws nothing

    counter = 0
    while True:
        block = hashlib.sha256(subseed + counter.to_bytes(4, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def key(seed: bytes, words: tuple[str, ...] = ()) -> bytes:
    """The key of all draws: the seed, with the players' words mixed in, in order,
    where there are any.
    """
    if not words:
        return seed
    import hmac

    text = "gmtool words\n" + "\n".join(words)
    return hmac.digest(seed, text.encode(), "sha256")


def subseed(draw_key: bytes, number: int) -> bytes:
    """The bytes from which the `number`th live chance entry is drawn, counted from 1."""
    import hmac

    return hmac.digest(draw_key, f"gmtool draw {number}".encode(), "sha256")
