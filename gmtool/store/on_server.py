"""A database on a PostgreSQL server, through SQLAlchemy: its transactions, and a look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Connection, TextClause, inspect, text

from gmtool.store.append_only import GUARD, TRIGGERS_ON_SERVER
from gmtool.store.connections import DatabaseState, Statements, damage_of, foreign_database
from gmtool.store.database_urls import ServerPlace
from gmtool.store.problems import StoreProblem
from gmtool.store.rows import COLUMNS
from gmtool.store.sqlalchemy_engines import WRITES, engine_for_tables, engine_of_server

MARK = "gmtool"
"""The comment on the version table by which a database on a server is recognized as gmtool's."""
_ASKED = """
SELECT current_setting('server_encoding'),
       obj_description(to_regclass('alembic_version'), 'pg_class')
"""
_GUARDS = """
SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true)
FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE relnamespace = to_regnamespace(current_schema()) AND tgenabled IN ('O', 'A') AND prosrc = %s
"""
"""The guards that are switched on and call gmtool's function."""


class OnServer:
    """A database on a server, open until `close`."""

    def __init__(self, place: ServerPlace, busy_timeout: float) -> None:
        self._place = place
        self._busy_timeout = busy_timeout
        self._engine = engine_of_server(place, busy_timeout)

    def look(self) -> DatabaseState:
        """The state of the database; changes nothing. Raises StoreProblem for another program's."""
        with engine_for_tables(self._place, self._busy_timeout).connect() as connection:
            return look(self._place, connection)

    @contextmanager
    def transaction(
        self, *, writes: bool, keeping: Callable[[], AbstractContextManager[None]]
    ) -> Iterator[Statements]:
        """A transaction, committed at the end inside the context manager that `keeping` returns if
        it `writes`; undone on any exception.
        """
        with self._engine.connect().execution_options(**{WRITES: writes}) as connection:
            connection.begin()
            yield Through(connection)
            if writes:
                with keeping():
                    connection.commit()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


class Through:
    """Statements through SQLAlchemy."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, **given: Any) -> Sequence[Sequence[Any]]:
        return self._connection.execute(_parsed(statement), given).all()

    def run(self, statement: str, *given: Mapping[str, Any]) -> None:
        for one in given:
            self._connection.execute(_parsed(statement), one)


@cache
def _parsed(statement: str) -> TextClause:
    return text(statement)


def look(place: ServerPlace, connection: Connection) -> DatabaseState:
    """The state of the database of that connection."""
    encoding, mark = connection.exec_driver_sql(_ASKED).one()
    if encoding != "UTF8":
        raise StoreProblem(
            f"The database {place} keeps its texts in {encoding}, which hasn't got every letter; "
            "nothing was changed. Have one made that has, with "
            "`createdb --encoding UTF8 --template template0 NAME`."
        )
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        return (
            DatabaseState(None)
            if COLUMNS.keys().isdisjoint(tables)
            else DatabaseState.without_version()
        )
    if mark != MARK:
        raise foreign_database(place)
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()

    def damage() -> tuple[str, ...]:
        guards = connection.exec_driver_sql(_GUARDS, (GUARD,)).all()
        there = {**dict.fromkeys(tables, ""), **dict(map(tuple, guards))}
        return damage_of(there, TRIGGERS_ON_SERVER)

    return DatabaseState.of([version for (version,) in versions], damage)
