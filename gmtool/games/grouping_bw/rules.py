"""Which part of the rules judges a move (GB-2 to GB-17)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Action
from gmtool.engine.host_moves import Adjust, Start
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.games.grouping_bw import betting, grouping, items, moves, ordering
from gmtool.games.grouping_bw.progress import next_set
from gmtool.games.grouping_bw.state import BETTING, DEFAULT, GROUPING, SETUP, State
from gmtool.games.grouping_bw.wanting import ask

MOST_CHIPS = 1_000_000


def play(state: State, action: Action) -> State:
    """The state after the entry, with its news; raises Refused."""
    if action.who == CHANCE:
        return ordering.order(state, action.move)
    if action.who == HOST:
        return _host(state, action)
    return _player(state, action.who, action.move)


def _player(state: State, who: str, move: Move) -> State:
    match move:
        case moves.Group() | moves.Same() | moves.Swap():
            return grouping.group(state, who, move)
        case moves.Ante():
            return grouping.ante(state, who, move)
        case moves.First():
            return grouping.first(state, who, move, host=False)
        case moves.Bet() | moves.Raise() | moves.Call() | moves.Fold():
            return betting.act(state, who, move)
        case moves.Peek():
            return items.peek(state, who)
        case moves.AskOrder():
            return items.ask_order(state, who)
    raise NotNow("ALL-6", "only the host says that.")


def _host(state: State, action: Action) -> State:
    match action.move:
        case Start():
            return _start(state)
        case moves.First() as move:
            return grouping.first(state, HOST, move, host=True)
        case Close():
            return _close(state, action.overdue)
        case Adjust() as move:
            return _adjust(state, move)
    raise NotNow("ALL-6", "that isn't for the host to say here.")


def _start(state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("GB-2", "the first set is open already.")
    return next_set(state)


def _close(state: State, overdue: Sequence[str]) -> State:
    """The state after a `close`: an overdue player gets its last grouping or folds; where it should
    have named who starts, the host does (ALL-2).
    """
    if state.phase == BETTING:
        late = [name for name in overdue if state.round and name == state.round.actor]
        return betting.act(state, late[0], moves.Fold(), DEFAULT) if late else state
    for name in overdue:
        player = state.player(name)
        if state.phase == GROUPING and player.grouping is None:
            state = grouping.grouped(state, name, grouping.default_grouping(player), DEFAULT)
        if name == state.namer and not state.starter:
            # The host closes the window and then names who starts.
            state = replace(state, first_overdue=True).tell("FirstOverdue", who=name)
    return state


def _adjust(state: State, move: Adjust) -> State:
    """The state after the host adjusted chips; the player whose turn it is can still
    match (ALL-6, GB-6).
    """
    unit_of(move, "chips")
    before = state.player(move.who).chips
    least = min(before, _least(state, move.who))
    after = adjusted(move, before, least, MOST_CHIPS, why=_why_least(state))
    state = state.but(move.who, chips=after)
    state = replace(state, adjusted=state.adjusted + after - before)
    return ask(state.tell("Adjusted", who=move.who, before=before, after=after, why=move.why))


def _why_least(state: State) -> str:
    """Why there is a least amount, as the end of a sentence."""
    if state.phase == BETTING:
        return " while betting is open"
    return "" if state.terms.is_final else "; whoever has none has lost (GB-11)"


def _least(state: State, who: str) -> int:
    """The least chips to which the host may set a player. While betting is open everybody keeps one
    to bet with and what a call costs; in `death-match` a player without chips has lost (GB-11).
    """
    if state.phase == BETTING:
        return max(1, state.to_call(who))
    return 0 if state.terms.is_final else 1
