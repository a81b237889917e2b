"""Play: leading, beating, passing, winning tricks, going out (BT-1, BT-6 to BT-20)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played

from gmtool.engine.game import PUBLIC
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.big_two import GAME

from .tables import (
    CARDS,
    KIND,
    PRESIDENT,
    after_a_round,
    begun,
    counts,
    hand,
    hands,
    last_trick,
    more,
    refused,
    second_round,
    seen,
    shuffled,
    sorted_low,
    swept,
    waits_for,
    why,
)

LEADS = "Ann: play 3D"
FIRST_ROUND = {"rounds": 2, "open_with_lowest": "first-round"}


# ---- BT-1, BT-10: cards one by one


def test_bt_01_bt_10_each_card_beats_all_before_it_and_none_after() -> None:
    """All 52 as singles, by rank, then by suit: Ann has every other one."""
    game = begun(" ".join(CARDS[0::2]), " ".join(CARDS[1::2]))
    players = ("Ann", "Bob")
    for place, card in enumerate(CARDS[:-1]):
        game = more(game, f"{players[place % 2]}: play {card}")
    assert game.state.rounds[0].places == ("Ann", "Bob")


@pytest.mark.parametrize(("lower", "higher"), [("3S", "4D"), ("9D", "9C"), ("AS", "2D")])
def test_bt_01_a_lower_card_doesnt_beat_a_higher(lower: str, higher: str) -> None:
    game = begun(f"3D {higher} 2S", f"3C {lower} 2H", hand_size=3)
    found = refused(game, f"{LEADS} | Bob: pass | Ann: play {higher} | Bob: play {lower}")
    assert (type(found), found.clause) == (Refused, "BT-9")


# ---- BT-6


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bt_06_the_holder_of_3d_leads_the_first_trick(seat: int) -> None:
    game = begun(*("3D" if seat == one else "" for one in range(3)))
    leader = ("Ann", "Bob", "Cid")[seat]
    assert waits_for(game) == [leader]
    assert game.view()["public"]["leader"] == leader


@pytest.mark.parametrize(
    "cards", ["3D", "3C 3D", "3D 3C 3H", "3S 3C 3H 3D", "3D 4C 5D 6D 7H", "3D 3C 4C 4S 4H"]
)
def test_bt_06_the_first_play_contains_3d_alone_or_with_others(cards: str) -> None:
    game = begun("3D 3C 3H 3S 4C 4S 4H 5D 6D 7H", "", "")
    assert waits_for(more(game, f"Ann: play {cards}")) == ["Bob"]


@pytest.mark.parametrize("cards", ["3C", "2S", "3C 3H", "4C 5D 6D 7H 8H", "4C 4S 4H 3C 3S"])
def test_bt_06_without_it_the_first_play_is_refused(cards: str) -> None:
    game = begun("3D 3C 3H 3S 4C 4S 4H 5D 6D 7H 8H 2S", "", "")
    found = refused(game, f"Ann: play {cards}")
    assert (type(found), found.clause) == (Refused, "BT-6")
    assert f"must contain 3D; {sorted_low(cards)} doesn't" in found.sentence()


def test_bt_06_only_the_first_play_of_the_round_must_contain_it() -> None:
    game = more(begun("3D 9S", "", ""), "Ann: play 3D | Bob: pass | Cid: pass | Ann: play 9S")
    assert last_trick(game) == [("Ann", "9S")]


def test_bt_06_of_every_round() -> None:
    game = second_round("", "3D", kind=KIND, rounds=2)
    assert waits_for(game) == ["Bob"]
    assert refused(game, "Bob: play 2S").clause in {"BT-6", "BT-7"}
    assert "must contain 3D" in why(game, f"Bob: play {hand(game, 'Bob').split()[1]}")


def test_bt_06_or_of_the_first_round_only() -> None:
    options: dict[str, Any] = {**FIRST_ROUND, "kind": KIND}
    first = begun("3D 9S", "", **options)
    assert refused(first, "Ann: play 9S").clause == "BT-6"
    game = second_round("", "3D 9S", **options)
    assert waits_for(game) == ["Bob"]  # its holder still leads
    assert last_trick(more(game, "Bob: play 9S")) == [("Bob", "9S")]


def test_bt_06_with_first_round_nobody_hears_that_a_card_must_be_played_later() -> None:
    options: dict[str, Any] = {**FIRST_ROUND, "kind": KIND}
    game = second_round("", "3D 9S", **options)
    opened = game.news("PlayOpened")[-1]
    assert game.view()["public"]["must"] == game.view("Bob")["you"]["must"] == ""
    assert seen(opened, PUBLIC)["must"] == seen(opened, "Bob")["must"] == ""


def test_bt_06_where_3d_isnt_in_play_the_lowest_natural_card_takes_its_part() -> None:
    game = begun("HJ LJ 5S", "6D 7D 8D", jokers=2, hand_size=3)
    assert waits_for(game) == ["Ann"]
    assert "must contain 5S" in why(game, "Ann: play LJ")
    assert waits_for(more(game, "Ann: play 5S")) == ["Bob"]


def test_bt_06_a_joker_cant_stand_for_it() -> None:
    game = begun("3D 9S LJ", "", "", jokers=1)
    found = refused(game, "Ann: play LJ as 3D")
    assert found.clause in {"BT-6", "BT-16"}
    assert refused(game, "Ann: play 9S").clause == "BT-6"
    assert last_trick(more(game, "Ann: play 3D LJ as 3D 3C")) == [("Ann", "3D LJ")]


def test_bt_06_who_has_it_after_trading_leads() -> None:
    """Ann gives 3D back to Bob, the bum."""
    game = second_round("3D 4D 5D", "9D 9C 9H", hand_size=3)
    kept = more(game, "Bob: surrender | Ann: return 4D 5D")
    assert waits_for(kept) == ["Ann"]
    given = more(game, "Bob: surrender | Ann: return 3D 5D")
    assert waits_for(given) == ["Bob"]
    assert refused(given, "Bob: play 9D").clause == "BT-6"


def test_bt_06_who_has_it_after_free_trade_leads() -> None:
    game = begun("3D 9S", "3C 9H", hand_size=2, free_trade=True)
    game = more(game, "Ann: offer Bob 3D for 9H | Bob: accept Ann | +48h host: close")
    assert waits_for(game) == ["Bob"]
    assert "must contain 3D" in why(game, "Bob: play 3C")


# ---- BT-7, BT-8


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("3D", "single"),
        ("3D 3S", "pair"),
        ("3D 3S 3H", "triple"),
        ("3D 3S 3H 3C", "quad"),
        ("3D 4C 5D 6D 7D", "straight"),
        ("3D 5D 6D 7D 9D", "flush"),
        ("3D 3C 3H 9D 9S", "full house"),
        ("3D 3C 3H 3S 9D", "four of a kind"),
        ("3D 4D 5D 6D 7D", "straight flush"),
    ],
)
def test_bt_07_the_leader_plays_any_of_them(cards: str, kind: str) -> None:
    game = more(begun("3D 3C 3H 3S 4C 4D 5D 6D 7D 9D 9S", "", ""), f"Ann: play {cards}")
    (played,) = game.news("Played")
    assert (played["kind"], played["left"]) == (kind, 18 - len(cards.split()))
    assert last_trick(game) == [("Ann", sorted_low(cards))]


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("3D 4D", "BT-7"),
        ("3D 3C 4D", "BT-7"),
        ("3D 3C 3H 4D", "BT-7"),
        ("3D 3C 4D 4C", "BT-7"),
        ("3D 4D 5D", "BT-7"),
        ("3D 3C 3H 3S 9D 9S", "BT-7"),
        ("3D 4C 5D 6D 9S", "BT-8"),
        ("3D 3C 4C 4D 9S", "BT-7"),
    ],
)
def test_bt_07_bt_08_what_is_no_play_is_refused(cards: str, clause: str) -> None:
    found = refused(begun("3D 3C 3H 3S 4C 4D 5D 6D 7D 9D 9S", "", ""), f"Ann: play {cards}")
    assert (type(found), found.clause) == (Refused, clause)
    assert f"{sorted_low(cards)} is no play" in found.sentence()


@pytest.mark.parametrize(
    ("cards", "said_so"),
    [
        ("3D 3S", "3S isn't in your hand"),
        ("3S", "3S isn't in your hand"),
        ("3D 3D", "3D is named twice"),
    ],
)
def test_bt_07_a_play_is_made_of_cards_of_ones_own_each_once(cards: str, said_so: str) -> None:
    found = refused(begun("3D 3C", "3S", ""), f"Ann: play {cards}")
    assert (found.clause, said_so in found.sentence()) == ("BT-7", True)


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("10D JC QH KS AD", ""),
        ("JC QH KS AD 2C", "BT-8"),
        ("3D 4C 5H AD 2C", "BT-8"),
        ("3D QH KS AD 2C", "BT-8"),
    ],
)
def test_bt_08_to_an_ace_never_a_2_and_nothing_wraps(cards: str, clause: str) -> None:
    game = begun("3D 3C 4C 5H 10D JC QH KS AD 2C", "", "")
    game = more(game, "Ann: play 3C 3D | Bob: pass | Cid: pass")
    game = begun("3D 4C 5H 10D JC QH KS AD 2C", "", "") if "3D" in cards else game
    if clause:
        assert refused(game, f"Ann: play {cards}").clause == clause
    else:
        assert more(game, f"Ann: play {cards}").news("Played")[-1]["kind"] == "straight"


# ---- BT-9


@pytest.mark.parametrize(
    ("led", "answer"),
    [("3D", "9D 9S"), ("3D 3C", "2S"), ("3D 3C", "9D 9S 9H"), ("3D 3C 3H", "4C 5D 6D 7D 8H")],
)
def test_bt_09_a_play_has_as_many_cards_as_the_one_that_led(led: str, answer: str) -> None:
    """4.6: "a single two does not beat a pair of lower rank"."""
    game = begun("3D 3C 3H", "9D 9S 9H 2S 4C 5D 6D 7D 8H", "")
    found = refused(game, f"Ann: play {led} | Bob: play {answer}")
    assert (type(found), found.clause) == (Refused, "BT-9")
    assert "as many have to be played" in found.sentence()


def test_bt_09_four_and_five_cards_dont_meet() -> None:
    game = begun("3D 3C 3H 3S", "4C 5D 6D 7D 8H", "")
    assert refused(game, "Ann: play 3D 3C 3H 3S | Bob: play 4C 5D 6D 7D 8H").clause == "BT-9"


@pytest.mark.parametrize(
    ("led", "answer", "beats"),
    [
        ("3D 9D 9H", "9C 9S", True),  # BT-10: the pair with the spade
        ("3D 9C 9S", "9D 9H", False),
        ("3D 9D 9S", "10D 10C", True),
        ("3D 8D 8C 8H", "9D 9C 9H", True),
        ("3D 9D 9C 9H", "8D 8C 8H", False),
        ("3D 8D 8C 8H 8S", "9D 9C 9H 9S", True),
        ("3D 4C 5D 6D 7D 8H", "4D 5H 6C 7H 8S", True),  # BT-11: the suit of the highest
        ("3D 4D 5H 6C 7H 8S", "4C 5D 6D 7D 8H", False),
        ("3D 10D JC QH KS AD", "4H 6H 7H 9H JH", True),  # a flush beats any straight
        ("3D 4H 6H 7H 9H JH", "10D JC QH KS AD", False),
        ("3D 4D 6D 7D 9D 2D", "4H 6H 7H 9H JH", True),  # flushes by suit first
        ("3D 4D 6D 7D 10D JD", "5D 8D 9D QD KD", True),  # then by the highest card
        ("3D 4D 6D 7D 10D QD", "5D 8D 9D JD KD", True),
        ("3D 5D 6D 7D 9D KD", "4H 6H 7H 9H JH", True),
        ("3D 4H 6H 7H 9H JH", "4C 4S 4D 5D 5S", True),  # a full house beats a flush
        ("3D 4C 4S 4D AD AS", "5C 5S 5D 6D 6S", True),  # by the triple
        ("3D 5C 5S 5D 6D 6S", "4C 4S 4D AD AS", False),
        ("3D 2C 2S 2D AD AS", "4C 4S 4D 4H 5D", True),  # fours beat a full house
        ("3D 4C 4S 4D 4H 2D", "5C 5S 5D 5H 6D", True),  # by the four
        ("3D 2C 2S 2D 2H 6D", "4D 5D 6S 7S 8S", False),
        ("3D 2C 2S 2D 2H 6D", "4S 5S 6S 7S 8S", True),  # a straight flush beats all
        ("3D 4S 5S 6S 7S 8S", "4H 5H 6H 7H 8H", False),  # by rank, then suit
        ("3D 4H 5H 6H 7H 8H", "4S 5S 6S 7S 8S", True),
        ("3D 4S 5S 6S 7S 8S", "5D 6D 7D 8D 9D", True),
        ("3D 10H JH QH KH AH", "10S JS QS KS AS", True),
    ],
)
def test_bt_09_bt_10_bt_11_it_is_higher_than_the_last(led: str, answer: str, beats: bool) -> None:
    """3D is led before, so that anything can be led then."""
    game = more(begun(led, answer, ""), "Ann: play 3D | Bob: pass | Cid: pass")
    game = more(game, f"Ann: play {led.removeprefix('3D ')}")
    if beats:
        assert last_trick(more(game, f"Bob: play {answer}"))[-1] == ("Bob", sorted_low(answer))
    else:
        found = refused(game, f"Bob: play {answer}")
        assert (found.clause, "doesn't beat" in found.sentence()) == ("BT-9", True)


def test_bt_09_the_last_play_is_to_be_beaten_not_the_first_nor_a_pass() -> None:
    game = begun("3D 5D", "9D 4S", "10D 6D")
    game = more(game, "Ann: play 3D | Bob: play 9D | Cid: pass")
    assert "doesn't beat the single 9D of Bob" in why(game, "Ann: play 5D")


# ---- BT-12


def test_bt_12_a_player_may_pass_though_it_could_beat_the_last_play() -> None:
    game = more(begun("3D", "2S", ""), "Ann: play 3D | Bob: pass")
    assert waits_for(game) == ["Cid"]
    assert "2S" in hand(game, "Bob")


def test_bt_12_who_leads_must_play() -> None:
    found = refused(begun("3D", "", ""), "Ann: pass")
    assert (type(found), found.clause) == (Refused, "BT-12")
    assert "who leads must play; any play will do that contains 3D" in found.sentence()
    game = more(begun("3D", "4D", ""), "Ann: play 3D | Bob: play 4D | Cid: pass | Ann: pass")
    assert refused(game, "Bob: pass").clause == "BT-12"


def test_bt_12_who_cant_beat_the_last_play_must_pass() -> None:
    game = more(begun("3D 2S", "4D 5D", hand_size=2), "Ann: play 3D | Bob: pass | Ann: play 2S")
    assert game.state.phase == "ended"
    game = begun("3D 2S 9C", "4D 5D 6D", hand_size=3)
    game = more(game, "Ann: play 3D | Bob: play 4D | Ann: play 2S")
    for cards in ("5D", "6D"):
        assert refused(game, f"Bob: play {cards}").clause == "BT-9"
    assert waits_for(more(game, "Bob: pass")) == ["Ann"]


def test_bt_12_a_pass_doesnt_bar_from_playing_later_in_the_trick() -> None:
    game = begun("3D 8D", "4D 9D", "5D 6D")
    game = more(game, "Ann: play 3D | Bob: pass | Cid: play 5D | Ann: play 8D | Bob: play 9D")
    assert last_trick(game)[-1] == ("Bob", "9D")
    assert waits_for(game) == ["Cid"]


def test_bt_12_a_trick_is_won_when_all_others_have_passed_one_after_another() -> None:
    game = begun("3D 8D", "4D 9D", "5D 6D", "JD")
    game = more(game, "Ann: play 3D | Bob: pass | Cid: pass")
    assert not game.news("TrickOver")
    game = more(game, "Dee: play JD | Ann: pass | Bob: pass")
    assert not game.news("TrickOver")  # Cid's pass came before it
    game = more(game, "Cid: pass")
    (over,) = game.news("TrickOver")
    assert (over["number"], over["winner"], over["out"], over["leader"]) == (1, "Dee", "", "Dee")
    assert waits_for(game) == ["Dee"]
    assert last_trick(game) == []


def test_bt_12_the_winner_leads_and_may_play_anything() -> None:
    game = more(begun("3D 4C 4H 4S", "", ""), "Ann: play 3D | Bob: pass | Cid: pass")
    assert last_trick(more(game, "Ann: play 4S 4C 4H")) == [("Ann", "4C 4H 4S")]


def test_bt_12_play_goes_by_seat_order_round_the_table() -> None:
    game, seen = begun("5D", "6D", "3D 7D", "4D"), []
    for card in ("3D", "4D", "5D", "6D", "7D"):
        (who,) = waits_for(game)
        seen.append(who)
        game = more(game, f"{who}: play {card}")
    assert seen == ["Cid", "Dee", "Ann", "Bob", "Cid"]


@pytest.mark.parametrize("move", ["play 4D", "pass"])
def test_bt_12_nobody_speaks_out_of_turn(move: str) -> None:
    game = begun("3D", "4D", "")
    found = refused(game, f"Bob: {move}")
    assert (type(found), found.clause) == (NotNow, "BT-12")
    assert "it is Ann's turn, not Bob's" in found.sentence()


def test_bt_12_two_players_one_pass_wins_the_trick() -> None:
    game = more(begun("3D", ""), "Ann: play 3D | Bob: pass")
    assert game.news("TrickOver")[0]["winner"] == "Ann"


# ---- BT-13, BT-14


def seventeen() -> Played:
    """They hold three cards each, Ann four."""
    return begun("3D 3C 3H 3S", *[""] * 16)


def test_bt_13_when_a_player_goes_out_the_trick_ends_at_once_and_the_next_leads() -> None:
    game = more(seventeen(), "Ann: play 3D 3C 3H 3S")
    (over,) = game.news("TrickOver")
    assert (over["winner"], over["out"], over["leader"]) == ("", "Ann", "Bob")
    assert waits_for(game) == ["Bob"]
    assert last_trick(game) == []
    assert game.view()["public"]["trick_number"] == 2


def test_bt_13_who_could_beat_the_last_play_doesnt_get_to_and_the_next_leads_anything() -> None:
    game = begun("3D 3C 3H 4D", "2S 3S", "2H", *[""] * 14)
    passes = " | ".join(f"{who}: pass" for who in game.table.players[1:])
    game = more(game, f"Ann: play 3D 3C 3H | {passes} | Ann: play 4D")
    assert "it is Bob's turn" in why(game, "Cid: play 2H")
    assert last_trick(more(game, "Bob: play 3S")) == [("Bob", "3S")]


def test_bt_13_out_in_mid_trick_the_next_leader_skips_those_who_are_out() -> None:
    """Bob goes out first, then Ann by beating Cid in mid-trick: Cid leads, not Bob."""
    game = begun("9D 9C 9H 2S", "3D 3C 3H", "4D 5C 6C", *[""] * 14)
    game = more(game, "Bob: play 3D 3C 3H")
    assert waits_for(game) == ["Cid"]
    game = more(game, "Cid: play 4D")
    passes = " | ".join(f"{who}: pass" for who in game.table.players[3:])
    game = more(game, f"{passes} | Ann: play 2S")
    assert waits_for(game) == ["Cid"]  # Bob is out and is passed over
    game = more(game, f"Cid: pass | {passes}")
    assert game.news("TrickOver")[-1]["winner"] == "Ann"
    game = more(game, "Ann: play 9D 9C 9H")
    assert game.news("TrickOver")[-1]["leader"] == "Cid"
    assert waits_for(game) == ["Cid"]
    assert [news["who"] for news in game.news("WentOut")] == ["Bob", "Ann"]


def test_bt_13_the_leader_after_the_last_seat_is_the_first_still_holding_cards() -> None:
    game = begun("4D 4C 4H 4S", "5D 5C 5H", *[""] * 14, "3D 3C 3H")
    last = game.table.players[-1]
    assert waits_for(game) == [last]
    game = more(game, f"{last}: play 3D 3C 3H")
    assert waits_for(game) == ["Ann"]
    game = more(game, "Ann: play 4D 4C 4H 4S")
    assert waits_for(game) == ["Bob"]


def test_bt_12_a_trick_is_won_against_those_still_in_only() -> None:
    """Bob is out: Cid's and all later passes suffice."""
    game = begun("9D 9C 9H 2S", "3D 3C 3H", "4D 5C 6C", *[""] * 14)
    others = game.table.players[3:]
    game = more(game, "Bob: play 3D 3C 3H | Cid: play 4D")
    game = more(game, " | ".join(f"{who}: pass" for who in others))
    assert len(game.news("TrickOver")) == 1
    game = more(game, "Ann: pass")
    assert game.news("TrickOver")[-1]["winner"] == "Cid"


