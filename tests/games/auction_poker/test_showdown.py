"""The end of the game (AP-20 to AP-24): hands, places, payouts, results."""

from dataclasses import replace

import pytest
from playing import head, play

from gmtool.games.auction_poker.showdown import results
from gmtool.games.auction_poker.state import Player, Result, State

M = 1_000_000


def ended(hands: dict[str, str], coins: int = 300, **options: object) -> list[Result]:
    """The results of players with these hands."""
    state: State = play(head("Ann, Bob", **options)).state
    players = tuple(Player(name, coins, tuple(hand.split())) for name, hand in hands.items())
    return list(results(replace(state, players=players)))


def placed(hands: dict[str, str]) -> dict[str, tuple[int | None, int]]:
    return {r.name: (r.place, r.payout) for r in ended(hands)}


ROYAL = "10S JS QS KS AS"
FOUR = "9C 9D 9H 9S 2C"
PAIR = "8C 8D 4H 5S 3C"
HIGH = "7C KD 4H 5S 3C"
PIG = "AC AD AH AS"


def test_ap_20_fewer_than_five_cards_is_a_pig_in_last_place() -> None:
    (first, pig) = ended({"Pig": PIG, "Ann": HIGH})
    assert (first.name, first.place, first.payout) == ("Ann", 1, 5 * M)
    assert (pig.name, pig.place, pig.hand_name, pig.best) == ("Pig", None, "Pig", ())
    assert pig.payout == -7_500_000


def test_ap_20_of_more_than_five_cards_the_best_five_count() -> None:
    (first, _) = ended({"Ann": f"{ROYAL} 9C 9D 9H 9S 2C 2D", "Bob": FOUR})
    assert first.hand_name == "royal straight flush"
    assert set(first.best) == set(ROYAL.split())


def test_ap_21_suits_never_break_a_tie() -> None:
    results = ended({"Ann": "7C KD 4H 5S 3C", "Bob": "7D KC 4S 5H 3D", "Cid": "2C 3H 4C 5C 7H"})
    assert [(r.name, r.place) for r in results] == [("Ann", 1), ("Bob", 1), ("Cid", None)]


def test_ap_01_a_low_ace_straight_counts_only_with_the_option() -> None:
    wheel = {"Ann": "AC 2D 3H 4S 5C", "Bob": "2C 2H 9D JS QC"}
    assert ended(wheel)[0].name == "Bob"
    assert ended(wheel, low_ace_straight="on")[0].name == "Ann"


def test_ap_22_without_a_pig_the_lowest_hand_is_last_all_drawn_there() -> None:
    low = {"Cid": HIGH, "Dee": "7D KC 4S 5H 3D"}
    assert placed({"Ann": ROYAL, "Bob": FOUR, **low}) == {
        "Ann": (1, 10 * M),
        "Bob": (2, 4 * M),
        "Cid": (None, -7_500_000),
        "Dee": (None, -7_500_000),
    }


def test_ap_22_all_drawn_without_a_pig_nobody_is_last_and_nothing_is_paid() -> None:
    assert placed({"Ann": HIGH, "Bob": "7D KC 4S 5H 3D"}) == {"Ann": (1, 0), "Bob": (1, 0)}


def test_ap_22_all_pigs_are_all_last() -> None:
    assert placed({"Ann": PIG, "Bob": ""}) == {"Ann": (None, -7_500_000), "Bob": (None, -7_500_000)}


def test_ap_23_places_are_paid_for_each_player_in_last_place() -> None:
    hands = {"Ann": ROYAL, "Bob": FOUR, "Cid": PAIR, "Dee": HIGH, "P1": PIG, "P2": "", "P3": "2C"}
    found = placed(hands)
    assert [found[name] for name in ("Ann", "Bob", "Cid", "Dee")] == [
        (1, 15 * M),
        (2, 6 * M),
        (3, 1_500_000),
        (4, 0),
    ]


def test_ap_23_drawn_players_share_what_their_places_receive_together() -> None:
    two = {"Ann": HIGH, "Bob": "7D KC 4S 5H 3D", "Cid": "2C 3H 4C 5C 7H", "Pig": ""}
    assert placed(two) == {
        "Ann": (1, 3_500_000),
        "Bob": (1, 3_500_000),
        "Cid": (3, 500_000),
        "Pig": (None, -7_500_000),
    }
    assert [result.drawn_with for result in ended(two)] == [("Bob",), ("Ann",), (), ()]


def test_ap_23_a_share_is_rounded_down_to_a_whole_yen() -> None:
    hands = {
        "P0": "7C KD 4C 5D 3C",
        "P1": "7D KC 4D 5C 3D",
        "P2": "7H KS 4H 5S 3H",
    }
    shares = placed({**hands, "Pig": ""})
    assert [shares[f"P{i}"] for i in range(3)] == [(1, 2_500_000)] * 3
    seven = {f"P{i}": HIGH for i in range(7)}
    assert placed({**seven, "Pig": ""})["P0"] == (1, 7_500_000 // 7)


@pytest.mark.parametrize(("coins", "payout", "result"), [(300, 5 * M, 15 * M), (0, 5 * M, 0)])
def test_ap_24_coins_less_the_repayment_and_the_payout(
    coins: int, payout: int, result: int
) -> None:
    (first, _) = ended({"Ann": HIGH, "Pig": ""}, coins=coins)
    assert (first.payout, first.result) == (payout, result)


def test_ap_24_with_other_stakes() -> None:
    (_, pig) = ended({"Ann": HIGH, "Pig": ""}, coins=7, coin_value=10, repayment=1000)
    assert (pig.worth, pig.result) == (70, 70 - 1000 - 7_500_000)
