"""Reads texts that a host hands in: from a file, or pasted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gmtool.cli.show import complain
from gmtool.store.passwords import without_password

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


def _named(source: str) -> str:
    return "standard input" if source == STANDARD_INPUT else without_password(source)


def _instead(error: UnicodeDecodeError) -> str:
    """Advice about a file that isn't text but a database."""
    is_database = error.object.startswith(b"SQLite format 3")
    return " It is a database: name it with --db." if is_database else ""
