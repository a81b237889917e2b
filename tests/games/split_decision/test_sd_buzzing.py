"""Buzzcodes, the actual code, and who has buzzed in (SD-5 to SD-10), with their windows."""

from __future__ import annotations

import pytest
from playing import Played, play

from gmtool.engine.options import read_options
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.split_decision.buzzing import checked
from gmtool.games.split_decision.moves import Codes
from gmtool.games.split_decision.setup import OPTIONS, setup

from .episodes import (
    CARDS_OF_1,
    CARDS_OF_2,
    NO_HEAD_START,
    QUESTION,
    ROUND_1_WON,
    ROUND_2_WON,
    happened,
    journal,
    more,
    played,
    public,
    refused,
    said,
    seat,
    setting,
    shuffled,
    waits_for,
)


def buzzing(ann: str, bob: str, cid: str, body: str = QUESTION, /, **options: object) -> Played:
    """Round 1 with these codes, one a set, and nothing placed."""
    codes = {"Ann": ann, "Bob": bob, "Cid": cid}
    many = len(ann.split())
    return played("2C", NO_HEAD_START + body, codes, buzzcodes=many, **options)


def collecting(lines: str = "", **options: object) -> Played:
    """Codes are collected since 20:02."""
    return play(journal(f"chance: {shuffled('')}\nhost: start\n{lines}", **options))


def asked(game: Played) -> str:
    """Who has buzzed in and is asked."""
    return str(public(game)["asking"]["who"])


def sets(game: Played) -> list[tuple[int, dict[str, tuple[int, int | None]], tuple[str, ...]]]:
    """The sets used: number, code and distance of each player, and who was tied."""
    return [
        (one["number"], {b.who: (b.code, b.distance) for b in one["buzzes"]}, one["tied"])
        for one in game.news("SetUsed")
    ]


# ---- SD-5: the list

THIRTY = " ".join(str(number) for number in range(1, 31))
WRONG_LISTS = {
    "29": (THIRTY[:-3], "29 codes, 30 are needed"),
    "31": (f"{THIRTY} 31", "31 codes, 30 are needed"),
    "one out of range": (
        f"{THIRTY[:-3]} 101",
        "the 30th (101) is not a whole number from 1 to 100",
    ),
    "two out of range": (
        THIRTY.replace("5 6", "0 6", 1).replace("22", "101"),
        "the 5th (0) and the 22nd (101) are not whole numbers from 1 to 100",
    ),
    "not whole": (f"{THIRTY[:-3]} 5.5", "the 30th (5.5) is not a whole number"),
    "below nought": (f"-3{THIRTY[1:]}", "the 1st (-3) is not a whole number"),
    "the 2nd, the 3rd and the 11th to 13th": (
        THIRTY.replace("2 3 4", "0 0 4", 1).replace("11 12 13", "0 0 0"),
        "the 2nd (0), the 3rd (0), the 11th (0), the 12th (0) and the 13th (0) are not",
    ),
    "too few and one wrong": (
        f"101{THIRTY[1:-3]}",
        "29 codes, 30 are needed; the 1st (101) is not",
    ),
}


@pytest.mark.parametrize("case", WRONG_LISTS)
def test_sd_05_a_wrong_list_is_refused_with_the_entries_that_are_wrong(case: str) -> None:
    codes, why = WRONG_LISTS[case]
    found = refused(collecting(), f"Ann: codes {codes}")
    assert (found.clause, type(found)) == ("SD-5", Refused)
    assert why in found.sentence()
    assert "30 whole numbers from 1 to 100, in their order" in found.sentence()


def test_sd_05_codes_may_be_repeated_and_their_order_matters() -> None:
    game = buzzing("7 7 1", "1 7 7", "100 100 7", f"{QUESTION}host: draw 7")
    assert sets(game) == [(1, {"Ann": (7, 0), "Bob": (1, 6), "Cid": (100, 93)}, ())]
    body = f'{QUESTION}host: draw 7\nAnn: answer "Paris"\nhost: right\nAnn: chip\n'
    second = buzzing("7 7 1", "1 7 8", "100 100 7", f"{body}{QUESTION}host: draw 1")
    assert sets(second)[1] == (2, {"Ann": (7, 6), "Bob": (7, 6), "Cid": (100, 99)}, ("Ann", "Bob"))
    assert sets(second)[2] == (3, {"Ann": (1, 0), "Bob": (8, 7), "Cid": (7, 6)}, ())


