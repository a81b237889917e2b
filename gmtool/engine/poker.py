"""Poker hands: how strong the best five of any number of cards are (AP-1, AP-20, AP-21).

A set of ranks is a 13-bit number with one bit for each rank, from the two, the lowest, to the ace.
Of two sets with equally many ranks the larger number has the better ranks, compared from the top as
AP-21 does. A strength is three numbers side by side: the hand type, the set of ranks that make it,
and the set of the remaining ranks of the five.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache

from gmtool.engine.cards import DECK, RANK_WORDS, RANKS, SUITS, in_order, rank, suit


class HandType(IntEnum):
    """From the lowest to the highest (AP-21)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_STRAIGHT_FLUSH = 9


_WIDTH = len(RANKS)
_ALL_RANKS = (1 << _WIDTH) - 1
_ACE = 1 << RANKS.index("A")
_BIT = {card: 1 << place for place, card in enumerate(DECK)}

_PLURALS = {rank: word + ("es" if word == "six" else "s") for rank, word in RANK_WORDS.items()}

_STRAIGHTS = {HandType.STRAIGHT, HandType.STRAIGHT_FLUSH, HandType.ROYAL_STRAIGHT_FLUSH}
_FLUSHES = {HandType.FLUSH, HandType.STRAIGHT_FLUSH, HandType.ROYAL_STRAIGHT_FLUSH}
_OF_EACH_RANK = {
    HandType.ONE_PAIR: (2, 1),
    HandType.TWO_PAIR: (2, 1),
    HandType.THREE_OF_A_KIND: (3, 1),
    HandType.FULL_HOUSE: (3, 2),
    HandType.FOUR_OF_A_KIND: (4, 1),
}


def strength(cards: Iterable[str], low_ace_straight: bool = False) -> int:
    """How strong the best five of the cards are: the larger wins, equal is a draw (AP-21).

    With `low_ace_straight` A-2-3-4-5 is a straight too, the lowest one (AP-1). Raises ValueError
    for fewer than five cards (a Pig has no strength, AP-20), for a card held twice, and for any
    card that isn't one of the 52.
    """
    hand = _mask(cards)
    clubs = hand & _ALL_RANKS
    diamonds = hand >> _WIDTH & _ALL_RANKS
    hearts = hand >> 2 * _WIDTH & _ALL_RANKS
    spades = hand >> 3 * _WIDTH
    in_one_suit, in_any_suits = _tables(low_ace_straight)
    return max(
        in_one_suit[clubs],
        in_one_suit[diamonds],
        in_one_suit[hearts],
        in_one_suit[spades],
        in_any_suits[clubs | diamonds | hearts | spades],
        _groups(clubs, diamonds, hearts, spades),
    )


def name(strength: int) -> str:
    """The hand type and the ranks that make it, for a post: `full house, kings over fours`."""
    hand_type, made, others = _unpack(strength)
    title = hand_type.name.lower().replace("_", " ")
    top = _ranks(made)[0]
    match hand_type:
        case HandType.ROYAL_STRAIGHT_FLUSH:
            return title
        case HandType.HIGH_CARD:
            return f"{title}, {RANK_WORDS[top]}"
        case HandType.STRAIGHT | HandType.FLUSH | HandType.STRAIGHT_FLUSH:
            return f"{title}, {RANK_WORDS[top]} high"
        case HandType.FULL_HOUSE:
            return f"{title}, {_PLURALS[top]} over {_PLURALS[_ranks(others)[0]]}"
        case _:
            return f"{title}, {' and '.join(_PLURALS[rank] for rank in _ranks(made))}"


def best_five(cards: Iterable[str], low_ace_straight: bool = False) -> tuple[str, ...]:
    """The five cards that give the hand its `strength`, in the order in which a post shows them.

    The cards that make the hand come first, then the others from the top; a straight runs from its
    top card down. Among cards that serve equally well spades come first, then hearts, diamonds,
    clubs. Raises ValueError as `strength` does.
    """
    held = tuple(cards)
    best = strength(held, low_ace_straight)
    hand_type, _, _ = _unpack(best)
    left = list(reversed(in_order(held)))
    if hand_type in _FLUSHES:
        left = _flush_cards(left, best, low_ace_straight)
    five = []
    for wanted in _ranks_shown(best):
        card = next(card for card in left if rank(card) == wanted)
        left.remove(card)
        five.append(card)
    return tuple(five)


