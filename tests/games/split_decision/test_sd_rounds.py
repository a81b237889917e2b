"""Rounds 1 to 3: who plays, head starts, cards, chips, how a round is won, and its money
(SD-13 to SD-26, SD-36). What each card does in each hand is in the table of corners.
"""

from __future__ import annotations

from typing import Any

import pytest
from playing import Played
from saying import typed

from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision import GAME

from .episodes import (
    CARDS_OF_1,
    CARDS_OF_2,
    LONG_ROUND_1,
    NO_HEAD_START,
    QUESTION,
    ROUND_1_WON,
    ROUND_2_WON,
    happened,
    money,
    more,
    played,
    public,
    refused,
    said,
    seat,
    waits_for,
)

NO_CHIPS = 'chips =0 why "a slip"'
HEAD_START = "2C 3C 4C 5C 6C 7C"
"""Six cards for a head start that everybody refuses."""
TWO_ROUNDS = (*CARDS_OF_1, *CARDS_OF_2)


def card(game: Played) -> tuple[str, str, str]:
    """Who decides on which card, in which situation."""
    now = public(game)["play"]
    return now["who"], now["card"], now["situation"]


def hand(game: Played, name: str) -> tuple[str | None, str | None]:
    facts = seat(game, name)
    return facts["low"], facts["high"]


def over(game: Played, number: int) -> dict[str, Any]:
    """A round that is over."""
    return next(then for then in public(game)["rounds"] if then["number"] == number)


def why(game: Played, line: str) -> tuple[str, str]:
    found = refused(game, line)
    return found.clause, found.sentence()


# ---- SD-13: who plays


def test_sd_13_all_three_then_who_didnt_win_then_the_two_winners() -> None:
    assert public(played("2C"))["order"] == ["Ann", "Bob", "Cid"]
    second = played(" ".join(CARDS_OF_1), ROUND_1_WON)
    assert (public(second)["round"], public(second)["order"]) == (2, ["Bob", "Cid"])
    assert not seat(second, "Ann")["plays"]
    third = played(" ".join(TWO_ROUNDS), ROUND_1_WON + ROUND_2_WON)
    assert (public(third)["round"], public(third)["order"]) == (3, ["Ann", "Bob"])
    assert public(third)["winners"] == ["Ann", "Bob"]


def test_sd_13_hands_are_cleared_and_chips_are_two_again() -> None:
    body = """Ann: low
        Bob: high
        Cid: low
        right Bob
        Bob: chip
        right Ann
        Ann: high
        right Ann"""
    game = played("2D 9C 6C 3C KD 7D", body)
    assert public(game)["round"] == 2
    assert [hand(game, name) for name in ("Ann", "Bob", "Cid")] == [(None, None)] * 3
    assert [seat(game, name)["chips"] for name in ("Bob", "Cid")] == [2, 2]
    seats = {facts["name"]: facts for facts in over(game, 1)["seats"]}
    assert (seats["Bob"]["high"], seats["Bob"]["chips"], seats["Cid"]["low"]) == ("9C", 1, "6C")


def test_sd_13_who_went_out_of_round_1_plays_round_2() -> None:
    body = f"""Ann: low
        Bob: refuse
        Bob: refuse
        Cid: high
        host: adjust Cid {NO_CHIPS}
        right Cid
        Cid: keep
        right Ann
        Ann: high
        right Ann"""
    game = played("2D 3C 4C 2C 9H KD 7D", body)
    assert {f["name"]: f["out_by"] for f in over(game, 1)["seats"]}["Cid"] == "9H"
    assert public(game)["order"] == ["Cid", "Bob"]
    assert not seat(game, "Cid")["out"]


# ---- SD-14: head start


def test_sd_14_red_gold_and_blue_see_up_to_two_cards_each() -> None:
    game = played(HEAD_START)
    seen = [card(game)]
    for line in NO_HEAD_START.strip().split("\n"):
        game = more(game, line)
        if public(game)["play"]:
            seen.append(card(game))
    who = ("Ann", "Ann", "Bob", "Bob", "Cid", "Cid")
    cards = zip(who, HEAD_START.split(), ("head-start",) * 6, strict=True)
    assert seen == list(cards)
    assert waits_for(game) == ['host: question "…" answer "…"']
    assert money(game) == [0, 0, 0]
    assert [seat(game, name)["chips"] for name in ("Ann", "Bob", "Cid")] == [2, 2, 2]


def test_sd_14_placing_one_ends_that_players_head_start_and_pays() -> None:
    game = played("2C 3C 4C 5C", "Ann: high\nBob: refuse\nBob: low")
    assert card(game) == ("Cid", "5C", "head-start")
    assert hand(game, "Ann") == (None, "2C")
    assert hand(game, "Bob") == ("4C", None)
    assert money(game) == [250, 250, 0]


