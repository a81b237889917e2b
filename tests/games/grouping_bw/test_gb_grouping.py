"""Groups, the order in which they are dealt, who starts, and how far groups may change (GB-2 to
GB-5, GB-9, GB-12, GB-15).
"""

from __future__ import annotations

from collections import Counter

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.steps import draw
from gmtool.games.grouping_bw import GAME

from .matches import (
    BEGIN,
    DOWN,
    FINAL,
    UP,
    bets,
    chips,
    dealt,
    grouped,
    happened,
    more,
    played,
    public,
    refused,
    said,
    waits_for,
    you,
)

DEFAULT = "group A 0 1 B 2 3 4 C 5 6 7 8"
BONUS = {**FINAL, "items": "Ann: bonus"}

# ---- GB-2: two, three, four, every tile once

WRONG_GROUPS = {
    "A 0 1 B 2 3 4 C 5 6 7": ("C has three tiles, it takes four; tile 8 is missing.",),
    "A 0 B 2 3 4 C 5 6 7 8": ("A has one tile, it takes two; tile 1 is missing.",),
    "A 0 1 2 B 3 4 C 5 6 7 8": (
        "A has three tiles, it takes two; B has two tiles, it takes three.",
    ),
    "A 0 1 B 2 3 4 5 C 6 7 8": (
        "B has four tiles, it takes three; C has three tiles, it takes four.",
    ),
    "A 0 0 B 2 3 4 C 5 6 7 8": ("tile 0 is there more than once; tile 1 is missing.",),
    "A 0 1 B 2 3 0 C 5 6 1 8": (
        "tiles 0 and 1 are there more than once; tiles 4 and 7 are missing.",
    ),
    "A 4 4 B 4 4 4 C 4 4 4 4": (
        "tile 4 is there more than once",
        "tiles 0, 1, 2, 3, 5, 6, 7 and 8 are missing.",
    ),
    "A 0 1 B 2 3 4 C 5 6 7 9": ("“9” is no tile; tile 8 is missing.",),
    "A 0 1 B 2 3 4 C 5 6 7 8 9": ("C has five tiles, it takes four; “9” is no tile.",),
    "A 0 10 B 2 3 11 C 5 6 7 8": ("“10” and “11” are no tile", "tiles 1 and 4 are missing."),
    "A 0 1 B 2 3 4 C 5 6 7 8 0": ("C has five tiles, it takes four; tile 0 is there more than",),
}


@pytest.mark.parametrize("groups", WRONG_GROUPS)
def test_gb_02_what_is_missing_doubled_strange_or_of_the_wrong_size_is_said(groups: str) -> None:
    game = played(BEGIN)
    found = refused(game, f"Ann: group {groups}")
    assert (found.clause, type(found)) == ("GB-2", Refused)
    for why in WRONG_GROUPS[groups]:
        assert why in found.sentence()
    assert found.quoted == f"group {groups}"
    assert "two into A, three into B, four into C" in found.sentence()


def test_gb_02_a_group_is_the_same_in_any_order_of_its_tiles() -> None:
    game = played(f"{BEGIN}Ann: group A 8 0 B 7 1 4 C 6 2 5 3")
    assert you(game, "Ann")["grouping"] == {"A": [0, 8], "B": [1, 4, 7], "C": [2, 3, 5, 6]}


def test_gb_02_it_may_be_sent_again_until_both_have_grouped_and_the_latest_counts() -> None:
    game = played(f"{BEGIN}Ann: {DEFAULT} | Ann: group A 7 8 B 4 5 6 C 0 1 2 3")
    assert waits_for(game) == ["Bob: group A TILE … B TILE … C TILE …"]
    assert you(game, "Ann")["grouping"] == {"A": [7, 8], "B": [4, 5, 6], "C": [0, 1, 2, 3]}
    game = more(game, f"Bob: {DEFAULT}")
    assert you(game, "Ann")["grouping"]["A"] == [7, 8]
    assert "AllGrouped" in happened(game)
    for name in ("Ann", "Bob"):
        found = refused(game, f"{name}: {DEFAULT}")
        assert (found.clause, type(found)) == ("GB-2", NotNow)
        assert "set 1" in found.sentence()


