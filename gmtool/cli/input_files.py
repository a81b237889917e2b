"""Reads texts that a host hands in: from a file, or pasted."""

from __future__ import annotations

import os
import stat
import sys
from codecs import getincrementaldecoder
from io import IncrementalNewlineDecoder
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.show import complain
from gmtool.store.passwords import without_password

if TYPE_CHECKING:
    from gmtool.desk.session.kinds import Setup

SetupFile = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="for a kind whose games are made of files: the file, - for standard input, or the "
        "name of one that travels with the kind",
        show_default=False,
    ),
]
"""The option of a command that sets up a game, by the file of which it is made."""
STANDARD_INPUT = "-"
MOST_IN_A_FILE = 100_000_000
"""The most characters in a file: some thousand entries, each with the longest possible message."""
_AS_IT_IS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: a pipe without waiting for a writer, and no line end changed."""
_CHUNK = 1 << 20
_PATIENCE, _PAUSE = 2, 0.02
"""Seconds to wait for somebody who is to write into a pipe, and between two looks."""
END_OF_PASTE = "press Enter, Ctrl-Z and Enter" if os.name == "nt" else "press Enter and Ctrl-D"
"""How to end pasted text at a terminal, on a line of its own."""


def read_text(source: str, what: str, most: int = MOST_IN_A_FILE) -> str:
    """The text of a file, of a pipe, or of standard input for `-`. At a terminal it says how to
    end what is pasted.

    Raises FileProblem where it can't be read, and UsageProblem where it has more than
    `most` characters.
    """
    from gmtool.desk.problems import FileProblem, UsageProblem
    from gmtool.engine.bounds import too_long

    try:
        if source == STANDARD_INPUT:
            if sys.stdin.isatty():
                complain(f"paste {what}, then {END_OF_PASTE}")
            text = sys.stdin.read(most + 1)
        else:
            text = _read(source, what, most)
    except OSError as error:
        raise FileProblem(f"{_named(source)} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise FileProblem(f"{_named(source)} isn't text in UTF-8.{_instead(error)}") from error
    if len(text) > most:
        raise UsageProblem(too_long(what, most))
    return text


def read_setup(kind: str, source: str | None) -> Setup | None:
    """The file that a game of that kind is to be made of: the one of that name that travels with
    the kind, else what `read_text` reads; None where none is given. Raises as that does.
    """
    if source is None:
        return None
    from gmtool.desk.problems import FileProblem
    from gmtool.desk.session import kinds
    from gmtool.engine.files import MOST_CHARACTERS
    from gmtool.engine.text import listed

    most = 10 * MOST_CHARACTERS  # of what is a little too long all mistakes are told
    shipped = {one.name: one for one in kinds.setups(kind)}
    if source in shipped:
        return shipped[source]
    try:
        return kinds.Setup(source, read_text(source, "the file that the game is made of", most))
    except FileProblem as error:
        if not shipped:
            raise
        there = listed(shipped)
        raise FileProblem(f"{error} What travels with the kind {kind}: {there}.") from error


def _read(source: str, what: str, most: int) -> str:
    """The text of a file, or what somebody writes into a pipe, such as `<(…)` of a shell; of one
    that is longer a bit more than `most` characters.

    Raises OSError and UnicodeDecodeError, and FileProblem for what has no end or never begins.
    """
    opened = os.open(source, os.O_RDONLY | _AS_IT_IS)
    try:
        _see_that_it_ends(source, os.fstat(opened).st_mode, os.isatty(opened))
        if os.isatty(opened):
            complain(f"paste {what}, then {END_OF_PASTE}")
        decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8")(), translate=True)
        parts, many = list[str](), 0
        chunk = _first(source, opened)
        while chunk and many <= most:
            parts.append(decoder.decode(chunk))
            many += len(parts[-1])
            chunk = os.read(opened, _CHUNK)
        return "".join((*parts, "" if chunk else decoder.decode(b"", final=True)))
    finally:
        os.close(opened)


def _see_that_it_ends(source: str, mode: int, at_a_terminal: bool) -> None:
    """Raise FileProblem for a device, of which nobody knows how much there is to read."""
    from gmtool.desk.problems import FileProblem

    is_device = stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not at_a_terminal)
    if is_device and os.path.realpath(source) != os.devnull:
        raise FileProblem(f"{_named(source)} is a device and no file; name a file.")


def _first(source: str, opened: int) -> bytes:
    """The first bytes of what was opened without waiting: a pipe may have no writer yet, or never
    get one. Raises FileProblem where nobody writes.
    """
    from gmtool.desk.problems import FileProblem

    until, found = monotonic() + _PATIENCE, b""
    while not found and stat.S_ISFIFO(os.fstat(opened).st_mode):
        try:
            found = os.read(opened, _CHUNK)
        except BlockingIOError:  # there is a writer, who takes some time
            break
        if not found and monotonic() > until:
            raise FileProblem(f"{_named(source)} is a pipe into which nobody writes; name a file.")
        sleep(_PAUSE)
    if hasattr(os, "O_NONBLOCK"):  # Windows has none, and there this is of pipes alone
        os.set_blocking(opened, True)
    return found or os.read(opened, _CHUNK)


def _named(source: str) -> str:
    return "standard input" if source == STANDARD_INPUT else without_password(source)


def _instead(error: UnicodeDecodeError) -> str:
    """Advice about a file that isn't text but a database."""
    is_database = error.object.startswith(b"SQLite format 3")
    return " It is a database: name it with --db." if is_database else ""
