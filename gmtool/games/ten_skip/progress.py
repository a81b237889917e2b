"""What the rules force next, without choice or chance (ALL-3)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.dealing import round_opened
from gmtool.games.ten_skip.scoring import round_over, winners
from gmtool.games.ten_skip.state import (
    CLAIM_HELD,
    CLAIM_TRUE,
    DEALT,
    ONE_LEFT,
    PILE_EMPTY,
    ROUND_OVER,
    TURN_OVER,
    UNCHALLENGED,
    State,
)


def forced(state: State) -> tuple[Event, ...]:
    """What happens next by itself; nothing where somebody is awaited."""
    if state.phase == DEALT:
        return (round_opened(state),)
    if state.phase == TURN_OVER:
        return (_after_turn(state),)
    if state.phase == CLAIM_HELD:
        return (round_over(state, CLAIM_TRUE, (state.actor,)),)
    if state.phase == ROUND_OVER:
        return (e.GameEnded(winners(state)),)
    return ()


def _after_turn(state: State) -> Event:
    """The end of the round, or the next turn."""
    still_in = tuple(player.name for player in state.in_round)
    if len(still_in) == 1:
        return round_over(state, ONE_LEFT, still_in)
    following = state.after(state.actor)
    if following == state.on_notice:
        losers = tuple(name for name in still_in if name != following)
        return round_over(state, UNCHALLENGED, losers)
    if not state.draw_pile and not state.on_notice:
        return round_over(state, PILE_EMPTY, still_in)
    return e.TurnBegun(state.turn + 1, following)
