"""Time: 48 hours to group and to name who starts, 24 for a betting action; what stands for who is
overdue, what the host takes back and corrects (GB-2, GB-5, GB-6, GB-17, ALL-1, ALL-2, ALL-6).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from hosting import Host
from playing import Played

from gmtool.engine.refusals import NotNow, Refused

from .matches import (
    BEGIN,
    BOTH,
    DOWN,
    FINAL,
    KIND,
    UP,
    bets,
    chips,
    dealt,
    drawn,
    ended,
    grouped,
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

DEFAULT = "group A 0 1 B 2 3 4 C 5 6 7 8"
OTHER = f"{grouped(DOWN)}"
BY_DEFAULT = {"A": [0, 1], "B": [2, 3, 4], "C": [5, 6, 7, 8]}
LATE = '[late "the forum was down"]'


def spans(game: Played) -> dict[str, float]:
    """The hours of the windows that are open."""
    hour = timedelta(hours=1)
    return {w.title: w.opened.until(w.deadline) / hour for w in game.table.windows}


def opened(game: Played) -> list[str]:
    return [str(window.opened) for window in game.table.windows]


# ---- the windows


def test_gb_02_48_hours_to_group_from_the_start() -> None:
    game = played(BEGIN)
    assert list(spans(game).values()) == [48]
    assert opened(game) == ["2026-11-20T20:01:00Z"]  # `first` came a minute later
    (window,) = game.table.windows
    assert (window.clause, window.sealed) == ("GB-2", True)


def test_gb_02_and_from_the_end_of_the_set_before() -> None:
    set_1 = f"folds 9 Ann | order {UP} / {DOWN} | folds 9 Bob"
    game = dealt(UP, DOWN, set_1)
    assert list(spans(game).values()) == [48]
    assert opened(game) == [str(game.entries[-1].received_at)]


def test_gb_06_24_hours_for_each_action_from_what_opens_it() -> None:
    game = dealt()
    for line in ("Ann: bet 5", "+5h Bob: raise 3", "+23h Ann: call"):
        assert list(spans(game).values()) == [24]
        assert opened(game) == [str(game.entries[-1].received_at)]
        assert game.table.windows[0].clause == "GB-6"
        game = more(game, line)
    assert opened(game) == [str(game.entries[-1].received_at)]  # the next round's


def test_gb_02_gb_06_the_hours_are_options() -> None:
    game = dealt(grouping_hours=5, betting_hours=3)
    assert list(spans(game).values()) == [3]
    assert list(spans(played(BEGIN, grouping_hours=5, betting_hours=3)).values()) == [5]
    only_holder = played("host: start", **BOTH, grouping_hours=5)
    assert list(spans(only_holder).values()) == [5, 5]
    assert refused(game, "+2h59m59s host: close").clause == "ALL-2"
    assert happened(more(game, "+3h host: close"))[0] == "Folded"


# ---- ALL-1: in time, late


IN_TIME = {
    "a grouping": (BEGIN, "+47h59m Ann: ", DEFAULT, "GB-2"),
    "an ante": (BEGIN, "+47h59m Ann: ", "ante 3", "GB-2"),
    "a bet": (f"{BEGIN}deal {UP} / {DOWN}", "+24h Ann: ", "bet 3", "GB-6"),
    "an opening fold": (f"{BEGIN}deal {UP} / {DOWN}", "+24h Ann: ", "fold", "GB-6"),
    "a raise": (f"{BEGIN}deal {UP} / {DOWN} | Ann: bet 3", "+24h Bob: ", "raise 3", "GB-6"),
    "a call": (f"{BEGIN}deal {UP} / {DOWN} | Ann: bet 3", "+24h Bob: ", "call", "GB-6"),
    "a fold": (f"{BEGIN}deal {UP} / {DOWN} | Ann: bet 3", "+24h Bob: ", "fold", "GB-6"),
}


@pytest.mark.parametrize("what", IN_TIME)
def test_all_01_at_the_deadline_it_is_in_time_and_a_second_later_late(what: str) -> None:
    before, at, move, clause = IN_TIME[what]
    game = played(before, **FINAL)
    assert happened(more(game, f"{at}{move}"))
    late = at.replace("59m ", "59m59s ") if "59m" in at else at.replace("24h ", "24h1s ")
    if "59m59s" in late:  # the window opened with the line before the last
        assert happened(more(game, f"{at.replace('59m ', '59m0s ')}{move}"))
        late = at.replace("59m ", "59m1s ")
    found = refused(game, f"{late}{move}")
    assert (found.clause, type(found)) == (clause, Refused)
    assert "after the deadline" in found.sentence()
    taken = more(game, f"{late[: -len(': ')]} {LATE}: {move}")
    assert happened(taken) == happened(more(game, f"{at}{move}"))
    found = refused(game, f"{at[: -len(': ')]} {LATE}: {move}")
    assert (found.clause, "leave --late out" in found.sentence()) == ("ALL-1", True)


def test_all_01_a_late_peek_is_late_too() -> None:
    game = dealt(**{**FINAL, "items": "Ann: peek; Bob: peek"})
    for name in ("Ann", "Bob"):
        assert refused(game, f"+24h1s {name}: peek").clause == "GB-6"
        assert happened(more(game, f"+24h {name}: peek")) == ["Peeked", "TileShown"]
        assert happened(more(game, f"+24h1s {name} {LATE}: peek")) == ["Peeked", "TileShown"]


def test_all_01_the_word_on_who_starts_is_late_by_gb_17() -> None:
    game = played(f"host: start\nAnn: {DEFAULT}", **BOTH)
    found = refused(game, "22 20:01:01 Ann: first Bob")
    assert found.clause == "GB-17"
    assert "who starts the first round" in found.sentence()


def test_all_01_also_once_both_have_grouped() -> None:
    game = played(f"host: start\ndeal {UP} / {DOWN}", **BOTH)
    found = refused(game, "22 20:01:01 Ann: first Bob")
    assert found.clause == "GB-17"
    assert public(more(game, "22 20:01:00 Ann: first Bob"))["starter"] == "Bob"
    assert public(more(game, f"22 20:01:01 Ann {LATE}: first Bob"))["starter"] == "Bob"


# ---- ALL-2: close


def test_all_02_before_the_deadline_nothing_can_be_closed() -> None:
    for game, before, names in (
        (played(BEGIN), "22 20:00:59", "Ann, Bob"),
        (played(f"{BEGIN}Ann: {DEFAULT}"), "22 20:00:59", "Bob"),
        (dealt(), "+23h59m59s", "Ann"),
    ):
        for line in ("close", "close early"):
            found = refused(game, f"{before} host: {line}")
            assert found.clause == "ALL-2"
            assert f"still awaited: {names}" in found.sentence()


def test_all_02_who_is_awaited_in_two_windows_is_named_once() -> None:
    game = played("host: start", **BOTH)
    assert refused(game, "host: close early").sentence().count("Ann") == 1
    game = more(game, "22 20:01 host: close Bob")
    assert refused(game, "host: close Bob").sentence().count("Ann") == 1


def test_gb_02_close_groups_for_both_at_once() -> None:
    """In the first set 0 1 / 2 3 4 / 5 6 7 8."""
    game = more(played(BEGIN), "22 20:01 host: close")
    assert happened(game) == ["Grouped", "Grouped", "AllGrouped"]
    assert [(e["who"], e["how"]) for e in said(game)[:2]] == [
        ("Ann", "default"),
        ("Bob", "default"),
    ]
    for name in ("Ann", "Bob"):
        assert you(game, name)["grouping"] == BY_DEFAULT
    assert waits_for(game) == ["chance: order Ann TILE …"]


@pytest.mark.parametrize("options", [{}, FINAL])
def test_gb_02_later_the_last_grouping_stands(options: dict[str, str]) -> None:
    """Ann groups 7 8 / 4 5 6 / 0 1 2 3, Bob nothing, twice."""
    first = f"{BEGIN}Ann: {OTHER} | +48h host: close"
    order = "order 8 7 6 5 4 3 2 1 0 / 0 1 2 3 4 5 6 8 7"
    if options:
        order = "order 7 8 6 5 4 3 2 1 0 / 0 1 2 3 4 5 6 8 7"
        game = played(f"{first} | {order} | folds 9 Ann", **options)
    else:
        game = played(f"{first} | {order} | folds 9 Ann | {order} | folds 9 Bob")
    assert you(game, "Ann")["last_grouping"] == {"A": [7, 8], "B": [4, 5, 6], "C": [0, 1, 2, 3]}
    game = more(game, "+48h host: close")
    assert public(game)["set"] == 2
    assert you(game, "Ann")["grouping"] == {"A": [7, 8], "B": [4, 5, 6], "C": [0, 1, 2, 3]}
    assert you(game, "Bob")["grouping"] == BY_DEFAULT


def test_gb_02_close_leaves_the_grouping_of_who_was_in_time() -> None:
    game = more(played(f"{BEGIN}Bob: {OTHER}"), "22 20:01 host: close")
    assert happened(game) == ["Grouped", "AllGrouped"]
    assert you(game, "Ann")["grouping"] == BY_DEFAULT
    assert you(game, "Bob")["grouping"]["A"] == [7, 8]


def test_gb_02_close_with_a_name_is_about_that_player_alone() -> None:
    game = more(played(BEGIN), "22 20:01 host: close Bob")
    assert [e["who"] for e in said(game)] == ["Bob"]
    assert waits_for(game) == ["Ann: group A TILE … B TILE … C TILE …"]
    found = refused(game, "host: close Bob")
    assert (found.clause, "Bob isn't overdue" in found.sentence()) == ("ALL-2", True)
    assert refused(game, f"Ann: {DEFAULT}").clause == "GB-2"
    taken = more(game, f"Ann {LATE}: {DEFAULT}")
    assert "AllGrouped" in happened(taken)
    assert "AllGrouped" in happened(more(game, "host: close"))


def test_gb_06_close_folds_for_who_is_overdue() -> None:
    game = more(dealt(), "+24h host: close")
    folded = next(e for e in said(game) if e.name == "Folded")
    assert (folded["who"], folded["how"]) == ("Ann", "default")
    assert last_round(game)["chips"] == (29, 31)
    assert waits_for(game)[0].startswith("Bob: bet")
    game = more(dealt(UP, DOWN, "Ann: bet 5"), "+24h host: close Bob")
    assert last_round(game)["folder"] == "Bob"
    assert last_round(game)["chips"] == (31, 29)
    shown = next(e for e in said(game) if e.name == "TileShown")
    assert (shown["who"], shown["tile"]) == ("Bob", 0)


def test_gb_06_not_for_whose_turn_it_isnt() -> None:
    for game, other in ((dealt(), "Bob"), (dealt(UP, DOWN, "Ann: bet 5"), "Ann")):
        found = refused(game, f"+24h host: close {other}")
        assert (found.clause, f"{other} isn't overdue" in found.sentence()) == ("ALL-2", True)


def test_all_02_or_the_host_extends() -> None:
    game = more(dealt(), '+30h host: extend +12h why "ill"')
    assert refused(game, "+5h59m host: close").clause == "ALL-2"
    assert happened(more(game, "+6h Ann: bet 3")) == ["Acted"]
    assert refused(game, "+6h1s Ann: bet 3").clause == "GB-6"
    assert happened(more(game, "+6h host: close"))[0] == "Folded"
    game = more(played("host: start", **BOTH), 'host: extend +12h why "ill"')
    assert list(spans(game).values()) == [60, 60]


# ---- what is said aside: its user is still awaited


def test_gb_17_a_peek_is_no_action_its_user_is_still_awaited_and_can_be_closed() -> None:
    game = dealt(**{**FINAL, "items": "Ann: peek; Bob: peek"})
    game = more(game, "Ann: peek")
    assert [turn.who for turn in game.waiting()] == ["Ann"]
    assert game.table.windows[0].moved == ()
    assert "Ann" in refused(game, "host: close early").sentence()
    assert refused(game, "+23h58m host: close").clause == "ALL-2"
    closed = more(game, "+23h59m host: close")
    assert happened(closed)[0] == "Folded"
    # Bob's in the same window changes nothing either
    assert [turn.who for turn in more(game, "Bob: peek").waiting()] == ["Ann"]
    assert opened(game) == opened(dealt(**FINAL))


def test_gb_12_nor_is_an_ante_a_grouping() -> None:
    game = played(f"{BEGIN}Ann: ante 3", **FINAL)
    assert [turn.who for turn in game.waiting()] == ["Ann", "Bob"]
    game = more(game, "22 20:01 host: close Ann")
    assert [e["who"] for e in said(game)] == ["Ann"]


def test_gb_17_nor_an_order() -> None:
    """Bob has acted by his grouping; in betting the Order is no action."""
    game = played(f"{BEGIN}deal {UP} / {DOWN}", **{**FINAL, "items": "Ann: order"})
    game = more(game, "Ann: order")
    assert [turn.who for turn in game.waiting()] == ["Ann"]
    assert happened(more(game, "+23h59m host: close"))[0] == "Folded"


def test_gb_17_nor_is_the_word_on_who_starts_a_grouping() -> None:
    game = played("host: start | Ann: first Bob", **BOTH)
    assert [turn.who for turn in game.waiting()] == ["Ann", "Bob"]
    assert len(game.table.windows) == 1
    game = more(game, "22 20:01 host: close Ann")
    assert [(e.name, e["who"]) for e in said(game)] == [("Grouped", "Ann")]


def test_gb_17_nor_a_grouping_the_word_on_who_starts() -> None:
    game = played(f"host: start | Ann: {DEFAULT}", **BOTH)
    assert waits_for(game) == ["Bob: " + waits_for(game)[0].partition(": ")[2], "Ann: first NAME"]
    game = more(game, "22 20:01 host: close Ann")
    assert happened(game) == ["FirstOverdue"]


# ---- two windows at once


def test_gb_17_the_holder_of_the_bonus_has_a_window_of_its_own_from_the_start() -> None:
    game = played("host: start", **BOTH)
    assert len(game.table.windows) == 2
    assert list(spans(game).values()) == [48, 48]
    assert {window.clause for window in game.table.windows} == {"GB-2", "GB-17"}
    assert opened(game) == ["2026-11-20T20:01:00Z"] * 2
    later = more(game, f"+40h Ann: {DEFAULT} | Bob: {DEFAULT}")
    assert len(later.table.windows) == 1
    assert opened(later) == ["2026-11-20T20:01:00Z"]


def test_all_02_close_decides_both_windows_at_once() -> None:
    game = more(played("host: start", **BOTH), "22 20:01 host: close")
    assert sorted(happened(game)) == ["AllGrouped", "FirstOverdue", "Grouped", "Grouped"]
    assert waits_for(game)[-1] == "host: first NAME"


def test_all_02_or_only_what_one_player_owes() -> None:
    game = more(played("host: start", **BOTH), "22 20:01 host: close Bob")
    assert [(e.name, e["who"]) for e in said(game)] == [("Grouped", "Bob")]
    assert [turn.who for turn in game.waiting()] == ["Ann", "Ann"]
    game = more(game, "host: close Ann")
    assert sorted(happened(game)) == ["AllGrouped", "FirstOverdue", "Grouped"]


def begun(host: Host) -> Host:
    """A match at the desk whose Ann has the Bonus: groupings and her word are awaited."""
    line = f"new {KIND} Duel Ann Bob --zone UTC -o variant=final-match -o"
    assert host(line, "items=Ann: bonus; Bob: order").code == 0
    assert host("record host start").code == 0
    return host


def test_all_02_at_the_desk_who_owes_two_things_is_named_once(host: Host) -> None:
    begun(host)
    (due,) = host("due --json").facts
    assert due["waiting"] == ["Ann", "Bob"]
    assert "Ann, Bob, Ann" not in host("status").all


def test_all_02_at_the_desk_a_reminder_asks_for_both(host: Host) -> None:
    told = begun(host)("remind").out
    to_ann = told.partition("Hi Bob")[0]
    for asked in ("group A 0 1 B 2 3 4 C 5 6 7 8", "first Ann"):
        assert asked in to_ann


def test_gb_05_who_is_overdue_may_still_be_taken_late_until_the_close() -> None:
    game = played(f"host: start\ndeal {UP} / {DOWN}", **BOTH)
    game = more(game, f"23 20:00 Ann {LATE}: first Ann")
    assert waits_for(game)[0].startswith("Ann: bet")
    assert opened(game) == ["2026-11-23T20:00:00Z"]


# ---- ALL-6: taken back, corrected


GROUPS = f"{BEGIN}Ann: {DEFAULT} | Bob: {OTHER}"


def test_all_06_an_undone_call_and_the_draw_that_followed_come_again_the_same() -> None:
    """The ninth round ends the half: its call draws the orders of the second."""
    before = drawn(f"{GROUPS} | folds 8 Ann | Ann: bet 1")
    called = more(before, "Bob: call")
    assert [e["half"] for e in called.news("OrderDrawn")] == [1, 1, 2, 2]
    number = called.replay.last_by_a_person()
    assert number is not None
    undone = more(called, f"host: undo {number.number}")
    assert undone.table.state == before.table.state
    again = more(undone, "Bob: call")
    assert again.state == called.state
    redone = more(undone, f"host: redo {number.number}")
    assert redone.table == called.table
    raised = more(undone, "Bob: raise 1 | Ann: call")
    assert raised.news("OrderDrawn")[2:] == called.news("OrderDrawn")[2:]


def test_all_06_a_peek_can_be_taken_back_and_is_unused_then() -> None:
    game = dealt(**{**FINAL, "items": "Ann: peek"})
    peeked = more(game, "Ann: peek")
    undone = more(peeked, f"host: undo {len(peeked.entries)}")
    assert undone.state == game.state
    assert undone.view("Ann") == game.view("Ann")
    assert happened(more(undone, "Ann: peek")) == ["Peeked", "TileShown"]


SLIP = 'why "a slip"'


@pytest.mark.parametrize("change", ["chips =40", "chips +11", "chip +11", "CHIPS =40"])
def test_all_06_chips_are_adjusted(change: str) -> None:
    game = more(dealt(), f"host: adjust Ann {change} {SLIP}")
    assert (chips(game), bets(game)) == ((40, 29), (1, 1))
    (event,) = said(game)
    assert (event["before"], event["after"], event["why"]) == (29, 40, "a slip")


LIMITS = {
    # what is adjusted while Ann has 24 left, Bob 29, and Bob is to match 5
    ("Bob", 5): True,
    ("Bob", 4): False,
    ("Bob", 0): False,
    ("Ann", 1): True,
    ("Ann", 0): False,
    ("Ann", 1_000_000): True,
    ("Ann", 1_000_001): False,
}


@pytest.mark.parametrize("variant", ["death-match", "final-match"])
@pytest.mark.parametrize(("who", "to"), LIMITS)
def test_all_06_while_betting_everybody_keeps_a_chip_and_what_it_costs_to_call(
    who: str, to: int, variant: str
) -> None:
    game = dealt(UP, DOWN, "Ann: bet 5", variant=variant)
    line = f"host: adjust {who} chips ={to} {SLIP}"
    if LIMITS[who, to]:
        assert happened(more(game, line)) == ["Adjusted"]
    else:
        found = refused(game, line)
        assert (found.clause, type(found)) == ("ALL-6", Refused)


def test_all_06_between_rounds_nobody_in_death_match_is_left_without_a_chip() -> None:
    line = f"host: adjust Ann chips =0 {SLIP}"
    assert refused(played(BEGIN), line).clause == "ALL-6"
    assert chips(more(played(BEGIN), line.replace("=0", "=1"))) == (1, 30)
    assert chips(more(played(BEGIN, **FINAL), line)) == (0, 100)
    assert refused(played(BEGIN, **FINAL), line.replace("=0", "-101")).clause == "ALL-6"


@pytest.mark.parametrize("what", ["coins", "tiles", "ante"])
def test_all_06_nothing_but_chips(what: str) -> None:
    found = refused(dealt(), f"host: adjust Ann {what} +1 {SLIP}")
    assert (found.clause, f"“{what}”" in found.sentence()) == ("ALL-6", True)
    assert "`chips`" in found.sentence()


def test_all_06_not_once_the_match_is_over() -> None:
    game = dealt(UP, DOWN, f"host: adjust Ann chips =5 {SLIP} | Ann: bet 5 | Bob: call")
    assert ended(game)[0] == "Bob"
    found = refused(game, f"host: adjust Ann chips +1 {SLIP}")
    assert (found.clause, type(found)) == ("ALL-6", NotNow)


def test_all_06_a_grouping_before_the_first_draw_can_be_taken_back_and_draws_the_same() -> None:
    """A grouping under the wrong name is mended; nobody can draw again by it, nor with words."""
    groups = "host: start\nAnn: group A 0 1 B 2 3 4 C 5 6 7 8\nBob: group A 7 8 B 4 5 6 C 0 1 2 3"
    both = drawn(groups)
    assert [entry.who for entry in both.entries][3:] == ["chance", "chance"]
    undone = more(both, "host: undo 3")
    assert undone.state.player("Bob").grouping is None
    assert undone.state.player("Ann").order == ()
    again = more(undone, "Bob: group A 7 8 B 4 5 6 C 0 1 2 3")
    assert [p.order for p in again.state.players] == [p.order for p in both.state.players]
    assert "before the first draw" in refused(undone, 'host: words "kiwi"').sentence()


def test_gb_12_gb_17_one_message_may_hold_groups_an_ante_and_the_order(host: Host) -> None:
    """Each counts as an entry of its own, the ante and the Order with the groups (GB-12, GB-17)."""
    begun(host)
    message = "A: 7 8\nB: 4 5 6\nC: 0 1 2 3\nante 3\nI use my Order"
    done = host("record Bob --from -", pasted=message)
    assert done.code == 0, done.all
    said_by_bob = [row["move"] for row in host("log --secret --json").facts if row["who"] == "Bob"]
    assert said_by_bob == ["ante 3", "group A 7 8 B 4 5 6 C 0 1 2 3", "order"]


def test_a_report_for_the_host_shows_groups_with_their_letters_and_whose_order_was_drawn(
    host: Host,
) -> None:
    begun(host)
    host("record Ann group A 0 1 B 2 3 4 C 5 6 7 8")
    assert "A 0 1, B 2 3 4, C 5 6 7 8" in host("status --secret").all
    assert "0 1" not in host("status").all
    assert "chance: order Ann … (9 in all)" in host("record Bob group A 7 8 B 4 5 6 C 0 1 2 3").all


def test_all_06_a_correction_tells_a_player_of_its_own_moves_alone(host: Host) -> None:
    begun(host)
    host("record Bob ante 3")
    host("sent all")
    host("undo")
    rows = host("outbox --json").facts
    number = {row["to"]: row["number"] for row in rows if "correction" in row["subject"]}
    to_bob, to_ann = (host(f"outbox {number[who]}").out for who in ("Bob", "Ann"))
    assert "No longer on record: “ante 3”" in to_bob
    assert "an ante of 3?" in to_ann
    assert "No longer on record" not in to_ann


def test_all_06_redo_calls_nothing_wrong_that_merely_came_before(host: Host) -> None:
    begun(host)
    host("record Ann group A 0 1 B 2 3 4 C 5 6 7 8")
    host("record Ann first Ann")
    host("record Bob group A 7 8 B 4 5 6 C 0 1 2 3")
    host("sent all")
    assert "now wrong" in host("undo").all
    again = host("redo")
    assert again.code == 0
    assert "now wrong" not in again.all
