"""Runs scripts of commands, as a host would type them, in a temporary folder.

A line `@ INSTANT` sets the clock, lines `# …` are printed for the reader, and any other line is a
command; `<<END` at its end passes the lines up to `END` to it as pasted text. A command must
succeed (exit code 0), one behind `! ` must be refused (exit code 1). Lines `| WORDS` behind a
command choose what is shown of its answer: the line that begins with these words, or with `| WORDS
... WORDS` all lines from the one to the other. `printf %s TEXT | sha256sum` prints the same digest
as at a shell. A heading between two lines of `# ----` or `# ====` begins a chapter. A script gives
the same output every time: the seeds of its games come from a fixed source.
"""

from __future__ import annotations

import io
import os
import random
import shlex
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from unittest import mock

from msgspec import Struct

from gmtool.cli.show import write_lines
from gmtool.cli.signals import INTERRUPTED
from gmtool.engine.chance import SEED_BYTES
from gmtool.engine.lazy_regex import lazy_regex

_DONE, _REFUSED = 0, 1
_HEREDOC = " <<END"
_LEFT_OUT = "[…]"
_TO = " ... "
_RULE = lazy_regex(r"# ([-=])\1{9,}")
_NUMBERED = lazy_regex(r"(?:.+, )?[Cc]hapter \d+: ")
Run = Callable[[Sequence[str]], int]


class Said(Struct, frozen=True):
    """A line printed for the reader; `is_clock` where it only tells the time."""

    line: str
    is_clock: bool = False


class Typed(Struct, frozen=True):
    """A command: the time at which it is typed, the text pasted into it, the exit code that it must
    have, and what is shown of its answer, which is everything where nothing is chosen.
    """

    now: str
    line: str
    pasted: str = ""
    expected: int = _DONE
    shown: tuple[str, ...] = ()


Step = Said | Typed


class Chapter(Struct, frozen=True):
    """A part of a script with at least one command; its steps begin with its heading."""

    title: str
    steps: tuple[Step, ...]


class Script(Struct, frozen=True):
    """A script by its chapters; `title` is the heading of the whole."""

    title: str
    chapters: tuple[Chapter, ...]

    def steps(self, only: int | None) -> Iterator[tuple[Step, bool]]:
        """The steps to run, and whether each is shown: all of them, or for one chapter (from 1)
        that chapter, with those before it run unseen.
        """
        for number, chapter in enumerate(self.chapters[:only], 1):
            for step in chapter.steps:
                yield step, only in {None, number}


def read(text: str) -> Script:
    """The script in a text.

    What stands before the first chapter is part of it, and so is a heading over several chapters. A
    text without headings is one chapter, whose own words tell the time.
    """
    steps = list(_steps(text))
    begin = [i for i in range(len(steps) - 2) if _is_heading(steps[i : i + 3])]
    if not begin:
        told = (step for step in steps if not (isinstance(step, Said) and step.is_clock))
        return Script("", (Chapter("", tuple(told)),))
    titles = [_title(steps[place + 1]) for place in begin]
    chapters, waiting = [], steps[: begin[0]]
    for title, (first, end) in zip(titles, pairwise([*begin, len(steps)]), strict=True):
        waiting += steps[first:end]
        if any(isinstance(step, Typed) for step in waiting):
            chapters.append(Chapter(title, tuple(waiting)))
            waiting = []
    return Script(titles[0], tuple(chapters))


def play(
    script: Script,
    run: Run,
    *,
    only: int | None = None,
    watched: Callable[[list[tuple[Step, bool]]], Iterable[tuple[Step, bool]]] = iter,
) -> bool:
    """Run the script, or what one of its chapters needs, and print what is to be shown.

    Returns whether every command ended as the script says. `watched` gets all steps and yields them
    one by one. Raises KeyboardInterrupt where a command was interrupted.
    """
    with tempfile.TemporaryDirectory(prefix="gmtool-demo-") as folder, chdir(folder):
        own = {
            "GMTOOL_DB": str(Path(folder) / "demo.db"),
            "GMTOOL_GAME": "",
            "GMTOOL_TEMPLATES": "",
            "GMTOOL_DIALECTS": "",
        }
        chance = random.Random(0)  # noqa: S311 - nobody plays for anything here
        # no more than the seeds: a key of the user's that is made meanwhile is to stay secret
        seeds = mock.patch(
            "gmtool.desk.begin.new.draw_seed",
            side_effect=lambda: chance.randbytes(SEED_BYTES).hex(),
        )
        with mock.patch.dict(os.environ, own), seeds:
            went_well = [_seen(*step, run) for step in watched([*script.steps(only)])]
            return all(went_well)


