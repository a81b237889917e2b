"""Scripts of commands, run as a host would type them, in a folder thrown away afterwards.

A line `@ INSTANT` sets the clock, lines `# …` are said to the onlooker, any other line is a
command; `<<END` at its end hands it the lines up to `END` as what was pasted. A command must be
done (exit code 0), one behind `! ` must be refused (exit code 1). `printf %s TEXT | sha256sum`, or
`printf %s HEX | xxd -r -p | sha256sum`, gives the digest that it gives at a shell. A script says
the same every time: what would come from the operating system's chance comes from a fixed source.
"""

from __future__ import annotations

import io
import os
import random
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from unittest import mock

_DONE, _REFUSED = 0, 1
_HEREDOC = " <<END"
Run = Callable[[Sequence[str]], int]


@dataclass(frozen=True)
class _Typed:
    now: str
    line: str
    pasted: str
    expected: int


def play(script: str, run: Run) -> bool:
    """Run the script; whether every command ended as the script says."""
    with tempfile.TemporaryDirectory(prefix="gmtool-demo-") as folder, chdir(folder):
        own = {
            "GMTOOL_DB": str(Path(folder) / "demo.db"),
            "GMTOOL_GAME": "",
            "GMTOOL_TEMPLATES": "",
        }
        chance = random.Random(0).randbytes  # noqa: S311 - nobody plays for anything here
        with mock.patch.dict(os.environ, own), mock.patch("secrets.token_bytes", chance):
            went_well = [_do(step, run) for step in _steps(script)]
            return all(went_well)


def _steps(script: str) -> Iterator[_Typed | str]:
    """What to run, and line by line what to say: the script's own words, and what time it is."""
    now = ""
    lines = iter(script.splitlines())
    for line in lines:
        if line.startswith("@ "):
            now = line[2:].strip()
            yield f"[{now[:10]} {now[11:16]} UTC]"
        elif line.startswith("#") or not line.strip():
            yield line
        else:
            command = line.removesuffix(_HEREDOC)
            pasted = list(iter(lambda: next(lines), "END")) if command != line else []
            expected = _REFUSED if command.startswith("! ") else _DONE
            yield _Typed(now, command.removeprefix("! "), "\n".join(pasted), expected)


def _do(step: _Typed | str, run: Run) -> bool:
    if isinstance(step, str):
        sys.stdout.write(f"{step}\n")
        return True
    heredoc = f"{_HEREDOC}\n{step.pasted}\nEND" if step.pasted else ""
    sys.stdout.write(f"\n$ {step.line}{heredoc}\n")
    sys.stdout.flush()
    program, *words = shlex.split(step.line)
    if program == "printf":
        said = bytes.fromhex(words[1]) if "xxd" in words else words[1].encode()
        sys.stdout.write(f"{sha256(said).hexdigest()}  -\n")
        return True
    with (
        mock.patch.dict(os.environ, {"GMTOOL_NOW": step.now}),
        mock.patch("sys.stdin", io.StringIO(step.pasted)),
        mock.patch("sys.stderr", sys.stdout),
    ):
        code = run(words)
    if code != step.expected:
        sys.stderr.write(f"the demo expected exit code {step.expected} of this, not {code}\n")
    return code == step.expected
