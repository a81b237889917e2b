"""The reference itself, against what the rules page gives when worked out with a pencil."""

from __future__ import annotations

from typing import Any

import pytest
from rules_page import Illegal

from .reference import HOUR, Reference

UP = "0 1 2 3 4 5 6 7 8"
DOWN = "8 7 6 5 4 3 2 1 0"
GROUP_UP = "group A 0 1 B 2 3 4 C 5 6 7 8"
GROUP_DOWN = "group A 7 8 B 4 5 6 C 0 1 2 3"
FINAL = {"variant": "final-match"}


def apply(game: Reference, script: str, at: int = 0) -> Reference:
    """`Ann: bet 5; Bob: call` and so on, all at that many seconds."""
    for line in filter(None, (part.strip() for part in script.replace("\n", ";").split(";"))):
        who, _, text = line.partition(": ")
        game.say(who, text, at)
    return game


def sit(**options: Any) -> Reference:
    return Reference(["Ann", "Bob"], **options)


def dealt(ann: str = UP, bob: str = DOWN, script: str = "", **options: Any) -> Reference:
    """Both grouped as their orders lie, A then B then C; Ann starts the first round."""
    return apply(apply(sit(**options), "host: first Ann; host: start"), deal(ann, bob) + script)


def deal(ann: str, bob: str) -> str:
    lines = [f"Ann: {grouped(ann)}", f"Bob: {grouped(bob)}"]
    return "; ".join([*lines, f"chance: order Ann {ann}", f"chance: order Bob {bob}"]) + ";"


def grouped(order: str) -> str:
    tiles = order.split()
    return "group A {} {} B {} {} {} C {} {} {} {}".format(*tiles)


def refused(game: Reference, who: str, text: str, at: int = 0) -> tuple[str, ...]:
    before = game.public(), game.deadlines(), game.awaited()
    with pytest.raises(Illegal) as found:
        game.say(who, text, at)
    assert (game.public(), game.deadlines(), game.awaited()) == before
    return found.value.clauses


def chips(game: Reference) -> list[int]:
    facts: list[int] = game.public()["chips"]
    return facts


def folds(count: int, first: str = "Ann") -> str:
    """Rounds given up at once by who starts them."""
    names = ["Ann", "Bob"] if first == "Ann" else ["Bob", "Ann"]
    return "".join(f"{names[n % 2]}: fold;" for n in range(count))


# ---- a set begins


def test_gb_02_two_three_and_four_tiles_each_once() -> None:
    game = apply(sit(), "host: start")
    for wrong in (
        "group A 0 1 2 B 3 4 C 5 6 7 8",
        "group A 0 1 B 2 3 4 C 5 6 7 7",
        "group A 0 1 B 2 3 4 C 5 6 7",
        "group A 0 9 B 2 3 4 C 5 6 7 8",
    ):
        assert refused(game, "Ann", wrong) == ("GB-2",)
    apply(game, f"Ann: {GROUP_UP}")
    assert game.groups["Ann"] == {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}


def test_gb_02_both_have_forty_eight_hours_from_the_start() -> None:
    game = apply(sit(), "host: start", 100)
    assert game.deadlines() == [100 + 48 * HOUR]
    apply(game, f"Ann: {GROUP_UP}", 100 + 48 * HOUR)
    assert "GB-2" in refused(game, "Bob", GROUP_UP, 101 + 48 * HOUR)


