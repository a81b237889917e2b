"""Deadlines: when windows open and end, and what a `close` does for who is overdue (BT-12, BT-24,
BT-27 to BT-29, ALL-1, ALL-2, ALL-6).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from playing import Played

from gmtool.engine.refusals import NotNow, Refused, Slip
from gmtool.games.big_two.state import DEFAULT

from .tables import (
    begun,
    hand,
    hands,
    last_trick,
    more,
    refused,
    second_round,
    trading,
    waits_for,
    why,
)

CLOSE = "+24h host: close"
MIXED = "3C 5D 5H 9S JC JH KS 2H"
PRESIDENTS = "4D 4C 6D 6C 6H 6S 7D 7C"


def left(game: Played) -> list[timedelta]:
    """How long each window is open from the last entry on."""
    now = game.entries[-1].received_at
    return [now.until(window.deadline) for window in game.table.windows]


def hours(*numbers: float) -> list[timedelta]:
    return [timedelta(hours=number) for number in numbers]


# ---- play


@pytest.mark.parametrize(("options", "expected"), [({}, 24), ({"move_hours": 7}, 7)])
def test_bt_12_each_move_has_its_hours_from_the_entry_before(
    options: dict[str, Any], expected: int
) -> None:
    game = begun("3D", "4D", "", **options)
    assert left(game) == hours(expected)
    game = more(game, "+3h Ann: play 3D")
    assert left(game) == hours(expected)
    assert left(more(game, "+3h Bob: pass")) == hours(expected)


def test_bt_12_it_is_the_actors_window_and_public() -> None:
    (window,) = begun("3D", "", "").table.windows
    assert (window.clause, window.private) == ("BT-12", ())
    assert window.title == "Ann's play 1 of trick 1 in round 1"


@pytest.mark.parametrize("move", ["play 4D", "pass"])
def test_bt_12_at_the_deadline_instant_in_time_a_second_later_late(move: str) -> None:
    game = more(begun("3D", "4D", ""), "Ann: play 3D")
    assert waits_for(more(game, f"+24h Bob: {move}")) == ["Cid"]
    found = refused(game, f"+24h0m1s Bob: {move}")
    assert (type(found), found.clause) == (Refused, "BT-12")
    assert "after the deadline for Bob's play 2 of trick 1 in round 1" in found.sentence()


def test_bt_12_late_with_the_hosts_leave() -> None:
    game = more(begun("3D", "4D", ""), "Ann: play 3D")
    assert last_trick(more(game, '+30h Bob [late "was ill"]: play 4D'))[-1] == ("Bob", "4D")
    assert type(refused(game, '+3h Bob [late "was ill"]: play 4D')) is Slip


def test_all_02_no_close_before_the_deadline() -> None:
    game = begun("3D", "")
    found = refused(game, "+23h59m59s host: close")
    assert (type(found), found.clause) == (Refused, "ALL-2")
    assert "still awaited: Ann" in found.sentence()
    assert refused(game, "host: close early").clause == "ALL-2"
    assert refused(game, "+23h host: close Ann").clause == "ALL-2"


def test_all_02_close_for_one_who_is_overdue_and_for_nobody_else() -> None:
    game = more(begun("3D", "4D", ""), "Ann: play 3D")
    assert last_trick(more(game, "+24h host: close Bob"))[-1] == ("Bob", "pass")
    found = refused(game, "+24h host: close Cid")
    assert (found.clause, "Cid isn't overdue" in found.sentence()) == ("ALL-2", True)


def test_bt_12_overdue_it_is_a_pass() -> None:
    game = more(begun("3D", "2S", ""), f"Ann: play 3D | {CLOSE}")
    assert last_trick(game) == [("Ann", "3D"), ("Bob", "pass")]
    assert game.news("Passed")[0]["how"] == DEFAULT
    assert waits_for(game) == ["Cid"]
    assert left(game) == hours(24)


def test_bt_12_passes_by_default_win_the_trick_too() -> None:
    game = more(begun("3D", "2S", ""), f"Ann: play 3D | {CLOSE} | {CLOSE}")
    assert game.news("TrickOver")[0]["winner"] == "Ann"


def test_bt_12_leading_overdue_it_is_the_card_that_must_be_played() -> None:
    game = more(begun("3D 3C 3H 3S", "", ""), CLOSE)
    assert last_trick(game) == [("Ann", "3D")]
    assert game.news("Played")[0]["how"] == DEFAULT


def test_bt_12_of_a_short_deal_too() -> None:
    game = more(begun("9D LJ", "8C 8S", hand_size=2, jokers=1), CLOSE)
    assert last_trick(game) == [("Bob", "8C")]


def test_bt_12_or_the_lowest_single() -> None:
    game = more(begun("3D 5C 5S 2S", "", ""), "Ann: play 3D | Bob: pass | Cid: pass")
    assert last_trick(more(game, CLOSE))[0] == ("Ann", hand(game, "Ann").split()[0])


def test_bt_12_with_first_round_the_lowest_single_leads_later_rounds() -> None:
    game = second_round(
        "", "3D 9S", kind="big-two", rounds=2, open_with_lowest="first-round", hand_size=2
    )
    assert last_trick(more(game, CLOSE)) == [("Bob", "3D")]


@pytest.mark.parametrize(("use", "stands"), [("both", "LJ"), ("high", "LJ"), ("wild", "2S")])
def test_bt_12_a_joker_is_led_by_default_only_where_there_is_nothing_else(
    use: str, stands: str
) -> None:
    game = begun("3D LJ", "9D 9C", hand_size=2, jokers=1, joker_use=use)
    game = more(game, "Ann: play 3D | Bob: pass")
    game = more(game, CLOSE)
    played = game.news("Played")[-1]
    assert (played["cards"], played["stands"]) == (("LJ",), (stands,))
    assert game.state.phase == "ended"


def test_bt_13_a_default_may_end_the_round() -> None:
    game = more(begun("3D", "4D", hand_size=1), CLOSE)
    assert game.state.rounds[0].places == ("Ann", "Bob")


def test_all_06_extended_a_move_may_come_later() -> None:
    game = more(begun("3D", "4D", ""), 'Ann: play 3D | +24h host: extend +12h why "storm"')
    assert last_trick(more(game, "+12h Bob: play 4D"))[-1] == ("Bob", "4D")
    assert refused(game, "+12h0m1s Bob: play 4D").clause == "BT-12"
    assert left(more(game, "+12h Bob: play 4D")) == hours(24)


def test_all_06_paused_the_time_left_is_kept() -> None:
    game = more(begun("3D", ""), '+4h host: pause why "holidays" | +100h host: resume')
    assert left(game) == hours(20)


def test_bt_12_what_comes_before_its_window_opened_is_no_move() -> None:
    """Bob's message is older than Ann's play."""
    game = more(begun("3D", "4D", ""), "20 21:00 Ann: play 3D")
    found = refused(game, "20 20:30 Bob: play 4D")
    assert (found.clause, "only opened" in found.sentence()) == ("ALL-1", True)


# ---- trading: overdue at each stage


def overdue(body: str, bum: str = MIXED, **options: Any) -> Played:
    """Cards are traded so far, and then nothing comes."""
    return more(trading(bum, PRESIDENTS, "", **options), f"{body} | {CLOSE}".strip(" |"))


def test_bt_24_an_overdue_bum_surrenders() -> None:
    game = overdue("")
    (taken,) = game.news("Taken")
    assert (taken["cards"], taken["why"], taken["how"]) == (("KS", "2H"), "surrendered", DEFAULT)
    assert waits_for(game) == ["Ann"]


@pytest.mark.parametrize(
    ("body", "cards"),
    [
        ("", "KS 2H"),
        ("Ann: ask 9C", "KS 2H"),
        ("Ann: ask lowest", "2H"),
        ("Ann: ask any clubs", "JC 2H"),
        ("Ann: ask any clubs | Ann: ask 4C", "JC 2H"),
        ("Ann: ask any 5", "5H 2H"),
        ("Ann: ask any hearts", "KS 2H"),
        ("Ann: ask at least 2 hearts", "JH 2H"),
        ("Ann: ask at least 2 5", "5D 5H"),
        ("Ann: ask at least 2 hearts | Ann: ask highest hearts", "JH"),
        ("Ann: ask KS | Ann: ask any clubs", "JC"),
        ("Ann: ask any clubs | Ann: take | Bob: give 3C", "2H"),
    ],
)
def test_bt_27_an_overdue_president_is_given_what_is_due_and_the_highest(
    body: str, cards: str
) -> None:
    game = overdue(f"Bob: hold | {body}")
    taken = game.news("Taken")[-1]
    assert (" ".join(taken["cards"]), taken["left"], taken["how"]) == (cards, 0, DEFAULT)
    assert len(game.state.trades[0].taken) == 2
    assert game.state.trades[0].stage == "return"
    assert len(hand(game, "Bob").split()) == 6


def test_bt_27_with_one_to_steal() -> None:
    game = overdue("Bob: hold | Ann: ask any clubs", steal=1)
    assert game.news("Taken")[-1]["cards"] == ("JC",)


@pytest.mark.parametrize(
    ("asked", "cards"),
    [("any hearts", "2H"), ("any 5", "5H"), ("at least 2 hearts", "JH 2H"), ("any diamonds", "5D")],
)
def test_bt_27_an_overdue_bum_gives_its_highest_of_what_it_owes(asked: str, cards: str) -> None:
    game = overdue(f"Bob: hold | Ann: ask {asked} | Ann: take")
    taken = game.news("Taken")[-1]
    assert (" ".join(taken["cards"]), taken["why"], taken["how"]) == (cards, "given", DEFAULT)
    still_open = 2 - len(cards.split())
    assert game.state.trades[0].stage == ("ask" if still_open else "return")


def test_bt_28_an_overdue_president_gives_back_its_lowest() -> None:
    game = overdue("Bob: surrender")
    (returned,) = game.news("Returned")
    assert (returned["cards"], returned["demanded"], returned["how"]) == (
        ("4D", "4C"),
        False,
        DEFAULT,
    )
    assert game.state.phase == "play"


def test_bt_28_its_lowest_may_be_what_it_took() -> None:
    game = overdue("Bob: hold | Ann: ask 2 lowest")
    assert game.news("Returned")[0]["cards"] == ("3C", "4D")


@pytest.mark.parametrize("body", ["Bob: demand lowest", "Bob: hold | Bob: demand lowest"])
def test_bt_28_demanded_they_go_back_with_what_is_given_by_default(body: str) -> None:
    game = overdue(body)
    (returned,) = game.news("Returned")
    assert (returned["cards"], returned["demanded"], returned["how"]) == (("4D", "4C"), True, "")
    assert game.state.phase == "play"


# ---- trading: windows


def test_bt_24_the_bums_word_has_its_hours_from_the_deal() -> None:
    game = trading(MIXED, body="")
    assert left(game) == hours(24)
    (window,) = game.table.windows
    assert (window.clause, window.private) == ("BT-24", ("Ann", "Bob"))
    assert left(trading(MIXED, body="", move_hours=5)) == hours(5)


def test_bt_24_what_comes_late_is_refused() -> None:
    game = trading(MIXED, body="")
    for move in ("surrender", "hold"):
        assert more(game, f"+24h Bob: {move}")
        found = refused(game, f"+24h0m1s Bob: {move}")
        assert (type(found), found.clause) == (Refused, "BT-24")
        assert more(game, f'+30h Bob [late "ill"]: {move}')


def test_bt_24_holding_opens_the_window_for_questions() -> None:
    assert left(more(trading(MIXED, body=""), "+5h Bob: hold")) == hours(24)


@pytest.mark.parametrize("asked", ["9C", "any clubs", "at least 2 hearts", "lowest"])
def test_bt_12_questions_dont_renew_it(asked: str) -> None:
    assert left(more(trading(MIXED), f"+5h Ann: ask {asked}")) == hours(19)


def test_bt_12_nor_does_taking_a_card_by_one() -> None:
    game = more(trading(MIXED), "+5h Ann: ask 9S | +5h Ann: ask 9C | +5h Ann: ask any clubs")
    assert left(game) == hours(9)
    assert refused(game, "+9h0m1s Ann: ask 3C").clause == "BT-24"
    assert more(game, "+9h Ann: ask 3C")


def test_bt_12_take_opens_the_bums_window_and_a_give_the_presidents_anew() -> None:
    game = more(trading(MIXED), "+5h Ann: ask any clubs | +5h Ann: take")
    assert left(game) == hours(24)
    game = more(game, "+7h Bob: give 3C")
    assert left(game) == hours(24)
    game = more(game, "+5h Ann: ask any clubs | +1h Ann: take | +7h Bob: give JC")
    assert left(game) == hours(24)  # to give back


def test_bt_12_a_give_by_default_renews_it_too() -> None:
    game = more(trading(MIXED), f"+5h Ann: ask any clubs | Ann: take | {CLOSE}")
    assert left(game) == hours(24)
    assert game.state.trades[0].stage == "ask"


@pytest.mark.parametrize(
    "body", ["Bob: surrender", "Bob: hold | +5h Ann: ask highest pair", f"Bob: hold | {CLOSE}"]
)
def test_bt_12_giving_back_has_its_own_hours(body: str) -> None:
    game = more(trading(MIXED, body=""), body)
    assert left(game) == hours(24)
    assert game.state.trades[0].stage == "return"
    assert refused(game, "+24h1m Ann: return 3D 3H").clause == "BT-24"


def test_bt_28_a_demand_renews_nothing_and_nobody_is_awaited_the_less() -> None:
    game = more(trading(MIXED, body=""), "+5h Bob: demand lowest")
    assert left(game) == hours(19)
    assert waits_for(game) == ["Bob"]
    game = more(trading(MIXED), "+5h Bob: demand lowest")
    assert (left(game), waits_for(game)) == (hours(19), ["Ann"])


@pytest.mark.parametrize("body", ["", "Bob: hold", "Bob: hold | Ann: ask any 5 | Ann: take"])
def test_bt_28_a_demand_has_no_deadline_until_return_is_received(body: str) -> None:
    game = more(trading(MIXED, body=body), "+30h Bob: demand lowest")
    assert game.state.trades[0].demanded


# ---- two trades


def test_bt_24_each_trade_has_a_window_that_the_two_alone_know_of() -> None:
    game = second_round(*[""] * 4)
    assert [w.private for w in game.table.windows] == [("Ann", "Dee"), ("Bob", "Cid")]
    game = more(game, "+5h Cid: hold")
    assert left(game) == hours(19, 24)
    game = more(game, "+5h Dee: surrender")
    assert sorted(left(game)) == hours(19, 24)


def test_all_02_a_close_is_for_those_overdue_only() -> None:
    game = more(second_round(*[""] * 4), "+5h Cid: hold")
    after = more(game, "+19h host: close")
    assert [news["parties"] for news in after.news("Taken")] == [("Ann", "Dee")]
    assert waits_for(after) == ["Ann", "Bob"]
    found = refused(game, "+19h host: close Bob")
    assert (found.clause, "Bob isn't overdue" in found.sentence()) == ("ALL-2", True)


def test_all_02_or_for_both_at_once_or_one_of_them() -> None:
    game = second_round(*[""] * 4)
    after = more(game, CLOSE)
    assert {news["parties"] for news in after.news("Taken")} == {("Ann", "Dee"), ("Bob", "Cid")}
    after = more(game, "+24h host: close Cid")
    assert [news["parties"] for news in after.news("Taken")] == [("Bob", "Cid")]
    after = more(after, "host: close Dee")
    assert len(after.news("Taken")) == 2


def test_bt_24_closed_and_closed_it_comes_to_play() -> None:
    game = more(second_round(*[""] * 4), f"{CLOSE} | {CLOSE}")
    assert game.state.phase == "play"
    assert len(game.news("Returned")) == 2
    assert [len(held.split()) for held in hands(game).values()] == [13] * 4


def test_all_06_an_extension_is_for_both() -> None:
    game = more(second_round(*[""] * 4), '+5h Cid: hold | host: extend +2h why "x"')
    assert left(game) == [
        timedelta(hours=21) - timedelta(minutes=1),
        timedelta(hours=26) - timedelta(minutes=1),
    ]


# ---- free trade


def test_bt_29_at_the_deadline_in_time_and_later_late() -> None:
    game = begun("3D", "9H", free_trade=True)
    offer = "Ann: offer Bob 3D for 9H"
    assert more(game, f"+48h {offer}").state.offers
    found = refused(game, f"+48h0m1s {offer}")
    assert (type(found), found.clause) == (Refused, "BT-29")
    game = more(game, offer)
    assert refused(game, "+48h Bob: accept Ann").clause == "BT-29"
    assert more(game, '+48h Bob [late "ill"]: accept Ann').state.swaps


def test_bt_29_an_extension_keeps_it_open() -> None:
    game = begun("3D", "9H", free_trade=True)
    game = more(game, '+48h host: extend +2h why "x" | +2h Ann: offer Bob 3D for 9H')
    assert game.state.offers
    assert more(game, "host: close").state.phase == "play"


# ---- taking back


@pytest.mark.parametrize(
    ("body", "again"),
    [("Bob: hold", "Bob: surrender"), ("Bob: hold | Ann: ask 9S", "Ann: ask any clubs")],
)
def test_all_06_a_step_of_a_trade_taken_back_is_as_if_never_said(body: str, again: str) -> None:
    game = more(trading(MIXED, body=""), body)
    number = game.entries[-1].number
    before = trading(MIXED, body="") if body.count("|") == 0 else trading(MIXED, body="Bob: hold")
    back = more(game, f"host: undo {number}")
    assert back.state == before.state
    assert back.table.windows == before.table.windows
    assert more(back, again)
    assert more(back, f"host: redo {number}").state == game.state


def test_all_02_no_close_before_anything_is_open() -> None:
    game = more(trading(MIXED, body=""), 'host: redeal why "x"')
    found = refused(game, "+99h host: close")
    assert (type(found), found.clause) == (NotNow, "ALL-2")
    assert "no window is open" in why(game, "+99h host: close")
