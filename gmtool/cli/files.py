"""Texts that a host hands in: from a file, or pasted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from gmtool.cli.show import complain

STANDARD_INPUT = "-"
END_OF_PASTE = "press Enter, Ctrl-Z and Enter" if os.name == "nt" else "press Enter and Ctrl-D"
"""What tells a terminal that all is pasted, on a line of its own."""


def read_text(source: str, what: str) -> str:
    """The text of a file, or of standard input for `-`; raises FileProblem.

    At a terminal it says how to end what is pasted.
    """
    from gmtool.desk.problems import FileProblem

    try:
        if source == STANDARD_INPUT:
            if sys.stdin.isatty():
                complain(f"paste {what}, then {END_OF_PASTE}")
            return sys.stdin.read()
        return Path(source).read_text(encoding="utf-8")
    except OSError as error:
        raise FileProblem(f"{source} can't be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise FileProblem(f"{source} isn't a text in UTF-8.") from error
