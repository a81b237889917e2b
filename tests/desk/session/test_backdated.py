"""Late hands that a draw answers for, told once; and arrivals after the recording (ALL-8)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hosting import Host

from gmtool.desk.desk import Desk
from gmtool.desk.session.loading import the_session
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refused

GAME = Path(__file__).parents[2] / "recorded/split-decision/ties-drawn-anew.journal"
LAST, TIE = "Quinn [recorded 2026-05-14T17:00:54Z", "2026-05-14T17:40:00Z"


def test_all_08_the_post_of_a_second_draw_tells_nothing_that_the_first_has_told(host: Host) -> None:
    played, _, _ = GAME.read_text().partition(TIE)
    assert LAST in played
    late = played.replace(LAST, "Quinn [recorded 2026-05-30T17:00:00Z").replace(
        "gmtool-journal 2", "gmtool-journal 1"
    )
    host.now = "2026-05-30T18:00:00Z"
    assert host("import -", pasted=late).code == 0
    assert "I entered" not in host("post buzz").out
    before, _, _ = late.rpartition("2026-05-14T17:01:44Z chance")
    assert host("import - --as First", pasted=before).code == 0
    first = host("post buzz")
    assert "One of the sealed moves came in time" in first.out, first.all


def test_all_08_what_is_new_must_have_arrived_and_what_is_on_record_counts(host: Host) -> None:
    host.begin()
    desk = Desk(str(host.database), Instant(host.now), "test")
    recorded, to_come = Instant("2026-11-20T20:05:00Z"), Instant("2026-11-20T20:05:01Z")
    early = Entry(3, "Ann", "pass", to_come, recorded)
    with desk.store() as store, store.reading() as transaction:
        session = the_session(desk, transaction)
        for apply in (session.apply, session.replay().apply):
            with pytest.raises(Refused, match="after that") as refused:
                apply(early)
            assert refused.value.clause == "ALL-8"
        assert session.replay().keep(early)