def test_bt_14_going_out_in_order_gives_the_places_and_the_last_is_last() -> None:
    game = swept(begun("3D", "", ""))
    assert game.state.rounds[0].places == ("Ann", "Bob", "Cid")
    assert [news["place"] for news in game.news("WentOut")] == [1, 2]
    (over,) = game.news("RoundOver")
    assert over["left"] == 17
    assert [row["place"] for row in game.view()["players"]] == [1, 2, 3]


def test_bt_14_places_dont_follow_the_seats() -> None:
    game = begun("3D 9D", "3C 2C", hand_size=2)
    game = more(game, "Ann: play 3D | Bob: play 3C | Ann: pass | Bob: play 2C")
    assert game.state.rounds[0].places == ("Bob", "Ann")
    assert [row["place"] for row in game.view()["players"]] == [2, 1]


def test_bt_14_a_place_is_shown_from_when_a_player_is_out() -> None:
    game = more(seventeen(), "Ann: play 3D 3C 3H 3S")
    assert [row["place"] for row in game.view()["players"]][:3] == [1, 0, 0]
    assert counts(game)[:3] == [0, 3, 3]


def test_bt_14_the_round_is_over_when_one_still_holds_cards() -> None:
    game = more(begun("3D", "2S", hand_size=1), LEADS)
    assert game.state.phase == "ended"
    assert refused(game, "Bob: play 2S").clause == "ALL-6"


