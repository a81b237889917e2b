"""Which texts news gives rise to, and for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Message, MessageType
from gmtool.engine.telling import News

_PLAYED = (
    MessageType("opening", POST, "the rules in brief, who plays, what is dealt and when"),
    MessageType(
        "free-trade",
        POST,
        "that players may swap cards until then, and how",
        CALL,
        how="free-trade",
    ),
    MessageType("round-start", POST, "roles, how many cards each holds, who leads", CALL),
    MessageType("trick", POST, "the trick so far, cards held, who is next until when", CALL),
    MessageType("trick-won", POST, "who won the trick and leads the next"),
    MessageType("out", POST, "who is out and in which place, who leads now"),
    MessageType("round-summary", POST, "the places of a round that is over, and what comes next"),
    MessageType("standings", POST, "places and roles of all rounds so far", STATE),
    MessageType("final", POST, "places over all rounds, how to check the draws"),
    MessageType("hand", PM, "the cards in one's hand, from low to high", STATE),
    MessageType("offer", PM, "what became of an offer in free trade", in_private=True),
    MessageType("your-turn", PM, "what must be beaten and how to answer", CALL, in_post=True),
)
BIG_TWO_OCCASIONS = _PLAYED
PRESIDENT_OCCASIONS = (
    *_PLAYED[:1],
    MessageType("trading", POST, "a round is dealt: roles, and that trading goes on"),
    *_PLAYED[1:],
    MessageType(
        "trade",
        PM,
        "a step of one's trade: what was said, and what is asked now",
        CALL,
        in_private=True,
    ),
)
"""The texts of these games beside those of every game."""


_TOLD = {
    "RoundOver": "round-summary",
    "WentOut": "out",
    "TrickOver": "trick-won",
    "Played": "trick",
    "Passed": "trick",
}
"""News about a trick with its post; the first of these that happened gives the one post."""
_OPENED = {
    "GameEnded": "final",
    "TradingOpened": "trading",
    "FreeTradeOpened": "free-trade",
    "PlayOpened": "round-start",
}


_OF_A_TRADE = frozenset(
    {
        *("Held", "Waived", "Answered", "NotPut", "PutInWords", "LeftToGiver", "Taken"),
        *("Demanded", "Returned"),
    }
)
"""News of a step of a trade."""


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """One message for each occasion and reader, in the order in which a host would send them."""
    names = {one.name for one in news}
    told = [_TOLD[name] for name in _TOLD if name in names][:1]
    posts = [*told, *(_OPENED[name] for name in _OPENED if name in names)]
    letters = (Message(occasion, to) for one in news for occasion, to in _letters(one))
    return (*map(Message, posts), *dict.fromkeys(letters))


def _letters(one: News) -> Iterator[tuple[str, str]]:
    """The occasions of messages to players. About an offer a player hears what others did, not
    what it said itself.
    """
    match one.name:
        case "RoundOpened":
            yield from (("hand", name) for name in one["names"])
        case "Drew":
            yield "hand", one["who"]
        case "TradingOpened":
            yield from (("trade", name) for trade in one["trades"] for name in trade.parties)
        case name if name in _OF_A_TRADE:
            yield from (("trade", name) for name in one["parties"])
        case "Offered":
            yield "offer", one["offer"].to
        case "Declined":
            yield "offer", one["offer"].who
        case "Withdrawn" if not one["gone"]:
            yield "offer", one["offer"].to
        case "Withdrawn" | "Swapped" | "SwapUndone":
            yield from (("offer", name) for name in one["offer"].parties)
        case "FreeTradeOver":
            yield from (("hand", name) for name in one["traded"])
        case "Asked":
            yield "your-turn", one["who"]
