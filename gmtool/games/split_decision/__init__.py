"""Split Decision: hands of a low, a high and a card between, won by questions; then a bonus."""

from gmtool.engine.game import Game, MoveForm
from gmtool.games.split_decision.evolve import evolve
from gmtool.games.split_decision.occasions import OCCASIONS, messages
from gmtool.games.split_decision.reading import read
from gmtool.games.split_decision.rules import decide
from gmtool.games.split_decision.sequel import sequel
from gmtool.games.split_decision.setup import OPTIONS, setup
from gmtool.games.split_decision.state import PODIUMS, State
from gmtool.games.split_decision.suggesting import suggest
from gmtool.games.split_decision.view import view
from gmtool.games.split_decision.wanting import wanted

__all__ = ["GAME"]

GAME = Game(
    kind="split-decision",
    title="Split Decision",
    rules_version=1,
    options=OPTIONS,
    moves=(
        MoveForm("chance", "shuffle 3S JOKER …", "the deck, top first: set-up; it ran out; bonus"),
        MoveForm("chance", "draw 57", "the host has asked for a question's code"),
        MoveForm("chance", "board A 7 DEVIL …", "a bonus hand: the 15 places in order"),
        MoveForm("chance", "suits NO 2ND AGAIN NO", "behind clubs, diamonds, hearts, spades"),
        MoveForm("chance", "codes 17 4 100 …", "codes of a player who sent none in time"),
        MoveForm("host", "start", "set-up: opens the collection of codes"),
        MoveForm("player", "codes 17 4 100 …", "before the episode; again when none are left"),
        MoveForm("player", "cut 17", "red, before the episode"),
        MoveForm("player", "high", "head start, free look, free Ace, a card it has seen"),
        MoveForm("player", "low", "head start, free look, free Ace, a card it has seen"),
        MoveForm("player", "low as 9", "a Joker beside a card placed; or `high as 9`"),
        MoveForm("player", "refuse", "head start, free look"),
        MoveForm("player", "push", "an Ace that could go to the other end"),
        MoveForm("player", "chip", "a card it has seen, not for free"),
        MoveForm("player", "keep", "no peek"),
        MoveForm("player", "pass gold", "no peek; bare `pass` with one opponent"),
        MoveForm("host", 'question "…" answer "…"', "no question is open"),
        MoveForm("host", "draw", "a question is posted: chance draws the code"),
        MoveForm("host", "draw 57", "a question is posted: a code drawn elsewhere"),
        MoveForm("player", 'answer "…"', "asked"),
        MoveForm("host", "right", "an answer is in"),
        MoveForm("host", "wrong", "an answer is in"),
        MoveForm("player", "pick 1 5 9 15", "bonus: four places of the board"),
        MoveForm("player", "range A 3", "bonus: high and low of what is revealed"),
        MoveForm("player", "wager 750", "bonus: dollars on the next card"),
        MoveForm("player", "suit hearts", "bonus: a loss, for the second chance"),
        MoveForm("host", "close", "an answer or a decision is overdue"),
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
    seats=PODIUMS,
    sequel=sequel,
)
