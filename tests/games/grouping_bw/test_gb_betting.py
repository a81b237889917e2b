"""What may be bet, and how a round ends (GB-6 to GB-8, GB-10)."""

from __future__ import annotations

import re

import pytest
from playing import Played

from gmtool.engine.refusals import Ambiguous, NotNow, Refused

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

VARIANTS = ("death-match", "final-match")


def have(ann: int | None = None, bob: int | None = None) -> str:
    """The host's correction of what they have, a line each."""
    both = {"Ann": ann, "Bob": bob}
    lines = (f'host: adjust {n} chips ={c} why "a slip"' for n, c in both.items() if c is not None)
    return "".join(f"{line}\n" for line in lines)


def betting(ann: int | None = None, bob: int | None = None, body: str = "") -> Played:
    """Death match, round 1: the ante of 1 is paid, Ann opens; they have so many chips left."""
    return dealt(UP, DOWN, have(ann, bob) + body)


# ---- GB-6: bets


@pytest.mark.parametrize("number", range(1, 11))
def test_gb_06_a_bet_is_1_to_10_chips(number: int) -> None:
    game = betting(body=f"Ann: bet {number}")
    assert (chips(game), bets(game)) == ((29 - number, 29), (1 + number, 1))
    assert public(game)["pot"] == 2 + number
    assert waits_for(game) == ["Bob: raise CHIPS, call, fold"]
    assert public(game)["betting"]["to_call"] == number


@pytest.mark.parametrize("number", ["0", "11", "29", "1000000", "9999999"])
def test_gb_06_and_no_more_or_less(number: str) -> None:
    found = refused(betting(), f"Ann: bet {number}")
    assert (found.clause, type(found)) == ("GB-6", Refused)
    assert found.quoted == f"bet {number}"
    assert f"{number}”" in found.sentence()
    assert "1 to 10 chips" in found.sentence()
    assert "never more than 10" in found.sentence()


def limits(game: Played) -> tuple[int, int, dict[str, int]]:
    facts = public(game)["betting"]
    return facts["least"], facts["most"], facts["limits"]


BET_LIMITS = {
    (29, 29): (10, "never more than 10"),
    (29, 11): (10, "never more than 10"),
    (29, 10): (10, "the 10 that Bob still has"),
    (29, 9): (9, "the 9 that Bob still has"),
    (29, 1): (1, "the 1 that Bob still has"),
    (10, 29): (10, "the 10 that Ann has"),
    (7, 29): (7, "the 7 that Ann has"),
    (1, 29): (1, "the 1 that Ann has"),
    (4, 3): (3, "the 3 that Bob still has"),
    (3, 4): (3, "the 3 that Ann has"),
    (1, 1): (1, "the 1 that Ann has"),
}


@pytest.mark.parametrize(("ann", "bob"), BET_LIMITS)
def test_gb_06_a_bet_is_no_more_than_either_has(ann: int, bob: int) -> None:
    most, why = BET_LIMITS[ann, bob]
    game = betting(ann, bob)
    assert limits(game) == (1, most, {"rule": 10, "opponent": bob, "own": ann})
    found = refused(game, f"Ann: bet {most + 1}")
    assert found.clause == "GB-6"
    assert why in found.sentence()
    assert ("1 chip" if most == 1 else f"1 to {most} chips") in found.sentence()
    assert chips(more(game, f"Ann: bet {most}")) == (ann - most, bob)


# ---- GB-6: raises


def test_gb_06_a_raise_puts_in_what_is_missing_and_so_much_more() -> None:
    """5; 3 more costs Bob 8; 10 more costs Ann 13; 10 more costs Bob 20; 1 more costs Ann 11."""
    game = betting()
    had = []
    for line in (
        *("Ann: bet 5", "Bob: raise 3", "Ann: raise 10", "Bob: raise 10", "Ann: raise 1"),
        "Bob: call",
    ):
        if line == "Bob: call":
            had.append((chips(game), bets(game), public(game)["betting"]["to_call"]))
            break
        game = more(game, line)
        had.append((chips(game), bets(game), public(game)["betting"]["to_call"]))
    assert had == [
        ((24, 29), (6, 1), 5),
        ((24, 21), (6, 9), 3),
        ((11, 21), (19, 9), 10),
        ((11, 1), (19, 29), 10),
        ((0, 1), (30, 29), 1),
        ((0, 1), (30, 29), 1),
    ]
    assert waits_for(game) == ["Bob: call, fold"]
    over = more(game, "Bob: call")
    assert last_round(over)["bets"] == (30, 30)
    assert ended(over) == ("Bob", "out-of-chips")
    assert chips(over) == (0, 60)


