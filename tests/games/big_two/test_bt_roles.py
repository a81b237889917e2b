"""Roles and places over the rounds (BT-21, BT-22)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.engine.game import PUBLIC

from .tables import (
    KIND,
    NAMES,
    PRESIDENT,
    after_a_round,
    begun,
    more,
    roles,
    second_round,
    shuffled,
    swept,
)

ROLES = {
    2: ["president", "bum"],
    3: ["president", "neutral", "bum"],
    4: ["president", "vice president", "vice bum", "bum"],
    5: ["president", "vice president", "neutral", "vice bum", "bum"],
    6: ["president", "vice president", "neutral", "neutral", "vice bum", "bum"],
    7: ["president", "vice president", *["neutral"] * 3, "vice bum", "bum"],
}
"""By the finishing order of the round before, which is that of the seats here."""


def quick(seats: int) -> dict[str, Any]:
    return {"hand_size": 4} if seats == 2 else {}


@pytest.mark.parametrize("seats", ROLES)
def test_bt_21_roles_of_two_to_seven_players(seats: int) -> None:
    game = second_round(*[""] * seats, **quick(seats))
    assert roles(game) == ROLES[seats]
    assert game.state.rounds[0].places == NAMES[:seats]


@pytest.mark.parametrize("kind", [KIND, PRESIDENT])
@pytest.mark.parametrize("seats", [2, 4])
def test_bt_21_the_first_round_has_no_roles(kind: str, seats: int) -> None:
    game = begun(*[""] * seats, kind=kind)
    assert roles(game) == [""] * seats
    assert game.state.phase == "play"  # and no trading
    assert game.state.rounds == ()
    assert set(game.news("RoundOpened")[0]["roles"]) == {""}


@pytest.mark.parametrize(
    ("leader", "expected"),
    [
        (1, ["bum", "president", "vice president", "vice bum"]),
        (2, ["vice bum", "bum", "president", "vice president"]),
        (3, ["vice president", "vice bum", "bum", "president"]),
    ],
)
def test_bt_21_it_is_the_finishing_order_that_gives_them(leader: int, expected: list[str]) -> None:
    assert roles(second_round("", "", "", "", leader=leader)) == expected


def test_bt_21_of_the_previous_round_only() -> None:
    """Ann wins the first round, Bob the second."""
    game = second_round("3C 3H", "3D 3S", hand_size=2, rounds=3)
    game = swept(more(game, "Bob: surrender | Ann: return 3D 3S"))
    assert [then.places for then in game.state.rounds] == [("Ann", "Bob"), ("Bob", "Ann")]
    game = more(game, shuffled("", "", size=2))
    assert roles(game) == ["bum", "president"]
    assert game.view()["public"]["trades"] == [{"taker": "Bob", "giver": "Ann", "count": 2}]


def test_bt_21_the_title_of_the_last_is_the_hosts_and_the_vices_follows_it() -> None:
    assert roles(second_round(*[""] * 4, bum_title="scum"))[2:] == ["vice scum", "scum"]
    assert roles(second_round("", "", "", bum_title="scum")) == ["president", "neutral", "scum"]


def test_bt_21_a_role_lasts_for_the_round() -> None:
    game = more(second_round("", "", ""), "Cid: surrender | Ann: return 3C 3H")
    assert roles(game) == ROLES[3]
    assert roles(swept(game)) == ROLES[3]


def test_bt_22_the_table_of_places_and_roles() -> None:
    game = second_round("3C 3H", "3D 3S", hand_size=2, rounds=3)
    game = swept(more(game, "Bob: surrender | Ann: return 3D 3S"))
    for seer in (PUBLIC, "Ann"):
        assert game.view(seer)["public"]["rounds"] == [
            {"number": 1, "places": ["Ann", "Bob"], "roles": ["", ""]},
            {"number": 2, "places": ["Bob", "Ann"], "roles": ["bum", "president"]},
        ]


def test_bt_22_the_last_round_is_the_last() -> None:
    game = after_a_round(2, hand_size=2, rounds=2)
    assert game.state.phase == "deal"
    game = more(game, shuffled("", "", first=1, size=2))
    game = swept(more(game, "Bob: surrender | Ann: return 3H 3S"))
    assert game.state.phase == "ended"
    assert game.view()["public"]["round"] == 2
    assert len(game.news("GameEnded")) == 1


def test_bt_21_seventeen_players() -> None:
    game = second_round(*[""] * 17)
    named = roles(game)
    assert named[:2] == ["president", "vice president"]
    assert named[-2:] == ["vice bum", "bum"]
    assert set(named[2:-2]) == {"neutral"}
    assert [len(trade.parties) for trade in game.state.trades] == [2, 2]