def test_sd_05_from_1_to_the_highest_code() -> None:
    game = collecting(buzzcodes=2, buzz_max=20)
    assert refused(game, "Ann: codes 1 21").clause == "SD-5"
    assert refused(game, "Ann: codes 1 2 3").clause == "SD-5"
    assert more(game, "Ann: codes 1 20").state.player("Ann").codes == (1, 20)


def test_sd_05_a_complete_list_cant_be_changed() -> None:
    game = collecting("Ann: codes 1 2", buzzcodes=2)
    for again in ("Ann: codes 1 2", "Ann: codes 3 4"):
        found = refused(game, again)
        assert (found.clause, "can't be changed" in found.sentence()) == ("SD-5", True)
    complete = more(game, "Bob: codes 1 2\nCid: codes 1 2")
    found = refused(complete, "Ann: codes 3 4")
    assert (found.clause, type(found)) == ("SD-5", NotNow)


def test_sd_05_a_wrong_list_may_be_sent_again() -> None:
    game = collecting(buzzcodes=2)
    refused(game, "Ann: codes 1")
    assert waits_for(more(game, "Ann: codes 1 2"))[0] == "Bob: codes CODE …"


def test_sd_05_in_time_at_the_deadline_and_late_after_it() -> None:
    game = collecting(buzzcodes=2)
    (window,) = game.table.windows
    assert (window.opened, window.deadline) == ("2026-11-20T20:02:00Z", "2026-11-22T20:02:00Z")
    assert more(game, "22 20:02 Ann: codes 1 2").state.player("Ann").codes == (1, 2)
    found = refused(game, "22 20:02:01 Ann: codes 1 2")
    assert (found.clause, "2026-11-22T20:02:00Z" in found.sentence()) == ("SD-5", True)
    late = more(game, '22 20:02:01 Ann [late "the forum was down"]: codes 1 2')
    assert late.state.player("Ann").codes == (1, 2)


def test_sd_05_sent_in_time_and_recorded_later() -> None:
    game = collecting(buzzcodes=2)
    game = more(game, "22 20:02 Ann [recorded 2026-11-23T08:00:00Z]: codes 1 2")
    assert game.state.player("Ann").codes == (1, 2)


def test_sd_05_nobody_closes_before_the_deadline() -> None:
    game = collecting("Ann: codes 1 2", buzzcodes=2)
    found = refused(game, "22 20:01:59 host: close")
    assert (found.clause, "Bob, Cid" in found.sentence()) == ("ALL-2", True)
    assert refused(game, "22 20:01:59 host: close early").clause == "ALL-2"


def test_sd_05_when_the_last_has_sent_the_window_is_over_at_once() -> None:
    game = collecting("Ann: codes 1 2\nBob: codes 3 4\nCid: codes 5 6", buzzcodes=2)
    assert happened(game) == ["CodesGiven", "CodesComplete"]
    assert [window.clause for window in game.table.windows] == ["SD-3"]


# ---- SD-6: sets


def test_sd_06_the_kth_codes_of_all_players_are_the_kth_set_through_all_rounds() -> None:
    """Round 1 uses sets 1 and 2, so round 2 begins with the third; Ann sits out."""
    body = f"{ROUND_1_WON}Bob: low\nCid: refuse\nCid: refuse\n{QUESTION}host: draw 49"
    codes = {"Ann": "10 10 49 4", "Bob": "50 50 45 5", "Cid": "90 90 60 6"}
    game = played(" ".join((*CARDS_OF_1, *CARDS_OF_2)), body, codes, buzzcodes=4)
    assert sets(game)[2] == (3, {"Ann": (49, None), "Bob": (45, 4), "Cid": (60, 11)}, ())
    assert asked(game) == "Bob"
    assert (public(game)["sets_used"], public(game)["sets_left"]) == (3, 1)


def test_sd_06_each_question_uses_the_next_set_whoever_was_asked() -> None:
    dead = f"""{QUESTION}host: draw 1
        Ann: answer "?"
        host: wrong
        Bob: answer "?"
        host: wrong
        Cid: answer "?"
        host: wrong
        """
    game = buzzing("1 2 3", "4 5 6", "7 8 9", f"{dead}{QUESTION}host: draw 1")
    assert [number for number, _, _ in sets(game)] == [1, 2]
    assert sets(game)[1][1] == {"Ann": (2, 1), "Bob": (5, 4), "Cid": (8, 7)}


# ---- SD-7: the actual code, and who is nearest

