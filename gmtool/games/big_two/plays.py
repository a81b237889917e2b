"""What cards are played as, and which of two plays is higher (BT-7 to BT-11, BT-16 to BT-20).

A play is judged by what its cards stand for: a natural card for itself; a wild for any
natural card that isn't in the play, or in five of a kind for the rank alone; a joker played
as a joker for itself. So one function judges what a player says that cards stand for, and
what the program proposes.
"""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.cards import DECK, JOKERS, rank, suit
from gmtool.engine.frozen import frozen
from gmtool.games.big_two import terms, wilds

_RANK = {name: number for number, name in enumerate(terms.RANKS)}
_ABOVE_RANKS = len(terms.RANKS)
ACE = _RANK["A"]
_SPADES = terms.SUITS.index("S")
PLACE = {
    **{card: terms.SUITS.index(suit(card)) for card in DECK},
    terms.LOW_JOKER: len(terms.SUITS),
    terms.HIGH_JOKER: len(terms.SUITS) + 1,
}
"""The place of a card among those of its rank; a joker is above all natural cards (BT-1, BT-17)."""
_RANK_OF = {card: _RANK[rank(card)] for card in DECK} | dict.fromkeys(JOKERS, _ABOVE_RANKS)
"""The number of a card's rank; a joker that isn't wild is above all ranks, and of none (BT-16)."""
_LOWEST_JOKER = PLACE[terms.LOW_JOKER]
_OF_ONE_RANK = {2: terms.PAIR, 3: terms.TRIPLE, 4: terms.QUAD}

_Ranked = tuple[int, int]
"""A rank, from 0, and the place in it of the card that is played for it."""
_Judged = tuple[str, tuple[int, ...]]
"""The kind and the key of a reading."""


@frozen
class Reading:
    """What a set of cards is played as.

    Of two readings of equally many cards the one with the higher `key` is higher; equal keys beat
    neither. `stands` is what each card stands for, in the order in which the cards were given.
    """

    kind: str
    key: tuple[int, ...]
    stands: tuple[str, ...]


def best(cards: Sequence[str], joker_use: str) -> Reading | None:
    """The highest that the cards can be played as (BT-20); None where they are no play."""
    for stands in wilds.proposals(cards, joker_use):
        reading = _read(cards, stands)
        if reading:
            return reading
    return None


def stated(cards: Sequence[str], stands: Sequence[str], joker_use: str) -> Reading | None:
    """What the cards are if they stand for exactly these (BT-20); None where they can't.

    A card that is among `stands` stands for itself. The jokers, in the order of `cards`, stand for
    what is left, in the order in which it was written. `("7",)` alone makes jokers stand for the
    rank in five of a kind (BT-16).
    """
    matched = _matched(cards, stands)
    if not matched or any(
        joker_use == (terms.WILD if stand in JOKERS else terms.HIGH)
        for card, stand in zip(cards, matched, strict=True)
        if card in JOKERS
    ):
        return None
    return _read(cards, matched)


def laid(cards: Sequence[str], stands: Sequence[str]) -> tuple[dict[str, str], ...]:
    """The cards of a play from low to high, with a wild joker in the place of its card; `stands` is
    what a card stands for, empty where that is itself.
    """
    pairs = sorted(zip(stands, cards, strict=True), key=_where)
    return tuple({"card": card, "stands": stand * (stand != card)} for stand, card in pairs)


def _where(pair: tuple[str, str]) -> int:
    """The sort key of a card by what it stands for; a rank alone, in five of a kind, comes last."""
    stand, _ = pair
    return len(terms.deck(2)) if stand in _RANK else terms.place(stand)


def beats(one: Reading, other: Reading) -> bool:
    """Whether `one` is higher than `other`, which has as many cards (BT-9)."""
    return one.key > other.key


