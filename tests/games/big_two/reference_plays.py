"""Cards and plays as the page has them, every joker tried as every card: part of `reference`.

A worth is what orders plays of equally many cards: the rank of the kind, then numbers from the
cards that count. A card counts ten for each rank and one for each suit above diamonds; a joker
stands above all four suits of the rank it stands for (BT-17, BT-18).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = ["D", "C", "H", "S"]
JOKERS = ["LJ", "HJ"]
NATURAL = [rank + suit for rank in RANKS for suit in SUITS]
HEIGHT = {card: number for number, card in enumerate([*NATURAL, *JOKERS])}
"""BT-1; jokers are above every 2 (BT-16)."""
WORDS = {"diamonds": "D", "clubs": "C", "hearts": "H", "spades": "S"}
KINDS = [
    *("straight", "flush", "full house", "four of a kind", "straight flush", "five of a kind"),
]
"""BT-11, BT-19."""
ABOVE_SUITS = {"LJ": 4, "HJ": 5}


class Worth(NamedTuple):
    """What cards are played as; of equally many the higher `height` beats the lower."""

    kind: str
    height: tuple[int, ...]


def rank_of(card: str) -> str:
    """Empty for a joker: it is of no rank (BT-25)."""
    return "" if card in JOKERS else card[:-1]


def suit_of(card: str) -> str:
    return "" if card in JOKERS else card[-1]


def rising(cards: list[str]) -> list[str]:
    """BT-1."""
    return sorted(cards, key=lambda card: HEIGHT[card])


def deck(jokers: int) -> list[str]:
    return [*NATURAL, *JOKERS[:jokers]]


def meanings(card: str, use: str, in_five: bool) -> list[str]:
    """All that a card of a play may stand for (BT-16, BT-19)."""
    if card not in JOKERS:
        return [card]
    found = [card] if use in {"high", "both"} else []
    if use in {"wild", "both"}:
        found += NATURAL
        found += RANKS if in_five else []
    return found


@cache
def best(cards: tuple[str, ...], use: str) -> Worth | None:
    """BT-20: the highest that the cards can be, if they are a play at all."""
    if not 1 <= len(cards) <= 5:
        return None
    worths = []
    for stands in product(*(meanings(card, use, len(cards) == 5) for card in cards)):
        worth = judge(cards, stands)
        if worth:
            worths.append(worth)
    return max(worths, key=lambda worth: worth.height, default=None)


def stated(cards: list[str], stands: list[str], use: str) -> Worth | None:
    """BT-20: what the cards are if each stands for what the player says, or for one rank."""
    if len(cards) == 5 and len(stands) == 1 and stands[0] in RANKS:
        stands = [stands[0] if card in JOKERS else card for card in cards]
        if stands == cards:
            return None
    if len(stands) != len(cards) or not 1 <= len(cards) <= 5:
        return None
    for card, stand in zip(cards, stands, strict=True):
        if stand not in meanings(card, use, len(cards) == 5):
            return None
    return judge(tuple(cards), tuple(stands))


def judge(cards: tuple[str, ...], stands: tuple[str, ...]) -> Worth | None:
    """What the cards are if each stands for that; None where that is no play (BT-7)."""
    if any(stand in JOKERS for stand in stands):
        return jokers_themselves(cards, stands) or beside_jokers(cards, stands)
    if any(stand in RANKS for stand in stands):
        return five_of_a_kind(stands)
    if len(set(stands)) < len(stands):
        return None  # BT-16: a wild never doubles a card of its own play
    if len(cards) < 5:
        return equal_cards(cards, stands)
    return five_cards(cards, stands)


def jokers_themselves(cards: tuple[str, ...], stands: tuple[str, ...]) -> Worth | None:
    """BT-16: a single above every 2, or a pair of both."""
    if stands != cards or not set(cards) <= set(JOKERS):
        return None
    if len(set(cards)) != len(cards):
        return None
    kind = ["", "single", "pair"][len(cards)]
    return Worth(kind, (130 + max(ABOVE_SUITS[card] for card in cards),))


def beside_jokers(cards: tuple[str, ...], stands: tuple[str, ...]) -> Worth | None:
    """BT-16: one is the kicker of four of a kind, two are the pair of a full house."""
    own = [card for card, stand in zip(cards, stands, strict=True) if card == stand in JOKERS]
    rest = [(card, stand) for card, stand in zip(cards, stands, strict=True) if card not in own]
    if len(cards) != 5 or any(stand in [*JOKERS, *RANKS] for _, stand in rest):
        return None
    if len({stand for _, stand in rest}) < len(rest) or len({rank_of(s) for _, s in rest}) > 1:
        return None
    many = len(own)
    if many not in {1, 2} or len(set(own)) < many:
        return None
    highest = max(count(card, stand) for card, stand in rest)
    return five(["", "four of a kind", "full house"][many], highest - highest % 10 + joker(highest))


def joker(number: int) -> int:
    """What a joker adds to a rank; natural cards count alike."""
    return number % 10 if number % 10 > 3 else 0


def five_of_a_kind(stands: tuple[str, ...]) -> Worth | None:
    """BT-19; the wilds stand for the rank alone (BT-16)."""
    ranks = {stand if stand in RANKS else rank_of(stand) for stand in stands}
    if len(ranks) != 1:
        return None
    return Worth("five of a kind", (5, 10 * RANKS.index(ranks.pop())))


def count(card: str, stand: str) -> int:
    """How much a card counts that stands for that one."""
    suit = ABOVE_SUITS[card] if card in JOKERS else SUITS.index(suit_of(card))
    return 10 * RANKS.index(rank_of(stand)) + suit


def equal_cards(cards: tuple[str, ...], stands: tuple[str, ...]) -> Worth | None:
    """BT-10, BT-17: one to four of a rank."""
    if len({rank_of(stand) for stand in stands}) != 1:
        return None
    highest = max(count(card, stand) for card, stand in zip(cards, stands, strict=True))
    kind = ["single", "pair", "triple", "quad"][len(cards) - 1]
    if kind == "pair" and highest % 10 < SUITS.index("S"):
        highest -= highest % 10  # without a spade no pair is above another of its rank
    if kind in {"triple", "quad"} and not set(cards) & set(JOKERS):
        highest -= highest % 10
    return Worth(kind, (highest,))


def five_cards(cards: tuple[str, ...], stands: tuple[str, ...]) -> Worth | None:
    """BT-7, BT-8, BT-11, BT-18."""
    ranks = sorted(RANKS.index(rank_of(stand)) for stand in stands)
    is_flush = len({suit_of(stand) for stand in stands}) == 1
    is_straight = ranks == list(range(ranks[0], ranks[0] + 5)) and RANKS[ranks[-1]] != "2"
    counts = sorted((count(c, s) for c, s in zip(cards, stands, strict=True)), reverse=True)
    if is_straight:
        return five("straight flush" if is_flush else "straight", counts[0])
    for many, kind in ((4, "four of a kind"), (3, "full house")):
        rank = ranks[2]  # the middle one is of the four or of the triple
        rest = [other for other in ranks if other != rank]
        if len(rest) == 5 - many and len(set(rest)) == 1:
            own = [number for number in counts if number // 10 == rank]
            joker = max((number % 10 for number in own if number % 10 > 3), default=0)
            return five(kind, 10 * rank + joker)
    if is_flush:
        suit = SUITS.index(suit_of(stands[0]))
        falling = [n if n % 10 > 3 else n - n % 10 for n in counts]
        return five("flush", suit, *falling)
    return None


def five(kind: str, *numbers: int) -> Worth:
    return Worth(kind, (KINDS.index(kind), *numbers))


def strong(rest: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Sets of so many cards among which the highest that can be made of `rest` is: equal cards and
    straight flushes, with jokers for any of their cards.
    """
    jokers = [card for card in rest if card in JOKERS]
    if count <= len(jokers):
        yield from combinations(jokers, count)
    for wilds in range(min(len(jokers), count - 1) + 1):
        for some in combinations(jokers, wilds):
            for rank in RANKS:
                equal = [card for card in rest if card not in JOKERS and rank_of(card) == rank]
                yield from ((*one, *some) for one in combinations(equal, count - wilds))
            if count == 5:
                yield from groups(rest, some)
            for suit in SUITS if count == 5 else ():
                for low in range(len(RANKS) - 5):
                    run = [rank + suit for rank in RANKS[low : low + 5]]
                    held = [card for card in run if card in rest]
                    yield from ((*one, *some) for one in combinations(held, count - wilds))


def groups(rest: list[str], wilds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Four of a kind with a kicker, and full houses, with these jokers in the larger group: where a
    long trick has used up all straight flushes they are the highest.
    """
    natural = [card for card in rest if card not in JOKERS]
    by_rank = [[card for card in natural if rank_of(card) == rank] for rank in RANKS]
    for many in (4, 3):
        for equal in by_rank:
            beside = [other[: 5 - many] for other in by_rank if other is not equal]
            two = next((other for other in beside if len(other) == 5 - many), None)
            if len(wilds) < many and len(equal) >= many - len(wilds) and two:
                yield (*equal[: many - len(wilds)], *wilds, *two)
