"""What a rule tells, and what follows by itself from what somebody said (ALL-3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from two_rooms import GAME

from gmtool.engine import codec
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.steps import with_forced
from gmtool.engine.telling import News, Telling
from gmtool.engine.wording import HOST


@dataclass(frozen=True)
class Player:
    name: str
    coins: int = 0


@dataclass(frozen=True)
class State(Telling):
    players: tuple[Player, ...] = (Player("Ann"), Player("Bob"))
    count: int = 0


def told(**how: object) -> News:
    (news,) = State().tell("Drew", left=3, card="", **how).news  # type: ignore[arg-type]
    return news


def test_what_is_told_to_everybody_is_seen_by_everybody() -> None:
    known = {"news": "Drew", "left": 3, "card": ""}
    assert [told().seen_by(seer) for seer in (PUBLIC, "Ann", HOST)] == [known] * 3


def test_what_is_told_to_some_is_seen_by_them_and_the_host() -> None:
    news = told(only_to=["Ann"])
    seen = {seer for seer in (PUBLIC, "Ann", "Bob", HOST) if news.seen_by(seer)}
    assert seen == {"Ann", HOST}
    assert told(only_to=[]).seen_by("Ann") is None, "nobody named is nobody"


def test_a_secret_stands_for_what_the_others_are_told() -> None:
    news = told(secret={"card": "AS"}, known_to=["Ann"])
    seen = {seer: news.seen_by(seer) for seer in (PUBLIC, "Ann", "Bob", HOST)}
    assert {seer: facts and facts["card"] for seer, facts in seen.items()} == {
        PUBLIC: "",
        "Ann": "AS",
        "Bob": "",
        HOST: "AS",
    }
    assert news["card"] == "AS"
    assert news["left"] == 3


def test_who_knows_a_secret_hears_of_it() -> None:
    news = told(only_to=["Bob"], secret={"card": "AS"}, known_to=["Ann"])
    seen = {seer: news.seen_by(seer) for seer in ("Ann", "Bob")}
    assert seen == {
        "Ann": {"news": "Drew", "left": 3, "card": "AS"},
        "Bob": {"news": "Drew", "left": 3, "card": ""},
    }


def test_news_is_plain_data() -> None:
    news = State().tell("Paid", of=(Player("Ann", 3),)).news[0]
    assert news.seen_by(PUBLIC) == {"news": "Paid", "of": [{"name": "Ann", "coins": 3}]}


def test_news_is_never_kept() -> None:
    state = State(count=2).tell("Drew")
    assert codec.from_json(State, codec.to_json(state)) == State(count=2)


def test_one_player_is_changed_and_no_other() -> None:
    assert State().but("Bob", coins=5).players == (Player("Ann"), Player("Bob", 5))


def forcing(to: int) -> Game:
    """A game that counts by itself up to a number."""

    def forced(state: State) -> State:
        more = replace(state, count=state.count + 1)
        return more.tell("Counted", count=more.count) if state.count < to else state

    return replace(GAME, forced=forced)


def test_all_03_all_that_is_forced_follows_in_order() -> None:
    after = with_forced(forcing(3), State(count=1).tell("Said"))
    assert after.count == 3
    assert [news.name for news in after.news] == ["Said", "Counted", "Counted"]


def test_all_03_nothing_follows_where_somebody_is_awaited() -> None:
    state = State(count=5).tell("Said")
    assert with_forced(forcing(5), state) is state


def test_a_forced_step_that_changes_nothing_is_a_mistake_and_no_loop() -> None:
    game = replace(GAME, forced=lambda state: state.tell("Idle"))
    with pytest.raises(RuntimeError, match="forced"):
        with_forced(game, State())