RAISE_LIMITS = {
    # Ann and Bob have so much when Ann bets 5: the most Bob may raise by, and why
    (29, 29): (10, "never more than 10"),
    (15, 29): (10, "the 10 that Ann still has"),
    (29, 15): (10, "the 10 that Bob has after matching 5"),
    (8, 29): (3, "the 3 that Ann still has"),
    (6, 29): (1, "the 1 that Ann still has"),
    (29, 9): (4, "the 4 that Bob has after matching 5"),
    (29, 6): (1, "the 1 that Bob has after matching 5"),
    (8, 9): (3, "the 3 that Ann still has"),
    (9, 8): (3, "the 3 that Bob has after matching 5"),
}


@pytest.mark.parametrize(("ann", "bob"), RAISE_LIMITS)
def test_gb_06_a_raise_is_no_more_than_the_opponent_has_nor_oneself_after_matching(
    ann: int, bob: int
) -> None:
    most, why = RAISE_LIMITS[ann, bob]
    game = betting(ann, bob, "Ann: bet 5")
    assert limits(game) == (1, most, {"rule": 10, "opponent": ann - 5, "own": bob - 5})
    for number in (0, most + 1):
        found = refused(game, f"Bob: raise {number}")
        assert (found.clause, why in found.sentence()) == ("GB-6", True)
        assert found.quoted == f"raise {number}"
        assert f"{number}”" in found.sentence()
    after = more(game, f"Bob: raise {most}")
    assert (chips(after), bets(after)) == ((ann - 5, bob - 5 - most), (6, 6 + most))
    assert waits_for(after)[0].startswith("Ann: ")


ALL_IN = {
    "a bet of exactly what the opponent has": (29, 7, "Ann: bet 7", "Bob", 7),
    "a bet of all one has": (6, 29, "Ann: bet 6", "Bob", 6),
    "of all that both have": (6, 6, "Ann: bet 6", "Bob", 6),
    "a raise by exactly what the opponent has": (8, 29, "Ann: bet 5 | Bob: raise 3", "Ann", 3),
    "a raise by all one has after matching": (29, 9, "Ann: bet 5 | Bob: raise 4", "Ann", 4),
}


@pytest.mark.parametrize("case", ALL_IN)
def test_gb_06_after_all_in_the_other_can_only_call_or_fold(case: str) -> None:
    ann, bob, body, who, cost = ALL_IN[case]
    game = betting(ann, bob, body)
    assert waits_for(game) == [f"{who}: call, fold"]
    assert limits(game)[:2] == (0, 0)
    assert public(game)["betting"]["to_call"] == cost
    found = refused(game, f"{who}: raise 1")
    assert found.clause == "GB-6"
    assert "No raise is possible" in found.sentence()
    for right in ("`call`", "`fold`"):
        assert right in found.sentence()
    for line in ("call", "fold"):
        assert more(game, f"{who}: {line}").news("RoundOver")


def test_gb_06_a_call_matches() -> None:
    game = betting(body="Ann: bet 5 | Bob: raise 3 | Ann: call")
    acted = next(e for e in said(game) if e.name == "Acted")
    assert (acted["what"], acted["paid"]) == ("call", 3)
    assert last_round(game)["bets"] == (9, 9)


# ---- GB-6: bet in answer to a bet