def test_sd_14_each_card_has_48_hours_and_only_its_player_decides() -> None:
    game = played("2C 3C")
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    assert refused(game, "+48h1s Ann: high").clause == "SD-14"
    second = more(game, "+48h Ann: refuse")
    (window,) = second.table.windows
    assert window.opened == second.entries[-1].received_at
    found = refused(game, "Bob: high")
    assert isinstance(found, NotNow)
    assert "it is Ann who decides" in found.sentence()


def test_sd_14_a_joker_is_an_ace_high_or_low() -> None:
    for place in ("high", "low"):
        game = played("JOKER", f"Ann: {place}")
        (placed,) = (one for one in said(game) if one.name == "Placed")
        assert (placed["card"], placed["place"], placed["rank"], placed["paid"]) == (
            "JOKER",
            place,
            "A",
            250,
        )
        assert seat(game, "Ann")[place] == "JOKER"
    clause, sentence = why(played("JOKER"), "Ann: low as 9")
    assert (clause, "first card is an Ace" in sentence) == ("SD-17", True)


@pytest.mark.parametrize(
    ("move", "clause"),
    [("push", "SD-14"), ("chip", "SD-14"), ("keep", "SD-19"), ("pass Bob", "SD-19")],
)
def test_sd_14_what_cant_be_said_in_a_head_start(move: str, clause: str) -> None:
    assert refused(played("2C"), f"Ann: {move}").clause == clause


ORDERS = {
    "more money first": (
        "2D 3C 4C 9C KD 7D",
        """Ann: low
        Bob: refuse
        Bob: refuse
        Cid: high
        right Ann
        Ann: high
        right Ann""",
        [0, 250],
        ["Cid", "Bob"],
    ),
    "equal, and nobody has any: red, gold, blue": (
        " ".join(CARDS_OF_1),
        ROUND_1_WON,
        [0, 0],
        ["Bob", "Cid"],
    ),
    "equal: who reached it first": (
        "2D 9C 9H KD 7D",
        """Ann: low
        Bob: high
        Cid: high
        right Ann
        Ann: high
        right Ann""",
        [250, 250],
        ["Bob", "Cid"],
    ),
    "equal: who reached it first, though behind at the podiums": (
        "2D 3C 4C 9H 2S 3S KD 7D",
        """Ann: low
        Bob: refuse
        Bob: refuse
        Cid: high
        right Cid
        Cid: chip
        right Bob
        Bob: low
        right Ann
        Ann: high
        right Ann""",
        [350, 350],
        ["Cid", "Bob"],
    ),
    "equal: a correction that changes nothing isn't when it was reached": (
        "2D 9C 9H KD 7D",
        """Ann: low
        Bob: high
        Cid: high
        host: adjust Bob money =250 why "counted again"
        right Ann
        Ann: high
        right Ann""",
        [250, 250],
        ["Bob", "Cid"],
    ),
}


@pytest.mark.parametrize("case", ORDERS)
def test_sd_14_round_2_begins_with_more_money_or_with_who_had_it_first(case: str) -> None:
    top, body, had, order = ORDERS[case]
    game = played(top, body)
    assert money(game)[1:] == had
    assert public(game)["order"] == order
    assert card(game)[0] == order[0]


def test_sd_14_round_3_begins_with_the_winner_of_round_1() -> None:
    body = """Ann: refuse
        Ann: refuse
        Bob: refuse
        Bob: refuse
        Cid: low
        right Cid
        Cid: high
        right Cid
        Ann: low
        Bob: refuse
        Bob: refuse
        right Ann
        Ann: high
        right Ann"""
    game = played("2S 3S 4S 6S 2D KD 7D 3D 9S JS QD 8D 10C", body)
    assert public(game)["order"] == ["Cid", "Ann"]
    assert card(game) == ("Cid", "10C", "head-start")
    assert money(game) == [850, 0, 1700]


# ---- SD-2 and SD-15: low below high, and between

LOW_5_HIGH_9 = "5D 2S 3S 4S 6S 9D"
TWO_PLACED = """Ann: low
    Bob: refuse
    Bob: refuse
    Cid: refuse
    Cid: refuse
    right Ann
    Ann: high
"""
"""Ann holds a low and a high card, and has two chips and $600."""
ONE_PLACED = TWO_PLACED.rpartition("Ann: high")[0]
"""Ann's first card lies low, and the next has come to her."""


ORDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@pytest.mark.parametrize(("low", "above"), [*zip(ORDER, (*ORDER[1:], "A"), strict=True)])
def test_sd_02_each_rank_lies_above_the_one_before_it_and_an_ace_above_all(
    low: str, above: str
) -> None:
    game = played(f"{low}D 2S 3S 4S 6S {above}H", ONE_PLACED)
    assert waits_for(game) == ["Ann: high, chip"]


@pytest.mark.parametrize(("high", "below"), [*zip(ORDER, ("A", *ORDER[:-1]), strict=True)])
def test_sd_02_and_below_the_one_after_it_and_an_ace_below_all(high: str, below: str) -> None:
    body = ONE_PLACED.replace("Ann: low", "Ann: high", 1)
    game = played(f"{high}D 2S 3S 4S 6S {below}H", body)
    assert waits_for(game) == ["Ann: low, chip"]


