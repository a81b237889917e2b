"""What the host corrects and closes (ALL-2, ALL-6)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust
from gmtool.engine.refusals import NotNow
from gmtool.games.grouping_bw import betting
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.grouping import default_grouping
from gmtool.games.grouping_bw.moves import Fold
from gmtool.games.grouping_bw.state import BETTING, ENDED, GROUPING, State

MOST_CHIPS = 1_000_000


def close(state: State, overdue: Sequence[str]) -> tuple[Event, ...]:
    """The default of everybody overdue: the last grouping, the host names who starts, a fold."""
    happened: list[Event] = []
    if state.phase == BETTING:
        now = state.round
        if now is not None and now.actor in overdue:
            happened += betting.act(state, now.actor, Fold(), e.DEFAULT)
        return tuple(happened)
    for name in overdue:
        player = state.player(name)
        if state.phase == GROUPING and player.grouping is None:
            happened.append(e.Grouped(name, default_grouping(player), e.DEFAULT))
        if name == state.namer and not state.starter:
            happened.append(e.FirstOverdue(name))
    return tuple(happened)


def adjust(state: State, move: Adjust) -> tuple[Event, ...]:
    """Chips corrected by the host; who has to act can match all the same (GB-6)."""
    unit_of(move, "chips")
    if state.phase == ENDED:
        raise NotNow("ALL-6", "the match is over; its chips stay as they are.", quoted=str(move))
    player = state.player(move.who)
    least = min(player.chips, _least(state, move.who))
    after = adjusted(move, player.chips, least, MOST_CHIPS, why=_why_least(state))
    return (e.Adjusted(move.who, player.chips, after, move.why),)


def _why_least(state: State) -> str:
    """Why there is a least, as the end of a sentence."""
    if state.phase == BETTING:
        return " while betting is open"
    return "" if state.terms.is_final else "; whoever has none has lost (GB-11)"


def _least(state: State, who: str) -> int:
    """While betting is open everybody keeps a chip to bet with, and what it costs to call; in
    `death-match` who has none has lost (GB-11).
    """
    if state.phase == BETTING:
        return max(1, state.to_call(who))
    return 0 if state.terms.is_final else 1
