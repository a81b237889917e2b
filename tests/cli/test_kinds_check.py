"""`gmtool kinds KIND --check`: the promises of a kind, for who has no tests of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import tutorial
from hosting import Host

from gmtool.testing import promised
from gmtool.testing.promised import PROMISES


@pytest.mark.slow
def test_a_kind_that_keeps_its_promises(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promised, "GAMES", 1)
    with tutorial.on_path(tutorial.unpack_installed(tmp_path / "site")):
        told = host("kinds lone-number --check")
    assert told.code == 0, told.all
    lines = told.out.splitlines()
    assert lines[0].startswith(f"lone-number: {len(PROMISES)} promises kept, in 1 game of ")
    assert lines[1:] == [f"  kept         {promise.name}" for promise in PROMISES]


@pytest.mark.slow
def test_a_promise_that_is_broken_is_told_with_a_journal(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promised, "GAMES", 1)
    site = tutorial.unpack_installed(tmp_path / "site")
    code = site / "gmtool_lone_number" / "__init__.py"
    code.write_text(code.read_text("utf-8").replace('"dice": False', '"dice": {1}'), "utf-8")
    with tutorial.on_path(site):
        told = host("kinds lone-number --check")
        facts = host("kinds lone-number --check --json")
    assert told.code == facts.code == 1
    broken = told.err.count("\n  broken  ")
    assert told.err.startswith(f"lone-number: {broken} of {len(PROMISES)} promises broken\n")
    assert "\n  broken       views are plain data\n" in told.err
    assert "\nlone-number, “views are plain data”: the view of everybody isn't plain" in told.err
    assert "\nat entry 1: " in told.err
    assert "\ngmtool-journal 2\nkind: lone-number\n" in told.err
    (row,) = (one for one in facts.facts if one["promise"] == "views are plain data")
    assert row["became"] == "broken"
    assert row["entry"] == 1
    assert row["journal"].startswith("gmtool-journal 2\n")
    assert row["sentence"].startswith("the view of everybody isn't plain data")
