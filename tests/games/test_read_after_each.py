"""What texts are read of after one entry after another is what a replay of the whole gives."""

from __future__ import annotations

import pytest

from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.games import BUILT_IN, load
from gmtool.testing.check_texts import session_after
from gmtool.testing.played import Subject


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), [("auction-poker", 1), ("free", 0), ("ten-skip", 13)])
def test_a_replay_that_goes_on_from_another_is_that_of_the_whole(kind: str, number: int) -> None:
    (played,) = Subject.of(load(BUILT_IN[kind]), [number]).random()
    begun = played.begun()
    assert any(one.entry.takes_back for one in played.taken)
    for one in played.taken[::7]:
        entries = [entry for entry in played.entries if entry.number <= one.entry.number]
        whole = replay_journal(played.game, begun.start, entries, begun.seed)
        for _ in range(2):  # the second is known
            session = session_after(played, one.after, one.entry.number)
            read = session.replay()
            assert read.table == whole.table
            assert (read.steps, read.undone) == (whole.steps, whole.undone)
            assert (read.on_record, read.failure) == (whole.on_record, whole.failure)
