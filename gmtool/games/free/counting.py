"""Counts what came in a round (FF-11): what each answer came to, which are chosen, and a tie."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from gmtool.api import casefolded
from gmtool.games.free import terms
from gmtool.games.free.moves import NOBODY
from gmtool.games.free.state import Given, Running, State, Total


class Count(Struct, frozen=True):
    """What was counted: `totals`, the most first; the answers `chosen`; and those `tied` between
    which nothing is decided, or players, where they answered the same number. One alone that is
    tied is what all have said, and no tie.
    """

    totals: tuple[Total, ...] = ()
    chosen: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


def weight(setup: terms.Setup, state: State, round_: terms.Round, who: str) -> int:
    """What a player's answer counts in a round."""
    for one in round_.weights:
        if one.unit:
            return state.held(setup, who, one.unit)
        if who in state.members(setup, one.whom):
            return one.many
    return 1


def values(round_: terms.Round, answer: Given) -> tuple[tuple[str, int], ...]:
    """What an answer is counted for, each with the points it gives where it gives any."""
    asks = round_.asks
    if asks.what == terms.SPLIT:
        things = answer.whom or answer.said[: len(answer.said) // 2]
        points = answer.said[-len(things) :]
        return tuple((thing, int(many)) for thing, many in zip(things, points, strict=True))
    if asks.what == terms.ORDER:
        things = answer.whom or answer.said
        return tuple((thing, len(things) - place) for place, thing in enumerate(things))
    if asks.is_of_players:
        return tuple((name, 1) for name in answer.whom or (NOBODY,))
    return ((tidy(answer.said[0]) if asks.is_of_words else answer.said[0], 1),)


def tidy(text: str) -> str:
    """A text as it is compared: without case, punctuation at its ends, and articles before it."""
    bare = casefolded(text).strip(" .,;:!?\"'“”„")
    return re.sub(r"^(?:the|an?) (?=\S)", "", bare)


def totals(
    setup: terms.Setup, state: State, round_: terms.Round, answers: Sequence[Given]
) -> tuple[Total, ...]:
    """What each answer came to, the most first; what came to the same in the order of seats,
    choices or letters.
    """
    found = _points(setup, state, round_, answers)
    seats = [player.name for player in state.players]
    order = {value: place for place, value in enumerate((*seats, *round_.asks.choices))}

    def place(value: str) -> tuple[int, int, int, str]:
        number = -int(value) if round_.asks.what == terms.NUMBER else 0
        return -found[value], order.get(value, len(order)), number, value

    return tuple(Total(value, found[value]) for value in sorted(found, key=place))


def _points(
    setup: terms.Setup, state: State, round_: terms.Round, answers: Sequence[Given]
) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in answers:
        by = weight(setup, state, round_, one.who)
        for value, points in values(round_, one):
            found[value] = found.get(value, 0) + by * points
    return found


def has_majority(setup: terms.Setup, state: State, running: Running) -> bool:
    """Whether one answer has more than half of all that can come (FF-8)."""
    round_ = setup.round(running.round)
    found = _points(setup, state, round_, running.given)
    return bool(found) and 2 * max(found.values()) > possible(setup, state, running)


def possible(setup: terms.Setup, state: State, running: Running) -> int:
    """How much all answers that can come count together."""
    round_ = setup.round(running.round)
    return sum(weight(setup, state, round_, who) for who in running.asked)


def count(setup: terms.Setup, state: State, running: Running, answers: Sequence[Given]) -> Count:
    """What the answers of a round came to, by its way of counting."""
    round_ = setup.round(running.round)
    found = totals(setup, state, round_, answers)
    how = round_.resolve.count
    if not found or (how == terms.KEY and round_.asks.what == terms.LINES):
        return Count()  # of lines only each player's right ones are counted
    if how in {
        terms.HIGHEST,
        terms.LOWEST,
        terms.UNIQUE_HIGHEST,
        terms.UNIQUE_LOWEST,
        terms.CLOSEST,
    }:
        return _by_number(how, running, answers, found)
    if how == terms.EACH:
        return Count(found, tuple(one.value for one in found))
    if how == terms.KEY:
        right = tuple(one.value for one in found if is_right(running.key, 0, one.value))
        return Count(found, right)
    if how == terms.SUM and round_.asks.what == terms.NUMBER:
        total = sum(int(one.value) * one.count for one in found)
        return Count((Total("", total),))
    return _by_count(how, found)


def _by_count(how: str, found: Sequence[Total]) -> Count:
    """The answers that most, or fewest, gave; what counts nothing is as if nobody had given it."""
    there = [one for one in found if one.count]
    if not there:
        return Count(tuple(found))
    best = there[-1].count if how == terms.MINORITY else there[0].count
    chosen = tuple(one.value for one in there if one.count == best)
    all_count = sum(one.count for one in found)
    if how == terms.MINORITY and len(there) == 1:
        # where all say the same nobody is fewer than the others
        return Count(tuple(found), tied=chosen)
    if len(chosen) > 1:
        return Count(tuple(found), tied=chosen)
    if how == terms.MAJORITY and 2 * best <= all_count:
        return Count(tuple(found))
    return Count(tuple(found), chosen)


def _by_number(
    how: str, running: Running, answers: Sequence[Given], found: tuple[Total, ...]
) -> Count:
    """The number that is best; a tie where several players gave it."""
    givers: dict[int, list[str]] = {}
    for one in answers:
        givers.setdefault(int(one.said[0]), []).append(one.who)
    numbers = [
        n
        for n in givers
        if len(givers[n]) == 1 or how not in {terms.UNIQUE_HIGHEST, terms.UNIQUE_LOWEST}
    ]
    if not numbers:
        return Count(found)
    if how == terms.CLOSEST:
        key = int(running.key[0])
        nearest = min(abs(n - key) for n in numbers)
        best = [n for n in numbers if abs(n - key) == nearest]
    else:
        best = [max(numbers) if how in {terms.HIGHEST, terms.UNIQUE_HIGHEST} else min(numbers)]
    who = [name for n in best for name in givers[n]]
    chosen = tuple(map(str, best))
    return Count(found, chosen, tuple(who) if len(who) > 1 else ())


def is_right(key: Sequence[str], line: int, text: str) -> bool:
    """Whether an answer is what the host has said is right there; `/` stands between several
    right ones, or in one (FF-14).
    """
    if line >= len(key):
        return False
    several = re.split(r"\s+/\s+|(?<=\w)/(?=\w)", key[line])
    return tidy(text) in {tidy(one) for one in (key[line], *several)}


def rights(running: Running, answer: Given) -> int:
    """How many lines of an answer are right."""
    return sum(is_right(running.key, line, text) for line, text in enumerate(answer.said))


def hit(
    round_: terms.Round, running: Running, answers: Sequence[Given], chosen: Sequence[str]
) -> tuple[str, ...]:
    """The players who are hit: those that are chosen, or those who gave an answer that is."""
    if round_.asks.is_of_players:
        return tuple(name for name in chosen if name != NOBODY)
    if round_.resolve.count == terms.KEY:
        return tuple(one.who for one in answers if rights(running, one))
    return tuple(
        one.who
        for one in answers
        if set(chosen) & {value for value, points in values(round_, one) if points}
    )


def is_between_players(round_: terms.Round) -> bool:
    """Whether a tie in a round is one between players."""
    return round_.asks.is_of_players or round_.asks.what == terms.NUMBER