def test_sd_02_an_ace_stays_at_its_end_for_the_round() -> None:
    game = played("AD 2S 3S 4S 6S 5H KH", f"{ONE_PLACED}Ann: high\nright Ann")
    assert hand(game, "Ann") == ("AD", "5H")
    assert [(one["card"], one["how"]) for one in game.news("Discarded")] == [("KH", "forced")]


@pytest.mark.parametrize("third", ["6H", "7H", "8H", "JOKER"])
def test_sd_15_a_third_strictly_between_wins_the_round_at_once(third: str) -> None:
    game = played(f"{LOW_5_HIGH_9} {third}", f"{TWO_PLACED}right Ann")
    assert (over(game, 1)["winner"], over(game, 1)["questions"][-1]["number"]) == ("Ann", 2)
    assert money(game) == [250 + 100 + 250 + 100 + 1000, 0, 0]


def test_sd_15_what_cant_be_placed_says_why() -> None:
    game = played("5D 2S 3S 4S 6S KH", ONE_PLACED)
    clause, sentence = why(game, "Ann: low")
    assert (clause, "the low place is taken" in sentence) == ("SD-15", True)
    assert "`high` or `chip`" in sentence
    clause, sentence = why(played("2C", NO_HEAD_START), "Ann: high")
    assert (clause, sentence) == ("SD-15", "no card is to be decided on now.")
    passed = played("9D 2S 3S 4S 6S KH", ONE_PLACED.replace("Ann: low", "Ann: high", 1))
    assert [(one["card"], one["how"]) for one in passed.news("Discarded")] == [("KH", "forced")]
    free = played("9D 2S 3S 4S 6S 8C", ONE_PLACED.replace("Ann: low", "Ann: high", 1))
    clause, sentence = why(free, "Ann: high")
    assert (clause, "the high place is taken" in sentence) == ("SD-15", True)


# ---- SD-16: pushes


def test_sd_16_an_ace_beside_an_ace_is_a_push_or_the_other_end() -> None:
    game = played("AD 2S 3S 4S 6S AH 8H", ONE_PLACED)
    assert waits_for(game) == ["Ann: push, high"]
    push = more(game, "Ann: push")
    assert (hand(push, "Ann"), money(push)[0]) == (("AD", None), 250 + 100 + 100)
    assert (seat(push, "Ann")["chips"], happened(push)) == (2, ["Pushed", "QuestionAwaited"])
    high = more(game, "Ann: high")
    assert (hand(high, "Ann"), money(high)[0]) == (("AD", "AH"), 250 + 100 + 250)
    for move in ("chip", "refuse"):
        clause, sentence = why(game, f"Ann: {move}")
        assert (clause, "is a push" in sentence) == ("SD-18", True)
    assert why(game, "Ann: low")[0] == "SD-15"
    assert why(game, "Ann: keep")[0] == "SD-19"


def test_sd_16_a_joker_counts_as_the_rank_it_was_placed_as() -> None:
    top = "9D 2S 3S 4S 6S JOKER 5H 9H AH"
    high = ONE_PLACED.replace("Ann: low", "Ann: high", 1)
    body = f"{high}Ann: low as 5\nright Ann\nright Ann\nright Ann"
    game = played(top, body)
    assert [(one["card"], one["paid"]) for one in game.news("Pushed")] == [("5H", 100), ("9H", 100)]
    assert [(one["card"], one["how"]) for one in game.news("Discarded")] == [("AH", "forced")]


def test_sd_16_what_matches_nothing_is_no_push() -> None:
    game = played("5D 2S 3S 4S 6S KH", ONE_PLACED)
    clause, sentence = why(game, "Ann: push")
    assert (clause, "matches" in sentence) == ("SD-16", True)


# ---- SD-17: Jokers


def test_sd_17_a_joker_fills_the_open_place_as_any_rank_above_the_low_one() -> None:
    game = played("5D 2S 3S 4S 6S JOKER", ONE_PLACED)
    for rank in ("6", "7", "10", "K", "A"):
        after = more(game, f"Ann: high as {rank}")
        (placed,) = (one for one in said(after) if one.name == "Placed")
        assert (placed["rank"], placed["paid"], placed["how"]) == (rank, 250, "")
    for rank in ("5", "4", "2"):
        clause, sentence = why(game, f"Ann: high as {rank}")
        assert (clause, f"a Joker made {rank} wouldn't" in sentence) == (
            "SD-17",
            True,
        )
    assert why(game, "Ann: low as 3")[0] == "SD-15"
    (plain,) = (one for one in said(more(game, "Ann: high")) if one.name == "Placed")
    assert plain["rank"] == "A"


def test_sd_17_only_a_joker_is_made_a_rank() -> None:
    clause, sentence = why(played("5D 2S 3S 4S 6S KH", ONE_PLACED), "Ann: high as Q")
    assert (clause, "only a Joker" in sentence) == ("SD-17", True)


