"""Deadlines: when windows open and end, and what a `close` does for who lets its time pass (TS-5,
ALL-1, ALL-2, ALL-6); what taking back gives again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused, Slip

from .tables import (
    CLOSE,
    all_of,
    asked,
    begun,
    deal,
    hand,
    known,
    more,
    over,
    public,
    refused,
    scores,
    small,
    turns,
    waits_for,
    why,
)

ANN, BOB, CID = "AC 2C 9H", "3C 4C 9S", "5D 6D 10D"
PILE = "7C 8C 9C 10C 7D 9D 10H 10S"
BLUFF = "Ann: discard 9H | Ann: keep 7C | Ann: notice"
STAGES = {
    "turn": "",
    "keep": "Ann: discard 9H",
    "hand": "Ann: take Bob giving 9H",
    "notice": "Ann: discard 9H | Ann: keep 7C",
    "top": f"{BLUFF} | Bob: challenge",
}
"""How to come to where such a move is awaited."""
ANSWERS = {
    "turn": "Ann: discard 9H",
    "keep": "Ann: keep 7C",
    "hand": "Bob: hand 3C",
    "notice": "Ann: done",
    "top": "Bob: top 3C",
}
DEADLINES = "TS-5"


def table(*hands: str, pile: str = PILE, **options: Any) -> Played:
    return small(*(hands or (ANN, BOB, CID)), pile=pile, **options)


def at(stage: str, **options: Any) -> Played:
    game = table(**options)
    return more(game, STAGES[stage]) if STAGES[stage] else game


def left(game: Played) -> list[timedelta]:
    """How long each window is open from the last entry on."""
    now = game.entries[-1].received_at
    return [now.until(window.deadline) for window in game.table.windows]


def hours(*numbers: float) -> list[timedelta]:
    return [timedelta(hours=number) for number in numbers]


# ---- windows


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("options", "expected"), [({}, 24), ({"move_hours": 7}, 7)])
def test_ts_05_every_move_has_its_own_hours(
    stage: str, options: dict[str, Any], expected: int
) -> None:
    game = at(stage, **options)
    assert left(game) == hours(expected)
    assert left(more(game, f"+3h {ANSWERS[stage]}")) == hours(expected)


@pytest.mark.parametrize("stage", STAGES)
def test_ts_05_the_window_is_public_and_says_by_what_a_late_move_is_refused(stage: str) -> None:
    (window,) = at(stage).table.windows
    assert (window.clause, window.private, window.sealed) == (DEADLINES, (), False)
    who = ANSWERS[stage].split(":")[0]
    assert who in window.title


@pytest.mark.parametrize("stage", STAGES)
def test_ts_05_at_the_deadline_instant_in_time(stage: str) -> None:
    game = at(stage)
    assert more(game, f"+24h {ANSWERS[stage]}").state == more(game, ANSWERS[stage]).state


@pytest.mark.parametrize("stage", STAGES)
def test_ts_05_a_second_later_it_is_late(stage: str) -> None:
    found = refused(at(stage), f"+24h0m1s {ANSWERS[stage]}")
    assert (type(found), found.clause) == (Refused, DEADLINES)
    assert "after the deadline for" in found.sentence()


@pytest.mark.parametrize("stage", STAGES)
def test_ts_05_late_with_the_hosts_leave(stage: str) -> None:
    who, _, move = ANSWERS[stage].partition(": ")
    game = at(stage)
    late = more(game, f'+30h {who} [late "was ill"]: {move}')
    assert late.state == more(game, ANSWERS[stage]).state
    assert type(refused(game, f'+3h {who} [late "was ill"]: {move}')) is Slip


def test_all_01_what_came_before_its_window_opened_is_no_move() -> None:
    found = refused(table(), "20 21:00 Ann: discard 9H | 20 20:30 Ann: keep 7C")
    assert (found.clause, "only opened" in found.sentence()) == ("ALL-1", True)


def test_ts_05_a_challenge_comes_in_the_window_of_the_turn() -> None:
    game = more(table(), BLUFF)
    assert waits_for(more(game, "+24h Bob: challenge")) == ["Bob"]
    assert refused(game, "+24h0m1s Bob: challenge").clause == "TS-5"


def test_ts_05_a_turn_of_drawing_may_take_three_times_its_hours() -> None:
    game = more(table(), "+24h Ann: discard 9H | +24h Ann: keep 7C | +24h Ann: done")
    assert waits_for(game) == ["Bob"]
    assert left(game) == hours(24)


def test_ts_05_between_rounds_no_window_is_open() -> None:
    game = more(table(ANN, BOB), f"{BLUFF} | Bob: challenge")
    assert game.table.windows == ()
    found = refused(game, "+99h host: close")
    assert (type(found), found.clause) == (NotNow, "ALL-2")
    game = more(game, f"+5h {deal('', '', first=1, size=3)}")
    assert left(game) == hours(24)


def test_ts_17_a_reveal_has_no_deadline_and_renews_none() -> None:
    game = more(table(ANN, BOB), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C")
    game = more(game, f"{deal('', '', first=1, size=3)} | +5h Ann: reveal")
    assert left(game) == hours(19)
    game = more(table(ANN, BOB), f"{BLUFF} | Bob: discard 3C | Bob: keep 9C")
    game = more(game, f"{deal('', '', first=1, size=3)} | +50h Ann: reveal")
    assert game.news("Revealed")


# ---- closing


@pytest.mark.parametrize("stage", STAGES)
def test_all_02_no_close_before_the_deadline(stage: str) -> None:
    game = at(stage)
    who = ANSWERS[stage].split(":")[0]
    found = refused(game, "+23h59m59s host: close")
    assert (type(found), found.clause) == (Refused, "ALL-2")
    assert f"still awaited: {who}" in found.sentence()
    assert refused(game, "host: close early").clause == "ALL-2"
    assert refused(game, f"+23h host: close {who}").clause == "ALL-2"


@pytest.mark.parametrize("stage", STAGES)
def test_all_02_close_for_who_is_overdue_and_for_nobody_else(stage: str) -> None:
    game = at(stage)
    who = ANSWERS[stage].split(":")[0]
    assert more(game, f"+24h host: close {who}").state == more(game, CLOSE).state
    found = refused(game, "+24h host: close Cid")
    assert (found.clause, "Cid isn't overdue" in found.sentence()) == ("ALL-2", True)


def test_all_02_nothing_closes_by_itself() -> None:
    game = more(table(), '+100h host: note "x"')
    assert waits_for(game) == ["Ann"]


def test_all_06_extended_a_move_may_come_later() -> None:
    game = more(table(), '+24h host: extend +12h why "storm"')
    assert more(game, "+12h Ann: discard 9H").state.phase == "keep"
    assert refused(game, "+12h0m1s Ann: discard 9H").clause == "TS-5"
    assert refused(game, "host: close").clause == "ALL-2"


def test_all_06_paused_the_time_left_is_kept() -> None:
    game = more(table(), '+4h host: pause why "holidays" | +100h host: resume')
    assert left(game) == hours(20)


# ---- what stands for who lets its time pass


def test_ts_05_overdue_at_the_start_the_rest_of_the_turn_is_played() -> None:
    """Drawing, the highest-scoring card discarded, the lower-scoring one of two kept; no claim."""
    game = more(table("2C 9H 10D", BOB, CID.replace("10D", "10C"), pile="7C 6C"), CLOSE)
    assert public(game)["discards"] == ["10D", "7C"]
    assert hand(game, "Ann") == "2C 6C 9H"
    assert waits_for(game) == ["Bob"]
    assert left(game) == hours(24)
    assert public(game)["on_notice"] == ""
    assert turns(game) == ["Ann", "Bob"]


def test_ts_05_one_close_plays_one_turn() -> None:
    game = more(table(), f"{CLOSE} | {CLOSE}")
    assert waits_for(game) == ["Cid"]


def test_ts_05_what_stands_is_marked_as_such() -> None:
    game = more(table(), CLOSE)
    assert {act["what"]: act["default"] for act in public(game)["acts"]}.items() >= {
        "discarded": True,
        "laid": True,
    }.items()
    game = more(table(), f"Ann: discard 9H | {CLOSE}")
    assert {act["what"]: act["default"] for act in public(game)["acts"]}["discarded"] is False
    assert {act["what"]: act["default"] for act in public(game)["acts"]}["laid"] is True


@pytest.mark.parametrize(
    ("held", "card"),
    [
        ("AC 9H 10D", "AC"),
        ("10S 10D 10H", "10D"),
        ("10S 10C 10H", "10C"),
        ("9S 9H 2C", "9H"),
        ("AS AH 10C", "AH"),
        ("2C 3C 4C", "4C"),
    ],
)
def test_ts_05_it_discards_the_highest_scoring_of_equals_the_first_by_suit(
    held: str, card: str
) -> None:
    """An Ace scores 20; clubs, diamonds, hearts, spades."""
    game = more(table(held, "", "", pile="7C 8C"), CLOSE)
    assert public(game)["discards"] == [card, "8C"]


@pytest.mark.parametrize(
    ("pile", "card"),
    [
        ("8C 7C", "7C"),
        ("7C 8C", "7C"),
        ("AC 10C", "10C"),
        ("AC 2D", "2D"),
        ("7S 7H", "7H"),
        ("7D 7S", "7D"),
        ("7D 7C", "7C"),
        ("AS AD", "AD"),
    ],
)
def test_ts_05_it_keeps_the_lower_scoring_of_equals_the_first_by_suit(pile: str, card: str) -> None:
    game = more(table("2C 9H 10D", "", "", pile=pile), f"Ann: discard 10D | {CLOSE}")
    assert set(hand(game, "Ann").split()) == {"2C", "9H", card}
    assert public(game)["discards"] == ["10D", *(c for c in pile.split() if c != card)]
    assert waits_for(game) == ["Bob"]


def test_ts_05_overdue_after_the_exchange_it_is_done_even_with_a_made_hand() -> None:
    game = more(table("3D 5C 9H", BOB, CID), f"Ann: discard 9H | Ann: keep 7C | {CLOSE}")
    assert game.view("Ann")["you"]["runs"] == [["3", "5", "7"]]
    assert public(game)["on_notice"] == ""
    assert waits_for(game) == ["Bob"]


def test_ts_05_nor_is_a_whole_turn_by_default_a_claim() -> None:
    game = more(table("3D 5C 9H", BOB, CID, pile="7C 8C"), CLOSE)
    assert hand(game, "Ann") == "3D 5C 7C"
    assert public(game)["on_notice"] == ""


def test_ts_05_overdue_while_somebody_is_on_notice_it_draws_and_challenges_not() -> None:
    game = more(table(), f"{BLUFF} | {CLOSE}")
    assert public(game)["on_notice"] == "Ann"
    assert not game.news("Challenged")
    assert waits_for(game) == ["Cid"]
    game = more(game, CLOSE)
    assert over(game)[:2] == (1, "unchallenged")


@pytest.mark.parametrize(
    ("held", "card"),
    [
        ("AC 9H 10D", "AC"),
        ("10S 10C 2H", "10C"),
        ("10S 10H 2H", "10H"),
        ("8S 8D 2H", "8D"),
        ("AS AH AD", "AD"),
    ],
)
def test_ts_05_an_overdue_victim_hands_over_its_highest_scoring_card(held: str, card: str) -> None:
    game = more(table("2C 3C 4C", held, "", pile="7C 7D"), f"Ann: take Bob giving 4C | {CLOSE}")
    assert card in hand(game, "Ann").split()
    assert card not in hand(game, "Bob").split()
    assert "4C" in hand(game, "Bob").split()
    assert known(game, "Bob") == "4C"


def test_ts_05_then_the_taker_has_its_own_time_to_end_its_turn() -> None:
    game = more(table(), f"Ann: take Bob giving 9H | {CLOSE}")
    assert asked(game) == ("Ann", ("notice", "done"))
    assert left(game) == hours(24)


def test_ts_05_a_victim_hands_over_its_own_highest_not_the_shown_card() -> None:
    """Ann shows an Ace; the highest of Bob's own is the ten."""
    game = more(
        table("AC 3C 4C", "2D 8D 10S", "", pile="7C 7D"), f"Ann: take Bob giving AC | {CLOSE}"
    )
    assert hand(game, "Bob") == "AC 2D 8D"
    assert hand(game, "Ann") == "3C 4C 10S"


