"""Which texts news gives rise to, and for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Message, MessageType
from gmtool.engine.telling import News
from gmtool.games.grouping_bw.state import FOLD

MESSAGE_TYPES = (
    MessageType("opening", POST, "the rules in brief, who plays with what, how to group"),
    MessageType(
        "set-start", POST, "a set begins: both group by then; ante and chips", CALL, how="set-start"
    ),
    MessageType("first", POST, "who starts the first round, or that the host is to name it"),
    MessageType("dealt", POST, "both colours, ante and chips; who acts until when", CALL),
    MessageType("bet", POST, "a betting action: the pot, who acts next and what it may do", CALL),
    MessageType("peek", POST, "that a Peek was used, not what it showed"),
    MessageType("order", POST, "that an Order was used, not what it told"),
    MessageType("fold", POST, "a round given up: what became of the chips, and what is next"),
    MessageType("showdown", POST, "both tiles, who wins the round, chips, and what is next"),
    MessageType("set-summary", POST, "every round of a set that is over, tiles and chips"),
    MessageType("standings", POST, "chips, ante and the rounds of the set so far", STATE),
    MessageType("final", POST, "who has won the match and how, chips, how to check the draws"),
    MessageType("grouping", PM, "the groups that stand for a player from whom none came in time"),
    MessageType(
        "ante-offer", PM, "the ante that the opponent would agree to", CALL, in_private=True
    ),
    MessageType("tile-shown", PM, "the opponent's tile after one's fold or one's Peek"),
    MessageType("group-order", PM, "the order of one's groups, told by the Order"),
    MessageType(
        "your-turn", PM, "what is asked, and all that the player knows", CALL, in_post=True
    ),
)
"""The texts of this game beside those of every game."""


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """One message for each occasion and reader, in the order in which a host would send them."""
    return (*_posts(news), *dict.fromkeys(_letters(news)))


def _posts(news: tuple[News, ...]) -> Iterator[Message]:
    names = {one.name for one in news}
    ended_by = [one["ended"] for one in news if one.name == "RoundOver"]
    arises = {
        "first": bool(names & {"FirstNamed", "FirstOverdue", "FirstAwaited"}),
        "peek": "Peeked" in names,
        "order": "OrderTold" in names,
        "fold": FOLD in ended_by[:1],
        "showdown": bool(ended_by) and FOLD not in ended_by[:1],
        "bet": "Acted" in names and not ended_by,
        "set-summary": "SetOver" in names,
        "set-start": "SetOpened" in names,
        "dealt": "RoundDealt" in names and not ended_by,
        "final": "MatchEnded" in names,
    }
    yield from (Message(occasion) for occasion, does in arises.items() if does)


def _letters(news: tuple[News, ...]) -> Iterator[Message]:
    for one in news:
        match one.name:
            case "Grouped" if one["how"]:
                yield Message("grouping", one["who"])
            case "AnteNamed":
                yield Message("ante-offer", one["to"])
            case "TileShown":
                yield Message("tile-shown", one["who"])
            case "OrderTold":
                yield Message("group-order", one["who"])
            case "Asked":
                yield Message("your-turn", one["who"])
