"""Which texts arise from what happened, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Event, Message, Occasion
from gmtool.games.auction_poker import events as e
from gmtool.games.auction_poker.state import OPENING, State

OCCASIONS = (
    Occasion("opening", POST, "the rules in brief, timetable, catalogue, commitment"),
    Occasion("batch-open", POST, "lots open for bids, how to bid, until when", CALL),
    Occasion("batch-result", POST, "what became of the lots of a batch"),
    Occasion("re-auction", POST, "a left-over lot open for players without one", CALL),
    Occasion("change-open", POST, "a change window is open, how to trash", CALL),
    Occasion("change-catalogue", POST, "the lots dealt in a change session"),
    Occasion("change-summary", POST, "all lots of a change session, coins of all"),
    Occasion("standings", POST, "coins of all", STATE),
    Occasion("final", POST, "hands, places, payouts, results"),
    Occasion("lot-won", PM, "a lot won, its price, hand and coins since"),
    Occasion("inventory", PM, "hand, coins, live bids, lots won", STATE),
    Occasion("final-result", PM, "place, hand, and how coins became the result"),
)
"""Beside them there are those of every game."""


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    posts = dict.fromkeys(_posts(events, state))
    letters = dict.fromkeys(_letters(events, state))
    return (*posts, *letters)


def _posts(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    dealt = any(isinstance(event, e.CatalogueDealt) for event in events)
    for event in events:
        match event:
            case e.CatalogueDealt(session=session):
                opening = session == OPENING and state.in_opening
                yield Message("opening" if opening else "change-catalogue")
            case e.BatchOpened(re_auction=True):
                yield Message("re-auction")
            case e.BatchOpened():
                # where the catalogue was just dealt its post says which of its lots are open
                yield Message("batch-open", on_demand=dealt)
            case e.LotDecided():
                yield Message("batch-result")
            case e.SessionClosed() | e.ChangeOpened() | e.GameEnded():
                yield from _summary(events, state)
        if isinstance(event, e.ChangeOpened):
            yield Message("change-open")
        if isinstance(event, e.GameEnded):
            yield Message("final")


def _summary(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    """The summary of the change session that ended with these events, if it had lots; where they
    decide all that were ever open the result says the same.
    """
    decided = [event.decision for event in events if isinstance(event, e.LotDecided)]
    dealt = [event for event in events if isinstance(event, e.CatalogueDealt)]
    session = decided[0].session if decided else dealt[0].session if dealt else OPENING
    if session == OPENING:
        return
    earlier = [d for d in state.decided if d.session == session and d not in decided]
    yield Message("change-summary", on_demand=not earlier)


def _letters(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    for event in events:
        match event:
            case e.LotDecided(decision=decision) if decision.winner:
                yield Message("lot-won", decision.winner)
            case e.Trashed(who=who) | e.RuledInactive(who=who) | e.CoinsAdjusted(who=who):
                yield Message("inventory", who)
            case e.GameEnded():
                yield from (Message("final-result", player.name) for player in state.players)
