"""Undo and redo (ALL-6, the journal): nothing erased, the same cards again."""

import pytest
from msgspec.structs import replace
from playing import Played, deck, head, journal_of, play, refusal

from gmtool.engine.refusals import NotNow, Refusal, Refused

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
HOLD = head(TWO).replace("---\n", "set chance: hold\n---\n")


def after(*said: str) -> str:
    """The journal with what the host said then."""
    more = (f"22 20:{minute} host: {text}\n" for minute, text in enumerate(said, 10))
    return journal_of(TWO, GAME + "".join(more))


def last(played: Played) -> int:
    entry = played.replay.last_by_a_person()
    assert entry is not None
    return entry.number


def test_undo_takes_back_the_last_said_with_all_chance_that_followed() -> None:
    before = play(journal_of(TWO, "\n".join(GAME.strip().split("\n")[:-1])))
    played = play(after("undo 8"))
    assert [e.number for e in played.entries] == list(range(1, 11))
    assert played.entries[8].who == "chance"
    assert played.table == replace(before.table, words_fixed=True)
    assert last(played) == 7


def test_redo_and_the_same_move_again_draw_the_same_cards() -> None:
    once = play(after())
    redone = play(after("undo 8", "redo 8"))
    assert redone.table == once.table
    assert [s.entry.number for s in redone.replay.effective] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    again = play(after("undo 8", "close"))
    assert again.entries[-1].text == once.entries[8].text
    assert again.state.batch == once.state.batch


def test_several_are_taken_back_and_put_back_in_turn() -> None:
    assert last(play(after("undo 8", "undo 7"))) == 6
    back = play(after("undo 8", "undo 7", "redo 7", "redo 8"))
    assert back.table == play(after()).table


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (["undo 7"], Refused, "that is entry 8"),
        (["undo 8", "undo 8"], Refused, "that is entry 7"),
        (["undo 8", 'note "x"', "redo 8"], NotNow, ""),
        (["redo 8"], NotNow, ""),
        (["undo 8", "undo 7", "redo 8"], Refused, "that is entry 7"),
    ],
)
def test_only_the_last_is_taken_back_or_put_back_so_that_two_hosts_cant_undo_two(
    said: list[str], kind: type[Refusal], words: str
) -> None:
    found = refusal(after(*said))
    assert isinstance(found, kind)
    assert words in found.sentence()
    assert "trash" not in found.sentence()


def test_nothing_said_nothing_undone() -> None:
    found = refusal(HOLD + "2026-11-20T20:00:00Z host: undo 1\n")
    assert isinstance(found, NotNow)
    assert "nothing has been said" in found.sentence()


def test_typed_chance_was_said_by_the_host_and_can_be_taken_back() -> None:
    body = "20 20:00 host: start\n20 20:01 host: undo 2\n20 20:02 host: undo 1"
    played = play(journal_of(TWO, body))
    assert played.replay.chance_due is False  # drawn anew from the seed as it is due again
    assert played.entries[-1].who == "chance"
    assert played.replay.redoable() is None
    overlaid = f"20 20:00 chance: {deck()}\n20 20:00 host: undo 1\n20 20:01 host: redo 1"
    assert isinstance(refusal(journal_of(TWO, overlaid)), NotNow), "chance has given since"


@pytest.mark.parametrize("line", ['words "kiwi"', "undo 1"])
def test_words_stay_as_the_first_draw_found_them(line: str) -> None:
    """Else an undo and other words would draw again."""
    found = refusal(
        f'{HOLD}2026-11-20T20:00:00Z host: words "banana"\n2026-11-20T20:01:00Z host: start\n'
        f"2026-11-20T20:02:00Z host: undo 3\n2026-11-20T20:03:00Z host: {line}\n"
    )
    assert "draw" in found.sentence()
    assert found.quoted == line


@pytest.mark.parametrize("renamed", ["", "2026-11-20T20:02:00Z host: set Ann name=Anna\n"])
def test_words_stay_fixed_when_nothing_is_left_and_when_somebody_is_renamed(renamed: str) -> None:
    body = f"2026-11-20T20:00:00Z host: start\n2026-11-20T20:01:00Z host: undo 2\n{renamed}"
    words = '2026-11-20T20:03:00Z host: words "kiwi"\n'
    assert isinstance(refusal(HOLD + body + words), NotNow)
