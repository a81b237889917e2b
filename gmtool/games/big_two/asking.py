"""How cards pass from the giver of a trade to its taker: by true answers to the taker's questions,
within the limits of privacy, and by what is due after them (BT-24 to BT-27).
"""

from __future__ import annotations

from dataclasses import replace

from gmtool.engine.numerals import in_words
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two.moves import Ask, Give, Take
from gmtool.games.big_two.questions import (
    SUIT_WORDS,
    Question,
    answer,
    concerns,
    is_of,
    named,
    of_one_rank,
    parse,
)
from gmtool.games.big_two.state import ASK, GIVE, RETURN, Asked, Due, State, Trade
from gmtool.games.big_two.terms import in_order
from gmtool.games.big_two.wording import are, are_not, cards_of, count_of

SURRENDERED, REVEALED, GIVEN, OVERDUE = "surrendered", "revealed", "given", "overdue"
"""Why cards pass to the taker: unasked, by an answer, from what was due, or because the taker's
time was up (BT-24, BT-27).
"""


def taken(state: State, own: Trade, cards: tuple[str, ...], why: str, how: str = "") -> State:
    """The state after cards pass from the giver to the taker. What is due is reduced by them;
    when all are taken the taker gives back (BT-24, BT-27). In the news `left` counts those
    still to be taken.
    """
    cards = in_order(cards)
    own = replace(
        own,
        surrendered=why == SURRENDERED,
        taken=(*own.taken, *cards),
        gives=own.gives + (why == GIVEN),
        due=_still_due(own.due, cards),
    )
    own = replace(own, stage=ASK if own.open else RETURN)
    state = state.moved(cards, own.giver, own.taker).with_trade(own)
    return state.tell(
        "Taken",
        only_to=own.parties,
        parties=own.parties,
        cards=cards,
        why=why,
        left=own.open,
        how=how,
    )


def _still_due(due: Due | None, cards: tuple[str, ...]) -> Due | None:
    if due is None:
        return None
    count = due.count - sum(is_of(card, due.of) for card in cards)
    return replace(due, count=count) if count > 0 else None


# ---- questions

LIST = (
    "a card (`ask 9S`), the highest or lowest (`ask highest`, `ask 2 lowest`, `ask highest "
    "spades`), the highest pair (`ask highest pair`), any of a suit or rank (`ask any clubs`, "
    "`ask any 7`), at least so many of a suit or rank (`ask at least 2 hearts`)"
)
"""What can be asked (BT-25), as part of a sentence."""
_EXAMPLES = (
    *("9S", "highest", "lowest", "highest spades", "lowest hearts", "any clubs", "any 7"),
    *("2 highest", "2 lowest", "highest pair", "at least 2 hearts"),
)


def ask(state: State, own: Trade, move: Ask) -> State:
    """The state after the true answer from the giver's hand.

    Cards that the answer names pass over at once. Where it names none, that many `of` a suit or
    rank are `due` (BT-25 to BT-27).
    """
    question = parse(move.question)
    if question is None:
        raise _not_in_the_list(own, move)
    _check_due(own, question, move)
    _check_privacy(own, question, move)
    # Of a suit with fewer cards than the question asks for, those there are pass over.
    yes, cards = answer(question, state.player(own.giver).hand)
    due = None
    if yes and not cards:
        due = Due(question.of, max(question.count, own.due.count if own.due else 0))
    asked = (*own.asked, Asked(move.question, yes, cards))
    own = replace(own, asked=asked, due=due or own.due)
    state = state.with_trade(own).tell(
        "Answered",
        only_to=own.parties,
        parties=own.parties,
        question=move.question,
        yes=yes,
        cards=cards,
        of=due.of if due else "",
        due=due.count if due else 0,
    )
    return taken(state, own, cards, REVEALED) if cards else state


def examples(left: int, due: Due | None) -> tuple[str, ...]:
    """Questions that can be asked while `left` cards are still to be taken and `due` is due."""
    if due is None:
        return tuple(text for text in _EXAMPLES if _reveals(text) <= left)
    many = (f"at least 2 {named(due.of)}",) if due.count < 2 <= left else ()
    if due.of in SUIT_WORDS:
        word = SUIT_WORDS[due.of]
        return (f"highest {word}", f"lowest {word}", f"9{due.of}", *many)
    return (f"{due.of}S", f"{due.of}H", *many)


def _reveals(text: str) -> int:
    """The number of cards that a yes would reveal."""
    question = parse(text)
    return question.count if question else 0


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
    """Raise Refused for a question about other cards while some are due (BT-26, BT-27)."""
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
    """Raise Refused where a yes would reveal more cards than are still to be taken (BT-26)."""
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


# ---- what is due


def left_to_giver(state: State, own: Trade, move: Take) -> State:
    """The state after `take`: the giver chooses among the cards that are due (BT-27)."""
    if own.due is None:
        raise NotNow(
            "BT-27",
            "nothing is due that could be taken; a yes to “any …” or “at least …” makes it so. "
            "Ask first: `ask any clubs`.",
            quoted=str(move),
        )
    # Asked for even where the giver has no choice: else the taker would learn that.
    return state.with_trade(replace(own, stage=GIVE)).tell(
        "LeftToGiver",
        only_to=own.parties,
        parties=own.parties,
        of=own.due.of,
        count=own.due.count,
    )


def due_in(own: Trade, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of the giver's hand that may be given for what is due (BT-27)."""
    return tuple(card for card in hand if own.due and is_of(card, own.due.of))


def given(state: State, own: Trade, move: Give) -> State:
    """The state after the giver's choice among the cards that are due (BT-27)."""
    assert own.due is not None  # noqa: S101 - it is at the stage GIVE
    hand = state.player(own.giver).hand
    check_own(move.cards, hand, str(move))
    others = [card for card in move.cards if card not in due_in(own, hand)]
    if others or len(move.cards) != own.due.count:
        raise Refused(
            "BT-27",
            "{owed} {are} due, as in `give {form}`; {wrong}.",
            owed=due_in_words(own.due),
            are="is" if own.due.count == 1 else "are",
            form=" ".join(["CARD"] * own.due.count),
            wrong=f"{are_not(others)} among them"
            if others
            else f"{cards_of(move.cards)} is {count_of(move.cards)}",
            quoted=str(move),
        )
    return taken(state, own, move.cards, GIVEN)


def check_own(cards: tuple[str, ...], hand: tuple[str, ...], quoted: str) -> None:
    """Raise Refused for cards that aren't in one's own hand, or are named twice (BT-23)."""
    missing = [card for card in cards if card not in hand]
    twice = [card for card in cards if cards.count(card) > 1]
    if missing or twice:
        raise Refused(
            "BT-23",
            "{wrong}; only cards of your own hand can be traded, each once.",
            wrong=f"{are_not(missing)} in your hand" if missing else f"{are(twice)} named twice",
            quoted=quoted,
        )


def due_first(own: Trade, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The highest of the cards that are due."""
    return due_in(own, hand)[-own.due.count :] if own.due else ()
