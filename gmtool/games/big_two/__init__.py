"""Big Two, and President, which adds roles and trading between them."""

from msgspec.structs import replace

from gmtool.engine.game import Game
from gmtool.games.big_two.grammar import BIG_TWO_GRAMMAR, GRAMMAR, PLANNING
from gmtool.games.big_two.message_types import BIG_TWO_OCCASIONS, PRESIDENT_OCCASIONS, messages
from gmtool.games.big_two.rehearsal import course, draw, outcome, suggest
from gmtool.games.big_two.rules import automatic, play
from gmtool.games.big_two.rulings import RULINGS
from gmtool.games.big_two.setup import (
    BIG_TWO_OPTIONS,
    PRESIDENT_OPTIONS,
    setup_big_two,
    setup_president,
)
from gmtool.games.big_two.state import State, conserved
from gmtool.games.big_two.terms import BIG_TWO, PRESIDENT
from gmtool.games.big_two.tricks import is_said_already
from gmtool.games.big_two.view import view
from gmtool.games.big_two.wanting import wanted

__all__ = ["GAME", "PRESIDENT_GAME"]

GAME = Game(
    kind=BIG_TWO,
    title="Big Two",
    rules_version=2,
    oldest=2,
    options=BIG_TWO_OPTIONS,
    message_types=BIG_TWO_OCCASIONS,
    state_type=State,
    setup=setup_big_two,
    wanted=wanted,
    grammar=BIG_TWO_GRAMMAR,
    play=play,
    automatic=automatic,
    is_said_already=is_said_already,
    view=view,
    draw=draw,
    suggest=suggest,
    messages=messages,
    plans=PLANNING,
    course=course,
    outcome=outcome,
    conserved=conserved,
    redeal="BT-2",
    at_a_glance=("round", "trick_number", "so_far", "beat"),
    rulings=RULINGS,
)
PRESIDENT_GAME = replace(
    GAME,
    kind=PRESIDENT,
    title="President",
    options=PRESIDENT_OPTIONS,
    message_types=PRESIDENT_OCCASIONS,
    setup=setup_president,
    grammar=GRAMMAR,
    texts=BIG_TWO,
)
