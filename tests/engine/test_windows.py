"""Windows, deadlines, pauses and rulings (ALL-1, ALL-2, ALL-6), seen through a game."""

from dataclasses import replace

import pytest
import two_rooms
from playing import head, journal_of, play, refusal

from gmtool.engine.entries import Entry, Spoken
from gmtool.engine.game import Turn, Wanted
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import NotNow, Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.table import OpenWindow, lay

START = "20 20:00 host: start\n"
UNBEGUN = '20 20:00 host: note "x"\n'
PAUSED = '20 22:00 host: pause why "holidays"\n'
RESUMED = f"{PAUSED}25 22:00 host: resume\n"
LATER = '21 20:30 host: extend +90m why "x"\n'
OVER = '20 22:00 host: end why "too few players"\n'
TWO = "Ann, Bob"


def window(body: str) -> OpenWindow:
    (found,) = play(journal_of(TWO, START + body)).table.windows
    assert isinstance(found, OpenWindow)
    return found


def refused(body: str) -> Refusal:
    return refusal(journal_of(TWO, body if body.startswith(UNBEGUN) else START + body))


@pytest.mark.parametrize(
    ("body", "clause", "words"),
    [
        ("21 23:30 host: close\n21 23:00 Ann: bid F 5", "ALL-1", "opened 2026-11-21T23:30:00Z"),
        ("20 19:59 Ann: bid A 5", "ALL-1", ""),
        ('20 19:59 host: note "x"', "ALL-1", ""),
        ("20 21:00 Ann: pass\n20 21:00 Bob: pass\n20 20:59 host: close early", "ALL-1", ""),
        ('20 21:00 Ann [late "x"]: bid A 5', "ALL-1", "leave --late out"),
        ("21 19:59:59 host: close", "ALL-2", "still awaited: Ann, Bob"),
        ("20 21:00 Ann: pass\n20 21:10 host: close early", "ALL-2", "still awaited: Bob"),
        (
            "20 21:00 Ann: pass\n20 21:05 Bob: pass\n21 20:00 host: close early",
            "ALL-2",
            "a plain `close` is right",
        ),
        (f"{UNBEGUN}20 20:10 host: close", "ALL-2", ""),
        (f"{LATER}21 21:00 host: close", "ALL-2", ""),
        (f'{UNBEGUN}20 20:10 host: extend +1h why "x"', "ALL-6", ""),
        (f"{PAUSED}22 12:00 Ann: bid A 5", "ALL-6", "paused since 2026-11-20T22:00:00Z"),
        (f"{PAUSED}25 12:00 host: close", "ALL-6", "paused since 2026-11-20T22:00:00Z"),
        (f"{RESUMED}23 12:00 Ann: bid A 5", "ALL-6", "while the game was paused"),
        ("20 22:00 host: resume", "ALL-6", ""),
        (f'{PAUSED}20 23:00 host: pause why "again"', "ALL-6", ""),
        (f"{PAUSED}20 21:00 host: resume", "ALL-6", ""),
        (f'{RESUMED}24 21:00 host: pause why "x"', "ALL-6", "paused until 2026-11-25T22:00:00Z"),
        (f"{OVER}20 23:00 Ann: bid A 5", "ALL-6", "called off (too few players)"),
        ('20 21:00 host: words "Ann: banana"', "ALL-6", "before the first draw"),
    ],
)
def test_what_the_clock_a_pause_or_the_end_forbids(body: str, clause: str, words: str) -> None:
    found = refused(body)
    assert (found.clause, words in found.sentence()) == (clause, True), found
    never_open = body.startswith((UNBEGUN, OVER))
    assert not never_open or isinstance(found, NotNow)


def test_all_01_the_next_window_opens_with_the_entry_that_ended_the_one_before() -> None:
    later = window("21 23:30 host: close")
    assert (later.opened, later.deadline) == ("2026-11-21T23:30:00Z", "2026-11-22T23:30:00Z")
    at_the_deadline = window("21 20:00 host: close")
    assert at_the_deadline.opened == "2026-11-21T20:00:00Z"
    early = "20 21:00 Ann: bid A 5\n20 21:05 Bob: pass\n20 21:10 host: close early"
    assert window(early).opened == "2026-11-20T21:10:00Z", "all who may move have moved"


def test_all_06_extend_puts_the_deadline_off_also_after_it_has_passed() -> None:
    assert window('20 21:00 host: extend +12h why "x"').deadline == "2026-11-22T08:00:00Z"
    assert window(f"{LATER}21 21:00 Ann: bid A 5").deadline == "2026-11-21T21:30:00Z"


def test_all_06_a_pause_keeps_the_time_that_was_left_and_what_came_before_it() -> None:
    assert window(RESUMED).deadline == "2026-11-26T20:00:00Z"
    played = play(journal_of(TWO, f"{START}{PAUSED}20 21:59 Ann: bid A 5"))
    assert played.state.bids[0].coins == 5


def test_all_06_a_game_called_off_is_over() -> None:
    assert play(journal_of(TWO, f'{START}{OVER}20 23:00 host: note "kept"')).table.windows == ()


def test_missed_is_nothing_received_and_a_pass_is_a_move() -> None:
    body = """20 21:00 Ann: pass
        21 20:00 host: close
        22 20:00 host: close"""
    assert play(journal_of(TWO, START + body)).table.quiet == {"Ann": 1, "Bob": 2}


def test_words_held_for_are_mixed_in_at_the_start() -> None:
    header = head(TWO).replace("---\n", "set chance: hold\n---\n")
    words = '2026-11-20T19:00:00Z host: words "Ann: banana"\n'
    assert [e.who for e in play(header + words).entries] == ["host"]
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
    return vote(Replay(game, lay(game, NAMES, {"vote": True})), 1, "host", "start")


def taken(state: two_rooms.State, spoken: Spoken) -> two_rooms.State:
    """The vote goes on, whoever has voted, until it is closed."""
    if isinstance(spoken.move, two_rooms.Vote):
        return state
    after: two_rooms.State = two_rooms.GAME.play(state, spoken)
    return after


NAMES = ("Ann", "Bob", "Cid")
START_AT = Instant("2026-11-20T20:00:00Z")


def vote(replay: Replay, number: int, who: str, text: str = "vote") -> Replay:
    replay.apply(Entry(number, who, text, START_AT, START_AT))
    return replay


def test_all_02_a_window_that_isn_t_closed_early_is_open_until_its_deadline() -> None:
    for early in (False, True):
        replay = voting(early=early)
        for number, who in enumerate(NAMES, 2):
            vote(replay, number, who)
        if early:
            assert vote(replay, 5, "host", "close early").table.window("v") is None
            continue
        with pytest.raises(Refusal, match="isn't closed early") as refused:
            vote(replay, 5, "host", "close early")
        assert refused.value.clause == "ALL-1"


def test_all_01_where_the_first_answer_is_final_another_is_refused() -> None:
    vote(vote(voting(), 2, "Ann"), 3, "Ann")
    replay = vote(voting(final=True), 2, "Ann")
    with pytest.raises(Refusal, match="the first answer is final") as refused:
        vote(replay, 3, "Ann")
    assert refused.value.clause == "ALL-1"
    vote(replay, 3, "Bob")
