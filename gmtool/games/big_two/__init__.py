"""Big Two, and President, which adds roles and the trading that they bring."""

from gmtool.engine.game import Game, MoveForm
from gmtool.games.big_two.evolve import evolve
from gmtool.games.big_two.occasions import BIG_TWO_OCCASIONS, PRESIDENT_OCCASIONS, messages
from gmtool.games.big_two.reading import read
from gmtool.games.big_two.rules import decide
from gmtool.games.big_two.setup import (
    BIG_TWO_OPTIONS,
    PRESIDENT_OPTIONS,
    setup_big_two,
    setup_president,
)
from gmtool.games.big_two.state import State
from gmtool.games.big_two.suggesting import suggest
from gmtool.games.big_two.terms import BIG_TWO, PRESIDENT
from gmtool.games.big_two.view import view
from gmtool.games.big_two.wanting import wanted

__all__ = ["GAME", "PRESIDENT_GAME"]

_DEALING = (
    MoveForm("chance", "shuffle 3S 10H …", "every deal: the whole deck, the top card first"),
    MoveForm("host", "start", "set-up: sends the hands and opens the first round"),
)
_TRADING = (
    MoveForm("player", "surrender", "trading: the bum or vice bum speaks first"),
    MoveForm("player", "hold", "trading: the bum or vice bum speaks first"),
    MoveForm("player", "ask any clubs", "trading, after `hold`: the president or vice president"),
    MoveForm("player", "take", "trading: the president, when cards of a suit or rank are due"),
    MoveForm("player", "give 2H", "trading, after `take`: the bum, from what is due"),
    MoveForm("player", "demand lowest", "trading: the bum, before cards are given back"),
    MoveForm("player", "return 3C 4D", "trading: the president, as many as were taken"),
)
_PLAYING = (
    MoveForm("player", "offer bob 4C for 9H", "free trade; `nothing` may stand on a side"),
    MoveForm("player", "accept ann", "free trade"),
    MoveForm("player", "decline ann", "free trade"),
    MoveForm("player", "withdraw bob", "free trade"),
    MoveForm("player", "play 7S LJ as 7S 7C", "its turn; `as` where a joker leaves a choice"),
    MoveForm("player", "pass", "its turn, not leading"),
    MoveForm("host", 'redeal why "…"', "a card was shown by mistake, before the first play"),
    MoveForm("host", "close", "a move is overdue, or free trade has ended"),
)
_REDEAL = "BT-2"

GAME = Game(
    kind=BIG_TWO,
    title="Big Two",
    rules_version=1,
    options=BIG_TWO_OPTIONS,
    moves=(*_DEALING, *_PLAYING),
    occasions=BIG_TWO_OCCASIONS,
    state_type=State,
    setup=setup_big_two,
    wanted=wanted,
    read=read,
    decide=decide,
    evolve=evolve,
    view=view,
    suggest=suggest,
    messages=messages,
    redeal=_REDEAL,
)
PRESIDENT_GAME = Game(
    kind=PRESIDENT,
    title="President",
    rules_version=1,
    options=PRESIDENT_OPTIONS,
    moves=(*_DEALING, *_TRADING, *_PLAYING),
    occasions=PRESIDENT_OCCASIONS,
    state_type=State,
    setup=setup_president,
    wanted=wanted,
    read=read,
    decide=decide,
    evolve=evolve,
    view=view,
    suggest=suggest,
    messages=messages,
    redeal=_REDEAL,
    texts=BIG_TWO,
)
