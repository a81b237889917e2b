"""Cards, made hands and points as the page has them: part of `reference`."""

from __future__ import annotations

import re
from itertools import combinations

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
SUITS = ["C", "D", "H", "S"]
ONE_DECK = [rank + suit for suit in SUITS for rank in RANKS]
MADE = {
    4: ["A 3 5 7", "2 4 6 8", "3 5 7 9", "4 6 8 10"],
    3: ["A 3 5", "2 4 6", "3 5 7", "4 6 8", "5 7 9", "6 8 10"],
}
"""TS-9, by the run length."""


def rank_of(card: str) -> str:
    return card[:-1]


def height(card: str) -> int:
    """TS-1: from 1 for an Ace to 10."""
    return RANKS.index(rank_of(card)) + 1


def points(card: str) -> int:
    """TS-19."""
    return 20 if rank_of(card) == "A" else height(card)


def made(hand: list[str], run_length: int) -> bool:
    """TS-9."""
    ranks = {rank_of(card) for card in hand}
    return any(set(run.split()) <= ranks for run in MADE[run_length])


def paired(hand: list[str]) -> bool:
    """TS-19: whether two of the cards are of one rank."""
    return any(rank_of(one) == rank_of(other) for one, other in combinations(hand, 2))


def round_score(own: list[str], claimants: list[str]) -> int:
    """TS-19: what a loser scores who holds `own`, and has doubted a true claim on `claimants`."""
    total = 0
    for card in own + claimants:
        total += points(card)
    return total * 2 if paired(own) else total


def by_suit(cards: list[str]) -> list[str]:
    """Clubs, diamonds, hearts, spades (TS-5)."""
    return sorted(cards, key=lambda card: SUITS.index(card[-1]))


def dearest(cards: list[str]) -> str:
    """The highest-scoring, of equals the first by suit (TS-5)."""
    most = max(points(card) for card in cards)
    return by_suit([card for card in cards if points(card) == most])[0]


def cheapest(cards: list[str]) -> str:
    """The lower-scoring of two, of equals the first by suit (TS-5)."""
    least = min(points(card) for card in cards)
    return by_suit([card for card in cards if points(card) == least])[0]


def without(cards: list[str], card: str) -> list[str]:
    """The others: a twin stays (TS-1)."""
    left = list(cards)
    left.remove(card)
    return left


def stacked(first: str, decks: int = 1) -> str:
    """A shuffle with these cards on top, the rest in the deck's order."""
    rest = ONE_DECK * decks
    for card in first.split():
        rest.remove(card)
    return " ".join(["shuffle", *first.split(), *rest])


def dealing(hands: list[str], pile: str = "", decks: int = 1) -> str:
    """A shuffle that deals these hands of equally many cards one card at a time, the first of them
    to whom sits left of the dealer, and leaves that pile to draw from, the rest below it.
    """
    columns = zip(*(hand.split() for hand in hands), strict=True)
    return stacked(" ".join([*(" ".join(column) for column in columns), pile]), decks)


def whole(text: str) -> int:
    """A number as rulings have it, below 0 where it is none."""
    return int(text) if re.fullmatch(r"0|[1-9]\d*", text) else -1
