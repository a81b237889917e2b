"""A quick look at a database for shell completion: it loads no SQLModel and writes nothing.

Where the database can't be read (no such file, another program's, on a server, locked) the answer
is empty and nobody is told: a host who presses Tab has asked nothing yet.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from gmtool.engine.frozen import frozen
from gmtool.engine.wording import casefolded
from gmtool.store.places import APPLICATION_ID, FilePlace, default_path

_GAME = """
SELECT game.kind, game.players, head.brief,
       json_extract(head.state, '$.last_said[0]'), json_extract(head.state, '$.redoable')
FROM game LEFT JOIN head ON head.game_id = game.id
WHERE {that_game}
"""
_WAITING = """
SELECT waiting.number, message.recipient
FROM game JOIN waiting ON waiting.game_id = game.id
JOIN message USING (game_id, number, revision)
WHERE {that_game} ORDER BY waiting.number
"""
_NAMED = "game.name_key = ?"
_SET_UP_BEFORE = "fold(game.name) = ?"
"""For games whose key was made when unseen characters were still part of it."""
_BEGUN_SO = """
game.id = (SELECT CASE count(*) WHEN 1 THEN max(id) END FROM game
           WHERE ?1 <> '' AND substr(fold(name), 1, length(?1)) = ?1)
"""
"""For the only game whose name begins so."""
_CURRENT = "game.id = (SELECT CAST(value AS INTEGER) FROM choice WHERE key = 'current game')"


@frozen
class Glimpse:
    """What completion needs to know of a game.

    `players` are the current names; `undoable` and `redoable` the numbers of the entries that
    `undo` would take back and `redo` restore; `messages` the numbers of the messages that
    wait for the host.
    """

    kind: str
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
    return tuple(str(name) for (name,) in _ask(where, "SELECT name FROM game ORDER BY id DESC"))


def game(where: str | None, name: str | None) -> Glimpse | None:
    """The game of that name or beginning of a name, else the current one; None where there is
    none.
    """
    found = _ask_of_game(where, name, _GAME)
    if not found:
        return None
    kind, players, brief, undoable, redoable = found[0]
    now: list[str] = []
    messages: tuple[int, ...] = ()
    with suppress(ValueError, AttributeError, TypeError, RecursionError):  # a damaged database
        now = [*map(str, json.loads(players))]
        kept = json.loads(brief or "{}")
        now = [*map(str, kept.get("players") or now)]
        messages = tuple(map(int, kept.get("messages") or ()))
    return Glimpse(kind, tuple(now), undoable, redoable, messages)


def waiting(where: str | None, name: str | None) -> tuple[tuple[int, str], ...]:
    """The unsent messages of a game: number and recipient, which is empty for the thread."""
    return tuple((number, to) for number, to in _ask_of_game(where, name, _WAITING))


def _ask_of_game(where: str | None, name: str | None, question: str) -> list[Any]:
    if name is None:
        return _ask(where, question.format(that_game=_CURRENT))
    for that_game in (_NAMED, _SET_UP_BEFORE, _BEGUN_SO):
        found = _ask(where, question.format(that_game=that_game), (casefolded(name),))
        if found:
            return found
    return []


def _ask(where: str | None, question: str, given: Sequence[str] = ()) -> list[Any]:
    try:
        with closing(_connect(where)) as connection:
            connection.create_function("fold", 1, casefolded)
            (mark,) = connection.execute("PRAGMA application_id").fetchone()
            return connection.execute(question, given).fetchall() if mark == APPLICATION_ID else []
    except (sqlite3.Error, OSError, ValueError):  # no such file, or a name that none can have
        return []


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
