"""What the store can't do, as sentences: which file, what is wrong, what to do about it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

NO_DATABASE = (
    "is not a database but some other file; it was left as it is. Check the name given with --db "
    "or GMTOOL_DB."
)
_DAMAGED = "is damaged or was changed by another program ({said})."
_IN_USE = (
    "is in use by another program and still was after the waiting time; nothing was changed. "
    "Wait until that one is done, then try again."
)

_SENTENCES = {
    "SQLITE_BUSY": _IN_USE,
    "SQLITE_LOCKED": _IN_USE,
    "SQLITE_PROTOCOL": _IN_USE,
    "SQLITE_NOTADB": NO_DATABASE,
    "SQLITE_READONLY": (
        "can only be read; nothing was changed. See to it that you may write to the file and to "
        "its folder, or work on a copy."
    ),
    "SQLITE_CANTOPEN": (
        "can't be opened. Check that the file is still there, that you may read and write both it "
        "and its folder, and that not too many files are open."
    ),
    "SQLITE_PERM": "can't be opened: you have no right to. See whose the file and its folder are.",
    "SQLITE_FULL": "can't grow: the disk is full; nothing was changed. Make room, then try again.",
    "SQLITE_IOERR": (
        "couldn't be read or written: the disk or network drive failed ({said}); nothing was "
        "changed. Check the drive, then run `gmtool check`."
    ),
    "SQLITE_CONSTRAINT": "refused to change what is on record ({said}); nothing was changed.",
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_SCHEMA": _DAMAGED,
    "SQLITE_ERROR": _DAMAGED,
}
_LOST = (
    "is no longer connected ({said}). Run `gmtool log` to see whether it was still recorded, then "
    "go on from there."
)
_TURNED_AWAY = (
    "doesn't let you in ({said}); nothing was changed. Check user and password: in the URL, in "
    "~/.pgpass or in PGPASSWORD."
)
_NOT_ALLOWED = (
    "doesn't let you in ({said}); nothing was changed. Ask whoever keeps the server to allow it."
)
_NO_ROOM = "has no room for you now ({said}); nothing was changed. Try again later."
_NO_SUCH = (
    "isn't there ({said}); nothing was changed. Check the URL given with --db or GMTOOL_DB, or "
    "have it made with `createdb NAME`."
)
_NO_NUL = (
    "can't keep a text with the character NUL (\\x00) in it; nothing was recorded. Paste it again "
    "without it."
)
_ON_SERVER = {
    "08": _LOST,
    "22021": _NO_NUL,
    "23": "refused to change what is on record ({said}); nothing was changed.",
    "25P03": _LOST,
    "25006": "can only be read ({said}); nothing was changed. Ask whoever keeps the server.",
    "28": _TURNED_AWAY,
    "3D": _NO_SUCH,
    "40": _IN_USE,
    "42501": (
        "doesn't let you do that ({said}); nothing was changed. Ask whoever keeps the server for "
        "the right to make and use tables there."
    ),
    "42": _DAMAGED,
    "53100": "can't grow: the server's disk is full; nothing was changed. Have room made there.",
    "53": _NO_ROOM,
    "55P03": _IN_USE,
    "57014": _IN_USE,
    "57": _LOST,
    "58": (
        "couldn't be read or written: the server's disk failed ({said}); nothing was changed. Have "
        "it checked, then run `gmtool check`."
    ),
    "XX": _DAMAGED,
}
"""Sentences by PostgreSQL's SQLSTATE. Two characters are a class of errors; longer codes come
first.
"""
_SAID_BY_DRIVER = {
    "no password supplied": (
        "wants a password and got none. Keep it in the file ~/.pgpass, in a line "
        "SERVER:PORT:DATABASE:USER:PASSWORD, or in PGPASSWORD; it is never printed here, so it is "
        "missing in lines to paste."
    ),
    "password authentication failed": _TURNED_AWAY,
    "no pg_hba.conf entry": _NOT_ALLOWED,
    "permission denied for database": _NOT_ALLOWED,
    "not permitted to log in": _NOT_ALLOWED,
    "too many": _NO_ROOM,
    "role … does not exist": _TURNED_AWAY,
    "database … does not exist": _NO_SUCH,
    "cannot contain NUL": _NO_NUL,
}
"""Sentences by words of the driver, where there is no SQLSTATE: a server that turns a
client away gives none.
"""
_UNREACHED = (
    "can't be reached ({said}); nothing was changed. Check the URL given with --db or GMTOOL_DB, "
    "and that the server is running and lets you in."
)
_FROM_OUTSIDE = (
    *("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_BUSY"),
    *("08", "25006", "28", "3D", "40", "42501", "53", "55P03", "57", "58"),
)
_OTHERWISE = "answered “{said}”; nothing was changed. Run `gmtool check` and try again."


class StoreProblem(Exception):
    """The database can't be used; the message is for the host. `what` is the message without its
    `advice` on what to do.
    """

    exit_code = 3
    advice = ""

    def __str__(self) -> str:
        return f"{self.what} {self.advice}".rstrip()

    @property
    def what(self) -> str:
        """What is wrong."""
        return super().__str__()


class Garbled(Exception):
    """A row that gmtool can't have written; the message says what isn't understood."""


class Damaged(StoreProblem):
    """The content of the database can't be read."""

    advice = (
        "Run `gmtool check`, and go back to your last backup if that names more than the program "
        "can mend."
    )

    @classmethod
    def of(cls, database: str, said: str) -> Damaged:
        return cls(f"The database {database} {_DAMAGED.format(said=said)}")


