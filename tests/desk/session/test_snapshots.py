"""Lists over all games read their snapshots: nothing is replayed where these are whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hosting import Answered, Host
from msgspec.structs import replace
from registered import reports_but

from gmtool.desk.session import session
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.store import Store

OWN = os.environ["XDG_CONFIG_HOME"]
# an export is judged once more, and what can be posted the game says
LISTS = (*reports_but("export --public", "post"), "outbox --all-games --all")


@pytest.fixture
def several(host: Host) -> Host:
    """Two games that go on and one that is over; in each a text waits."""
    host.begin()
    for name in ("R4", "R5"):
        assert host(f"new auction-poker {name} Ann Bob --zone UTC").code == 0
    assert host("rule end --why over").code == 0
    assert host("record Ann bid A 30 -g R3").code == 0
    return host


def no_replay(*_: Any) -> Any:
    raise AssertionError("something is replayed")


def answers(host: Host) -> dict[str, Answered]:
    """What each of the lists says."""
    return {line: host(line) for line in LISTS}


def test_nothing_is_replayed(several: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    before = answers(several)
    assert {answered.code for answered in before.values()} == {0}
    monkeypatch.setattr(session, "replay_journal", no_replay)
    assert answers(several) == before


@pytest.mark.parametrize("game", [1, 3])
def test_a_game_is_replayed_once_after_a_new_release(
    several: Host, monkeypatch: pytest.MonkeyPatch, game: int
) -> None:
    """Also one that is over."""
    before = several("games")
    _age(several, game)
    with monkeypatch.context() as patch:
        patch.setattr(session, "replay_journal", no_replay)
        with pytest.raises(AssertionError, match="replayed"):
            several("games")
    assert several("games") == before
    monkeypatch.setattr(session, "replay_journal", no_replay)
    assert several("games") == before


def _age(host: Host, game: int) -> None:
    """Let the snapshot of a game be another release's."""
    with Store.open(host.database) as store, store.writing() as transaction:
        head = transaction.snapshot(game)
        assert head
        transaction.put_snapshot(game, replace(head, program="0.1 0123456789abcdef"))


@pytest.mark.parametrize("line", ["due", "outbox --all-games", "status"])
def test_what_another_user_kept_is_replayed_once(
    several: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    """So it is on a database that hosts share: neither nags the other, nor replays for ever."""
    before = several(line)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "another user"))
    replayed = list[str]()

    def counted(game: Any, *given: Any) -> Any:
        replayed.append(game.kind)
        return replay_journal(game, *given)

    monkeypatch.setattr(session, "replay_journal", counted)
    assert several(line) == before
    assert replayed
    replayed.clear()
    assert several(line) == before
    monkeypatch.setenv("XDG_CONFIG_HOME", OWN)
    assert several(line) == before
    assert not replayed


@pytest.mark.parametrize("line", ["due", "status", "record Bob bid B 2 -g R3 --dry-run"])
def test_without_a_place_for_a_key_all_goes_on(
    several: Host, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    """As with a home that can only be read: each command replays what it needs."""
    before = several(line)
    (tmp_path / "no folder").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no folder"))
    again = several(line)
    assert (again.code, again.err) == (before.code, before.err)
    assert several("check").code == 0