def _mask(cards: Iterable[str]) -> int:
    """One bit for each card, in the order of the deck: four sets of ranks side by side."""
    held = tuple(cards)
    try:
        # A card held twice carries into another bit, so that fewer bits than cards are set.
        hand = sum(map(_BIT.__getitem__, held))
    except KeyError as unknown:
        raise ValueError(f"{unknown} is none of the 52 cards (AP-1)") from None
    if len(held) < 5 or hand.bit_count() < len(held):
        raise ValueError(f"a poker hand has five different cards or more, not {' '.join(held)}")
    return hand


@cache
def _tables(low_ace_straight: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two tables over every set of ranks: its strength in one suit, and its strength in mixed
    suits.
    """
    every = range(_ALL_RANKS + 1)
    return (
        tuple(_straight_flush_or_flush(ranks, low_ace_straight) for ranks in every),
        tuple(_straight_or_high_card(ranks, low_ace_straight) for ranks in every),
    )


def _straight_flush_or_flush(ranks: int, low_ace_straight: bool) -> int:
    if top := _straight(ranks, low_ace_straight):
        royal = top == _ACE
        return _pack(HandType.ROYAL_STRAIGHT_FLUSH if royal else HandType.STRAIGHT_FLUSH, top)
    return _pack(HandType.FLUSH, _best(ranks, 5)) if ranks.bit_count() >= 5 else 0


def _straight_or_high_card(ranks: int, low_ace_straight: bool) -> int:
    if top := _straight(ranks, low_ace_straight):
        return _pack(HandType.STRAIGHT, top)
    return _pack(HandType.HIGH_CARD, _best(ranks, 5))


def _straight(ranks: int, low_ace_straight: bool) -> int:
    """The top rank of the best straight; 0 if there is none."""
    low_ace = low_ace_straight and ranks & _ACE > 0
    down = ranks << 1 | low_ace  # the place below the two is a low ace's
    tops = down & down << 1 & down << 2 & down << 3 & down << 4
    return _best(tops >> 1, 1)


def _groups(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The strength of the best hand made of cards of the same rank; 0 if no two are."""
    twos = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    if not twos:
        return 0
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    fours = clubs & diamonds & hearts & spades
    ranks = clubs | diamonds | hearts | spades
    if fours:
        made = _best(fours, 1)
        return _pack(HandType.FOUR_OF_A_KIND, made, _best(ranks ^ made, 1))
    if threes:
        made = _best(threes, 1)
        if pairs := twos ^ made:
            return _pack(HandType.FULL_HOUSE, made, _best(pairs, 1))
        return _pack(HandType.THREE_OF_A_KIND, made, _best(ranks ^ made, 2))
    made = _best(twos, 2)
    if twos.bit_count() == 1:
        return _pack(HandType.ONE_PAIR, made, _best(ranks ^ made, 3))
    return _pack(HandType.TWO_PAIR, made, _best(ranks ^ made, 1))


@cache
def _best(ranks: int, count: int) -> int:
    """The highest `count` of the ranks, or all if they are fewer."""
    for _ in range(ranks.bit_count() - count):
        ranks &= ranks - 1  # without the lowest
    return ranks


def _pack(hand_type: HandType, made: int, others: int = 0) -> int:
    return hand_type << 2 * _WIDTH | made << _WIDTH | others


def _unpack(strength: int) -> tuple[HandType, int, int]:
    hand_type = HandType(strength >> 2 * _WIDTH)
    return hand_type, strength >> _WIDTH & _ALL_RANKS, strength & _ALL_RANKS


def _ranks(ranks: int) -> list[str]:
    """The ranks of a set from the top."""
    return [rank for place, rank in reversed(list(enumerate(RANKS))) if ranks >> place & 1]


def _ranks_shown(strength: int) -> list[str]:
    """The ranks of the five cards in the order in which they are shown."""
    hand_type, made, others = _unpack(strength)
    if hand_type in _STRAIGHTS:
        top = made.bit_length() - 1
        return [RANKS[place] for place in range(top, top - 5, -1)]  # below the two comes the ace
    each, each_other = _OF_EACH_RANK.get(hand_type, (1, 1))
    shown = [rank for rank in _ranks(made) for _ in range(each)]
    return shown + [rank for rank in _ranks(others) for _ in range(each_other)]


def _flush_cards(cards: list[str], best: int, low_ace_straight: bool) -> list[str]:
    """The cards of the first suit that holds the flush of this strength."""
    suits = [[card for card in cards if suit(card) == one] for one in reversed(SUITS)]
    flushes = (held for held in suits if len(held) >= 5)
    return next(held for held in flushes if strength(held, low_ace_straight) == best)