@pytest.mark.parametrize(
    ("body", "line", "readings"),
    [
        ("Ann: bet 5", "Bob: bet 8", ("raise 8", "raise 3")),
        ("Ann: bet 5", "Bob: bet 10", ("raise 10", "raise 5")),
        ("Ann: bet 5 | Bob: raise 3", "Ann: bet 10", ("raise 10", "raise 2")),
        ("Ann: bet 10", "Bob: bet 12", ("raise 2",)),
        ("Ann: bet 5", "Bob: bet 3", ("raise 3",)),
    ],
)
def test_gb_06_a_bet_in_answer_to_a_bet_is_refused_with_both_readings(
    body: str, line: str, readings: tuple[str, ...]
) -> None:
    found = refused(betting(body=body), line)
    assert isinstance(found, Ambiguous)
    assert (found.clause, found.readings) == ("GB-6", readings)
    number = line.rsplit(maxsplit=1)[-1]
    assert re.search(rf"raise by {number} or (one )?to {number}\b", found.sentence())
    for reading in readings:
        assert f"`{reading}`" in found.sentence()
    assert found.quoted == line.partition(": ")[2]


def test_gb_06_a_bet_of_what_stands_may_be_a_call_too() -> None:
    found = refused(betting(body="Ann: bet 5"), "Bob: bet 5")
    assert isinstance(found, Ambiguous)
    assert set(found.readings) == {"raise 5", "call"}


def test_gb_06_what_it_could_mean_is_possible() -> None:
    """Bob has 9 chips: to raise by 8 he would need 13, to 8 he needs 8."""
    found = refused(betting(29, 9, "Ann: bet 5"), "Bob: bet 8")
    assert isinstance(found, Ambiguous)
    assert found.readings == ("raise 3",)


def test_gb_06_in_answer_to_all_in_it_can_mean_nothing() -> None:
    found = refused(betting(6, 29, "Ann: bet 6"), "Bob: bet 8")
    assert (found.clause, type(found)) == ("GB-6", Refused)
    assert re.search(r"raise by 8 or (one )?to 8\b", found.sentence())
    assert "No raise is possible" in found.sentence()


# ---- GB-6: who opens, and whose turn it is


def test_gb_06_the_starting_player_must_bet_or_fold() -> None:
    game = betting()
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]
    found = refused(game, "Ann: call")
    assert found.clause == "GB-6"
    assert "nothing has been bet that could be called" in found.sentence()
    assert "bets or folds" in found.sentence()
    found = refused(game, "Ann: raise 3")
    assert (found.clause, type(found)) == ("GB-6", NotNow)
    assert "nothing has been bet that could be raised" in found.sentence()


def test_gb_06_only_the_player_whose_turn_it_is_acts() -> None:
    for game, other, actor in (
        (betting(), "Bob", "Ann"),
        (betting(body="Ann: bet 5"), "Ann", "Bob"),
        (betting(body="Ann: bet 5 | Bob: raise 3"), "Bob", "Ann"),
    ):
        for move in ("bet 1", "raise 1", "call", "fold"):
            found = refused(game, f"{other}: {move}")
            assert (found.clause, type(found)) == ("GB-6", NotNow)
            assert f"it is {actor}'s turn" in found.sentence()


@pytest.mark.parametrize("move", ["bet 1", "raise 1", "call", "fold"])
def test_gb_06_no_bets_while_groups_are_made(move: str) -> None:
    found = refused(played(BEGIN), f"Ann: {move}")
    assert (found.clause, type(found)) == ("GB-6", NotNow)
    assert "no betting is open" in found.sentence()


# ---- GB-6: opening check