def test_sd_17_the_rank_it_was_made_decides_what_is_between() -> None:
    top = "5D 2S 3S 4S 6S JOKER 8H 6H"
    as_7 = played(top, f"{ONE_PLACED}Ann: high as 7\nright Ann\nright Ann")
    assert [one["card"] for one in as_7.news("Discarded")] == ["8H"]
    assert over(as_7, 1)["how"] == "third-card"
    as_ace = played(top, f"{ONE_PLACED}Ann: high\nright Ann")
    assert over(as_ace, 1)["winner"] == "Ann"


# ---- SD-18: chips


def test_sd_18_two_chips_a_round_and_then_no_peek() -> None:
    body = f"{NO_HEAD_START}right Ann\nAnn: chip\nright Ann\nAnn: chip\nright Ann"
    game = played(f"{HEAD_START} 8C 9C 10C", body)
    assert [(one["card"], one["chips"]) for one in game.news("Discarded")] == [("8C", 1), ("9C", 0)]
    assert card(game) == ("Ann", "", "blind")
    assert "10C" in public(game)["cards_remaining"]
    for move in ("high", "low", "chip", "refuse", "push"):
        clause, sentence = why(game, f"Ann: {move}")
        assert clause == "SD-19"
        assert "before the card is seen" in sentence


def test_sd_18_a_card_seen_with_a_chip_isnt_refused_kept_or_passed() -> None:
    game = played(f"{HEAD_START} 8C", f"{NO_HEAD_START}right Ann")
    clause, sentence = why(game, "Ann: refuse")
    assert (clause, "only a head start card or a free look is refused" in sentence) == (
        "SD-18",
        True,
    )
    for move in ("keep", "pass Bob"):
        clause, sentence = why(game, f"Ann: {move}")
        assert (clause, "no chips left" in sentence) == ("SD-19", True)


def test_sd_18_the_last_chip_is_forced_too() -> None:
    body = f'{TWO_PLACED}host: adjust Ann chips =1 why "a slip"\nright Ann\nright Ann'
    game = played(f"{LOW_5_HIGH_9} KH QH", body)
    assert [(one["card"], one["chips"], one["how"]) for one in game.news("Discarded")] == [
        ("KH", 0, "forced")
    ]
    assert card(game) == ("Ann", "", "blind")


# ---- SD-19 and SD-20: no peek, kept and passed

BLIND = f"{NO_HEAD_START}host: adjust Ann {NO_CHIPS}\n"


def test_sd_19_kept_the_player_chooses_the_end_where_there_are_two() -> None:
    game = played(f"{HEAD_START} 8C", f"{BLIND}right Ann\nAnn: keep")
    assert waits_for(game) == ["Ann: low, high"]
    for move, clause in (("chip", "SD-19"), ("refuse", "SD-19"), ("pass Bob", "SD-19")):
        assert why(game, f"Ann: {move}")[0] == clause
    assert money(more(game, "Ann: high"))[0] == 100 + 250


def test_sd_19_kept_and_of_no_use_the_player_is_out_of_the_round() -> None:
    body = f"{TWO_PLACED}host: adjust Ann {NO_CHIPS}\nright Ann\nAnn: keep"
    game = played(f"{LOW_5_HIGH_9} KH", body)
    assert happened(game) == ["Kept", "CardShown", "WentOut", "QuestionAwaited"]
    facts = seat(game, "Ann")
    assert (facts["out"], facts["out_why"], facts["out_by"]) == (True, "kept", "KH")
    assert money(game)[0] == 250 + 100 + 250 + 100
    assert public(game)["round"] == 1
    asked_next = more(game, f"{QUESTION}host: draw 10")
    assert public(asked_next)["asking"]["who"] == "Bob"


def test_sd_19_kept_it_may_push_or_win() -> None:
    body = f"{TWO_PLACED}host: adjust Ann {NO_CHIPS}\nright Ann\nAnn: keep"
    push = played(f"{LOW_5_HIGH_9} 9H", body)
    assert (money(push)[0], seat(push, "Ann")["out"]) == (700 + 100, False)
    win = played(f"{LOW_5_HIGH_9} 7H", body)
    assert (money(win)[0], over(win, 1)["how"]) == (700 + 1000, "third-card")


def test_sd_19_a_card_is_passed_to_an_opponent_still_in_the_round() -> None:
    body = f"{TWO_PLACED}host: adjust Ann {NO_CHIPS}\nright Ann\nAnn: keep\n"
    body += f"host: adjust Bob {NO_CHIPS}\nright Bob"
    game = played(f"{LOW_5_HIGH_9} KH 8H", body)
    assert waits_for(game) == ["Bob: keep, pass Cid"]
    assert "Ann is out of the round" in why(game, "Bob: pass Ann")[1]
    assert "not to oneself" in why(game, "Bob: pass Bob")[1]
    assert typed(GAME, game.table.state, "Bob", "pass") == ("pass Cid",)
    assert card(more(game, "Bob: pass Cid")) == ("Cid", "8H", "passed")