# Reading a script


def _steps(text: str) -> Iterator[Step]:
    """The steps of a script: commands, printed lines, and times."""
    now, lines = "", deque(text.splitlines())
    while lines:
        line = lines.popleft()
        if line.startswith("@ "):
            now = line[2:].strip()
            yield Said(f"[{now[:10]} {now[11:16]} UTC]", is_clock=True)
        elif line.startswith("#") or not line.strip():
            yield Said(line)
        else:
            step = _typed(line, lines, now)
            yield step
            if lines and not step.shown:
                yield Said("")  # separates a long answer from what follows


def _typed(line: str, lines: deque[str], now: str) -> Typed:
    """The command of a line, with the following lines that belong to it."""
    command = line.removesuffix(_HEREDOC)
    pasted = list(iter(lines.popleft, "END")) if command != line else []
    shown = []
    while lines and lines[0].startswith("| "):
        shown.append(lines.popleft()[2:])
    expected = _REFUSED if command.startswith("! ") else _DONE
    return Typed(now, command.removeprefix("! "), "\n".join(pasted), expected, tuple(shown))


def _is_heading(three: Sequence[Step]) -> bool:
    above, _, below = (step.line for step in three)
    return bool(_RULE.fullmatch(above)) and above == below


def _title(step: Step) -> str:
    """The words of a heading, without the number of its chapter."""
    title = _NUMBERED.sub("", step.line.removeprefix("# "))
    return title[:1].upper() + title[1:]


# Playing it


class _Paste(io.StringIO):
    """Pasted text, echoed as a terminal echoes it."""

    def isatty(self) -> bool:
        return bool(self.getvalue())

    def read(self, size: int | None = -1) -> str:
        text = super().read(size)
        write_lines(text.split("\n"), sys.stdout)
        return text


def _seen(step: Step, seen: bool, run: Run) -> bool:
    with nullcontext() if seen else redirect_stdout(io.StringIO()):
        return _do(step, run)


def _do(step: Step, run: Run) -> bool:
    """Print a line, or run a command; returns whether it went as it should."""
    if isinstance(step, Said):
        write_lines((step.line,), sys.stdout)
        return True
    write_lines((f"$ {step.line}",), sys.stdout)
    sys.stdout.flush()
    program, *words = shlex.split(step.line)
    if program == "printf":
        sys.stdout.write(f"{sha256(words[1].encode()).hexdigest()}  -\n")
        return True
    answer = io.StringIO()
    with (
        mock.patch.dict(os.environ, {"GMTOOL_NOW": step.now}),
        mock.patch("sys.stdin", _Paste(step.pasted)),
        redirect_stdout(answer),
        redirect_stderr(answer),
    ):
        code = run(words)
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    complaints = [] if code == step.expected else [f"exit code {step.expected} of this, not {code}"]
    if not step.shown:
        sys.stdout.write(answer.getvalue())
    else:
        complaints += [f"“{part}” in this" for part in _show(answer.getvalue(), step.shown)]
    write_lines((f"the demo expected {what}: {step.line}" for what in complaints), sys.stderr)
    return not complaints


def _show(answer: str, chosen: Sequence[str]) -> list[str]:
    """Print the chosen parts of an answer, with a mark where others are left out; returns those
    that aren't there.
    """
    lines, at, missing = answer.splitlines(), 0, []
    shown: list[str] = []
    for part in chosen:
        first, _, last = part.partition(_TO)
        begin = _place(lines, first, at)
        end = _place(lines, last, begin) if begin is not None else None
        if begin is None or end is None:
            missing.append(part)
            continue
        if begin > at:
            _leave_out(shown)
        shown += lines[begin : end + 1]
        at = end + 1
    if at < len(lines):
        _leave_out(shown)
    write_lines(shown, sys.stdout)
    return missing


def _leave_out(shown: list[str]) -> None:
    """Add the mark for lines that are left out."""
    shown[-1:] = [f"{shown[-1]} {_LEFT_OUT}"] if shown else [_LEFT_OUT]


def _place(lines: Sequence[str], begins: str, after: int) -> int | None:
    """The index of the first line, from `after` on, that begins with these words; None
    where there is none.
    """
    found = (i for i in range(after, len(lines)) if lines[i].strip().startswith(begins))
    return next(found, None)
