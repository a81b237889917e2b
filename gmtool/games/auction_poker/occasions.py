"""Which texts arise from what happened, and for whom."""

from __future__ import annotations

from gmtool.engine.game import Event, Message, Occasion
from gmtool.games.auction_poker import events as e
from gmtool.games.auction_poker.state import OPENING, State

OCCASIONS = (
    Occasion(
        "opening", to_player=False, doc="the rules in brief, timetable, catalogue, commitment"
    ),
    Occasion("batch-open", to_player=False, doc="lots open for bids, how to bid, until when"),
    Occasion("batch-result", to_player=False, doc="what became of the lots of a batch"),
    Occasion("change-open", to_player=False, doc="a change window is open, how to trash"),
    Occasion("change-catalogue", to_player=False, doc="the lots dealt in a change session"),
    Occasion("final", to_player=False, doc="hands, places, payouts, results"),
    Occasion("receipt", to_player=True, doc="what was recorded, with its seal"),
    Occasion("refusal", to_player=True, doc="what was not taken, why, and what would be right"),
    Occasion("inventory", to_player=True, doc="hand, coins, live bids, lots won"),
)

_PUBLIC = {
    e.LotDecided: "batch-result",
    e.ChangeOpened: "change-open",
    e.GameEnded: "final",
}


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    found: dict[Message, None] = {}
    dealt = any(isinstance(event, e.CatalogueDealt) for event in events)
    for event in events:
        if isinstance(event, e.CatalogueDealt):
            opening = event.session == OPENING and state.in_opening
            found[Message("opening" if opening else "change-catalogue")] = None
        elif isinstance(event, e.BatchOpened):
            # where the catalogue was just dealt its post says which of its lots are open
            found[Message("batch-open", on_demand=dealt)] = None
        elif type(event) in _PUBLIC:
            found[Message(_PUBLIC[type(event)])] = None
        if isinstance(event, e.LotDecided) and event.decision.winner:
            found[Message("inventory", event.decision.winner)] = None
        if isinstance(event, e.RuledInactive):
            found[Message("inventory", event.who)] = None
    posts = [message for message in found if not message.to]
    return (*posts, *(message for message in found if message.to))