def test_gb_02_a_refused_grouping_leaves_the_one_before() -> None:
    game = played(f"{BEGIN}Ann: {DEFAULT}")
    refused(game, "Ann: group A 0 1 B 2 3 4 C 5 6 7 9")
    assert you(game, "Ann")["grouping"]["A"] == [0, 1]


# ---- GB-3: the order


def grouped_both(**options: object) -> Played:
    return played(f"{BEGIN}Ann: {DEFAULT} | Bob: {DEFAULT}", **options)


def test_gb_03_chance_orders_each_players_tiles_on_their_own_in_seat_order() -> None:
    game = grouped_both()
    assert waits_for(game) == ["chance: order Ann TILE …"]
    found = refused(game, f"chance: order Bob {UP}")
    assert (found.clause, type(found)) == ("ALL-3", NotNow)
    game = more(game, f"chance: order Ann {UP}")
    assert waits_for(game) == ["chance: order Bob TILE …"]
    assert refused(game, f"chance: order Ann {UP}").clause == "ALL-3"
    game = more(game, f"chance: order Bob {UP}")
    found = refused(game, f"chance: order Ann {UP}")
    assert (found.clause, type(found)) == ("ALL-3", NotNow)


def test_gb_03_the_order_of_the_source_c_then_a_then_b() -> None:
    game = more(grouped_both(), f"order 7 5 8 6 0 1 3 2 4 / {UP}")
    assert said(game)[-2]["tiles"] == (7, 0)
    colours = []
    for _ in range(9):
        colours.append(public(game)["colours"]["Ann"][0])
        game = more(game, f"{public(game)['actor']}: fold")
    assert "".join(colours) == "wwbbbwwbb"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("5 6 0 7 8 1 2 3 4", "tiles of a group are dealt one after the other"),
        ("0 2 1 3 4 5 6 7 8", "A 0 1, B 2 3 4, C 5 6 7 8"),
        ("0 1 2 3 5 4 6 7 8", "Ann's groups are A 0 1, B 2 3 4, C 5 6 7 8"),
        ("0 1 2 3 4 5 6 7 7", "each of the nine tiles 0 to 8 once"),
        ("0 1 2 3 4 5 6 7 9", "each of the nine tiles 0 to 8 once"),
    ],
)
def test_gb_03_an_order_has_every_tile_once_and_group_after_group(order: str, why: str) -> None:
    found = refused(grouped_both(), f"chance: order Ann {order}")
    assert (found.clause, why in found.sentence()) == ("GB-3", True)


def test_gb_03_tiles_in_each_group_and_the_groups_are_in_random_order() -> None:
    """Every order of the groups and of the tiles in each is met in 400 draws, about as often."""
    table = grouped_both().table
    groups: Counter[str] = Counter()
    inside: dict[str, Counter[str]] = {letter: Counter() for letter in "ABC"}
    for number in range(400):
        text = draw(GAME, table, number.to_bytes(32, "big"))
        tiles = [int(tile) for tile in text.split()[2:]]
        letters = "".join("AABBBCCCC"[tile] for tile in tiles)
        groups[letters] += 1
        for letter in "ABC":
            inside[letter]["".join(str(t) for t in tiles if "AABBBCCCC"[t] == letter)] += 1
    assert len(groups) == 6
    assert min(groups.values()) > 400 / 6 / 2
    assert [len(inside[letter]) for letter in "ABC"] == [2, 6, 24]
    assert min(inside["A"].values()) > 150
    assert min(inside["B"].values()) > 30


def test_gb_03_players_may_have_different_orders_of_the_same_groups() -> None:
    table = grouped_both().table
    after = more(grouped_both(), f"chance: order Ann {UP}").table
    different = 0
    for number in range(40):
        seed = number.to_bytes(32, "big")
        one = draw(GAME, table, seed).split()[2:]
        other = draw(GAME, after, seed).split()[2:]
        different += one != other
    assert different > 35


