"""Rehearsals: what is counted is what a real desk would send, the same seed gives the same games,
and what looks wrong is told with the figures that say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from statistics import mean
from typing import Any

import pytest
from lengths import few_first, few_or_many
from msgspec.structs import replace

from gmtool.desk.begin import setup_files
from gmtool.desk.begin.new import Plan, header_of
from gmtool.desk.desk import Desk
from gmtool.desk.problems import DeskProblem
from gmtool.desk.rehearse import sample
from gmtool.desk.rehearse.crew import performed
from gmtool.desk.rehearse.figures import Bar, Figures, bars, spread
from gmtool.desk.rehearse.life import Bill, Life, Manner, Rehearsed
from gmtool.desk.rehearse.rehearse import Wish, rehearse
from gmtool.desk.session import kinds
from gmtool.desk.session.kinds import Kind
from gmtool.engine.game import Outcome
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST
from gmtool.games import BUILT_IN

START = Instant("2026-11-23T20:00:00Z")
DESK = Desk(None, START, "a test")
SHORT = {
    "auction-poker": (2, "lots=2 change_sessions=1"),
    "big-two": (2, "hand_size=4 free_trade=on"),
    "president": (2, "hand_size=4 rounds=2"),
    "grouping-bw": (2, ""),
    "split-decision": (3, "buzzcodes=5"),
    "ten-skip": (3, "limit=60 grace=30m ends_at=21:00"),
}
"""The players and the options of a game of each kind that isn't long."""


def plan(kind: str, many: int, options: str = "") -> Plan:
    return Plan(kind, "Rehearsal", setup_files.NAMES[:many], tuple(options.split()), "UTC")


def bill(wanted: Plan, **manner: float) -> Bill:
    game = kinds.find(wanted.kind).game
    return Bill(header_of(DESK, game, wanted), START, Manner(**manner), "a seed")


def lives(wanted: Plan, many: int, **manner: float) -> Iterator[Life]:
    game, own = kinds.find(wanted.kind).game, bill(wanted, **manner)
    return (Life.of(game, own, number).to_the_end() for number in range(1, many + 1))


def figures(wanted: Plan, many: int, **manner: float) -> Figures:
    games = [life.told(number) for number, life in enumerate(lives(wanted, many, **manner), 1)]
    return Figures(games, wanted.players, 180)


# ---- one game


@pytest.mark.parametrize("kind", few_first(1, SHORT))
def test_what_is_counted_is_what_a_desk_sends(kind: str) -> None:
    wanted = plan(kind, *SHORT[kind])
    own = bill(wanted, late=0.2)
    life = Life.of(kinds.find(kind).game, own, 1).to_the_end()
    told = life.told(1)
    sent = [*sample.sent(wanted, own, life)]
    assert sum(one.posts for one in sent) == told.posts > 3
    assert sum(one.messages for one in sent) == told.messages > 3
    assert [one.said for one in sent] == [None, *life.said]
    assert told.outcome is not None
    assert told.outcome["ending"] in told.outcome["endings"]
    assert {*told.outcome["winners"]} <= {*wanted.players}
    assert {len(values) for values in told.outcome["figures"].values()} == {len(wanted.players)}
    assert all(part <= whole for part, whole, _ in told.outcome["shares"].values())
    text = sample.written(own, sent)
    assert all(part.body.rstrip() in text for one in sent for part in one.texts)
    assert f"host: {life.said[0].moves[0]} ========" in text


def test_a_host_closes_by_the_policy_of_the_game() -> None:
    wanted = plan("auction-poker", 2, "ends_at=21:00 skip=wed,thu lots=2 change_sessions=4")
    (life,) = lives(wanted, 1, late=0.9)
    closed = [said.at for said in life.said if said.moves == ("close",)]
    assert len(closed) > 2
    assert {at[11:] for at in closed} == {"21:00:00Z"}
    assert not {2, 3} & {at.moment.weekday() for at in closed}


