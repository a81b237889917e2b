"""Plays of Big Two by trying everything: each joker as every card, every set of cards of a hand.

Written from the rules page alone; slow, and it shares nothing with the program. A play is its kind
and its key, as in the program: the higher key beats the lower.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = ["D", "C", "H", "S"]
NATURALS = {r + s: (i, j) for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}
JOKERS = {"LJ": 4, "HJ": 5}
STRAIGHTS = [
    {RANKS.index(name) for name in row.split("-")}
    for row in (
        "3-4-5-6-7",
        "4-5-6-7-8",
        "5-6-7-8-9",
        "6-7-8-9-10",
        "7-8-9-10-J",
        "8-9-10-J-Q",
        "9-10-J-Q-K",
        "10-J-Q-K-A",
    )
]
"""Section 4.4.1 of the source, to the letter."""

Found = tuple[str, tuple[int, ...]]
"""A kind and a key."""


def readings(cards: Sequence[str], joker_use: str) -> dict[Found, list[tuple[str, ...]]]:
    """What the cards can be, and everything that they may stand for to be it."""
    found: dict[Found, list[tuple[str, ...]]] = {}
    for stands in product(*(_meanings(card, joker_use) for card in cards)):
        read = judged(cards, stands)
        if read:
            found.setdefault(read, []).append(stands)
    return found


def best(cards: tuple[str, ...], joker_use: str) -> Found | None:
    """The highest that the cards can be."""
    return max(readings(cards, joker_use), key=lambda found: found[1], default=None)


def legal(
    hand: Collection[str], joker_use: str, count: int = 0
) -> Iterator[tuple[frozenset[str], Found]]:
    """Every set of cards of the hand that is a play, and what it is."""
    for number in [count] if count else range(1, 6):
        for cards in combinations(sorted(hand), number):
            found = best(cards, joker_use)
            if found:
                yield frozenset(cards), found


def _meanings(card: str, joker_use: str) -> list[str]:
    if card in NATURALS:
        return [card]
    wild = [*NATURALS, *RANKS] if joker_use != "high" else []
    return wild + ([card] if joker_use != "wild" else [])


def judged(cards: Sequence[str], stands: Sequence[str]) -> Found | None:
    """What the cards are if each stands for that."""
    if any(stand in JOKERS and stand != card for card, stand in zip(cards, stands, strict=True)):
        return None
    if any(stand in RANKS for stand in stands):
        return _five_of_a_kind(cards, stands)
    if len(set(stands)) < len(stands):
        return None
    # a joker that isn't wild is above all ranks, and of no suit
    ranks = [NATURALS[stand][0] if stand in NATURALS else 13 for stand in stands]
    suits = [NATURALS[stand][1] if stand in NATURALS else -1 for stand in stands]
    marks = [JOKERS.get(card, 0) for card in cards]
    if len(cards) == 5:
        return _five_cards(ranks, suits, marks)
    return _one_to_four(ranks, suits, max(marks)) if len(set(ranks)) == 1 else None


def _one_to_four(ranks: list[int], suits: list[int], joker: int) -> Found:
    if len(ranks) == 1:
        return "single", (ranks[0], joker or suits[0])
    if len(ranks) == 2:
        return "pair", (ranks[0], joker or (3 if SUITS.index("S") in suits else 0))
    return {3: "triple", 4: "quad"}[len(ranks)], (ranks[0], joker)


def _five_of_a_kind(cards: Sequence[str], stands: Sequence[str]) -> Found | None:
    """All jokers stand for the rank alone."""
    ranks = {stand if stand in RANKS else stand[:-1] for stand in stands}
    alone = all(
        (stand in RANKS) == (card in JOKERS) for card, stand in zip(cards, stands, strict=True)
    )
    if len(stands) == 5 and len(ranks) == 1 and alone:
        return "five of a kind", (5, RANKS.index(ranks.pop()))
    return None


def _five_cards(ranks: list[int], suits: list[int], marks: list[int]) -> Found | None:
    straight = set(ranks) in STRAIGHTS
    flush = suits == [suits[0]] * 5
    top = ranks.index(max(ranks))
    if straight and flush:
        return "straight flush", (4, ranks[top], marks[top] or suits[top])
    for size, kind, category in ((4, "four of a kind", 3), (3, "full house", 2)):
        for rank in set(ranks):
            others = {other for other in ranks if other != rank}
            if ranks.count(rank) == size and len(others) == 1:
                inside = [mark for mark, own in zip(marks, ranks, strict=True) if own == rank]
                return kind, (category, rank, max(inside))
    if flush:
        falling = sorted(zip(ranks, marks, strict=True), reverse=True)
        return "flush", (1, suits[0], *(number for pair in falling for number in pair))
    if straight:
        return "straight", (0, ranks[top], marks[top] or suits[top])
    return None
