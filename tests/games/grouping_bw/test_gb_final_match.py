"""Discards, folded eights, and who can't pay the ante (GB-12 to GB-16)."""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.refusals import Refused

from .matches import (
    BEGIN,
    DOWN,
    FINAL,
    UP,
    bets,
    chips,
    dealt,
    ended,
    happened,
    last_round,
    more,
    played,
    public,
    refused,
    said,
    waits_for,
    you,
)

EARLY = "8 0 1 2 3 4 5 6 7"
LATER = "0 8 1 2 3 4 5 6 7"
"""Both A 0 8, B 1 2 3, C 4 5 6 7. Who folds in turn and has the first folds no 8 if the other
begins, and no 8 with the second if it begins itself.
"""
SET_1 = "folds 9 Ann"
SET_2 = f"deal {EARLY} / {LATER} | folds 9 Bob"


def match(ann: str, bob: str, body: str = "", /, **options: object) -> Played:
    """A final match whose first round Ann starts."""
    return dealt(ann, bob, body, **{**FINAL, **options})


def have(ann: int | None = None, bob: int | None = None) -> str:
    """The host's correction of what they have, a line each."""
    both = {"Ann": ann, "Bob": bob}
    lines = (f'host: adjust {n} chips ={c} why "a slip"' for n, c in both.items() if c is not None)
    return "".join(f"{line}\n" for line in lines)


# ---- GB-12


def test_gb_12_a_set_is_nine_rounds() -> None:
    game = match(LATER, EARLY, SET_1)
    assert len(public(game)["rounds"]) == 9
    assert happened(game)[-2:] == ["SetOver", "SetOpened"]
    assert (public(game)["set"], chips(game)) == (2, (95, 96))


FIVE_SETS = " | ".join(
    (
        SET_1,
        SET_2,
        f"deal {LATER} / {EARLY} | {SET_1}",
        SET_2,
        f"deal {LATER} / {EARLY} | {SET_1}",
    )
)


def test_gb_12_the_ante_is_1_and_rises_by_1_after_every_two_sets() -> None:
    """Who folds five times pays five antes: after each set so many chips are left."""
    game = match(LATER, EARLY, FIVE_SETS)
    antes = [event["ante"] for event in game.news("RoundDealt")]
    assert antes == [1] * 18 + [2] * 18 + [3] * 9
    after = [tuple(r["chips"]) for r in public(game)["rounds"] if r["number"] == 9]
    assert after == [(95, 96), (91, 91), (81, 83), (73, 73), (58, 61)]
    assert public(game)["discards"] == 200 - 58 - 61


def test_gb_12_an_agreed_ante_holds_for_its_set_and_the_rises_count_from_the_schedule() -> None:
    agreed = "Ann: ante 7 | Bob: ante 7"
    body = f"{SET_1} | {agreed} | {SET_2} | deal {LATER} / {EARLY}"
    game = match(LATER, EARLY, body)
    assert [e["ante"] for e in game.news("RoundDealt")] == [1] * 9 + [7] * 9 + [2]
    assert chips(game) == (95 - 4 * 7 - 2, 96 - 5 * 7 - 2)
    assert [(e["ante"], e["agreed"]) for e in game.news("AllGrouped")] == [
        *((1, False), (7, True), (2, False))
    ]


def test_gb_12_what_was_named_for_a_set_doesnt_count_for_the_next() -> None:
    game = match(LATER, EARLY, f"{SET_1} | Ann: ante 7 | {SET_2}")
    assert you(game, "Bob")["ante_offered"] == 0
    game = more(game, f"Bob: ante 7 | deal {LATER} / {EARLY}")
    assert public(game)["ante"] == 2


def test_gb_12_it_exceeds_the_ante_of_the_schedule_of_that_set() -> None:
    game = match(LATER, EARLY, f"{SET_1} | {SET_2}")
    found = refused(game, "Ann: ante 2")
    assert found.clause == "GB-12"
    assert "above the scheduled 2" in found.sentence()
    assert "3 to 91" in found.sentence()
    more(game, "Ann: ante 3")


