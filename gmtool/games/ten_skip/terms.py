"""The basic terms: cards, made hands, and what cards score (TS-1, TS-9, TS-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gmtool.engine.cards import SUITS, rank, suit

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Ranks from low to high (TS-1)."""
_PLACES = {r: place for place, r in enumerate(RANKS)}
_DECK = tuple(r + s for s in SUITS for r in RANKS)
_SKIP = 2
"""How many ranks a made hand goes up from one card to the next."""
ACE_POINTS = 20

AGAIN, SAME_PLAYER, ONCE = "again", "same-player", "once"
"""Who may put everyone on notice after a refuted claim (TS-12)."""


def deck(decks: int) -> tuple[str, ...]:
    """The cards in the order in which a shuffle takes them: a whole deck, then the second."""
    return _DECK * decks


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards from low to high; within a rank in the order of suits C D H S (TS-13)."""
    return tuple(sorted(cards, key=lambda card: (_PLACES[rank(card)], SUITS.index(suit(card)))))


def height(card: str) -> int:
    """How high a card is, from 0 for an Ace, in the draw for dealer (TS-1, TS-3)."""
    return _PLACES[rank(card)]


def made_hands(run_length: int) -> tuple[tuple[str, ...], ...]:
    """The runs of ranks that make a hand, from low to high (TS-9)."""
    width = (run_length - 1) * _SKIP + 1
    return tuple(RANKS[low : low + width : _SKIP] for low in range(len(RANKS) - width + 1))


def runs_in(hand: Iterable[str], run_length: int) -> tuple[tuple[str, ...], ...]:
    """The runs that a hand holds; with at least one it is a made hand (TS-9)."""
    held = {rank(card) for card in hand}
    return tuple(run for run in made_hands(run_length) if held.issuperset(run))


def points(card: str) -> int:
    """What a card scores: its number; an Ace scores 20 (TS-19)."""
    return ACE_POINTS if rank(card) == RANKS[0] else height(card) + 1


def pairs_in(hand: Iterable[str]) -> tuple[str, ...]:
    """The ranks that a hand holds more than once, from low to high (TS-19)."""
    held = Counter(rank(card) for card in hand)
    return tuple(r for r in RANKS if held[r] > 1)


def lower(cards: Iterable[str]) -> str:
    """The lowest of the cards, the Ace being low (TS-1); of equals the first in the order."""
    return min(in_order(cards), key=height)


def higher(cards: Iterable[str]) -> str:
    """The highest of the cards; of equals the first in the order."""
    return max(in_order(cards), key=height)


def highest_scoring(cards: Iterable[str]) -> str:
    """The card that scores most; of equals the first in the order of `in_order`."""
    return max(in_order(cards), key=points)


def without(cards: Iterable[str], card: str) -> tuple[str, ...]:
    """The cards without one that equals `card`; unchanged where there is none. With two
    decks cards have twins.
    """
    rest = list(cards)
    if card in rest:
        rest.remove(card)
    return tuple(rest)
