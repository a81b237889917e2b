"""A day of votes, typed in whatever order (ALL-8, FF-7, FF-8, FF-18)."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from gmtool.desk.kinds import setups
from gmtool.engine.entries import Entry
from gmtool.engine.files import canonical
from gmtool.engine.game import PUBLIC
from gmtool.engine.instants import Instant
from gmtool.engine.replay import Replay
from gmtool.engine.table import lay
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.free import made
from gmtool.testing import order as typing
from gmtool.testing.random_play import by_defaults

PLAYERS = tuple(f"P{number:02}" for number in range(1, 14))
MAFIA = made(canonical(next(one.text for one in setups("free") if one.name == "mafia")))
TYPED = "2026-11-22T10:00:00Z"


def votes() -> list[tuple[str, str, str]]:
    """Who voted for whom, and when: forty votes, the last of which is the hammer."""
    dice = random.Random(5)  # noqa: S311 - a day that happened once
    found: list[tuple[str, str, str]] = []
    wagon: dict[str, str] = {}
    while len(found) < 39:
        who, whom = dice.choice(PLAYERS), dice.choice(PLAYERS)
        would = {**wagon, who: whom}
        if sum(one == whom for one in would.values()) > len(PLAYERS) // 2:
            continue
        wagon = would
        found.append((who, f"vote {whom}", f"2026-11-20T20:{len(found):02}:30Z"))
    target = max(PLAYERS, key=lambda name: sum(one == name for one in wagon.values()))
    for who in (one for one in PLAYERS if wagon.get(one) != target):
        wagon[who] = target
        found.append((who, f"vote {target}", f"2026-11-20T21:{len(found) - 39:02}:30Z"))
        if sum(one == target for one in wagon.values()) > len(PLAYERS) // 2:
            return found
    raise AssertionError("nobody is lynched")


def day(order: list[tuple[str, str, str]], players: tuple[str, ...] = PLAYERS) -> Replay:
    """The day, with its votes typed in that order."""
    replay = Replay(MAFIA, lay(MAFIA, players, {}), seed=bytes(32))
    replay.apply(Entry(1, HOST, "start", Instant("2026-11-20T20:00:00Z"), Instant(TYPED)))
    replay.apply(replay.draw(2, Instant("2026-11-20T20:00:00Z"), Instant(TYPED)))
    replay.apply(Entry(3, HOST, "open vote", Instant("2026-11-20T20:00:00Z"), Instant(TYPED)))
    for number, (who, text, at) in enumerate(order, 4):
        replay.apply(Entry(number, who, text, Instant(at), Instant(TYPED), "post"))
    return replay


def told(replay: Replay) -> object:
    """The hammer, its count and its post: what is told, and what everybody sees after it."""
    end = next(step for step in replay.live if any(w.name == "vote" for w in step.closed))
    texts = MAFIA.messages(end.news)
    return end.entry.received_at, end.who, texts, MAFIA.view(end.table.state, PUBLIC)["public"]


@pytest.mark.parametrize("order", ["backwards", "by player", "shuffled"])
def test_all_08_a_day_of_votes_typed_in_any_order_is_the_same_day(order: str) -> None:
    posted = votes()
    assert len(posted) >= 40
    right = told(day(posted))
    typed = {
        "backwards": posted[::-1],
        "by player": sorted(posted),
        "shuffled": random.Random(7).sample(posted, len(posted)),  # noqa: S311 - some order
    }[order]
    replay = day(typed)
    assert told(replay) == right
    assert [s.entry.received_at for s in replay.live if s.who not in {HOST, CHANCE}] == [
        at for _, _, at in posted
    ]


@pytest.mark.parametrize("number", range(4))
def test_all_08_what_came_after_a_hammer_that_was_none_counts_again(number: int) -> None:
    dice = random.Random(number)  # noqa: S311 - a day that happened once
    players = PLAYERS[:7]
    begins = typing.Opened(by_defaults(MAFIA, number), day([], players))
    said = ("vote P02", "vote P03", "withdraw vote", "vote nobody")
    arrived = [
        Entry(
            0,
            dice.choice(players),
            dice.choices(said, (4, 4, 1, 1))[0],
            begins.window.opened.plus(timedelta(minutes=minute)),
            begins.window.opened.plus(typing.LATER),
            "post",
        )
        for minute in sorted(dice.sample(range(1, 2000), 24))
    ]
    right = typing.typed(begins, arrived)
    for order in (arrived[::-1], dice.sample(arrived, len(arrived))):
        replay = typing.typed(begins, order)
        now, then = (typing.tells(one, begins.window, timed=False) for one in (replay, right))
        assert now == then
