"""Which part of the rules judges a move (BT-2 to BT-29)."""

from __future__ import annotations

from gmtool.engine.game import Action
from gmtool.engine.host_moves import Redeal, Start
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.games.big_two import asking, dealing, free_trade, moves, trading, tricks
from gmtool.games.big_two.state import FREE_TRADE, SETUP, TRADING, State


def play(state: State, action: Action) -> State:
    """The state after the entry; raises Refused."""
    if action.who == CHANCE:
        return dealing.deal(state, action.move)
    if action.who == HOST:
        return _host(state, action)
    return _player(state, action.who, action.move)


def automatic(state: State) -> State:
    """The state after what follows by itself, for all to see, or the same (ALL-3)."""
    return trading.automatic(state) if state.phase == TRADING else tricks.automatic(state)


def _player(state: State, who: str, move: Move) -> State:
    match move:
        case moves.Play():
            return tricks.play(state, who, move)
        case moves.Pass():
            return tricks.pass_turn(state, who)
        case moves.Propose() | moves.Accept() | moves.Decline() | moves.Withdraw():
            return free_trade.say(state, who, move)
    return trading.trade(state, who, move)


def _host(state: State, action: Action) -> State:
    match action.move:
        case Start():
            return _start(state)
        case Close() as move:
            return _close(state, move, action.overdue)
        case Redeal() as move:
            return dealing.redeal(state, move)
        case (moves.Yes() | moves.No()) as move:
            return asking.answer_in_words(state, move)
    raise NotNow(
        "ALL-6",
        "there is nothing to correct in this game but moves and deals: use `undo`, or "
        "`rule redeal` before the first play of a round.",
    )


def _start(state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("BT-2", "the first round has begun already.")
    if not state.deal:
        raise NotNow("ALL-3", "the deck is to be shuffled first.")
    return dealing.opened(state)


def _close(state: State, move: Close, overdue: tuple[str, ...]) -> State:
    """The state after a `close`: what the rules do for each overdue player; free trade
    ends for all at once.
    """
    if state.phase == FREE_TRADE:
        if move.who:
            raise Refused(
                "BT-29", "free trade ends for everybody at once; use `close`.", quoted="close"
            )
        if move.early:
            free_trade.check_early(state)
        return free_trade.close(state)
    if state.phase == TRADING:
        return trading.close(state, overdue)
    for who in overdue:
        state = tricks.default(state, who)
    return state