def test_sd_19_no_card_is_passed_to_who_sits_the_round_out() -> None:
    body = f"{ROUND_1_WON}Bob: refuse\nBob: refuse\nCid: refuse\nCid: refuse\n"
    game = played(" ".join(TWO_ROUNDS), f"{body}host: adjust Bob {NO_CHIPS}\nright Bob")
    clause, sentence = why(game, "Bob: pass Ann")
    assert (clause, "Ann is not in this round" in sentence) == ("SD-19", True)
    assert waits_for(game) == ["Bob: keep, pass Cid"]


def test_sd_20_the_receiver_sees_it_and_may_spend_a_chip() -> None:
    game = played(f"{HEAD_START} 8C", f"{BLIND}right Ann\nAnn: pass Bob")
    assert card(game) == ("Bob", "8C", "passed")
    assert waits_for(game) == ["Bob: low, high, chip"]
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    chip = more(game, "Bob: chip")
    assert (seat(chip, "Bob")["chips"], money(chip)) == (1, [100, 0, 0])
    assert money(more(game, "Bob: low")) == [100, 250, 0]


def test_sd_20_a_card_is_passed_once() -> None:
    game = played(f"{HEAD_START} 8C", f"{BLIND}right Ann\nAnn: pass Bob")
    for move in ("pass Cid", "pass Ann"):
        assert why(game, f"Bob: {move}")[0] == "SD-20"
    assert why(game, "Bob: keep")[0] == "SD-19"
    assert why(game, "Bob: refuse")[0] in {"SD-18", "SD-20"}
    assert isinstance(refused(game, "Ann: keep"), NotNow)


def test_sd_20_without_a_chip_it_has_to_be_placed() -> None:
    body = f"{BLIND}host: adjust Bob {NO_CHIPS}\nright Ann\nAnn: pass Bob"
    game = played(f"{HEAD_START} 8C", body)
    assert waits_for(game) == ["Bob: low, high"]
    assert why(game, "Bob: refuse")[0] == "SD-20"
    assert why(game, "Bob: chip")[0] == "SD-18"


RECEIVER = f"""Ann: refuse
    Ann: refuse
    Bob: low
    Cid: refuse
    Cid: refuse
    right Bob
    Bob: high
    host: adjust Ann {NO_CHIPS}
    """
RECEIVED = "2S 3S 5D 4S 6S 9D"
"""Bob holds 5D and 9D, and Ann has no chips."""


def test_sd_20_a_receiver_is_paid_for_a_push_but_not_for_the_answer() -> None:
    game = played(f"{RECEIVED} 9H", f"{RECEIVER}right Ann\nAnn: pass Bob")
    assert (money(game), seat(game, "Bob")["chips"]) == ([100, 600 + 100, 0], 2)
    assert happened(game) == ["PassedOn", "CardShown", "Pushed", "QuestionAwaited"]


def test_sd_20_a_receiver_can_win_the_round_with_it() -> None:
    game = played(f"{RECEIVED} 7H", f"{RECEIVER}right Ann\nAnn: pass Bob")
    assert (over(game, 1)["winner"], money(game)) == ("Bob", [100, 600 + 1000, 0])
    assert public(game)["order"] == ["Ann", "Cid"]


def test_sd_20_a_receiver_without_use_or_chip_is_out_and_the_passer_isnt() -> None:
    body = f"{RECEIVER}host: adjust Bob {NO_CHIPS}\nright Ann\nAnn: pass gold"
    game = played(f"{RECEIVED} KH", body)
    facts = seat(game, "Bob")
    assert (facts["out"], facts["out_why"], facts["out_by"]) == (True, "passed", "KH")
    assert not seat(game, "Ann")["out"]
    assert waits_for(game) == ['host: question "…" answer "…"']


def test_sd_20_a_receiver_with_a_chip_spends_it_on_what_is_of_no_use() -> None:
    game = played(f"{RECEIVED} KH", f"{RECEIVER}right Ann\nAnn: pass Bob")
    assert (seat(game, "Bob")["chips"], seat(game, "Bob")["out"]) == (1, False)
    assert happened(game) == ["PassedOn", "CardShown", "Discarded", "QuestionAwaited"]


# ---- SD-21: free look


@pytest.mark.parametrize(("completed", "situation"), [(4, "own"), (5, "free-look")])
def test_sd_21_a_free_look_from_the_sixth_question_on(completed: int, situation: str) -> None:
    body = NO_HEAD_START + "dead Bob Ann Cid\n" * completed
    game = played(f"{HEAD_START} 8C", f"{body}right Ann")
    assert public(game)["completed"] == completed + 1
    assert card(game) == ("Ann", "8C", situation)