@pytest.mark.parametrize(
    ("bob", "card"),
    [("AD 9S 10H", "AD"), ("2D 10S 10H", "10H"), ("AS 9D AH", "AH"), ("9D 9S 8H", "9D")],
)
def test_ts_05_overdue_after_a_right_challenge_the_highest_scoring_lies_on_top(
    bob: str, card: str
) -> None:
    game = more(
        table("AC 2C 10D", bob, "", pile="7C 8C"), "Ann: discard 10D | Ann: keep 7C | Ann: notice"
    )
    game = more(game, f"Bob: challenge | {CLOSE}")
    assert public(game)["discard_top"] == card
    assert waits_for(game) == ["Cid"]


def empty_pile(seats: int) -> Played:
    """Ann has put everyone on notice, and nothing is left to draw."""
    ann = " ".join(all_of("A", "2", "3", "4", "7").split()[: 19 if seats == 2 else 13])
    if seats == 2:
        game = begun(ann, "", hand_size=19, pile="10C 10D")
        return more(game, "Ann: discard AC | Ann: keep 10C | Ann: notice")
    game = begun(ann, "", "", hand_size=13, pile="10S")
    return more(game, "Ann: discard AC | Ann: notice")


def test_ts_05_with_an_empty_pile_it_is_a_pass() -> None:
    game = more(empty_pile(2), CLOSE)
    assert over(game)[:2] == (1, "unchallenged")
    assert list(over(game)[2]) == ["Bob"]
    assert len(game.news("Passed")) == 1


