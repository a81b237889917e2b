"""Nobody learns what it may not know: pairs of games that a reader can't tell apart (`secrecy`)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hosting import Host
from lengths import few_first, some_of
from secrecy import asked, differences, make_pair, unlike

from gmtool.engine.game import PUBLIC, Game, View
from gmtool.engine.telling import News
from gmtool.engine.wording import HOST
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker import moves as own_moves
from gmtool.games.auction_poker.state import State

FAST, SLOW = 14, 36
AT_ONCE, ALWAYS = (12,), (0, 5, 12)
"""Which pairs are looked at in the fast suite, and which in every run of the slow one: between them
they differ in all that is secret.
"""
PARTS = 12
AT_THE_COMMAND_LINE, AT_THE_COMMAND_LINE_SLOW = 2, 8

pair = cache(make_pair)


@pytest.mark.parametrize(
    "number",
    some_of(
        ALWAYS,
        (n if n in AT_ONCE else pytest.param(n, marks=pytest.mark.slow) for n in range(FAST)),
    ),
)
def test_all_that_a_reader_gets_is_the_same_in_both_games(number: int) -> None:
    assert not differences(pair(number))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_a_reader_gets_is_the_same_in_many_pairs(part: int) -> None:
    for number in range(FAST + part, FAST + SLOW, PARTS):
        assert not differences(make_pair(number))


@pytest.mark.slow
def test_the_pairs_differ_in_all_that_is_secret() -> None:
    varied: Counter[str] = Counter()
    for number in range(FAST):
        varied += pair(number).varied
    kinds = ("bid", "bid for pass", "trash", "keep for stand", "pass for stand", "note")
    assert [kind for kind in kinds if not varied[kind]] == []
    assert {pair(number).seer for number in range(FAST)} >= {PUBLIC, "Ann", "Bob"}


# ---- at the command line


@pytest.fixture
def hosts(migrated: Path, tmp_path: Path) -> Callable[[], Host]:
    """Makes a host with an empty desk."""

    def make() -> Host:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}" / "games.db"
        path.parent.mkdir()
        shutil.copy(migrated, path)
        return Host(path)

    return make


def _at_the_command_line(number: int, hosts: Callable[[], Host], cuts: int) -> None:
    """Compare at the end, and at so many other points of the game."""
    two = pair(number)
    total = len(two.left.entries)
    for entries in (total * n // (cuts + 1) for n in range(1, cuts + 2)):
        left = asked(hosts(), two.left, entries, two.seer)
        right = asked(hosts(), two.right, entries, two.seer)
        assert not [*unlike(f"after entry {entries}", left, right)]


@pytest.mark.slow
@pytest.mark.parametrize("number", few_first(1, range(AT_THE_COMMAND_LINE)))
def test_reports_and_texts_at_the_command_line_are_the_same(
    number: int, hosts: Callable[[], Host]
) -> None:
    _at_the_command_line(number, hosts, cuts=0)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("number", range(AT_THE_COMMAND_LINE_SLOW))
def test_reports_and_texts_at_the_command_line_are_the_same_in_many_pairs(
    number: int, hosts: Callable[[], Host]
) -> None:
    _at_the_command_line(number, hosts, cuts=3)


# ---- a leak is found


def _leaky(leak: Callable[[State, str], Any]) -> Game:
    def view(state: State, seer: str) -> View:
        return {**GAME.view(state, seer), "leak": leak(state, seer)}

    return replace(GAME, view=view)


LEAKS: dict[str, Callable[[State, str], Any]] = {
    "hands": lambda state, seer: [p.hand for p in state.players],
    "the deck": lambda state, seer: state.deck,
    "live bids": lambda state, seer: [b.coins for b in state.bids],
    "who bids": lambda state, seer: [b.who for b in state.bids],
    "what is trashed": lambda state, seer: [t.cards for t in state.trashes],
    "who stands": lambda state, seer: [p.standing for p in state.players],
    "who passed": lambda state, seer: state.said,
}


@pytest.mark.slow
@pytest.mark.parametrize("what", few_first(1, LEAKS))
def test_a_leak_into_a_view_would_be_found(what: str) -> None:
    game = _leaky(LEAKS[what])
    assert any(differences(pair(number), game) for number in range(FAST))


@pytest.mark.slow
@pytest.mark.parametrize("name", few_first(1, ["BidMade", "Trashed", "Passed", "Stood"]))
def test_a_leak_out_of_news_would_be_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = News.seen_by

    def seen_by(news: News, seer: str) -> dict[str, Any] | None:
        return kept(news, HOST if news.name == name else seer)

    monkeypatch.setattr(News, "seen_by", seen_by)
    assert any(differences(pair(number)) for number in range(FAST))


@pytest.mark.slow
def test_a_leak_into_reports_would_be_found(
    monkeypatch: pytest.MonkeyPatch, hosts: Callable[[], Host]
) -> None:
    monkeypatch.setattr(own_moves.Bid, "public", property(str))
    number = next(n for n in range(FAST) if pair(n).varied["bid"])
    with pytest.raises(AssertionError):
        _at_the_command_line(number, hosts, cuts=0)
