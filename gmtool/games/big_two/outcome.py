"""How a game came out, in figures: rounds won, places, and what a host may not want (BT-12, BT-21,
BT-22).
"""

from __future__ import annotations

from itertools import pairwise

from gmtool.engine.outcome import Outcome
from gmtool.games.big_two.state import ENDED, State

_OVER = "all rounds are played"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if state.phase != ENDED:
        return None
    by_name = {one.name: one for one in state.standings}
    seats = [by_name[player.name] for player in state.players]
    first = state.standings[0]
    best = (first.won, sum(first.places))
    again = sum(one.places[0] == other.places[0] for one, other in pairwise(state.rounds))
    drawn = tuple(one.name for one in seats if (one.won, sum(one.places)) == best)
    return {
        "ending": _OVER,
        "endings": (_OVER,),
        "winners": drawn,
        "figures": {
            "rounds won": tuple(one.won for one in seats),
            "sum of places": tuple(sum(one.places) for one in seats),
        },
        "shares": {
            "games that nobody wins alone": (int(len(drawn) > 1), 1, 40),
            "rounds won by who won the one before": (again, len(state.rounds) - 1, 60),
            "last rounds that are over within their first trick": (
                int(len(state.tricks) <= 1),
                1,
                25,
            ),
        },
    }
