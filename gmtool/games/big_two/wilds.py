"""What the cards of a play may stand for, as far as it makes a difference (BT-16 to BT-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations

from gmtool.engine.cards import rank, suit
from gmtool.games.big_two import terms

_FALLING = terms.RANKS[::-1]
_WINDOWS = tuple(_FALLING[start : start + 5] for start in range(1, len(_FALLING) - 4))
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
        _five_of_a_kind(naturals, wilds),
        _straight(naturals, wilds, suits.copy().pop()) if len(suits) == 1 else (),
        _groups(naturals, wilds, 4),
        _groups(naturals, wilds, 3),
        _flush(naturals, wilds, *suits) if len(suits) == 1 else (),
        _straight(naturals, wilds, "H" if suits == {"S"} else "S"),
    )


def _one_rank(naturals: Sequence[str], wilds: Sequence[str]) -> Iterator[Filled]:
    """A pair, triple or quad; without a natural card, of any rank (BT-16)."""
    ranks = {rank(card) for card in naturals} or terms.RANKS
    for name in _FALLING:
        if name in ranks:
            yield dict(zip(wilds, _free(name, naturals), strict=False))


def _five_of_a_kind(naturals: Sequence[str], wilds: Sequence[str]) -> Iterator[Filled]:
    """Wilds stand for the rank alone (BT-16)."""
    first, *others = {rank(card) for card in naturals}
    if not others:
        yield dict.fromkeys(wilds, first)


def _groups(naturals: Sequence[str], wilds: Sequence[str], size: int) -> Iterator[Filled]:
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
    for window in _WINDOWS:
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
