"""The host's moves known to every game (ALL-6): each reads back to itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows

from gmtool.engine import moves as m
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move, read_host_move
from gmtool.engine.refusals import Refused, Unreadable

NAMES = ("Ann", "Bob", "Cid, Jr.", "early", "Big Bob")


def read(text: str) -> Move | None:
    return read_host_move(text, NAMES, {})


EXAMPLES = {
    "start": m.Start(),
    "close": m.Close(),
    "close early": m.Close(early=True),
    "close Bob": m.Close(("Bob",)),
    'close Big Bob, "Cid, Jr."': m.Close(("Big Bob", "Cid, Jr.")),
    'close "early"': m.Close(("early",)),
    "close window vote": m.Close(window="vote"),
    "close early window vote": m.Close(early=True, window="vote"),
    'close window vote Ann, "Cid, Jr."': m.Close(("Ann", "Cid, Jr."), window="vote"),
    'close window "night 2" Bob': m.Close(("Bob",), window="night 2"),
    'close window "until"': m.Close(window="until"),
    'extend window vote +12h why "x"': m.Extend(720, "x", window="vote"),
    'extend window vote Big Bob +12h why "x"': m.Extend(720, "x", "Big Bob", window="vote"),
    'extend window "a, b" Ann until 2026-11-20T20:00:00Z why "x"': m.Extend(
        0, "x", "Ann", Instant("2026-11-20T20:00:00Z"), "a, b"
    ),
    'undo 14 why "a slip"': m.Undo(14, "a slip"),
    "undo 14": m.Undo(14),
    "redo 14": m.Redo(14),
    'extend +12h why "the forum was down"': m.Extend(720, "the forum was down"),
    'extend +51h why "x"': m.Extend(51 * 60, "x"),
    'extend +1h30m why "x"': m.Extend(90, "x"),
    'pause why "holidays"': m.Pause("holidays"),
    "resume": m.Resume(),
    'inactive Ann why "silent"': m.Inactive("Ann", "silent"),
    'inactive "Cid, Jr." why "silent"': m.Inactive("Cid, Jr.", "silent"),
    'adjust Ann coins +20 why "x"': m.Adjust("Ann", "coins", 20, False, "x"),
    'adjust Big Bob coins -20 why "x"': m.Adjust("Big Bob", "coins", -20, False, "x"),
    'adjust Ann coins =250 why "x"': m.Adjust("Ann", "coins", 250, True, "x"),
    'redeal why "a hand was posted"': m.Redeal("a hand was posted"),
    'adopt 2 why "fairer"': m.Adopt(2, "fairer"),
    'adopt 1 instead of 2 why "as we began"': m.Adopt(1, "as we began", instead=2),
    'adopt 2 throughout drop 25, 27 why "fairer"': m.AdoptThroughout(0, "fairer", (25, 27), 2),
    'note "Bob asked: why?"': m.Note("Bob asked: why?"),
    'words "Ann: banana"': m.Words("Ann: banana"),
    'end why "too few"': m.End("too few"),
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


@given(st.text(min_size=1).filter(lambda text: bool(text.strip())))
def test_any_reason_or_note_reads_back(text: str) -> None:
    for move in (m.Note(text), m.Words(text), m.Pause(text), m.Extend(60, text), m.Undo(3, text)):
        assert read(str(move)) == move


def test_notes_are_the_hosts_own_and_rulings_are_public() -> None:
    assert m.Note("x").public == ""
    assert m.Extend(60, "x").public == 'extend +1h why "x"'
