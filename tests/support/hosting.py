"""A host at a command line: commands run in this process, with a clock and a database of a test."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from gmtool.cli.app import run

SEED = "11" * 32
_BEGUN: dict[tuple[bytes | None, str, str, str], bytes] = {}
"""Databases in which a game has begun, by what was there before, when, by whom and how."""


@dataclass(frozen=True)
class Answered:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err

    @property
    def facts(self) -> Any:
        return json.loads(self.out)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return False


def _piped(text: str) -> io.TextIOWrapper:
    """A pipe with those words: half a character in it is no text, as it would be at a terminal."""
    return io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass")), "utf-8", newline="")


@dataclass
class Host:
    """Runs commands; `now` is the clock, UTC. The database is that file, else of that URL."""

    database: Path
    now: str = "2026-11-20T20:00:00Z"
    url: str = ""

    def __call__(self, line: str, *words: str, pasted: str = "") -> Answered:
        """Run `gmtool LINE WORDS…`, the line split at blanks."""
        out, err = _Terminal(), _Terminal()
        own = {"GMTOOL_DB": self.url or str(self.database), "GMTOOL_NOW": self.now}
        with (
            mock.patch.dict(os.environ, own),
            mock.patch.object(sys, "stdin", _piped(pasted)),
            mock.patch.object(sys, "stdout", out),
            mock.patch.object(sys, "stderr", err),
        ):
            for name in ("GMTOOL_GAME", "GMTOOL_TEMPLATES", "GMTOOL_DIALECTS"):
                os.environ.pop(name, None)
            code = run([*line.split(), *words])
        return Answered(code, out.getvalue(), err.getvalue())

    def at(self, now: str) -> Host:
        """Move the clock: `21 20:00` is short for 21 November 2026."""
        day, time = now.split()
        self.now = f"2026-11-{day}T{time}{':00' * (2 - time.count(':'))}Z"
        return self

    def begin(self, players: str = "Ann Bob Cid", options: str = "") -> Host:
        """A game set up and started at 20:00 on the 20th, with the seed of ones.

        At an empty desk it comes out the same every time, so that each is done once in a run.
        """
        before = self._alone()
        key = (before, self.now, players, options)
        if key in _BEGUN:
            self.database.write_bytes(_BEGUN[key])
            self.database.chmod(0o600)
            return self
        line = f"new auction-poker R3 {players} --zone Europe/London --seed {SEED} {options}"
        done = self(line)
        assert done.code == 0, done.all
        done = self("record host start")
        assert done.code == 0, done.all
        after = self._alone()
        if before is not None and after:
            _BEGUN[key] = after
        return self

    def _alone(self) -> bytes | None:
        """The database, empty where there is none yet; None where something lies beside it."""
        if self.url or not self.database.parent.is_dir():
            return None
        there = list(self.database.parent.iterdir())
        if there == [self.database]:
            return self.database.read_bytes()
        return None if there else b""

    def snapshot(self) -> str:
        """All that is recorded, to see that nothing changed."""
        return self("export").out