def test_bt_14_cards_played_cant_be_taken_back() -> None:
    """They are in no hand any more, whoever asks for them."""
    game = more(begun("3D 3C", "4D", ""), "Ann: play 3D | Bob: pass | Cid: pass")
    assert refused(game, "Ann: play 3D").clause == "BT-7"
    assert "3D" not in " ".join(hands(game).values()).split()


# ---- BT-15


def test_bt_15_everybody_sees_the_trick_the_counts_and_the_places() -> None:
    game = more(begun("3D 9D 9C", "4D", "", ""), "Ann: play 3D | Bob: play 4D | Cid: pass")
    for seer in (PUBLIC, "Ann", "Dee"):
        view = game.view(seer)
        assert [a["who"] for a in view["public"]["trick"]] == ["Ann", "Bob", "Cid"]
        assert view["public"]["to_beat"]["cards"] == ["4D"]
        assert [row["cards"] for row in view["players"]] == [12, 12, 13, 13]
        assert [row["place"] for row in view["players"]] == [0, 0, 0, 0]


@pytest.mark.parametrize(("shown", "tricks"), [("off", 0), ("on", 1)])
def test_bt_15_cards_of_earlier_tricks_are_shown_only_on_demand(shown: str, tricks: int) -> None:
    game = begun("3D 9D", "4D", show_played=shown)
    game = more(game, "Ann: play 3D | Bob: pass | Ann: play 9D")
    assert len(game.view()["public"]["tricks"]) == tricks
    for seer in (PUBLIC, "Bob"):
        text = str({**game.view(seer), "public": {**game.view(seer)["public"], "deck": ""}})
        assert ("3D" in text) == (shown == "on")


