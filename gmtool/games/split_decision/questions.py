"""Questions, answers and verdicts (SD-11, SD-12). An answer is compared with the kept one, to
suggest a verdict to the host.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision.choices import own
from gmtool.games.split_decision.moves import Answer, Question
from gmtool.games.split_decision.state import (
    ANSWER,
    BETWEEN,
    DRAW,
    FREE_LOOK,
    QUESTION,
    VERDICT,
    Asked,
    Asking,
    Play,
    State,
    Try,
)
from gmtool.games.split_decision.terms import ANSWER_PAYS


def question(state: State, move: Question) -> State:
    """The state after the host posed a question and its answer, which is kept."""
    if state.phase != QUESTION:
        raise NotNow("SD-11", f"no question is due now{_why_none_due(state)}.", quoted=move.public)
    asking = Asking(state.next_question, move.text, move.answer)
    state = replace(state, phase=DRAW, asking=asking)
    return state.tell(
        "QuestionPosed", number=asking.number, text=move.text, secret={"answer": move.answer}
    )


def _why_none_due(state: State) -> str:
    if state.asking:
        return f"; question {state.asking.number} is still open"
    return f"; {state.play.who} decides on a card first" if state.play else ""


def answer(state: State, who: str, move: Answer) -> State:
    """The state after the answer of the player asked, as written."""
    asking = state.asking
    if asking is None:
        raise NotNow("SD-11", "no question is open.")
    if state.phase == VERDICT:
        raise Refused("SD-11", f"{asking.who} has answered already, and the verdict comes first.")
    if state.phase != ANSWER:
        raise NotNow("SD-7", "nobody has buzzed in yet.")
    if asking.who != who:
        if who in asking.asked:
            raise NotNow("SD-8", f"{who} has been asked already; {asking.who} is asked now.")
        raise NotNow("SD-7", f"{asking.who} is asked now.")
    return _given(state, replace(asking, given=move.text))


def _given(state: State, asking: Asking) -> State:
    """The state with the answer in; only the host learns how it compares with the kept one, as a
    suggested verdict.
    """
    state = replace(state, phase=VERDICT, asking=asking)
    suggested = suggested_verdict(asking)
    right = suggested == "right"
    how = "agrees with" if right else "isn't"
    return state.tell(
        "AnswerGiven",
        who=asking.who,
        text=asking.given,
        secret={"kept": asking.answer, "agrees": right},
        remark=f"SD-11: it {how} the kept answer “{asking.answer}”, which suggests `{suggested}`.",
    )


def suggested_verdict(asking: Asking) -> str:
    """The verdict that the comparison with the kept answer suggests (SD-11)."""
    return "right" if agrees(asking.given, asking.answer) else "wrong"


def verdict(state: State, *, right: bool) -> State:
    """The state after the host's verdict on the answer."""
    asking = state.asking
    if asking is None or state.phase != VERDICT:
        missing = f"; {asking.who} hasn't answered yet" if asking and asking.who else ""
        raise NotNow("SD-11", f"no answer waits for a verdict{missing}.")
    return _judged(state, asking, right=right)


def expired(state: State, asking: Asking) -> State:
    """The state after the time of the player asked ran out, which counts as a wrong answer
    (SD-11).
    """
    return _judged(state, asking, expired=True)


def _judged(state: State, asking: Asking, *, right: bool = False, expired: bool = False) -> State:
    """The state after a verdict. A right answer is paid and gives control of the next card, with a
    free look from the sixth question of the round on (SD-12, SD-21).
    """
    who, text = asking.who, asking.given
    paid = ANSWER_PAYS[state.round] if right else 0
    asking = replace(asking, who="", given="", tries=(*asking.tries, Try(who, text, expired)))
    state = replace(state, phase=BETWEEN, asking=asking).tell(
        "Judged",
        who=who,
        text=text,
        right=right,
        expired=expired,
        paid=paid,
        entry=state.entry,
    )
    if not right:
        return state
    card = Play(who, FREE_LOOK) if state.has_free_look else own(state.player(who))
    return completed(replace(state.paid(who, paid), play=card), asking, who)


def completed(state: State, asking: Asking, winner: str) -> State:
    """The state with the question over; it is dead where nobody was right (SD-11)."""
    over = Asked(asking.number, asking.text, asking.answer, winner, asking.tries)
    state = replace(state, asking=None, asked=(*state.asked, over))
    return state.tell(
        "QuestionCompleted",
        number=over.number,
        text=over.text,
        answer=over.answer,
        winner=winner,
    )


_QUOTED = lazy_regex(r"[\"“„«]([^\"“”„«»]+)[\"”“»]")
_LEAD = lazy_regex(
    r"^(?:is it|is that|it is|it's|its|that is|that's|what is|what's|what are|who is|who was"
    r"|who are|where is|(?:my|the) answer is|my guess is|i (?:say|think|guess|believe)(?: it's"
    r"| it is| that it is| that it's| that's)?|i'd say|i would say)\b[\s:,]*",
    re.IGNORECASE,
)
_ARTICLE = lazy_regex(r"^(?:the|an|a)\s+(?=\S)")


def agrees(given: str, kept: str) -> bool:
    """Whether two answers are equal except for case, accents, punctuation, leading articles, words
    such as “is it” before them, and text around one in quotation marks (SD-11).
    """
    return bool(_forms(given) & _forms(kept))


def _forms(text: str) -> set[str]:
    """The ways in which `text` may be meant, each in plain words."""
    straight = text.replace("’", "'").strip()
    quoted = _QUOTED.findall(straight)
    ways = {straight, _LEAD.sub("", straight)}
    if len(quoted) == 1:
        ways.add(quoted[0])
    return {plain for way in ways if (plain := _plain(way))}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c)).replace("'", "")
    words = " ".join("".join(c if _counts(c) else " " for c in bare).split())
    return _ARTICLE.sub("", words) or " ".join(text.split())


def _counts(char: str) -> bool:
    """Whether a character counts: letters, digits and symbols do. $5 isn't €5, but a comma is
    nothing.
    """
    return char.isalnum() or unicodedata.category(char).startswith("S")
