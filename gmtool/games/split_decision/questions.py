"""Questions, answers and verdicts (SD-11, SD-12)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.answers import agrees
from gmtool.games.split_decision.moves import Answer, Question
from gmtool.games.split_decision.state import ANSWER, QUESTION, VERDICT, Asking, State
from gmtool.games.split_decision.terms import ANSWER_PAYS


def question(state: State, move: Question) -> tuple[Event, ...]:
    """The host poses a question, and keeps its answer."""
    if state.phase != QUESTION:
        raise NotNow(
            "SD-11",
            "no question is due now{why}.",
            why=_why_none_due(state),
            quoted=move.public,
        )
    for what, text in (("question", move.text), ("answer", move.answer)):
        if not text.strip():
            raise Refused(
                "SD-11",
                'the {what} is empty; say both: question "…" answer "…".',
                what=what,
                quoted=move.public,
            )
    return (e.QuestionPosed(state.completed + 1, move.text, move.answer),)


def _why_none_due(state: State) -> str:
    if state.asking:
        return f"; question {state.asking.number} is still open"
    return f"; {state.play.who} decides on a card first" if state.play else ""


def answer(state: State, who: str, move: Answer) -> tuple[Event, ...]:
    """The answer of the player asked, kept as written."""
    asking = state.asking
    quoted = str(move)
    if asking is None:
        raise NotNow("SD-11", "no question is open.", quoted=quoted)
    if state.phase == VERDICT:
        raise Refused(
            "SD-11",
            "{who} has answered already, and the verdict comes first.",
            who=asking.who,
            quoted=quoted,
        )
    if state.phase != ANSWER:
        raise NotNow("SD-7", "nobody has buzzed in yet.", quoted=quoted)
    if asking.who != who:
        again = who in asking.asked
        raise NotNow(
            "SD-8" if again else "SD-7",
            "{who} has been asked already; {other} is asked now."
            if again
            else "{other} is asked now.",
            who=who,
            other=asking.who,
            quoted=quoted,
        )
    if not move.text.strip():
        raise Refused("SD-11", "the answer is empty.", quoted=quoted)
    return (e.AnswerGiven(who, move.text, asking.answer, agrees(move.text, asking.answer)),)


def suggests_right(asking: Asking) -> bool:
    """Whether the answer that is in agrees with the kept one (SD-11)."""
    return agrees(asking.given, asking.answer)


def verdict(state: State, entry: int, *, right: bool) -> tuple[Event, ...]:
    """The host's word on the answer that is in."""
    asking = state.asking
    if asking is None or state.phase != VERDICT:
        missing = f"; {asking.who} hasn't answered yet" if asking and asking.who else ""
        raise NotNow(
            "SD-11",
            "no answer waits for a verdict{missing}.",
            missing=missing,
            quoted="right" if right else "wrong",
        )
    paid = ANSWER_PAYS[state.round] if right else 0
    judged = e.Judged(asking.who, asking.given, right, False, paid, entry)
    if not right:
        return (judged,)
    over = e.QuestionCompleted(asking.number, asking.text, asking.answer, asking.who)
    return (judged, over)


def expired(asking: Asking, entry: int) -> tuple[Event, ...]:
    """The player asked has said nothing in its time, which counts as wrong (SD-11)."""
    return (e.Judged(asking.who, "", False, True, 0, entry),)