def test_bt_15_what_a_hand_is_worth_is_for_its_player() -> None:
    game = begun("3D", "", hints=True)
    legal = game.view("Ann")["you"]["legal"]
    laid = [{"card": "3D", "stands": ""}]
    assert legal[0] == {"cards": ["3D"], "kind": "single", "stands": ["3D"], "laid": laid}
    assert all("3D" in play["cards"] for play in legal)
    assert game.view("Bob")["you"]["legal"] == []
    assert begun("3D", "").view("Ann")["you"]["legal"] == []


@pytest.mark.parametrize("kind", [KIND, PRESIDENT])
def test_bt_15_players_and_public_have_the_keys_of_the_rules_page(kind: str) -> None:
    game = second_round("", "", kind=kind, rounds=2, hand_size=5)
    view = game.view()
    for row in view["players"]:
        assert {key: type(row[key]) for key in ("name", "cards", "place", "role")} == {
            "name": str,
            "cards": int,
            "place": int,
            "role": str,
        }
    public = view["public"]
    assert public["round"] == 2
    assert public["rounds"][0]["places"] == ["Ann", "Bob"]
    assert {"leader", "trick"} <= set(public)


# ---- BT-16 to BT-20


def jokers(ann: str, bob: str, **options: Any) -> Played:
    """Ann has led 3D and won; she leads again."""
    game = begun(f"3D {ann}", bob, "", **{"jokers": 2, **options})
    return more(game, "Ann: play 3D | Bob: pass | Cid: pass")


