"""Where things are: the database that somebody named, the host's own, and the migrations."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct

import gmtool
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.store.passwords import without_password
from gmtool.store.problems import StoreProblem

if TYPE_CHECKING:
    from sqlalchemy import URL  # whoever names a file doesn't need it

FILE_NAME = "games.db"
APPLICATION_ID = 0x676D746C
"""The mark by which a SQLite file is recognized as gmtool's: `gmtl`."""
OWNER_ALONE = 0o600
"""The rights of a file that its owner alone can read. Windows pays no heed to them: there a file is
as open as its folder, and the user's own folder is closed to others.
"""
_MODES = {"ro", "rw", "rwc"}
_SQLITE = {"sqlite", "sqlite+pysqlite"}
_POSTGRES = {"postgresql", "postgres", "postgresql+psycopg"}
_NO_PATH = lazy_regex(r"postgres(ql)?(\+\w+)?(:|;|//)|[^/\\]+:[^/\\]*@|.*\bpassword\s*=")
"""A text that is meant for a server but is no URL: as a path it would be printed, with its
password.
"""
_UNREADABLE = (
    "What --db or GMTOOL_DB names is no database's URL; it isn't shown here, since there may be a "
    "password in it. Write a path, or a URL like sqlite:////home/me/games.db or "
    "postgresql://me@db.example.org/games; in a password @ is written %40."
)


class FilePlace(Struct, frozen=True):
    """A SQLite file. `mode` is SQLite's own: `ro` only reads, `rw` doesn't make the file, `rwc`
    may.
    """

    file: Path
    mode: str = "rwc"

    def __str__(self) -> str:
        return str(self.file)

    def connect(self, busy_timeout: float, *, read_only: bool = False) -> sqlite3.Connection:
        """A bare connection that begins no transaction by itself; SQLite never makes the file."""
        mode = "ro" if read_only or self.mode == "ro" else "rw"
        if not os.access(self.file.parent, os.W_OK) and not Path(f"{self.file}-wal").exists():
            # SQLite would put files of its own beside it even to read; where nobody can write, as
            # on a locked stick, nobody needs them.
            mode = "ro&immutable=1"
        return sqlite3.connect(
            f"{self.file.as_uri()}?mode={mode}",
            uri=True,
            timeout=busy_timeout,
            isolation_level=None,
            check_same_thread=False,
        )


class ServerPlace(Struct, frozen=True):
    """A database on a PostgreSQL server. `name`, which is what is printed, is its URL
    without a password.
    """

    name: str
    url: URL

    def __str__(self) -> str:
        return self.name


Place = FilePlace | ServerPlace


def default_path() -> Path:
    """The path of the host's own database, in the user's data folder; creates nothing."""
    import platformdirs

    return Path(platformdirs.user_data_dir("gmtool", appauthor=False)) / FILE_NAME


def place_of(where: str | os.PathLike[str] | Place) -> Place:
    """The place that a path or a URL names; raises StoreProblem for one that can't keep a game."""
    if isinstance(where, Place):
        return where
    text = os.fspath(where)
    if not text.strip():
        raise StoreProblem("No database is named; write a path after --db or in GMTOOL_DB.")
    if text == ":memory:":
        raise _forgetful(text)
    if text.startswith("file:"):
        raise StoreProblem(f"{text} is not a URL that is read here; write sqlite:///{text}")
    if "://" not in text:
        if _NO_PATH.match(text):
            raise StoreProblem(_UNREADABLE)
        return FilePlace(_absolute(text))
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        raise StoreProblem(_UNREADABLE) from None
    if url.drivername in _SQLITE:
        return _file_place(without_password(text), url)
    if url.drivername not in _POSTGRES:
        raise StoreProblem(
            f"{without_password(text)} is a database of a kind that isn't used here; games are "
            "kept in a file or in PostgreSQL, so write a path, or a URL like "
            "postgresql://me@db.example.org/games."
        )
    if text.count("@") > 1 or "@" in (url.database or ""):
        # A part of the password would be taken for the name of the server or database, and printed.
        raise StoreProblem(_UNREADABLE)
    return ServerPlace(without_password(text), url)


def _file_place(text: str, url: URL) -> FilePlace:
    path, asked = url.database or "", dict(url.query)
    if path.startswith("file:"):
        path, _, _ = unquote(path.removeprefix("file:").removeprefix("//")).partition("?")
    if path in ("", ":memory:") or asked.get("mode") == "memory":
        raise _forgetful(text)
    asked.pop("uri", None)
    mode = str(asked.pop("mode", "rwc"))
    if mode not in _MODES or asked or url.host:
        raise StoreProblem(
            f"{text}: of the things a SQLite URL may say, only the path and mode=ro, rw or rwc are "
            "understood here; leave the rest out."
        )
    return FilePlace(_absolute(path), mode)


def _absolute(path: str) -> Path:
    try:
        return Path(path).expanduser().absolute()
    except OSError as error:
        raise StoreProblem(
            f"The folder you are in is gone, and {path} can't be found from there. Go to another "
            "folder, or name the whole path."
        ) from error


def _forgetful(text: str) -> StoreProblem:
    return StoreProblem(
        f"{text} is a database in memory, which would forget every game; name a file instead."
    )


def migrations_folder() -> Path:
    """The folder of the migrations: in the installed package, else at the top of the source
    tree.
    """
    package = Path(gmtool.__file__).parent
    for folder in (package / "migrations", package.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise StoreProblem(
        f"gmtool is not wholly installed: {package / 'migrations'} is missing, so no database can "
        "be set up or brought up to date. Install gmtool again."
    )
