"""What cards are played as, and which of two plays is higher (BT-7 to BT-11, BT-16 to BT-20).

A play is judged by what its cards stand for: a natural card for itself; a wild for any
natural card that isn't in the play, or in five of a kind for the rank alone; a joker played
as a joker for itself. So one function judges what a player says that cards stand for, and
what the program proposes.

What the cards of a play may stand for is proposed as far as it makes a difference (BT-16 to
BT-20). The plays that a hand holds (BT-6, BT-7, BT-9) are built up from ranks and suits, not found
by trying all sets of cards. Wilds fill in what natural cards leave open, so the same cards may be
found in several ways; a play is listed once, as the highest that its cards can be (BT-20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations, product

from msgspec import Struct

from gmtool.engine.cards import DECK, JOKERS, rank, suit
from gmtool.games.big_two import terms

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
RANK_OF = {card: _RANK[rank(card)] for card in DECK} | dict.fromkeys(JOKERS, _ABOVE_RANKS)
"""The number of a card's rank; a joker that isn't wild is above all ranks, and of none (BT-16)."""
_LOWEST_JOKER = PLACE[terms.LOW_JOKER]
_OF_ONE_RANK = {2: terms.PAIR, 3: terms.TRIPLE, 4: terms.QUAD}

Cards = tuple[str, ...]
_Ranked = tuple[int, int]
"""A rank, from 0, and the place in it of the card that is played for it."""
_Judged = tuple[str, tuple[int, ...]]
"""The kind and the key of a reading."""


class Reading(Struct, frozen=True):
    """What a set of cards is played as.

    Of two readings of equally many cards the one with the higher `key` is higher; equal keys beat
    neither. `stands` is what each card stands for, in the order in which the cards were given.
    """

    kind: str
    key: tuple[int, ...]
    stands: tuple[str, ...]


@lru_cache(maxsize=4096)
def best(cards: Cards, joker_use: str) -> Reading | None:
    """The highest that the cards can be played as (BT-20); None where they are no play."""
    for stands in proposals(cards, joker_use):
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
    if not different.issubset(RANK_OF):
        return _five_of_a_kind(cards, stands)
    if len(different) < len(stands):
        return None  # a wild never doubles a card of its own play (BT-16)
    ranked = [(RANK_OF[stand], PLACE[card]) for card, stand in zip(cards, stands, strict=True)]
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


# ---- what cards may stand for

_FALLING = terms.RANKS[::-1]
_FALLING_WINDOWS = tuple(_FALLING[start : start + 5] for start in range(1, len(_FALLING) - 4))
"""The ranks of each possible straight, from high to low, without a 2 (BT-8)."""

Filled = dict[str, str]
"""What each wild stands for."""


def proposals(cards: Sequence[str], joker_use: str) -> Iterator[tuple[str, ...]]:
    """What the cards may stand for, in their order; every reading is among the proposals.

    The first proposal that is a play is the highest. Not all proposals are plays; where there can
    be no play beside wilds there may be no proposal.
    """
    jokers = [card for card in (terms.HIGH_JOKER, terms.LOW_JOKER) if card in cards]
    if not jokers:
        yield tuple(cards)
        return
    naturals = [card for card in cards if card not in jokers]
    # A joker that isn't wild is never more beside natural cards than one that may be.
    if joker_use == terms.HIGH or not (naturals or joker_use == terms.WILD):
        yield tuple(cards)
    if joker_use != terms.HIGH:
        for filled in _filled(naturals, jokers):
            yield tuple(filled.get(card, card) for card in cards)


def _filled(naturals: Sequence[str], wilds: Sequence[str]) -> Iterator[Filled]:
    """Ways of filling in the wilds, those of higher plays first (BT-11, BT-19)."""
    if len(naturals) + len(wilds) < 5:
        return _one_rank(naturals, wilds)
    if len(naturals) + len(wilds) > 5:
        return iter(())
    suits = {suit(card) for card in naturals}
    return chain(
        _filled_five_of_a_kind(naturals, wilds),
        _straight(naturals, wilds, suits.copy().pop()) if len(suits) == 1 else (),
        _filled_groups(naturals, wilds, 4),
        _filled_groups(naturals, wilds, 3),
        _flush(naturals, wilds, *suits) if len(suits) == 1 else (),
        _straight(naturals, wilds, "H" if suits == {"S"} else "S"),
    )


def _one_rank(naturals: Sequence[str], wilds: Sequence[str]) -> Iterator[Filled]:
    """A pair, triple or quad; without a natural card, of any rank (BT-16)."""
    ranks = {rank(card) for card in naturals} or terms.RANKS
    for name in _FALLING:
        if name in ranks:
            yield dict(zip(wilds, _free(name, naturals), strict=False))


def _filled_five_of_a_kind(naturals: Sequence[str], wilds: Sequence[str]) -> Iterator[Filled]:
    """Wilds stand for the rank alone (BT-16)."""
    first, *others = {rank(card) for card in naturals}
    if not others:
        yield dict.fromkeys(wilds, first)


def _filled_groups(naturals: Sequence[str], wilds: Sequence[str], size: int) -> Iterator[Filled]:
    """Four of a kind with a kicker, or three with a pair, with the higher joker in the larger
    group. What the smaller group is makes no difference (BT-11, BT-18).
    """
    times = Counter(map(rank, naturals))
    if len(times) > 2:
        return
    for name in sorted(times, key=_FALLING.index):
        needed = size - times[name]
        if not 0 <= needed <= len(wilds):
            continue
        others = [other for other in times if other != name]
        other = others[0] if others else next(any_ for any_ in _FALLING if any_ != name)
        for group in combinations(wilds, needed):
            rest = [wild for wild in wilds if wild not in group]
            yield {
                **dict(zip(group, _free(name, naturals), strict=False)),
                **dict(zip(rest, _free(other, naturals), strict=False)),
            }


def _straight(naturals: Sequence[str], wilds: Sequence[str], of: str) -> Iterator[Filled]:
    """Every straight, with the wilds in its gaps standing for cards of the suit `of` (BT-8,
    BT-18).
    """
    ranks = {rank(card) for card in naturals}
    if len(ranks) < len(naturals):
        return
    for window in _FALLING_WINDOWS:
        if ranks.issubset(window):
            gaps = [name + of for name in window if name not in ranks]
            for order in permutations(wilds):
                yield dict(zip(order, gaps, strict=True))


def _flush(naturals: Sequence[str], wilds: Sequence[str], of: str) -> Iterator[Filled]:
    """Every flush, with the wilds standing for any cards of the suit that aren't in the
    play (BT-16, BT-18).
    """
    missing = [name + of for name in _FALLING if name + of not in naturals]
    for gaps in combinations(missing, len(wilds)):
        for order in permutations(wilds):
            yield dict(zip(order, gaps, strict=True))


def _free(name: str, naturals: Sequence[str]) -> list[str]:
    """The cards of a rank that aren't in the play, from high to low."""
    return [name + of for of in reversed(terms.SUITS) if name + of not in naturals]


