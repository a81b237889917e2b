"""Windows, deadlines, pauses and rulings (ALL-1, ALL-2, ALL-6), seen through a game."""

import pytest
import two_rooms
from msgspec.structs import replace
from playing import head, journal_of, play, refusal

from gmtool.engine.entries import Entry
from gmtool.engine.game import Action, Turn, Wanted
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
    early = "20 21:00 Ann: bid A 5\n20 21:05 Bob: pass\n20 21:06 Ann: done\n"
    assert window(f"{early}20 21:10 host: close early").opened == "2026-11-20T21:10:00Z"


@pytest.mark.parametrize(
    ("body", "clause", "words"),
    [
        (
            "20 21:00 Ann: bid A 5\n20 21:05 Bob: pass\n20 21:10 host: close early",
            "ALL-2",
            "from Ann.",
        ),
        (
            "20 21:00 Ann: bid A 5\n20 21:01 Ann: done\n20 21:02 Ann: bid B 5\n20 21:05 Bob: pass\n"
            "20 21:10 host: close early",
            "ALL-2",
            "`done` hasn't come from Ann.",
        ),
        ("20 21:00 Ann: done", "ALL-2", "what is asked for is `bid LOT COINS`, `pass` or `stand`"),
        ("20 21:00 Ann: bid A 5\n21 20:01 Ann: done", "AP-6", "after the deadline"),
    ],
)
def test_all_02_whoever_may_still_add_something_has_said_that_it_is_done(
    body: str, clause: str, words: str
) -> None:
    told = refused(body)
    assert told.clause == clause
    assert words in told.sentence()


def test_all_02_a_move_that_arrived_after_it_takes_done_back_whenever_it_was_recorded() -> None:
    first = "20 21:00 Ann: bid A 5\n20 22:00 Ann: done\n20 21:30 Ann: bid B 5\n20 21:05 Bob: pass\n"
    assert window(f"{first}20 22:10 host: close early").opened == "2026-11-20T22:10:00Z"


def test_all_02_an_early_close_on_record_stays_as_it_was_judged_then() -> None:
    """Journals of the time when having moved was being done go on."""
    begin = play(journal_of(TWO, START + "20 21:00 Ann: bid A 5\n20 21:05 Bob: pass")).replay
    at = Instant("2026-11-20T21:10:00Z")
    early = Entry(9, "host", "close early", at, at)
    with pytest.raises(Refusal, match="done"):
        begin.copy().apply(early)
    kept = begin.copy()
    assert kept.keep(early)
    assert kept.failure is None


@pytest.mark.parametrize(
    ("body", "until", "own"),
    [
        ('20 21:00 host: extend until 2026-11-22T18:00:00Z why "x"', "22 18:00", {}),
        ('21 21:00 host: extend until 2026-11-22T18:00:00Z why "x"', "22 18:00", {}),
        ('20 21:00 host: extend Bob +24h why "x"', "21 20:00", {"Bob": "22 20:00"}),
        (
            '20 21:00 host: extend Bob +24h why "x"\n20 21:01 host: extend Bob +1h why "x"',
            "21 20:00",
            {"Bob": "22 21:00"},
        ),
        (
            '20 21:00 host: extend Bob +4h why "x"\n20 21:01 host: extend +12h why "x"',
            "22 08:00",
            {"Bob": "22 00:00"},
        ),
        (
            '20 21:00 host: extend Bob +4h why "x"\n20 22:00 host: pause why "x"\n'
            "20 23:00 host: resume",
            "21 21:00",
            {"Bob": "22 01:00"},
        ),
    ],
)
def test_all_06_a_deadline_is_put_off_until_an_instant_or_for_one_player(
    body: str, until: str, own: dict[str, str]
) -> None:
    found = window(body)
    assert found.deadline == instant(until)
    assert found.own == {who: instant(at) for who, at in own.items()}


def instant(short: str) -> str:
    """An instant of November 2026 written as in a clause."""
    day, clock = short.split()
    return f"2026-11-{day}T{clock}:00Z"