def test_bt_16_a_joker_is_a_single_above_every_2_and_the_high_beats_the_low() -> None:
    game = more(jokers("2S", "LJ HJ"), "Ann: play 2S | Bob: play LJ")
    assert last_trick(game)[-1] == ("Bob", "LJ")
    game = more(jokers("LJ", "HJ"), "Ann: play LJ | Bob: play HJ")
    assert last_trick(game)[-1] == ("Bob", "HJ")
    assert refused(jokers("HJ", "LJ"), "Ann: play HJ | Bob: play LJ").clause == "BT-9"


def test_bt_16_two_jokers_beat_a_pair_of_2s() -> None:
    game = more(jokers("2S 2H", "LJ HJ"), "Ann: play 2S 2H | Bob: play LJ HJ")
    assert last_trick(game)[-1] == ("Bob", "LJ HJ")


@pytest.mark.parametrize(
    ("use", "move", "clause"),
    [
        ("both", "play 9S LJ", ""),
        ("wild", "play 9S LJ", ""),
        ("high", "play 9S LJ", "BT-16"),
        ("both", "play LJ as LJ", ""),
        ("wild", "play LJ as LJ", "BT-16"),
        ("high", "play LJ as LJ", ""),
        ("high", "play LJ as 9C", "BT-16"),
        ("wild", "play LJ as 9C", ""),
    ],
)
def test_bt_16_what_a_joker_may_be_is_an_option(use: str, move: str, clause: str) -> None:
    game = jokers("9S LJ", "", joker_use=use)
    if clause:
        assert refused(game, f"Ann: {move}").clause == clause
    else:
        assert more(game, f"Ann: {move}").news("Played")[-1]["who"] == "Ann"


