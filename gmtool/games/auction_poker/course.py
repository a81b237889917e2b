"""How long a game can take (AP-5, AP-6, AP-13, AP-15, AP-18, AP-19, AP-26)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.course import Course, Span, Stretch
from gmtool.engine.wording import plural
from gmtool.games.auction_poker.setup import batches
from gmtool.games.auction_poker.state import State, label, lots_named

_AGAIN = 5
"""Where there are fewer than two lots for each player, one lot for so many players was left over in
games by what `suggest` gives, with the default options and 2 to 13 players, 150 of each number;
with more `reoffers` not one more, and hardly one where only lots without a bid are offered again.
"""
_BEYOND = 1
"""In the same games so many batches more were opened as would have held a lot for each player."""
_TRASHING, _OF = 3, 4
"""So many of so many players trashed in each session of theirs."""


def course(state: State) -> Course:
    """The course of a game with these terms and so many players."""
    return Course(_least(state), _likely(state), _most(state))


def _least(state: State) -> Span:
    """Who stands isn't waited for (AP-13), holds no cards and has nothing to trash, so no window
    need be opened. The second sentence is about games in which somebody wants to play.
    """
    terms = state.terms
    bought = batches(len(state.players), terms.batch_size)
    first = "batch" if bought == 1 else f"{bought} batches"
    # With a least bid of 0 everybody may bid on what comes of a trash (AP-18).
    trash = 1 if terms.min_bid else 1 + bought
    then = ""
    if terms.change_sessions >= trash:
        nobody = "" if terms.min_bid else ", and nobody bids on what comes of it"
        then = f", and trashes all its cards in the first change session{nobody}"
    elif terms.change_sessions:
        then = ", and keeps its cards ever after"
    windows = plural(bought + min(trash, terms.change_sessions), "window")
    return Span(
        (
            "Everybody says `stand` before the start, so nobody gets a card.",
            f"As long as nobody stands and all get a lot, at least {windows} must be opened: "
            f"each player spends all its coins on a lot of the first {first}{then}.",
        ),
        (),
    )


def _likely(state: State) -> Span:
    terms, seats = state.terms, len(state.players)
    every = batches(terms.lots, terms.batch_size)
    opened = min(every, batches(seats, terms.batch_size) + _BEYOND)
    few = opened == every and terms.lots < 2 * seats
    offered_again = terms.reoffers > 0 and terms.reauction == "left-over"
    again = seats // _AGAIN if few and offered_again else 0
    trashing = seats * _TRASHING // _OF if _can_bid_again(state) else 0
    more = f" and {plural(again, 'lot')} left over, offered once more" * bool(again)
    served = "Everybody has a lot" if offered_again or not few else "Every lot has been offered"
    rests_on = [f"{served} after {plural(opened, 'batch', 'batches')}{more}."]
    if terms.change_sessions:
        offered = f"and {plural(trashing, 'lot')} {'is' if trashing == 1 else 'are'} offered"
        rests_on.append(
            "In every change session three players in four trash, "
            f"{offered if trashing else 'and nobody has the coins to bid on what comes of it'}."
        )
    rests_on.append("Games between random players went about like that.")
    stretches = (*_batches(state, opened), *_left_over(state, again), *_sessions(state, trashing))
    return Span(tuple(rests_on), stretches)


def _most(state: State) -> Span:
    """No game can open more windows. Where coins or cards are so short that not all can trash in
    every session and others buy, not so many can be opened.
    """
    terms, seats = state.terms, len(state.players)
    every = batches(terms.lots, terms.batch_size)
    times = "once" if terms.reoffers == 1 else f"{terms.reoffers} times"
    rests_on = [
        f"No lot is sold in its batch, and each of the {terms.lots} lots left over is offered "
        f"{times} more."
        if terms.reoffers
        else "Somebody gets no lot before the last batch, and none is offered again."
    ]
    trashing = seats if _can_bid_again(state) else seats - 1
    if terms.change_sessions:
        who = (
            "Everybody" if trashing == seats else "Everybody but one, who buys no lot to bid here,"
        )
        rests_on.append(
            f"{who} trashes in every change session, and all the lots that come of it are offered."
        )
    stretches = (
        *_batches(state, every),
        *_left_over(state, terms.lots * terms.reoffers),
        *_sessions(state, trashing),
    )
    return Span(tuple(rests_on), stretches)


def _can_bid_again(state: State) -> bool:
    """Whether a player who has bought a lot can have the coins for another (AP-7, AP-18)."""
    return state.terms.coins >= 2 * state.terms.min_bid


def _batches(state: State, count: int) -> Iterator[Stretch]:
    """The first batches of the opening session, so many of them."""
    terms = state.terms
    for first in range(0, count * terms.batch_size, terms.batch_size):
        labels = [label(n) for n in range(first, min(first + terms.batch_size, terms.lots))]
        yield Stretch(f"bids on {lots_named(labels)}", terms.bidding_hours)


def _left_over(state: State, lots: int) -> Iterator[Stretch]:
    if lots:
        yield Stretch("bids on lots left over, one at a time", state.terms.bidding_hours, lots)


def _sessions(state: State, trashing: int) -> Iterator[Stretch]:
    """The change sessions, in each of which so many players trash and get others to bid."""
    terms = state.terms
    bidding = batches(trashing, terms.batch_size)
    for session in range(1, terms.change_sessions + 1):
        yield Stretch(f"change session {session}: trash", terms.change_hours)
        if bidding:
            yield Stretch(f"change session {session}: bids", terms.bidding_hours, bidding)
