"""How long an episode can take (SD-3, SD-5, SD-9, SD-11, SD-13 to SD-15, SD-18, SD-28 to SD-32)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.course import Course, Part, Span, Stretch
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

_LOOKS = 2
"""So many cards a player sees in its head start at most (SD-14)."""
_HANDS = 5
"""The hands of the bonus (SD-28)."""
_MOST_OF_A_HAND = _A_HAND + 2
"""A loss asks for two suits where the first one hides PICK AGAIN. It can be so in every hand, for
2ND CHANCE as the second makes the board a new one (SD-32, SD-33).
"""

_HEAD_STARTS, _CARDS, _ANSWERS, _BONUS, _SETS = (4, 4, 3), (5, 2, 3), (15, 8, 11), 18, 22
"""Decisions in the head start, free Aces included, and on other cards, and answers in each round,
decisions in the bonus, and sets of buzzcodes, of 400 episodes by what `suggest` gives, in which
every second answer was right.
"""


def course(state: State) -> Course:
    """The course of an episode with these terms."""
    terms = state.terms
    return Course(_least(terms), _likely(terms), Span((_ENDLESS,), None), tuple(_parts(terms)))


def _parts(terms: Terms) -> Iterator[Part]:
    """What each part takes by itself. Only that of the questions has no end."""
    hours = terms.decision_hours
    for stretch in _before(terms):
        yield Part(stretch.what, hours, hours, hours)
    for number in range(1, ROUNDS + 1):
        playing = _playing(number)
        # In an abbreviated round the free Aces come before it, and each takes a window (SD-23).
        most = playing * (_LOOKS + (number == 2))
        head_start, *others = (one.in_all for one in _likely_round(terms, number))
        what = "head start" if number != 2 else "head start, with the free Aces"
        yield Part(f"round {number}: {what}", hours * playing, head_start, hours * most)
        yield Part(
            f"round {number}: all of it",
            _shortest_round(terms, number),
            head_start + sum(others),
            None,
        )
    yield Part(
        "the bonus",
        hours * (_LOSSES * _A_LOSS + _A_HAND),
        hours * _BONUS,
        hours * _HANDS * _MOST_OF_A_HAND,
    )


def _playing(number: int) -> int:
    """The players of the round of that number (SD-13)."""
    return len(PODIUMS) - (number > 1)


def _shortest_round(terms: Terms, number: int) -> int:
    """The fewest hours of the round of that number; codes sent again would come on top. With a free
    Ace the head start fills both places, and the first right answer wins (SD-23).
    """
    decisions, answers = _playing(number) + 1, _RIGHT
    hours = decisions * terms.decision_hours + answers * terms.answer_hours
    with_aces = (decisions + 1) * terms.decision_hours + (answers - 1) * terms.answer_hours
    return min(hours, with_aces) if number == 2 else hours


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
    hours = terms.decision_hours
    yield Stretch(f"round {number}: head start", hours, _playing(number))
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
        f"{sum(_HEAD_STARTS + _CARDS)} decisions on cards, as in episodes between random players.",
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
    yield Stretch(f"{what}: head start", terms.decision_hours, _HEAD_STARTS[number - 1])
    yield Stretch(f"{what}: decisions on cards", terms.decision_hours, _CARDS[number - 1])
    yield Stretch(f"{what}: answers", terms.answer_hours, _ANSWERS[number - 1])
