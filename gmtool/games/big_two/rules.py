"""Who may do what, and what follows from it (BT-2 to BT-29)."""

from __future__ import annotations

from gmtool.engine.entries import Spoken
from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event
from gmtool.engine.moves import Close, Move, Redeal, Start
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.big_two import dealing, free_trade, trading, tricks
from gmtool.games.big_two.evolve import evolve
from gmtool.games.big_two.moves import (
    Accept,
    Ask,
    Decline,
    DemandLowest,
    Give,
    Hold,
    Pass,
    Play,
    Propose,
    Return,
    Surrender,
    Take,
    Withdraw,
)
from gmtool.games.big_two.progress import forced
from gmtool.games.big_two.state import FREE_TRADE, PLAY, SETUP, TRADING, State


def decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What follows from `spoken`, with all that the rules force after it; raises Refused."""
    return with_forced(state, _decide(state, spoken), evolve, forced)


def _decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    if spoken.who == CHANCE:
        return dealing.deal(state, spoken.move)
    if spoken.who == HOST:
        return _host(state, spoken)
    return _player(state, spoken.who, spoken.move)


def _player(state: State, who: str, move: Move) -> tuple[Event, ...]:
    match move:
        case Play():
            return tricks.play(state, who, move)
        case Pass():
            return tricks.pass_turn(state, who)
        case Surrender() | Hold() | Ask() | Take() | Give() | DemandLowest() | Return():
            return trading.trade(state, who, move)
        case Propose() | Accept() | Decline() | Withdraw():
            return free_trade.say(state, who, move)
    raise NotNow("ALL-6", "only the host says that.", quoted=str(move))


def _host(state: State, spoken: Spoken) -> tuple[Event, ...]:
    match spoken.move:
        case Start():
            return _start(state)
        case Close():
            return _close(state, spoken)
        case Redeal() as move:
            return dealing.redeal(state, move)
    raise NotNow(
        "ALL-6",
        "there is nothing to correct in this game but moves and deals: use `undo`, or "
        "`rule redeal` before the first play of a round.",
        quoted=str(spoken.move),
    )


def _start(state: State) -> tuple[Event, ...]:
    if state.phase != SETUP:
        raise NotNow("BT-2", "the first round has begun already.", quoted="start")
    if not state.deal:
        raise NotNow("ALL-3", "the deck is to be shuffled first.", quoted="start")
    return (dealing.round_opened(state),)


def _close(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What the rules say for everybody overdue; free trade ends for all at once."""
    if state.phase == FREE_TRADE:
        if isinstance(spoken.move, Close) and spoken.move.who:
            raise Refused(
                "BT-29", "free trade ends for everybody at once; use `close`.", quoted="close"
            )
        if isinstance(spoken.move, Close) and spoken.move.early:
            free_trade.check_early(state)
        return free_trade.closed(state)
    happened: list[Event] = []
    for who in spoken.overdue:
        if state.phase == PLAY:
            happened += tricks.default(state, who)
        elif state.phase == TRADING:
            happened += trading.default(state, who)
    return tuple(happened)
