"""What goes into a store in its tests."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.store import Block, Draft, GameRecord, Sent, Snapshot, Store

Begin = Callable[[str], GameRecord]
Release = Callable[[str], Path]
Process = Callable[..., subprocess.Popen[str]]
Together = Callable[..., list[str]]
START = Instant("2026-11-20T20:00:00Z")


@dataclass
class Outside:
    """Another program that works on the test's database; each statement is a transaction."""

    connection: Any

    @property
    def on_file(self) -> bool:
        """Whether the database is a file, else it is on a server."""
        return isinstance(self.connection, sqlite3.Connection)

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """The rows of the answer."""
        done = self.connection.execute(question if self.on_file else question.encode())
        return done.fetchall() if done.description else []

    def run(self, statements: str) -> None:
        """Carry out what may be several statements."""
        for one in statements.split("; "):
            self.ask(one)

    def drop_guard(self, name: str) -> None:
        """Take one guard away."""
        of = "" if self.on_file else f" ON {name.partition('_no_')[0]}"
        self.run(f"DROP TRIGGER {name}{of}")

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        """Meanwhile it may change what is on record, and no guard hears of it."""
        if not self.on_file:
            self.run("SET session_replication_role = replica")
            yield
            self.run("SET session_replication_role = origin")
            return
        guards = self.ask("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        for name, _ in guards:
            self.drop_guard(name)
        yield
        for _, sql in guards:
            self.ask(sql)


def said(number: int, text: str = "", received: Instant = START, **fields: Any) -> Entry:
    """An entry of that number; its text says which it is."""
    recorded = Instant(fields.pop("recorded", received))
    return Entry(number, "Ann", text or f"bid A {number}", received, recorded, **fields)


def head(entry: int = 0, *, ended: bool = False, players: tuple[str, ...] = ()) -> Snapshot:
    """What is kept of a game at that entry."""
    return Snapshot(entry, 1, "{}", ended, players)


def drafted(number: int, revision: int = 1, **fields: Any) -> Draft:
    """A message of that number to Ann, of one part; its text says which it is."""
    text = f"message {number}, revision {revision}"
    whole: dict[str, Any] = {
        "to": "Ann",
        "entry": 0,
        "subject": "Your bids",
        "parts": (text,),
        "blocks": (Block("receipt", 0, "Your bids", text, {}),),
        "drafted_at": START,
    }
    return Draft(number, revision, **{**whole, **fields})


def went(number: int, revision: int = 1, *, link: str = "", revoked: bool = False) -> Sent:
    """That a message of that number went out."""
    parts = (f"message {number}, revision {revision}",)
    return Sent(number, revision, START, START, link, parts, revoked)


def write_often(store: Store, game: int, desk: str, many: int) -> None:
    """So many entries of that desk, among those of others."""
    for n in range(many):
        with store.writing() as transaction:
            number = transaction.last_number(game) + 1
            kept = transaction.snapshot(game)
            assert (kept.entry if kept else 0) == number - 1, "a stale head"
            transaction.append(game, [said(number, f"bid {desk} {n}")], desk)
            transaction.put_snapshot(game, head(number))
