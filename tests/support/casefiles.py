"""Files `*.clauses` and `*.evenings`, collected as modules are: each case of them is a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import clauses
import evenings
import pytest

Case = clauses.Case | evenings.Case
READ: Mapping[str, Callable[[Path], tuple[Case, ...]]]
READ = {".clauses": clauses.read, ".evenings": evenings.read}


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        cases = READ[self.path.suffix](self.path)
        for title, many in Counter(case.title for case in cases).items():
            if many > 1:
                raise self.CollectError(f"{self.path}: {many} cases are called “{title}”")
        for case in cases:
            yield Played.of(self, case)


class Played(pytest.Function):
    """A case as a test; `check` may ask for fixtures."""

    number: int

    @classmethod
    def of(cls, file: CaseFile, case: Case) -> Played:
        """The test of a case in that file."""
        item = cls.from_parent(file, name=case.title, callobj=case.check)
        item.number = case.number
        for mark in case.marks:
            item.add_marker(mark)
        return item

    def reportinfo(self) -> tuple[Any, int, str]:
        return self.path, self.number - 1, self.name

    def repr_failure(  # type: ignore[override]  # as pytest's own function has it
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> Any:
        """What isn't as expected, below the line that says which that is. Where the program itself
        broke down, how it came to that, too.
        """
        said, amiss = excinfo.value, excinfo.value.__cause__
        if not _tells(said):
            return super().repr_failure(excinfo)
        how: Any = amiss
        if amiss and not _tells(amiss):
            how = super().repr_failure(pytest.ExceptionInfo.from_exception(amiss))
        notes = getattr(said, "__notes__", ())
        return "\n".join(str(one) for one in (said, how, *notes) if one)


def _tells(error: BaseException) -> bool:
    """Whether it is what a case of ours says of itself."""
    return isinstance(error, AssertionError) and bool(str(error))
