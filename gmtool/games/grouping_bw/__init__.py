"""Grouping Black & White: nine tiles in three groups, dealt face down, and betting on them."""

from gmtool.engine.game import Game
from gmtool.games.grouping_bw.grammar import GRAMMAR, PLANNING
from gmtool.games.grouping_bw.message_types import MESSAGE_TYPES, messages
from gmtool.games.grouping_bw.progress import automatic
from gmtool.games.grouping_bw.rehearsal import course, draw, outcome, suggest
from gmtool.games.grouping_bw.rules import play
from gmtool.games.grouping_bw.rulings import RULINGS
from gmtool.games.grouping_bw.setup import OPTIONS, setup
from gmtool.games.grouping_bw.state import State, conserved, purses
from gmtool.games.grouping_bw.view import view
from gmtool.games.grouping_bw.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="grouping-bw",
    title="Grouping Black & White",
    rules_version=2,
    oldest=2,
    options=OPTIONS,
    grammar=GRAMMAR,
    message_types=MESSAGE_TYPES,
    state_type=State,
    setup=setup,
    wanted=wanted,
    play=play,
    automatic=automatic,
    view=view,
    draw=draw,
    suggest=suggest,
    messages=messages,
    plans=PLANNING,
    course=course,
    outcome=outcome,
    conserved=conserved,
    purses=purses,
    rulings=RULINGS,
)
