"""Windows, deadlines, pauses and rulings (ALL-1, ALL-2, ALL-6), seen through a game."""

from dataclasses import replace

import pytest
import two_rooms
from playing import journal_of, play, refusal

from gmtool.engine.entries import Entry, Spoken
from gmtool.engine.game import Turn, Wanted
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import NotNow, Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.table import OpenWindow, lay

START = "20 20:00 host: start\n"
TWO = "Ann, Bob"


def window(body: str) -> OpenWindow:
    (found,) = play(journal_of(TWO, START + body)).table.windows
    assert isinstance(found, OpenWindow)
    return found


def refused(body: str) -> Refusal:
    return refusal(journal_of(TWO, START + body))


def test_all_01_the_next_window_opens_with_the_entry_that_ended_the_one_before() -> None:
    later = window("21 23:30 host: close")
    assert (later.opened, later.deadline) == ("2026-11-21T23:30:00Z", "2026-11-22T23:30:00Z")


def test_all_01_a_move_from_before_the_window_opened_is_refused() -> None:
    found = refused("21 23:30 host: close\n21 23:00 Ann: bid F 5")
    assert found.clause == "ALL-1"
    assert "only opened 2026-11-21T23:30:00Z" in found.sentence()


def test_all_01_nothing_is_dated_before_the_game_began() -> None:
    assert refused("20 19:59 Ann: bid A 5").clause == "ALL-1"
    assert refused('20 19:59 host: note "x"').clause == "ALL-1"


def test_all_01_a_close_is_not_dated_before_the_last_entry() -> None:
    body = "20 21:00 Ann: pass\n20 21:00 Bob: pass\n20 20:59 host: close early"
    assert refused(body).clause == "ALL-1"


def test_all_02_from_the_deadline_instant_on_the_host_may_close() -> None:
    assert window("21 20:00 host: close").opened == "2026-11-21T20:00:00Z"
    found = refused("21 19:59:59 host: close")
    assert found.clause == "ALL-2"
    assert "still awaited: Ann, Bob" in found.sentence()


def test_all_02_early_only_when_everybody_who_may_move_has_moved() -> None:
    half = "20 21:00 Ann: bid A 5\n"
    assert "still awaited: Bob" in refused(half + "20 21:10 host: close early").sentence()
    assert window(half + "20 21:05 Bob: pass\n20 21:10 host: close early")
    late = half + "20 21:05 Bob: pass\n21 20:00 host: close early"
    assert "a plain `close` is right" in refused(late).sentence()


def test_all_02_nothing_can_be_closed_before_the_start() -> None:
    found = refusal(journal_of(TWO, '20 20:00 host: note "x"\n20 20:10 host: close'))
    assert isinstance(found, NotNow)
    assert found.clause == "ALL-2"


def test_all_06_extend_puts_the_deadline_off_also_after_it_has_passed() -> None:
    assert window('20 21:00 host: extend +12h why "x"').deadline == "2026-11-22T08:00:00Z"
    body = '21 20:30 host: extend +90m why "x"\n21 21:00 Ann: bid A 5'
    assert window(body).deadline == "2026-11-21T21:30:00Z"
    assert refused('21 20:30 host: extend +90m why "x"\n21 21:00 host: close').clause == "ALL-2"


def test_all_06_extend_needs_an_open_window() -> None:
    found = refusal(journal_of(TWO, '20 20:00 host: note "x"\n20 20:10 host: extend +1h why "x"'))
    assert isinstance(found, NotNow)


PAUSED = '20 22:00 host: pause why "holidays"\n'


def test_all_06_a_pause_keeps_the_time_that_was_left() -> None:
    assert window(PAUSED + "25 22:00 host: resume").deadline == "2026-11-26T20:00:00Z"


@pytest.mark.parametrize("line", ["22 12:00 Ann: bid A 5", "25 12:00 host: close"])
def test_all_06_nothing_goes_on_in_a_pause(line: str) -> None:
    found = refused(PAUSED + line)
    assert found.clause == "ALL-6"
    assert "paused since 2026-11-20T22:00:00Z" in found.sentence()


def test_all_06_what_came_before_the_pause_counts_when_recorded_in_it() -> None:
    played = play(journal_of(TWO, START + PAUSED + "20 21:59 Ann: bid A 5"))
    assert played.state.bids[0].coins == 5


def test_all_06_what_was_said_in_a_pause_doesnt_count_afterwards_either() -> None:
    found = refused(PAUSED + "25 22:00 host: resume\n23 12:00 Ann: bid A 5")
    assert "while the game was paused" in found.sentence()


