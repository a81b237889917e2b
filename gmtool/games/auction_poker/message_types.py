"""Which texts news gives rise to, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Message, MessageType
from gmtool.engine.telling import News
from gmtool.games.auction_poker.state import OPENING

BIDS = "batch-open"
MESSAGE_TYPES = (
    MessageType("opening", POST, "the rules in brief, timetable, catalogue, commitment"),
    MessageType("batch-open", POST, "lots open for bids, how to bid, by when", CALL, how=BIDS),
    MessageType("batch-result", POST, "what became of the lots of a batch"),
    MessageType("re-auction", POST, "a left-over lot open for players without one", CALL, how=BIDS),
    MessageType(
        "change-open", POST, "a change window is open, how to trash", CALL, how="change-open"
    ),
    MessageType("change-catalogue", POST, "the lots dealt in a change session", how=BIDS),
    MessageType("change-summary", POST, "all lots of a change session, coins of all"),
    MessageType("standings", POST, "coins of all", STATE),
    MessageType("final", POST, "hands, places, payouts, results"),
    MessageType("lot-won", PM, "a lot won, its price, hand and coins since"),
    MessageType(
        "equal-bids",
        PM,
        "an equal bid in the very instant, and which was recorded first",
        in_private=True,
    ),
    MessageType("inventory", PM, "hand, coins, live bids, lots won", STATE),
    MessageType("final-result", PM, "place, hand, and how coins became the result"),
)
"""The texts of this game beside those of every game."""


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """One message for each occasion and reader, in the order in which a host would send them."""
    return (*dict.fromkeys(_posts(news)), *dict.fromkeys(_letters(news)))


def _posts(news: tuple[News, ...]) -> Iterator[Message]:
    dealt = any(one.name == "CatalogueDealt" for one in news)
    for one in news:
        match one.name:
            case "CatalogueDealt":
                yield Message("opening" if one["session"] == OPENING else "change-catalogue")
            case "BatchOpened" if one["re_auction"]:
                yield Message("re-auction")
            case "BatchOpened":
                # the catalogue's post, just dealt, says which of its lots are open
                yield Message("batch-open", on_demand=dealt)
            case "LotDecided":
                yield Message("batch-result")
            case "LotsDone":
                yield Message("change-summary", on_demand=not one["summed_up"])
            case "ChangeOpened":
                yield Message("change-open")
            case "GameEnded":
                yield Message("final")


def _letters(news: tuple[News, ...]) -> Iterator[Message]:
    # before what a player has won, which ends with what comes next
    equal = (name for one in news if one.name == "EqualBids" for name in one.to or ())
    yield from (Message("equal-bids", name) for name in equal)
    for one in news:
        match one.name:
            case "LotDecided" if one["decision"].winner:
                yield Message("lot-won", one["decision"].winner)
            case "Trashed" | "RuledInactive" | "CoinsAdjusted":
                yield Message("inventory", one["who"])
            case "GameEnded":
                yield from (Message("final-result", name) for name in one["players"])