def test_sd_21_answered_and_dead_questions_are_both_completed() -> None:
    body = f"{NO_HEAD_START}right Ann\nAnn: chip\n" + "dead Bob Ann Cid\n" * 4
    game = played(f"{HEAD_START} 8C 9C", f"{body}right Bob")
    assert card(game) == ("Bob", "9C", "free-look")


LOOK = NO_HEAD_START + "dead Bob Ann Cid\n" * 5 + "right Ann\n"


def test_sd_21_taking_it_uses_up_the_control() -> None:
    game = played(f"{HEAD_START} 8C 9C", f"{LOOK}Ann: low")
    assert (hand(game, "Ann"), money(game)[0]) == (("8C", None), 100 + 250)
    assert waits_for(game) == ['host: question "…" answer "…"']


def test_sd_21_refused_the_next_card_is_seen_with_a_chip_and_not_without() -> None:
    game = played(f"{HEAD_START} 8C 9C", f"{LOOK}Ann: refuse")
    assert card(game) == ("Ann", "9C", "own")
    assert waits_for(game) == ["Ann: low, high, chip"]
    assert seat(game, "Ann")["chips"] == 2
    body = LOOK.replace("right Ann", f"host: adjust Ann {NO_CHIPS}\nright Ann")
    game = played(f"{HEAD_START} 8C 9C", f"{body}Ann: refuse")
    assert card(game) == ("Ann", "", "blind")
    assert "8C" not in public(game)["cards_remaining"]


def test_sd_21_it_is_not_discarded_kept_or_passed() -> None:
    game = played(f"{HEAD_START} 8C", LOOK)
    clause, sentence = why(game, "Ann: chip")
    assert (clause, "a free look is refused without a chip" in sentence) == ("SD-21", True)
    for move in ("keep", "pass Bob"):
        assert why(game, f"Ann: {move}")[0] == "SD-19"


def test_sd_21_an_ace_with_a_choice_cant_be_refused() -> None:
    body = "Ann: low\n" + LOOK.partition("\n")[2].partition("\n")[2]
    game = played("AD 4C 5C 6C 7C AH", body)
    assert waits_for(game) == ["Ann: push, high"]
    assert why(game, "Ann: refuse")[0] == "SD-18"
    assert money(more(game, "Ann: push"))[0] == 250 + 100 + 100


def test_sd_21_questions_are_counted_anew_in_each_round() -> None:
    body = f"{LONG_ROUND_1}Bob: low\nCid: low\nBob: refuse\nBob: refuse\nCid: refuse\nCid: refuse"
    game = played(" ".join((*CARDS_OF_1, "9S", "JS", "5S", "8S", "QH")), f"{body}\nright Bob")
    assert (public(game)["round"], public(game)["completed"]) == (2, 1)
    assert card(game) == ("Bob", "QH", "own")


# ---- SD-22: by default


def test_sd_22_when_one_player_is_left_it_wins_by_default() -> None:
    body = f"""{TWO_PLACED}host: adjust Ann {NO_CHIPS}
        right Ann
        Ann: keep
        host: adjust Bob {NO_CHIPS}
        right Bob
        Bob: keep
        Bob: low
        right Bob
        Bob: keep"""
    game = played(f"{LOW_5_HIGH_9} KH 9H 2H", body)
    assert happened(game)[:4] == ["Kept", "CardShown", "WentOut", "RoundWon"]
    then = over(game, 1)
    assert (then["winner"], then["how"]) == ("Cid", "default")
    assert money(game) == [700, 100 + 250 + 100, 1000]
    assert public(game)["order"] == ["Ann", "Bob"]


@pytest.mark.parametrize(("number", "pays"), [(2, 500), (3, 1000)])
def test_sd_22_of_two_the_other_wins(number: int, pays: int) -> None:
    before = {2: ROUND_1_WON, 3: ROUND_1_WON + ROUND_2_WON}[number]
    top = {2: CARDS_OF_1, 3: TWO_ROUNDS}[number]
    other = {2: "Cid", 3: "Ann"}[number]
    first = ["Bob: high", f"{other}: refuse", f"{other}: refuse"]
    cards = ["2H", "3H", "4H"]
    if number == 3:
        first, cards = [*first[1:], first[0]], ["3H", "4H", "2H"]
    body = "\n".join([before, *first, f"host: adjust Bob {NO_CHIPS}", "right Bob"])
    game = played(" ".join([*top, *cards, "9H"]), body)
    had = seat(game, other)["money"]
    game = more(game, "Bob: keep")
    assert (over(game, number)["winner"], over(game, number)["how"]) == (other, "default")
    assert seat(game, other)["money"] == had + pays


# ---- SD-23: abbreviated round 2


@pytest.mark.parametrize(("dead", "questions", "free"), [(6, 8, False), (7, 9, True)])
def test_sd_23_more_than_eight_questions_make_round_2_an_abbreviated_one(
    dead: int, questions: int, free: bool
) -> None:
    body = LONG_ROUND_1.replace("dead Bob Ann Cid\n", "", 7 - dead)
    game = played(" ".join((*CARDS_OF_1, "8H")), body)
    assert len(over(game, 1)["questions"]) == questions
    assert public(game)["abbreviated"] == free
    assert card(game) == (("Bob", "A", "free-ace") if free else ("Bob", "8H", "head-start"))