def test_all_06_pause_and_resume_take_turns() -> None:
    assert refused("20 22:00 host: resume").clause == "ALL-6"
    assert refused(PAUSED + '20 23:00 host: pause why "again"').clause == "ALL-6"
    assert refused(PAUSED + "20 21:00 host: resume").clause == "ALL-6"


def test_all_06_a_pause_cant_begin_within_the_one_before() -> None:
    again = '25 22:00 host: resume\n24 21:00 host: pause why "x"'
    assert "paused until 2026-11-25T22:00:00Z" in refused(PAUSED + again).sentence()


def test_all_06_a_game_called_off_is_over() -> None:
    over = '20 22:00 host: end why "too few players"\n'
    played = play(journal_of(TWO, START + over + '20 23:00 host: note "kept"'))
    assert played.table.windows == ()
    found = refused(over + "20 23:00 Ann: bid A 5")
    assert isinstance(found, NotNow)
    assert "called off (too few players)" in found.sentence()


def test_all_01_late_is_only_for_what_is_late() -> None:
    found = refused('20 21:00 Ann [late "x"]: bid A 5')
    assert "leave --late out" in found.sentence()


def test_missed_is_nothing_received_and_a_pass_is_a_move() -> None:
    body = """20 21:00 Ann: pass
        21 20:00 host: close
        22 20:00 host: close"""
    assert play(journal_of(TWO, START + body)).table.quiet == {"Ann": 1, "Bob": 2}


def test_all_06_words_only_before_the_first_draw() -> None:
    found = refused('20 21:00 host: words "Ann: banana"')
    assert "before the first draw" in found.sentence()


def test_words_held_for_are_mixed_in_at_the_start() -> None:
    header = (
        "gmtool-journal 1\nkind: auction-poker\nrules: 1\nname: T\nzone: UTC\nplayers: Ann, Bob\n"
        f"set chance: hold\nseed: {'11' * 32}\n---\n"
    )
    words = '2026-11-20T19:00:00Z host: words "Ann: banana"\n'
    played = play(header + words)
    assert [e.who for e in played.entries] == ["host"]
    played = play(header + words + "2026-11-20T20:00:00Z host: start\n")
    assert [e.who for e in played.entries] == ["host", "chance", "host"]
    assert played.entries[1].text.startswith("shuffle KD 7H AD 7C 3S ")
    assert played.entries[1].received_at == "2026-11-20T20:00:00Z"


# ---- windows of other people's games


def voting(*, early: bool = True, final: bool = False) -> Replay:
    """Two Rooms, begun, with a vote in such a window."""
    rooms = two_rooms.GAME

    def wanted(state: two_rooms.State) -> Wanted:
        asked = rooms.wanted(state)
        windows = tuple(replace(one, early=early, final=final) for one in asked.windows)
        everybody = tuple(Turn(who, "a vote", ("vote",), "v") for who in state.voting and NAMES)
        return Wanted(everybody if state.begun else asked.turns, windows[-1:])

    game = replace(rooms, wanted=wanted, play=taken)
    replay = Replay(game, lay(game, NAMES, {"vote": True}))
    replay.apply(Entry(1, "host", "start", START_AT, START_AT))
    return replay


def taken(state: two_rooms.State, spoken: Spoken) -> two_rooms.State:
    """The vote goes on, whoever has voted, until it is closed."""
    if isinstance(spoken.move, two_rooms.Vote):
        return state
    after: two_rooms.State = two_rooms.GAME.play(state, spoken)
    return after


NAMES = ("Ann", "Bob", "Cid")
START_AT = Instant("2026-11-20T20:00:00Z")


def test_all_02_a_window_that_isn_t_closed_early_is_open_until_its_deadline() -> None:
    replay = voting(early=False)
    for number, who in enumerate(NAMES, 2):
        replay.apply(Entry(number, who, "vote", START_AT, START_AT))
    with pytest.raises(Refusal, match="isn't closed early") as refused:
        replay.apply(Entry(5, "host", "close early", START_AT, START_AT))
    assert refused.value.clause == "ALL-1"
    replay = voting()
    for number, who in enumerate(NAMES, 2):
        replay.apply(Entry(number, who, "vote", START_AT, START_AT))
    closed = replay.apply(Entry(5, "host", "close early", START_AT, START_AT))
    assert closed.table.window("v") is None


def test_all_01_where_the_first_answer_is_final_another_is_refused() -> None:
    for final in (False, True):
        replay = voting(final=final)
        replay.apply(Entry(2, "Ann", "vote", START_AT, START_AT))
        again = Entry(3, "Ann", "vote", START_AT, START_AT)
        if not final:
            replay.apply(again)
            continue
        with pytest.raises(Refusal, match="the first answer is final") as refused:
            replay.apply(again)
        assert refused.value.clause == "ALL-1"
        replay.apply(replace(again, who="Bob"))