NEAREST = [
    ("40 55 90", 48, "Bob", 7),
    ("40 55 90", 47, "Ann", 7),
    ("40 55 90", 73, "Cid", 17),
    ("40 55 90", 72, "Bob", 17),
    ("40 55 90", 1, "Ann", 39),
    ("40 55 90", 100, "Cid", 10),
    ("40 55 90", 55, "Bob", 0),
    ("100 99 1", 100, "Ann", 0),
]


@pytest.mark.parametrize(("codes", "drawn", "who", "away"), NEAREST)
def test_sd_07_the_nearest_above_or_below_has_buzzed_in(
    codes: str, drawn: int, who: str, away: int
) -> None:
    ann, bob, cid = codes.split()
    game = buzzing(ann, bob, cid, f"{QUESTION}host: draw {drawn}")
    assert happened(game) == ["CodeDrawn", "SetUsed", "BuzzedIn"]
    buzzed = said(game)[-1]
    assert (buzzed["who"], buzzed["distance"], buzzed["set_number"]) == (who, away, 1)
    assert asked(game) == who
    assert waits_for(game) == [f'{who}: answer "…"']


def test_sd_07_who_is_out_of_the_round_is_not_eligible() -> None:
    body = f"""host: adjust Ann chips =0 why "a slip"
        right Ann
        Ann: keep
        Ann: high
        right Ann
        Ann: keep
        {QUESTION}host: draw 10"""
    game = played("3C 4C 5C 6C 7C 8C 2D KD", NO_HEAD_START + body)
    assert seat(game, "Ann")["out"]
    assert asked(game) == "Bob"
    assert sets(game)[-1][1] == {"Ann": (10, None), "Bob": (50, 40), "Cid": (90, 80)}


def test_sd_07_a_tie_discards_the_set_and_the_next_decides_by_the_same_code() -> None:
    game = buzzing("40 1 1", "60 2 1", "90 52 1", f"{QUESTION}host: draw 50")
    assert sets(game) == [
        (1, {"Ann": (40, 10), "Bob": (60, 10), "Cid": (90, 40)}, ("Ann", "Bob")),
        (2, {"Ann": (1, 49), "Bob": (2, 48), "Cid": (52, 2)}, ()),
    ]
    assert asked(game) == "Cid"
    assert (public(game)["asking"]["code"], public(game)["sets_used"]) == (50, 2)


def test_sd_07_ties_of_three_and_of_equal_codes_one_after_the_other() -> None:
    game = buzzing("5 50 40 1", "5 50 60 2", "5 90 60 3", f"{QUESTION}host: draw 50")
    assert [tied for _, _, tied in sets(game)] == [
        ("Ann", "Bob", "Cid"),
        ("Ann", "Bob"),
        ("Ann", "Bob", "Cid"),
        (),
    ]
    assert asked(game) == "Cid"


def test_sd_07_by_option_a_tie_draws_a_new_code_too_from_whom_it_came() -> None:
    codes = ("40 10 1", "60 80 2", "90 52 3")
    game = buzzing(*codes, f"{QUESTION}host: draw 50", redraw_on_tie="on")
    assert waits_for(game) == ["host: draw, draw CODE"]
    assert (asked(game), public(game)["asking"]["code"]) == ("", 0)
    game = more(game, "host: draw 11")
    assert sets(game)[1] == (2, {"Ann": (10, 1), "Bob": (80, 69), "Cid": (52, 41)}, ())
    assert asked(game) == "Ann"
    game = buzzing(
        *codes, f"{QUESTION}host: draw\nchance: draw 50\nchance: draw 79", redraw_on_tie="on"
    )
    assert [(one["code"], one["by"]) for one in game.news("CodeDrawn")] == [
        (50, "chance"),
        (79, "chance"),
    ]
    assert asked(game) == "Bob"


def test_sd_07_by_chance_or_typed_in_and_it_is_recorded_which() -> None:
    game = buzzing("1", "50", "99")
    assert waits_for(game) == ["host: draw, draw CODE"]
    typed = more(game, "host: draw 57")
    assert [(one["code"], one["by"]) for one in typed.news("CodeDrawn")] == [(57, "host")]
    assert typed.table.drawn == game.table.drawn
    drawn = more(game, "host: draw\nchance: draw 57")
    assert [(one["code"], one["by"]) for one in drawn.news("CodeDrawn")] == [(57, "chance")]
    by_seed = more(game, "host: draw")
    assert [entry.who for entry in by_seed.entries[-2:]] == ["host", "chance"]
    assert by_seed.entries[-1].received_at == by_seed.entries[-2].received_at
    assert asked(by_seed) in {"Ann", "Bob", "Cid"}


