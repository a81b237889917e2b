"""Nothing on record can be changed, whoever opens the file and with what (design: store)."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import UniqueConstraint

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.store import Attempt, Draft, GameRecord, Sent, Store
from gmtool.store.tables import Row
from gmtool.store.triggers import KEYS, TRIGGERS

pytestmark = pytest.mark.slow  # a database for each

KEPT = ("game", "entry", "attempt", "message", "sent")


@pytest.fixture
def outside(
    store: Store,
    path: Path,
    begin: Callable[[str], GameRecord],
    said: Callable[..., Entry],
    start: Instant,
) -> Iterator[sqlite3.Connection]:
    """A connection that no one of gmtool has set up, to a database with two rows of each kind."""
    attempt = Attempt("Ann", "bid A 30", start, start, "AP-8", "Ann has bid.", "", 0)
    draft = Draft(1, 1, "Ann", 1, "Your bids", ("Ann has bid.",), (), start)
    sent = Sent(1, 1, start, start, "", draft.parts)
    for game in (begin("Round 3"), begin("Round 4")):
        with store.writing() as room:
            room.append(game.id, [said(1)], "laptop")
            room.add_attempt(game.id, attempt)
            room.put_draft(game.id, draft)
            room.add_sent(game.id, sent)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _rows(connection: sqlite3.Connection) -> list[object]:
    return [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in KEPT]


def _refuses(connection: sqlite3.Connection, statement: str, why: str) -> None:
    before = _rows(connection)
    with pytest.raises(sqlite3.IntegrityError, match=why):
        connection.execute(statement)
    assert _rows(connection) == before


@pytest.mark.parametrize("table", KEPT)
def test_no_column_is_updated(outside: sqlite3.Connection, table: str) -> None:
    for column in _columns(outside, table):
        _refuses(outside, f"UPDATE {table} SET {column} = {column} WHERE id = 1", "never changed")
        _refuses(outside, f"UPDATE OR REPLACE {table} SET {column} = 1", "never changed")


@pytest.mark.parametrize("table", KEPT)
def test_no_row_is_deleted(outside: sqlite3.Connection, table: str) -> None:
    _refuses(outside, f"DELETE FROM {table}", "never erased")
    _refuses(outside, f"DELETE FROM {table} WHERE id = 2", "never erased")


_NEW_KEYS = {"id": "99", "name_key": "'new'", "number": "99"}


def _insert(connection: sqlite3.Connection, how: str, table: str, kept: tuple[str, ...]) -> str:
    """An insert of row 1 again, with new keys but for `kept`."""
    columns = _columns(connection, table)
    values = [
        _NEW_KEYS[column] if column in _NEW_KEYS and column not in kept else column
        for column in columns
    ]
    names = ", ".join(columns)
    return f"{how} INTO {table} ({names}) SELECT {', '.join(values)} FROM {table} WHERE id = 1"


@pytest.mark.parametrize("how", ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "REPLACE"])
@pytest.mark.parametrize(("table", "key"), [(t, key) for t in KEPT for key in KEYS[t]])
def test_no_row_is_replaced(
    outside: sqlite3.Connection, how: str, table: str, key: tuple[str, ...]
) -> None:
    _refuses(outside, _insert(outside, how, table, key), "there already")


@pytest.mark.parametrize(("table", "key"), [(t, key) for t in KEPT for key in KEYS[t]])
def test_no_row_is_upserted(outside: sqlite3.Connection, table: str, key: tuple[str, ...]) -> None:
    # The WHERE keeps SQLite from taking ON for a join.
    upsert = _insert(outside, "INSERT", table, key) + " AND true ON CONFLICT DO "
    _refuses(outside, upsert + "UPDATE SET id = 98", "there already")
    _refuses(outside, upsert + "NOTHING", "there already")


@pytest.mark.parametrize("table", KEPT)
def test_a_new_row_is_taken(outside: sqlite3.Connection, table: str) -> None:
    """Else the tests above would prove nothing."""
    outside.execute(_insert(outside, "INSERT OR REPLACE", table, ()))
    assert outside.execute(f"SELECT count(*) FROM {table}").fetchone() == (3,)


def test_every_key_is_guarded() -> None:
    """A unique constraint that the guards don't know is a door for INSERT OR REPLACE."""
    for table in KEPT:
        constraints = Row.metadata.tables[table].constraints
        unique = {
            tuple(column.name for column in constraint.columns)
            for constraint in constraints
            if isinstance(constraint, UniqueConstraint)
        }
        assert not any(index.unique for index in Row.metadata.tables[table].indexes)
        assert set(KEYS[table]) == unique | {("id",)}


def test_only_heads_choices_and_what_waits_may_change() -> None:
    assert set(KEYS) == set(KEPT)
    assert set(Row.metadata.tables) - set(KEPT) == {"head", "choice", "waiting"}
    assert len(TRIGGERS) == 3 * len(KEPT)


def test_the_guards_are_in_the_file(outside: sqlite3.Connection) -> None:
    made = outside.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    assert dict(made) == TRIGGERS
