"""Lists every play that a hand holds (BT-6, BT-7, BT-9). Plays are built up from ranks and suits,
not found by trying all sets of cards.

Wilds fill in what natural cards leave open, so the same cards may be found in several ways; a play
is listed once, as the highest that its cards can be (BT-20).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, product

from gmtool.engine.cards import rank, suit
from gmtool.engine.frozen import frozen
from gmtool.games.big_two import terms
from gmtool.games.big_two.plays import Reading, best

_WINDOWS = tuple(terms.RANKS[low : low + 5] for low in range(len(terms.RANKS) - 5))
"""The ranks of each possible straight, which never has a 2 (BT-8)."""

Cards = tuple[str, ...]


@frozen
class Play:
    """Cards that can be played, from low to high (BT-1), and what they are."""

    cards: Cards
    reading: Reading


def legal(
    hand: Collection[str],
    joker_use: str,
    to_beat: Reading | None = None,
    count: int = 0,
    *,
    containing: str = "",
) -> tuple[Play, ...]:
    """All plays of the hand, each set of cards once, by the number of cards and then from low to
    high.

    With `to_beat` only those of `count` cards that are higher (BT-9); with `containing` only those
    that contain this card (BT-6). Plays that don't beat each other are in the order of their cards.
    """
    found = [
        Play(cards, reading)
        for cards in _sets(hand, joker_use, count)
        if (not containing or containing in cards)
        and (reading := best(cards, joker_use))
        and (to_beat is None or reading.key > to_beat.key)
    ]
    return tuple(sorted(found, key=_order))


def _order(play: Play) -> tuple[int, tuple[int, ...], list[int]]:
    return len(play.cards), play.reading.key, [terms.place(card) for card in play.cards]


def _sets(hand: Collection[str], joker_use: str, count: int) -> set[Cards]:
    """The cards of every play of `count` cards, or of any number where `count` is 0, from low to
    high.
    """
    cards = terms.in_order(hand)
    naturals = tuple(card for card in cards if not terms.is_joker(card))
    jokers = tuple(card for card in cards if terms.is_joker(card))
    by_rank = {name: tuple(card for card in naturals if rank(card) == name) for name in terms.RANKS}
    wilds = jokers if joker_use != terms.HIGH else ()
    if not wilds:
        by_rank[""] = jokers  # as if they were a rank: a pair, or what a hand of five has beside
    found = {
        terms.in_order((*some, *filled))
        for wild in range(len(wilds) + 1)
        for some in _unfilled(by_rank, naturals, wild, count)
        for filled in combinations(wilds, wild)
    }
    found |= {some for number in (1, 2) for some in combinations(jokers, number)}
    return {some for some in found if count in (0, len(some))}


def _unfilled(by_rank: dict[str, Cards], naturals: Cards, wild: int, count: int) -> Iterator[Cards]:
    """The other cards of every play that has that many wilds, and not only wilds."""
    for group in by_rank.values():
        for number in range(1, 5 - wild):
            if count in (0, number + wild):
                yield from combinations(group, number)
    if count in (0, 5):
        yield from _straights(by_rank, wild)
        for name in terms.SUITS:
            yield from combinations([card for card in naturals if suit(card) == name], 5 - wild)
        yield from _groups(by_rank, 4, wild)
        yield from _groups(by_rank, 3, wild)


def _straights(by_rank: dict[str, Cards], wild: int) -> Iterator[Cards]:
    """One card of each rank of a straight, except for those that wilds fill in."""
    for window in _WINDOWS:
        for names in combinations(window, 5 - wild):
            yield from product(*(by_rank[name] for name in names))


def _groups(by_rank: dict[str, Cards], size: int, wild: int) -> Iterator[Cards]:
    """Groups of `size` cards and the cards that make them five; wilds may be in either part. A four
    of a kind with a wild kicker is five of a kind.
    """
    for filled in range(wild + 1):
        inside, beside = size - filled, 5 - size - (wild - filled)
        if beside < 0:
            continue
        for name, group in by_rank.items():
            if len(group) >= inside:
                others = [by_rank[other] for other in by_rank if other != name]
                rest = [more for other in others for more in combinations(other, beside)]
                yield from ((*some, *more) for some in combinations(group, inside) for more in rest)
