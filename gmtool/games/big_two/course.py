"""How long a game can take (BT-2, BT-3, BT-7, BT-12 to BT-14, BT-22 to BT-29)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from gmtool.engine.course import Course, Span, Stretch
from gmtool.engine.frozen import frozen
from gmtool.engine.wording import plural
from gmtool.games.big_two.dealing import shares
from gmtool.games.big_two.state import State, Terms
from gmtool.games.big_two.terms import deck
from gmtool.games.big_two.trading import STOLEN_BY_VICE, stolen

_MOST_CARDS = 5
"""The most cards of a play (BT-7)."""
_LIKELY = (34, 59, 83, 105, 121, 133, 144, 154, 163, 168, 175, 180, 182, 185, 188, 190)
"""Turns that are waited for in a round between 2, 3, 4 and so on up to 17 players, on the average
of 400 random rounds of 52 cards each; jokers make it no more than a twentieth longer.
"""
_LIKELY_SHORT = (0, 3, 5, 9, 13, 17, 20, 24, 27, 30, 33, 34, 36, 36)
"""The same between two players who are dealt 1, 2, 3 and so on up to 14 cards, or more, and draw
from the rest, in 300 rounds each by what `suggest` gives; from 14 cards on it is 36 to 40.
"""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    play = _Rounds(state.terms, len(state.players))
    return Course(play.least(), play.likely(), play.most())


@frozen
class _Rounds:
    """The rounds of a game with these terms and so many seats."""

    terms: Terms
    seats: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each is dealt, from the first seat dealt to on; who gets the floating card
        too counts as the first.
        """
        hands, rest = self._shares
        first, *others = map(len, hands)
        return (first + (bool(rest) and not self.terms.hand_size), *others)

    @property
    def stock(self) -> int:
        """How many cards are left to be drawn with a short deal (BT-3)."""
        return len(self._shares[1]) if self.terms.hand_size else 0

    @property
    def _shares(self) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
        return shares(self.terms, self.seats, deck(self.terms.jokers), 0)

    @property
    def trades(self) -> tuple[int, ...]:
        """How many cards are stolen in each trade before a round from the second on (BT-23)."""
        if not self.terms.president or self.terms.rounds == 1:
            return ()
        others = (STOLEN_BY_VICE,) if self.seats > 3 else ()
        return (stolen(self.terms, self.sizes), *others)

    # ---- courses

    def least(self) -> Span:
        """The shortest: hands are played out in the largest plays, and trades are given up."""
        turns = self.fewest_turns()
        rests_on = [
            f"{self._a_round} takes {plural(turns, 'turn')}: a play has {_MOST_CARDS} cards at "
            "most, and nobody is waited for where all see what must follow."
        ]
        if self.trades:
            rests_on.append(
                f"Each trade takes one window: the {self.terms.bum_title} demands the lowest and "
                "surrenders."
            )
        return self._span(rests_on, turns, lambda _cards: 1)

    def likely(self) -> Span:
        """A guess."""
        turns = self.likely_turns()
        rests_on = [
            f"{self._a_round} takes about {plural(turns, 'turn')}, plays and passes together, as "
            "rounds between random players did."
        ]
        if self.trades:
            rests_on.append(
                f"In each trade the {self.terms.bum_title} holds, questions are answered with "
                "cards, and the president chooses what goes back."
            )
        return self._span(rests_on, turns, lambda _cards: 3)

    def most(self) -> Span:
        """The longest: one card at a time, in play and in trading."""
        turns = self.most_turns()
        rests_on = [
            f"{self._a_round} takes {plural(turns, 'turn')}: cards are played one by one, and "
            "nearly every time all others pass."
        ]
        if self.trades:
            rests_on.append(
                f"In each trade the {self.terms.bum_title} holds, gives what is due card by card, "
                "each of its own choice, and the president chooses what goes back."
            )
        # Its word, then questions and cards for each card, and cards back (BT-24 to BT-28).
        return self._span(rests_on, turns, lambda cards: 2 + 2 * cards)

    @property
    def _a_round(self) -> str:
        return "The round" if self.terms.rounds == 1 else "Each round"

    def _span(self, rests_on: list[str], turns: int, of_a_trade: Callable[[int], int]) -> Span:
        if self.terms.free_trade:
            rests_on.append("Free trade takes one window before each round.")
        windows = tuple(map(of_a_trade, self.trades))
        return Span(tuple(rests_on), tuple(self._stretches(turns, windows)))

    def _stretches(self, turns: int, of_trades: tuple[int, ...]) -> Iterator[Stretch]:
        """The windows of all rounds; the second trade goes on beside the first (BT-24)."""
        hours = self.terms.move_hours
        for number in range(1, self.terms.rounds + 1):
            if of_trades and number > 1:
                first, *others = of_trades
                yield Stretch(f"round {number}: trading", hours, first, beside=sum(others))
            if self.terms.free_trade:
                yield Stretch(f"round {number}: free trade", self.terms.trade_hours)
            yield Stretch(f"round {number}: plays and passes", hours, turns)

    # ---- the turns of a round

    def fewest_turns(self) -> int:
        """All but one go out, in the largest plays, to which nobody else has an answer; a last card
        that is led needs none (ALL-3).
        """
        return sum(sorted(-(-(size - 1) // _MOST_CARDS) for size in self.sizes)[:-1])

    def likely_turns(self) -> int:
        """As many as in rounds between random players."""
        if self.stock:
            return _LIKELY_SHORT[min(self.terms.hand_size, len(_LIKELY_SHORT)) - 1]
        return _LIKELY[self.seats - 2]

    def most_turns(self) -> int:
        """Everybody plays one card at a time, until each holds its last one. All others pass after
        each of these plays but the last of a player, when one of them must play over it to lead
        next; the last cards are led without waiting (BT-12, BT-13, ALL-3).
        """
        if self.stock:
            return _longest(self.terms.hand_size, self.terms.hand_size, self.stock)
        return self.seats * (sum(self.sizes) - self.seats) - (self.seats - 1)


@cache
def _longest(own: int, other: int, stock: int, *, leads: bool = True) -> int:
    """The most turns of two players who hold so many cards, while a pass draws one (BT-3, BT-12);
    the first of them is to act.
    """
    waits = not (leads and own == 1)
    play = waits + (_longest(other, own - 1, stock, leads=False) if own > 1 else 0)
    if leads:
        return play
    drawn = min(stock, 1)
    return max(play, 1 + _longest(other, own + drawn, stock - drawn))
