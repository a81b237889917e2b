"""Messages of which no move was made: kept, asked back, taken, set aside (ALL-7, design §3a)."""

from __future__ import annotations

import pytest
from msgspec.structs import astuple
from playing import Played, journal_of, play, refusal

from gmtool.engine.entry_texts import read, read_typed
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import decode, encode

START = "20 20:00 host: start\n"
SAYS = '20 21:00 Ann [from pm]: says "80 on B\\nor 90?"\n'
"""Entry 3; entry 1 is the deal."""
ASKED = SAYS + '20 21:40 host: asks 3 "80 on B, right?"\n'
TAKEN = "20 21:00 Ann [of 3]: bid B 80\n"
ASIDE = '20 23:00 host: aside 3 why "banter"\n'


def played(body: str) -> Played:
    return play(journal_of("Ann, Bob", START + body))


def refused(body: str) -> Refusal:
    return refusal(journal_of("Ann, Bob", START + body))


def waiting(body: str) -> list[str]:
    """Number, sender, state and clause of each message that waits."""
    kept = (astuple(one) for one in played(body).table.inbox)
    return [f"{number} {who} {state} {clause}".strip() for number, who, _, state, clause in kept]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (SAYS, ["3 Ann open"]),
        (ASKED, ["3 Ann answered"]),
        (SAYS + TAKEN, []),
        (SAYS + TAKEN + "20 21:00 Ann [of 3]: bid C 5", []),
        (SAYS + ASIDE, []),
        (SAYS + "20 22:00 Ann: bid B 80", ["3 Ann open"]),
        (ASKED + "20 22:00 Ann: bid B 80", []),
        (ASKED + "20 22:00 Bob: bid B 80", ["3 Ann answered"]),
        (ASKED + '20 22:00 Ann: says "yes"', ["3 Ann answered", "5 Ann open"]),
        ('20 21:00 Ann [refused AP-8]: says "B 999"', ["3 Ann refused AP-8"]),
        ('20 21:00 Ann [refused AP-8]: says "B 999"\n20 22:00 Ann: bid B 3', []),
        (ASKED + "21 20:00 host: close", []),
        ('20 19:00 Ann: says "am I in?"', ["3 Ann open"]),
        ('20 21:00 host: pause why "x"\n20 22:00 Ann: says "B 5"', ["4 Ann open"]),
        (f"{SAYS}{TAKEN}20 22:00 host: undo 4", ["3 Ann open"]),
        (f"{SAYS}{TAKEN}20 22:00 host: undo 4\n20 22:00 host: undo 3", []),
        ('21 20:30 Ann: says "B 5"\n21 21:00 host: close', ["3 Ann open"]),
    ],
)
def test_all_07_where_a_message_stands(body: str, left: list[str]) -> None:
    assert waiting(body) == left


def test_all_07_what_speaks_of_a_message_that_does_not_wait_is_refused() -> None:
    wrong = ('host: aside 4 why "x"', 'host: asks 2 "what?"', "Ann [of 9]: bid B 80")
    for body in (*(f"20 22:00 {line}" for line in wrong), ASIDE * 2):
        found = refused(SAYS + body)
        assert (found.clause, "doesn't wait for you; " in found.sentence()) == ("ALL-7", True)
        assert ("what does is 3 of Ann" in found.sentence()) == (body != ASIDE * 2)


def test_all_07_a_message_is_no_silence() -> None:
    (window,) = played(SAYS + ASIDE).table.windows
    assert (window.moved, window.came) == ((), {"Ann"})
    for said in (SAYS + ASIDE, ASKED):
        assert played(f"{said}21 20:00 host: close").table.quiet == {"Ann": 0, "Bob": 1}
    late = '21 20:30 Ann: says "B 5"\n21 21:00 host: close'
    assert played(late).table.quiet == {"Ann": 1, "Bob": 1}


def test_a_message_is_private_for_ever_and_the_table_survives_json() -> None:
    game = played(SAYS)
    (step,) = game.replay.effective[2:]
    assert (step.move.public, str(step.move)) == ("", 'says "80 on B\\nor 90?"')
    assert decode(game.replay.game, encode(game.table), game.table.calendar) == game.table


def test_what_a_message_says_is_never_read_as_a_move_on_record() -> None:
    game = played("")
    at = (game.replay.game, game.table)
    for text in ('says "bid A 30"', 'says "pass"'):
        assert str(read(*at, "Ann", text)) == text
    assert [str(move) for move in read_typed(*at, "Ann", "30 on A")] == ["bid A 30"]
    with pytest.raises(Refusal):
        read(*at, "host", 'says "pass"')
