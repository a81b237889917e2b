"""Who may do what, and what follows from it (TS-3 to TS-20)."""

from __future__ import annotations

from gmtool.engine.entries import Spoken
from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust, Close, Move, Start
from gmtool.engine.refusals import NotNow
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.ten_skip import claims, conduct, dealing, exchange
from gmtool.games.ten_skip.evolve import evolve
from gmtool.games.ten_skip.moves import (
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Take,
    Top,
)
from gmtool.games.ten_skip.progress import forced
from gmtool.games.ten_skip.state import OPEN, SETUP, State


def decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What follows from `spoken`, with all that the rules force after it; raises Refused."""
    return with_forced(state, _decide(state, spoken), evolve, forced)


def _decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    if spoken.who == CHANCE:
        return dealing.shuffled(state, spoken.move)
    if spoken.who == HOST:
        return _host(state, spoken)
    if isinstance(spoken.move, Reveal):
        return claims.reveal(state, spoken.who)
    _check_in_round(state, spoken.who, spoken.move)
    return _player(state, spoken.who, spoken.move)


def _check_in_round(state: State, who: str, move: Move) -> None:
    player = state.player(who)
    if player.eliminated:
        raise NotNow(
            "TS-20",
            "{who} was eliminated in round {round}, and plays no more.",
            who=who,
            round=player.eliminated,
            quoted=str(move),
        )
    if state.phase in OPEN and not player.in_round and state.awaited != who:
        raise NotNow(
            "TS-15",
            "{who} is safely out of round {round}, and makes no move in it any more.",
            who=who,
            round=state.round,
            quoted=str(move),
        )


def _player(state: State, who: str, move: Move) -> tuple[Event, ...]:
    events: tuple[Event, ...]
    match move:
        case Discard():
            events = exchange.discard(state, who, move)
        case Keep():
            events = exchange.keep(state, who, move)
        case Take():
            events = exchange.take(state, who, move)
        case Hand():
            events = exchange.hand(state, who, move)
        case Pass():
            events = exchange.pass_turn(state, who)
        case Notice():
            events = claims.notice(state, who)
        case Done():
            events = claims.done(state, who)
        case Challenge():
            events = claims.challenge(state, who)
        case Top():
            events = claims.top(state, who, move)
        case _:
            raise NotNow("ALL-6", "only the host says that.", quoted=str(move))
    return events


def _host(state: State, spoken: Spoken) -> tuple[Event, ...]:
    match spoken.move:
        case Start():
            return _start(state)
        case Close():
            return conduct.close(state, spoken.overdue)
        case Adjust() as move:
            return conduct.adjust(state, move)
    raise NotNow("ALL-6", "that isn't for the host to say here.", quoted=str(spoken.move))


def _start(state: State) -> tuple[Event, ...]:
    if state.phase != SETUP:
        raise NotNow("TS-4", "the first round has begun already.", quoted="start")
    if not state.deal:
        raise NotNow(
            "ALL-3",
            "the dealer is to be drawn for and the cards to be dealt first.",
            quoted="start",
        )
    return (dealing.round_opened(state),)
