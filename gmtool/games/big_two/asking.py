"""How cards pass from the giver of a trade to its taker: by true answers to the taker's questions,
within the limits of privacy, and by what is due after them (BT-24 to BT-27).
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import in_words, said, told
from gmtool.games.big_two.moves import Ask, Give, No, Yes
from gmtool.games.big_two.questions import (
    SUIT_WORDS,
    aloud,
    answer,
    concerns,
    is_in_words,
    is_of,
    named,
    of_one_rank,
    parse,
)
from gmtool.games.big_two.state import ASK, GIVE, RETURN, WORDS, Asked, Due, State, Trade
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

_EXAMPLES = (
    *("9S", "highest", "lowest", "highest spades", "lowest hearts", "any clubs", "any 7"),
    *("2 highest", "2 lowest", "highest pair", "at least 2 hearts"),
    '"anything above a king"',
)


def ask(state: State, own: Trade, move: Ask) -> State:
    """The state after the taker's questions; raises Refused for one that isn't allowed."""
    return _put(state, own, move.questions, now=True)


def _put(state: State, own: Trade, questions: tuple[str, ...], *, now: bool = False) -> State:
    """The state after questions are put in their order, up to the first yes that makes something
    due, or as long as something is to be taken (BT-26). One in words waits for the host's answer,
    and those behind it wait with it.

    One that isn't allowed raises Refused where it is put `now`; where it had to wait it isn't put.
    """
    for place, question in enumerate(questions):
        if now and not own.waived:
            _check(own, question)
        is_allowed = _is_allowed(own, question)
        if not (is_allowed or own.waived):
            return _not_put(state, own, questions[place:])
        if is_in_words(question):
            return _in_words(state, own, questions[place:])
        state, makes_due = _answered(state, own, question, only_told=not is_allowed)
        own = state.trade(own.taker) or own
        if makes_due or own.stage != ASK:
            return _not_put(state, own, questions[place + 1 :])
    return state


def _not_put(state: State, own: Trade, questions: tuple[str, ...]) -> State:
    if not questions:
        return state
    return state.tell("NotPut", only_to=[own.taker], parties=own.parties, questions=questions)


def _is_allowed(own: Trade, question: str) -> bool:
    try:
        _check(own, question)
    except Refused:
        return False
    return True


def _check(own: Trade, question: str) -> None:
    """Raise Refused for a question that privacy forbids (BT-26), also where it is waived. What one
    in words is about, its answer will show.
    """
    listed = parse(question)
    if listed is None:
        _check_count(own, of_one_rank(said(question)), f" to {aloud(question)}")
        return
    if own.due and not concerns(listed, own.due.of):
        verb = "is" if own.due.count == 1 else "are"
        raise Refused(
            "BT-26",
            f"{due_in_words(own.due)} {verb} due after the yes, and must be accepted first: "
            f"`take`, or ask about {named(own.due.of)} only.",
        )
    _check_count(own, listed.count)


def _check_count(own: Trade, count: int, to: str = "") -> None:
    """Raise Refused where a yes would reveal more cards than are still to be taken (BT-26)."""
    if count > own.open:
        left = in_words(own.open)
        verb = "is" if own.open == 1 else "are"
        right = "`ask highest`" if own.open == 1 else f"`ask {own.open} highest`"
        raise Refused(
            "BT-26",
            f"a yes{told(to)} would tell of {in_words(count)} cards, and only {left} {verb} still "
            f"to be taken; ask about {left} at most, as in {right}.",
        )


def _answered(state: State, own: Trade, question: str, *, only_told: bool) -> tuple[State, bool]:
    """The state after the true answer from the giver's hand, and whether something is due by it.

    Cards that the answer names pass over at once; of a suit with fewer cards than the question asks
    for, those there are. Where it names none, that many of a suit or rank are due (BT-27). What
    only the waiver allowed to ask is `only_told`.
    """
    asked = parse(question)
    assert asked is not None  # noqa: S101 - it is on the list
    yes, cards = answer(asked, state.player(own.giver).hand)
    due = None
    if yes and not cards and not only_told:
        due = Due(asked.of, max(asked.count, own.due.count if own.due else 0))
    own = replace(own, due=due or own.due)
    return _told(state, own, Asked(question, yes, cards, only_told and yes), due), due is not None


def _told(state: State, own: Trade, asked: Asked, due: Due | None = None) -> State:
    """The state after an answer; the cards that it names pass over, unless they are only told."""
    own = replace(own, asked=(*own.asked, asked))
    state = state.with_trade(own).tell(
        "Answered",
        only_to=own.parties,
        parties=own.parties,
        question=asked.question,
        yes=asked.yes,
        cards=asked.cards,
        only_told=asked.only_told,
        of=due.of if due else "",
        due=due.count if due else 0,
    )
    passes = asked.cards and not asked.only_told
    return taken(state, own, asked.cards, REVEALED) if passes else state


# ---- questions in words


def _in_words(state: State, own: Trade, questions: tuple[str, ...]) -> State:
    """The state in which the first of the questions waits for the host (BT-26)."""
    state = state.with_trade(replace(own, stage=WORDS, asking=questions))
    state = replace(state, in_words=(*state.in_words, own.taker))
    return state.tell(
        "PutInWords",
        only_to=own.parties,
        parties=own.parties,
        question=questions[0],
        remark=f"BT-26: {put_in_words(state, own.taker)}. Answer as the cards are: `yes CARD …` "
        "names what it reveals, or `no`. If a yes could ever tell of more cards than are still to "
        "be taken, take it back with `undo` instead, whatever the hand.",
    )


def put_in_words(state: State, taker: str) -> str:
    """The question in words that waits for the host's answer, and the hand that it is about."""
    own = state.trade(taker)
    assert own is not None  # noqa: S101 - its question waits
    hand = cards_of(state.player(own.giver).hand)
    return f"{own.taker} asks {own.giver} in words {aloud(own.asking[0])}; {own.giver} holds {hand}"