# ---- GB-4: dealt face down


def test_gb_04_both_are_dealt_their_next_tile_and_both_are_told_both_colours() -> None:
    game = dealt("1 0 2 3 4 5 6 7 8", DOWN)
    for seer in ("", "Ann", "Bob"):
        assert game.view(seer)["public"]["colours"] == {"Ann": "white", "Bob": "black"}
    event = next(e for e in said(game) if e.name == "RoundDealt")
    for seer in ("", "Ann", "Bob"):
        assert event.seen_by(seer)["colours"] == ["white", "black"]
        assert "tiles" not in event.seen_by(seer)
    game = more(game, "Ann: fold")
    assert game.state.round.tiles == (0, 7)


def test_gb_04_a_player_knows_its_own_grouping_and_not_its_own_tile() -> None:
    game = dealt(UP, DOWN)
    assert you(game, "Ann")["grouping"] == {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
    assert you(game, "Ann")["own"]["dealt"][0]["tile"] is None
    assert you(game, "Ann")["own"]["possible"] == [0, 2, 4, 6, 8]


# ---- GB-5: ante and starting player


def test_gb_05_both_pay_the_ante_then_the_starting_player_acts() -> None:
    game = dealt()
    assert (chips(game), bets(game), public(game)["pot"]) == ((29, 29), (1, 1), 2)
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]
    other = played(f"host: start\nhost: first Bob\ndeal {UP} / {DOWN}")
    assert waits_for(other) == ["Bob: bet CHIPS, fold"]


WAITING = f"host: start\ndeal {UP} / {DOWN}"


def test_gb_05_the_host_names_the_starting_player_of_the_first_round() -> None:
    game = played(WAITING)
    assert waits_for(game) == ["host: first NAME"]
    assert (chips(game), bets(game), public(game)["round"]) == ((30, 30), (0, 0), 0)
    game = more(game, "host: first bob")
    assert waits_for(game) == ["Bob: bet CHIPS, fold"]
    assert chips(game) == (29, 29)


@pytest.mark.parametrize("first_at", range(6))
def test_gb_05_at_any_time_before_the_first_round(first_at: int) -> None:
    lines = ["host: start", f"Ann: {DEFAULT}", f"Bob: {DEFAULT}"]
    lines += [f"chance: order Ann {UP}", f"chance: order Bob {UP}"]
    lines.insert(first_at, "host: first Bob")
    assert waits_for(played("\n".join(lines))) == ["Bob: bet CHIPS, fold"]


def test_gb_05_until_then_the_host_may_name_another() -> None:
    game = played(f"{BEGIN}host: first Bob\ndeal {UP} / {DOWN}")
    assert public(game)["starter"] == "Bob"


def test_gb_05_once_the_round_has_begun_nobody_names_anybody() -> None:
    halves = f"folds 9 Ann | order {UP} / {DOWN} | folds 9 Bob"
    for game in (dealt(), dealt(UP, DOWN, halves)):
        found = refused(game, "host: first Bob")
        assert (found.clause, type(found)) == ("GB-5", NotNow)


@pytest.mark.parametrize("options", [{}, FINAL, {**FINAL, "items": "Ann: bonus; Bob: bonus"}])
def test_gb_05_if_nobody_or_both_have_the_bonus_the_host_names(options: dict[str, str]) -> None:
    game = played(WAITING, **options)
    assert waits_for(game) == ["host: first NAME"]
    for name in ("Ann", "Bob"):
        found = refused(game, f"{name}: first {name}")
        assert (found.clause, "the host names who starts" in found.sentence()) == ("GB-5", True)
    assert waits_for(more(game, "host: first Bob"))[0].startswith("Bob: bet")