def test_players_are_late_and_slow_as_it_is_said() -> None:
    wanted = plan("big-two", 2, "hand_size=6")
    fast, slow, late = (
        figures(wanted, 2, **manner).spreads["days"]["median"]
        for manner in ({"late": 0, "pace": 0.05}, {"late": 0, "pace": 0.6}, {"late": 0.6})
    )
    assert fast < slow / 3
    assert fast < late / 3
    (one,) = figures(wanted, 1, late=0, pace=0.5).games
    assert 0.3 < one.days / one.windows < 0.7, "half of its 24 hours in the mean"
    never = next(lives(wanted, 1, late=0))
    assert all(said.who != HOST or said.moves == ("start",) for said in never.said)
    assert all(said.at.moment.second == 0 for said in never.said)


def test_a_window_in_which_nobody_can_do_anything_is_counted() -> None:
    wanted = plan("auction-poker", 2, "lots=2 batch_size=1 reoffers=0 change_sessions=0")
    game = kinds.find("auction-poker").game

    def dumb(state: Any, who: str, choose: Any) -> Any:
        return game.some_move(state, who, choose) if who not in wanted.players else None

    life = Life.of(replace(game, suggest=dumb), bill(wanted), 1).to_the_end()
    assert (life.told(1).idle, life.told(1).windows) == (2, 2)
    speaking = Life.of(game, bill(wanted, late=0.9), 1).to_the_end()
    assert speaking.told(1).idle == 0


# ---- many


@pytest.mark.slow
def test_a_seed_gives_the_same_games_in_however_many_processes() -> None:
    own = bill(plan("big-two", 2, "hand_size=2"))
    alone, together = (
        [*performed([(own, one) for one in range(1, 42)], processes)] for processes in (1, 2)
    )
    assert alone == together
    assert [one.number for one in alone] == [*range(1, 42)]
    assert len({one.days for one in alone if isinstance(one, Rehearsed)}) > 5
    other = [*performed([(replace(own, seed="another"), one) for one in (1, 2)], 1)]
    assert other != alone[:2]


def test_a_rehearsal_that_is_interrupted_tells_what_it_has() -> None:
    def stopped(things: Iterator[Any], many: int, what: str) -> Iterable[Any]:
        assert (many, what) == (9, "games")
        yield from (next(things) for _ in range(2))
        raise KeyboardInterrupt

    wish = Wish(games="9", seed="x")
    answer = rehearse(DESK, plan("big-two", 2, "hand_size=2"), wish, stopped)
    assert answer.lines[0].startswith("stopped; 2 of 9 games of Big Two (hand_size=2), played by")
    assert (answer.facts["games"], answer.facts["wanted"]) == (2, 9)
    with pytest.raises(KeyboardInterrupt):
        rehearse(DESK, plan("big-two", 2), wish, at_once)


def at_once(things: Iterator[Any], many: int, what: str) -> Iterable[Any]:
    """Interrupted before the first of them."""
    raise KeyboardInterrupt


def test_a_game_that_goes_wrong_is_told_with_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = kinds.find("big-two")

    def broken(state: Any, who: str, choose: Any) -> Any:
        if state.rounds:
            raise ValueError("no cards at all")
        return found.game.some_move(state, who, choose)

    bad = Kind(replace(found.game, suggest=broken), found.package)
    monkeypatch.setattr(kinds, "find", lambda _kind: bad)
    with pytest.raises(DeskProblem) as told:
        rehearse(DESK, plan("big-two", 2, "hand_size=2 rounds=2"), Wish(games="3", seed="x"))
    assert str(told.value) == (
        "game 1 can't be played on: no cards at all. It is played again by: gmtool rehearse "
        "big-two Ann Bob -o hand_size=2 -o rounds=2 --zone UTC --start 2026-11-23T20:00:00Z "
        "--seed x --games 3 --one 1"
    )


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("kind", BUILT_IN)
def test_nothing_looks_wrong_with_a_kind_as_it_comes(kind: str) -> None:
    wish = Wish(seed="as it comes", within="365")
    answer = rehearse(DESK, Plan(kind, "Rehearsal", (), (), "UTC"), wish)
    assert answer.facts["warnings"] == []
    assert answer.facts["games"] == 200


# ---- figures