def test_all_01_time_is_up_for_each_player_at_its_own_deadline_and_for_all_at_the_last() -> None:
    longer = '20 21:00 host: extend Bob +24h why "x"\n'
    assert refused(f"{longer}21 20:01 Ann: bid A 5").clause == "AP-6"
    assert refused(f"{longer}22 20:01 Bob: bid A 5").clause == "AP-6"
    assert window(f"{longer}22 19:59 Bob: bid A 5").moved == ("Bob",)
    assert "closes 2026-11-22T20:00:00Z" in refused(f"{longer}21 20:00 host: close").sentence()
    assert window(f"{longer}22 20:00 host: close").opened == "2026-11-22T20:00:00Z"


def gone(since: str, until: str) -> str:
    return f'20 21:00 host: absent Bob from {since}:00Z until {until}:00Z why "x"'


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('20 21:00 host: extend until 2026-11-21T20:00:00Z why "x"', "only ever put off"),
        ('20 21:00 host: extend Bob until 2026-11-21T19:00:00Z why "x"', "only ever put off"),
        ('20 21:00 host: extend Cid +3h why "x"', "nobody here is called “Cid”"),
        ("20 21:00 host: extend Bob +3h", "needs a reason"),
        (
            gone("2026-11-19T09:00", "2026-11-20T20:30"),
            "is over already",
        ),
        (
            gone("2026-11-22T00:00", "2026-11-21T00:00"),
            "ends before it begins",
        ),
        (
            gone("2026-11-22T00:00", "2028-11-21T00:00"),
            "lasts 366 days at most",
        ),
    ],
)
def test_all_06_what_can_be_no_extension_and_no_absence_is_refused(body: str, words: str) -> None:
    assert words in refused(body).sentence()


@pytest.mark.parametrize(
    ("policy", "since", "until", "deadline"),
    [
        ("", "20 22:00", "23 09:00", "23 09:00"),
        ("", "21 19:00", "21 19:30", "21 20:00"),  # over before the turn is
        ("", "22 09:00", "23 09:00", "21 20:00"),  # begins after it
        ("longest_absence: 30h", "20 22:00", "23 09:00", "22 04:00"),
        ("longest_absence: 2d", "18 22:00", "25 09:00", "22 20:00"),  # counted from its opening
    ],
)
def test_all_10_a_turn_lasts_until_its_player_is_back(
    policy: str, since: str, until: str, deadline: str
) -> None:
    header = head("Ann, Bob, Cid", "big-two")
    header = header.replace("---\n", f"set {policy}\n---\n" if policy else "---\n")
    start = f"{START_AT} host: start\n"
    begun = play(header + start)
    (actor,) = {turn.who for turn in begun.waiting()}
    away = f'host: absent {actor} from {instant(since)} until {instant(until)} why "x"\n'
    before, after = f"2026-11-18T20:00:00Z {away}", f"2026-11-20T20:10:00Z {away}"
    for body in (before + start, start + after):
        (found,) = play(header + body).table.windows
        assert found.deadline == instant(deadline)


def test_missed_is_nothing_received_and_a_pass_is_a_move() -> None:
    body = """20 21:00 Ann: pass
        21 20:00 host: close
        22 20:00 host: close"""
    assert play(journal_of(TWO, START + body)).table.quiet == {"Ann": 1, "Bob": 2}


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


def taken(state: two_rooms.State, action: Action) -> two_rooms.State:
    """The vote goes on, whoever has voted, until it is closed."""
    if isinstance(action.move, two_rooms.Vote):
        return state
    after: two_rooms.State = two_rooms.GAME.play(state, action)
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
        for number, who in enumerate(NAMES, 5):
            vote(replay, number, who, "done")
        if early:
            assert vote(replay, 8, "host", "close early").table.window("v") is None
            continue
        with pytest.raises(Refusal, match="isn't closed early") as refused:
            vote(replay, 8, "host", "close early")
        assert refused.value.clause == "ALL-1"


def test_all_01_where_the_first_answer_is_final_another_is_refused() -> None:
    vote(vote(voting(), 2, "Ann"), 3, "Ann")
    replay = vote(voting(final=True), 2, "Ann")
    with pytest.raises(Refusal, match="the first answer is final") as refused:
        vote(replay, 3, "Ann")
    assert refused.value.clause == "ALL-1"
    vote(replay, 3, "Bob")


def test_all_1_the_hours_of_a_window_run_from_the_next_full_minute() -> None:
    played = play(journal_of(TWO, "20 20:00:20 host: start"))
    assert played.table.windows[0].deadline == "2026-11-21T20:01:00Z"
