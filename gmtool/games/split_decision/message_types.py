"""Which texts news gives rise to, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Message, MessageType
from gmtool.engine.telling import News
from gmtool.games.split_decision.state import BLIND, FREE_ACE, HEAD_START
from gmtool.games.split_decision.terms import AGAIN

MESSAGE_TYPES = (
    MessageType("opening", POST, "sign-up and rules, podiums, what is paid, commitment"),
    MessageType(
        "codes-open",
        POST,
        "buzzcodes are collected, how to send them, by when",
        CALL,
        how="codes-open",
    ),
    MessageType("cut", POST, "all codes are in, their seals; red cuts the deck"),
    MessageType("head-start", POST, "a round begins, the cards offered before its questions"),
    MessageType("question", POST, "a question, before anybody has buzzed in"),
    MessageType("buzz", POST, "the set, the actual code, who is asked and until when"),
    MessageType("verdict", POST, "what became of an answer, the card it won, what is next"),
    MessageType("card", POST, "what became of a card, and what is next"),
    MessageType("board", POST, "Cards Remaining, by rank and suit", STATE),
    MessageType("round-summary", POST, "hands, chips, money, questions of a round that is over"),
    MessageType("bonus", POST, "Luck of the Draw: a hand's board, bankroll, what is asked", CALL),
    MessageType("bonus-hand", POST, "what a hand of the bonus came to, card by card"),
    MessageType("standings", POST, "hands, chips and money as they are", STATE),
    MessageType("final", POST, "the day's winner, its total and titles, all the money"),
    MessageType("codes", PM, "codes that chance gave for a player", STATE),
    MessageType(
        "your-turn", PM, "what the player is asked for, and until when", CALL, in_post=True
    ),
)
"""The texts of this game beside those of every game."""


def messages(news: tuple[News, ...]) -> tuple[Message, ...]:
    """One message for each occasion and reader, in the order in which a host would send them."""
    posts = dict.fromkeys(_posts(news))
    letters = dict.fromkeys(_letters(news))
    return (*posts, *letters)


_ON_CARDS = {
    *("CardShown", "Placed", "Pushed", "Discarded", "Declined", "Kept", "PassedOn", "WentOut"),
    "DeckShuffled",
}
_IN_BONUS = {"BonusDealt", "SuitUncovered"}
_ASKED_IN_BONUS = {"BoardLaid", "Revealed", "RangeNamed", "SuitBoardLaid"}


def _posts(news: tuple[News, ...]) -> Iterator[Message]:
    names = {one.name for one in news}
    if _has(news, "DeckShuffled", again=False):
        yield Message("opening")
        return
    if _has(news, "CodesComplete", again=False):
        yield Message("cut")
    main = _of_play(news, names)
    if main:
        yield Message(main)
    also = {
        "codes-open": "CodesOpened" in names,
        "round-summary": "RoundEnded" in names,
        "head-start": "RoundBegan" in names,
        "bonus-hand": bool(names & _IN_BONUS),
        "bonus": bool(names & _ASKED_IN_BONUS) or _asks_again(news),
        "board": _needs_board(news),
        "final": "EpisodeEnded" in names,
    }
    yield from (Message(occasion) for occasion, arises in also.items() if arises)


def _of_play(news: tuple[News, ...], names: set[str]) -> str:
    """The one post that tells what became of a question or a card; empty for none."""
    if "QuestionPosed" in names:
        return "question"
    if "Judged" in names:
        return "verdict"
    if names & {"BuzzedIn", "SetUsed"}:
        return "buzz"
    if not names & _ON_CARDS:
        return ""
    situations = [one["situation"] for one in news if "situation" in one.facts]
    return "head-start" if situations and situations[0] in {HEAD_START, FREE_ACE} else "card"


def _asks_again(news: tuple[News, ...]) -> bool:
    """Whether a suit is asked for on a board that is laid already (SD-32, SD-33)."""
    return _has(news, "SecondChanceOffered", new_board=False) or _has(
        news, "SuitUncovered", behind=AGAIN
    )


def _needs_board(news: tuple[News, ...]) -> bool:
    """Whether the Cards Remaining board is due: for a choice without a look, once the head start is
    over, and when the deck was shuffled again (SD-4, SD-19).
    """
    return (
        _has(news, "QuestionAwaited", number=1)
        or _has(news, "Offered", situation=BLIND)
        or _has(news, "DeckShuffled")
    )


def _has(news: tuple[News, ...], name: str, **facts: object) -> bool:
    """Whether there is news of that name with these facts."""
    return any(one.name == name and facts.items() <= one.facts.items() for one in news)


def _letters(news: tuple[News, ...]) -> Iterator[Message]:
    for one in news:
        if one.name == "CodesGiven" and one["drawn"]:
            yield Message("codes", one["who"])
        if one.name == "Asked":
            yield from (Message("your-turn", who) for who in one["who"])
