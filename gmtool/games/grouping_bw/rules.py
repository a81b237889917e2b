"""Who may do what, and what follows from it (GB-2 to GB-17)."""

from __future__ import annotations

from gmtool.engine.entries import Spoken
from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust, Close, Move, Start
from gmtool.engine.refusals import NotNow
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.grouping_bw import betting, conduct, grouping, items, ordering
from gmtool.games.grouping_bw.evolve import evolve
from gmtool.games.grouping_bw.moves import (
    Ante,
    AskOrder,
    Bet,
    Call,
    First,
    Fold,
    Group,
    Peek,
    Raise,
)
from gmtool.games.grouping_bw.progress import forced, next_set
from gmtool.games.grouping_bw.state import SETUP, State


def decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What follows from `spoken`, with all that the rules force after it; raises Refused."""
    return with_forced(state, _decide(state, spoken), evolve, forced)


def _decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    if spoken.who == CHANCE:
        return ordering.order(state, spoken.move)
    if spoken.who == HOST:
        return _host(state, spoken)
    return _player(state, spoken.who, spoken.move)


def _player(state: State, who: str, move: Move) -> tuple[Event, ...]:
    events: tuple[Event, ...]
    match move:
        case Group():
            events = grouping.group(state, who, move)
        case Ante():
            events = grouping.ante(state, who, move)
        case First():
            events = grouping.first(state, who, move, host=False)
        case Bet() | Raise() | Call() | Fold():
            events = betting.act(state, who, move, "")
        case Peek():
            events = items.peek(state, who, move)
        case AskOrder():
            events = items.ask_order(state, who, move)
        case _:
            raise NotNow("ALL-6", "only the host says that.", quoted=str(move))
    return events


def _host(state: State, spoken: Spoken) -> tuple[Event, ...]:
    match spoken.move:
        case Start():
            return _start(state)
        case First() as move:
            return grouping.first(state, HOST, move, host=True)
        case Close():
            return conduct.close(state, spoken.overdue)
        case Adjust() as move:
            return conduct.adjust(state, move)
    raise NotNow("ALL-6", "that isn't for the host to say here.", quoted=str(spoken.move))


def _start(state: State) -> tuple[Event, ...]:
    if state.phase != SETUP:
        raise NotNow("GB-2", "the first set is open already.", quoted="start")
    return next_set(state)
