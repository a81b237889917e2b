"""What a report tells of a game is kept in its head: the same as a replay gives, and read without
the game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hosting import Host
from recorded import few_or_all
from registered import reports_but

from gmtool.desk.session import bulletin, loading, session
from gmtool.desk.session.bulletin import OPEN_PART, SECRET_PART
from gmtool.desk.session.bulletin_compiler import bulletin_of
from gmtool.desk.session.loading import session_at, snapshot_of
from gmtool.desk.session.session import empty_replay
from gmtool.engine import journal
from gmtool.engine.instants import Instant
from gmtool.games import BUILT_IN, load
from gmtool.store import GameRecord, Store

AT = Instant("2026-11-20T20:00:00Z")
APART = 7
ENTRIES = ("export --public", "log", "log --refused", "inbox --all")
RULES_SAY = ("post", "due --why")
"""What there is to post, and the reasons."""
LINES = (*reports_but(*ENTRIES, *RULES_SAY), "status --secret", "outbox 1")
ONE_BY_ONE = """
import sys
from gmtool.cli.app import run
codes = [run(line.split()) for line in sys.argv[1:]]
print("\\n" + " ".join(sys.modules))
sys.exit(max(codes))
"""
RULES = {
    f"gmtool.engine.{name}" for name in ("game", "grammar", "moves", "replay", "steps", "table")
}
OUT = RULES | {
    "gmtool.desk.session.session",
    "gmtool.desk.texts.facts",
    "gmtool.render.environment",
    "jinja2",
}


@pytest.mark.parametrize("kind", BUILT_IN)
def test_what_is_kept_is_what_the_game_gives(kind: str) -> None:
    path = min(few_or_all(kind).glob("*.journal"), key=lambda one: one.stat().st_size)
    read = journal.read(path.read_text("utf-8"))
    replay, entries = empty_replay(load(BUILT_IN[kind]), read.header), []
    for place, entry in enumerate(read.entries):
        replay.keep(entry)
        entries.append(entry)
        if place % APART:
            continue
        live = session_at(GameRecord(1, read.header, AT), replay, tuple(entries))
        kept = json.loads(snapshot_of(live).state)["told"]
        for secret in (False, True):
            assert bulletin.of(read.header, kept, live.redoable, secret=secret) == bulletin_of(
                live, secret=secret
            )
        view = live.game.view(live.table.state, "")
        openly = bulletin_of(live, secret=False)
        assert openly["players"] == json.loads(json.dumps(view["players"]))
        assert [openly["own"], openly["secret"], openly["plans"]] == [[], {}, []]


@pytest.fixture
def sealed(host: Host) -> Host:
    """A game with a bid that nobody may see yet."""
    host.begin()
    assert host("record Ann bid A 177").code == 0
    return host


def no_game(*_: object) -> session.Session:
    raise AssertionError("the game is loaded")


@pytest.mark.parametrize("line", ["status", "status --secret", "status --json --secret"])
def test_a_status_is_read_off_the_head(
    sealed: Host, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    before = sealed(line)
    assert ("177" in before.out) == ("--secret" in line)
    with Store.open(sealed.database) as store, store.writing() as transaction:
        head = transaction.snapshot(1)
        assert head
        transaction.drop_snapshot(1)
        anew = sealed(line)
        transaction.put_snapshot(1, head)
    assert anew == before, "by replay it is the same"
    monkeypatch.setattr(loading, "load", no_game)
    assert sealed(line) == before


def test_what_only_reads_loads_no_game(sealed: Host) -> None:
    own = {**os.environ, "GMTOOL_DB": str(sealed.database), "GMTOOL_NOW": sealed.now}
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, *LINES],
        env=own,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "gmtool.desk.reports.all_games" in loaded
    assert not loaded & OUT
    assert not {name for name in loaded if name.startswith("gmtool.games.")}


def test_the_open_part_holds_no_secret(sealed: Host) -> None:
    with Store.open(sealed.database) as store, store.reading() as transaction:
        head = transaction.snapshot(1)
    assert head
    told = json.loads(head.state)["told"]
    assert '"coins": 177,' not in json.dumps(told[OPEN_PART])
    assert '"coins": 177,' in json.dumps(told[SECRET_PART])


def test_the_game_is_loaded_for_what_the_head_cannot_tell(
    sealed: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed.now = "2026-11-21T21:00:00Z"
    late = sealed("record Bob bid A 31 --at", "2026-11-20 20:30")
    assert late.code == 0, "recorded after the deadline"
    assert "1 move put on record after the deadline" in sealed("status").out
    monkeypatch.setattr(loading, "load", no_game)
    with pytest.raises(AssertionError, match="the game is loaded"):
        sealed("status")
