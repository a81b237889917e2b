"""Hands of Split Decision: what a card can do in one (SD-2, SD-15 to SD-17)."""

from __future__ import annotations

from msgspec import Struct

from gmtool.engine.cards import RANKS, rank

HIGH, LOW = "high", "low"
JOKER = "JOKER"
ACE = "A"


class Held(Struct, frozen=True):
    """A card placed; `rank` is its own, or what a Joker was made."""

    card: str
    rank: str


class Hand(Struct, frozen=True):
    """The two places of a hand; an empty one is None."""

    low: Held | None = None
    high: Held | None = None

    @property
    def is_empty(self) -> bool:
        """Whether neither place is filled."""
        return self.low is None and self.high is None

    @property
    def cards(self) -> tuple[Held, ...]:
        """The cards placed, low first."""
        return tuple(held for held in (self.low, self.high) if held is not None)


EMPTY = Hand()


class Uses(Struct, frozen=True):
    """What a card can do in a hand: win the round, be a push, or be placed. `places` are pairs of a
    place and the rank as which it is placed.
    """

    wins: bool = False
    pushes: bool = False
    places: tuple[tuple[str, str], ...] = ()

    def at(self, place: str) -> tuple[str, ...]:
        """The ranks as which the card can go to that place."""
        return tuple(as_rank for where, as_rank in self.places if where == place)


def value(of_rank: str, place: str) -> int:
    """The number of a rank in a place, from 1, the low Ace, to 14, the high one (SD-2)."""
    if of_rank == ACE:
        return 14 if place == HIGH else 1
    return RANKS.index(of_rank) + 2


def called(card: str) -> str:
    """A card as part of a sentence; a free Ace has no suit."""
    return {JOKER: "a Joker", ACE: "an Ace"}.get(card, card)


def is_below(low: str, high: str) -> bool:
    """Whether two ranks may stand as low and high (SD-15, SD-30)."""
    return value(low, LOW) < value(high, HIGH)


def is_between(of_rank: str, low: str, high: str) -> bool:
    """Whether a rank is strictly between the two; an Ace never is (SD-15, SD-31)."""
    return of_rank != ACE and value(low, LOW) < value(of_rank, HIGH) < value(high, HIGH)


def rank_of(card: str) -> str:
    """A card's rank; a Joker's is the Joker itself, and a free Ace, which has no suit, is just an
    Ace.
    """
    return card if card in {JOKER, ACE} else rank(card)


def uses(hand: Hand, card: str) -> Uses:
    """What `card` can do in `hand` (SD-15, SD-16, SD-17)."""
    if hand.low and hand.high:
        return _third(hand.low, hand.high, card)
    if hand.low:
        return _second(hand.low, LOW, HIGH, card)
    if hand.high:
        return _second(hand.high, HIGH, LOW, card)
    first = ACE if card == JOKER else rank_of(card)
    return Uses(places=((LOW, first), (HIGH, first)))


def _third(low: Held, high: Held, card: str) -> Uses:
    if card == JOKER or is_between(rank_of(card), low.rank, high.rank):
        return Uses(wins=True)
    return Uses(pushes=rank_of(card) in {low.rank, high.rank})


def _second(held: Held, taken: str, free: str, card: str) -> Uses:
    """SD-15 to SD-17: the card goes to the open place if that leaves low below high; an Ace beside
    an Ace is a push, or goes to the other end.
    """
    ranks = (ACE, *RANKS[:-1]) if card == JOKER else (rank_of(card),)
    mark = value(held.rank, taken)
    places = tuple(
        (free, each)
        for each in ranks
        if (value(each, free) > mark if free == HIGH else value(each, free) < mark)
    )
    return Uses(pushes=rank_of(card) == held.rank, places=places)
