"""Players and options (BT-2 to BT-6, BT-12, BT-15, BT-16, BT-21 to BT-23, BT-29)."""

from __future__ import annotations

import pytest
from playing import head, play

from gmtool.engine.refusals import NotNow, Refused, Unreadable
from gmtool.games.big_two import GAME, PRESIDENT_GAME

from .tables import (
    BEGIN,
    KIND,
    PRESIDENT,
    after_a_round,
    begun,
    counts,
    hands,
    journal,
    more,
    played,
    refused,
    roles,
    seated,
    second_round,
    shuffled,
    swept,
    waits_for,
    why,
)

KINDS = (KIND, PRESIDENT)


def set_up(seats: int, kind: str = KIND, /, **options: object) -> str:
    """Why such a game can't be set up, with its clause; empty where it can."""
    try:
        play(head(seated(seats), kind, **options))
    except Refused as refusal:
        return str(refusal)
    return ""


# ---- BT-2


@pytest.mark.parametrize("kind", KINDS)
def test_bt_02_two_to_seventeen_can_play(kind: str) -> None:
    assert [seats for seats in range(1, 19) if not set_up(seats, kind)] == [*range(2, 18)]


def test_bt_02_one_or_eighteen_cannot() -> None:
    assert set_up(1).startswith("BT-2: one player can't play; 2 to 17 do")
    assert set_up(18).startswith("BT-2: 18 players can't play; 2 to 17 do")


def test_bt_02_the_deck_is_shuffled_before_the_start() -> None:
    game = played("Ann, Bob", "")
    assert waits_for(game) == ["chance"]
    assert why(game, BEGIN) == "ALL-3: the deck is to be shuffled first."
    game = more(game, shuffled("", ""))
    assert waits_for(game) == ["host"]
    assert waits_for(more(game, BEGIN)) == ["Ann"]


def test_bt_02_it_starts_once() -> None:
    game = begun("", "")
    assert refused(game, BEGIN).clause == "BT-2"


def test_bt_02_nobody_plays_before_the_start() -> None:
    game = played("Ann, Bob", shuffled("", ""))
    for move in ("play 3D", "pass"):
        found = refused(game, f"Ann: {move}")
        assert (type(found), found.clause) == (NotNow, "BT-12")


# ---- BT-3


@pytest.mark.parametrize(
    ("size", "jokers", "allowed"),
    [
        *[(1, 0, True), (25, 0, True), (26, 0, True), (27, 0, False), (26, 1, True)],
        *[(27, 1, False), (27, 2, True), (28, 2, False), (0, 0, False)],
    ],
)
def test_bt_03_a_hand_is_one_card_to_half_the_deck(size: int, jokers: int, allowed: bool) -> None:
    refusal = set_up(2, hand_size=size, jokers=jokers)
    assert refusal[:5] == ("" if allowed else "BT-3:")
    if 26 < size < 28:
        assert allowed or refusal == "BT-3: hand_size is 1 to half the deck, which is 26."


@pytest.mark.parametrize("kind", KINDS)
def test_bt_03_a_short_deal_is_for_two_players(kind: str) -> None:
    assert "BT-3: a short deal is for two players, not for 3" in set_up(3, kind, hand_size=5)
    assert not set_up(2, kind, hand_size=5)


# ---- BT-4


@pytest.mark.parametrize("floating", ["face-up", "face-down"])
def test_bt_04_a_floating_card_is_for_three_players_without_jokers(floating: str) -> None:
    assert not set_up(3, floating_card=floating)
    for seats in (2, 4):
        refusal = set_up(seats, floating_card=floating)
        assert refusal.startswith(f"BT-4: the floating card is for three players, not for {seats}")
    assert "without jokers" in set_up(3, floating_card=floating, jokers=1)
    assert set_up(3, floating_card="up").startswith("BT-4:")


# ---- BT-5, BT-16


@pytest.mark.parametrize(
    ("jokers", "cards"), [(0, []), (1, ["LJ"]), (2, ["LJ", "HJ"])], ids=["none", "one", "two"]
)
def test_bt_05_jokers_are_in_the_deck(jokers: int, cards: list[str]) -> None:
    held = " ".join(hands(begun("", "", jokers=jokers)).values()).split()
    assert len(held) == len(set(held)) == 52 + jokers
    assert [card for card in held if "J" in card and card[-1] == "J"] == cards


def test_bt_05_no_more_than_two_jokers() -> None:
    assert set_up(2, jokers=3).startswith("BT-5:")


@pytest.mark.parametrize(("use", "allowed"), [("wild", 1), ("high", 1), ("both", 1), ("low", 0)])
def test_bt_16_joker_use(use: str, allowed: int) -> None:
    assert set_up(2, jokers=2, joker_use=use)[:6] == ("" if allowed else "BT-16:")