def without_words(state: State, own: Trade) -> tuple[State, Trade]:
    """The state without a question that waits for the host, and the trade."""
    own = replace(own, asking=())
    waiting = tuple(taker for taker in state.in_words if taker != own.taker)
    return replace(state, in_words=waiting).with_trade(own), own


def answer_in_words(state: State, move: Yes | No) -> State:
    """The state after the host's answer to the question in words that has waited longest, and after
    those that had to wait for it; raises Refused.
    """
    if not state.in_words:
        raise NotNow("BT-26", "no question in words waits for an answer of yours.")
    own = state.trade(state.in_words[0])
    assert own is not None  # noqa: S101 - a taker has a trade
    cards = in_order(move.cards) if isinstance(move, Yes) else ()
    question, *rest = own.asking
    _check_true(state, own, cards)
    is_other = any(own.due and not is_of(card, own.due.of) for card in cards)
    is_too_much = len(cards) > own.open or is_other
    if is_too_much and not own.waived:
        left = f"only {in_words(own.open)} {'is' if own.open == 1 else 'are'} still to be taken"
        if own.due and is_other:
            left = f"what is due comes first ({due_in_words(own.due)})"
        raise Refused(
            "BT-26",
            f"a yes would tell of {cards_of(cards)}, and {left}: {told(aloud(question))} isn't "
            f"allowed, unless {own.giver} waives its privacy. Take the question back with `undo`, "
            f"and don't tell {own.taker} that a yes would have been true: a question that could "
            "tell too much is never answered, whatever the hand.",
        )
    state, own = without_words(state, replace(own, stage=ASK))
    state = _told(state, own, Asked(question, bool(cards), cards, is_too_much))
    own = state.trade(own.taker) or own
    if own.stage != ASK:
        return _not_put(state, own, tuple(rest))
    return _put(state, own, tuple(rest))


def _check_true(state: State, own: Trade, cards: tuple[str, ...]) -> None:
    """Raise Refused for cards that the giver doesn't hold, or that are named twice."""
    missing = [card for card in cards if card not in state.player(own.giver).hand]
    twice = [card for card in cards if cards.count(card) > 1]
    if missing or twice:
        wrong = (
            f"{are_not(missing)} in {own.giver}'s hand" if missing else f"{are(twice)} named twice"
        )
        raise Refused(
            "BT-26",
            f"{wrong}; {own.taker} asked {own.giver} {told(aloud(own.asking[0]))}, and the answer "
            "names cards of that hand, each once.",
        )


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


def due_in_words(due: Due) -> str:
    """What is due, as `two hearts` or `one seven`."""
    cards = named(due.of)
    if due.count == 1:
        cards = cards.removesuffix("es") if cards == "sixes" else cards.removesuffix("s")
    return f"{in_words(due.count)} {cards}"


# ---- what is due


def left_to_giver(state: State, own: Trade) -> State:
    """The state after `take`: the giver chooses among the cards that are due (BT-27)."""
    if own.due is None:
        raise NotNow(
            "BT-27",
            "nothing is due that could be taken; a yes to “any …” or “at least …” makes it so. "
            "Ask first: `ask any clubs`.",
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
    check_own(move.cards, hand)
    others = [card for card in move.cards if card not in due_in(own, hand)]
    if others or len(move.cards) != own.due.count:
        verb = "is" if own.due.count == 1 else "are"
        form = " ".join(["CARD"] * own.due.count)
        wrong = (
            f"{are_not(others)} among them"
            if others
            else f"{cards_of(move.cards)} is {count_of(move.cards)}"
        )
        raise Refused("BT-27", f"{due_in_words(own.due)} {verb} due, as in `give {form}`; {wrong}.")
    return taken(state, own, move.cards, GIVEN)


def check_own(cards: tuple[str, ...], hand: tuple[str, ...]) -> None:
    """Raise Refused for cards that aren't in one's own hand, or are named twice (BT-23)."""
    missing = [card for card in cards if card not in hand]
    twice = [card for card in cards if cards.count(card) > 1]
    if missing or twice:
        wrong = f"{are_not(missing)} in your hand" if missing else f"{are(twice)} named twice"
        raise Refused("BT-23", f"{wrong}; only cards of your own hand can be traded, each once.")


def due_first(own: Trade, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The highest of the cards that are due."""
    return due_in(own, hand)[-own.due.count :] if own.due else ()