def test_a_spread_tells_the_least_value_that_so_many_reach() -> None:
    assert [*spread([3, 1, 2, 4]).values()] == [1, 1, 2, 3, 4, 4]
    assert set(spread([7]).values()) == {7}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3, 1, 3], [Bar(1, 1, 1), Bar(3, 3, 2)]),
        (range(13), [Bar(0, 4, 5), Bar(5, 9, 5), Bar(10, 14, 3)]),
        (range(-3, 4), [Bar(-4, -3, 1), Bar(-2, -1, 2), Bar(0, 1, 2), Bar(2, 3, 2)]),
    ],
)
def test_bars_begin_at_round_numbers(values: Iterable[int], expected: list[Bar]) -> None:
    assert bars([*values]) == expected


def test_bars_hold_all_values() -> None:
    for values in ([*range(0, 5000, 7)], [-20_000_000, 5, 30_000_000, 1, 2, 3, 4]):
        found = bars(values)
        assert sum(bar.count for bar in found) == len(values)
        assert len(found) <= 6


def told(**facts: Any) -> Rehearsed:
    """A game in which nothing looks wrong, but for these facts."""
    usual = Outcome(ending="shown", endings=("shown", "hidden"), winners=(), figures={}, shares={})
    found = {key: facts.pop(key) for key in [*facts] if key in usual}
    outcome = {**usual, **found} if facts.get("is_over", True) else None
    own = {"number": 1, "is_over": True, "days": 9.0, "windows": 10, "posts": 5, "messages": 7}
    return Rehearsed(**{**own, "idle": 0, "first_out": 0.9, "outcome": outcome, **facts})


FINE = told(ending="hidden")
NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("games", "warning"),
    [
        ([told(days=181)], "1 of 21 games takes more than 180 days."),
        ([told(days=181)] * 2, "2 of 22 games take more than 180 days."),
        ([told(days=4000, is_over=False)], "1 of 21 games had no end after ten years."),
        ([told(idle=3)], "In 3 of 210 windows nobody could do anything."),
        (
            [told(first_out=0.3)] * 21,
            "In 21 of 41 games somebody is out at once: nobody asks it for anything after the "
            "first third of the windows.",
        ),
        (
            [told(winners=("Bob",))] * 40,
            "Bob, in seat 2, wins 40 of 40 games; its share would be 20.",
        ),
        (
            [told(shares={"lots unsold": (1, 2, 40)}), told(shares={"lots unsold": (2, 4, 40)})],
            "lots unsold: 50 % (3 of 6). Up to 40 % would be nothing unusual.",
        ),
        (
            [told(foreseen={"was it opened": False}), told(foreseen={"was it shut": True})],
            "In none of 22 games was it opened.",
        ),
    ],
)
def test_what_looks_wrong_is_told_with_its_figures(games: list[Rehearsed], warning: str) -> None:
    assert warning in [*Figures([FINE] * 10 + games + [told()] * 10, NAMES, 180).warnings()]


@pytest.mark.parametrize(
    "games",
    [
        [told(days=180)],
        [told(foreseen={"was it opened": False}), told(foreseen={"was it opened": True})],
        [told(first_out=0.34)] * 21,
        [told(first_out=0.3)] * 20,
        [told(winners=(("Ann",), ("Bob",))[n % 2]) for n in range(40)],
        [told(winners=("Ann", "Bob"))] * 40,
        [told(winners=("Bob",))] * 17 + [told(winners=("Ann",))] * 3,
        [told(shares={"lots unsold": (2, 5, 40)}), told(shares={"lots": (0, 0, 0)})],
    ],
)
def test_what_is_usual_is_not_called_wrong(games: list[Rehearsed]) -> None:
    assert [*Figures([FINE] * 10 + games + [told()] * 10, NAMES, 180).warnings()] == []


def test_games_that_all_end_in_one_way_look_wrong() -> None:
    alike = [told()] * 20
    assert [*Figures(alike, NAMES, 180).warnings()] == [
        "All games end in one way: shown. It never comes to this: hidden."
    ]
    assert [*Figures(alike[1:], NAMES, 180).warnings()] == [], "there are too few to say so"
    only = told(endings=("shown",))
    assert [*Figures([only] * 20, NAMES, 180).warnings()] == []
    assert Figures([*alike, FINE], NAMES, 180).endings == {"shown": 20, "hidden": 1}


# ---- kinds