@pytest.mark.parametrize("code", ["0", "101", "-1", "5.5", "1e1"])
def test_sd_07_the_actual_code_is_from_1_to_the_highest(code: str) -> None:
    found = refused(buzzing("1", "50", "99"), f"host: draw {code}")
    assert found.clause == "SD-7"
    assert f"“{code}”" in found.sentence()
    assert "from 1 to 100" in found.sentence()


def test_sd_07_no_code_without_a_question_or_twice() -> None:
    game = buzzing("1", "50", "99", "")
    assert refused(game, "host: draw 57").clause == "SD-7"
    game = more(game, QUESTION)
    found = refused(game, "chance: draw 57")
    assert (found.clause, "hasn't asked chance" in found.sentence()) == ("SD-7", True)
    assert refused(more(game, "host: draw 57"), "host: draw 57").clause == "SD-7"
    typed = play(
        journal(setting("2C") + NO_HEAD_START + QUESTION + "host: draw").replace(
            "---", "set chance: typed\n---"
        )
    )
    assert waits_for(typed) == ["chance: draw CODE"]
    for line in ("host: draw", "host: draw 57"):
        assert refused(typed, line).clause == "SD-7"
    assert public(more(typed, "chance: draw 57"))["asking"]["code"] == 57


def test_sd_07_nobody_answers_before_somebody_has_buzzed_in() -> None:
    found = refused(buzzing("1", "50", "99"), 'Ann: answer "Paris"')
    assert (found.clause, type(found)) == ("SD-7", NotNow)


def test_sd_07_undo_and_redo_give_the_same_code() -> None:
    game = buzzing("1 5", "50 6", "99 7", f"{QUESTION}host: draw")
    number = game.entries[-2].number
    (first,) = (one["code"] for one in game.news("CodeDrawn"))
    undone = more(game, f"host: undo {number}")
    assert (undone.state.sets_used, waits_for(undone)) == (0, ["host: draw, draw CODE"])
    assert more(undone, f"host: redo {number}").table == game.table
    again = more(undone, "host: draw")
    assert [one["code"] for one in again.news("CodeDrawn")] == [first]
    assert again.state.sets_used == game.state.sets_used == 1


# ---- SD-8: who is next


def test_sd_08_the_next_nearest_of_the_same_set_is_asked() -> None:
    game = buzzing("40 1", "55 2", "90 3", f'{QUESTION}host: draw 48\nBob: answer "Rome"')
    game = more(game, "host: wrong")
    assert (happened(game), asked(game)) == (["Judged", "BuzzedIn"], "Ann")
    buzzed = said(game)[-1]
    assert (buzzed["set_number"], buzzed["code"], buzzed["distance"]) == (1, 40, 8)
    game = more(game, "+48h host: close")
    assert (asked(game), said(game)[-1]["distance"]) == ("Cid", 42)
    assert public(game)["sets_used"] == 1


def test_sd_08_a_tie_for_being_next_is_broken_by_the_next_set_among_who_is_left() -> None:
    body = f'{QUESTION}host: draw 50\nAnn: answer "Rome"\nhost: wrong'
    game = buzzing("50 50 1", "40 1 2", "60 49 3", body)
    assert happened(game) == ["Judged", "NextTied", "SetUsed", "BuzzedIn"]
    assert said(game)[1]["who"] == ("Bob", "Cid")
    assert sets(game)[1] == (2, {"Ann": (50, None), "Bob": (1, 49), "Cid": (49, 1)}, ())
    assert asked(game) == "Cid"
    last = more(game, 'Cid: answer "Rome"\nhost: wrong')
    assert asked(last) == "Bob"
    assert (said(last)[-1]["set_number"], said(last)[-1]["distance"]) == (2, 49)
    assert public(last)["sets_used"] == 2


def test_sd_08_a_set_that_ties_those_left_again_is_discarded_too() -> None:
    body = f'{QUESTION}host: draw 50\nAnn: answer "Rome"\nhost: wrong'
    game = buzzing("50 50 50", "40 45 2", "60 55 49", body)
    assert [tied for _, _, tied in sets(game)] == [(), ("Bob", "Cid"), ()]
    assert (asked(game), public(game)["sets_used"]) == ("Cid", 3)


