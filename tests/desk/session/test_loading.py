"""A command that only looks at a game loads its rules and its snapshot, by which the game is the
same as by a replay.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hosting import Host
from recorded import few_or_all
from registered import reports_but

from gmtool.desk.session import session
from gmtool.engine import journal
from gmtool.games import BUILT_IN
from gmtool.store import Store

CUTS = 5
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
OUT = {
    *(f"gmtool.engine.{name}" for name in ("reading", "replay", "steps", "windows")),
    "gmtool.desk.session.session",
    "gmtool.desk.texts.facts",
    "gmtool.render.environment",
    "jinja2",
    "sqlmodel",
}


@pytest.mark.parametrize("kind", BUILT_IN)
def test_a_game_is_the_same_by_its_snapshot_and_by_replay(kind: str, host: Host) -> None:
    path = min(few_or_all(kind).glob("*.journal"), key=lambda one: one.stat().st_size)
    text = path.read_text("utf-8")
    head, body = text.split("---\n")
    entries, lines = len(journal.read(text).entries), body.splitlines(keepends=True)
    for many in range(entries, 0, -max(1, entries // CUTS)):
        name = f"after-{many}"
        cut = "".join((head, "---\n", *lines[:many]))
        assert host(f"import - --cut --as {name}", pasted=cut).code == 0
        for line in ("status", "status --secret --json", "due --secret --json", "games --json"):
            by_snapshot = host(f"{line} -g {name}" if "status" in line else line)
            with Store.open(host.database) as store, store.writing() as transaction:
                game = transaction.find_game(name)
                assert game
                assert transaction.snapshot(game.id)
                transaction.drop_snapshot(game.id)
            by_replay = host(f"{line} -g {name}" if "status" in line else line)
            assert by_snapshot == by_replay, (name, line)


@pytest.fixture
def sealed(host: Host) -> Host:
    """A game with a bid that nobody may see yet."""
    host.begin()
    assert host("record Ann bid A 177").code == 0
    return host


def no_session(*_: object) -> session.Session:
    raise AssertionError("a session is made")


@pytest.mark.parametrize("line", ["status", "status --secret", "status --json --secret"])
def test_a_status_is_made_of_the_snapshot(
    sealed: Host, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    before = sealed(line)
    assert ("177" in before.out) == ("--secret" in line)
    monkeypatch.setattr(session, "Session", no_session)
    assert sealed(line) == before


def test_what_only_looks_at_a_game_loads_its_rules_and_nothing_that_changes_it(
    sealed: Host,
) -> None:
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
    assert loaded & OUT == set()
    games = {place.partition(":")[0] for place in BUILT_IN.values()}
    assert games & loaded == {"gmtool.games.auction_poker"}


def test_late_hands_are_told_of_an_open_window(sealed: Host) -> None:
    sealed.now = "2026-11-21T21:00:00Z"
    late = sealed("record Bob bid A 31 --at", "2026-11-20 20:30")
    assert late.code == 0, "recorded after the deadline"
    assert "1 move put on record after the deadline" in sealed("status").out
