"""Describes in brief what beats a play (BT-9 to BT-11, BT-16 to BT-19). It depends only on open
cards, so that it reveals nobody's hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from msgspec import Struct

from gmtool.games.big_two import terms
from gmtool.games.big_two.plays import ACE, PLACE, RANK_OF, beats, best
from gmtool.games.big_two.state import Action, Terms
from gmtool.games.big_two.terms import HIGH, PAIR, RANKS, SINGLE, SUITS

_SIZE = {
    terms.SINGLE: 1,
    terms.PAIR: 2,
    terms.TRIPLE: 3,
    terms.QUAD: 4,
    terms.FULL_HOUSE: 3,
    terms.FOURS: 4,
    terms.FIVES: 5,
}
"""How many cards of a rank decide a play of that kind."""
_BESIDE = {terms.FULL_HOUSE: 2, terms.FOURS: 1}
"""How many cards of another rank stand beside them."""
_HIGHEST = len(RANKS) - 1
_OF_RANK = [tuple(rank + suit for suit in SUITS) for rank in RANKS]


class Higher(Struct, frozen=True):
    """Plays of a kind that beat another: `every` one, or those of a `rank`, `or_higher`; of one of
    the `suits`, with one of the `jokers`, or with `both`. Of a straight it is the rank, the suits
    and the jokers in which it ends; without a rank it means one that ends higher than the play.
    """

    kind: str
    rank: str = ""
    or_higher: bool = False
    suits: tuple[str, ...] = ()
    jokers: tuple[str, ...] = ()
    both: bool = False
    every: bool = False


def higher(last: Action, options: Terms, gone: Collection[str]) -> Iterator[Higher]:
    """What beats the play, from low to high; nothing where none does. Cards that are `gone`, its
    own among them, can't be in it.
    """
    found = _Found(last, options, gone)
    yield from found.of_its_kind()
    if last.kind in terms.FIVE_CARDS:
        above = terms.FIVE_CARDS[terms.FIVE_CARDS.index(last.kind) + 1 :]
        yield from (Higher(kind, every=True) for kind in above if found.has(kind))


class _Found:
    """Collects what beats a play. `left` are the jokers that aren't gone, `wilds` those of them
    that can be wild, from low to high, and `held` the natural cards by the number of their rank;
    `high` is the number of the rank or suit that decides first.
    """

    def __init__(self, last: Action, options: Terms, gone: Collection[str]) -> None:
        self.last, self.use = last, options.joker_use
        jokers = (terms.LOW_JOKER, terms.HIGH_JOKER)[: options.jokers]
        self.left = tuple(card for card in jokers if card not in gone)
        self.wilds = self.left if self.use != HIGH else ()
        self.held = [*_OF_RANK]
        for number in {RANK_OF[card] for card in gone if not terms.is_joker(card)}:
            self.held[number] = tuple(card for card in _OF_RANK[number] if card not in gone)
        self.high = last.key[last.kind in terms.FIVE_CARDS]
        self.rank = RANKS[self.high] if self.high < len(RANKS) else ""

    def of_its_kind(self) -> Iterator[Higher]:
        match self.last.kind:
            case terms.SINGLE:
                yield from self._singles()
            case terms.PAIR:
                yield from self._pairs()
            case terms.STRAIGHT | terms.STRAIGHT_FLUSH:
                yield from self._straights()
            case terms.FLUSH:
                yield from self._flushes()
            case _:
                yield from self._with_jokers()
                yield from self._ranks()

    def has(self, kind: str) -> bool:
        """Whether there is any five-card play of the kind."""
        if kind == terms.STRAIGHT_FLUSH:
            return self._top(kind) > ()
        if kind == terms.FLUSH:
            return any(self._flush(suit) for suit in SUITS)
        return any(self._can(kind, number) for number in range(len(RANKS)))

    def _ranks(self) -> Iterator[Higher]:
        """All plays of the ranks above of which there are any."""
        kind = self.last.kind
        above = (RANKS[n] for n in range(self.high + 1, len(RANKS)) if self._can(kind, n))
        if lowest := next(above, ""):
            yield Higher(kind, lowest, or_higher=next(above, "") != "")

    def _can(self, kind: str, number: int) -> bool:
        """Whether there is a play of the kind whose rank has that number."""
        filled = max(0, _SIZE[kind] - len(self.held[number]))
        return (
            filled <= len(self.wilds)
            and filled < _SIZE[kind]
            and self._beside(kind, number, filled)
        )

    def _beside(self, kind: str, number: int, filled: int) -> bool:
        """Whether what belongs beside the deciding cards is there, `filled` wilds being in them."""
        needed = _BESIDE.get(kind, 0)
        jokers = len(self.left) - filled
        others = (cards for other, cards in enumerate(self.held) if other != number)
        return jokers >= needed or any(
            cards and len(cards) + jokers * bool(self.wilds) >= needed for cards in others
        )

    # ---- by rank

    def _singles(self) -> Iterator[Higher]:
        own = self.held[self.high] if self.rank else ()
        suits = tuple(card[-1] for card in own if PLACE[card] > self.last.key[1])
        if suits:
            yield Higher(SINGLE, self.rank, suits=suits)
        yield from self._ranks()
        jokers = tuple(card for card in self.left if self._beats(card))
        if jokers:
            yield Higher(SINGLE, jokers=jokers)

    def _beats(self, joker: str) -> bool:
        reading = best((joker,), self.use)
        return reading is not None and beats(reading, self.last.reading)

    def _pairs(self) -> Iterator[Higher]:
        if not self.rank:
            return
        own, place = self.held[self.high], self.last.key[1]
        has_spade = len(own) > 1 and own[-1][-1] == SUITS[-1] and PLACE[own[-1]] > place
        jokers = tuple(card for card in self.wilds if own and PLACE[card] > place)
        if has_spade or jokers:
            yield Higher(PAIR, self.rank, suits=SUITS[-1:] if has_spade else (), jokers=jokers)
        yield from self._ranks()
        if len(self.left) == 2:
            yield Higher(PAIR, jokers=self.left, both=True)

    def _with_jokers(self) -> Iterator[Higher]:
        """Plays of the same rank, with jokers in place of the cards that are gone."""
        kind, needed = self.last.kind, _SIZE[self.last.kind] - len(self.held[self.high])
        some = [
            wilds
            for wilds in combinations(self.wilds, max(0, needed))
            if wilds and PLACE[wilds[-1]] > self.last.key[-1]
        ]
        if some and self._can(kind, self.high):
            jokers = tuple(card for wilds in some for card in wilds)
            yield Higher(kind, self.rank, jokers=jokers, both=needed == 2)

    # ---- straights and flushes

    def _straights(self) -> Iterator[Higher]:
        kind, place = self.last.kind, self.last.key[2]
        if self._top(kind) <= self.last.key[1:]:
            return
        if not self.wilds and place < PLACE[terms.LOW_JOKER]:
            yield Higher(kind)  # the suit alone tells which of one rank is higher
            return
        ways = [self._ends(self.high, suits) for suits in self._in_suits(kind)]
        ends = sorted({card for cards in ways for card in cards if PLACE[card] > place})
        jokers = tuple(card for card in self.wilds if card in ends)
        suits = tuple(suit for suit in SUITS if self.rank + suit in ends)
        if ends:
            yield Higher(kind, self.rank, suits=suits, jokers=jokers)
        above = [
            RANKS[top]
            for top in range(self.high + 1, ACE + 1)
            if any(self._ends(top, suits) for suits in self._in_suits(kind))
        ]
        if above:
            yield Higher(kind, above[0], or_higher=len(above) > 1)

    def _in_suits(self, kind: str) -> list[tuple[str, ...]]:
        """The suits of which the cards of a straight may be, together."""
        return [(suit,) for suit in SUITS] if kind == terms.STRAIGHT_FLUSH else [SUITS]

    def _top(self, kind: str) -> tuple[int, ...]:
        """The rank and the place in it of the highest card that ends a straight or, in one suit, a
        straight flush; empty where there is none.
        """
        ends = (
            (top, PLACE[card])
            for top in range(4, ACE + 1)
            for suits in self._in_suits(kind)
            for card in self._ends(top, suits)
        )
        return max(ends, default=())

    def _ends(self, top: int, suits: tuple[str, ...]) -> tuple[str, ...]:
        """The cards that can end a straight of those suits whose highest rank has that number."""
        run = [
            [card for card in self.held[n] if card[-1] in suits] for n in range(top - 4, top + 1)
        ]
        gaps = sum(not cards for cards in run[:4])
        natural = run[4] if gaps <= len(self.wilds) else []
        return (*natural, *(self.wilds if gaps < len(self.wilds) else ()))

    def _flushes(self) -> Iterator[Higher]:
        above = tuple(suit for suit in SUITS[self.high + 1 :] if self._flush(suit))
        if above:
            yield Higher(self.last.kind, suits=above)
        if self._flush(SUITS[self.high]) > self.last.key[2:]:
            yield Higher(self.last.kind, suits=(SUITS[self.high],), or_higher=True)

    def _flush(self, suit: str) -> tuple[int, ...]:
        """What orders the highest flush of the suit, as in its key; empty where there is none."""
        wilds, cards = [*self.wilds], []
        for number in range(_HIGHEST, -1, -1):
            if wilds:
                cards.append((number, PLACE[wilds.pop()]))
            elif RANKS[number] + suit in self.held[number]:
                cards.append((number, 0))
        return tuple(part for card in cards[:5] for part in card) if len(cards) >= 5 else ()
