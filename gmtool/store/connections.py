"""What every connection to a database answers: the state that a look at it finds, before anything
is done with it, and statements in plain SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from gmtool.store.database_urls import Place
from gmtool.store.problems import StoreProblem
from gmtool.store.rows import COLUMNS

NEWEST = "0010"
"""The newest migration; written here so that Alembic is loaded only when a database needs it."""


class DatabaseState(Struct, frozen=True):
    """What a look at a database found. `revision` is None where the database is empty.

    `damage` names the missing tables and guards of a database of the newest revision.
    """

    revision: str | None
    damage: tuple[str, ...] = ()

    @classmethod
    def without_version(cls) -> DatabaseState:
        """What is found where the table with the revision is gone."""
        return cls(NEWEST, ("the table alembic_version is missing",))

    @classmethod
    def of(cls, versions: Sequence[str], damage: Callable[[], tuple[str, ...]]) -> DatabaseState:
        """What is found where the table with the revision holds these `versions`."""
        if len(versions) != 1:
            return cls(NEWEST, ("its version is missing",))
        return cls(versions[0], damage() if versions[0] == NEWEST else ())


def damage_of(there: Mapping[str, str], guards: Mapping[str, str]) -> tuple[str, ...]:
    """The missing tables and guards, by the names of those there and the statements that made
    them.
    """
    tables = [f"the table {name} is missing" for name in COLUMNS if name not in there]
    missing = [
        f"the guard {name} is missing" for name, sql in guards.items() if there.get(name) != sql
    ]
    return tuple(tables + missing)


def foreign_database(place: Place) -> StoreProblem:
    """The refusal of a database that belongs to another program."""
    return StoreProblem(
        f"The database {place} belongs to another program and was left as it is. Check the "
        "name given with --db or GMTOOL_DB."
    )


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
