"""Every case of the files `*.clauses` (`tests/support/clauses.py` says how they are written)."""

from __future__ import annotations

import pytest
from clauses import Case, cases


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in cases()])
def test_clause(case: Case) -> None:
    case.check()
