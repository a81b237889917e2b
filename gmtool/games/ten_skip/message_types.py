"""Which texts news gives rise to, and for whom (the posts and PMs of the rules page)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Message, MessageType
from gmtool.engine.telling import News
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, TOP, TURN, UNCHALLENGED

MESSAGE_TYPES = (
    MessageType("opening", POST, "the rules in brief, who plays and when"),
    MessageType("round-start", POST, "the draw for dealer, who deals and who begins"),
    MessageType("discard", POST, "a card discarded or shown, and whose answer is awaited", CALL),
    MessageType("turn", POST, "what was done in a turn, and who is next until when", CALL),
    MessageType("notice", POST, "who put everyone on notice, and who may challenge"),
    MessageType("challenge", POST, "both hands, and whether the claim was true"),
    MessageType("reveal", POST, "a hand that won unchallenged, shown by choice"),
    MessageType("round-summary", POST, "what the losers score, card by card, and the totals"),
    MessageType("standings", POST, "scores over all rounds so far", STATE),
    MessageType("final", POST, "who won, scores over all rounds, how to check the draws"),
    MessageType("hand", PM, "the cards in one's hand, from low to high", STATE),
    MessageType("your-turn", PM, "what can be done now, and how to answer", CALL, in_post=True),
    MessageType("choose", PM, "the two cards drawn, one to keep", CALL),
    MessageType(
        "victim", PM, "which card is shown, and that one must be handed over", CALL, in_post=True
    ),
    MessageType("end-of-turn", PM, "everyone on notice, or done", CALL, in_post=True),
    MessageType(
        "on-top", PM, "which card is to lie on top of the discard pile", CALL, in_post=True
    ),
    MessageType("unchallenged", PM, "a round won unchallenged, whose hand may be shown"),
)
"""The texts of this game beside those of every game."""

_ASKING = {TURN: "your-turn", KEEP: "choose", HAND: "victim", NOTICE: "end-of-turn", TOP: "on-top"}


_POSTS = (
    ("Revealed", "reveal"),
    ("Challenged", "challenge"),
    ("PutOnNotice", "notice"),
    ("RoundOver", "round-summary"),
    ("GameEnded", "final"),
    ("RoundOpened", "round-start"),
)
_IN_TURNS = {"Discarded", "Kept", "Offered", "Handed", "Passed", "Finished", "Topped"}
_POSTED = {"Challenged", "PutOnNotice", "RoundOver"}
"""News whose posts tell of the turn as well."""


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """One message for each occasion and reader, in the order in which a host would send them."""
    asked = next((one for one in news[-1:] if one.name == "Asked"), None)
    return tuple(dict.fromkeys((*_posts(news, asked), *_letters(news, asked))))


def _posts(news: tuple[News, ...], asked: News | None) -> Iterator[Message]:
    names = {one.name for one in news}
    yield from (Message(occasion) for name, occasion in _POSTS if name in names)
    if names & _IN_TURNS and not names & _POSTED:
        is_within = asked is not None and asked["what"] in {KEEP, HAND}
        yield Message("discard" if is_within else "turn")


def _letters(news: tuple[News, ...], asked: News | None) -> Iterator[Message]:
    """The messages to players. A player who is asked for something sees its hand in that message;
    once a round is over there is none to see.
    """
    names = {one.name for one in news}
    seen = {asked["who"]} if asked else set()
    for one in news:
        match one.name:
            case "RoundOpened":
                yield from (Message("hand", name) for name in one["playing"])
            case "Drew" | "Kept" | "Finished" | "PutOnNotice" if "RoundOver" not in names:
                yield from (Message("hand", name) for name in {one["who"]} - seen)
            case "Handed" if "RoundOver" not in names:
                gained = (one["who"], one["taker"])
                yield from (Message("hand", name) for name in gained if name not in seen)
            case "RoundOver" if one["how"] == UNCHALLENGED and "GameEnded" not in names:
                yield Message("unchallenged", one["claimant"])
    if asked:
        yield Message(_ASKING[asked["what"]], asked["who"])
