"""Auction Poker: hands are bought at auction, changed five times, and shown down."""

from gmtool.engine.game import Game, MoveForm
from gmtool.games.auction_poker.evolve import evolve
from gmtool.games.auction_poker.occasions import OCCASIONS, messages
from gmtool.games.auction_poker.reading import read
from gmtool.games.auction_poker.rules import decide, suggest, wanted
from gmtool.games.auction_poker.setup import OPTIONS, setup
from gmtool.games.auction_poker.state import State
from gmtool.games.auction_poker.view import view

__all__ = ["GAME"]

GAME = Game(
    kind="auction-poker",
    title="Auction Poker",
    rules_version=1,
    options=OPTIONS,
    moves=(
        MoveForm("chance", "shuffle 3S 10H …", "the deck, top first: set-up; a catalogue is due"),
        MoveForm("host", "start", "set-up: opens the first batch"),
        MoveForm("player", "bid A 30", "a batch is open"),
        MoveForm("player", "bid A 30, C 12", "a batch is open"),
        MoveForm("player", "pass", "a batch is open: no bid in it"),
        MoveForm("player", "trash 3S 10H KD", "a change window is open"),
        MoveForm("player", "keep", "a change window is open: nothing to trash"),
        MoveForm("player", "stand", "any time: content to do nothing more"),
        MoveForm("host", "close", "a window is open and its deadline has come"),
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
    inactivity="AP-26",
)
