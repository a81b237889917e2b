"""How long an episode can take (SD-3, SD-5, SD-9, SD-11, SD-13 to SD-15, SD-18, SD-28 to SD-32)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.course import Course, Span, Stretch
from gmtool.engine.wording import plural
from gmtool.games.split_decision.state import PODIUMS, ROUNDS, State, Terms

_RIGHT = 2
"""So many right answers win a round: each brings a card, and the first one comes by the head start
(SD-14, SD-15). No episode has fewer answers: where a free Ace saves one in round 2, round 1 had
more than eight questions (SD-23).
"""
_A_HAND = 3
"""The decisions in a hand of the bonus: numbers, high and low card, wager (SD-30, SD-31)."""
_A_LOSS = _A_HAND + 1
"""A loss asks for a suit too (SD-32)."""
_LOSSES = 2
"""So many lost hands lead straight to the Last Call; with all hands played there are four before
it, which takes longer (SD-29).
"""

_WINNER, _OTHERS = "winner", "others"
"""The winner of round 1, who sits round 2 out, and the two others (SD-13)."""

_ANSWERS, _DECISIONS, _BONUS, _SETS = (15, 8, 11), (9, 6, 6), 18, 22
"""Answers and decisions on cards in each round, decisions in the bonus, and sets of buzzcodes, of
400 episodes by what `suggest` gives, in which every second answer was right.
"""


def course(state: State) -> Course:
    """The course of an episode with these terms."""
    return Course(_least(state.terms), _likely(state.terms), Span((_ENDLESS,), None))


_ENDLESS = (
    "A question that nobody answers right is over without a card, and another one follows: so a "
    "round can go on for ever."
)


def _before(terms: Terms) -> tuple[Stretch, ...]:
    return (
        Stretch("the buzzcodes", terms.decision_hours),
        Stretch("the cut", terms.decision_hours),
    )


def _least(terms: Terms) -> Span:
    again = _collections(terms)
    rounds = [one for number in range(1, ROUNDS + 1) for one in _short_round(terms, number, again)]
    bonus = (
        Stretch("bonus: two lost hands", terms.decision_hours, _LOSSES * _A_LOSS),
        Stretch("bonus: the Last Call", terms.decision_hours, _A_HAND),
    )
    rests_on = [
        "In each round everybody places the first card of its head start, and one player is asked "
        "first and right twice: its second card fits, and the third one wins.",
        "In the bonus the first two hands are lost with all or nearly all of the bankroll, which "
        "leads to the Last Call, and that one isn't lost.",
    ]
    often = 1 + sum(map(len, again))
    if often > 1:
        rests_on.append(
            f"With {plural(terms.buzzcodes, 'buzzcode')} in a list, lists are sent {often} times."
        )
    return Span(tuple(rests_on), (*_before(terms), *rounds, *bonus))


def _short_round(
    terms: Terms, number: int, again: tuple[tuple[int, ...], ...]
) -> Iterator[Stretch]:
    """The windows of the shortest round of that number, in order."""
    hours, playing = terms.decision_hours, len(PODIUMS) - (number > 1)
    yield Stretch(f"round {number}: head start", hours, playing)
    for question in range(1, _RIGHT + 1):
        if question in again[number - 1]:
            yield Stretch(f"round {number}: more buzzcodes", hours)
        yield Stretch(f"round {number}: answer {question}", terms.answer_hours)
        if question < _RIGHT:
            yield Stretch(f"round {number}: its card", hours)


def _collections(terms: Terms) -> tuple[tuple[int, ...], ...]:
    """For each round of a shortest episode the questions, from 1, before which buzzcodes are asked
    for again: each question uses a set up, and only players of the round send more (SD-6, SD-9).
    """
    had = {_WINNER: terms.buzzcodes, _OTHERS: terms.buzzcodes}
    used, found = 0, []
    for playing in ((_WINNER, _OTHERS), (_OTHERS,), (_WINNER, _OTHERS)):
        asked = []
        for question in range(1, _RIGHT + 1):
            if min(had[who] for who in playing) <= used:
                asked.append(question)
                had |= {who: max(had[who], used) + terms.buzzcodes for who in playing}
            used += 1
        found.append(tuple(asked))
    return tuple(found)


def _likely(terms: Terms) -> Span:
    hours, often = terms.decision_hours, -(-_SETS // terms.buzzcodes)
    more = (Stretch("more buzzcodes", hours, often - 1),) if often > 1 else ()
    rounds = [one for number in range(1, ROUNDS + 1) for one in _likely_round(terms, number)]
    rests_on = [
        f"There are about {sum(_ANSWERS)} answers, of which every second one is right, and "
        f"{sum(_DECISIONS)} decisions on cards, as in episodes between random players.",
        f"The bonus has about {_BONUS} decisions.",
    ]
    if more:
        rests_on.append(
            f"Lists of buzzcodes are sent {often} times, since about {_SETS} sets are used."
        )
    bonus = Stretch("bonus: decisions", hours, _BONUS)
    return Span(tuple(rests_on), (*_before(terms), *rounds, *more, bonus))


def _likely_round(terms: Terms, number: int) -> Iterator[Stretch]:
    what = f"round {number}"
    yield Stretch(f"{what}: decisions on cards", terms.decision_hours, _DECISIONS[number - 1])
    yield Stretch(f"{what}: answers", terms.answer_hours, _ANSWERS[number - 1])