# ---- defaults


DEFAULTS = {
    "rounds": 1,
    "hand_size": None,
    "floating_card": "none",
    "jokers": 0,
    "joker_use": "both",
    "open_with_lowest": "every-round",
    "free_trade": False,
    "trade_hours": 48,
    "show_played": False,
    "hints": False,
    "move_hours": 24,
}


def test_bt_05_bt_06_bt_15_bt_16_bt_29_defaults_of_the_options() -> None:
    of_both = {option.name: option.default for option in GAME.options}
    of_president = {option.name: option.default for option in PRESIDENT_GAME.options}
    assert of_both == DEFAULTS
    assert of_president == {**DEFAULTS, "rounds": 5, "steal": 2, "bum_title": "bum"}


def test_bt_22_big_two_is_one_round_and_president_five() -> None:
    game = swept(begun("", "", hand_size=2))
    assert game.state.phase == "ended"
    game = after_a_round(2, hand_size=2)
    for number in range(2, 6):
        assert game.state.phase == "deal", number
        deck = shuffled("", "", first=(number - 1) % 2, size=2)
        game = swept(more(game, f"{deck} | Bob: surrender | Ann: return 3H 3S"))
    assert game.state.phase == "ended"
    assert [then.number for then in game.state.rounds] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("rounds", "allowed"), [(0, False), (1, True), (99, True), (100, False)])
def test_bt_22_rounds_are_set_by_the_host(rounds: int, allowed: bool) -> None:
    assert set_up(2, rounds=rounds)[:6] == ("" if allowed else "BT-22:")


def test_bt_22_big_two_may_go_over_more_rounds_without_roles_or_trading() -> None:
    game = second_round("", "", kind=KIND, rounds=2, hand_size=3)
    assert game.state.phase == "play"
    assert roles(game) == ["", ""]
    assert swept(game).state.phase == "ended"


# ---- BT-21, BT-23


def test_bt_21_the_last_one_is_called_as_the_host_likes() -> None:
    assert not set_up(4, PRESIDENT, bum_title="Poor Sod")
    assert set_up(4, PRESIDENT, bum_title="<b>").startswith("BT-21:")


def test_bt_23_one_or_two_are_stolen_with_two_or_three_players() -> None:
    for seats in (2, 3):
        allowed = [steal for steal in range(4) if not set_up(seats, PRESIDENT, steal=steal)]
        assert allowed == [1, 2]


def test_bt_23_with_four_or_more_it_is_no_choice() -> None:
    refusal = set_up(4, PRESIDENT, steal=1)
    assert "BT-23: with four or more players the president steals 2 cards" in refusal
    assert "the vice president one" in refusal
    assert not set_up(4, PRESIDENT, steal=2)


def test_bt_23_big_two_has_no_trading_and_none_of_its_moves() -> None:
    game = begun("", "")
    for move in ("hold", "surrender", "ask 9S", "take", "give 9S", "demand lowest", "return 3D"):
        assert isinstance(refused(game, f"Bob: {move}"), Unreadable), move


def test_bt_29_no_offers_without_free_trade() -> None:
    game = begun("", "")
    for move in ("offer Bob 3D for nothing", "accept Bob", "decline Bob", "withdraw Bob"):
        found = refused(game, f"Ann: {move}")
        assert (type(found), found.clause) == (NotNow, "BT-29"), move


# ---- what chance says


@pytest.mark.parametrize(
    ("top", "instead", "said_so"),
    [
        ("3D", "3C", "3D missing, 3C named too often"),
        ("3D", "", ": 3D missing."),
        ("3D", "LJ", "3D missing, LJ not in it"),
    ],
)
def test_bt_02_a_shuffle_names_each_card_once(top: str, instead: str, said_so: str) -> None:
    deck = shuffled("", "").replace(f" {top} ", f" {instead} ".replace("  ", " "), 1)
    with pytest.raises(Refused) as found:
        play(journal("Ann, Bob", deck))
    assert found.value.clause == "BT-2"
    assert "each of the 52 cards of the deck, the top one first" in found.value.sentence()
    assert said_so in found.value.sentence()


def test_bt_02_no_deck_is_shuffled_while_hands_are_out() -> None:
    found = refused(begun("", ""), shuffled("", ""))
    assert (type(found), found.clause) == (NotNow, "ALL-3")


def test_bt_15_counts_are_shown_from_the_deal_on() -> None:
    game = played("Ann, Bob, Cid", "")
    assert counts(game) == [0, 0, 0]
    assert counts(more(game, shuffled("", "", ""))) == [18, 17, 17]