@pytest.mark.parametrize(
    ("ann", "bob", "winner", "after"),
    [
        (UP, DOWN, "Bob", ((29, 31), (99, 100))),
        (DOWN, UP, "Ann", ((31, 29), (100, 99))),
        (UP, UP, "", ((30, 30), (99, 99))),
    ],
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_gb_06_opening_check_lets_the_starting_player_call_at_once(
    ann: str, bob: str, winner: str, after: tuple[tuple[int, int], ...], variant: str
) -> None:
    game = dealt(ann, bob, variant=variant, opening_check="on")
    assert waits_for(game) == ["Ann: bet CHIPS, call, fold"]
    game = more(game, "Ann: call")
    assert next(e for e in said(game) if e.name == "TilesShown")["why"] == "check"
    assert last_round(game)["winner"] == winner
    assert last_round(game)["bets"] == (1, 1)
    after_it = after[VARIANTS.index(variant)]
    assert last_round(game)["chips"] == after_it


def test_gb_06_otherwise_opening_check_changes_nothing() -> None:
    game = dealt(UP, DOWN, "Ann: bet 5", opening_check="on")
    assert waits_for(game) == ["Bob: raise CHIPS, call, fold"]
    game = more(game, "Bob: raise 1")
    assert waits_for(game) == ["Ann: raise CHIPS, call, fold"]
    assert refused(dealt(UP, DOWN, opening_check="on"), "Ann: raise 1").clause == "GB-6"


# ---- GB-6: nobody bets where somebody has nothing left


def poor(ann: int, bob: int, one: str, other: str, **options: object) -> Played:
    """Round 1 of a match that they begin with so many chips."""
    return played(f"{BEGIN}{have(ann, bob)}deal {one} / {other}", **options)


def test_gb_06_the_ante_leaves_exactly_nothing_and_the_tiles_are_shown_at_once() -> None:
    """Ann wins with 8 against 0 and then, with 7 against 1, has 1 chip left to bet with."""
    game = poor(1, 30, DOWN, UP)
    shown = game.news("TilesShown")
    assert [(e["tiles"], e["why"]) for e in shown] == [((8, 0), "no-chips")]
    assert happened(game)[-5:] == [
        *("RoundDealt", "TilesShown", "RoundOver", "RoundDealt", "BettingOpened")
    ]
    assert (chips(game), bets(game)) == ((1, 28), (1, 1))
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]
    assert not last_round(game)["actions"]


def test_gb_06_it_doesnt_matter_who_has_nothing_left() -> None:
    game = poor(30, 1, DOWN, UP)
    assert ended(game) == ("Ann", "out-of-chips")
    assert chips(game) == (31, 0)


def test_gb_06_nor_whether_both_have_nothing_left() -> None:
    game = poor(1, 1, DOWN, UP)
    assert (ended(game), chips(game)) == (("Ann", "out-of-chips"), (2, 0))


def test_gb_06_rounds_follow_at_once_while_nobody_can_bet() -> None:
    """Both have 1 chip: 0 against 0 and 1 against 1 are drawn, then 2 loses against 3."""
    game = poor(1, 1, UP, "0 1 3 2 4 5 6 7 8")
    assert [e["tiles"] for e in game.news("TilesShown")] == [(0, 0), (1, 1), (2, 3)]
    assert (ended(game), chips(game)) == (("Bob", "out-of-chips"), (0, 2))


def test_gb_06_a_chain_of_drawn_rounds_ends_with_the_tiles_and_goes_on_in_the_next_half() -> None:
    game = poor(1, 1, UP, UP)
    assert len(game.news("TilesShown")) == 9
    assert happened(game)[-2:] == ["RoundOver", "HalfOver"]
    game = more(game, f"order {UP} / {UP}")
    assert len(game.news("TilesShown")) == 18
    assert (public(game)["set"], public(game)["ante"]) == (2, 2)
    game = more(game, f"deal {UP} / {DOWN}")  # the ante is 2, they have 1
    assert (ended(game), chips(game)) == (("Bob", "out-of-chips"), (0, 2))


# ---- GB-7: a fold


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("body", "folder", "other", "tile"),
    [
        ("Ann: fold", "Ann", "Bob", 7),
        ("Ann: bet 2 | Bob: fold", "Bob", "Ann", 0),
        ("Ann: bet 2 | Bob: raise 1 | Ann: fold", "Ann", "Bob", 7),
    ],
)
def test_gb_07_the_folder_alone_is_shown_the_opponents_tile_and_nobody_the_folders(
    body: str, folder: str, other: str, tile: int, variant: str
) -> None:
    game = dealt(UP, "7 8 6 5 4 3 2 1 0", body, variant=variant)
    (shown,) = [e for e in said(game) if e.name == "TileShown"]
    assert (shown["who"], shown["of"], shown["tile"], shown["why"]) == (folder, other, tile, "fold")
    assert shown.seen_by(folder)["tile"] == tile
    assert shown.seen_by(other) is shown.seen_by("") is None
    assert not [e for e in said(game) if e.name == "TilesShown"]
    assert you(game, folder)["theirs"]["dealt"][0]["tile"] == tile
    assert you(game, folder)["own"]["dealt"][0]["tile"] is None
    assert you(game, other)["theirs"]["dealt"][0]["tile"] is None
    assert you(game, other)["own"]["dealt"][0]["tile"] is None
    assert last_round(game)["tiles"] == [None, None]
    assert public(game)["shown"] == []


