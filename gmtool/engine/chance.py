"""Chance that anybody can check: every draw follows from one seed by the bytes written here.

The sampler is that of the public "cardpack v1" scheme: 32-bit big-endian words of
SHA-256(sub-seed, counter), rejection below the largest multiple of n, and a Fisher-Yates shuffle
from the last place down.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from gmtool.engine.entries import Entry

Thing = TypeVar("Thing")

SEED_BYTES = 32
_WORD = 1 << 32


class Choose(Protocol):
    """Something that chooses: a sub-seed's stream, or a test's random numbers."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        ...

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in a new order, the first on top."""
        ...


class Stream:
    """The draws of one sub-seed."""

    def __init__(self, subseed: bytes) -> None:
        self._words = _words(subseed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely; n is at most 2**32."""
        limit = _WORD - _WORD % n
        return next(word for word in self._words if word < limit) % n

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in a drawn order, index 0 on top."""
        order = list(range(len(things)))
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(things[place] for place in order)


def _words(subseed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(subseed + counter.to_bytes(4, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def commitment(seed: bytes) -> str:
    """What the opening post shows, in hex, so that the seed can't be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def key(seed: bytes, words: tuple[str, ...] = ()) -> bytes:
    """The seed, or with words of the players the seed with their words mixed in, in order."""
    if not words:
        return seed
    text = "gmtool words\n" + "\n".join(words)
    return hmac.digest(seed, text.encode(), "sha256")


def subseed(draw_key: bytes, number: int) -> bytes:
    """What the `number`th live chance entry is drawn from, counted from 1."""
    return hmac.digest(draw_key, f"gmtool draw {number}".encode(), "sha256")


def nonce(seed: bytes, entry: int, who: str = "") -> str:
    """The receipt's nonce for a sealed move, in hex: nobody can guess the move from its digest. If
    it was put down as another's first, `who` it is goes into it: that other has the first receipt.
    """
    about = f"{entry} {who}" if who else f"{entry}"
    return hmac.digest(seed, f"gmtool nonce {about}".encode(), "sha256")[:16].hex()


def short(seal: str) -> str:
    """The digits of a digest that the post closing a window lists."""
    return seal[:32]


def digest(entry_nonce: str, who: str, text: str) -> str:
    """What seals the move `text` of `who`, in hex; with the nonce anybody can check it."""
    return hashlib.sha256(f"{entry_nonce} {who}: {text}".encode()).hexdigest()


def seal(seed: bytes, entry: Entry) -> tuple[str, str]:
    """The nonce and the digest of a sealed move, as its receipt shows them."""
    own = nonce(seed, entry.number, entry.who if entry.put_down_as else "")
    return own, digest(own, entry.who, entry.text)