def test_ts_05_also_where_there_is_a_victim() -> None:
    """Bob could take from Cid, and may not pass of his own accord."""
    game = empty_pile(3)
    assert why(game, "Bob: pass").startswith("TS-8")
    held = (hand(game, "Bob"), hand(game, "Cid"))
    game = more(game, CLOSE)
    assert (hand(game, "Bob"), hand(game, "Cid")) == held
    assert waits_for(game) == ["Cid"]
    assert public(game)["acts"][-1]["what"] == "passed"
    assert public(game)["acts"][-1]["default"] is True
    assert over(more(game, CLOSE))[:2] == (1, "unchallenged")


def test_ts_05_a_single_last_card_is_drawn_by_default_too() -> None:
    ann = " ".join(all_of("A", "2", "3", "4").split()[:13])
    game = more(begun(ann, "", "", hand_size=13, pile="10S"), CLOSE)
    assert over(game)[:2] == (1, "pile-empty")
    assert game.state.discards == ("AC",)
    assert "10S" in [one.card for one in game.news("RoundOver")[0]["scores"][0].own]


def test_ts_05_with_twins_one_of_them_goes() -> None:
    game = more(table("10C 10C 2H", "", "", decks=2, pile="7C 7C"), CLOSE)
    assert public(game)["discards"] == ["10C", "7C"]
    assert hand(game, "Ann") == "2H 7C 10C"


