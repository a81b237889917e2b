"""Messages of which no move was made: kept, asked back, taken, set aside (ALL-7, design §3a)."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from playing import Played, journal_of, play, refusal

from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import read, read_typed
from gmtool.engine.table import from_json, to_json

START = "20 20:00 host: start\n"
SAYS = '20 21:00 Ann [from pm]: says "80 on B\\nor 90?"\n'
"""Entry 3; entry 1 is the deal."""


def played(body: str) -> Played:
    return play(journal_of("Ann, Bob", START + body))


def refused(body: str) -> Refusal:
    return refusal(journal_of("Ann, Bob", START + body))


def waiting(body: str) -> list[tuple[int, str, str, str]]:
    """Number, sender, state and clause of each message that waits."""
    kept = (astuple(one) for one in played(body).table.inbox)
    return [(number, who, state, clause) for number, who, _, state, clause in kept]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (SAYS, [(3, "Ann", "open", "")]),
        (SAYS + '20 21:40 host: asks 3 "80 on B, right?"', [(3, "Ann", "answered", "")]),
        (SAYS + "20 21:00 Ann [of 3]: bid B 80", []),
        (SAYS + "20 21:00 Ann [of 3]: bid B 80\n20 21:00 Ann [of 3]: bid C 5", []),
        (SAYS + '20 22:00 host: aside 3 why "banter"', []),
        (SAYS + "20 22:00 Ann: bid B 80", [(3, "Ann", "open", "")]),
        (SAYS + '20 21:40 host: asks 3 "?"\n20 22:00 Ann: bid B 80', []),
        (SAYS + '20 21:40 host: asks 3 "?"\n20 22:00 Bob: bid B 80', [(3, "Ann", "answered", "")]),
        (
            SAYS + '20 21:40 host: asks 3 "?"\n20 22:00 Ann: says "yes"',
            [(3, "Ann", "answered", ""), (5, "Ann", "open", "")],
        ),
        ('20 21:00 Ann [refused AP-8]: says "B 999"', [(3, "Ann", "refused", "AP-8")]),
        ('20 21:00 Ann [refused AP-8]: says "B 999"\n20 22:00 Ann: bid B 3', []),
        (SAYS + '20 21:40 host: asks 3 "?"\n21 20:00 host: close', []),
        ('20 19:00 Ann: says "am I in?"', [(3, "Ann", "open", "")]),
        ('20 21:00 host: pause why "x"\n20 22:00 Ann: says "B 5"', [(4, "Ann", "open", "")]),
    ],
)
def test_all_07_where_a_message_stands(body: str, left: list[tuple[int, str, str, str]]) -> None:
    assert waiting(body) == left


@pytest.mark.parametrize(
    "body",
    [
        '20 22:00 host: aside 4 why "x"',
        '20 22:00 host: asks 2 "what?"',
        "20 22:00 Ann [of 9]: bid B 80",
        '20 22:00 host: aside 3 why "x"\n20 22:01 host: aside 3 why "x"',
    ],
)
def test_all_07_what_speaks_of_a_message_that_does_not_wait_is_refused(body: str) -> None:
    found = refused(SAYS + body)
    assert found.clause == "ALL-7"
    assert "doesn't wait for you; " in found.sentence()
    assert ("what does is 3 of Ann" in found.sentence()) == (body.count("\n") == 0)


def test_all_07_no_window_is_closed_over_a_message_that_came_in_time() -> None:
    bob = '20 22:00 Bob: says "hm"\n'
    found = refused(f"{SAYS}{bob}21 20:00 host: close")
    assert found.clause == "ALL-7"
    assert "message 3 of Ann's came 2026-11-20T21:00:00Z, before time was up" in found.sentence()
    assert "(and 4 of Bob)" in found.sentence()
    assert "`--leave 3 --leave 4`" in found.sentence()
    early = f"{SAYS}20 21:05 Ann: pass\n20 21:05 Bob: pass\n20 21:10 host: close early"
    assert refused(early).clause == "ALL-7"
    aside = '20 23:00 host: aside 3 why "banter"\n'
    assert played(f"{SAYS}{aside}21 20:00 host: close").state.batch[0].label == "F"
    late = '21 20:30 Ann: says "B 5"\n'
    assert waiting(f"{late}21 21:00 host: close") == [(3, "Ann", "open", "")]


def test_all_07_a_message_is_no_silence() -> None:
    aside = '20 23:00 host: aside 3 why "banter"\n'
    (window,) = played(SAYS + aside).table.windows
    assert (window.moved, window.came) == ((), {"Ann"})
    assert played(f"{SAYS}{aside}21 20:00 host: close").table.quiet == {"Ann": 0, "Bob": 1}
    asked = '20 21:40 host: asks 3 "80 on B?"\n'
    assert played(f"{SAYS}{asked}21 20:00 host: close").table.quiet == {"Ann": 0, "Bob": 1}
    late = '21 20:30 Ann: says "B 5"\n21 21:00 host: close'
    assert played(late).table.quiet == {"Ann": 1, "Bob": 1}


def test_all_07_undo_brings_a_message_back() -> None:
    taken = f"{SAYS}20 21:00 Ann [of 3]: bid B 80\n"
    assert waiting(f"{taken}20 22:00 host: undo 4") == [(3, "Ann", "open", "")]
    assert waiting(f"{taken}20 22:00 host: undo 4\n20 22:00 host: undo 3") == []


def test_a_message_is_private_for_ever_and_the_table_survives_json() -> None:
    game = played(SAYS)
    (step,) = game.replay.live[2:]
    assert (step.move.public, str(step.move)) == ("", 'says "80 on B\\nor 90?"')
    assert from_json(game.replay.game, to_json(game.table)) == game.table


def test_what_a_message_says_is_never_read_as_a_move_on_record() -> None:
    game = played("")
    for text in ('says "bid A 30"', 'says "pass"'):
        assert str(read(game.replay.game, game.table, "Ann", text)) == text
    assert [str(move) for move in read_typed(game.replay.game, game.table, "Ann", "30 on A")] == [
        "bid A 30"
    ]
    with pytest.raises(Refusal):
        read(game.replay.game, game.table, "host", 'says "pass"')
