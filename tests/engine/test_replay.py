"""A journal whose entries don't all go through: the good prefix stands, the rest can be undone."""

from typing import Any

import pytest
from msgspec.structs import replace
from playing import deck, journal_of, play

from gmtool.engine import entropy, journal
from gmtool.engine.effective import effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.game import Wanted
from gmtool.engine.instants import Instant
from gmtool.engine.options import read_options
from gmtool.engine.refusals import NotNow, Prose, Refusal, Refused
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import JournalReader, LineRefused, replay_journal
from gmtool.engine.table import lay, wanted
from gmtool.games import BUILT_IN, load

AT = Instant("2026-11-20T21:00:00Z")
BODY = """20 20:00 host: start
20 20:44 Ann: bid A 30
20 20:50 Ann: bid A 40
20 20:55 Bob: bid B 12
"""
"""Entry 4 is refused (AP-8): with the deal before them, they are entries 2 to 5."""


def kept(*said: str) -> Replay:
    """All that the journal above says, and what the host said then, though not all goes through."""
    good = play(journal_of("Ann, Bob", BODY.replace("20 20:50 Ann: bid A 40\n", "")))
    bids = (Entry(4, "Ann", "bid A 40", AT, AT), Entry(5, "Bob", "bid B 12", AT, AT))
    first = (*good.entries[:3], *bids)
    more = (Entry(number, "host", text, AT, AT) for number, text in enumerate(said, 6))
    return replay_journal(good.replay.game, good.replay.start, (*first, *more))


def standing(replay: Replay) -> list[int]:
    return [step.entry.number for step in replay.effective]


def test_the_good_prefix_stands_and_nothing_is_said_behind_what_fails() -> None:
    replay = kept()
    assert standing(replay) == [1, 2, 3]
    assert replay.failure
    assert (replay.failure.entry.number, replay.failure.refusal.clause) == (4, "AP-8")
    assert [entry.number for entry in replay.unapplied] == [4, 5]
    assert not replay.chance_due
    with pytest.raises(Refusal, match="AP-8"):
        replay.apply(Entry(6, "Bob", "bid B 13", AT, AT))


@pytest.mark.parametrize(
    ("said", "stand", "fails"),
    [
        ("undo 5", [1, 2, 3], True),
        ("undo 5, undo 4", [1, 2, 3], False),
        ("undo 5, undo 4, undo 3", [1, 2], False),
        ("undo 5, undo 4, undo 3, redo 3", [1, 2, 3], False),
        ("undo 5, redo 5, undo 5, undo 4", [1, 2, 3], False),
    ],
)
def test_all_6_what_fails_is_undone_from_the_last_entry_on(
    said: str, stand: list[int], fails: bool
) -> None:
    replay = kept(*said.split(", "))
    assert (standing(replay), bool(replay.failure)) == (stand, fails)


def test_all_6_what_never_went_through_is_neither_passed_over_nor_put_back() -> None:
    with pytest.raises(Refused, match="that is entry 5"):
        kept().apply(Entry(6, "host", "undo 4", AT, AT))
    assert [entry.number for entry in kept("undo 5", "redo 5").unapplied] == [4, 5]
    replay = kept("undo 5", "undo 4", "redo 4")
    assert replay.failure
    assert replay.failure.entry.number == 4, "it was put back under other rules, and fails again"
    replay = kept("undo 5", "undo 4")
    assert replay.redoable() is None
    with pytest.raises(NotNow):
        replay.apply(Entry(8, "host", "redo 4", AT, AT))


def test_all_6_a_journal_with_what_was_undone_since_is_read_and_no_other() -> None:
    body = f"20 20:00 chance: {deck()}\n{BODY}"  # the numbers that undo names are those of the text
    game = play(journal_of("Ann, Bob", body + "20 21:00 host: undo 5\n20 21:00 host: undo 4\n"))
    assert standing(game.replay) == [1, 2, 3]
    assert len(game.entries) == 7
    for left in ("", "20 21:00 host: undo 5\n"):
        with pytest.raises(Refused) as found:
            play(journal_of("Ann, Bob", body + left))
        assert found.value.clause == "AP-8"


def test_a_number_of_any_length_takes_nothing_back() -> None:
    assert effective_entries([Entry(1, "host", f"undo {'9' * 5000}", AT, AT)]) == ()


def read_lines(body: str) -> JournalReader:
    """The journal's lines read as an import reads them."""
    lines = journal.read(journal_of("Ann, Bob", body)).lines
    game = load(BUILT_IN["auction-poker"])
    table = lay(game, ("Ann", "Bob"), read_options(game.options, {}))
    reader = JournalReader(Replay(game, table), entropy.SEED, check_drawn=False)
    reader.read(lines, AT)
    return reader


def test_prose_in_a_journal_is_refused_with_the_text_form_that_it_may_be() -> None:
    for text, form in (("Bob: 12 on B, thanks", "bid B 12"), ("Bob: no bids", "pass")):
        with pytest.raises(LineRefused) as found:
            read_lines(f"20 20:00 host: start\n20 20:55 {text}\n")
        assert isinstance(found.value.refusal, Prose)
        assert f"is no text form of a move; perhaps `{form}` is meant." in str(found.value.refusal)
    with pytest.raises(LineRefused, match="is no text form of a move; "):
        read_lines("20 20:00 host: start\n20 20:55 Bob: maybe B 12\n")


def test_a_text_form_that_is_written_otherwise_is_written_as_gmtool_does() -> None:
    for typed, form in (
        ('extend +60m why "ill"', 'extend +1h why "ill"'),
        ("extend +2h why ill", 'extend +2h why "ill"'),
        ("pause why ill", 'pause why "ill"'),
    ):
        entry = read_lines(f"20 20:00 host: start\n20 20:55 host: {typed}\n").entries[-1]
        assert (entry.text, entry.raw) == (form, "")


def test_the_rules_are_asked_once_what_a_state_wants() -> None:
    played = play(journal_of("Ann, Bob", BODY.replace("20 20:50 Ann: bid A 40\n", "")))
    game, asked = played.replay.game, list[Any]()

    def ask(state: Any) -> Wanted:
        asked.append(state)
        return game.wanted(state)

    asking, remark = replace(game, wanted=ask), Entry(5, "host", 'note "x"', AT, AT)
    again = replay_journal(asking, played.replay.start, (*played.entries, remark))
    assert len({id(state) for state in asked}) == len(asked) == 5  # the note changes no state
    assert wanted(game, again.table) == wanted(asking, again.table) != Wanted()
    other = replace(game, wanted=lambda _state: Wanted())
    assert wanted(other, again.table) == Wanted()