# ---- GB-13


SEVEN = "7 8 6 5 4 3 2 1 0"
ROUNDS = {
    # tiles, body: chips after the round, of 100 each, and what is discarded
    (DOWN, UP, "Ann: bet 5 | Bob: call"): ((100, 94), 6),
    (UP, DOWN, "Ann: bet 5 | Bob: call"): ((94, 100), 6),
    (UP, UP, "Ann: bet 5 | Bob: call"): ((94, 94), 12),
    (UP, DOWN, "Ann: fold"): ((99, 100), 1),
    (UP, UP, "Ann: bet 10 | Bob: fold"): ((100, 99), 1),
    (SEVEN, UP, "Ann: bet 10 | Bob: raise 5 | Ann: fold"): ((89, 100), 11),
    (SEVEN, UP, "Ann: bet 10 | Bob: raise 5 | Ann: call"): ((100, 84), 16),
    (UP, SEVEN, "Ann: bet 10 | Bob: raise 5 | Ann: call"): ((84, 100), 16),
    (UP, UP, "Ann: bet 10 | Bob: raise 5 | Ann: call"): ((84, 84), 32),
}


@pytest.mark.parametrize("case", ROUNDS)
def test_gb_13_the_winner_takes_its_own_back_and_the_rest_is_discarded(
    case: tuple[str, str, str],
) -> None:
    game = match(*case)
    assert (last_round(game)["chips"], last_round(game)["discarded"]) == ROUNDS[case]
    assert public(game)["discards"] == ROUNDS[case][1]


def test_gb_13_all_drawn_chips_are_discarded_unless_both_would_have_nothing() -> None:
    """Both have 7 after the ante: both put in 8 and keep them."""
    game = match(UP, UP, f"{have(7, 7)}Ann: bet 7 | Bob: call")
    over = game.news("RoundOver")[0]
    assert (over["bets"], over["back"], over["discarded"], over["spared"]) == (
        (8, 8),
        (8, 8),
        0,
        True,
    )
    assert (chips(game), bets(game), public(game)["discards"]) == ((7, 7), (1, 1), 0)
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]


@pytest.mark.parametrize(
    ("ann", "bob", "winner", "left"), [(7, 8, "Bob", (0, 1)), (20, 7, "Ann", (13, 0))]
)
def test_gb_13_one_left_with_nothing_isnt_spared(
    ann: int, bob: int, winner: str, left: tuple[int, int]
) -> None:
    game = match(UP, UP, f"{have(ann, bob)}Ann: bet 7 | Bob: call")
    over = game.news("RoundOver")[0]
    assert (over["chips"], over["discarded"], over["spared"]) == (left, 16, False)
    assert ended(game) == (winner, "cannot-pay")


def test_gb_13_nor_a_loser_left_with_nothing() -> None:
    game = match(UP, DOWN, f"{have(7, 7)}Ann: bet 7 | Bob: call")
    assert (ended(game), chips(game)) == (("Bob", "cannot-pay"), (0, 8))


def test_gb_13_gb_06_the_ante_leaves_both_nothing_and_draws_are_spared_to_the_end_of_the_set() -> (
    None
):
    game = played(f"{BEGIN}{have(1, 1)}deal {UP} / {UP}", **FINAL)
    assert [e["why"] for e in game.news("TilesShown")] == ["no-chips"] * 9
    assert all(e["spared"] and e["discarded"] == 0 for e in game.news("RoundOver"))
    assert (public(game)["set"], chips(game)) == (2, (1, 1))
    game = more(game, f"deal {UP} / 1 0 2 3 4 5 6 7 8")
    assert (ended(game), chips(game)) == (("Bob", "cannot-pay"), (0, 1))


