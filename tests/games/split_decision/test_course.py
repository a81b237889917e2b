"""No part of an episode is shorter than its course says, nor longer: between random players, quick
ones and the slowest (SD-11, SD-14, SD-23, SD-27 to SD-33).

Played by the rules alone, without a desk: all that counts is which windows are opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from lengths import few_or_many

from gmtool.desk.bots import Dice
from gmtool.engine.course import Course
from gmtool.engine.following import with_forced
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Close, Move
from gmtool.engine.spoken import Spoken
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.split_decision import GAME
from gmtool.games.split_decision.bonus import limits, ranges
from gmtool.games.split_decision.moves import Place, Range, Suits, Verdict, Wager
from gmtool.games.split_decision.plays import choices

EPISODES = few_or_many(4, 500)
AT = Instant("2026-11-20T20:00:00Z")
ON_CARDS = {"head-start", "free-ace", "card", "no-peek"}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"answer_hours": 96, "decision_hours": 1},
    {"answer_hours": 1, "decision_hours": 96, "buzzcodes": 2},
)
Temper = Callable[[Any, Move], Move | None]
"""What is said where the game suggests a move; None lets the time run out."""


def random_players(_state: Any, said: Move) -> Move | None:
    return said


def slow_players(state: Any, said: Move) -> Move | None:
    """They refuse and discard all that can be, are seldom right, and lose each hand of the bonus as
    slowly as they can.
    """
    match said:
        case Suits():
            return Suits(("AGAIN", "2ND", "NO", "NO"))
        case Verdict():
            return Verdict(state.entry % 6 == 0)
        case Range():
            return Range(*ranges(state.bonus.revealed)[-1])
    return None if state.phase in {*ON_CARDS, "bonus-wager", "bonus-suit"} else said


def quick_players(state: Any, said: Move) -> Move | None:
    """They place what they can, are always right, and lose all they have in the bonus at once."""
    match said:
        case Verdict():
            return Verdict(right=True)
        case Range():
            return Range(*ranges(state.bonus.revealed)[-1])
        case Wager():
            return Wager(str(limits(state.bonus)[2]))
    placing = [one for one in choices(state) if isinstance(one, Place)] if state.play else []
    if state.phase not in ON_CARDS or not placing:
        return said
    low = state.play.card[:-1] in {"2", "3", "4", "5", "6", "7"}
    return placing[-1 if not low and state.phase == "head-start" else 0]


def played(seed: int, temper: Temper, options: dict[str, Any]) -> tuple[Course, Counter[str]]:
    """An episode's course, and the hours of its windows by the part in which they were opened."""
    dice, hours, opened = Dice(seed), Counter[str](), set[str]()
    given = {one.name: one.default for one in GAME.options} | options
    state = GAME.setup(given, ("Ann", "Bob", "Cid"))
    course = GAME.course(state)
    assert course is not None
    for number in range(1, 5000):
        wanted = GAME.wanted(state)
        for window in wanted.windows:
            if window.key not in opened:
                opened.add(window.key)
                for part in parts_of(state):
                    hours[part] += window.hours
        if wanted.nothing:
            return course, hours
        who = wanted.turns[dice.below(len(wanted.turns))].who
        suggested = GAME.suggest(state, who, dice)
        assert suggested is not None
        move = temper(state, suggested)
        spoken = (
            Spoken(number, who, move, AT) if move else Spoken(number, HOST, Close(), AT, (who,))
        )
        assert move or who not in {HOST, CHANCE}
        state = with_forced(GAME, GAME.play(state, spoken))
    raise AssertionError("it goes on")


def parts_of(state: Any) -> list[str]:
    """The parts to which a window that is open belongs."""
    if state.bonus:
        return ["the whole", "the bonus"]
    if not state.round:
        return ["the whole", "the cut" if state.phase == "cut" else "the buzzcodes"]
    again = state.phase == "codes"
    parts = ["the whole", *([] if again else [f"round {state.round}: all of it"])]
    if state.phase in {"head-start", "free-ace"}:
        aces = ", with the free Aces" if state.round == 2 else ""
        parts.append(f"round {state.round}: head start{aces}")
    return parts


@pytest.mark.parametrize("temper", [random_players, slow_players, quick_players])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_part_is_shorter_or_longer_than_told(options: dict[str, Any], temper: Temper) -> None:
    reached: Counter[str] = Counter()
    for seed in range(EPISODES):
        course, hours = played(seed, temper, options)
        assert course.least.hours is not None
        assert hours["the whole"] >= course.least.hours
        for part in course.parts:
            most = hours[part.what] if part.most is None else part.most
            assert part.least <= hours[part.what] <= most, part
            assert part.least <= part.likely <= most or part.most is None, part
            reached[part.what] += hours[part.what] == part.most
    if temper is slow_players:
        # so slow a player is that it can't be slower
        assert all(reached[f"round {number}: head start"] == EPISODES for number in (1, 3))
        assert reached["round 2: head start, with the free Aces"] > 0
