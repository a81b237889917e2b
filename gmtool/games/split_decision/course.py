"""How long an episode takes (SD-3, SD-5, SD-9, SD-11 to SD-18, SD-28 to SD-32)."""

from __future__ import annotations

from gmtool.engine.game import Course
from gmtool.games.split_decision.state import State

_ANSWERS, _DECISIONS, _SETS = 34, 46, 22
"""Answers, decisions, and sets of buzzcodes that are used up in an episode between random players
who are right every second time.
"""


def course(state: State) -> Course:
    """The course of an episode with these terms. A list of buzzcodes is a decision, too."""
    terms = state.terms
    decisions = _DECISIONS + _SETS // terms.buzzcodes
    windows = (_ANSWERS, terms.answer_hours), (decisions, terms.decision_hours)
    return Course(windows, turns=True, longer_if="many answers are wrong")
