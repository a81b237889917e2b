"""What the store can't do, as sentences: which file, what is wrong, what to do about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

NO_DATABASE = (
    "is not a database but some other file; it was left as it is. Check the name given with --db "
    "or GMTOOL_DB."
)
_DAMAGED = (
    "is damaged or was changed by another program ({said}). Run `gmtool check`, and go back to "
    "your last backup if that names more than the program can mend."
)
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
        "can't be opened. Check that the file is still there and that you may read and write both "
        "it and its folder."
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
_FROM_OUTSIDE = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_BUSY")
_OTHERWISE = "answered “{said}”; nothing was changed. Run `gmtool check` and try again."


class StoreProblem(Exception):
    """The database can't be used; the message is what to tell the host."""

    exit_code = 3


class NothingThere(StoreProblem):
    """There is no database of that name, or nothing in it; the message says which."""


class NameTaken(Exception):
    """A game of that name is there already; the message is what to tell the host."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a game called “{name}” already; choose another name.")
        self.name = name


@contextmanager
def plainly(database: str) -> Iterator[None]:
    """Whatever the database libraries raise inside comes out as a StoreProblem of `database`."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise StoreProblem(f"The database {database} {_said(error)}") from error


def from_outside(error: Exception) -> bool:
    """Whether the disk or another program is to blame, not what was asked of the database."""
    return _code(_cause(error)).startswith(_FROM_OUTSIDE)


def short(error: Exception) -> str:
    """What the database itself said, on one line and without the statement it was about."""
    return " ".join(str(_cause(error)).split())


def _said(error: Exception) -> str:
    code = _code(_cause(error))
    sentences = (sentence for name, sentence in _SENTENCES.items() if code.startswith(name))
    return next(sentences, _OTHERWISE).format(said=short(error))


def _cause(error: Exception) -> BaseException:
    from sqlalchemy.exc import DBAPIError

    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def _code(cause: BaseException) -> str:
    return getattr(cause, "sqlite_errorname", "")
