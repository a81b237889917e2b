"""Makes a draw again from the seed and from what a record says that it was drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gmtool.desk.verifying.record import SHAPES
from gmtool.engine.cards import JOKERS, RANKS, SUITS
from gmtool.engine.chance import Stream

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOW_ACES = ("A", *(rank for rank in RANKS if rank not in {"J", "Q", "K", "A"}))
_ORDERS = [
    {card: place for place, card in enumerate([*(r + s for s in SUITS for r in ranks), *JOKERS])}
    for ranks in (RANKS, _LOW_ACES)
]
"""The places of the cards, with the ace above the king, and below the 2 where there is no king."""


def parts_of(text: str) -> list[tuple[str, ...]] | None:
    """The parts of a draw, each `shuffle` with its things or `below` with a number; None for what
    no draw is made from.
    """
    parts = [tuple(part.split(" ")) for part in text.split("; ")]
    for verb, *things in parts:
        number = things[0] if verb == "below" and len(things) == 1 else ""
        is_number = bool(SHAPES["whole"].match(number)) and 1 <= int(number[:11]) <= 2**32
        if not is_number and not (verb == "shuffle" and things):
            return None
    return parts


def given(parts: Sequence[tuple[str, ...]], subseed: bytes) -> list[str]:
    """What the seed gives, in the forms in which a move may have it: words that it ends with.

    Where things are shuffled in groups and then the groups, each group stands at its place.
    """
    stream = Stream(subseed)
    shuffled: list[tuple[str, ...]] = []
    numbers: list[int] = []
    for verb, *things in parts:
        if verb == "below":
            numbers.append(stream.below(int(things[0])))
        else:
            shuffled.append(stream.shuffle(things))
    if numbers:
        lists = [[str(number + first) for number in numbers] for first in (1, 0)]
        before = [word for one in shuffled for word in one]
        return [" ".join([*before, *one]) for one in lists]
    *groups, order = shuffled
    if groups and len(groups) == len(order):
        before = list(parts[-1][1:])
        shuffled = [groups[before.index(name)] for name in order]
    return [" ".join(word for one in shuffled for word in one)]


def lies_in_order(things: Sequence[str]) -> bool:
    """Whether things to be shuffled lie as the algorithm says: cards by suit and rank, a second
    deck behind the first, jokers last; numbers and letters rising. Of other things only the rules
    know the order.
    """
    orders = _places(things)
    several = max([1, *(things.count(thing) for thing in {*things} - {*JOKERS})])
    return not orders or any(_descents(places) < several for places in orders)


def _descents(places: Sequence[int]) -> int:
    return sum(after < before for before, after in pairwise(places))


def _places(things: Sequence[str]) -> list[list[int]]:
    """The places of the things, in each order that may be meant; none where it isn't known."""
    if all(map(SHAPES["whole"].match, things)):
        return [[int(thing) for thing in things]]
    if {*things} == {*_LETTERS[: len(things)]}:
        return [[ord(thing) for thing in things]]
    return [[order[thing] for thing in things] for order in _ORDERS if {*things} <= order.keys()]
