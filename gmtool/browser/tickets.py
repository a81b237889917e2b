"""The ticket by which a browser is led to the desk.

Every user of the machine can read the words with which a program is started. So a browser is
started with the name of a file that its owner alone can read; the file leads to the ticket's
address, which is good once and not for long, and that leads to the address of the desk.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gmtool.store.atomic_files import put_aside

LASTS = 30
"""Seconds from the start of the run: a browser that has yet to be started comes in time."""
LATE = "This came too late; take the address of the desk from its terminal."
TWICE = "The desk is closed; its terminal says why."
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">{refresh}<link rel="icon" href="data:,">
<title>gmtool</title></head><body><p>{says}</p></body></html>
"""
"""With an icon, or a browser would ask for one."""


def lead(address: str) -> str:
    """A page that goes on to an address by itself. Browsers put the next page in its place, so it
    isn't among those to which one goes back.
    """
    refresh = f'<meta http-equiv="refresh" content="0; url={address}">'
    return _PAGE.format(refresh=refresh, says=f'<a href="{address}">To the desk</a>')


def say(sentence: str) -> str:
    """A page with that sentence."""
    return _PAGE.format(refresh="", says=sentence)


def is_same(said: str, known: str) -> bool:
    """Whether somebody knows a secret; how long this takes tells nothing of it."""
    return secrets.compare_digest(said.encode("utf-8", "replace"), known.encode())


@dataclass
class Ticket:
    """Good for its first use, until it `ends` by the clock that is never put back. At a second use
    somebody else has it too, and it isn't known who came first.
    """

    word: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    ends: float = field(default_factory=lambda: time.monotonic() + LASTS)
    uses: int = 0
    file: Path | None = None

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self.ends

    @property
    def is_used_twice(self) -> bool:
        return self.uses > 1

    def write_file(self, address: str) -> Path:
        """The file that leads to an address, in a new folder; raises OSError or RuntimeError where
        there can't be one.

        It is in the home folder, which on Windows too is its user's alone, and in sight: a browser
        that is kept apart (snap, flatpak) reads neither the system's temporary folder nor what is
        hidden at home, as a data folder is.
        """
        self.file = put_aside("desk.html", lead(address), Path.home())
        return self.file

    def remove_file(self) -> None:
        """Remove the file and its folder, if they are still there."""
        if self.file is not None:
            with suppress(OSError):  # where a browser still reads it, it is removed a moment later
                self.file.unlink(missing_ok=True)
                self.file.parent.rmdir()
                self.file = None
