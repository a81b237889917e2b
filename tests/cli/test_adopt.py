"""`adopt.evenings`: newer rules, of a kind of the tests that has two versions."""

from __future__ import annotations

import pytest
from evenings import Case, of
from hosting import Host


@pytest.mark.usefixtures("overlapping_known")
@pytest.mark.parametrize("case", of("adopt"))
def test_evening(case: Case, host: Host) -> None:
    case.check(host)
