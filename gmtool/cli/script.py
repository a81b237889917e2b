"""Scripts of commands, run as a host would type them, in a database thrown away afterwards.

A line `@ INSTANT` sets the clock, a line `# …` is said to the onlooker, any other line is a
command; `<<END` at its end hands it the lines up to `END` as what was pasted.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

_HEREDOC = " <<END"
Run = Callable[[Sequence[str]], int]


@dataclass(frozen=True)
class _Typed:
    now: str
    line: str
    pasted: str


def play(script: str, run: Run) -> bool:
    """Run the script; whether every command ended as a host would expect (exit code 0 or 1)."""
    with tempfile.TemporaryDirectory(prefix="gmtool-demo-") as folder:
        own = {
            "GMTOOL_DB": str(Path(folder) / "demo.db"),
            "GMTOOL_GAME": "",
            "GMTOOL_TEMPLATES": "",
        }
        with mock.patch.dict(os.environ, own):
            went_well = [_do(step, run) for step in _steps(script)]
            return all(went_well)


def _steps(script: str) -> Iterator[_Typed | str]:
    now = ""
    lines = iter(script.splitlines())
    for line in lines:
        if line.startswith("@ "):
            now = line[2:].strip()
        elif line.startswith("#"):
            yield line
        elif line.strip():
            command = line.removesuffix(_HEREDOC)
            pasted = list(iter(lambda: next(lines), "END")) if command != line else []
            yield _Typed(now, command, "\n".join(pasted))


def _do(step: _Typed | str, run: Run) -> bool:
    if isinstance(step, str):
        sys.stdout.write(f"\n{step}\n")
        return True
    heredoc = f"{_HEREDOC}\n{step.pasted}\nEND" if step.pasted else ""
    sys.stdout.write(f"\n$ {step.line}{heredoc}\n")
    sys.stdout.flush()
    with (
        mock.patch.dict(os.environ, {"GMTOOL_NOW": step.now}),
        mock.patch("sys.stdin", io.StringIO(step.pasted)),
        mock.patch("sys.stderr", sys.stdout),
    ):
        return run(shlex.split(step.line)[1:]) in {0, 1}
