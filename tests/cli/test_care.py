"""What `care.evenings` can't say of a desk that can prove it is whole: files, and a head of other
code.
"""

import json
import stat
from itertools import count
from pathlib import Path

import pytest
from hosting import Host
from msgspec.structs import replace

from gmtool.desk.session import snapshots
from gmtool.engine.game import Action
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.state import State
from gmtool.store import Store


def test_a_head_of_other_code_under_the_same_release_is_not_taken_for_fresh(host: Host) -> None:
    """A `git pull` brings other rules, and no other release: what was folded by those is folded
    anew.
    """
    host.begin()
    with Store.open(host.database) as store, store.writing() as transaction:
        head = transaction.snapshot(1)
        assert head
        assert head.program == snapshots.program("auction-poker")
        wrong = replace(head, state=json.dumps({**json.loads(head.state), "redoable": 7}))
        transaction.put_snapshot(1, wrong)
    assert "gmtool redo 7" in host("status").out, "sealed by this very program, it is believed"
    assert "the cached state isn't what the journal gives" in host("check").err
    with Store.open(host.database) as store, store.writing() as transaction:
        transaction.put_snapshot(1, replace(wrong, program="0.1.0 0123456789abcdef"))
    assert "redo" not in host("status").out
    assert host("check").code == 0, "it is another program's, and nobody uses it"
    assert snapshots.program("auction-poker") != snapshots.program("ten-skip")


def test_a_backup_lies_alone_and_is_no_wal_so_that_a_locked_drive_will_do(host: Host) -> None:
    host.begin()
    file = host.database.parent / "stick" / "friday.db"
    file.parent.mkdir()
    assert host(f"backup {file}").code == 0
    assert [*file.parent.iterdir()] == [file]
    assert file.read_bytes()[18:20] == b"\x01\x01"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.fixture
def not_calendars(host: Host, tmp_path: Path) -> list[Path]:
    """What a calendar could be written over, and isn't."""
    journal, link, empty, alike = (
        tmp_path / name for name in ("journal", "link", "empty", "alike")
    )
    assert host.begin()(f"export {journal}").code == 0
    link.symlink_to(journal)
    empty.touch()
    alike.write_text("BEGIN:VCALENDARS\r\n")
    return [host.database, journal, link, empty, alike]


def test_a_calendar_is_written_over_nothing_but_a_calendar(
    host: Host, tmp_path: Path, not_calendars: list[Path]
) -> None:
    for file in (*not_calendars, tmp_path):
        before = [path.read_bytes() for path in not_calendars]
        answered = host(f"due --ics {file}")
        assert (answered.code, "was left as it is" in answered.err) == (3, True), answered.all
        assert [path.read_bytes() for path in not_calendars] == before
    own, later = tmp_path / "own.ics", tmp_path / "later.ics"
    assert host(f"due --ics {own}").code == 0
    first = own.read_bytes()
    assert b"DTSTART:20261121T200000Z" in first
    assert b"SUMMARY:R3: bids on lots A\\, B" in first
    later.symlink_to(own)
    host.now = "2026-11-20T20:30:00Z"
    assert host("record Ann bid A 30").code == 0
    assert host(f"due --ics {later}").code == 0
    assert later.is_symlink()
    assert own.read_bytes() != first
    assert own.read_bytes().startswith(b"BEGIN:VCALENDAR")
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    assert not list(tmp_path.glob(".gmtool*"))


def test_check_folds_twice_and_finds_rules_that_look_beyond_the_journal(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin()
    turn = count()

    def play(state: State, spoken: Action) -> State:
        after: State = GAME.play(state, spoken)
        return after.but("Ann", coins=next(turn))

    assert "nothing amiss" in host("check").all
    monkeypatch.setattr("gmtool.games.auction_poker.GAME", replace(GAME, play=play))
    checked = host("check")
    assert checked.code == 1
    assert "R3: replayed twice, its journal gives two games" in checked.all
