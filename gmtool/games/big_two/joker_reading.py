"""Which joker is meant, and what it stands for (BT-5, BT-16, BT-20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from gmtool.engine.card_words import BOTH_JOKERS, CARD, RANK, STANDS, Item
from gmtool.engine.cards import suit
from gmtool.games.big_two.moves import Play
from gmtool.games.big_two.plays import stated
from gmtool.games.big_two.state import State
from gmtool.games.big_two.terms import (
    HIGH_JOKER,
    LOW_JOKER,
    RANKS,
    SUITS,
    THE_JOKER,
    in_order,
    is_joker,
    place,
)

Cards = tuple[str, ...]
_BOTH = (LOW_JOKER, HIGH_JOKER)


def in_deck(state: State) -> Cards:
    """What `JOKER` may mean where it isn't in one's own hand: all that are in play, of none the
    low one.
    """
    return _BOTH[: state.terms.jokers] or (LOW_JOKER,)


def in_hand(state: State, who: str) -> Cards:
    """What `JOKER` may mean among cards of one's own: the jokers in the hand, of none the low one,
    which the rules refuse then (BT-5).
    """
    hand = next((player.hand for player in state.players if player.name == who), ())
    return tuple(card for card in _BOTH if card in hand) or (LOW_JOKER,)


def resolved(cards: Cards, jokers: Cards) -> tuple[Cards, ...]:
    """The cards that may be meant, where `JOKER` is one of `jokers`; it is both where it is said
    twice.
    """
    cards = tuple(c for card in cards for c in (_BOTH if card == BOTH_JOKERS else (card,)))
    if cards.count(THE_JOKER) > 1 and len(jokers) > 1:
        both = iter(jokers)
        return (tuple(next(both, jokers[-1]) if card == THE_JOKER else card for card in cards),)
    options = [jokers if card == THE_JOKER else (card,) for card in cards]
    return tuple(product(*options))


def plays(items: Sequence[Item], jokers: Cards) -> tuple[Play, ...]:
    """The plays that cards, with what jokers stand for, may mean; several where that isn't sure."""
    if items and items[-1].kind == STANDS:
        return ()  # what should stand behind the “as” got lost
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == STANDS:
            parts.append([])
        elif item.kind == CARD or (item.kind == RANK and len(parts) > 1):
            parts[-1].append(item)
    found = [
        play for left in resolved(_values(parts[0]), jokers) for play in _plays(left, parts[1:])
    ]
    return tuple(dict.fromkeys(found))


def _values(items: Sequence[Item]) -> Cards:
    return tuple(item.value for item in items)


def _plays(left: Cards, after: Sequence[Sequence[Item]]) -> Iterator[Play]:
    held = tuple(filter(is_joker, left))
    if not after:
        yield Play(in_order(left))
    elif len(after) == 1 and [item.kind for item in after[0]] == [RANK]:
        yield from _as_rank(left, after[0][0].value)
    elif len(after) == 1:
        stands = resolved(_values(after[0]), held[-1:] or (LOW_JOKER,))[0]
        yield _aligned(*_matched(left, held, stands))
    else:
        yield from _one_by_one(left, after)


def _matched(left: Cards, held: Cards, stands: Cards) -> tuple[Cards, Cards]:
    """All the cards and what they stand for, where only the jokers may have been spoken of."""
    if len(stands) == len(left) or len(stands) < len(held) or len(held) == len(left):
        return left, stands
    filled, naturals = stands[: len(held)], stands[len(held) :]
    if set(naturals) & set(RANKS):
        return left, stands  # a rank alone is no card
    told = iter(filled)
    return (*left, *naturals), (*(next(told) if is_joker(c) else c for c in left), *naturals)


def _as_rank(left: Cards, of: str) -> Iterator[Play]:
    """A joker as a rank: all of it in five of a kind, else one of its suits, which must be said."""
    if len(left) == 5:
        yield Play(in_order(left), (of,))
        return
    some = [
        _aligned(*_matched(left, tuple(filter(is_joker, left)), (of + letter,)))
        for letter in SUITS
        if of + letter not in left
    ]
    fits = [play for play in some if stated(play.cards, play.stands, "both")]
    yield from fits or [Play(in_order(left), (of,))]


def _one_by_one(left: Cards, after: Sequence[Sequence[Item]]) -> Iterator[Play]:
    """“low joker as 7C, high joker as 7D”: the card behind each “as” is for the joker before it."""
    cards, stands = list(left), list(left)
    for items in after:
        values = _values(items)
        if not values or not is_joker(cards[-1]):
            return
        stands[-1] = values[0]
        cards += values[1:]
        stands += values[1:]
    if all(suit(card) in SUITS or card in _BOTH for card in cards) and not set(stands) & set(RANKS):
        yield _aligned(tuple(cards), tuple(stands))


def _aligned(cards: Cards, stands: Cards) -> Play:
    """The cards from low to high with what each stands for: a card that is among `stands` for
    itself, the others for what is left, in the order in which it was said (BT-20).
    """
    if len(cards) != len(stands):
        return Play(in_order(cards), stands)
    left = list(stands)
    themselves = []
    for card in cards:
        themselves.append(card in left)
        if card in left:
            left.remove(card)
    rest = iter(left)
    pairs = [
        (card, card if itself else next(rest))
        for card, itself in zip(cards, themselves, strict=True)
    ]
    pairs.sort(key=lambda pair: place(pair[0]))
    return Play(tuple(card for card, _ in pairs), tuple(stand for _, stand in pairs))