# ---- GB-14


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99])
def test_gb_14_folding_an_8_costs_8_more_chips_or_all_that_are_left(left: int) -> None:
    penalty = left if left < 8 else 8
    game = match(DOWN, UP, f"{have(left)}Ann: fold")
    folded, over = game.news("Folded")[0], game.news("RoundOver")[0]
    assert (folded["eight"], folded["penalty"]) == (True, penalty)
    assert (over["chips"], over["discarded"]) == ((left - penalty, 100), 1 + penalty)
    assert (game.view()["phase"] == "ended") == (left <= 9)
    if left <= 8:
        assert ended(game) == ("Bob", "cannot-pay")


def test_gb_14_nobody_is_asked_without_a_chip_to_lose() -> None:
    """No chip left is no turn: so the penalty is never of 0 chips."""
    game = match(DOWN, UP)
    assert refused(game, have(0).strip()).clause == "ALL-6"


def test_gb_14_it_comes_on_top_of_what_is_in_the_round() -> None:
    """Ann has 10 after the ante, puts in 5 and folds an 8 with 5 left."""
    game = match(DOWN, UP, f"{have(10)}Ann: bet 5 | Bob: raise 1 | Ann: fold")
    over = game.news("RoundOver")[0]
    assert (over["bets"], over["chips"], over["discarded"]) == ((6, 7), (0, 100), 11)
    game = match(DOWN, UP, "Ann: bet 5 | Bob: raise 1 | Ann: fold")
    assert last_round(game)["chips"] == (100 - 6 - 8, 100)


def test_gb_14_it_is_announced_publicly() -> None:
    game = match(DOWN, UP, "Ann: fold")
    folded = next(e for e in said(game) if e.name == "Folded")
    for seer in ("", "Ann", "Bob"):
        assert folded.seen_by(seer)["eight"]
        assert folded.seen_by(seer)["penalty"] == 8
        assert game.view(seer)["public"]["rounds"][0]["tiles"] == [8, None]
    assert you(game, "Ann")["own"]["dealt"][0]["tile"] == 8
    assert you(game, "Bob")["theirs"]["dealt"][0]["tile"] == 8
    assert you(game, "Bob")["own"]["dealt"][0]["tile"] is None


@pytest.mark.parametrize(
    ("ann", "bob", "body"),
    [
        (UP, DOWN, "Ann: fold"),
        (DOWN, UP, "Ann: bet 5 | Bob: fold"),
        (DOWN, SEVEN, "Ann: bet 5 | Bob: call"),
        (DOWN, DOWN, "Ann: bet 5 | Bob: call"),
    ],
)
def test_gb_14_nothing_else_costs_more(ann: str, bob: str, body: str) -> None:
    game = match(ann, bob, body)
    assert not any(e["eight"] or e["penalty"] for e in game.news("Folded"))
    over = game.news("RoundOver")[0]
    assert over["discarded"] == sum(over["bets"]) - sum(over["back"])
    assert not over["eight"]


def test_gb_14_a_fold_by_default_costs_it_too() -> None:
    game = more(match(DOWN, UP), "+24h host: close")
    assert game.news("Folded")[0]["penalty"] == 8
    assert last_round(game)["chips"] == (91, 100)


# ---- GB-16: one can't pay


def at_60(body: str, ann: str = UP, bob: str = UP) -> Played:
    """A first set with an agreed ante of 60: who loses it can't pay the next."""
    return played(f"{BEGIN}Ann: ante 60 | Bob: ante 60 | deal {ann} / {bob}\n{body}", **FINAL)


def test_gb_16_who_cant_pay_when_a_round_is_about_to_begin_loses() -> None:
    game = at_60("Ann: fold")
    assert (ended(game), chips(game)) == (("Bob", "cannot-pay"), (40, 100))
    assert (said(game)[-1]["loser"], said(game)[-1]["ante"]) == ("Ann", 60)
    assert game.waiting() == ()
    assert len(game.news("RoundDealt")) == 1
    assert ended(at_60("Ann: bet 1 | Bob: fold")) == ("Ann", "cannot-pay")