@pytest.mark.parametrize("starter", ["Ann", "Bob"])
def test_gb_05_gb_17_the_only_holder_of_the_bonus_names_anybody(starter: str) -> None:
    game = played(WAITING, **BONUS)
    assert waits_for(game) == ["Ann: first NAME"]
    found = refused(game, "host: first Bob")
    assert (found.clause, type(found)) == ("GB-17", Refused)
    assert "Ann has the Bonus" in found.sentence()
    found = refused(game, "Bob: first Bob")
    assert (found.clause, "Ann names who starts" in found.sentence()) == ("GB-5", True)
    game = more(game, f"Ann: first {starter}")
    assert waits_for(game) == [f"{starter}: bet CHIPS, fold"]


def test_gb_05_the_holder_is_overdue_then_the_host_names() -> None:
    game = played(WAITING, **BONUS)
    game = more(game, "22 20:01 host: close")
    assert happened(game) == ["FirstOverdue"]
    assert waits_for(game) == ["host: first NAME"]
    assert refused(game, "Ann: first Ann").clause == "GB-5"
    assert waits_for(more(game, "host: first Bob")) == ["Bob: bet CHIPS, fold"]


CALLED = "Ann: bet 1 | Bob: call"
STARTERS = {
    "the larger number": (UP, DOWN, CALLED, "Bob"),
    "the other larger": (DOWN, UP, CALLED, "Ann"),
    "the opponent of who folds": (DOWN, UP, "Ann: fold", "Bob"),
    "who bet": (UP, DOWN, "Ann: bet 1 | Bob: fold", "Ann"),
    "after a draw the same": (UP, UP, CALLED, "Ann"),
}


@pytest.mark.parametrize("variant", ["death-match", "final-match"])
@pytest.mark.parametrize("case", STARTERS)
def test_gb_05_the_winner_starts_and_after_a_draw_the_same_player(case: str, variant: str) -> None:
    ann, bob, body, starter = STARTERS[case]
    game = dealt(ann, bob, body, variant=variant)
    assert public(game)["round"] == 2
    assert waits_for(game) == [f"{starter}: bet CHIPS, fold"]


def test_gb_05_bob_starts_again_after_his_draw() -> None:
    game = dealt(UP, UP, "Ann: fold | Bob: bet 1 | Ann: call")
    assert waits_for(game) == ["Bob: bet CHIPS, fold"]


def test_gb_05_also_over_the_end_of_a_half_and_of_a_set() -> None:
    game = dealt(UP, DOWN, f"folds 9 Ann | order {UP} / {DOWN}")
    assert waits_for(game) == ["Bob: bet CHIPS, fold"]  # Ann folded round 9
    game = more(game, f"folds 9 Bob | deal {UP} / {DOWN}")
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]  # Bob folded round 18


# ---- GB-12: an ante both agree on


def at_grouping(body: str = "", **options: object) -> Played:
    return played(BEGIN + body, **{**FINAL, **options})


DEALT = f"deal {UP} / {DOWN}"


def test_gb_12_both_must_name_the_same() -> None:
    game = at_grouping(f"Ann: ante 5 | Bob: ante 5 | {DEALT}")
    assert (public(game)["ante"], chips(game), bets(game)) == (5, (95, 95), (5, 5))
    for offers in ("Ann: ante 5", "Ann: ante 5 | Bob: ante 6"):
        game = at_grouping(f"{offers} | {DEALT}")
        assert (public(game)["ante"], bets(game)) == (1, (1, 1))


def test_gb_12_each_players_latest_counts() -> None:
    game = at_grouping(f"Ann: ante 3 | Bob: ante 4 | Bob: ante 3 | {DEALT}")
    assert public(game)["ante"] == 3
    game = at_grouping(f"Ann: ante 3 | Bob: ante 3 | Ann: ante 4 | {DEALT}")
    assert public(game)["ante"] == 1


def test_gb_12_until_both_have_grouped_also_by_who_has_grouped() -> None:
    game = at_grouping(f"Ann: {DEFAULT} | Ann: ante 4 | Bob: ante 4 | Bob: {DEFAULT}")
    assert public(game)["ante"] == 4
    assert said(game)[1]["agreed"]
    for name in ("Ann", "Bob"):
        found = refused(game, f"{name}: ante 5")
        assert (found.clause, type(found)) == ("GB-12", NotNow)
    found = refused(more(game, f"order {UP} / {DOWN}"), "Ann: ante 5")
    assert "until both have grouped" in found.sentence()


