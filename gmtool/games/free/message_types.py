"""The texts of a free game, and which of them news give rise to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gmtool.api import CALL, PM, POST, STATE, Message, MessageType, News

MESSAGE_TYPES = (
    MessageType("opening", POST, "the rules in brief, and who plays"),
    MessageType("open", POST, "what is open now, how to answer, and until when", CALL),
    MessageType("ask", PM, "what a player is asked for in private", CALL, in_private=True),
    MessageType("votes", POST, "who has answered what in the thread so far, and when", STATE),
    MessageType("closed", POST, "that a round is closed whose result waits, with its seals"),
    MessageType("result", POST, "how a round came out, and what follows"),
    MessageType("events", POST, "what else happened: who is out or back, dice, what the host says"),
    MessageType("role", PM, "a player's role, and who is with it", in_private=True),
    MessageType("told", PM, "what the host tells one player", in_private=True),
    MessageType("ledger", PM, "what a player has of secret units", STATE, in_private=True),
    MessageType("standings", POST, "who is in, and what everybody has", STATE),
    MessageType("final", POST, "how it ended, and who has won"),
)


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """The texts that the news of an entry give rise to, in order."""
    return tuple(dict.fromkeys(_arising(news)))


def _arising(news: tuple[News, ...]) -> Iterator[Message]:
    names = {one.name for one in news}
    ended = "Ended" in names
    followed = {one["round"] for one in news if one.name in {"Resolved", "Again"}}
    for one in news:
        match one.name:
            case "Resolved" | "Revealed" if one.to is None:
                yield Message("result")
            case "Closed" if one.to is None and one["round"] not in followed:
                yield Message("closed")
            case "Out" | "Back" | "Rolled" | "Picked" | "Said" | "Dealt" | "Changed":
                if one.to is None and not names & {"Resolved", "Closed"}:
                    yield Message("events")
    yield from _in_private(one for one in news if not (ended and one.name == "Fell"))
    if not ended and names & {"Opened", "Again"}:
        yield Message("open")
    if ended:
        yield Message("final")


def _in_private(news: Iterable[News]) -> Iterator[Message]:
    for one in news:
        for who in one.to or ():
            match one.name:
                case "Role":
                    yield Message("role", who)
                case "Told" | "Learned" | "Strike" | "Fell" | "PassedOver":
                    yield Message("told", who)
                case "Asked":
                    yield Message("ask", who)
                case "Changed":
                    yield Message("ledger", who)
