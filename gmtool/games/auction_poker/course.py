"""How long a game takes (AP-5, AP-13, AP-15, AP-18)."""

from __future__ import annotations

from gmtool.engine.game import Course, Windows
from gmtool.games.auction_poker.setup import batches
from gmtool.games.auction_poker.state import State

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