def test_ts_05_defaults_alone_come_to_an_end() -> None:
    """Nobody claims: the pile runs out, all lose, until all are out at once or one is left."""
    game = begun("", "", hand_size=15, limit=100)
    for _ in range(5):
        game = more(game, CLOSE)
    assert over(game)[:2] == (1, "pile-empty")
    assert game.state.phase == "ended"
    lowest = min(scores(game))
    assert [game.table.players[i] for i, s in enumerate(scores(game)) if s == lowest] == public(
        game
    )["winners"]


# ---- taking back


def test_all_06_a_keep_taken_back_gives_the_same_two_cards_again() -> None:
    game = more(table(), "Ann: discard 9H")
    kept = more(game, "Ann: keep 7C")
    back = more(kept, f"host: undo {kept.entries[-1].number}")
    assert back.view("Ann")["you"]["drawn"] == ["7C", "8C"]
    assert back.state == game.state
    assert back.table.windows == game.table.windows
    assert hand(more(back, "Ann: keep 8C"), "Ann") == "AC 2C 8C"


def test_all_06_so_does_a_discard_taken_back_and_another_said() -> None:
    game = more(table(), "Ann: discard 9H")
    back = more(game, f"host: undo {game.entries[-1].number} | Ann: discard AC")
    assert back.view("Ann")["you"]["drawn"] == ["7C", "8C"]


def test_all_06_a_close_taken_back_is_as_if_never_said() -> None:
    game = table()
    closed = more(game, CLOSE)
    back = more(closed, f"host: undo {closed.entries[-1].number}")
    assert back.state == game.state
    redone = more(back, f"host: redo {closed.entries[-1].number}")
    assert redone.state == closed.state


def test_all_06_a_challenge_taken_back_is_as_if_never_said() -> None:
    game = more(table(), BLUFF)
    after = more(game, "Bob: challenge")
    back = more(after, f"host: undo {after.entries[-1].number}")
    assert known(back, "Ann") == ""
    assert back.state == game.state