def test_sd_08_a_tie_for_being_next_draws_no_new_code_by_option_either() -> None:
    body = f'{QUESTION}host: draw 50\nAnn: answer "Rome"\nhost: wrong'
    game = buzzing("50 50 50", "40 45 2", "60 55 49", body, redraw_on_tie="on")
    assert (asked(game), len(game.news("CodeDrawn"))) == ("Cid", 1)


def test_sd_08_a_tie_that_nobodys_turn_depends_on_discards_nothing() -> None:
    body = f'{QUESTION}host: draw 50\nAnn: answer "Paris"\nhost: right\nAnn: chip'
    game = buzzing("50 50", "40 1", "60 2", body)
    assert public(game)["sets_used"] == 1
    game = more(game, f"{QUESTION}host: draw 1")
    assert (asked(game), sets(game)[-1][0]) == ("Bob", 2)


def test_sd_08_the_last_of_all_needs_no_set() -> None:
    body = f"""{QUESTION}host: draw 50
        Ann: answer "Rome"
        host: wrong
        Bob: answer "Rome"
        host: wrong"""
    game = buzzing("50", "45", "60", body)
    assert (asked(game), public(game)["sets_used"]) == ("Cid", 1)


# ---- SD-9: sets running out


@pytest.mark.parametrize(
    ("many", "remark"),
    [
        (7, ""),
        (6, "SD-9: only 5 unused sets are left"),
        (5, "SD-9: only 4 unused sets are left"),
        (2, "SD-9: only 1 unused set is left"),
        (1, "SD-9: no unused set is left"),
    ],
)
def test_sd_09_the_tool_warns_from_five_unused_sets_down(many: int, remark: str) -> None:
    game = played("2C", f"{NO_HEAD_START}{QUESTION}host: draw 50", buzzcodes=many)
    (used,) = game.news("SetUsed")
    assert used.remark.partition(";")[0] == remark
    assert used["left"] == public(game)["sets_left"] == many - 1


def test_sd_09_a_question_waits_until_all_have_sent_as_many_codes_again() -> None:
    body = f'{QUESTION}host: draw 50\nBob: answer "Paris"\nhost: right\nBob: chip\n{QUESTION}'
    game = buzzing("1", "50", "99", f"{body}host: draw 20")
    assert happened(game) == ["CodeDrawn", "CodesOpened"]
    assert waits_for(game) == [f"{name}: codes CODE …" for name in ("Ann", "Bob", "Cid")]
    (window,) = game.table.windows
    assert window.opened == game.entries[-1].received_at
    assert refused(game, 'Ann: answer "Paris"').clause == "SD-7"
    assert refused(game, "host: draw 20").clause == "SD-7"
    assert refused(game, "Ann: codes 1 2").clause == "SD-5"
    game = more(game, "Cid: codes 30\nAnn: codes 22")
    assert refused(game, "Ann: codes 23").clause == "SD-5"
    game = more(game, "Bob: codes 19")
    assert happened(game) == ["CodesGiven", "CodesComplete", "SetUsed", "BuzzedIn"]
    assert sets(game)[-1] == (2, {"Ann": (22, 2), "Bob": (19, 1), "Cid": (30, 10)}, ())
    assert public(game)["asking"]["code"] == 20


def test_sd_09_in_the_middle_of_a_question_too() -> None:
    body = f'{QUESTION}host: draw 50\nAnn: answer "Rome"\nhost: wrong'
    game = buzzing("50", "40", "60", body)
    assert happened(game) == ["Judged", "NextTied", "CodesOpened"]
    assert public(game)["asking"]["asked"] == ["Ann"]
    game = more(game, "Ann: codes 50\nBob: codes 48\nCid: codes 53")
    assert (asked(game), public(game)["sets_used"]) == ("Bob", 2)


def test_sd_09_a_tie_of_the_last_set_asks_for_new_ones() -> None:
    game = buzzing("40", "60", "90", f"{QUESTION}host: draw 50")
    assert happened(game) == ["CodeDrawn", "SetUsed", "CodesOpened"]
    game = more(game, "Ann: codes 1\nBob: codes 2\nCid: codes 3")
    assert asked(game) == "Cid"


def test_sd_09_with_the_option_the_new_code_comes_before_the_new_sets() -> None:
    game = buzzing("40", "60", "90", f"{QUESTION}host: draw 50", redraw_on_tie="on")
    assert waits_for(game) == ["host: draw, draw CODE"]
    game = more(game, "host: draw 1")
    assert happened(game) == ["CodeDrawn", "CodesOpened"]
    assert asked(more(game, "Ann: codes 1\nBob: codes 2\nCid: codes 3")) == "Ann"


