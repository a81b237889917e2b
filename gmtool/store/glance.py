"""A quick look at a database for shell completion: it writes nothing, makes no file, and waits for
nobody.

Where the database can't be read (no such file, another program's, on a server, locked) the answer
is empty and nobody is told: a host who presses Tab has asked nothing yet.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from gmtool.engine.frozen import frozen
from gmtool.engine.header import Header
from gmtool.engine.wording import casefolded
from gmtool.store.looking import NEWEST
from gmtool.store.on_file import Bare, look
from gmtool.store.places import FilePlace, default_path
from gmtool.store.problems import Garbled, StoreProblem
from gmtool.store.records import GameRecord
from gmtool.store.rooms import ReadingRoom

T = TypeVar("T")


@frozen
class Glimpse:
    """What completion needs to know of a game.

    `players` are the current names; `undoable` and `redoable` the numbers of the entries that
    `undo` would take back and `redo` restore; `messages` the numbers of the messages that
    wait for the host.
    """

    header: Header
    players: tuple[str, ...]
    undoable: int | None
    redoable: int | None
    messages: tuple[int, ...] = ()


def is_no_file(where: str | None) -> bool:
    """Whether the database of that path, or the host's own, is a file that doesn't exist."""
    if where is not None and "://" in where and not where.startswith("sqlite://"):
        return False
    return not _file(where).exists()


def names(where: str | None) -> tuple[str, ...]:
    """The names of the games in the database of that path, or the host's own, the latest first."""
    return _ask(where, lambda room: tuple(one.header.name for one in reversed(room.games())), ())


def game(where: str | None, name: str | None) -> Glimpse | None:
    """The game of that name or beginning of a name, else the current one; None where there is
    none.
    """
    return _ask(where, lambda room: _glimpse(room, name), None)


def waiting(where: str | None, name: str | None) -> tuple[tuple[int, str], ...]:
    """The unsent messages of a game: number and recipient, which is empty for the thread."""

    def unsent(room: ReadingRoom) -> tuple[tuple[int, str], ...]:
        found = _meant(room, name)
        return tuple((one.number, one.to) for one in room.waiting(found.id)) if found else ()

    return _ask(where, unsent, ())


def _meant(room: ReadingRoom, name: str | None) -> GameRecord | None:
    if name is None:
        current = room.current()
        return room.game(current) if current is not None else None
    found, begun = room.find_game(name), casefolded(name)
    if found or not begun:
        return found
    fits = [one for one in room.games() if casefolded(one.header.name).startswith(begun)]
    return fits[0] if len(fits) == 1 else None


def _glimpse(room: ReadingRoom, name: str | None) -> Glimpse | None:
    found = _meant(room, name)
    if found is None:
        return None
    head = room.head(found.id)
    brief: Any = head.brief if head else {}
    state: Any = json.loads(head.state) if head else {}
    said, players = state.get("last_said"), brief.get("players") or found.header.players
    return Glimpse(
        found.header,
        tuple(players),
        said[0] if said else None,
        state.get("redoable"),
        tuple(brief.get("messages", ())),
    )


def _ask(where: str | None, question: Callable[[ReadingRoom], T], otherwise: T) -> T:
    unread = (sqlite3.Error, OSError, ValueError, LookupError, Garbled, StoreProblem)
    with suppress(*unread), closing(_connect(where)) as connection:
        connection.execute("BEGIN")
        with Bare(connection) as statements:
            if look(FilePlace(_file(where)), statements.rows).revision == NEWEST:
                return question(ReadingRoom(statements))
    return otherwise


def _connect(where: str | None) -> sqlite3.Connection:
    file = _file(where)
    if all(Path(f"{file}{more}").exists() for more in ("-wal", "-shm")):
        return FilePlace(file).connect(0, read_only=True)
    # Nobody is at work on it. Without `immutable` SQLite leaves files of its own behind.
    return sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)


def _file(where: str | None) -> Path:
    """The file that a path or URL means; for a database on a server, a file that doesn't exist."""
    text = str(default_path()) if where is None else where.removeprefix("sqlite:///")
    return Path(text).expanduser().absolute()
