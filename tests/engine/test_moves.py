"""The host's moves known to every game (ALL-6): each reads back to itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows

from gmtool.engine import amendments, host_moves, window_moves
from gmtool.engine.host_moves import read_host_move
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refused, Unreadable

NAMES = ("Ann", "Bob", "Cid, Jr.", "early", "Big Bob", "Bob why Cy", "why not")


def read(text: str) -> Move | None:
    return read_host_move(text, NAMES, {})


EXAMPLES = {
    "start": host_moves.Start(),
    "close": window_moves.Close(),
    "close early": window_moves.Close(early=True),
    "close Bob": window_moves.Close(("Bob",)),
    'close Big Bob, "Cid, Jr."': window_moves.Close(("Big Bob", "Cid, Jr.")),
    'close "early"': window_moves.Close(("early",)),
    "close window vote": window_moves.Close(window="vote"),
    "close early window vote": window_moves.Close(early=True, window="vote"),
    'close window vote Ann, "Cid, Jr."': window_moves.Close(("Ann", "Cid, Jr."), window="vote"),
    'close window "night 2" Bob': window_moves.Close(("Bob",), window="night 2"),
    'close window "until"': window_moves.Close(window="until"),
    'extend window vote +12h why "x"': window_moves.Extend(720, "x", window="vote"),
    'extend window vote Big Bob +12h why "x"': window_moves.Extend(
        720, "x", "Big Bob", window="vote"
    ),
    'extend window "a, b" Ann until 2026-11-20T20:00:00Z why "x"': window_moves.Extend(
        0, "x", "Ann", Instant("2026-11-20T20:00:00Z"), window="a, b"
    ),
    'undo 14 why "a slip"': amendments.Undo(14, "a slip"),
    "undo 14": amendments.Undo(14),
    "redo 14": amendments.Redo(14),
    'extend +12h why "the forum was down"': window_moves.Extend(720, "the forum was down"),
    'extend +51h why "x"': window_moves.Extend(51 * 60, "x"),
    'extend +1h30m why "x"': window_moves.Extend(90, "x"),
    'pause why "holidays"': window_moves.Pause("holidays"),
    "resume": window_moves.Resume(),
    'inactive Ann why "silent"': host_moves.Inactive("Ann", "silent"),
    'inactive "Bob why Cy" why "silent"': host_moves.Inactive("Bob why Cy", "silent"),
    'inactive "why not" why "why not?"': host_moves.Inactive("why not", "why not?"),
    'extend "Bob why Cy" +1h why "x"': window_moves.Extend(60, "x", "Bob why Cy"),
    'inactive "Cid, Jr." why "silent"': host_moves.Inactive("Cid, Jr.", "silent"),
    'adjust Ann coins +20 why "x"': host_moves.Adjust("Ann", "coins", 20, False, "x"),
    'adjust Big Bob coins -20 why "x"': host_moves.Adjust("Big Bob", "coins", -20, False, "x"),
    'adjust Ann coins =250 why "x"': host_moves.Adjust("Ann", "coins", 250, True, "x"),
    'redeal why "a hand was posted"': host_moves.Redeal("a hand was posted"),
    'adopt 2 why "fairer"': amendments.Adopt(2, "fairer"),
    'adopt 1 instead of 2 why "as we began"': amendments.Adopt(1, "as we began", instead=2),
    'adopt 2 throughout drop 25, 27 why "fairer"': amendments.AdoptThroughout(
        0, "fairer", (25, 27), 2
    ),
    'note "Bob asked: why?"': host_moves.Note("Bob asked: why?"),
    'words "Ann: banana"': host_moves.Words("Ann: banana"),
    'end why "too few"': host_moves.End("too few"),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_all_06_each_reads_back_to_itself(text: str) -> None:
    assert read(text) == EXAMPLES[text]
    assert str(EXAMPLES[text]) == text


CANONICAL = """
extend +2d 3h why maintenance = extend +51h why "maintenance" | START = start
extend 90m why x = extend +1h30m why "x" | note Bob asked about ties = note "Bob asked about ties"
inactive big why silent for days = inactive Big Bob why "silent for days" | close bob = close Bob
"""


@pytest.mark.parametrize(("typed", "canonical"), rows(CANONICAL))
def test_all_06_what_hosts_type_is_written_canonically(typed: str, canonical: str) -> None:
    assert str(read(typed)) == canonical


def test_other_words_are_the_games_to_read() -> None:
    assert [read(text) for text in ("bid A 30", "", "starting", 'question "x"')] == [None] * 4


UNREADABLE = """start now·close Zed·close Ann,·undo·undo x·undo 0·redo·extend why x·extend +0h why x
extend -3h why x·extend +9999d why x·pause soon why x·resume now·adjust Ann coins why x
adjust Ann coins 20 why x·adjust Ann coins +2.5 why x·redeal Ann why x·note·words " "
end today why x"""
WITHOUT_REASON = 'extend +12h·pause·pause why ""·inactive Ann·redeal·end'


@pytest.mark.parametrize("text", UNREADABLE.replace("\n", "·").split("·"))
def test_all_06_what_is_amiss_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


@pytest.mark.parametrize("text", WITHOUT_REASON.split("·"))
def test_all_06_a_ruling_needs_its_reason(text: str) -> None:
    with pytest.raises(Refused):
        read(text)


def test_all_06_what_needs_no_reason_is_not_asked_for_one() -> None:
    with pytest.raises(Unreadable, match="takes the number of an entry"):
        read("undo 14 oops")


@given(st.text(min_size=1).filter(lambda text: bool(text.strip())))
def test_any_reason_or_note_reads_back(text: str) -> None:
    for move in (
        host_moves.Note(text),
        host_moves.Words(text),
        window_moves.Pause(text),
        window_moves.Extend(60, text),
        amendments.Undo(3, text),
    ):
        assert read(str(move)) == move


def test_notes_are_the_hosts_own_and_rulings_are_public() -> None:
    assert host_moves.Note("x").public == ""
    assert window_moves.Extend(60, "x").public == 'extend +1h why "x"'
