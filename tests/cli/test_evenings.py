"""Every case of the files `*.evenings` (`tests/support/evenings.py` says how they are written)."""

from __future__ import annotations

import pytest
from evenings import FOLDER, Case, of
from hosting import Host

WITH_MORE = {"adopt", "sequel"}
"""Played in surroundings of their own, by the modules that are called so."""
FILES = sorted({path.stem for path in FOLDER.glob("*.evenings")} - WITH_MORE)


@pytest.mark.parametrize("case", of(*FILES))
def test_evening(case: Case, host: Host) -> None:
    case.check(host)