def test_gb_07_a_fold_gives_up_the_round() -> None:
    game = betting(body="Ann: bet 2 | Bob: fold")
    assert (last_round(game)["winner"], last_round(game)["folder"]) == ("Ann", "Bob")
    assert last_round(game)["chips"] == (31, 29)


# ---- GB-10, GB-13: what a text on a round that is over says


DRAWN = "Ann: bet 5 | Bob: call"


@pytest.mark.parametrize(
    ("variant", "orders", "body", "told"),
    [
        ("death-match", (UP, DOWN), DRAWN, ("call", "pot", "Bob", "Ann", 12, 12, 6)),
        (
            "death-match",
            (UP, DOWN),
            "Ann: bet 5 | Bob: fold",
            ("fold", "pot", "Ann", "Bob", 7, 7, 1),
        ),
        ("death-match", (UP, UP), DRAWN, ("call", "split", "", "", 12, 6, 0)),
        ("final-match", (UP, DOWN), DRAWN, ("call", "kept", "Bob", "Ann", 12, 6, 6)),
        (
            "final-match",
            (UP, DOWN),
            "Ann: bet 5 | Bob: fold",
            ("fold", "kept", "Ann", "Bob", 7, 6, 1),
        ),
        ("final-match", (UP, UP), DRAWN, ("call", "discarded", "", "", 12, 0, 0)),
        ("final-match", (UP, UP), f"{have(5, 5)}{DRAWN}", ("call", "spared", "", "", 12, 6, 0)),
    ],
)
def test_gb_10_gb_13_what_became_of_the_pot_is_told(
    variant: str, orders: tuple[str, str], body: str, told: tuple[object, ...]
) -> None:
    game = dealt(*orders, body, variant=variant)
    (over,) = game.news("RoundOver")
    for then in (over, last_round(game)):
        facts = ("why", "result", "winner", "loser", "pot", "kept", "lost")
        assert tuple(then[fact] for fact in facts) == told
        assert not then["broke"] or then["result"] == "spared"


# ---- GB-8: a call


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("ann", "bob", "winner"), [(UP, DOWN, "Bob"), (DOWN, UP, "Ann"), (UP, UP, "")]
)
def test_gb_08_both_tiles_are_shown_to_all_and_the_larger_number_wins(
    ann: str, bob: str, winner: str, variant: str
) -> None:
    game = dealt(ann, bob, "Ann: bet 2 | Bob: call", variant=variant)
    (shown,) = [e for e in said(game) if e.name == "TilesShown"]
    tiles = (int(ann[0]), int(bob[0]))
    assert (shown["tiles"], shown["why"]) == (tiles, "call")
    for seer in ("", "Ann", "Bob"):
        assert shown.seen_by(seer)["tiles"] == list(tiles)
        facts = game.view(seer)["public"]
        assert facts["shown"] == [
            {
                "set": 1,
                "half": 1,
                "round": 1,
                "tiles": dict(zip(("Ann", "Bob"), tiles, strict=True)),
            }
        ]
        assert facts["rounds"][-1]["tiles"] == list(tiles)
    assert last_round(game)["winner"] == winner


@pytest.mark.parametrize("one", range(9))
@pytest.mark.parametrize("other", [0, 4, 8])
def test_gb_08_any_tile_against_any(one: int, other: int) -> None:
    ann, bob = (
        " ".join(map(str, [tile, *(t for t in range(9) if t != tile)])) for tile in (one, other)
    )
    game = dealt(ann, bob, "Ann: bet 1 | Bob: call")
    expected = "Ann" if one > other else "Bob" if one < other else ""
    assert last_round(game)["winner"] == expected


