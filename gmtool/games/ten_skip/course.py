"""How long a game takes (TS-2, TS-5 to TS-8, TS-20)."""

from __future__ import annotations

from gmtool.engine.game import Course
from gmtool.games.ten_skip.setup import usual_hand
from gmtool.games.ten_skip.state import State

_USUAL = (225, 300, 275, 300, 400, 500, 630, 680, 740, 760, 640, 300, 500)
"""Moves in a game to 1,000 points between 2, 3, 4 and so on up to 13 random players, with the
default options; of more, whose hands are smaller in any case, as many as fit them.
"""
_POWER = 3
"""With smaller hands runs are rarer: it is more by this power of how much smaller they are."""
_POINTS, _OVER = 1000, 50
"""With fewer points it is less in proportion to those of which a player has too many in the end."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    terms = state.terms
    seats, (size, _) = len(state.players), usual_hand(len(state.players))
    moves = _USUAL[min(seats - 2, len(_USUAL) - 1)] * (terms.limit + _OVER) * size**_POWER
    moves = max(1, moves // ((_POINTS + _OVER) * terms.hand_size**_POWER))
    return Course(
        ((moves, terms.move_hours),), turns=True, longer_if="players take rather than draw"
    )
