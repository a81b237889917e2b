"""Amendments (design §3b): their forms, what counts by them, and in which order (ALL-3, ALL-6,
ALL-8).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playing import Played, head, journal_of, play, refusal, timed
from rows import cells

from gmtool.engine import amendments, journal
from gmtool.engine import moves as m
from gmtool.engine.effective import apply_amendments, effective_entries, not_undone
from gmtool.engine.entries import Entry
from gmtool.engine.host_moves import read_amendment, read_host_move
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import REMEMBERED

NAMES = ("Ann", "Bob", "Cid, Jr.", "Agent 47", "at")
AT = Instant("2026-11-20T20:10:00Z")


def amends(text: str) -> m.Move | None:
    return read_host_move(text, NAMES, {})


# ---- the forms


FORMS = {
    f'amend 23 to "pass" by Bob at {AT} drop 25, 27 why "x"': amendments.Amend(
        23, "x", (25, 27), "pass", "Bob", AT
    ),
    'amend 23 to "note \\"to why\\"" why "by Bob why not"': amendments.Amend(
        23, "by Bob why not", to='note "to why"'
    ),
    'strike 23 drop 25, 27 why "twice"': amendments.Strike(23, "twice", (25, 27)),
    f'insert 24 "Cid, Jr." at {AT} "pass" drop 26 why "x"': amendments.Insert(
        24, "x", (26,), "Cid, Jr.", AT, "pass"
    ),
    f'amend 23 by at at {AT} why "x"': amendments.Amend(23, "x", by="at", at=AT),
}
MORE_FORMS = f"""
amend 23 to "bid C 45" why "typed 54" | amend 23 by Bob why "x" | amend 23 at {AT} why "x"
amend 23 by "Cid, Jr." why "x" | amend 23 by "Agent 47" drop 24 why "x" | strike 23 why "twice"
insert 24 Ann at {AT} "bid A 30" why "x" | insert 24 "Agent 47" at {AT} "answer \\"at\\"" why "x"
"""


def test_all_06_an_amendment_reads_back_to_itself() -> None:
    for text, move in {**FORMS, **dict.fromkeys(cells(MORE_FORMS))}.items():
        read = amends(text)
        assert read == read_amendment(text) == (move or read)
        assert str(read) == text
        assert read
        assert not read.public, "what was said may be sealed"


def test_all_06_other_ways_to_type_it_are_written_in_its_form() -> None:
    assert str(amends("strike 23 drop 25,27 why x")) == 'strike 23 drop 25, 27 why "x"'
    assert str(amends('Amend 23 by bob why "x"')) == 'amend 23 by Bob why "x"'
    assert str(amends("amend 23 by An why x")) == 'amend 23 by Ann why "x"'


NONE = """amend why "x" | amend 23 why "x" | amend 0 to "pass" why "x" | amend C to "pass" why "x"
amend 23 to bid C 45 why "x" | amend 23 to "" why "x" | amend 23 to "pass"
amend 23 to "pass" why "…" | amend 23 at 20:10 why "x" | amend 23 at 2026-11-31T20:10:00Z why "x"
amend 23 at 2026-11-20T20:10:00Z to "pass" why "x" | amend 23 to "pass" drop why "x"
amend 23 to "pass" drop 24 and 25 why "x" | amend 23 to "pass" why "x" drop 24
strike 23 | strike why "x" | strike 23 to "pass" why "x" | strike Ann why "x"
insert 24 Ann "bid A 30" why "x" | insert 24 at 2026-11-20T20:10:00Z why "x"
insert Ann at 2026-11-20T20:10:00Z "pass" why "x"
insert 24 Ann at 2026-11-20T20:10:00Z pass why "x" | insert 24 Ann at 2026-11-20T20:10:00Z "pass"
"""


@pytest.mark.parametrize("text", cells(NONE))
def test_all_06_what_is_no_amendment_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        amends(text)
    assert refused.value.clause == "ALL-6"
    assert refused.value.sentence()


@pytest.mark.parametrize("who", ["Zed", "host", "chance", "A"])
def test_all_04_only_a_player_can_have_said_something_else(who: str) -> None:
    with pytest.raises(Refusal) as refused:
        amends(f'amend 23 by {who} why "x"')
    assert refused.value.clause == "ALL-4"


@pytest.mark.parametrize("who", ["Zed", "chance", "A"])
def test_all_04_what_was_missed_was_said_by_a_player_or_the_host(who: str) -> None:
    with pytest.raises(Refusal) as refused:
        amends(f'insert 24 {who} at 2026-11-20T20:10:00Z "pass" why "x"')
    assert refused.value.clause == "ALL-4"


def test_all_08_a_ruling_that_was_missed_is_put_in_its_place() -> None:
    body = "20 21:30 Ann: bid A 30\n20 22:00 Bob: bid A 12\n20 22:10 host: "
    insert = 'insert 4 host at 2026-11-20T21:45:00Z "adjust Bob coins =10 why y" drop 4 why x'
    assert bids(f"{body}{insert}") == ["Ann A 30"]
    for text in ("close", "start", "pause why y", "set thread=1", "undo 2"):
        found = refused(f'{body}insert 3 host at 2026-11-20T21:45:00Z "{text}" why x')
        assert (found.clause, "say it now" in found.sentence()) == ("ALL-6", True)


# ---- what stands, and how it counts


LINES = """host: start
Ann: bid A 30
Bob: bid B 12
host: amend 2 to "bid A 45" why "x"
host: undo 4
host: redo 4
host: strike 3 why "x"
host: insert 2 Bob at 2026-11-20T19:00:00Z "pass" why "x"
host: amend 8 by Ann drop 2 why "x"
host: close
host: undo 10"""


def entries(lines: str) -> list[Entry]:
    read = journal.read(head("Ann, Bob") + timed(lines.splitlines()))
    return [replace(line.entry, number=i) for i, line in enumerate(read.lines, 1)]


def numbers(found: tuple[Entry, ...]) -> list[int]:
    return [entry.number for entry in found]


def first(many: int) -> list[Entry]:
    return entries(LINES)[:many]


def test_all_06_what_was_taken_back_and_put_back_stands() -> None:
    assert numbers(not_undone(first(5))) == [1, 2, 3]
    assert numbers(not_undone(first(6))) == [1, 2, 3, 4]
    assert numbers(not_undone(first(11))) == [1, 2, 3, 4, 7, 8, 9]
    assert not_undone(()) == ()
    # of a stretch: what is undone or amended came before it
    assert numbers(not_undone(first(6)[4:])) == []
    assert numbers(effective_entries(first(4)[2:])) == [3, 4]


def test_what_counts_is_as_it_was_put_right() -> None:
    def counts(many: int) -> list[str]:
        return [
            f"{e.number} {e.who}: {e.text}"
            for e in effective_entries(first(many))
            if e.who != "host"
        ]

    assert counts(3) == counts(5) == ["2 Ann: bid A 30", "3 Bob: bid B 12"]
    assert counts(4) == ["2 Ann: bid A 45", "3 Bob: bid B 12"]
    assert counts(7) == ["2 Ann: bid A 45"]
    assert counts(8) == ["8 Bob: pass", "2 Ann: bid A 45"]
    assert counts(9) == ["8 Ann: pass"]
    assert numbers(apply_amendments(not_undone(first(9)))) == [1, 8, 4, 7, 9]


def test_what_is_put_right_keeps_all_else_that_is_on_record() -> None:
    text = 'Ann [recorded 2026-11-20T21:00:00Z; from pm; note "n"; raw "r"]: pass\nhost: amend 1 at'
    said = entries(f'{text} 2026-11-20T20:30:00Z why "x"')
    at, by = Instant("2026-11-20T20:30:00Z"), said[1].recorded_at
    assert effective_entries(said)[0] == replace(said[0], received_at=at, put_right_at=by)
    assert (said[0].on_record_at, effective_entries(said)[0].on_record_at) == (
        said[0].recorded_at,
        by,
    )
    later = effective_entries(entries(f'{text} 2026-11-20T22:30:00Z why "x"'))[0]
    assert later.recorded_at == later.received_at, "nothing is recorded before it came"


START = "20 20:00 host: start\n"
AFTER = "20 23:00 host: "
D = "2026-11-20"


def played(body: str) -> Played:
    return play(journal_of("Ann, Bob, Cid", START + body, coins=100))


def refused(body: str) -> Refusal:
    return refusal(journal_of("Ann, Bob, Cid", START + body, coins=100))


def bids(body: str) -> list[str]:
    """The live bids, in the order in which they count."""
    return [f"{bid.who} {bid.lot} {bid.coins}" for bid in played(body).state.bids]


TWO = "20 21:00 Ann: bid A 30\n20 21:10 Bob: bid B 12\n"
"""Entries 3 and 4."""


@pytest.mark.parametrize(
    ("amendment", "right"),
    [
        ('amend 3 to "bid A 45" why "x"', ["Ann A 45", "Bob B 12"]),
        ("amend 3 by Cid why x", ["Cid A 30", "Bob B 12"]),
        ("amend 3 by Ci why x", ["Cid A 30", "Bob B 12"]),
        ('amend 3 to "pass" why "x"', ["Bob B 12"]),
        ("amend 3 at 2026-11-20T21:20:00Z why x", ["Bob B 12", "Ann A 30"]),
        ("strike 3 why x", ["Bob B 12"]),
        ("strike 3 drop 4 why x", []),
        (f'insert 4 Cid at {D}T21:05:00Z "bid C 1" why x', ["Ann A 30", "Cid C 1", "Bob B 12"]),
        (f'insert 4 Ci at {D}T20:30:00Z "bid C 1" why x', ["Cid C 1", "Ann A 30", "Bob B 12"]),
        (f'insert 3 Cid at {D}T21:30:00Z "bid C 1" why x', ["Ann A 30", "Bob B 12", "Cid C 1"]),
    ],
)
def test_all_06_the_game_goes_on_as_if_it_was_typed_so(amendment: str, right: list[str]) -> None:
    assert bids(f"{TWO}{AFTER}{amendment}") == right
    undone = f"{TWO}{AFTER}{amendment}\n20 23:10 host: undo 5\n"
    assert bids(undone) == ["Ann A 30", "Bob B 12"]
    assert bids(f"{undone}20 23:20 host: redo 5") == right


def test_all_06_what_was_inserted_can_be_put_right_by_the_number_of_its_amendment() -> None:
    body = f'{TWO}{AFTER}insert 4 Cid at 2026-11-20T21:05:00Z "bid C 1" why "x"\n'
    assert bids(f'{body}{AFTER}amend 5 to "bid C 2" why "x"')[1] == "Cid C 2"
    assert bids(f"{body}{AFTER}strike 5 why x") == ["Ann A 30", "Bob B 12"]


def test_all_06_undo_takes_back_one_after_the_other_however_many_there_are() -> None:
    many = "".join(f'20 21:{20 + n} host: note "{n}"\n' for n in range(2 * REMEMBERED))
    amended = f'{TWO}{many}{AFTER}amend 3 to "bid A 50" why "x"\n'
    last = 4 + 2 * REMEMBERED + 1
    undone = "".join(f"20 23:10 host: undo {n}\n" for n in range(last, 3, -1))
    assert bids(f"{amended}{undone}") == ["Ann A 30"]
    redone = "".join(f"20 23:20 host: redo {n}\n" for n in range(4, last + 1))
    assert bids(f"{amended}{undone}{redone}") == ["Ann A 50", "Bob B 12"]


FALLS = f'{TWO}20 21:20 Ann: bid D 60\n{AFTER}amend 3 to "bid D 90"'


def test_all_08_what_falls_in_a_window_by_arrival_is_void_and_counts_again() -> None:
    fallen = f"{FALLS} why x\n"
    assert (bids(fallen), voids(fallen)) == (["Ann D 90", "Bob B 12"], [5])
    assert bids(f'{fallen}{AFTER}amend 3 to "bid A 40" why x')[0] == "Ann A 40"
    assert bids(f'{fallen}{AFTER}amend 3 to "bid A 40" why x')[-1] == "Ann D 60"
    assert bids(f"{fallen}20 23:10 host: undo 6") == ["Ann A 30", "Bob B 12", "Ann D 60"]
    assert bids(f"{FALLS} drop 5 why x") == ["Ann D 90", "Bob B 12"]


def test_what_cant_be_put_right_so_is_refused_by_its_own_clause() -> None:
    assert refused(f'{TWO}{AFTER}amend 3 to "bid A 101" why "x"').clause == "AP-7"
    assert refused(f"{TWO}{AFTER}amend 3 at 2026-11-20T19:00:00Z why x").clause == "ALL-1"
    insert = 'insert 4 Cid at 2026-11-22T20:00:00Z "bid C 1" why "x"'
    assert refused(f"{TWO}22 23:00 host: {insert}").clause == "AP-6"
    assert refused(f"{TWO}{AFTER}{insert}").clause == "ALL-8", "it was still to come"


SESSION = """20 21:00 Ann: bid A 30
20 21:10 Bob: bid B 30
20 21:20 Cid: bid C 30
21 20:00 host: close
21 20:10 Ann: trash {}
21 20:20 Bob: {}
22 {} host: close
"""
"""Entries 3 to 9; the draw that follows is entry 10, and opens the window for the change lots."""
SLIPS = SESSION.format("2C", "keep", "20:00")
LATER = "22 23:00 host: "


def drawn(body: str) -> tuple[str, str]:
    """When the last draw came, and what it gave."""
    steps = [step for step in played(body).replay.effective if step.entry.drawn == "seed"]
    return steps[-1].entry.received_at[8:16], steps[-1].entry.text


@pytest.mark.parametrize(
    ("amendment", "right"),
    [
        ('amend 7 to "trash 3C 4C" why "x"', ("3C 4C", "keep", "20:00")),
        ('amend 8 to "trash 8C" why "x"', ("2C", "trash 8C", "20:00")),
        ("amend 9 at 2026-11-22T21:30:00Z why x", ("2C", "keep", "21:30")),
    ],
)
def test_all_03_a_draw_is_made_again_from_the_same_sub_seed_where_it_draws_from_something_else(
    amendment: str, right: tuple[str, str, str]
) -> None:
    now = played(SLIPS + LATER + amendment)
    then = played(SESSION.format(*right))
    assert drawn(SLIPS + LATER + amendment) == drawn(SESSION.format(*right))
    assert now.state == then.state
    assert now.table.windows == then.table.windows
    assert drawn(f"{SLIPS}{LATER}{amendment}\n{LATER}undo 11") == drawn(SLIPS)


def test_all_03_a_draw_that_nothing_asks_for_any_more_is_made_when_something_does() -> None:
    struck = f"{SLIPS}{LATER}strike 7 why x\n"
    assert not [step for step in played(struck).replay.effective if step.entry.drawn == "seed"]
    again = f'{struck}{LATER}insert 9 Ann at 2026-11-21T22:00:00Z "trash 2C" why x'
    assert drawn(again) == drawn(SLIPS)


def test_all_03_a_draw_that_an_amendment_makes_due_comes_with_it() -> None:
    nothing = SESSION.format("2C", "keep", "20:00").replace("trash 2C", "keep")
    amended = f'{nothing}{LATER}amend 7 to "trash 2C" why "x"\n'
    assert drawn(amended)[0] == "22T23:00"
    assert drawn(f'{amended}23 00:00 host: amend 7 to "trash 3C" why "x"')[0] == "22T23:00"


HELD = head("Ann, Bob").replace("---\n", "set chance: hold\n---\n") + (
    '2026-11-20T20:00:00Z host: note "x"\n2026-11-20T20:01:00Z host: words "kiwi"\n'
    "2026-11-20T20:02:00Z host: start\n2026-11-20T20:03:00Z host: "
)
AGAIN = [
    f'amend {words} \\"plum\\"" why x' for words in ('1 to "words', '1 to "Words', '2 to "words')
]
AGAIN += ["amend 2 at 2026-11-20T20:00:00Z why x", 'amend 3 to "shuffle 2C" why x']


@pytest.mark.parametrize(
    "amendment",
    [*AGAIN, *(f"strike {which} why x" for which in ("2", "1 drop 2", "3", "1 drop 3"))],
)
def test_all_03_nobody_can_draw_again_by_an_amendment(amendment: str) -> None:
    """Entry 2 is the words and entry 3 the draw."""
    assert refusal(HELD + amendment).clause == "ALL-3"


MESSAGE = """20 21:00 Ann: says "A 30?"
20 21:10 Bob: bid B 12
20 21:20 host: asks 3 "30 on A?"
"""


def test_all_08_a_move_counts_with_the_arrival_of_the_message_it_was_taken_from() -> None:
    body = f"{MESSAGE}20 21:00 Ann [of 3]: bid A 30\n20 21:00 Ann [of 3]: bid D 5"
    assert bids(body) == ["Ann A 30", "Ann D 5", "Bob B 12"]
    assert played(body).table.inbox == ()
    before = f'{body}\n20 21:05 Cid: says "hm"'
    assert [step.entry.number for step in played(before).replay.steps][2:] == [3, 6, 7, 8, 4, 5]


def test_all_07_what_was_taken_from_a_message_falls_with_it() -> None:
    body = f"{MESSAGE}20 21:00 Ann [of 3]: bid A 30\n{AFTER}"
    found = refused(f"{body}strike 3 why x")
    assert found.clause == "ALL-6"
    assert "entry 5 of host's doesn't stand any more (ALL-7)" in found.sentence()
    assert "drop 5, 6" in found.sentence()
    assert bids(f"{body}strike 3 drop 5, 6 why x") == ["Bob B 12"]
    assert bids(f'{body}amend 6 to "bid A 31" why x') == ["Ann A 31", "Bob B 12"]
    assert bids(f"{body}strike 4 why x") == ["Ann A 30"]


VOID = "20 21:30 Ann: bid A 60\n20 21:10 Ann: bid A 40\n"
"""A bid is final, and what arrived first stands (AP-8)."""


def test_all_08_what_arrived_later_is_void_where_it_doesnt_stand_any_more() -> None:
    assert bids(VOID) == ["Ann A 40"]
    (void,) = [step.void for step in played(VOID).replay.steps if step.void]
    assert (voids(VOID), void.clause) == ([3], "AP-8")
    assert bids(f"{VOID}20 22:00 host: undo 4") == ["Ann A 60"]
    assert bids(f"{VOID}{AFTER}strike 4 why x") == ["Ann A 60"]
    assert bids(f'{VOID}{AFTER}amend 4 to "bid B 40" why x') == ["Ann B 40", "Ann A 60"]
    assert bids(f"{VOID}20 21:20 Bob: bid C 1") == ["Ann A 40", "Bob C 1"]


def voids(body: str) -> list[int]:
    return [step.entry.number for step in played(body).replay.steps if step.void]


def test_all_08_what_is_void_stays_so_and_counts_again_when_nothing_is_in_its_way() -> None:
    earlier = f"{VOID}{AFTER}amend 3 at 2026-11-20T21:00:00Z"
    assert (bids(f"{earlier} why x"), voids(f"{earlier} why x")) == (["Ann A 60"], [4])
    assert bids(f"{earlier} drop 4 why x") == ["Ann A 60"]
    noted = f'{VOID}20 22:00 host: note "x"\n{AFTER}amend 5 to "note \\"y\\"" why x\n'
    assert (bids(noted), voids(noted)) == (["Ann A 40"], [3])
    assert bids(f"{noted}{AFTER}strike 4 why x") == ["Ann A 60"]
    first = f'{VOID}{AFTER}insert 3 Ann at 2026-11-20T20:50:00Z "bid A 50" drop 4 why x\n'
    assert (bids(first), voids(first)) == (["Ann A 50"], [3])
    assert bids(f"{first}{AFTER}strike 5 why x") == ["Ann A 60"]


def test_all_08_in_the_same_instant_what_was_recorded_first_counts_first() -> None:
    same = "20 21:00 Ann: bid A 30\n20 21:00 Bob: bid B 12\n"
    assert bids(same) == ["Ann A 30", "Bob B 12"]
    inserted = f'{same}{AFTER}insert 3 Cid at 2026-11-20T21:00:00Z "bid A 30" why x'
    assert bids(inserted) == ["Ann A 30", "Bob B 12", "Cid A 30"]


def test_all_08_what_the_host_has_ruled_since_isnt_spoiled_by_what_arrived_before() -> None:
    ruled = "20 21:30 Ann: bid A 30\n20 22:00 host: adjust Bob coins =5 why x\n20 21:10 Bob: bid A "
    found = refused(f"{ruled}31")
    assert (found.clause, found.quoted) == ("AP-7", "A 31")
    assert "Bob has 5 coins" in found.sentence()
    assert bids(f"{ruled}5") == ["Bob A 5", "Ann A 30"]


GROUPED = {"X": "A 0 1 B 2 3 4 C 5 6 7 8", "Y": "A 0 2 B 1 3 4 C 5 6 7 8"}
MATCH = (
    head("Ann, Bob", "grouping-bw", variant="final-match", items="Ann: order", grouping_hours=24)
    + "2026-11-20T20:00:00Z host: start\n"
)


def grouped(lines: str) -> Played:
    for name, groups in GROUPED.items():
        lines = lines.replace(f"group {name}", f"group {groups}")
    return play(MATCH + timed(lines.splitlines()))


SWAPPED = "20 20:20 Bob: group X\n20 20:10 Ann: group X\n"
RIGHT = grouped("20 20:10 Ann: group X\n20 20:15 Ann: group Y\n20 20:20 Bob: group X")


@pytest.mark.parametrize("place", [2, 3])
def test_all_08_what_came_in_time_for_a_window_closed_too_soon_counts_by_its_arrival(
    place: int,
) -> None:
    """Bob's groups are entry 2 and Ann's first ones entry 3, by which the window closed."""
    insert = f'insert {place} Ann at 2026-11-20T20:15:00Z "group {GROUPED["Y"]}" why x'
    put_right = grouped(f"{SWAPPED}20 23:00 host: {insert}")
    assert put_right.state == RIGHT.state
    deadlines = [[w.deadline for w in game.table.windows] for game in (put_right, RIGHT)]
    assert deadlines[0] == deadlines[1]


def test_all_08_what_is_put_in_may_follow_on_what_is_recorded_behind_it() -> None:
    insert = 'insert 2 Ann at 2026-11-20T20:15:00Z "order" why x'
    order = grouped(f"{SWAPPED}20 23:00 host: {insert}")
    assert order.state.player("Ann").used == ("order",)


def test_all_08_a_draw_is_dated_by_what_made_it_due() -> None:
    other = grouped(SWAPPED)
    assert grouped("20 20:10 Ann: group X\n20 20:20 Bob: group X").state == other.state
    assert other.entries[-1].received_at == "2026-11-20T20:20:00Z"
    assert other.entries[-1].recorded_at == "2026-11-20T20:20:00Z", "not before what made it due"


def test_all_08_whom_the_window_was_closed_for_by_name_says_the_rest_after_that() -> None:
    """Ann may still group, by an extension; what Bob says then takes the place of his default."""
    extended = '21 20:00 host: extend +1h why "x"\n21 20:30 Ann: ante 3\n'
    played = grouped(f"{extended}21 21:00 host: close Bob\n21 20:20 Bob: group Y")
    assert [step.entry.number for step in played.replay.effective] == [1, 2, 3, 4, 5]
    assert played.state.player("Bob").grouping.a == (0, 2)