@pytest.mark.parametrize("number", ["0", "1", "101", "1000000", "9999999"])
def test_gb_12_it_exceeds_the_scheduled_ante_and_both_can_pay_it(number: str) -> None:
    found = refused(at_grouping(), f"Ann: ante {number}")
    assert (found.clause, type(found)) == ("GB-12", Refused)
    for why in (f"“{number}”", "above the scheduled 1", "both must be able to pay it", "2 to 100"):
        assert why in found.sentence()


@pytest.mark.parametrize("number", [2, 100])
def test_gb_12_the_least_and_the_most_it_can_be(number: int) -> None:
    game = at_grouping(f"Ann: ante {number} | Bob: ante {number} | {DEALT}")
    assert public(game)["rounds" if number == 100 else "ante"] is not None
    paid = next(event["ante"] for event in game.news("RoundDealt"))
    assert paid == number


def test_gb_12_the_poorer_player_limits_it() -> None:
    game = played("host: start", **BONUS)
    found = refused(game, "Ann: ante 101")
    assert "2 to 100" in found.sentence()


def test_gb_12_where_no_more_than_the_schedule_can_be_paid_no_ante_can_be_named() -> None:
    game = at_grouping('host: adjust Ann chips =1 why "a slip"')
    found = refused(game, "Bob: ante 2")
    assert (found.clause, "scheduled 1 could be paid by both" in found.sentence()) == (
        "GB-12",
        True,
    )
    assert all("ante" not in moves for moves in waits_for(game))


def test_gb_12_an_ante_that_both_named_and_one_cant_pay_any_more_isnt_agreed_on() -> None:
    slip = 'host: adjust Ann chips =4 why "a slip"'
    game = at_grouping(f"Ann: ante 5 | Bob: ante 5 | {slip} | {DEALT}")
    assert (public(game)["ante"], chips(game)) == (1, (3, 99))


def test_gb_12_not_in_death_match() -> None:
    found = refused(played(BEGIN), "Ann: ante 3")
    assert (found.clause, "final-match only" in found.sentence()) == ("GB-12", True)


# ---- GB-9: afresh, without restriction; GB-15: only so far


SAFE = "0 8 1 2 3 4 5 6 7"
FIRST_8 = "8 0 1 2 3 4 5 6 7"
"""Both A 0 8, B 1 2 3, C 4 5 6 7; folded in turn by who starts, the 8 isn't folded."""


def second_set(ann: str, **options: object) -> Played:
    """At the grouping of the second set, Ann's tiles in these groups in the first."""
    half = f"order {ann} / {DOWN} | folds 9 Bob" if not options else ""
    return dealt(ann, DOWN, f"folds 9 Ann | {half}", **options)


def test_gb_09_in_death_match_both_group_afresh_without_restriction() -> None:
    game = second_set(UP)
    assert public(game)["set"] == 2
    assert you(game, "Ann")["grouping"] is None
    assert you(game, "Ann")["may_regroup_freely"]
    game = more(game, "Ann: group A 7 8 B 4 5 6 C 0 1 2 3")
    assert you(game, "Ann")["grouping"]["A"] == [7, 8]


MAY = (
    "A 0 1 B 2 3 4 C 5 6 7 8",
    "A 0 2 B 1 3 4 C 5 6 7 8",
    "A 5 1 B 2 3 4 C 0 6 7 8",
    "A 0 1 B 5 3 4 C 2 6 7 8",
    "A 5 1 B 6 3 4 C 0 2 7 8",
    "A 2 1 B 5 3 4 C 0 6 7 8",
)
MAY_NOT = {
    "A 2 3 B 0 1 4 C 5 6 7 8": ("0 and 1 would leave A", "2 and 3 would leave B"),
    "A 5 6 B 2 3 4 C 0 1 7 8": ("0 and 1 would leave A",),
    "A 0 1 B 5 6 4 C 2 3 7 8": ("2 and 3 would leave B",),
    "A 0 1 B 5 6 7 C 2 3 4 8": ("2, 3 and 4 would leave B", "5, 6 and 7 would leave C"),
    "A 5 6 B 7 3 4 C 0 1 2 8": ("0 and 1 would leave A", "5, 6 and 7 would leave C"),
    "A 5 1 B 6 7 4 C 0 2 3 8": ("2 and 3 would leave B", "5, 6 and 7 would leave C"),
    "A 2 5 B 0 6 7 C 1 3 4 8": (
        "0 and 1 would leave A",
        "2, 3 and 4 would leave B",
        "5, 6 and 7 would leave C",
    ),
}
"""For each the groups that lost too many."""


