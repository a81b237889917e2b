"""Creates SQLAlchemy's engines: how a connection is set up and how its transactions begin.

A file needs one only where its tables are made, checked or mended; a server for everything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import cast

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool, Pool, QueuePool
from sqlmodel import Session

from gmtool.store import on_file
from gmtool.store.database_urls import FilePlace, Place, ServerPlace
from gmtool.store.on_file import milliseconds
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


def engine_of_server(place: ServerPlace, busy_timeout: float) -> Engine:
    """The engine for everyday work on a server."""
    return _engine_of_server(place, busy_timeout, QueuePool)


def engine_for_tables(place: Place, busy_timeout: float, *, guarded: bool = True) -> Engine:
    """The engine for what is done with the tables themselves; it closes its connections at once.
    It hides parameters in errors: they are the players' secrets. With `guarded` off foreign keys
    are, since a migration replaces tables that others refer to.
    """
    if isinstance(place, ServerPlace):
        return _engine_of_server(place, busy_timeout, NullPool)
    engine = create_engine(
        "sqlite://",
        creator=lambda: place.connect(busy_timeout),
        poolclass=NullPool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up if guarded else _set_up_for_migration)
    event.listen(engine, "begin", partial(_begin, place, busy_timeout))
    return engine


@contextmanager
def session_for_tables(
    place: Place, busy_timeout: float, *, writes: bool = False
) -> Iterator[Session]:
    """A session within one transaction, which is committed at the end if it `writes`."""
    engine = engine_for_tables(place, busy_timeout).execution_options(**{WRITES: writes})
    with Session(engine) as session:
        session.connection()  # begins the transaction now, not at the first statement
        yield session
        if writes:
            session.commit()


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
    on_file.prepared(connection)


def _set_up_for_migration(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = OFF")  # does nothing once a transaction has begun


def _begin(place: FilePlace, busy_timeout: float, connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    bare = cast("sqlite3.Connection", connection.connection.driver_connection)
    on_file.begin(place, busy_timeout, bare, writes=writes)


def _begin_on_server(busy_timeout: float, connection: Connection) -> None:
    """Begin a transaction on a server. A writer waits for its turn before it reads; a reader sees a
    single moment. It is one message, since a server may be far away.
    """
    writes = connection.get_execution_options().get(WRITES, False)
    longest = max(1, milliseconds(busy_timeout))  # 0 means for ever
    steps = [
        # Each statement of a writer sees what is committed by then. A snapshot would be of the
        # moment before the wait: the writer would miss what others wrote, and be refused for it at
        # the end.
        "SET TRANSACTION ISOLATION LEVEL "
        + ("READ COMMITTED" if writes else "REPEATABLE READ, READ ONLY"),
        "SET LOCAL TIME ZONE 'UTC'",  # in other zones the last hours of the year 9999 can't be read
        f"SET LOCAL lock_timeout = {longest}",
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