# ---- GB-10: the pot


POTS = {
    # tiles, body: chips after the round, of 30 each
    (DOWN, UP, "Ann: bet 5 | Bob: call"): (36, 24),
    (UP, DOWN, "Ann: bet 5 | Bob: call"): (24, 36),
    (UP, UP, "Ann: bet 5 | Bob: call"): (30, 30),
    (UP, DOWN, "Ann: fold"): (29, 31),
    (UP, DOWN, "Ann: bet 10 | Bob: fold"): (31, 29),
    (DOWN, UP, "Ann: bet 10 | Bob: raise 5 | Ann: fold"): (19, 41),
    (DOWN, UP, "Ann: bet 10 | Bob: raise 5 | Ann: call"): (46, 14),
    (UP, UP, "Ann: bet 10 | Bob: raise 5 | Ann: call"): (30, 30),
}


@pytest.mark.parametrize("case", POTS)
def test_gb_10_the_winner_takes_the_pot_and_a_drawn_call_splits_it(
    case: tuple[str, str, str],
) -> None:
    game = dealt(*case)
    assert last_round(game)["chips"] == POTS[case]
    assert (last_round(game)["discarded"], public(game)["discards"]) == (0, 0)


SECOND_SET = f"folds 9 Ann | order {UP} / {DOWN} | folds 9 Bob\n"
"""Each has folded nine times for 1 chip, so both have 30; Ann starts."""


def set_2(ann: int, bob: int, one: str, other: str) -> Played:
    """Round 1 of set 2, ante 2, begun with so many chips."""
    return dealt(UP, DOWN, f"{SECOND_SET}{have(ann, bob)}deal {one} / {other}")


def test_gb_10_who_cant_pay_the_ante_puts_in_what_it_has_and_the_opponent_the_same() -> None:
    """Ann wins 1 against 1, then has 2: the whole ante, and again nothing to bet with."""
    game = set_2(1, 30, DOWN, UP)
    antes = [(e["ante"], e["chips"]) for e in game.news("RoundDealt")[18:]]
    assert antes == [(1, (0, 29)), (2, (0, 27)), (2, (2, 25))]
    assert [e["bets"] for e in game.news("RoundOver")[18:]] == [(1, 1), (2, 2)]
    assert (chips(game), bets(game)) == ((2, 25), (2, 2))


def test_gb_10_or_loses_all_of_it() -> None:
    game = set_2(1, 30, UP, DOWN)
    assert (ended(game), chips(game)) == (("Bob", "out-of-chips"), (0, 31))
    game = set_2(30, 1, DOWN, UP)
    assert (ended(game), chips(game)) == (("Ann", "out-of-chips"), (31, 0))


def test_gb_10_a_short_ante_is_split_too() -> None:
    """0 against 0 for 1 chip each; then 1 loses to 8."""
    game = set_2(1, 30, UP, "0 8 7 6 5 4 3 2 1")
    first, second = game.news("RoundOver")[18:]
    assert (first["winner"], first["back"], first["chips"]) == ("", (1, 1), (1, 30))
    assert (second["winner"], second["chips"]) == ("Bob", (0, 31))


def test_gb_10_the_whole_ante_is_paid_by_who_has_exactly_it() -> None:
    game = set_2(2, 30, DOWN, UP)
    assert game.news("RoundDealt")[18]["ante"] == 2
    game = set_2(3, 30, DOWN, UP)
    assert (chips(game), bets(game)) == ((1, 28), (2, 2))
    assert waits_for(game) == ["Ann: bet CHIPS, fold"]


def test_gb_10_is_of_death_match_in_final_match_gb_16_holds() -> None:
    """Ann has 1 chip when an ante of 2 is due."""
    body = f"Ann: ante 2 | Bob: ante 2 | deal {UP} / {DOWN} | {have(ann=1)} | Ann: fold"
    game = played(BEGIN + body, **FINAL)
    assert ended(game) == ("Bob", "cannot-pay")