def test_sd_23_free_aces_are_paid_and_count_as_the_first_card_then_comes_the_head_start() -> None:
    body = f"""{LONG_ROUND_1}Bob: high
        Cid: low
        Bob: low
        Cid: high"""
    game = played(" ".join((*CARDS_OF_1, "8H", "9H", "7H")), body)
    assert hand(game, "Bob") == ("8H", "A")
    assert hand(game, "Cid") == ("A", "9H")
    assert money(game)[1:] == [250, 250]
    assert "AH" in public(game)["cards_remaining"]
    assert len(public(game)["cards_remaining"]) == 54 - 7 - 2
    pushed = played(" ".join((*CARDS_OF_1, "8H", "9H", "AH")), f"{body}\nright Bob")
    assert money(pushed)[1:] == [250 + 50 + 50, 250]
    out = played(" ".join((*CARDS_OF_1, "8H", "9H", "10H")), f"{body}\nright Bob")
    assert over(out, 2)["winner"] == "Bob"
    assert (out.news("RoundWon")[-1]["card"], over(out, 2)["abbreviated"]) == ("10H", True)


def test_sd_23_the_order_is_fixed_before_and_holds_for_both() -> None:
    body = LONG_ROUND_1.replace("Cid: refuse\n", "Cid: low\n", 1).replace("Cid: refuse\n", "", 1)
    top = "2D 2S 3S 4S KD 7D 8H 9H"
    game = played(top, body)
    assert (public(game)["order"], card(game)[0]) == (["Cid", "Bob"], "Cid")
    game = more(game, "Cid: high")
    assert card(game) == ("Bob", "A", "free-ace")
    game = more(game, "Bob: low")
    assert card(game) == ("Cid", "8H", "head-start")


def test_sd_23_beside_a_free_ace_a_joker_is_any_rank_and_an_ace_no_push() -> None:
    start = f"{LONG_ROUND_1}Bob: low\nCid: low\n"
    joker = played(" ".join((*CARDS_OF_1, "JOKER")), start)
    after = more(joker, "Bob: high as 9")
    (placed,) = (one for one in said(after) if one.name == "Placed")
    assert (placed["rank"], placed["paid"], placed["situation"]) == ("9", 125, "head-start")
    ace = played(" ".join((*CARDS_OF_1, "AH")), start)
    assert waits_for(ace) == ["Bob: high, refuse"]
    clause, sentence = why(ace, "Bob: push")
    assert (clause, "no pushes in a head start" in sentence) == ("SD-14", True)
    assert why(ace, "Bob: chip")[0] == "SD-14"
    assert hand(more(ace, "Bob: high"), "Bob") == ("A", "AH")


def test_sd_23_a_free_ace_is_no_card_of_the_deck_and_goes_with_the_round() -> None:
    body = f"""{LONG_ROUND_1}Bob: low
        Cid: high
        Bob: high
        Cid: refuse
        Cid: refuse
        right Bob"""
    game = played(" ".join((*CARDS_OF_1, "KH", "3H", "4H", "8H")), body)
    assert public(game)["round"] == 3
    assert hand(game, "Bob") == (None, None)
    assert len(public(game)["cards_remaining"]) == 54 - 7 - 4 - 1


# ---- SD-24 to SD-26: money


def test_sd_24_to_the_last_dollar_over_three_rounds() -> None:
    body = f"""{ROUND_1_WON}{ROUND_2_WON}Ann: low
        Bob: high
        right Bob
        Bob: low
        right Ann
        right Ann
        Ann: high
        right Bob"""
    top = " ".join((*TWO_ROUNDS, "4D", "JH", "3H", "4H", "9H", "10H"))
    game = played(top, body)
    ann = (250 + 100 + 250 + 100 + 1000) + (500 + 100 + 100 + 100 + 500)
    bob = (125 + 50 + 125 + 50 + 500) + (500 + 100 + 500 + 100 + 1000)
    assert money(game) == [ann, bob, 0]
    assert [then["winner"] for then in public(game)["rounds"]] == ["Ann", "Bob", "Bob"]
    assert [one["paid"] for one in game.news("RoundWon")] == [1000, 500, 1000]


def test_sd_24_the_third_card_isnt_paid_as_a_card() -> None:
    game = played(f"{LOW_5_HIGH_9} 7H", f"{TWO_PLACED}right Ann")
    (won,) = game.news("RoundWon")
    assert (won["card"], won["paid"]) == ("7H", 1000)
    assert len(game.news("Placed")) == 2


