"""Which texts arise from what happened, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import CALL, PM, POST, STATE, Event, Message, Occasion
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.state import BLIND, FREE_ACE, HEAD_START, State
from gmtool.games.split_decision.terms import AGAIN
from gmtool.games.split_decision.wanting import wanted

OCCASIONS = (
    Occasion("opening", POST, "sign-up and rules, podiums, what is paid, commitment"),
    Occasion("codes-open", POST, "buzzcodes are collected, how to send them, until when", CALL),
    Occasion("cut", POST, "all codes are in, their seals; red cuts the deck"),
    Occasion("head-start", POST, "a round begins, the cards offered before its questions"),
    Occasion("question", POST, "a question, before anybody has buzzed in"),
    Occasion("buzz", POST, "the set, the actual code, who is asked and until when"),
    Occasion("verdict", POST, "what became of an answer, the card it won, what is next"),
    Occasion("card", POST, "what became of a card, and what is next"),
    Occasion("board", POST, "Cards Remaining, by rank and suit", STATE),
    Occasion("round-summary", POST, "hands, chips, money, questions of a round that is over"),
    Occasion("bonus", POST, "Luck of the Draw: a hand's board, bankroll, what is asked", CALL),
    Occasion("bonus-hand", POST, "what a hand of the bonus came to, card by card"),
    Occasion("standings", POST, "hands, chips and money as they are", STATE),
    Occasion("final", POST, "the day's winner, its total and titles, all the money"),
    Occasion("codes", PM, "codes that chance gave for a player", STATE),
    Occasion("your-turn", PM, "what the player is asked for, and until when", CALL),
)
"""Beside them there are those of every game."""


def messages(events: tuple[Event, ...], state: State) -> tuple[Message, ...]:
    """One message an occasion, in the order in which a host would send them."""
    posts = tuple(dict.fromkeys(_posts(events, state)))
    letters = tuple(dict.fromkeys(_letters(events, state)))
    return (*posts, *letters)


_ON_CARDS = {
    *(e.CardShown, e.Placed, e.Pushed, e.Discarded, e.Declined, e.Kept, e.PassedOn, e.WentOut),
    e.DeckShuffled,
}
_IN_BONUS = {e.BonusDealt, e.SuitUncovered}
_ASKED_IN_BONUS = {e.BoardLaid, e.Revealed, e.RangeNamed, e.SuitBoardLaid}


def _posts(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    kinds = {type(event) for event in events}
    if e.DeckShuffled in kinds and not state.round:
        yield Message("opening")
        return
    if _has(events, e.CodesComplete, again=False):
        yield Message("cut")
    main = _of_play(events, kinds)
    if main:
        yield Message(main)
    also = {
        "codes-open": e.CodesOpened in kinds,
        "round-summary": e.RoundEnded in kinds,
        "head-start": e.RoundBegan in kinds,
        "bonus-hand": bool(kinds & _IN_BONUS),
        "bonus": bool(kinds & _ASKED_IN_BONUS) or _asks_again(events),
        "board": _needs_board(events, state),
        "final": e.EpisodeEnded in kinds,
    }
    yield from (Message(occasion) for occasion, arises in also.items() if arises)


def _of_play(events: tuple[Event, ...], kinds: set[type[Event]]) -> str:
    """The one post that tells what became of a question or a card."""
    if e.QuestionPosed in kinds:
        return "question"
    if e.Judged in kinds:
        return "verdict"
    if kinds & {e.BuzzedIn, e.SetUsed}:
        return "buzz"
    if not kinds & _ON_CARDS:
        return ""
    first = next((event for event in events if hasattr(event, "situation")), None)
    before = getattr(first, "situation", "") in {HEAD_START, FREE_ACE}
    return "head-start" if before else "card"


def _asks_again(events: tuple[Event, ...]) -> bool:
    """Whether a suit is asked for on a board that lies there already (SD-32, SD-33)."""
    return _has(events, e.SecondChanceOffered, new_board=False) or _has(
        events, e.SuitUncovered, behind=AGAIN
    )


def _needs_board(events: tuple[Event, ...], state: State) -> bool:
    """The Cards Remaining board is due: for a choice without a look, once the head start is over,
    and when the deck was shuffled anew (SD-4, SD-19).
    """
    over = _has(events, e.QuestionAwaited) and not state.asked
    return over or _has(events, e.Offered, situation=BLIND) or _has(events, e.DeckShuffled)


def _has(events: tuple[Event, ...], kind: type[Event], **facts: object) -> bool:
    """Whether such an event is among them."""
    return any(
        isinstance(event, kind) and all(getattr(event, k) == v for k, v in facts.items())
        for event in events
    )


_ASKING = (e.CodesOpened, e.CodesComplete, e.Offered, e.BuzzedIn, e.SecondChanceOffered)
_ASKING_IN_BONUS = (e.BoardLaid, e.Revealed, e.RangeNamed, e.SuitBoardLaid, e.SuitUncovered)


def _letters(events: tuple[Event, ...], state: State) -> Iterator[Message]:
    for event in events:
        if isinstance(event, e.CodesGiven) and event.drawn:
            yield Message("codes", event.who)
    if any(isinstance(event, (*_ASKING, *_ASKING_IN_BONUS)) for event in events):
        yield from (Message("your-turn", turn.who) for turn in wanted(state).turns if turn.window)
