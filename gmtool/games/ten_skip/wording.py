"""Words in refusals for whom the game waits for, and for cards."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.refusals import Refused
from gmtool.engine.text import listed
from gmtool.games.ten_skip.state import (
    DEAL,
    DRAW,
    ENDED,
    HAND,
    KEEP,
    NOTICE,
    SETUP,
    TOP,
    TURN,
    State,
)
from gmtool.games.ten_skip.wanting import moves

_NOW: dict[str, Callable[[State], str]] = {
    SETUP: lambda _state: "the first round hasn't begun",
    DRAW: lambda _state: "the dealer of the next round isn't drawn yet",
    DEAL: lambda _state: "the next round isn't dealt yet",
    TURN: lambda state: f"it is {state.actor}'s turn",
    KEEP: lambda state: f"{state.actor} has discarded {state.shown} and drawn two cards",
    HAND: lambda state: (
        f"{state.actor} has shown {state.shown} and waits for a card of {state.victim}'s"
    ),
    NOTICE: lambda state: f"{state.actor} has made its exchange and ends its turn",
    TOP: lambda state: f"{state.actor} says which of its cards lies on top",
    ENDED: lambda _state: "the game is over",
}


def now(state: State) -> str:
    """What the game waits for, with the moves that are possible: only what everybody knows."""
    said = f": {listed([f'`{move}`' for move in moves(state)], 'or')}" if state.awaited else ""
    return f"{_NOW[state.phase](state)}{said}"


def check_held(state: State, who: str, card: str, clause: str) -> None:
    """Raise Refused for a card that isn't in the hand of `who`; it names only what was typed."""
    if card not in state.player(who).hand:
        raise Refused(clause, f"{card} isn't in {who}'s hand; only a card from there will do.")
