"""Which part of the rules judges a move (TS-3 to TS-20)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Action
from gmtool.engine.host_moves import Adjust, Start
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.games.ten_skip import claims, dealing, exchange, moves
from gmtool.games.ten_skip.setup import MOST_POINTS
from gmtool.games.ten_skip.state import DEFAULT, IN_A_ROUND, SETUP, State
from gmtool.games.ten_skip.wanting import by_default


def play(state: State, action: Action) -> State:
    """The state after the entry; raises Refused."""
    if action.who == CHANCE:
        return dealing.shuffled(state, action.move)
    if action.who == HOST:
        return _host(state, action)
    if isinstance(action.move, moves.Reveal):
        return claims.reveal(state, action.who)
    _check_in_round(state, action.who)
    return _player(state, action.who, action.move)


def _check_in_round(state: State, who: str) -> None:
    player = state.player(who)
    if player.eliminated:
        raise NotNow(
            "TS-20", f"{who} was eliminated in round {player.eliminated}, and plays no more."
        )
    if state.phase in IN_A_ROUND and not player.in_round and state.awaited != who:
        raise NotNow(
            "TS-15",
            f"{who} is safely out of round {state.round}, and makes no move in it any more.",
        )


def _player(state: State, who: str, move: Move, how: str = "") -> State:
    """The state after a player's move, or its default; the player can no longer reveal the hand of
    an earlier round (TS-17).
    """
    state = state.hidden_for_good(who)
    match move:
        case moves.Discard():
            state = exchange.discard(state, who, move, how)
        case moves.Keep():
            state = exchange.keep(state, who, move, how)
        case moves.Take():
            state = exchange.take(state, who, move)
        case moves.Hand():
            state = exchange.hand(state, who, move, how)
        case moves.Pass():
            state = exchange.pass_turn(state, who, how)
        case moves.Notice():
            state = claims.notice(state, who)
        case moves.Done():
            state = claims.done(state, who, how)
        case moves.Challenge():
            state = claims.challenge(state, who)
        case moves.Top():
            state = claims.top(state, who, move, how)
        case _:
            raise NotNow("ALL-6", "only the host says that.")
    return state


def _host(state: State, action: Action) -> State:
    match action.move:
        case Start():
            return _start(state)
        case Close():
            return _close(state, action.overdue)
        case Adjust() as move:
            return _adjust(state, move)
    raise NotNow("ALL-6", "that isn't for the host to say here.")


def _start(state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("TS-4", "the first round has begun already.")
    if not state.deal:
        raise NotNow("ALL-3", "the dealer is to be drawn for and the cards to be dealt first.")
    return dealing.open_round(state)


def _close(state: State, overdue: Sequence[str]) -> State:
    """The state after a `close`: an overdue player's turn is finished by default, or the victim's
    card is handed over (Deadlines).
    """
    # One `close` plays all that is left of the turn, so that the player isn't asked again in it.
    while state.awaited and state.awaited in overdue:
        state = _player(state, state.awaited, by_default(state), DEFAULT)
    return state


def _adjust(state: State, move: Adjust) -> State:
    """The state after the host adjusted points; nobody is put out by it before the round
    ends (ALL-6, TS-20).
    """
    unit_of(move, "points", "score")
    player = state.player(move.who)
    if player.eliminated:
        raise Refused(
            "TS-20",
            f"{move.who} was eliminated in round {player.eliminated}; that score stays as it is.",
        )
    after, limit = adjusted(move, player.score, most=MOST_POINTS), state.terms.limit
    out = f"TS-20: {move.who} has reached the limit, and is out when the round ends."
    return state.but(move.who, score=after).tell(
        "Adjusted",
        who=move.who,
        before=player.score,
        after=after,
        why=move.why,
        limit=limit,
        remark=out if after >= limit else "",
    )
