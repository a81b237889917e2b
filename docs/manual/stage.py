"""A host's desk to be thrown away: commands run in this process, in a folder and at a time of their
own, and what they print as a terminal shows it.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest import mock

import gmtool
from gmtool.cli import app

START = "2026-11-20T20:00:00Z"
SEED = "11" * 32
"""That of each game, so that what is drawn is always the same."""
PASTE = "| "
"""Stands before lines of standard output, as the pages show them."""
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_PROGRAM = Path(gmtool.__file__).parents[1]
_MEMORY = Path("/dev/shm")  # noqa: S108 - where commits cost nothing, if there is such a place


@dataclass(frozen=True)
class Printed:
    """What a command printed, in the order printed, and its exit code."""

    code: int
    pieces: tuple[tuple[bool, str], ...]
    """Each with whether it went to standard output."""

    @property
    def out(self) -> str:
        """Standard output alone."""
        return "".join(text for is_out, text in self.pieces if is_out)

    @property
    def all(self) -> str:
        """Both streams as they came."""
        return "".join(text for _, text in self.pieces)

    @property
    def lines(self) -> Iterator[str]:
        """Both streams line by line, those of standard output marked."""
        for is_out, text in self.pieces:
            yield from ((PASTE if is_out else "") + line for line in text.splitlines())


class _Stream(io.StringIO):
    """One of two streams that write into one list of pieces; no terminal."""

    def __init__(self, pieces: list[tuple[bool, str]], *, is_out: bool) -> None:
        super().__init__()
        self._pieces = pieces
        self._is_out = is_out

    def write(self, text: str) -> int:
        super().write(text)  # refuses bytes, by which the parser tells streams apart
        if self._pieces and self._pieces[-1][0] == self._is_out:
            text = self._pieces.pop()[1] + text
        self._pieces.append((self._is_out, text))
        return len(text)


@dataclass(frozen=True)
class Stage:
    """A folder with a database `games.db` in it, a clock, and an environment."""

    folder: Path
    now: str = START
    environment: dict[str, str] = field(default_factory=dict)

    def at(self, now: str) -> Stage:
        """The same at another time."""
        return replace(self, now=now)

    def with_variable(self, name: str, value: str) -> Stage:
        """The same with another environment."""
        return replace(self, environment={**self.environment, name: value})

    def __call__(self, line: str, pasted: str = "") -> Printed:
        """Run a command line that begins with `gmtool`; `\\ud83d` in it is that character."""
        words = shlex.split(line)[1:]
        return self.run([_ESCAPED.sub(lambda e: chr(int(e[1], 16)), w) for w in words], pasted)

    def run(self, words: list[str], pasted: str = "") -> Printed:
        """Run `gmtool` with these words; the folder's own path is taken out of what it prints."""
        pieces: list[tuple[bool, str]] = []
        with (
            self.set_up(),
            mock.patch.object(sys, "stdin", io.StringIO(pasted)),
            mock.patch.object(sys, "stdout", _Stream(pieces, is_out=True)),
            mock.patch.object(sys, "stderr", _Stream(pieces, is_out=False)),
        ):
            code = app.run(words)
        return Printed(code, tuple((is_out, self.neutral(text)) for is_out, text in pieces))

    def neutral(self, text: str) -> str:
        """`text` without this stage's folder, which has another name each time, and without the
        one that gmtool lies in.
        """
        for folder in (self.folder, _PROGRAM):
            text = text.replace(f"{folder}{os.sep}", "").replace(str(folder), ".")
        return text

    @contextmanager
    def set_up(self) -> Iterator[None]:
        """The surroundings in which a command of this stage runs."""
        own = {
            "GMTOOL_DB": str(self.folder / "games.db"),
            "GMTOOL_NOW": self.now,
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
            "COLUMNS": "100",
            "TZ": "Europe/London",
        }
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GMTOOL_", "XDG_"))}
        with (
            chdir(self.folder),
            mock.patch.dict(os.environ, {**kept, **own, **self.environment}, clear=True),
            mock.patch("gmtool.cli.command.terminal", return_value="here"),
            mock.patch("gmtool.desk.begin.new.draw_seed", return_value=SEED),
        ):
            yield

    def copied_to(self, folder: Path) -> Stage:
        """The same in another folder, with all that is in this one."""
        shutil.copytree(self.folder, folder)
        return replace(self, folder=folder)


@contextmanager
def theatre() -> Iterator[Path]:
    """A folder for stages, gone afterwards."""
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="gmtool-", dir=memory) as folder:
        yield Path(folder).resolve()
