"""Sets of two halves, rising antes, and who is out of chips first (GB-9, GB-11)."""

from __future__ import annotations

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused

from .matches import (
    DOWN,
    UP,
    chips,
    dealt,
    ended,
    happened,
    last_round,
    more,
    public,
    refused,
    said,
    waits_for,
    you,
)

HALF = "folds 9 Ann"
SET = f"{HALF} | order {UP} / {DOWN} | folds 9 Bob"
"""A set in which each gives up nine rounds in turn and has at its end what it had before it."""

# ---- GB-9


def test_gb_09_after_nine_rounds_the_same_groups_are_put_in_order_anew() -> None:
    game = dealt(UP, DOWN, "folds 8 Ann")
    assert (public(game)["half"], public(game)["round"]) == (1, 9)
    game = more(game, "Ann: fold")
    assert happened(game)[-1] == "HalfOver"
    assert waits_for(game) == ["chance: order Ann TILE …"]
    assert you(game, "Ann")["grouping"] == {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
    assert (public(game)["set"], public(game)["half"]) == (1, 2)


def test_gb_09_the_order_of_the_groups_and_of_the_tiles_in_them_may_change() -> None:
    game = dealt(UP, DOWN, f"{HALF} | order 8 5 7 6 3 4 2 1 0 / 4 6 5 0 1 2 3 7 8")
    assert (public(game)["half"], public(game)["round"]) == (2, 10)
    assert public(game)["colours"] == {"Ann": "black", "Bob": "black"}
    game = more(game, "Bob: bet 1 | Ann: call")
    assert last_round(game)["tiles"] == [8, 4]
    assert last_round(game)["number"] == 10


def test_gb_09_but_not_the_groups() -> None:
    game = dealt(UP, DOWN, HALF)
    found = refused(game, "chance: order Ann 1 2 0 3 4 5 6 7 8")
    assert (found.clause, "A 0 1, B 2 3 4, C 5 6 7 8" in found.sentence()) == ("GB-3", True)
    found = refused(game, "Ann: group A 0 1 B 2 3 4 C 5 6 7 8")
    assert (found.clause, type(found)) == ("GB-2", NotNow)


def test_gb_09_a_set_is_18_rounds_then_both_group_afresh() -> None:
    game = dealt(UP, DOWN, SET)
    assert [r["number"] for r in public(game)["rounds"]] == list(range(1, 19))
    assert [r["half"] for r in public(game)["rounds"]] == [1] * 9 + [2] * 9
    assert happened(game)[-2:] == ["SetOver", "SetOpened"]
    form = "group A TILE … B TILE … C TILE …"
    assert waits_for(game) == [f"Ann: {form}", f"Bob: {form}"]
    assert chips(game) == (30, 30)
    game = more(game, f"deal {DOWN} / {UP}")
    assert (public(game)["set"], public(game)["half"], public(game)["round"]) == (2, 1, 1)
    assert game.state.round.tiles == (8, 0)


def test_gb_09_the_ante_is_1_and_rises_by_1_every_set() -> None:
    again = f"deal {DOWN} / {UP} | {SET.replace(f'{UP} / {DOWN}', f'{DOWN} / {UP}')}"
    game = dealt(UP, DOWN, f"{SET} | {again} | {again} | {again}")
    antes = [event["ante"] for event in game.news("RoundDealt")]
    assert antes == [1] * 18 + [2] * 18 + [3] * 18 + [4] * 18
    assert chips(game) == (30, 30)
    assert (public(game)["set"], public(game)["ante"]) == (5, 5)


def test_gb_09_with_a_whole_half_called() -> None:
    """0 to 8 against 8 to 0: Ann loses four rounds, draws one, wins four; each is about 3 chips
    with the bet. So 30, 27, 24, 21, 18 for Ann, and back.
    """
    rounds = ["Ann: bet 2 | Bob: call"] + ["Bob: bet 2 | Ann: call"] * 5
    rounds += ["Ann: bet 2 | Bob: call"] * 3
    game = dealt(UP, DOWN, " | ".join(rounds))
    assert [r["chips"][0] for r in public(game)["rounds"]] == [27, 24, 21, 18, 18, 21, 24, 27, 30]
    assert [r["winner"] for r in public(game)["rounds"]] == [*["Bob"] * 4, "", *["Ann"] * 4]


# ---- GB-11


def test_gb_11_the_first_player_out_of_chips_loses() -> None:
    """Ann has 5 after the ante, Bob 29: she loses 6, he wins them."""
    slip = 'host: adjust Ann chips =5 why "a slip"'
    game = dealt(UP, DOWN, f"{slip} | Ann: bet 5 | Bob: call")
    assert (ended(game), chips(game)) == (("Bob", "out-of-chips"), (0, 36))
    assert happened(game)[-2:] == ["RoundOver", "MatchEnded"]
    assert said(game)[-1]["loser"] == "Ann"
    assert game.waiting() == ()
    for line in ("Ann: bet 1", "host: close", "host: first Ann"):
        found = refused(game, line)
        assert (found.clause, type(found)) == ("ALL-6", NotNow)
        assert "has ended" in found.sentence()


@pytest.mark.parametrize(("ann", "bob", "after"), [(DOWN, UP, (12, 24)), (UP, UP, (6, 30))])
def test_gb_11_not_who_is_all_in_and_wins_or_draws(
    ann: str, bob: str, after: tuple[int, int]
) -> None:
    slip = 'host: adjust Ann chips =5 why "a slip"'
    game = dealt(ann, bob, f"{slip} | Ann: bet 5 | Bob: call")
    assert last_round(game)["chips"] == after
    assert game.view()["phase"] == "betting"


def test_gb_11_nor_before_the_round_has_ended() -> None:
    slip = 'host: adjust Ann chips =5 why "a slip"'
    game = dealt(UP, DOWN, f"{slip} | Ann: bet 5")
    assert chips(game) == (0, 29)
    assert waits_for(game) == ["Bob: call, fold"]
    assert last_round(more(game, "Bob: fold"))["chips"] == (7, 29)


def test_gb_11_in_the_last_round_of_a_set_no_set_follows() -> None:
    slip = 'host: adjust Bob chips =1 why "a slip"'
    half = f"{HALF} | order {UP} / {UP} | folds 8 Bob"
    game = dealt(UP, DOWN, f"{half} | {slip} | Bob: fold")
    assert public(game)["set"] == 2
    half = f"{HALF} | order 0 1 2 3 4 5 6 7 8 / 8 7 6 5 4 3 2 1 0 | folds 8 Bob"
    game = dealt(UP, DOWN, f"{half} | {slip} | Bob: bet 1 | Ann: call")  # 8 against 0
    assert ended(game) == ("Ann", "out-of-chips")
    assert "SetOpened" not in happened(game)


# ---- what is of final-match alone


def test_gb_14_an_8_folded_costs_nothing_and_isnt_told() -> None:
    game = dealt(DOWN, UP, "Ann: fold")
    folded = next(e for e in said(game) if e.name == "Folded")
    assert (folded["eight"], folded["penalty"]) == (False, 0)
    assert last_round(game)["tiles"] == [None, None]
    assert last_round(game)["chips"] == (29, 31)


@pytest.mark.parametrize(
    ("line", "clause"), [("Ann: peek", "GB-17"), ("Ann: order", "GB-17"), ("Ann: ante 3", "GB-12")]
)
def test_gb_17_nobody_has_items_in_death_match(line: str, clause: str) -> None:
    found = refused(dealt(), line)
    assert (found.clause, isinstance(found, (Refused, NotNow))) == (clause, True)


def test_gb_10_no_chips_are_ever_discarded() -> None:
    game: Played = dealt(UP, DOWN, SET)
    assert public(game)["discards"] == 0
    assert sum(chips(game)) == 60
