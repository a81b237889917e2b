"""What players may say in plans beside the moves (ALL-9)."""

from __future__ import annotations

from gmtool.engine.plans import Planning, Until
from gmtool.games.split_decision.state import State


def _round(state: State) -> str:
    return str(state.round)


PLANNING = Planning(
    stretches={"round": Until(_round, "at every turn until the round is over")},
    example="plan low else chip",
)