class NothingThere(StoreProblem):
    """There is no database of that name, or it is empty."""

    advice = "Check the name given with --db or GMTOOL_DB, or begin with `gmtool new`."


class NameTaken(Exception):
    """A game of that name exists already; the message is for the host."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a game called “{name}” already; choose another name.")
        self.name = name


@contextmanager
def plainly(database: str) -> Iterator[None]:
    """Turn errors of the database libraries, and data that can't be understood, into a
    StoreProblem of `database`.
    """
    try:
        yield
    except (Garbled, UnicodeDecodeError) as error:
        said = " ".join(str(error).split())
        raise Damaged.of(database, said) from error
    except Exception as error:
        if not isinstance(error, (sqlite3.Error, *_of_sqlalchemy("SQLAlchemyError"))):
            raise
        sentence = _sentence(error)
        problem = Damaged if sentence == _DAMAGED else StoreProblem
        said = sentence.format(said=short(error))
        raise problem(f"The database {database} {said}") from error


def from_outside(error: Exception) -> bool:
    """Whether the disk, the server or another program is the cause, not the request."""
    return _code(_cause(error)).startswith(_FROM_OUTSIDE)


def short(error: Exception) -> str:
    """The database's own message, on one line and without the statement that it is about."""
    cause = _cause(error)
    # The server's detailed message quotes the row, with the players' secrets.
    said = getattr(getattr(cause, "diag", None), "message_primary", None) or str(cause)
    # So does Python's about a text that isn't in UTF-8.
    return " ".join(said.partition(" with text '")[0].split())


def _sentence(error: Exception) -> str:
    cause = _cause(error)
    code = _code(cause)
    if code or not hasattr(cause, "sqlstate"):
        known = {**_SENTENCES, **_ON_SERVER}
        return next((known[name] for name in known if code.startswith(name)), _OTHERWISE)
    if getattr(error, "connection_invalidated", False):
        return _LOST
    said = short(error)
    return next(
        (
            sentence
            for words, sentence in _SAID_BY_DRIVER.items()
            if all(part in said for part in words.split("…"))
        ),
        _UNREACHED,
    )


def _cause(error: Exception) -> BaseException:
    if isinstance(error, _of_sqlalchemy("DBAPIError")):
        return getattr(error, "orig", None) or error
    return error


def _of_sqlalchemy(name: str) -> tuple[type[BaseException], ...]:
    """An error's class of that name, as far as SQLAlchemy is loaded: else it raised nothing."""
    found = getattr(sys.modules.get("sqlalchemy.exc"), name, None)
    return (found,) if found else ()


def _code(cause: BaseException) -> str:
    """SQLite's name of an error, or its SQLSTATE; empty where it has neither."""
    return getattr(cause, "sqlite_errorname", "") or getattr(cause, "sqlstate", None) or ""
