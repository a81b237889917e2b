"""How a match came out, in figures: chips, and how it was won (GB-11, GB-16)."""

from __future__ import annotations

from gmtool.engine.outcome import Outcome
from gmtool.games.grouping_bw.state import ENDED, State

_OUT = "a player is out of chips"
_CANNOT_PAY = "a player can't pay the ante"
_WAYS = {
    "out-of-chips": _OUT,
    "cannot-pay": _CANNOT_PAY,
    "more-chips": "neither can pay the ante, and one has more chips",
    "won-the-hand": "neither can pay the ante, and one more hand decides",
}


def outcome(state: State) -> Outcome | None:
    """How the match came out; None before its end."""
    if state.phase != ENDED:
        return None
    ending, usual = _WAYS[state.why], _CANNOT_PAY if state.terms.is_final else _OUT
    return {
        "ending": ending,
        "endings": (usual, ending),  # the others are rare, and nobody misses them
        "winners": (state.winner,),
        "figures": {"chips": tuple(player.chips for player in state.players)},
        "shares": {},
    }