ROUNDS = " ".join((*CARDS_OF_1, *CARDS_OF_2))


def test_sd_09_only_the_players_of_the_round_send_more() -> None:
    """Round 1 uses both sets; Ann sits out round 2, and sends when round 3 needs a set."""
    second = ROUND_2_WON.replace("right Bob", f"{QUESTION}host: draw 50\n%s", 1)
    body = ROUND_1_WON + second.partition("%s")[0]
    game = played(ROUNDS, body, buzzcodes=2)
    assert waits_for(game) == ["Bob: codes CODE …", "Cid: codes CODE …"]
    assert refused(game, "Ann: codes 10 10").clause == "SD-9"
    game = more(game, "Bob: codes 50 50\nCid: codes 90 90")
    assert (asked(game), sets(game)[-1][0]) == ("Bob", 3)
    assert set(sets(game)[-1][1]) == {"Bob", "Cid"}
    game = more(
        game,
        """Bob: answer "Paris"
        host: right
        Bob: high
        right Bob
        Ann: refuse
        Ann: refuse
        Bob: refuse
        Bob: refuse"""
        + f"\n{QUESTION}host: draw 12",
    )
    assert waits_for(game) == ["Ann: codes CODE …", "Bob: codes CODE …"]
    game = more(game, "Ann: codes 14 1\nBob: codes 11 2")
    assert sets(game)[-1][:2] == (5, {"Ann": (14, 2), "Bob": (11, 1)})


def test_sd_09_sets_are_counted_for_all_players_together() -> None:
    """Of round 2 there are two sets left to Bob, but none to Ann: both send three more."""
    more_codes = """Bob: codes 50 61 62
        Cid: codes 90 91 92
        Bob: answer "Paris"
        host: right
        """
    second = "Bob: low\nCid: refuse\nCid: refuse\nright Bob\nBob: high\n"
    body = f"""{ROUND_1_WON}{second}{QUESTION}host: draw 50
        {more_codes}Ann: refuse
        Ann: refuse
        Bob: refuse
        Bob: refuse
        {QUESTION}host: draw 12"""
    game = played(ROUNDS, body, buzzcodes=3)
    assert public(game)["round"] == 3
    assert waits_for(game) == ["Ann: codes CODE …", "Bob: codes CODE …"]
    game = more(game, "Ann: codes 14 1 1\nBob: codes 11 2 2")
    assert sets(game)[-1][:2] == (5, {"Ann": (14, 2), "Bob": (61, 49), "Cid": (91, None)})
    assert public(game)["sets_left"] == 2


def test_sd_09_chance_gives_the_new_codes_of_who_is_overdue_in_seat_order() -> None:
    game = buzzing("40", "60", "90", f"{QUESTION}host: draw 50")
    game = more(game, "Bob: codes 2\n+48h host: close\nchance: codes 7\nchance: codes 8")
    given = {one["who"]: (one["codes"], one["drawn"]) for one in game.news("CodesGiven")[3:]}
    assert given == {"Bob": ((2,), False), "Ann": ((7,), True), "Cid": ((8,), True)}
    assert asked(game) == "Cid"


def test_sd_10_a_set_becomes_public_when_it_is_used_and_not_before() -> None:
    game = buzzing("40 11", "60 22", "90 33", f"{QUESTION}host: draw 50")
    (used,) = [one for one in game.news("SetUsed") if one["number"] == 1]
    shown = used.seen_by("")
    assert shown is not None
    assert [(b["who"], b["code"], b["distance"]) for b in shown["buzzes"]] == [
        ("Ann", 40, 10),
        ("Bob", 60, 10),
        ("Cid", 90, 40),
    ]
    unused = buzzing("40 11", "65 22", "90 33", f"{QUESTION}host: draw 50")
    for seer in ("", "Ann", "Bob", "Cid"):
        for other, code in (("Ann", 11), ("Bob", 22), ("Cid", 33)):
            seen = [one.seen_by(seer) for step in unused.replay.live for one in step.news]
            known = any(str(code) in repr(facts) for facts in (*seen, unused.view(seer)))
            assert known == (seer == other), (seer, other)


def test_sd_05_every_wrong_entry_of_a_usual_list_is_named() -> None:
    terms = setup(read_options(OPTIONS, {}), ("Ann", "Bob", "Cid")).terms
    with pytest.raises(Refused) as found:
        checked(terms, Codes(("101",) * 29 + ("x",)))
    assert found.value.sentence().count("(101)") == 29
    assert "the 30th (x)" in found.value.sentence()