GIFTS = {
    "blue loses round 2": (ROUND_1_WON + ROUND_2_WON, TWO_ROUNDS, "on", "Cid"),
    "the reigning champion loses it": (
        """Ann: refuse
        Ann: refuse
        Bob: low
        Cid: refuse
        Cid: refuse
        right Bob
        Bob: high
        right Bob
        Ann: refuse
        Ann: refuse
        Cid: low
        right Cid
        Cid: high
        right Cid""",
        ("2S", "3S", "2D", "4S", "6S", "KD", "7D", "9S", "JS", "3D", "QD", "8D"),
        "on",
        "",
    ),
}
GIFTS["red loses it and is no champion"] = (
    *GIFTS["the reigning champion loses it"][:2],
    "off",
    "Ann",
)


@pytest.mark.parametrize("case", GIFTS)
def test_sd_25_a_gift_card_for_the_loser_of_round_2_unless_it_is_the_champion(case: str) -> None:
    body, top, champion, loser = GIFTS[case]
    before = played(" ".join(top), body.rstrip().rpartition("\n")[0], champion=champion)
    assert [f["name"] for f in before.view()["players"] if f["gift"]] == []
    game = played(" ".join(top), body, champion=champion)
    assert public(game)["round"] == 3
    assert [f["name"] for f in game.view()["players"] if f["gift"]] == [loser] * bool(loser)
    assert not loser or seat(game, loser)["money"] == 0  # the card is no money


def test_sd_26_the_winner_of_round_3_plays_the_bonus_however_rich_the_others_are() -> None:
    body = f"""{ROUND_1_WON}{ROUND_2_WON}host: adjust Cid money +90000 why "a test"
        Ann: refuse
        Ann: refuse
        Bob: low
        right Bob
        Bob: high
        right Bob"""
    game = played(" ".join((*TWO_ROUNDS, "2C", "3C", "4C", "JC", "9C")), body)
    assert public(game)["bonus"]["who"] == "Bob"
    assert money(game) == [1700, 850 + 500 + 100 + 500 + 100 + 1000, 90000]


# ---- SD-36: what is forced


def test_sd_36_where_there_is_a_choice_nothing_is_forced() -> None:
    body = f"{ROUND_1_WON}{ROUND_2_WON}"
    game = played(" ".join(TWO_ROUNDS), body)
    assert {one["how"] for one in (*game.news("Placed"), *game.news("Declined"))} == {""}


def test_sd_36_a_forced_move_is_part_of_the_entry_that_brought_the_card() -> None:
    body = f"{TWO_PLACED}right Ann"
    cards = {"KH": "Discarded", "9H": "Pushed"}
    for third, event in cards.items():
        game = played(f"{LOW_5_HIGH_9} {third}", body)
        assert game.entries[-1].text == "right"
        assert happened(game)[-2:] == [event, "QuestionAwaited"]
        assert said(game)[-2]["how"] == "forced"


def test_sd_36_after_a_refused_free_look_the_next_card_may_be_forced_too() -> None:
    body = TWO_PLACED + "dead Bob Ann Cid\n" * 4 + "right Ann"
    game = played(f"{LOW_5_HIGH_9} KH 9H", body)
    assert happened(game)[2:] == [
        *("CardShown", "Declined", "CardShown", "Pushed", "QuestionAwaited")
    ]
    assert [one["how"] for one in said(game) if "how" in one.facts] == ["forced", "forced"]


# ---- ALL-6: corrections


def test_all_06_chips_are_corrected_only_from_0_to_2_and_not_while_they_decide() -> None:
    game = played(f"{HEAD_START} 8C", NO_HEAD_START)
    for amount in ("=3", "+1", "-3"):
        assert refused(game, f'host: adjust Ann chips {amount} why "a slip"').clause == "ALL-6"
    assert seat(more(game, 'host: adjust Ann chips -1 why "a slip"'), "Ann")["chips"] == 1
    deciding = more(game, "right Ann")
    assert refused(deciding, f"host: adjust Ann {NO_CHIPS}").clause == "SD-18"
    assert seat(more(deciding, f"host: adjust Bob {NO_CHIPS}"), "Bob")["chips"] == 0
    second = played(" ".join(CARDS_OF_1), ROUND_1_WON)
    assert refused(second, f"host: adjust Ann {NO_CHIPS}").clause == "SD-18"


def test_all_06_money_is_corrected_but_never_below_nothing() -> None:
    game = played(f"{HEAD_START} 8C", NO_HEAD_START)
    assert money(more(game, 'host: adjust blue money =250 why "a push"')) == [0, 0, 250]
    found = refused(game, 'host: adjust Ann money -1 why "a slip"')
    assert (found.clause, type(found)) == ("ALL-6", Refused)
    assert refused(game, 'host: adjust Ann coins +1 why "a slip"').clause == "ALL-6"
    assert refused(game, 'host: adjust Ann bankroll +1 why "a slip"').clause == "SD-28"


def test_all_02_nobody_is_inactive_in_this_game() -> None:
    assert refused(played("2C"), 'host: inactive Ann why "silent"').clause == "ALL-2"
