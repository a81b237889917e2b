"""Suggests legal moves, for hints, rehearsals and tests; for chance the shuffled deck. Tells how a
game came out, and how long it takes (AP-5, AP-13, AP-15, AP-18).
"""

from __future__ import annotations

from gmtool.engine.cards import in_order
from gmtool.engine.chance import Choose, Draw
from gmtool.engine.game import Course, Outcome, Windows
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.text import HOST
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Trash
from gmtool.games.auction_poker.rules import _chance_due, wanted
from gmtool.games.auction_poker.setup import batches
from gmtool.games.auction_poker.showdown import PIG
from gmtool.games.auction_poker.state import (
    Player,
    State,
)

_BEYOND = 1
"""In games between random players so many batches more were opened as would have held a lot for
each, as long as there were any.
"""
_AGAIN = 4
"""Where there are fewer than two lots for each, one for so many players was left over."""
_TRASHING, _OF = 3, 4
"""In the same games so many of so many players trashed in each change session."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    terms, seats = state.terms, len(state.players)
    every = batches(terms.lots, terms.batch_size)
    usual = min(every, batches(seats, terms.batch_size) + _BEYOND)
    again = seats // _AGAIN if terms.reoffers and terms.lots < 2 * seats else 0
    times = "twice" if terms.reoffers == 1 else f"{terms.reoffers + 1} times"
    offered = f"every lot is auctioned {times}" if terms.reoffers else "every lot is needed"
    return Course(
        _windows(state, usual + again, seats * _TRASHING // _OF),
        most=_windows(state, every + terms.lots * terms.reoffers, seats),
        longer_if=offered + " and everybody trashes each time" * (terms.change_sessions > 0),
    )


def _windows(state: State, opening: int, trashing: int) -> Windows:
    """So many windows of the opening session, and in each change session one to trash and those to
    bid on what so many players have trashed.
    """
    terms, sessions = state.terms, state.terms.change_sessions
    bids = opening + sessions * batches(trashing, terms.batch_size)
    return (bids, terms.bidding_hours), (sessions, terms.change_hours)


def draw(state: State) -> Draw | None:
    """The shuffle of the deck that is due; None where none is."""
    return Draw("shuffle", (in_order(state.deck),)) if _chance_due(state) else None


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    turn = wanted(state).turn(who)
    if turn is None or who == HOST:
        return Start() if turn else None
    player = state.player(who)
    return _some_bid(state, player, choose) if state.batch else _some_trash(state, player, choose)


def _some_bid(state: State, player: Player, choose: Choose) -> Move | None:
    free = state.lots_for(player)
    if free and choose.below(8):
        lot = free[choose.below(len(free))]
        least = state.terms.min_bid
        coins = least + choose.below(state.most(player) - least + 1)
        return Bid((Pair(lot, str(coins)),))
    return None if player.name in state.done else Pass()


def _some_trash(state: State, player: Player, choose: Choose) -> Move | None:
    if player.hand and choose.below(4):
        return Trash(choose.shuffle(player.hand)[: 1 + choose.below(len(player.hand))])
    return None if player.name in state.done else Keep()


_SHOWN = "hands are shown down"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if not state.results:
        return None
    terms, many = state.terms, len(state.players)
    results = [next(r for r in state.results if r.name == player.name) for player in state.players]
    coins = tuple(player.coins for player in state.players)
    bought = {one.session for one in state.decided if one.session and one.winner}
    idle = terms.change_sessions - len(bought)
    return {
        "ending": _SHOWN,
        "endings": (_SHOWN,),
        "winners": tuple(result.name for result in results if result.place == 1),
        "figures": {
            "coins left": coins,
            "result, in ¥": tuple(result.result for result in results),
        },
        "shares": {
            "players without a lot after the opening session": (
                sum(not player.lot for player in state.players),
                many,
                25,
            ),
            "change sessions in which nobody buys anything": (idle, terms.change_sessions, 60),
            "coins that nobody spends": (sum(coins), terms.coins * many, 20),
            "players who end without five cards": (
                sum(result.hand_name == PIG for result in results),
                many,
                85,
            ),
            # Bots trash at random, so that this is how most of their games end.
            "games with several in last place, each of whom pays all prizes": (
                int(sum(result.place is None for result in results) > 1),
                1,
                100,
            ),
            "players who end with a debt": (sum(result.result < 0 for result in results), many, 90),
        },
    }
