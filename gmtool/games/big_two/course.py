"""How long a game takes (BT-2, BT-3, BT-12 to BT-14, BT-22 to BT-29)."""

from __future__ import annotations

from math import log2

from gmtool.engine.course import Course
from gmtool.games.big_two.state import State

_A_TRADE = 3
"""The windows of a trade in games between random players."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players. Of two trades the second goes on
    beside the first (BT-24).
    """
    terms, seats = state.terms, len(state.players)
    turns = _short_deal(terms.hand_size) if terms.hand_size else _turns(seats)
    trades = (terms.rounds - 1) * _A_TRADE if terms.president else 0
    moves = (terms.rounds * turns + trades, terms.move_hours)
    trading = [(terms.rounds, terms.trade_hours)] if terms.free_trade else []
    return Course((moves, *trading), turns=True)


def _turns(seats: int) -> int:
    """The turns of a round in which all cards are dealt, fitted to rounds between 2 to 17 random
    players.
    """
    return round(52 * log2(seats) - 18)


def _short_deal(cards: int) -> int:
    """The same between two who are dealt so many cards and draw from the rest (BT-3)."""
    return max(1, min(3 * cards - 3, 36))