def _matched(cards: Sequence[str], stands: Sequence[str]) -> tuple[str, ...]:
    """What each card stands for; empty where a natural card would stand for another."""
    if len(stands) == 1 and stands[0] in _RANK and any(card in JOKERS for card in cards):
        return tuple(stands[0] if card in JOKERS else card for card in cards)
    if len(cards) != len(stands):
        return ()
    left = list(stands)
    themselves = {card for card in cards if card in left}
    for card in themselves:
        left.remove(card)
    if any(card not in themselves and card not in JOKERS for card in cards):
        return ()
    return tuple(card if card in themselves else left.pop(0) for card in cards)


def _read(cards: Sequence[str], stands: Sequence[str]) -> Reading | None:
    """The play that the cards are with what each stands for; None where they are none."""
    pairs = zip(cards, stands, strict=True)
    if len(set(cards)) < len(cards) or any(s in JOKERS and s != card for card, s in pairs):
        return None  # a joker is itself, or stands for a natural card
    judged = _judged(cards, stands)
    return Reading(*judged, tuple(stands)) if judged else None


def _judged(cards: Sequence[str], stands: Sequence[str]) -> _Judged | None:
    different = set(stands)
    if not different.issubset(_RANK_OF):
        return _five_of_a_kind(cards, stands)
    if len(different) < len(stands):
        return None  # a wild never doubles a card of its own play (BT-16)
    ranked = [(_RANK_OF[stand], PLACE[card]) for card, stand in zip(cards, stands, strict=True)]
    if len(cards) == 5:
        return _five_cards(ranked, stands)
    if len(cards) == 1:
        return terms.SINGLE, ranked[0]
    return _of_one_rank(ranked) if len(cards) in _OF_ONE_RANK else None


def _five_of_a_kind(cards: Sequence[str], stands: Sequence[str]) -> _Judged | None:
    """The only play in which a wild doubles a card: it stands for the rank alone (BT-16, BT-19)."""
    ranks = {
        stand if card in JOKERS else rank(card) for card, stand in zip(cards, stands, strict=True)
    }
    name = ranks.pop()
    if len(cards) != 5 or ranks or name not in _RANK:
        return None
    return _five(terms.FIVES, _RANK[name])


def _of_one_rank(ranked: Sequence[_Ranked]) -> _Judged | None:
    """Cards of one rank: by rank, then by a joker among them; of pairs the one with the spade is
    higher (BT-10, BT-17).
    """
    if len({number for number, _ in ranked}) > 1:
        return None
    kind = _OF_ONE_RANK[len(ranked)]
    number, place = max(ranked)
    counts = place >= (_SPADES if kind == terms.PAIR else _LOWEST_JOKER)
    return kind, (number, place if counts else 0)


def _five_cards(ranked: Sequence[_Ranked], stands: Sequence[str]) -> _Judged | None:
    ranks = [number for number, _ in ranked]
    different = set(ranks)
    if len(different) == 5:
        return _straight_or_flush(ranked, {card[-1] for card in stands})
    if len(different) > 2:
        return None
    most = max(different, key=ranks.count)
    top = max(place for number, place in ranked if number == most)
    return _five(terms.FOURS if ranks.count(most) == 4 else terms.FULL_HOUSE, most, _joker(top))


def _straight_or_flush(ranked: Sequence[_Ranked], suits: set[str]) -> _Judged | None:
    """Five ranks in a row up to an ace, five of a suit, or both (BT-8, BT-11, BT-18)."""
    (high, place), (low, _) = max(ranked), min(ranked)
    flush = len(suits) == 1
    if high - low == 4 and high <= ACE:
        return _five(terms.STRAIGHT_FLUSH if flush else terms.STRAIGHT, high, place)
    if not flush:
        return None
    falling = sorted(ranked, reverse=True)
    cards = (part for number, own in falling for part in (number, _joker(own)))
    return _five(terms.FLUSH, terms.SUITS.index(min(suits)), *cards)


def _five(kind: str, *key: int) -> _Judged:
    return kind, (terms.FIVE_CARDS.index(kind), *key)


def _joker(place: int) -> int:
    """The place of a joker; 0 for all natural cards, which count alike (BT-11)."""
    return place if place >= _LOWEST_JOKER else 0
