"""Auction Poker: hands are bought at auction, changed five times, and shown down."""

from gmtool.engine.game import Game
from gmtool.games.auction_poker.grammar import GRAMMAR
from gmtool.games.auction_poker.message_types import MESSAGE_TYPES, messages
from gmtool.games.auction_poker.rehearsal import course, draw, outcome, suggest
from gmtool.games.auction_poker.rules import automatic, play, wanted
from gmtool.games.auction_poker.rulings import RULINGS
from gmtool.games.auction_poker.setup import OPTIONS, setup
from gmtool.games.auction_poker.state import State, conserved, purses
from gmtool.games.auction_poker.view import view

__all__ = ["GAME"]

GAME = Game(
    kind="auction-poker",
    title="Auction Poker",
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
    plans=None,
    course=course,
    outcome=outcome,
    conserved=conserved,
    purses=purses,
    unasked=("keep",),  # AP-28: who has no card to trash may say so, too
    inactivity="AP-26",
    rulings=RULINGS,
)