UP_BUT_8 = "0 1 2 3 4 5 6 8 7"
"""As UP, the 8 in a round that Bob gives up."""


@pytest.fixture(scope="module")
def final_set_2() -> Played:
    game = second_set(UP_BUT_8, **FINAL)
    assert (public(game)["set"], chips(game)) == (2, (95, 96))
    return game


@pytest.mark.parametrize("groups", MAY)
def test_gb_15_one_may_leave_a_one_b_and_two_c(groups: str, final_set_2: Played) -> None:
    game = more(final_set_2, f"Ann: group {groups}")
    assert happened(game) == ["Grouped"]


@pytest.mark.parametrize("groups", MAY_NOT)
def test_gb_15_a_group_that_lost_too_many_is_named_with_the_tiles(
    groups: str, final_set_2: Played
) -> None:
    found = refused(final_set_2, f"Ann: group {groups}")
    assert (found.clause, type(found)) == ("GB-15", Refused)
    for lost in MAY_NOT[groups]:
        assert lost in found.sentence()
    assert found.sentence().count("would leave") == len(MAY_NOT[groups])
    assert "the groups were A 0 1, B 2 3 4, C 5 6 7 8" in found.sentence()
    assert found.quoted == f"group {groups}"


def test_gb_15_what_is_no_grouping_is_refused_by_gb_02_before(final_set_2: Played) -> None:
    found = refused(final_set_2, "Ann: group A 5 6 B 7 3 4 C 0 1 2")
    assert found.clause == "GB-2"


def test_gb_15_sent_again_it_is_compared_with_the_set_before(final_set_2: Played) -> None:
    game = more(final_set_2, "Ann: group A 0 2 B 1 3 4 C 5 6 7 8")
    found = refused(game, "Ann: group A 2 5 B 1 3 4 C 0 6 7 8")
    assert "0 and 1 would leave A" in found.sentence()
    more(game, "Ann: group A 1 5 B 2 3 4 C 0 6 7 8")


def test_gb_15_each_set_is_compared_with_the_one_before_it() -> None:
    """Ann's A 0 8 becomes 4 8, then 4 5: nothing of the first set's is left in it."""
    game = dealt(SAFE, FIRST_8, "folds 9 Ann", **FINAL)
    game = more(game, f"deal 8 4 1 2 3 0 5 6 7 / {SAFE} | folds 9 Bob")
    assert public(game)["set"] == 3
    assert refused(game, "Ann: group A 0 5 B 1 2 3 C 4 6 7 8").clause == "GB-15"
    game = more(game, "Ann: group A 4 5 B 1 2 3 C 0 6 7 8")
    assert happened(game) == ["Grouped"]


def test_gb_15_with_groups_that_stood_by_default() -> None:
    """From A 0 1 nothing but one tile may leave."""
    game = played(f"{BEGIN}Bob: {grouped(DOWN)} | +48h host: close", **FINAL)
    game = more(game, f"order {UP_BUT_8} / {DOWN} | folds 9 Ann")
    assert refused(game, "Ann: group A 7 8 B 2 3 4 C 0 1 5 6").clause == "GB-15"


def test_gb_15_from_the_second_set_on_the_first_is_free() -> None:
    assert you(played(BEGIN, **FINAL), "Ann")["may_regroup_freely"]
    more(played(BEGIN, **FINAL), "Ann: group A 7 8 B 4 5 6 C 0 1 2 3")