def test_gb_02_at_expiry_the_first_set_is_grouped_in_rising_order() -> None:
    game = apply(sit(), "host: start")
    assert refused(game, "host", "close", 48 * HOUR - 1) == ("ALL-2",)
    apply(game, "host: close Ann", 48 * HOUR)
    assert game.awaited() == ["Bob", "host"]
    apply(game, "host: close", 48 * HOUR)
    assert game.groups["Bob"] == {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
    assert game.awaited() == ["chance", "host"]


def test_gb_03_a_group_lies_in_one_piece_and_ann_comes_first() -> None:
    game = apply(sit(), f"host: start; Ann: {GROUP_UP}; Bob: {GROUP_UP}")
    assert "GB-3" in refused(game, "chance", "order Ann 0 2 1 3 4 5 6 7 8")
    assert "ALL-3" in refused(game, "chance", f"order Bob {UP}")
    apply(game, "chance: order Ann 7 5 8 6 0 1 3 2 4; chance: order Bob 3 2 4 1 0 8 7 6 5")
    assert game.awaited() == ["host"]
    apply(game, "host: first Bob")
    assert game.public()["colours"] == ["white", "white"]
    assert game.awaited() == ["Bob"]


def test_gb_04_the_even_tiles_are_black() -> None:
    assert dealt().public()["colours"] == ["black", "black"]  # 0 and 8
    assert dealt(script="Ann: fold").public()["colours"] == ["white", "white"]  # 1 and 7


# ---- betting


def test_gb_06_ten_at_most_and_no_more_than_either_has() -> None:
    game = dealt()
    assert game.betting() == [*(f"bet {n}" for n in range(1, 11)), "fold"]
    apply(game, "Ann: bet 10; Bob: raise 10")  # 29 - 10 = 19 and 29 - 20 = 9 are left
    assert chips(game) == [19, 9]
    # Ann: 10 to match leaves her 9, and Bob has 9
    assert game.betting() == [*(f"raise {n}" for n in range(1, 10)), "call", "fold"]
    apply(game, "Ann: raise 9")
    assert chips(game) == [0, 9]
    assert game.betting() == ["call", "fold"]


def test_gb_06_bet_opens_raise_answers_and_only_on_ones_turn() -> None:
    game = dealt()
    assert refused(game, "Ann", "raise 2") == ("GB-6",)
    assert refused(game, "Ann", "call") == ("GB-6",)
    assert refused(game, "Ann", "bet 11") == ("GB-6",)
    assert "GB-6" in refused(game, "Bob", "fold")
    apply(game, "Ann: bet 2")
    assert refused(game, "Bob", "bet 5") == ("GB-6",)


def test_gb_06_an_opening_check_shows_the_tiles() -> None:
    game = dealt(script="Ann: call", opening_check=True)
    assert chips(game) == [28, 30]  # 29 and 31, and the next ante
    assert game.public()["shown"] == [(1, [0, 8])]


def test_gb_06_every_action_has_a_window_of_twenty_four_hours() -> None:
    game = dealt()
    assert game.deadlines() == [24 * HOUR]
    apply(game, "Ann: bet 1", 24 * HOUR)
    assert game.deadlines() == [48 * HOUR]
    assert "GB-6" in refused(game, "Bob", "call", 48 * HOUR + 1)
    apply(game, "host: close", 48 * HOUR + 1)
    assert game.history()[0]["folder"] == "Bob"
    assert game.deadlines() == [72 * HOUR + 1]


def test_gb_05_the_winner_starts_the_next_round_and_nobody_else_after_a_draw() -> None:
    assert dealt(script="Ann: bet 3; Bob: fold").turn == "Ann"
    assert dealt(script="Ann: bet 3; Bob: call").turn == "Bob"  # 0 against 8
    assert dealt(UP, UP, "Ann: bet 3; Bob: call").turn == "Ann"


def test_gb_07_who_folds_alone_sees_the_other_tile() -> None:
    game = dealt(script="Ann: bet 4; Bob: raise 2; Ann: fold")
    assert chips(game) == [24, 34]  # 30 - 5 and 30 + 5, and the next ante
    assert game.told == [("Ann", "Bob", 1, 1, 1, 8)]
    assert game.public()["shown"] == []
    assert [row["tile"] for row in game.learned("Ann", "Bob")] == [8, None]
    assert [row["tile"] for row in game.learned("Bob", "Bob")] == [None, None]
    assert [row["tile"] for row in game.learned("Bob", "Ann")] == [None, None]


# ---- death-match


def test_gb_09_eighteen_rounds_with_new_orders_after_nine_and_a_higher_ante() -> None:
    game = dealt(script=folds(9))
    assert (game.public()["half"], game.awaited()) == (2, ["chance"])
    assert chips(game) == [29, 31]  # Ann gave up five rounds, Bob four
    apply(game, f"chance: order Ann {UP}; chance: order Bob {DOWN}")
    assert (game.public()["round"], game.turn) == (10, "Bob")
    apply(game, folds(9, "Bob"))
    assert (game.public()["set"], game.public()["ante"], chips(game)) == (2, 2, [30, 30])
    apply(game, deal(DOWN, UP))  # without restriction
    assert chips(game) == [28, 28]


def test_gb_10_a_drawn_call_is_split_evenly() -> None:
    game = dealt(UP, UP, "Ann: bet 5; Bob: raise 5; Ann: call")
    assert game.rounds[0]["chips"] == [30, 30]
    assert game.rounds[0]["discarded"] == 0


def test_gb_10_a_short_ante_binds_both_and_nobody_bets() -> None:
    """The ante is 2, Ann has 1: both put in 1, and 0 against 8 is shown at once."""
    game = dealt(script=folds(9))
    apply(game, f"chance: order Ann {UP}; chance: order Bob {DOWN};" + folds(9, "Bob"))
    apply(game, 'host: adjust Ann chips =1 why "charged twice";' + deal(UP, DOWN))
    assert game.rounds[-1]["bets"] == [1, 1]
    assert (game.winner, game.why) == ("Bob", "out-of-chips")
    assert chips(game) == [0, 31]


def test_gb_11_the_first_out_of_chips_loses() -> None:
    game = dealt(script="Ann: bet 10; Bob: raise 10; Ann: raise 9; Bob: call")
    assert (game.winner, game.why, chips(game)) == ("Bob", "out-of-chips", [0, 60])
    assert refused(game, "Ann", "fold")[0] == "ALL-6"
    assert (game.awaited(), game.deadlines()) == ([], [])


# ---- final-match


def test_gb_12_the_ante_rises_after_every_two_sets() -> None:
    game = sit(**FINAL)
    assert [game.schedule(number) for number in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]


def test_gb_12_both_have_to_name_the_same_ante_and_the_latest_counts() -> None:
    game = apply(
        sit(**FINAL), "host: first Ann; host: start; Ann: ante 7; Ann: ante 5; Bob: ante 5"
    )
    assert refused(game, "Bob", "ante 1") == ("GB-12",)
    assert refused(game, "Bob", "ante 101") == ("GB-12",)
    apply(game, deal(UP, DOWN))
    assert (game.public()["ante"], chips(game)) == (5, [95, 95])
    other = apply(sit(**FINAL), "host: first Ann; host: start; Ann: ante 5; Bob: ante 6;")
    assert apply(other, deal(UP, DOWN)).public()["ante"] == 1
    assert "GB-12" in refused(other, "Ann", "ante 5")
    assert "GB-12" in refused(apply(sit(), "host: start"), "Ann", "ante 5")


def test_gb_12_the_schedule_holds_again_in_the_next_set() -> None:
    game = apply(sit(**FINAL), "host: first Ann; host: start; Ann: ante 5; Bob: ante 5")
    apply(game, deal(UP, "8 7 6 5 4 3 2 1 0") + folds(8) + "Ann: bet 1; Bob: fold")
    # Ann gave up rounds 1 3 5 7 and Bob 2 4 6 8 9, neither of them an 8
    assert chips(game) == [80, 75]
    assert (game.public()["set"], game.public()["ante"]) == (2, 1)


def test_gb_13_a_fold_discards_the_bets_of_the_folder_alone() -> None:
    game = dealt(script="Ann: bet 4; Bob: raise 2; Ann: fold", **FINAL)
    assert game.rounds[0]["chips"] == [95, 100]  # Bob takes his 7 back
    assert game.public()["discards"] == 5


def test_gb_13_a_call_discards_the_bets_of_the_smaller_number() -> None:
    game = dealt(script="Ann: bet 4; Bob: call", **FINAL)
    assert (game.rounds[0]["chips"], game.discards) == ([95, 100], 5)


def test_gb_13_a_draw_discards_all_but_not_the_last_chips_of_both() -> None:
    game = dealt(UP, UP, "Ann: bet 4; Bob: call", **FINAL)
    assert (game.rounds[0]["chips"], game.discards) == ([95, 95], 10)
    for name in ("Ann", "Bob"):
        apply(game, f'host: adjust {name} chips =3 why "x"')
    apply(game, "Ann: bet 3; Bob: call")  # 4 each, and nothing left
    assert (game.rounds[1]["chips"], game.discards) == ([4, 4], 10)


def test_gb_14_an_eight_folded_costs_eight_more_or_what_is_left() -> None:
    game = dealt(DOWN, UP, "Ann: fold", **FINAL)
    assert (game.rounds[0]["chips"], game.rounds[0]["discarded"]) == ([91, 100], 9)
    assert game.history()[0]["tiles"] == [8, None]
    game = dealt(DOWN, UP, 'Ann: bet 1; Bob: raise 1; host: adjust Ann chips =5 why "x"', **FINAL)
    apply(game, "Ann: fold")
    assert (game.rounds[0]["chips"][0], game.rounds[0]["discarded"]) == (0, 7)
    assert (game.winner, game.why) == ("Bob", "cannot-pay")
    assert dealt(DOWN, UP, "Ann: fold").rounds[0]["chips"] == [29, 31]  # death-match


def test_gb_15_one_leaves_a_one_leaves_b_two_leave_c() -> None:
    game = dealt(script=folds(9), **FINAL)
    assert game.before["Ann"] == {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
    assert refused(game, "Ann", "group A 2 3 B 0 1 4 C 5 6 7 8") == ("GB-15",)
    assert refused(game, "Ann", "group A 0 1 B 2 5 6 C 3 4 7 8") == ("GB-15",)
    assert refused(game, "Ann", "group A 0 5 B 6 7 3 C 1 2 4 8") == ("GB-15",)
    apply(game, "Ann: group A 0 5 B 2 3 6 C 1 4 7 8; Ann: group A 0 2 B 1 3 4 C 5 6 7 8")
    game = apply(game, "host: close", 48 * HOUR)
    assert game.groups["Bob"] == {"A": [7, 8], "B": [4, 5, 6], "C": [0, 1, 2, 3]}


def test_gb_16_who_cannot_pay_the_next_ante_loses() -> None:
    script = 'host: adjust Ann chips =5 why "x"; Ann: bet 5; Bob: call'
    game = dealt(script=script, **FINAL)
    assert (game.winner, game.why, chips(game)) == ("Bob", "cannot-pay", [0, 99 + 1])


def test_gb_16_if_neither_can_more_chips_win() -> None:
    game = apply(sit(**FINAL), "host: first Ann; host: start; Ann: ante 60; Bob: ante 60;")
    apply(game, deal(UP, UP) + 'host: adjust Bob chips =39 why "x"; Ann: bet 1; Bob: call')
    assert game.rounds[0]["chips"] == [39, 38]
    assert (game.winner, game.why) == ("Ann", "more-chips")


def test_gb_16_if_both_have_as_many_the_next_hand_decides_without_ante_and_bets() -> None:
    """Rounds 2 to 6 are draws, in round 7 Ann's 6 loses to 7."""
    game = apply(sit(**FINAL), "host: first Ann; host: start; Ann: ante 60; Bob: ante 60;")
    apply(game, deal(UP, "0 1 2 3 4 5 7 6 8") + "Ann: bet 1; Bob: call")
    assert [row["tiles"] for row in game.rounds[-2:]] == [[5, 5], [6, 7]]
    assert (game.winner, game.why, chips(game)) == ("Bob", "won-the-hand", [39, 39])
    assert {tuple(row["bets"]) for row in game.rounds[1:]} == {(0, 0)}


def test_gb_16_where_the_tiles_run_out_both_group_anew() -> None:
    game = apply(sit(**FINAL), "host: first Ann; host: start; Ann: ante 60; Bob: ante 60;")
    apply(game, deal(UP, UP) + "Ann: bet 1; Bob: call")
    assert (game.task, game.set, len(game.rounds)) == ("group", 2, 9)
    assert "GB-12" in refused(game, "Ann", "ante 5")
    assert refused(game, "Ann", GROUP_DOWN) == ("GB-15",)
    apply(game, deal(UP, "1 0 2 3 4 5 6 7 8"))
    assert (game.winner, game.why) == ("Bob", "won-the-hand")


def test_gb_16_chips_are_looked_at_before_anybody_groups() -> None:
    game = dealt(script=folds(8) + 'host: adjust Bob chips =1 why "x"; Ann: bet 1', **FINAL)
    apply(game, "Bob: call")  # 8 against 0: Bob has nothing for the ante of set 2
    assert (game.winner, game.why, game.public()["set"]) == ("Ann", "cannot-pay", 1)
    game = apply(sit(**FINAL), 'host: adjust Ann chips =0 why "x"; host: first Ann; host: start')
    assert (game.winner, game.why) == ("Bob", "cannot-pay")


# ---- items


def test_gb_17_the_bonus_is_ten_chips_and_the_first_word() -> None:
    game = sit(**FINAL, items={"Ann": ["bonus"]})
    assert chips(game) == [110, 100]
    assert "GB-5" in refused(game, "host", "first Bob")
    apply(game, "host: start")
    assert game.deadlines() == [48 * HOUR, 48 * HOUR]
    assert "GB-5" in refused(game, "Bob", "first Bob")
    apply(game, "Ann: first Bob;" + deal(UP, DOWN))
    assert game.turn == "Bob"


def test_gb_05_the_host_names_where_the_bonus_is_overdue_or_both_have_it() -> None:
    game = apply(sit(**FINAL, items={"Ann": ["bonus"]}), "host: start;" + deal(UP, DOWN))
    assert game.awaited() == ["Ann"]
    assert "GB-17" in refused(game, "Ann", "first Ann", 48 * HOUR + 1)
    apply(game, "host: close", 48 * HOUR)
    assert game.awaited() == ["host"]
    apply(game, "host: first Ann", 50 * HOUR)
    assert (game.turn, game.deadlines()) == ("Ann", [74 * HOUR])
    both = sit(**FINAL, items={"Ann": ["bonus"], "Bob": ["bonus"]})
    assert chips(apply(both, "host: first Bob; host: start")) == [110, 110]


def test_gb_17_a_peek_once_while_betting_is_open_on_anybodys_turn() -> None:
    game = apply(sit(**FINAL, items={"Bob": ["peek"]}), "host: first Ann; host: start")
    assert refused(game, "Bob", "peek") == ("GB-17",)
    apply(game, deal("3 1 2 0 4 5 6 7 8", DOWN))
    assert refused(game, "Ann", "peek") == ("GB-17",)
    apply(game, "Bob: peek")
    assert game.told == [("Bob", "Ann", 1, 1, 1, 3)]
    assert (game.turn, game.asides("Bob")) == ("Ann", [])
    assert refused(game, "Bob", "peek") == ("GB-17",)


def test_gb_17_an_order_from_ones_grouping_to_the_first_action() -> None:
    game = apply(sit(**FINAL, items={"Ann": ["order"]}), "host: first Bob; host: start")
    assert refused(game, "Ann", "order") == ("GB-17",)
    apply(game, f"Ann: {GROUP_UP}; Ann: order; Bob: {GROUP_UP}")
    assert game.letters("Ann") == []
    apply(game, f"chance: order Ann 7 5 8 6 0 1 3 2 4; chance: order Bob {UP}")
    assert game.answers == [("Ann", ["C", "A", "B"])]
    assert refused(game, "Ann", "order") == ("GB-17",)


def test_gb_17_an_order_before_the_first_bet_but_not_after_it() -> None:
    game = dealt(**FINAL, items={"Ann": ["order"], "Bob": ["order"]})
    apply(game, "Bob: order")
    assert game.answers == [("Bob", ["A", "B", "C"])]
    apply(game, "Ann: bet 1")
    assert refused(game, "Ann", "order") == ("GB-17",)
    apply(game, folds(1, "Bob") + "Ann: fold")
    assert refused(game, "Ann", "order") == ("GB-17",)


def test_gb_14_a_fold_without_a_penalty_tells_that_it_was_no_eight() -> None:
    game = dealt(DOWN, UP, "Ann: fold; Bob: fold; Ann: fold", **FINAL)
    rows = game.learned("Bob", "Ann")
    assert [(row["tile"], row["no_eight"]) for row in rows] == [
        (8, False),
        (7, False),
        (None, True),
        (None, False),
    ]
    assert not any(row["no_eight"] for row in dealt(DOWN, UP, "Ann: fold").learned("Bob", "Ann"))
