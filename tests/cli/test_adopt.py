"""`adopt.evenings`: newer rules, of a kind of the tests that has two versions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from evenings import Case, of
from files import put
from hosting import Host
from newer_rooms import GAME

from gmtool.games import outside


@pytest.fixture(autouse=True)
def known(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The kind `newer-rooms` is found as one that was installed."""
    site = tmp_path_factory.mktemp("site")
    put(site, "its_rooms-1.0.dist-info/METADATA", "Name: its-rooms\nVersion: 1.0\n")
    point = f"[{outside.GROUP}]\n{GAME.kind} = newer_rooms:GAME\n"
    put(site, "its_rooms-1.0.dist-info/entry_points.txt", point)
    monkeypatch.syspath_prepend(str(site))
    yield
    outside._offers.cache_clear()


@pytest.mark.parametrize("case", of("adopt"))
def test_evening(case: Case, host: Host) -> None:
    case.check(host)
