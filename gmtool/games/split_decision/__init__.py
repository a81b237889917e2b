"""Split Decision: hands of a low, a high and a card between, won by questions; then a bonus."""

from gmtool.engine.game import Game
from gmtool.games.split_decision.grammar import GRAMMAR, PLANNING
from gmtool.games.split_decision.message_types import MESSAGE_TYPES, messages
from gmtool.games.split_decision.rehearsal import course, draw, outcome, suggest
from gmtool.games.split_decision.rules import automatic, play
from gmtool.games.split_decision.rulings import RULINGS
from gmtool.games.split_decision.setup import OPTIONS, sequel, setup
from gmtool.games.split_decision.state import PODIUMS, State, purses
from gmtool.games.split_decision.view import view
from gmtool.games.split_decision.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="split-decision",
    title="Split Decision",
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
    purses=purses,
    seats=PODIUMS,
    sequel=sequel,
    rulings=RULINGS,
)
