"""Grouping Black & White: nine tiles in three groups, dealt face down, and betting on them."""

from gmtool.engine.game import Game, MoveForm
from gmtool.games.grouping_bw.evolve import evolve
from gmtool.games.grouping_bw.occasions import OCCASIONS, messages
from gmtool.games.grouping_bw.reading import read
from gmtool.games.grouping_bw.rules import decide
from gmtool.games.grouping_bw.setup import OPTIONS, setup
from gmtool.games.grouping_bw.state import State
from gmtool.games.grouping_bw.suggesting import suggest
from gmtool.games.grouping_bw.view import view
from gmtool.games.grouping_bw.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="grouping-bw",
    title="Grouping Black & White",
    rules_version=1,
    options=OPTIONS,
    moves=(
        MoveForm("chance", "order alice 7 5 8 6 0 1 3 2 4", "both have grouped; a new half"),
        MoveForm("host", "start", "set-up: opens the grouping of the first set"),
        MoveForm("player", "group A 0 1 B 2 3 4 C 5 6 7 8", "the start of a set"),
        MoveForm("player", "ante 3", "the start of a set, final-match; both the same"),
        MoveForm("host", "first alice", "before the first round"),
        MoveForm("player", "first alice", "before the first round: the Bonus holder"),
        MoveForm("player", "bet 5", "nothing has been bet in the round"),
        MoveForm("player", "raise 3", "its turn: 3 more than what it takes to match"),
        MoveForm("player", "call", "its turn"),
        MoveForm("player", "fold", "its turn"),
        MoveForm("player", "peek", "has the Peek, while betting is open"),
        MoveForm("player", "order", "has the Order, from its grouping to the first action"),
        MoveForm("host", "close", "a grouping or a betting action is overdue"),
    ),
    occasions=OCCASIONS,
    state_type=State,
    setup=setup,
    wanted=wanted,
    read=read,
    decide=decide,
    evolve=evolve,
    view=view,
    suggest=suggest,
    messages=messages,
)
