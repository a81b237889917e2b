"""What the host closes and corrects (ALL-2, ALL-6)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust
from gmtool.engine.refusals import Refused
from gmtool.games.ten_skip import claims, exchange
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.evolve import evolve
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Top
from gmtool.games.ten_skip.setup import MOST_POINTS
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, TOP, State
from gmtool.games.ten_skip.terms import highest_scoring, lowest_scoring


def close(state: State, overdue: Sequence[str]) -> tuple[Event, ...]:
    """What stands for who lets its time pass: all that is left of its turn, or the card that a
    victim hands over; never a claim or a challenge (Deadlines).
    """
    happened: list[Event] = []
    while state.awaited and state.awaited in overdue:
        events = _default(state, state.awaited)
        for event in events:
            state = evolve(state, event)
        happened += events
    return tuple(happened)


def _default(state: State, who: str) -> tuple[Event, ...]:
    hand = state.player(who).hand
    if state.phase == KEEP:
        return exchange.keep(state, who, Keep(lowest_scoring(state.drawn)), e.DEFAULT)
    if state.phase == HAND:
        return exchange.hand(state, who, Hand(highest_scoring(hand)), e.DEFAULT)
    if state.phase == NOTICE:
        return claims.done(state, who, e.DEFAULT)
    if state.phase == TOP:
        return claims.top(state, who, Top(highest_scoring(hand)), e.DEFAULT)
    if not state.draw_pile:
        return exchange.pass_turn(state, who, e.DEFAULT)
    return exchange.discard(state, who, Discard(highest_scoring(hand)), e.DEFAULT)


def adjust(state: State, move: Adjust) -> tuple[Event, ...]:
    """Points corrected by the host; whom they put out is looked at when the round ends (TS-20)."""
    unit_of(move, "points", "score")
    player = state.player(move.who)
    if player.eliminated:
        raise Refused(
            "TS-20",
            "{who} was eliminated in round {round}; that score stays as it is.",
            who=move.who,
            round=player.eliminated,
            quoted=str(move),
        )
    after = adjusted(move, player.score, most=MOST_POINTS)
    return (e.Adjusted(move.who, player.score, after, move.why, state.terms.limit),)
