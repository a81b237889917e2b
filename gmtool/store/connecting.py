"""The engine: how a connection is set up and how its transactions begin."""

import sqlite3

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from gmtool.store.places import Place, ServerPlace
from gmtool.store.problems import StoreProblem

WRITES = "gmtool_writes"
"""The execution option of a transaction that is going to write."""


def engine_of(place: Place, busy_timeout: float) -> Engine:
    """The engine for everyday work. It hides parameters: they are the players' secrets."""
    if isinstance(place, ServerPlace):
        return _engine_of_server(place)
    engine = create_engine(
        "sqlite://",
        creator=lambda: place.connect(busy_timeout),
        poolclass=QueuePool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def engine_for_migration(place: Place, busy_timeout: float) -> Engine:
    """One whose connections are closed at once, foreign keys off, lest a batch change cut them."""
    if isinstance(place, ServerPlace):
        return _engine_of_server(place)
    engine = create_engine(
        "sqlite://",
        creator=lambda: place.connect(busy_timeout),
        poolclass=NullPool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up_for_migration)
    event.listen(engine, "begin", _begin)
    return engine


def _engine_of_server(place: ServerPlace) -> Engine:
    try:
        # Where nobody locks others out, who read what has changed since is refused at the end.
        return create_engine(
            place.url, isolation_level="SERIALIZABLE", hide_parameters=True, poolclass=NullPool
        )
    except (ImportError, SQLAlchemyError) as error:
        raise StoreProblem(
            f"The database {place} needs a driver that isn't there ({error}). Install it beside "
            "gmtool, or name a file."
        ) from error


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # or the driver begins and ends transactions by itself
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        # The mode stays with the file. While others are at work on a new one, or where it can
        # only be read, the old mode is as safe; the next command tries again.
        if not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_READONLY")):
            raise


def _set_up_for_migration(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = OFF")  # does nothing once a transaction has begun


def _begin(connection: Connection) -> None:
    """A writer locks before it reads, so it never decides on what another is about to change."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
