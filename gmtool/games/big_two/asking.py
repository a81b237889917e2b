"""What the taker asks in a trade: what privacy allows, and what passes over by the answer (BT-25 to
BT-27).
"""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.numerals import in_words
from gmtool.engine.refusals import Refused
from gmtool.games.big_two import events as e
from gmtool.games.big_two.moves import Ask
from gmtool.games.big_two.questions import Question, answer, concerns, named, of_one_rank, parse
from gmtool.games.big_two.state import Due, State, Trade
from gmtool.games.big_two.terms import in_order

LIST = (
    "a card (`ask 9S`), the highest or lowest (`ask highest`, `ask 2 lowest`, `ask highest "
    "spades`), the highest pair (`ask highest pair`), any of a suit or rank (`ask any clubs`, "
    "`ask any 7`), at least so many of a suit or rank (`ask at least 2 hearts`)"
)
"""What can be asked (BT-25)."""


def ask(state: State, own: Trade, move: Ask) -> tuple[Event, ...]:
    """The true answer, and what passes over by it (BT-25 to BT-27)."""
    question = parse(move.question)
    if question is None:
        raise _not_in_the_list(own, move)
    _check_due(own, question, move)
    _check_privacy(own, question, move)
    yes, cards = answer(question, state.player(own.giver).hand)
    if not yes or cards:
        answered = e.Answered(own.parties, move.question, yes, cards)
        return (answered, taken(own, cards, e.REVEALED)) if cards else (answered,)
    due = max(question.count, own.due.count if own.due else 0)
    return (e.Answered(own.parties, move.question, yes, (), question.of, due),)


def _not_in_the_list(own: Trade, move: Ask) -> Refused:
    count = of_one_rank(move.question)
    if count > own.open:
        return Refused(
            "BT-26",
            "a yes to “{question}” would tell of {count} cards, and only {left} {are} still to be "
            "taken. What can be asked: {list}.",
            question=move.question,
            count=in_words(count),
            left=in_words(own.open),
            are="is" if own.open == 1 else "are",
            list=LIST,
            quoted=str(move),
        )
    return Refused(
        "BT-25",
        "“{question}” is no question that the rules have. What can be asked: {list}.",
        question=move.question,
        list=LIST,
        quoted=str(move),
    )


def _check_due(own: Trade, question: Question, move: Ask) -> None:
    """What was revealed before must be accepted first (BT-26, BT-27)."""
    if own.due is None or concerns(question, own.due.of):
        return
    raise Refused(
        "BT-26",
        "{due} {are} due after the yes, and must be accepted first: `take`, or ask about {of} "
        "only.",
        due=due_in_words(own.due),
        are="is" if own.due.count == 1 else "are",
        of=named(own.due.of),
        quoted=str(move),
    )


def _check_privacy(own: Trade, question: Question, move: Ask) -> None:
    """A yes may reveal no more cards than are still to be taken (BT-26)."""
    if question.count <= own.open:
        return
    raise Refused(
        "BT-26",
        "a yes would tell of {count} cards, and only {left} {are} still to be taken; ask about "
        "{left} at most, as in {right}.",
        count=in_words(question.count),
        left=in_words(own.open),
        are="is" if own.open == 1 else "are",
        right="`ask highest`" if own.open == 1 else f"`ask {own.open} highest`",
        quoted=str(move),
    )


def due_in_words(due: Due) -> str:
    """What is due, as `two hearts` or `one seven`."""
    cards = named(due.of)
    if due.count == 1:
        cards = cards.removesuffix("es") if cards == "sixes" else cards.removesuffix("s")
    return f"{in_words(due.count)} {cards}"


def taken(own: Trade, cards: tuple[str, ...], why: str, how: str = "") -> e.Taken:
    return e.Taken(own.parties, in_order(cards), why, own.open - len(cards), how)
