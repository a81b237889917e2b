"""Describes in brief what beats a play (BT-9 to BT-11, BT-16 to BT-19). It depends only on open
cards, so that it reveals nobody's hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from gmtool.games.big_two import terms
from gmtool.games.big_two.plays import ACE, PLACE, beats, best
from gmtool.games.big_two.state import Action, Terms
from gmtool.games.big_two.terms import HIGH, PAIR, RANKS, SINGLE, SUITS, TRIPLE


@dataclass(frozen=True)
class Higher:
    """Plays of a kind that beat another: `every` one, or those of a `rank`, `or_higher`; of one of
    the `suits`, with one of the `jokers`, or with `both`. For a straight it means one that is
    higher than the play.
    """

    kind: str
    rank: str = ""
    or_higher: bool = False
    suits: tuple[str, ...] = ()
    jokers: tuple[str, ...] = ()
    both: bool = False
    every: bool = False


def higher(last: Action, options: Terms) -> tuple[Higher, ...]:
    """What beats the play, from low to high; empty where nothing does."""
    found = _Found(last, options)
    own = found.of_its_kind()
    if last.kind not in terms.FIVE_CARDS:
        return tuple(own)
    above = terms.FIVE_CARDS[terms.FIVE_CARDS.index(last.kind) + 1 :]
    kinds = (kind for kind in above if kind != terms.FIVES or found.wilds)
    return (*own, *(Higher(kind, every=True) for kind in kinds))


class _Found:
    """Collects what beats a play. `left` are the jokers that aren't in it, and `wilds` those of
    them that can be wild; `high` is the number of the rank or suit that decides first.
    """

    def __init__(self, last: Action, options: Terms) -> None:
        self.last, self.use = last, options.joker_use
        jokers = (terms.LOW_JOKER, terms.HIGH_JOKER)[: options.jokers]
        self.left = tuple(card for card in jokers if card not in last.cards)
        self.wilds = self.left if self.use != HIGH else ()
        self.high = last.key[last.kind in terms.FIVE_CARDS]
        self.rank = RANKS[self.high] if self.high < len(RANKS) else ""

    def of_its_kind(self) -> Iterator[Higher]:
        match self.last.kind:
            case terms.SINGLE:
                yield from self._singles()
            case terms.PAIR:
                yield from self._pairs()
            case terms.TRIPLE:
                yield from self._triples()
            case terms.STRAIGHT | terms.STRAIGHT_FLUSH:
                yield from self._straights()
            case terms.FLUSH:
                yield from self._flushes()
            case _:
                yield from self._ranks()

    def _beat(self, cards: Sequence[str]) -> bool:
        reading = best(cards, self.use)
        return reading is not None and beats(reading, self.last.reading)

    def _ranks(self) -> Iterator[Higher]:
        """All plays of the ranks above; five of a kind only with a joker that is left to be one of
        them.
        """
        above = RANKS[self.high + 1 :]
        if above and (self.last.kind != terms.FIVES or self.wilds):
            yield Higher(self.last.kind, above[0], or_higher=len(above) > 1)

    def _singles(self) -> Iterator[Higher]:
        suits = tuple(suit for suit in SUITS if self.rank and self._beat((self.rank + suit,)))
        if suits:
            yield Higher(SINGLE, self.rank, suits=suits)
        yield from self._ranks()
        jokers = tuple(card for card in self.left if self._beat((card,)))
        if jokers:
            yield Higher(SINGLE, jokers=jokers)

    def _pairs(self) -> Iterator[Higher]:
        if not self.rank:
            return
        other, *_, spade = (self.rank + suit for suit in SUITS)
        suits = SUITS[-1:] if self._beat((other, spade)) else ()
        jokers = tuple(card for card in self.wilds if self._beat((other, card)))
        if suits or jokers:
            yield Higher(PAIR, self.rank, suits=suits, jokers=jokers)
        yield from self._ranks()
        if len(self.left) == 2:
            yield Higher(PAIR, jokers=self.left, both=True)

    def _triples(self) -> Iterator[Higher]:
        """Triples of the same rank, with jokers in place of the cards that are in the play."""
        rest = [self.rank + suit for suit in SUITS if self.rank + suit not in self.last.cards]
        needed = 3 - len(rest)
        some = [wilds for wilds in combinations(self.wilds, needed) if self._beat((*rest, *wilds))]
        if some:
            jokers = tuple(card for wilds in some for card in wilds)
            yield Higher(TRIPLE, self.rank, jokers=jokers, both=needed == 2)
        yield from self._ranks()

    def _straights(self) -> Iterator[Higher]:
        highest = max(PLACE[card] for card in (f"A{SUITS[-1]}", *self.wilds))
        if self.last.key[1:] < (ACE, highest):
            yield Higher(self.last.kind)

    def _flushes(self) -> Iterator[Higher]:
        above = SUITS[self.high + 1 :]
        if above:
            yield Higher(self.last.kind, suits=above)
        yield Higher(self.last.kind, suits=(SUITS[self.high],), or_higher=True)
