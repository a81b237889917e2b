"""What the rules force next, without choice or chance (ALL-3)."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.game import Event
from gmtool.games.big_two import events as e
from gmtool.games.big_two import trading, tricks
from gmtool.games.big_two.dealing import round_opened
from gmtool.games.big_two.state import (
    DEALT,
    FREELY_TRADED,
    PLAY,
    ROUND_OVER,
    TRADED,
    TRADING,
    State,
)
from gmtool.games.big_two.terms import EVERY_ROUND


def forced(state: State) -> tuple[Event, ...]:
    """What happens next by itself; nothing where somebody is awaited."""
    follows = _FOLLOWS.get(state.phase)
    return follows(state) if follows else ()


def _trading(state: State) -> tuple[Event, ...]:
    return trading.forced(state) if state.trades else (trading.opened(state),)


def _traded(state: State) -> tuple[Event, ...]:
    """Free trade comes after mandatory trading or, without it, after the deal (BT-29)."""
    if state.terms.free_trade:
        return (e.FreeTradeOpened(state.terms.trade_hours),)
    return _play(state)


def _play(state: State) -> tuple[Event, ...]:
    """Who holds the lowest card leads, 3D where the whole deck is dealt; in later rounds it needn't
    be played by option (BT-3, BT-6).
    """
    lowest = state.lowest
    is_due = state.terms.open_with_lowest == EVERY_ROUND or state.round == 1
    leader = state.holder(lowest)
    return (e.PlayOpened(leader, lowest if is_due else "", is_known=not state.stock),)


def _after_play(state: State) -> tuple[Event, ...]:
    return tricks.after_play(state, state.trick) if state.trick else ()


_FOLLOWS: dict[str, Callable[[State], tuple[Event, ...]]] = {
    DEALT: lambda state: (round_opened(state),),
    TRADING: _trading,
    TRADED: _traded,
    FREELY_TRADED: _play,
    PLAY: _after_play,
    ROUND_OVER: lambda _state: (e.GameEnded(),),
}
