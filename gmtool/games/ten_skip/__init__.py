"""Ten-Skip Challenge: skipped runs, claims that may be bluffs, and who dares to doubt them."""

from gmtool.engine.game import Game
from gmtool.games.ten_skip.grammar import GRAMMAR, PLANNING
from gmtool.games.ten_skip.message_types import MESSAGE_TYPES, messages
from gmtool.games.ten_skip.progress import automatic
from gmtool.games.ten_skip.rehearsal import course, draw, outcome, suggest
from gmtool.games.ten_skip.rules import play
from gmtool.games.ten_skip.rulings import RULINGS
from gmtool.games.ten_skip.setup import OPTIONS, setup
from gmtool.games.ten_skip.state import State, conserved
from gmtool.games.ten_skip.view import view
from gmtool.games.ten_skip.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="ten-skip",
    title="Ten-Skip Challenge",
    rules_version=1,
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
    rulings=RULINGS,
    at_a_glance=("round", "dealer", "draw_pile", "discard_top", "on_notice"),
)
