"""Reads texts that a host hands in: from a file, or pasted."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gmtool.cli.show import complain
from gmtool.store.passwords import without_password

if TYPE_CHECKING:
    from gmtool.desk.kinds import Setup

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
END_OF_PASTE = "press Enter, Ctrl-Z and Enter" if os.name == "nt" else "press Enter and Ctrl-D"
"""How to end pasted text at a terminal, on a line of its own."""


def read_text(source: str, what: str, most: int = MOST_IN_A_FILE) -> str:
    """The text of a file, or of standard input for `-`. At a terminal it says how to
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
            with Path(source).open(encoding="utf-8") as file:
                text = file.read(most + 1)
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
    from gmtool.desk import kinds
    from gmtool.desk.problems import FileProblem
    from gmtool.engine.wording import listed

    shipped = {one.name: one for one in kinds.setups(kind)}
    if source in shipped:
        return shipped[source]
    try:
        return kinds.Setup(source, read_text(source, "the file that the game is made of"))
    except FileProblem as error:
        if not shipped:
            raise
        there = listed(shipped)
        raise FileProblem(f"{error} What travels with the kind {kind}: {there}.") from error


def _named(source: str) -> str:
    return "standard input" if source == STANDARD_INPUT else without_password(source)


def _instead(error: UnicodeDecodeError) -> str:
    """Advice about a file that isn't text but a database."""
    is_database = error.object.startswith(b"SQLite format 3")
    return " It is a database: name it with --db." if is_database else ""
