"""A quick look at a database, for who types a command: it writes nothing, makes no file, and waits
for nobody.

Where the database can't be read (no such file, another program's, on a server, locked) nothing is
seen and nobody is told: a host who presses Tab has asked nothing yet.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, nullcontext, suppress
from pathlib import Path

from msgspec import Struct

from gmtool.engine.header import Header
from gmtool.engine.text import OPEN, casefolded
from gmtool.store.connections import NEWEST
from gmtool.store.database_urls import FilePlace, default_path
from gmtool.store.on_file import OnFile
from gmtool.store.problems import Garbled, StoreProblem
from gmtool.store.records import GameRecord
from gmtool.store.transactions import ReadTransaction


class Candidates(Struct, frozen=True):
    """What is seen: the names of all `games`, the latest first, and of the one that is meant its
    `header`, the current names of its `players`, the numbers of the `messages` that wait for the
    host, and of the texts that are `unsent`, with whether each is to a player.
    """

    games: tuple[str, ...] = ()
    header: Header | None = None
    players: tuple[str, ...] = ()
    messages: tuple[int, ...] = ()
    unsent: tuple[tuple[int, bool], ...] = ()


def is_no_file(where: str | None) -> bool:
    """Whether the database of that path, or the host's own, is a file that doesn't exist."""
    if where is not None and "://" in where and not where.startswith("sqlite://"):
        return False
    return not _file(where).exists()


def read_candidates(where: str | None, name: str | None) -> Candidates:
    """A look at the database of that path, or the host's own, and at the game of that name or
    beginning of a name, else the current one.
    """
    unread = (sqlite3.Error, OSError, ValueError, LookupError, Garbled, StoreProblem)
    with suppress(*unread), closing(OnFile(FilePlace(_file(where)), busy_timeout=0)) as base:
        if base.look().revision == NEWEST:
            with base.transaction(writes=False, keeping=nullcontext) as statements:
                return _glimpse(ReadTransaction(statements), name)
    return Candidates()


def _glimpse(transaction: ReadTransaction, name: str | None) -> Candidates:
    records = transaction.games()
    games, found = (
        tuple(one.header.name for one in reversed(records)),
        _meant(transaction, records, name),
    )
    if found is None:
        return Candidates(games)
    snapshot = transaction.snapshot(found.id)
    return Candidates(
        games,
        found.header,
        snapshot.players if snapshot else found.header.players,
        _unread(snapshot.state) if snapshot else (),
        tuple((one.number, bool(one.to)) for one in transaction.waiting(found.id)),
    )


def _unread(state: str) -> tuple[int, ...]:
    """The numbers of the messages that wait for the host by a cached state, which isn't loaded."""
    with suppress(ValueError, LookupError, TypeError, AttributeError):  # another gmtool made it
        inbox = json.loads(state)["table"]["inbox"]
        return tuple(one["number"] for one in inbox if one.get("state", OPEN) == OPEN)
    return ()


def _meant(
    transaction: ReadTransaction, records: tuple[GameRecord, ...], name: str | None
) -> GameRecord | None:
    if name is None:
        current = transaction.current()
        return transaction.game(current) if current is not None else None
    begun = casefolded(name)
    fits = [one for one in records if begun and casefolded(one.header.name).startswith(begun)]
    return transaction.find_game(name) or (fits[0] if len(fits) == 1 else None)


def _file(where: str | None) -> Path:
    """The file that a path or URL means; for a database on a server, a file that doesn't exist."""
    text = str(default_path()) if where is None else where.removeprefix("sqlite:///")
    return Path(text).expanduser().absolute()