@pytest.mark.parametrize(("left", "rounds"), [(60, 2), (59, 1)])
def test_gb_16_exactly_the_ante_can_be_paid(left: int, rounds: int) -> None:
    """With 60 Ann pays, has nothing to bet with, and wins with 1 against 0."""
    game = at_60(f"{have(ann=left)}Ann: fold", UP, "1 0 2 3 4 5 6 7 8")
    assert len(game.news("RoundDealt")) == rounds
    assert ended(game) == (("Ann" if rounds == 2 else "Bob"), "cannot-pay")
    assert chips(game) == ((60, 40) if rounds == 2 else (59, 100))


LOW_AT_9 = "Ann: bet 1 | Bob: call"
LAST_9 = ("0 8 1 2 3 4 5 7 6", EARLY)
"""As LATER and EARLY, and in round 9 Ann has 6 and Bob 7."""


def test_gb_16_before_a_set_it_is_looked_at_before_anybody_groups() -> None:
    game = match(*LAST_9, f"folds 8 Ann | {have(ann=1)} | {LOW_AT_9}")
    assert ended(game) == ("Bob", "cannot-pay")
    assert happened(game)[-2:] == ["SetOver", "MatchEnded"]
    assert len(game.news("SetOpened")) == 1
    assert (said(game)[-1]["ante"], chips(game)[0]) == (1, 0)


def test_gb_16_against_the_scheduled_ante_of_the_set_to_come() -> None:
    """Ante 2 in set 3: with 2 chips it begins, with 1 it doesn't."""
    to_9 = f"{SET_1} | deal {EARLY} / {LATER} | folds 8 Bob | {have(ann=1)}"
    game = match(LATER, EARLY, f"{to_9} | Bob: fold")
    assert (public(game)["set"], chips(game)[0]) == (3, 2)
    game = match(LATER, EARLY, f"{to_9} | Bob: bet 1 | Ann: fold")
    assert (ended(game), chips(game)[0]) == (("Bob", "cannot-pay"), 1)
    assert (said(game)[-1]["ante"], len(game.news("SetOpened"))) == (2, 2)


def test_gb_16_not_against_the_agreed_ante_of_the_set_that_is_over() -> None:
    """Ante 5 was agreed on; Ann is left with 2 chips, and the next set's is 1."""
    agreed = f"{BEGIN}Ann: ante 5 | Bob: ante 5 | deal {LATER} / {EARLY}"
    game = played(f"{agreed} | folds 8 Ann | {have(ann=2)} | Ann: fold", **FINAL)
    assert (public(game)["set"], public(game)["ante"], chips(game)) == (2, 1, (2, 80))
    assert game.view()["phase"] == "grouping"
    game = played(f"{agreed} | folds 6 Ann | {have(ann=2)} | Ann: fold", **FINAL)
    assert ended(game) == ("Bob", "cannot-pay")


def test_gb_16_before_the_first_set_too() -> None:
    game = played(f"{have(ann=0)}host: start", **FINAL)
    assert ended(game) == ("Bob", "cannot-pay")


def test_gb_16_chips_taken_while_groups_are_made_count_when_the_round_begins() -> None:
    game = played(f"{BEGIN}{have(ann=0)}deal {UP} / {DOWN}", **FINAL)
    assert ended(game) == ("Bob", "cannot-pay")
    assert game.news("RoundDealt") == []


# ---- GB-16: neither can pay

DRAWN = "Ann: bet 1 | Bob: call"


@pytest.mark.parametrize(
    ("slip", "winner", "left"),
    [(have(bob=43), "Bob", (39, 42)), (have(ann=41), "Ann", (40, 39)), (have(2, 1), "Ann", (1, 0))],
)
def test_gb_16_if_neither_can_more_chips_win(slip: str, winner: str, left: tuple[int, int]) -> None:
    game = at_60(f"{slip}{DRAWN}")
    assert (ended(game), chips(game)) == ((winner, "more-chips"), left)


SUDDEN = "0 2 1 3 4 5 6 7 8"


