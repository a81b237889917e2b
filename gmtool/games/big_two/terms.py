"""The basic terms: the order of cards, kinds of plays, roles (BT-1, BT-7, BT-21)."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.engine.cards import DECK, JOKERS

BIG_TWO, PRESIDENT = "big-two", "president"

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = ("D", "C", "H", "S")
"""Ranks and suits from low to high (BT-1)."""
LOW_JOKER, HIGH_JOKER, THE_JOKER = "LJ", "HJ", "JOKER"
"""JOKER is how a player may write the only joker in play or in the hand (BT-5)."""
LOWEST = "3D"
FLOATING, IN_ITS_STEAD = "3D", "3C"
"""The player who is dealt the first gets the floating card; the second takes its place where the
first is the floating card (BT-4).
"""

SINGLE, PAIR, TRIPLE, QUAD = "single", "pair", "triple", "quad"
STRAIGHT, FLUSH, FULL_HOUSE = "straight", "flush", "full house"
FOURS, STRAIGHT_FLUSH, FIVES = "four of a kind", "straight flush", "five of a kind"
FIVE_CARDS = (STRAIGHT, FLUSH, FULL_HOUSE, FOURS, STRAIGHT_FLUSH, FIVES)
"""Plays of five cards from low to high (BT-11, BT-19)."""

WILD, HIGH, BOTH = "wild", "high", "both"
"""What a joker may be: any card, a single above every 2, or either (BT-16)."""
FACE_UP, FACE_DOWN = "face-up", "face-down"
NO_FLOATING = "none"
EVERY_ROUND, FIRST_ROUND = "every-round", "first-round"

PRESIDENT_ROLE, VICE_PRESIDENT = "president", "vice president"
NEUTRAL = "neutral"
VICE_BUM, BUM = "vice bum", "bum"

_IN_JOKERS = len(RANKS)
_PLACES = {
    **{r + s: 4 * high + low for high, r in enumerate(RANKS) for low, s in enumerate(SUITS)},
    LOW_JOKER: 4 * _IN_JOKERS,
    HIGH_JOKER: 4 * _IN_JOKERS + 1,
}


def deck(jokers: int) -> tuple[str, ...]:
    """The cards in the order in which a shuffle takes them, with no, one or two jokers."""
    return (*DECK, *(LOW_JOKER, HIGH_JOKER)[:jokers])


def place(card: str) -> int:
    """The index of a card among all, from 0: by rank, then by suit, jokers above all (BT-1)."""
    return _PLACES[card]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards from low to high (BT-1)."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def is_joker(card: str) -> bool:
    """Whether it is one of the jokers."""
    return card in JOKERS
