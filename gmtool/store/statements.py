"""What the rooms ask of a transaction, wherever the database is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Statements(Protocol):
    """Carries out statements in plain SQL, within one transaction. What is given to them stands as
    `:name`; instants and data are given as text (`rows.written`).
    """

    def rows(self, statement: str, **given: Any) -> Sequence[Sequence[Any]]:
        """All rows of the answer."""
        ...

    def run(self, statement: str, *given: Mapping[str, Any]) -> None:
        """Carry it out once for each."""
        ...