def test_gb_16_with_equal_chips_the_next_round_has_no_ante_and_no_bets() -> None:
    """Both have 39 left after the draw; then 1 loses against 2."""
    game = at_60(DRAWN, UP, SUDDEN)
    assert happened(game)[2:] == [
        *("RoundOver", "NobodyPays", "RoundDealt", "TilesShown", "RoundOver", "MatchEnded")
    ]
    pays, dealt_then, shown, over, _ = said(game)[3:]
    assert (pays["ante"], pays["chips"]) == (60, 39)
    assert (dealt_then["ante"], dealt_then["number"], dealt_then["tiles"]) == (0, 2, (1, 2))
    assert shown["why"] == "no-ante"
    assert (over["bets"], over["discarded"], over["chips"]) == ((0, 0), 0, (39, 39))
    assert (ended(game), chips(game)) == (("Bob", "won-the-hand"), (39, 39))


def test_gb_16_a_draw_there_is_followed_by_another_from_the_next_tiles_without_moves() -> None:
    game = at_60(DRAWN, UP, "0 1 3 2 4 5 6 7 8")
    assert [e["tiles"] for e in game.news("TilesShown")] == [(0, 0), (1, 1), (2, 3)]
    assert (ended(game), chips(game)) == (("Bob", "won-the-hand"), (39, 39))
    assert public(game)["rounds"][1]["winner"] == ""


def test_gb_16_if_the_tiles_run_out_a_new_set_is_grouped() -> None:
    game = at_60(DRAWN)
    assert len(game.news("TilesShown")) == 9
    assert happened(game)[-2:] == ["SetOver", "SetOpened"]
    assert (game.view()["phase"], public(game)["set"], chips(game)) == ("grouping", 2, (39, 39))
    found = refused(game, "Ann: ante 3")
    assert (found.clause, type(found)) == ("GB-12", Refused)
    assert all("ante" not in moves for moves in waits_for(game))
    assert refused(game, "Ann: group A 7 8 B 4 5 6 C 0 1 2 3").clause == "GB-15"
    drawn_again = more(game, f"deal {UP} / {UP}")
    assert len(drawn_again.news("TilesShown")) == 18
    assert public(drawn_again)["set"] == 3
    won = more(game, f"deal 1 0 2 3 4 5 6 7 8 / {UP}")
    assert (ended(won), chips(won)) == (("Ann", "won-the-hand"), (39, 39))
    assert [(e["set"], e["number"], e["bets"]) for e in won.news("RoundOver")][-1] == (2, 1, (0, 0))


def to_set_3(ann: int, bob: int) -> Played:
    """Round 9 of set 2 is drawn with 7 and 7: both lose 2 chips, those of the ante and a bet;
    ante 2 comes next. They have so many after the ante.
    """
    to_9 = f"{SET_1} | deal {EARLY} / {LATER} | folds 8 Bob | {have(ann, bob)}"
    return match(LATER, EARLY, f"{to_9} | Bob: bet 1 | Ann: call")


def test_gb_16_neither_can_before_a_set() -> None:
    game = to_set_3(2, 1)
    assert (ended(game), chips(game)) == (("Ann", "more-chips"), (1, 0))
    assert len(game.news("SetOpened")) == 2


def test_gb_16_neither_can_before_a_set_and_chips_are_equal() -> None:
    game = to_set_3(2, 2)
    assert happened(game)[-3:] == ["SetOver", "NobodyPays", "SetOpened"]
    assert (game.view()["phase"], public(game)["set"], chips(game)) == ("grouping", 3, (1, 1))
    game = more(game, f"deal {LATER} / {EARLY}")
    assert (ended(game), chips(game)) == (("Bob", "won-the-hand"), (1, 1))


def test_gb_16_both_can_pay_exactly() -> None:
    game = to_set_3(3, 3)
    assert (game.view()["phase"], public(game)["sudden"], chips(game)) == (
        "grouping",
        False,
        (2, 2),
    )
