"""Which texts arise, for whom and in which order (“What hosts post and send” of the rules)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import head, journal_of, play

from gmtool.engine.game import CALL, EVENT, STATE, Message
from gmtool.games.auction_poker import GAME

BOUGHT = """
    20 20:00 host: start
    20 20:10 Ann: bid A 30
    20 20:20 Bob: bid B 40
    21 20:00 host: close
"""
TRASHED = """
    21 20:10 Ann: trash 2C
    21 20:20 Bob: trash 2S 3S
    22 20:00 host: close
"""
ONE_BATCH: dict[str, Any] = {"lots": 2, "batch_size": 2}


def arisen(body: str, players: str = "Ann, Bob", **options: object) -> list[str]:
    """The texts of the last entry, those that are written on demand only in brackets."""
    return texts(journal_of(players, body, **options))


def texts(journal: str) -> list[str]:
    step = play(journal).replay.live[-1]
    return [_shown(message) for message in GAME.messages(step.news)]


def _shown(message: Message) -> str:
    text = f"{message.occasion} {message.to}".rstrip()
    return f"({text})" if message.on_demand else text


def test_the_catalogue_comes_with_the_opening_post() -> None:
    assert texts(head("Ann, Bob")) == ["opening"]
    assert arisen("20 20:00 host: start") == ["batch-open"]


def test_a_result_comes_before_what_opens_next_and_posts_before_messages() -> None:
    body = (
        "20 20:00 host: start\n20 20:10 Ann: bid A 30\n20 20:20 Bob: bid B 4\n21 20:00 host: close"
    )
    assert arisen(body, "Ann, Bob, Cid", lots=3, batch_size=2) == [
        *("batch-result", "batch-open"),
        *("lot-won Ann", "lot-won Bob"),
    ]


def test_a_lot_that_comes_up_again_has_a_post_of_its_own() -> None:
    body = "20 20:00 host: start\n20 20:10 Ann: bid A 30\n21 20:00 host: close"
    assert arisen(body, **ONE_BATCH) == ["batch-result", "re-auction", "lot-won Ann"]
    again = f"{body}\n22 20:00 host: close"
    assert arisen(again, **ONE_BATCH) == ["batch-result", "change-open"]


def test_who_wins_several_lots_gets_one_message() -> None:
    body = f"{BOUGHT}{TRASHED}22 20:10 Ann: bid A 1, B 1\n23 20:00 host: close"
    assert arisen(body, **ONE_BATCH).count("lot-won Ann") == 1


def test_the_lots_of_a_change_session_come_with_how_to_bid_on_them() -> None:
    assert arisen(BOUGHT + TRASHED, **ONE_BATCH) == ["change-catalogue", "(batch-open)"]


def test_a_session_of_one_batch_is_summed_up_on_demand_only() -> None:
    body = f"{BOUGHT}{TRASHED}23 20:00 host: close"
    assert arisen(body, **ONE_BATCH) == ["batch-result", "(change-summary)", "change-open"]


def test_a_session_of_several_batches_is_summed_up_before_what_comes_next() -> None:
    bought = """
        20 20:00 host: start
        20 20:10 Ann: bid A 30
        21 20:00 host: close
        21 20:10 Bob: bid B 40
        22 20:00 host: close
        22 20:10 Ann: trash 2C
        22 20:20 Bob: trash 2S 3S
        23 20:00 host: close
        24 20:00 host: close
    """
    options: dict[str, Any] = {"lots": 2, "batch_size": 1}
    assert arisen(bought, **options) == ["batch-result", "batch-open"]
    ended = f"{bought.rstrip()}\n25 20:00 host: close"
    assert arisen(ended, **options) == ["batch-result", "change-summary", "change-open"]
    assert arisen(ended, **options, change_sessions=1) == [
        *("batch-result", "change-summary", "final"),
        *("final-result Ann", "final-result Bob"),
    ]


def test_a_session_without_lots_has_no_summary() -> None:
    assert arisen(f"{BOUGHT}22 20:00 host: close", **ONE_BATCH) == ["change-open"]


def test_lots_nobody_can_bid_on_are_told_by_the_catalogue() -> None:
    body = BOUGHT.replace("30", "9").replace("40", "9") + TRASHED
    told = ["change-catalogue", "(change-summary)", "change-open"]
    assert arisen(body, **ONE_BATCH, coins=9) == told


def test_everybody_gets_its_result_at_the_end() -> None:
    done = arisen(BOUGHT, **ONE_BATCH, change_sessions=0)
    assert done == [
        *("batch-result", "final"),
        *("lot-won Ann", "lot-won Bob", "final-result Ann", "final-result Bob"),
    ]


@pytest.mark.parametrize(
    "said",
    ["Ann: trash 2C", 'host: adjust Ann coins +5 why "x"', 'host: inactive Ann why "x"'],
)
def test_ap_27_the_inventory_is_kept_current(said: str) -> None:
    """Whoever's cards or coins change hears of it; a lot won says it itself."""
    assert arisen(f"{BOUGHT}21 20:10 {said}", **ONE_BATCH) == ["inventory Ann"]


@pytest.mark.parametrize("said", ["bid C 1", "pass", "stand"])
def test_what_changes_neither_cards_nor_coins_needs_no_inventory(said: str) -> None:
    assert arisen(f"20 20:00 host: start\n20 20:10 Ann: {said}") == []


def test_what_asks_for_moves_is_a_call_and_what_tells_how_things_stand_a_state() -> None:
    lives = {occasion.name: occasion.life for occasion in GAME.occasions}
    calls = {name for name, life in lives.items() if life == CALL}
    assert calls == {"batch-open", "re-auction", "change-open"}
    assert {name for name, life in lives.items() if life == STATE} == {"standings", "inventory"}
    assert set(lives.values()) == {CALL, EVENT, STATE}
