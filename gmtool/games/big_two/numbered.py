"""The plays of a hand as numbers, for playing many rounds fast. It finds the same plays as `legal`.

A number holds, from the top, how many cards the play has, its key (one hexadecimal digit for each
part, BT-10, BT-11) and a bit for each of its cards. So a sorted list has plays of equally many
cards side by side, from low to high, and a bitwise *and* tells whether two plays share a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from gmtool.games.big_two import terms
from gmtool.games.big_two.legal import Play, legal

CARDS = terms.in_order(terms.deck(2))
BIT = {card: 1 << place for place, card in enumerate(CARDS)}
ALL_CARDS = (1 << len(CARDS)) - 1
_JOKERS = BIT[terms.LOW_JOKER] | BIT[terms.HIGH_JOKER]
_KEY_BITS = 4 * 12
"""The bits of the longest key, that of a flush: the kind, the suit, and two parts for each card."""


def numbered(hand: int, joker_use: str) -> list[int]:
    """All plays of a hand, sorted; each set of cards as the highest play that it can be (BT-20)."""
    if hand & _JOKERS:
        return sorted(map(number_of, legal(cards_of(hand), joker_use)))
    held = [hand >> 4 * rank & _ALL_SUITS for rank in _RANKS]
    found: list[int] = []
    for table, suits in zip(_OF_ONE_RANK, held, strict=True):
        found += table[suits]
    found += _groups(hand, held)
    found += _straights(held)
    found += _flushes(hand)
    found.sort()
    return found


def number_of(play: Play) -> int:
    """The play as a number."""
    return _number(len(play.cards), play.reading.key) | hand_of(play.cards)


def fewest(count: int) -> int:
    """A number below every play of `count` cards and above every play of fewer."""
    return _number(count, ())


def hand_of(cards: Iterable[str]) -> int:
    """The bits of the cards."""
    return sum(map(BIT.__getitem__, cards))


def cards_of(number: int) -> tuple[str, ...]:
    """The cards of a play or a hand, from low to high."""
    return tuple(card for card, bit in BIT.items() if number & bit)


def _groups(hand: int, held: list[int]) -> list[int]:
    """Full houses, and fours with a kicker."""
    found: list[int] = []
    for rank, suits in enumerate(held):
        for triple in _SUBSETS[3][suits]:
            start = _FULL_HOUSE[rank] | triple << 4 * rank
            for other, others in enumerate(held):
                if other != rank:
                    found += [start | pair << 4 * other for pair in _SUBSETS[2][others]]
        if suits == _ALL_SUITS:
            four = _FOURS[rank] | suits << 4 * rank
            found += [four | bit for bit in BIT.values() if hand & bit and not four & bit]
    return found


def _straights(held: list[int]) -> list[int]:
    """Straights, with straight flushes among them; none has a 2 (BT-8)."""
    found: list[int] = []
    row = 0
    for rank, suits in enumerate(held[:-1]):
        row = row + 1 if suits else 0
        if row >= 5:
            for bits in product(*(_BITS[low][held[low]] for low in range(rank - 4, rank + 1))):
                cards = sum(bits)
                found.append(_STRAIGHT_FLUSH.get(cards) or _STRAIGHT[bits[-1]] | cards)
    return found


def _flushes(hand: int) -> list[int]:
    """Flushes that are no straight flushes."""
    found: list[int] = []
    for suit, falling in enumerate(_SUITS):
        bits = [bit for bit in falling if hand & bit]
        if len(bits) >= 5:
            for five in combinations(bits, 5):
                cards = sum(five)
                if cards not in _STRAIGHT_FLUSH:
                    key = [part for bit in five for part in (_RANK[bit], 0)]
                    found.append(_five(terms.FLUSH, suit, *key) | cards)
    return found


def _number(count: int, key: Iterable[int]) -> int:
    digits = 0
    left = _KEY_BITS
    for part in key:
        left -= 4
        digits |= part << left
    return (count << _KEY_BITS | digits) << len(CARDS)


def _five(kind: str, *key: int) -> int:
    return _number(5, (terms.FIVE_CARDS.index(kind), *key))


def _by_suits(rank: int) -> list[list[int]]:
    """The single, pairs, triples and quad of one rank, by the set of suits held (BT-10)."""
    cards = [
        [CARDS[4 * rank + suit] for suit in range(4) if held >> suit & 1] for held in range(16)
    ]
    return [[number_of(play) for play in legal(some, terms.WILD)] for some in cards]


_RANKS = range(len(terms.RANKS))
_ALL_SUITS = 15
_SUBSETS = [
    [
        [some for some in range(16) if some | held == held and some.bit_count() == n]
        for held in range(16)
    ]
    for n in range(5)
]
"""By n and by the set of suits held: its subsets of n suits."""
_OF_ONE_RANK = [_by_suits(rank) for rank in _RANKS]
_SUITS = [[1 << 4 * rank + suit for rank in reversed(_RANKS)] for suit in range(4)]
_RANK = {1 << 4 * rank + suit: rank for rank in _RANKS for suit in range(4)}
_BITS = [
    [[suit << 4 * rank for suit in _SUBSETS[1][held]] for held in range(16)] for rank in _RANKS
]
_FULL_HOUSE = [_five(terms.FULL_HOUSE, rank) for rank in _RANKS]
_FOURS = [_five(terms.FOURS, rank) for rank in _RANKS]
_STRAIGHT = {
    bit: _five(terms.STRAIGHT, rank, bit.bit_length() - 1 - 4 * rank) for bit, rank in _RANK.items()
}
"""The numbers of straights, without their cards, by the highest card."""
_STRAIGHT_FLUSH = {
    sum(five): sum(five) | _five(terms.STRAIGHT_FLUSH, _RANK[five[0]], suit)
    for suit, falling in enumerate(_SUITS)
    for five in (tuple(falling[start : start + 5]) for start in range(1, 9))
}
