"""A database in a SQLite file: its connections, its transactions, and a look at its state."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from gmtool.store.append_only import TRIGGERS
from gmtool.store.connections import DatabaseState, Statements, damage_of, foreign_database
from gmtool.store.database_urls import APPLICATION_ID, FilePlace
from gmtool.store.problems import Garbled, StoreProblem

Ask = Callable[[str], Sequence[Any]]
_LONGEST_WAIT = 2**31 - 1
"""The most milliseconds that PostgreSQL and SQLite can be told to wait."""
_PAUSE = 0.02
"""Seconds between two tries to lock a file, at first."""
_IN_TURN = ("SQLITE_BUSY", "SQLITE_PROTOCOL")
"""Errors of SQLite that say: not now."""


_CLOSED = sqlite3.connect(":memory:")
_CLOSED.close()


class OnFile:
    """A SQLite file, open until `close`. It is read through connections that can't write, and for
    which nobody waits.
    """

    def __init__(self, place: FilePlace, busy_timeout: float) -> None:
        self._place = place
        self._busy_timeout = busy_timeout
        # In the order in which they are closed: if one that may only read comes last, SQLite leaves
        # what was written beside the database.
        self._idle: dict[bool, list[sqlite3.Connection]] = {False: [], True: []}

    def look(self) -> DatabaseState:
        """The state of the database; changes no byte of it. Raises StoreProblem for another
        program's.
        """
        with closing(self._connect(writes=False)) as connection:
            connection.execute("BEGIN")
            return look(self._place, lambda sql: connection.execute(sql).fetchall())

    @contextmanager
    def transaction(
        self, *, writes: bool, keeping: Callable[[], AbstractContextManager[None]]
    ) -> Iterator[Statements]:
        """A transaction, committed at the end inside the context manager that `keeping` returns if
        it `writes`; undone on any exception.
        """
        with self._connected(writes=writes) as connection, Bare(connection) as statements:
            yield statements
            if writes:
                with keeping():
                    connection.execute("COMMIT")

    @contextmanager
    def _connected(self, *, writes: bool) -> Iterator[sqlite3.Connection]:
        """A connection within a transaction. Whatever isn't committed by the end is undone."""
        idle = self._idle[writes]
        try:
            connection = idle.pop()  # threads may share the store
        except IndexError:
            connection = self._connect(writes=writes)
        try:
            begin(self._place, self._busy_timeout, connection, writes=writes)
            yield connection
        finally:
            with suppress(sqlite3.Error):  # what is broken is seen at the next statement
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            idle.append(connection)

    def _connect(self, *, writes: bool) -> sqlite3.Connection:
        if writes:
            return prepared(self._place.connect(self._busy_timeout))
        # The last connection to close a WAL file moves it into the database, unless it may only
        # read; where there is none, one that may only read leaves an empty one behind.
        wal = Path(f"{self._place}-wal").exists()
        connection = self._place.connect(self._busy_timeout, read_only=wal)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def close(self) -> None:
        """Close all connections."""
        for idle in self._idle.values():
            while idle:
                idle.pop().close()


class Bare:
    """Statements on a bare connection, closed at the end of their transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection = _CLOSED  # the next transaction has the bare connection

    def rows(self, statement: str, **given: Any) -> Sequence[Sequence[Any]]:
        try:
            return self._connection.execute(statement, given).fetchall()
        except sqlite3.OperationalError as error:
            if hasattr(error, "sqlite_errorname"):
                raise
            # Python itself says that it can't decode a text, and quotes it: it may be a secret.
            raise Garbled("a text is not in UTF-8") from None

    def run(self, statement: str, *given: Mapping[str, Any]) -> None:
        self._connection.executemany(statement, given)


def look(place: FilePlace, ask: Ask) -> DatabaseState:
    """The state of the database of which `ask` answers questions."""
    there = dict(map(tuple, ask("SELECT name, sql FROM sqlite_master")))
    if not there:
        return DatabaseState(None)
    if ask("PRAGMA application_id")[0][0] != APPLICATION_ID:
        raise foreign_database(place)
    if "alembic_version" not in there:
        return DatabaseState.without_version()
    versions = ask("SELECT version_num FROM alembic_version")
    return DatabaseState.of(
        [version for (version,) in versions], lambda: damage_of(there, TRIGGERS)
    )


def prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, set up to write."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # The file keeps its mode. Where others are at work on a new file, or it can only be read,
        # the old mode is as safe; the next command tries again.
        if not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_READONLY")):
            raise
    return connection


def begin(
    place: FilePlace, busy_timeout: float, connection: sqlite3.Connection, *, writes: bool
) -> None:
    """Begin a transaction. A writer locks before it reads, so it never decides on data that another
    one is about to change.
    """
    if not writes:
        connection.execute("BEGIN")
        return
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        _take_turn(place, busy_timeout, connection)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {milliseconds(busy_timeout)}")


def _take_turn(place: FilePlace, busy_timeout: float, bare: sqlite3.Connection) -> None:
    """Lock the file, once nobody else writes to it. A writer waits for as long as others get on;
    raises StoreProblem where for `busy_timeout` seconds nobody did.

    SQLite's own waiting would give up on time alone. It also tries more and more rarely, so that
    whoever has waited longest comes last; here those try most often.
    """
    began = got_on = monotonic()
    commits: int | None = None
    while True:
        try:
            bare.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(_IN_TURN):
                raise
        now = monotonic()
        before, commits = commits, _commits_of_others(bare)
        if commits != before:
            got_on = now
        elif now - got_on >= busy_timeout:
            raise StoreProblem(
                f"The database {place} is in use by another program{_who_writes(place)}, and "
                f"within {busy_timeout:g} seconds nobody else got on with it either; nothing was "
                "changed. Wait until that one is done, then try again."
            )
        sleep(_PAUSE / (1 + now - began))


def _commits_of_others(bare: sqlite3.Connection) -> int | None:
    """A number that changes with each commit of another connection; None while one keeps everybody
    out.
    """
    with suppress(sqlite3.OperationalError):
        number: int = bare.execute("PRAGMA data_version").fetchone()[0]
        return number
    return None


def _who_writes(place: FilePlace) -> str:
    """` (process 4711, python)`: who has locked the file, where the system tells."""
    files = set()
    for file in (place.file, Path(f"{place}-shm")):
        with suppress(OSError):
            files.add(str(file.stat().st_ino))
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/locks").read_text("ascii").splitlines():
            _, kind, _, how, process, device_and_file, *_ = line.split()
            is_it = device_and_file.rpartition(":")[2] in files
            if is_it and (kind, how) == ("POSIX", "WRITE") and int(process) != os.getpid():
                name = Path(f"/proc/{process}/comm").read_text("utf-8").strip()
                return f" (process {process}, {name})"
    return ""


def milliseconds(busy_timeout: float) -> int:
    """A waiting time as SQLite and PostgreSQL are told of it."""
    return int(max(0, min(busy_timeout * 1000, _LONGEST_WAIT)))


def copy_database(place: FilePlace, part: Path, busy_timeout: float) -> None:
    """Write a consistent copy into the empty file `part`, even while others write."""
    with (
        closing(place.connect(busy_timeout)) as source,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master").fetchall()  # waits here, within the timeout
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that a write-protected drive will do
