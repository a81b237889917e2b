"""Undo and redo (ALL-6, the journal): nothing erased, the same cards again."""

from dataclasses import replace

import pytest
from playing import Played, deck, head, journal_of, play, refusal

from gmtool.engine.refusals import NotNow, Refused

TWO = "Ann, Bob"
# entries: 1 shuffle, 2 start, 3 and 4 bids, 5 close, 6 and 7 trash, 8 close, 9 the drawn shuffle
GAME = """20 20:00 host: start
    20 20:10 Ann: bid A 100
    20 20:10 Bob: bid B 50
    21 20:00 host: close
    21 20:10 Ann: trash 2C
    21 20:20 Bob: trash 8C
    22 20:00 host: close
    """


def _last(played: Played) -> int:
    entry = played.replay.last_by_a_person()
    assert entry is not None
    return entry.number


def test_undo_takes_back_the_last_said_with_all_chance_that_followed() -> None:
    before = play(journal_of(TWO, "\n".join(GAME.strip().split("\n")[:-1])))
    played = play(journal_of(TWO, GAME + "22 20:10 host: undo 8"))
    assert [e.number for e in played.entries] == list(range(1, 11))
    assert played.entries[8].who == "chance"
    assert played.table == replace(before.table, words_fixed=True)
    assert _last(played) == 7


def test_redo_puts_back_exactly_the_same() -> None:
    once = play(journal_of(TWO, GAME))
    played = play(journal_of(TWO, GAME + "22 20:10 host: undo 8\n22 20:11 host: redo 8"))
    assert played.table == once.table
    assert [s.entry.number for s in played.replay.live] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_undo_and_the_same_move_again_draw_the_same_cards() -> None:
    once = play(journal_of(TWO, GAME))
    again = play(journal_of(TWO, GAME + "22 20:10 host: undo 8\n22 20:10 host: close"))
    assert again.entries[-1].text == once.entries[8].text
    assert again.state.batch == once.state.batch


def test_several_are_taken_back_and_put_back_in_turn() -> None:
    body = GAME + "22 20:10 host: undo 8\n22 20:11 host: undo 7\n"
    assert _last(play(journal_of(TWO, body))) == 6
    back = play(journal_of(TWO, body + "22 20:12 host: redo 7\n22 20:13 host: redo 8"))
    assert back.table == play(journal_of(TWO, GAME)).table


def test_undo_refuses_any_but_the_last_so_that_two_hosts_cant_undo_two() -> None:
    found = refusal(journal_of(TWO, GAME + "22 20:10 host: undo 7"))
    assert isinstance(found, Refused)
    assert "that is entry 8" in found.sentence()
    twice = refusal(journal_of(TWO, GAME + "22 20:10 host: undo 8\n22 20:11 host: undo 8"))
    assert "that is entry 7" in twice.sentence()
    assert "trash" not in twice.sentence()


def test_nothing_can_be_put_back_once_something_was_said_since() -> None:
    body = GAME + '22 20:10 host: undo 8\n22 20:11 host: note "x"\n22 20:12 host: redo 8'
    assert isinstance(refusal(journal_of(TWO, body)), NotNow)
    assert isinstance(refusal(journal_of(TWO, GAME + "22 20:12 host: redo 8")), NotNow)


def test_redo_refuses_any_but_the_one_taken_back_last() -> None:
    body = GAME + "22 20:10 host: undo 8\n22 20:11 host: undo 7\n22 20:12 host: redo 8"
    assert "that is entry 7" in refusal(journal_of(TWO, body)).sentence()


def test_nothing_said_nothing_undone() -> None:
    header = head(TWO).replace("---\n", "set chance: hold\n---\n")
    found = refusal(header + "2026-11-20T20:00:00Z host: undo 1\n")
    assert isinstance(found, NotNow)
    assert "nothing has been said" in found.sentence()


def test_typed_chance_was_said_by_the_host_and_can_be_taken_back() -> None:
    body = "20 20:00 host: start\n20 20:01 host: undo 2\n20 20:02 host: undo 1"
    played = play(journal_of(TWO, body))
    assert played.replay.chance_due is False  # drawn anew from the seed as it is due again
    assert played.entries[-1].who == "chance"
    assert played.replay.redoable() is None


def test_what_chance_gave_since_cant_be_overlaid_by_a_redo() -> None:
    body = "20 20:00 host: undo 1\n20 20:01 host: redo 1"
    found = refusal(journal_of(TWO, f"20 20:00 chance: {deck()}\n{body}"))
    assert isinstance(found, NotNow)


HELD = head(TWO).replace("---\n", "set chance: hold\n---\n") + (
    '2026-11-20T20:00:00Z host: words "banana"\n2026-11-20T20:01:00Z host: start\n'
)


@pytest.mark.parametrize("line", ['words "kiwi"', "undo 1"])
def test_words_stay_as_the_first_draw_found_them(line: str) -> None:
    """Else an undo and other words would draw again."""
    found = refusal(
        HELD + f"2026-11-20T20:02:00Z host: undo 3\n2026-11-20T20:03:00Z host: {line}\n"
    )
    assert "draw" in found.sentence()
    assert found.quoted == line


def test_words_stay_fixed_when_nothing_is_left_and_when_somebody_is_renamed() -> None:
    header = head(TWO).replace("---\n", "set chance: hold\n---\n")
    lines = "2026-11-20T20:00:00Z host: start\n2026-11-20T20:01:00Z host: undo 2\n"
    renamed = "2026-11-20T20:02:00Z host: set Ann name=Anna\n"
    for body in (lines, lines + renamed):
        found = refusal(header + body + '2026-11-20T20:03:00Z host: words "kiwi"\n')
        assert isinstance(found, NotNow)
