"""What a rule tells, and what follows by itself from what somebody said (ALL-3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, convert
from msgspec.structs import replace
from two_rooms import GAME

from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.steps import with_automatic
from gmtool.engine.telling import News, Telling, plain
from gmtool.engine.text import HOST


class Player(Struct, frozen=True):
    name: str
    coins: int = 0


class State(Telling, frozen=True):
    players: tuple[Player, ...] = (Player("Ann"), Player("Bob"))
    count: int = 0


def told(**how: Any) -> News:
    (news,) = State().tell("Drew", left=3, card="", **how).news
    return news


KNOWN = {"news": "Drew", "left": 3, "card": ""}
SECRET = {**KNOWN, "card": "AS"}
ACE: dict[str, Any] = {"secret": {"card": "AS"}, "known_to": ["Ann"]}


@pytest.mark.parametrize(
    ("how", "by_all", "by_ann", "by_bob", "by_host"),
    [
        ({}, KNOWN, KNOWN, KNOWN, KNOWN),
        ({"only_to": ["Ann"]}, None, KNOWN, None, KNOWN),
        ({"only_to": []}, None, None, None, KNOWN),
        (ACE, KNOWN, SECRET, KNOWN, SECRET),
        ({"only_to": ["Bob"], **ACE}, None, SECRET, KNOWN, SECRET),
    ],
)
def test_what_is_told_is_seen_by_those_to_whom_it_is_told_and_a_secret_by_who_knows_it(
    how: dict[str, Any], by_all: Any, by_ann: Any, by_bob: Any, by_host: Any
) -> None:
    news = told(**how)
    seen = [news.seen_by(viewer) for viewer in (PUBLIC, "Ann", "Bob", HOST)]
    assert seen == [by_all, by_ann, by_bob, by_host]
    assert (news["card"], news["left"]) == (by_host["card"], 3)


def test_news_is_plain_data_and_never_kept() -> None:
    news = State().tell("Paid", of=(Player("Ann", 3),)).news[0]
    assert news.seen_by(PUBLIC) == {"news": "Paid", "of": [{"name": "Ann", "coins": 3}]}
    state = State(count=2).tell("Drew")
    assert convert(plain(replace(state, news=())), State) == State(count=2)
    assert State().but("Bob", coins=5).players == (Player("Ann"), Player("Bob", 5))


def forcing(to: int) -> Game:
    """A game that counts by itself up to a number."""

    def automatic(state: State) -> State:
        more = replace(state, count=state.count + 1)
        return more.tell("Counted", count=more.count) if state.count < to else state

    return replace(GAME, automatic=automatic)


def test_all_03_all_that_is_forced_follows_in_order() -> None:
    after = with_automatic(forcing(3), State(count=1).tell("Said"))
    assert after.count == 3
    assert [news.name for news in after.news] == ["Said", "Counted", "Counted"]

    state = State(count=5).tell("Said")
    assert with_automatic(forcing(5), state) is state, "nothing follows where somebody is awaited"
    # a step that changes nothing is a mistake and no loop
    game = replace(GAME, automatic=lambda state: state.tell("Idle"))
    with pytest.raises(RuntimeError, match="automatic"):
        with_automatic(game, State())
