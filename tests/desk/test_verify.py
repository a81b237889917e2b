"""`verify`: records that fit, and forgeries with the sentence that finds each."""

from __future__ import annotations

from typing import Any

import pytest
from forgeries import AUCTION, GROUPING, Case, cases
from by_hand import RECORDED, chained, ended, written
from lengths import IS_LONG

from gmtool.desk.problems import FileProblem
from gmtool.desk.verifying import verify
from gmtool.desk.verifying.draws import lies_in_order
from gmtool.desk.verifying.sentences import CHECKS, SENTENCES
from gmtool.engine import journal


def _facts(case: Case) -> Any:
    return verify(case.record, case.posts, case.receipt).facts


@pytest.mark.parametrize("case", cases(), ids=[case.name for case in cases()])
def test_what_was_changed_is_found_by_its_check_and_named(case: Case) -> None:
    facts = _facts(case)
    found = [check for check in facts["checks"] if check["misfit"]]
    assert facts["fits"] is not bool(case.check)
    if not case.check:
        assert facts["misfits"] == []
        return
    assert found[0]["check"] == case.check, facts["misfits"]
    assert case.says in found[0]["misfit"]