def test_bt_16_a_wild_never_doubles_a_card_of_its_own_play() -> None:
    game = jokers("9S 9H LJ", "")
    found = refused(game, "Ann: play 9S LJ as 9S 9S")
    assert (type(found), found.clause) == (Refused, "BT-16")


def test_bt_17_a_single_wild_stands_above_every_natural_card_of_its_rank() -> None:
    game = more(jokers("9S", "LJ 10D"), "Ann: play 9S | Bob: play LJ as 9D")
    assert last_trick(game)[-1] == ("Bob", "LJ")
    assert last_trick(more(game, "Cid: pass"))[-1] == ("Cid", "pass")
    assert refused(jokers("10D", "LJ"), "Ann: play 10D | Bob: play LJ as 9S").clause == "BT-9"


@pytest.mark.parametrize(
    ("led", "answer", "beats"),
    [
        ("4D 4C", "3S LJ", False),  # 5.3.1: a three and a joker below a pair of fours
        ("9D 9S", "9C LJ", True),
        ("9D LJ", "9C HJ", True),
        ("9D HJ", "9C LJ", False),
        ("9C HJ", "10D 10C", True),
        ("9D 9C LJ", "9H 9S HJ", True),
        ("9D 9C HJ", "9H 9S LJ", False),
        ("9D 9C HJ", "10D 10C 10H", True),
    ],
)
def test_bt_17_pairs_and_triples_with_a_wild(led: str, answer: str, beats: bool) -> None:
    game = more(jokers(led, answer), f"Ann: play {led}")
    if beats:
        assert last_trick(more(game, f"Bob: play {answer}"))[-1] == ("Bob", sorted_low(answer))
    else:
        assert refused(game, f"Bob: play {answer}").clause == "BT-9"


