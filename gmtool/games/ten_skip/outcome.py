"""How a game came out, in figures: points, and what a host may not want (TS-14 to TS-20)."""

from __future__ import annotations

from gmtool.engine.outcome import Outcome
from gmtool.games.ten_skip.state import ENDED, PILE_EMPTY, State

_LAST, _LOWEST = "one player is left", "all who are left go out at once, and the lowest total wins"
_DRAWN = "all who are left go out at once, and several share the lowest total"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if state.phase != ENDED:
        return None
    rounds = state.rounds
    together = _LOWEST if len(state.winners) == 1 else _DRAWN
    ending = _LAST if state.playing else together
    return {
        "ending": ending,
        "endings": (_LAST, ending),  # the others are rare, and nobody misses them
        "winners": state.winners,
        "figures": {"points": tuple(player.score for player in state.players)},
        "shares": {
            "rounds that end since the draw pile is empty": (
                sum(then.how == PILE_EMPTY for then in rounds),
                len(rounds),
                40,
            ),
            "games over after one round": (int(len(rounds) == 1), 1, 40),
        },
    }
