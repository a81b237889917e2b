"""Pages that show sessions at a terminal: what is typed there is run, and what is shown is printed.

A block ```console has lines `$ gmtool …`, each with lines of its answer; `…` stands for others.
Where the clock stands in a remark before a block, `<!-- 20 21:30 -->` (a day of November 2026 and a
time, UTC), it stands so until the next.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from hosting import Answered, Host

LEFT_OUT = "…"
_STEP = re.compile(r"^\$ gmtool ?(.*)\n((?:(?!\$).*\n)*)", re.MULTILINE)
_BLOCK = re.compile(r"(?:<!-- (?P<clock>.*?) -->\n)?```console\n(?P<session>.*?)```", re.DOTALL)
_STOPS = ("refused", "waits for you", "did you mean")
"""Words in an answer by which a command ends with 1."""


def played(host: Host, page: Path, game: str) -> Iterator[tuple[str, Answered]]:
    """Each line that is typed on the page, with its answer, which prints all that is shown. `game`
    begins what is printed.
    """
    blocks = list(_BLOCK.finditer(page.read_text(encoding="utf-8")))
    steps = [
        (block["clock"], *step) for block in blocks for step in _STEP.findall(block["session"])
    ]
    assert steps
    for now, line, told in steps:
        shown = told.splitlines()
        answered = _typed(host.at(now) if now else host, line, shown, game)
        assert answered.code == any(word in told for word in _STOPS), answered.all
        for expected in shown:
            assert expected in {LEFT_OUT, *answered.all.splitlines()}, (line, answered.all)
        yield line, answered


def _typed(host: Host, line: str, shown: list[str], game: str) -> Answered:
    """The answer to a line; what is pasted in it is taken off what is shown."""
    words = shlex.split(line)
    if "--from" not in words:
        return host("", *words)
    assert re.fullmatch("paste .*, then press Enter and Ctrl-D", shown.pop(0))
    end = next(i for i, said in enumerate(shown) if said.startswith(f"{game}: "))
    pasted, shown[:end] = "\n".join(shown[:end]), []
    return host("", *words, pasted=pasted)
