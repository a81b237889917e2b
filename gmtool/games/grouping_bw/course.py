"""How long a match takes (GB-2, GB-5, GB-6, GB-9 to GB-13, GB-16)."""

from __future__ import annotations

from gmtool.engine.game import Course
from gmtool.games.grouping_bw.state import State
from gmtool.games.grouping_bw.terms import DEATH_MATCH, FINAL_MATCH

_USUAL = {DEATH_MATCH: (2, 56), FINAL_MATCH: (4, 59)}
"""Sets and betting actions of a match of either variant between random players."""


def course(state: State) -> Course:
    """The course of a match with these terms."""
    terms = state.terms
    sets, actions = _USUAL[terms.variant]
    windows = (actions, terms.betting_hours), (sets, terms.grouping_hours)
    return Course(windows, turns=True, longer_if="rounds are drawn")
