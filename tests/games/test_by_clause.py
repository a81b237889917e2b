"""Every case of the files `*.clauses` (`tests/support/clauses.py` says how they are written)."""

from __future__ import annotations

import pytest
from clauses import Case, cases


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    """A correction needs a whole recorded game at a desk."""
    return [pytest.mark.slow] if ": a correction: " in case.id else []


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id, marks=_marks(case)) for case in cases()]
)
def test_clause(case: Case) -> None:
    case.check()