@pytest.mark.parametrize(
    ("led", "answer", "beats"),
    [
        ("4D 4C", "4H LJ", True),
        ("3S 4S 5S 6S 7D", "3C 4D 5D 6D LJ as 3C 4D 5D 6D 7C", True),  # 5.3.2
        ("3S 4S 5S 6S LJ as 3S 4S 5S 6S 7D", "3C 4D 5D 6D HJ as 3C 4D 5D 6D 7C", True),
        ("3S 4S 5S 6S HJ as 3S 4S 5S 6S 7D", "4C 5D 6D 7C 8D", True),
        ("3S LJ 5S 6S 7S as 3S 4C 5S 6S 7S", "3C 4D 5D 6D 7H", False),
        ("3C 4D 5D 6D 7H", "3S LJ 5S 6S 7C as 3S 4C 5S 6S 7C", False),
    ],
)
def test_bt_18_straights_with_wilds(led: str, answer: str, beats: bool) -> None:
    cards = [text.split(" as ")[0] for text in (led, answer)]
    game = more(jokers(*cards), f"Ann: play {led}")
    if beats:
        assert last_trick(more(game, f"Bob: play {answer}"))[-1] == ("Bob", sorted_low(cards[1]))
    else:
        assert refused(game, f"Bob: play {answer}").clause == "BT-9"


