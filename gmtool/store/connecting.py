"""Creates the database engines: how a connection is set up and how its transactions begin."""

import os
import sqlite3
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import cast

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool, Pool, QueuePool

from gmtool.store.places import FilePlace, Place, ServerPlace
from gmtool.store.problems import StoreProblem

WRITES = "gmtool_writes"
"""The execution option that marks a transaction that is going to write."""
_TURN = 0x676D746C
"""The advisory lock that a writer holds on a server: `gmtl`. Each database has locks of its own."""
_TAKE_TURN = f"""
DO $$
DECLARE
  who CONSTANT text := 'SELECT virtualtransaction FROM pg_locks WHERE locktype = ''advisory'' '
    'AND objid = {_TURN} AND granted AND database = '
    '(SELECT oid FROM pg_database WHERE datname = current_database())';
  before text;
  after text;
BEGIN
  IF pg_try_advisory_xact_lock({_TURN}) THEN RETURN; END IF;
  LOOP
    EXECUTE who INTO before;
    BEGIN
      PERFORM pg_advisory_xact_lock({_TURN});
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      EXECUTE who INTO after;
      IF after = before THEN RAISE; END IF;
    END;
  END LOOP;
END $$
"""  # noqa: S608 -- a number
"""Waits for its turn, as long as others take theirs: a writer gives up only where one of them kept
it for the whole waiting time.
"""
_UNREACHED = 10
"""Seconds after which gmtool gives up on a server that doesn't answer at all."""
_LONGEST_WAIT = 2**31 - 1
"""The most milliseconds that PostgreSQL and SQLite can be told to wait."""
_PAUSE = 0.02
"""Seconds between two tries to lock a file, at first."""
_IN_TURN = ("SQLITE_BUSY", "SQLITE_PROTOCOL")
"""Errors of SQLite that say: not now."""


def engine_of(place: Place, busy_timeout: float) -> Engine:
    """The engine for everyday work. It hides parameters in errors: they are the players'
    secrets.
    """
    if isinstance(place, ServerPlace):
        return _engine_of_server(place, busy_timeout, QueuePool)
    engine = create_engine(
        "sqlite://",
        creator=lambda: place.connect(busy_timeout),
        poolclass=QueuePool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", partial(_begin, place, busy_timeout))
    return engine


def engine_for_migration(place: Place, busy_timeout: float) -> Engine:
    """The engine for migrations: connections are closed at once and foreign keys are off, since a
    batch migration replaces tables that others refer to.
    """
    if isinstance(place, ServerPlace):
        return _engine_of_server(place, busy_timeout, NullPool)
    engine = create_engine(
        "sqlite://",
        creator=lambda: place.connect(busy_timeout),
        poolclass=NullPool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up_for_migration)
    event.listen(engine, "begin", partial(_begin, place, busy_timeout))
    return engine


def _engine_of_server(place: ServerPlace, busy_timeout: float, pool: type[Pool]) -> Engine:
    """An engine for a server; raises StoreProblem where the driver isn't installed."""
    # Prepared statements are off: behind a connection pooler those of two clients may collide.
    arguments: dict[str, object] = {"prepare_threshold": None, "client_encoding": "utf8"}
    if "connect_timeout" not in place.url.query:
        arguments["connect_timeout"] = _UNREACHED
    try:
        engine = create_engine(
            place.url.set(drivername="postgresql+psycopg"),
            connect_args=arguments,
            poolclass=pool,
            hide_parameters=True,
            use_native_hstore=False,  # none is used; asking costs three messages
        )
    except ImportError as error:
        raise StoreProblem(
            f"The database {place} is reached with psycopg, which isn't there. Install it with "
            '`pip install "gmtool[postgresql]"`, or name a file.'
        ) from error
    event.listen(engine, "begin", partial(_begin_on_server, busy_timeout))
    return engine


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # else the driver begins and ends transactions itself
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # The file keeps its mode. Where others are at work on a new file, or it can only be read,
        # the old mode is as safe; the next command tries again.
        if not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_READONLY")):
            raise


def _set_up_for_migration(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = OFF")  # does nothing once a transaction has begun


def _begin(place: FilePlace, busy_timeout: float, connection: Connection) -> None:
    """Begin a transaction. A writer locks before it reads, so it never decides on data that another
    one is about to change.
    """
    if not connection.get_execution_options().get(WRITES, False):
        connection.exec_driver_sql("BEGIN")
        return
    bare = cast("sqlite3.Connection", connection.connection.driver_connection)
    bare.execute("PRAGMA busy_timeout = 0")
    try:
        _take_turn(place, busy_timeout, bare)
    finally:
        bare.execute(f"PRAGMA busy_timeout = {_milliseconds(busy_timeout)}")


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


def _milliseconds(busy_timeout: float) -> int:
    return int(max(0, min(busy_timeout * 1000, _LONGEST_WAIT)))


def _begin_on_server(busy_timeout: float, connection: Connection) -> None:
    """Begin a transaction on a server. A writer waits for its turn before it reads; a reader sees a
    single moment. It is one message, since a server may be far away.
    """
    writes = connection.get_execution_options().get(WRITES, False)
    milliseconds = max(1, _milliseconds(busy_timeout))  # 0 means for ever
    steps = [
        # Each statement of a writer sees what is committed by then. A snapshot would be of the
        # moment before the wait: the writer would miss what others wrote, and be refused for it at
        # the end.
        "SET TRANSACTION ISOLATION LEVEL "
        + ("READ COMMITTED" if writes else "REPEATABLE READ, READ ONLY"),
        "SET LOCAL TIME ZONE 'UTC'",  # in other zones the last hours of the year 9999 can't be read
        f"SET LOCAL lock_timeout = {milliseconds}",
    ]
    if writes:
        # A machine that falls asleep during a command mustn't keep all others waiting.
        steps.append("SET LOCAL idle_in_transaction_session_timeout = '5min'")
        # What is answered is on the disk, however the server is set up.
        steps.append("SET LOCAL synchronous_commit = on")
        # Writers wait in turn. With SERIALIZABLE instead, most of eight commands at once were
        # turned away.
        steps.append(_TAKE_TURN)
    connection.exec_driver_sql("; ".join(steps), None, {"no_parameters": True})