WRONG = [
    ("auction-poker", 4, "change_sessions=0", "coins that nobody spends"),
    ("auction-poker", 4, "change_sessions=0 lots=26", "players who end without five cards"),
    ("auction-poker", 4, "min_bid=300", "change sessions in which nobody buys anything"),
    ("auction-poker", 4, "min_bid=300 coin_value=0", "players who end with a debt"),
    (
        "auction-poker",
        4,
        "lots=4 reoffers=0 batch_size=4 change_sessions=0",
        "players without a lot after the opening session",
    ),
    ("ten-skip", 2, "limit=1", "games over after one round"),
    ("big-two", 2, "hand_size=1", "last rounds that are over within their first trick"),
    ("big-two", 2, "hand_size=1 rounds=2", "rounds won by who won the one before"),
    ("big-two", 2, "hand_size=3 rounds=2", "games that nobody wins alone"),
    (
        "ten-skip",
        9,
        "decks=1 hand_size=4 run_length=4 limit=150",
        "rounds that end since the draw pile is empty",
    ),
    (
        "split-decision",
        3,
        "buzzcodes=4",
        "games in which buzzcodes run out and are collected again",
    ),
]
"""What a kind counts, and a configuration in which too much of it comes."""


@pytest.mark.parametrize(("kind", "many", "options", "what"), few_first(8, WRONG))
def test_a_configuration_that_goes_wrong_is_warned_of(
    kind: str, many: int, options: str, what: str
) -> None:
    found = [*figures(plan(kind, many, options), few_or_many(6, 40)).warnings()]
    assert any(warning.startswith(f"{what}: ") for warning in found), found


@pytest.mark.slow
@pytest.mark.long
def test_somebody_who_is_out_at_once_is_warned_of() -> None:
    found = [*figures(plan("ten-skip", 8, "limit=60"), 40).warnings()]
    assert any("somebody is out at once" in warning for warning in found), found


@pytest.mark.slow
@pytest.mark.long
def test_questions_that_nobody_answers_in_time_are_warned_of() -> None:
    found = [*figures(plan("split-decision", 3), 1, late=0.9).warnings()]
    assert any(warning.startswith("questions that nobody answers right: ") for warning in found)


@pytest.mark.parametrize(
    ("options", "endings"),
    [
        ("champion=off", {"a new champion is found"}),
        ("titles=4", {"the champion retires undefeated", "a challenger beats the champion"}),
    ],
)
def test_sd_34_an_episode_ends_by_who_wins_it(options: str, endings: set[str]) -> None:
    assert figures(plan("split-decision", 3, options), 1).endings.keys() == endings


def test_days_are_those_from_the_start_to_the_end() -> None:
    (life,) = lives(plan("big-two", 2, "hand_size=2"), 1)
    assert life.told(1).days == START.until(life.said[-1].at) / timedelta(days=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "many", "options"),
    [
        ("auction-poker", 2, ""),
        ("auction-poker", 6, ""),
        ("auction-poker", 6, "change_sessions=0"),
        ("auction-poker", 4, "batch_size=1"),
        ("auction-poker", 10, "lots=10"),
        ("big-two", 2, ""),
        ("big-two", 4, ""),
        ("big-two", 8, ""),
        ("big-two", 2, "hand_size=5"),
        ("president", 4, "rounds=2"),
        ("grouping-bw", 2, ""),
        ("grouping-bw", 2, "variant=final-match"),
        ("split-decision", 3, ""),
        ("split-decision", 3, "buzzcodes=3"),
        ("ten-skip", 4, "limit=100"),
        ("ten-skip", 3, "limit=100 hand_size=5"),
        *few_first(0, [("ten-skip", 2, "")]),
    ],
)
def test_a_game_takes_about_as_long_as_its_course_says(kind: str, many: int, options: str) -> None:
    games, awry = few_or_many((4, 1 / 2), (200, 1 / 3))
    played = list(lives(plan(kind, many, options), games))
    course = played[0].session.course
    assert course is not None
    said = sum(windows for windows, _ in course.windows)
    # two windows that open with one entry are open side by side
    opened = mean(len({entry for _, entry in life.opened}) for life in played)
    assert abs(said - opened) <= awry * opened, opened
