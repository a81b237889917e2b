"""How long a game takes (BT-2, BT-3, BT-12 to BT-14, BT-22 to BT-29)."""

from __future__ import annotations

from math import log2

from gmtool.engine.game import Course
from gmtool.games.big_two.state import State

_A_TRADE = 3
"""The windows of a trade in games between random players."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players. Of two trades the second goes on
    beside the first (BT-24).
    """
    terms, seats = state.terms, len(state.players)
    # fitted to rounds between 2 to 17 random players in which all cards are dealt, and to those
    # between two who draw from the rest (BT-3)
    turns = (
        max(1, min(3 * terms.hand_size - 3, 36))
        if terms.hand_size
        else round(52 * log2(seats) - 18)
    )
    trades = (terms.rounds - 1) * _A_TRADE if terms.president else 0
    moves = (terms.rounds * turns + trades, terms.move_hours)
    trading = [(terms.rounds, terms.trade_hours)] if terms.free_trade else []
    return Course((moves, *trading), turns=True)
