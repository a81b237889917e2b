"""Ten-Skip Challenge: skipped runs, claims that may be bluffs, and who dares to doubt them."""

from gmtool.engine.game import Game, MoveForm
from gmtool.games.ten_skip.evolve import evolve
from gmtool.games.ten_skip.occasions import OCCASIONS, messages
from gmtool.games.ten_skip.reading import read
from gmtool.games.ten_skip.rules import decide
from gmtool.games.ten_skip.setup import OPTIONS, setup
from gmtool.games.ten_skip.state import State
from gmtool.games.ten_skip.suggesting import suggest
from gmtool.games.ten_skip.view import view
from gmtool.games.ten_skip.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="ten-skip",
    title="Ten-Skip Challenge",
    rules_version=1,
    options=OPTIONS,
    moves=(
        MoveForm("chance", "shuffle 3S 10H …", "the draw for dealer; every deal: top card first"),
        MoveForm("host", "start", "set-up: sends the hands and opens the first round"),
        MoveForm("player", "discard 9H", "its turn: two cards are drawn"),
        MoveForm("player", "keep 4S", "then: of the two it was PMed"),
        MoveForm("player", "take bob giving 9H", "its turn: a card of another player's"),
        MoveForm("player", "hand 5C", "the victim, asked"),
        MoveForm("player", "notice", "end of its turn: puts everyone on notice"),
        MoveForm("player", "done", "end of its turn, without a claim"),
        MoveForm("player", "challenge", "start of its turn, while another has all on notice"),
        MoveForm("player", "top 5C", "after a right challenge"),
        MoveForm("player", "pass", "its turn, with an empty draw pile and no victim"),
        MoveForm("player", "reveal", "after a round won unchallenged, until its next move"),
        MoveForm("host", "close", "a move is overdue"),
        MoveForm("host", 'adjust ann points +20 why "…"', "a score is to be corrected"),
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
    at_a_glance=("round", "dealer", "draw_pile", "discard_top", "on_notice"),
)