def test_bt_19_five_of_a_kind_beats_a_straight_flush_and_goes_by_rank() -> None:
    game = jokers("10S JS QS KS AS", "4D 4C 4H 4S LJ")
    game = more(game, "Ann: play 10S JS QS KS AS | Bob: play 4D 4C 4H 4S LJ")
    assert game.news("Played")[-1]["kind"] == "five of a kind"
    game = jokers("5D 5C 5H 5S HJ", "4D 4C 4H 4S LJ")
    found = refused(game, "Ann: play 5D 5C 5H 5S HJ | Bob: play 4D 4C 4H 4S LJ")
    assert found.clause == "BT-9"


def test_bt_20_read_as_the_highest_that_fits_unless_the_player_says() -> None:
    game = jokers("4C 5C 6C 7C LJ", "")
    game = more(game, "Ann: play 4C 5C 6C 7C LJ")
    played = game.news("Played")[-1]
    assert (played["kind"], played["stands"][-1]) == ("straight flush", "8C")
    game = more(jokers("4C 5C 6C 7C LJ", ""), "Ann: play 4C 5C 6C 7C LJ as 4C 5C 6C 7C 3H")
    played = game.news("Played")[-1]
    assert (played["kind"], played["stands"][-1]) == ("straight", "3H")


def test_bt_20_a_joker_alone_is_itself_unless_the_player_says() -> None:
    played = more(jokers("LJ", ""), "Ann: play LJ").news("Played")[-1]
    assert (played["kind"], played["stands"]) == ("single", ("LJ",))
    played = more(jokers("LJ", ""), "Ann: play LJ as LJ").news("Played")[-1]
    assert played["stands"] == ("LJ",)


def test_bt_20_what_it_stands_for_is_shown() -> None:
    game = more(jokers("9S LJ", ""), "Ann: play 9S LJ")
    (action,) = game.view()["public"]["trick"]
    assert action["wild"]
    assert action["stands"][0] == "9S"


# ---- what everybody is told


def test_bt_15_a_post_tells_of_each_play_and_the_next_is_called() -> None:
    game = more(begun("3D", "4D", ""), "Ann: play 3D")
    told = [(m.occasion, m.to) for m in GAME.messages(game.replay.live[-1].news)]
    assert told == [("trick", PUBLIC), ("your-turn", "Bob")]


def test_bt_22_the_next_round_is_dealt_after_the_last() -> None:
    game = after_a_round(2, kind=KIND, rounds=2, hand_size=3)
    assert waits_for(game) == ["chance"]
    game = swept(more(game, shuffled("", "", first=1, size=3)))
    assert game.state.phase == "ended"
    assert not game.waiting()


@pytest.mark.parametrize(
    ("use", "typed", "clause", "why"),
    [
        ("both", "9D LJ as 9D 10C", "BT-7", "one plays a single"),
        ("both", "9D LJ as 9D 9D", "BT-16", "a joker can't double 9D"),
        ("both", "9D LJ as 9D LJ", "BT-16", "a joker is itself only alone"),
        ("both", "LJ HJ as 9C", "BT-20", "`as` names one card"),
        ("both", "9D LJ as 9C 10D", "BT-16", "a natural card stands for itself, 9D too"),
        ("both", "9D LJ HJ as 9", "BT-16", "a rank alone is for five of a kind"),
        ("both", "9D 10D as 9D 9C", "BT-16", "there is no joker in it"),
        ("high", "9D LJ", "BT-16", "jokers are no wild cards here"),
        ("wild", "LJ HJ as LJ HJ", "BT-16", "jokers are wild cards here"),
        ("both", "10D JD QC KC LJ as 10D JD QC KC 2D", "BT-8", "a straight (within 3 to A)"),
    ],
)
def test_bt_16_why_cards_are_no_play_is_said(use: str, typed: str, clause: str, why: str) -> None:
    game = jokers("9D 9H 10D JD QC KC LJ HJ", "", joker_use=use)
    found = refused(game, f"Ann: play {typed}")
    assert (found.clause, why in found.sentence()) == (clause, True), found.sentence()
