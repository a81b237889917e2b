"""What stands for a player whose time is up, once the host closes (SD-36)."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.moves import Move
from gmtool.games.split_decision import plays
from gmtool.games.split_decision.bonus import free_suits, limits, ranges
from gmtool.games.split_decision.bonus_evolve import bonus
from gmtool.games.split_decision.moves import Cut, Pick, Range, Suit, Wager
from gmtool.games.split_decision.state import (
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_WAGER,
    CUT,
    State,
)
from gmtool.games.split_decision.terms import PICKS

CUT_DEFAULT = 27


def default(state: State) -> Move:
    """The move of the player awaited; an answer and codes aren't moves made for a player."""
    return _DEFAULTS.get(state.phase, plays.default)(state)


_DEFAULTS: dict[str, Callable[[State], Move]] = {
    CUT: lambda _state: Cut(str(CUT_DEFAULT)),
    BONUS_PICK: lambda _state: Pick(tuple(str(number) for number in range(1, PICKS + 1))),
    BONUS_RANGE: lambda state: Range(*ranges(bonus(state).revealed)[0]),
    BONUS_WAGER: lambda state: Wager(str(limits(bonus(state))[0])),
    BONUS_SUIT: lambda state: Suit(free_suits(bonus(state))[0]),
}