# ---- the plays of a hand

_WINDOWS = tuple(terms.RANKS[low : low + 5] for low in range(len(terms.RANKS) - 5))
"""The ranks of each possible straight, which never has a 2 (BT-8)."""


class Play(Struct, frozen=True):
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
    return tuple(
        play
        for play in _plays(tuple(hand), joker_use, count)
        if (not containing or containing in play.cards)
        and (to_beat is None or play.reading.key > to_beat.key)
    )


@lru_cache(maxsize=32)
def _plays(hand: Cards, joker_use: str, count: int) -> tuple[Play, ...]:
    """All plays of a hand, or those of `count` cards, in their order."""
    sets = _sets(hand, joker_use, count)
    found = (Play(cards, reading) for cards in sets if (reading := best(cards, joker_use)))
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
    by_rank: dict[str, Cards] = dict.fromkeys(terms.RANKS, ())
    for card in naturals:
        by_rank[rank(card)] += (card,)
    wilds = jokers if joker_use != terms.HIGH else ()
    if not wilds:
        by_rank[""] = jokers  # as if they were a rank: a pair, or what a hand of five has beside
    found = {
        terms.in_order((*some, *filled)) if filled else some
        for wild in range(len(wilds) + 1)
        for some in _unfilled(by_rank, naturals, wild, count)
        for filled in combinations(wilds, wild)
    }
    found |= {some for number in (1, 2) for some in combinations(jokers, number)}
    return {some for some in found if count in (0, len(some))}


def _unfilled(by_rank: dict[str, Cards], naturals: Cards, wild: int, count: int) -> Iterator[Cards]:
    """The other cards of every play that has that many wilds, and not only wilds, from low to
    high.
    """
    for number in range(1, 5 - wild):
        if count in (0, number + wild):
            for group in by_rank.values():
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
                some = combinations(group, inside)
                yield from (terms.in_order((*one, *more)) for one in some for more in rest)
