"""Durable appends in a warm process, each a transaction of its own and on the disk when done"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

import desks
from measuring import Size, in_turn
from msgspec.structs import replace

from gmtool.desk.desk import Desk
from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request
from gmtool.engine.entries import Entry
from gmtool.store import Store

WARM = "record, at a warm desk"
PLAIN = "plain sqlite3, the same row"
_INSERT = """
INSERT INTO entry (game_id, number, who, text, received_at, recorded_at, source, link, late, note,
                   raw, drawn, desk, message, refused, planned, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def rows(folder: Path, size: Size) -> Iterator[str]:
    database, other = folder / "desk.db", folder / "store.db"
    names = [f"Round {number}" for number in range(size.rounds + 1)]
    for name in names:
        desks.set_up(database, name)
    desks.set_up(other, "Round 1")
    with (
        desks.desk(other).store() as store,
        closing(_plain(folder / "plain.db", like=other)) as plain,
    ):
        contest = {
            WARM: partial(_by_the_desk, database, iter(names), size.appends),
            "append, in the store": partial(_by_the_store, store, count(3), size.appends),
            PLAIN: partial(_by_sqlite, plain, count(3), size.appends),
        }
        times = in_turn(contest, size.rounds)
    for who in list(contest)[:2]:
        yield times.row(who, PLAIN, each=size.appends, aim="≥ 0.1" if who == WARM else "")


def _by_the_desk(database: Path, names: Iterator[str], number: int) -> None:
    """Judged, its receipt drafted, kept with the head: all that `record` does but to start."""
    with desks.desk(database).store() as store:
        desk = replace(desks.desk(database), game_name=next(names), at_hand=store)
        _record(desk, number)


def _record(desk: Desk, number: int) -> None:
    for minutes, (who, text) in enumerate(desks.bids()[:number]):
        at = desks.BEGIN.plus(timedelta(minutes=minutes))
        record.record(replace(desk, now=at), Request(who, text))


def _by_the_store(store: Store, numbers: Iterator[int], number: int) -> None:
    for _ in range(number):
        with store.writing() as room:
            room.append(1, (_entry(next(numbers)),), "benchmark")


def _by_sqlite(connection: sqlite3.Connection, numbers: Iterator[int], number: int) -> None:
    for _ in range(number):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_INSERT, _row(_entry(next(numbers))))
        connection.execute("COMMIT")


def _entry(number: int) -> Entry:
    return Entry(number, desks.NAMES[0], "bid A 30, C 12", desks.BEGIN, desks.BEGIN)


def _row(entry: Entry) -> tuple[object, ...]:
    at = entry.received_at.moment.strftime("%Y-%m-%d %H:%M:%S.%f")
    return (
        1,
        entry.number,
        entry.who,
        entry.text,
        at,
        at,
        "",
        "",
        "",
        "",
        "",
        "",
        "benchmark",
        0,
        "",
        0,
        "",
    )


def _plain(file: Path, *, like: Path) -> sqlite3.Connection:
    """A database with the same table of entries and its indexes, as durable, and nothing else."""
    with closing(sqlite3.connect(like)) as source:
        asked = "SELECT sql FROM sqlite_master WHERE tbl_name = 'entry' AND type <> 'trigger'"
        made = [sql for (sql,) in source.execute(asked) if sql]
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    for sql in made:
        connection.execute(sql)
    return connection
