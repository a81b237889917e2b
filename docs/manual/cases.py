"""The error cases as they lie in docs/manual/cases: plain text, a file a room.

    == TITLE                    the room, then a paragraph about it
    by clause                   its cases are sorted under the clauses that they are refused by
    scene NAME: ABOUT           what the steps below it lead to
    scene NAME from OTHER: …    the same, beginning where another scene ends
    in NAME                     the scene of the cases that follow; `in nothing` for an empty folder
    = TITLE                     a case: its last step is the mistake, those before lead to it

Steps, one a line, the last of them what goes wrong:

    @ 20 21:00                  the clock: 20 November 2026, UTC; or a whole instant
    gmtool …                    a command; with ` <<END` at its end the lines up to END are pasted
    try …                       the same, but one that is refused
    file NAME <<END             a file with the lines up to END
    let NAME=VALUE              an environment variable
    do WHAT …                   what a host can't type (`manual.doings`)
    >>> CODE                    Python, as somebody writes who builds on gmtool

Lines that begin with # are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
NOTHING = "nothing"
_HEREDOC, _END = " <<END", "END"
_SCENE = re.compile(r"scene (?P<name>\S+)(?: from (?P<parent>\S+))?: (?P<about>.+)")
_STEP = re.compile(r"(?P<verb>@|gmtool|try|file|let|do|>>>) (?P<rest>.+)")


@dataclass(frozen=True)
class Step:
    """One line of a script; `body` is what follows it up to END."""

    verb: str
    rest: str
    body: str = ""

    @property
    def typed(self) -> str:
        """As a page shows it."""
        if self.verb in {"gmtool", "try"}:
            shown = f"$ gmtool {self.rest}"
            return f"{shown}{_HEREDOC}\n{self.body}\n{_END}" if self.body else shown
        return f"{self.verb} {self.rest}"


@dataclass
class Scene:
    """Where cases begin."""

    name: str
    about: str
    parent: str
    steps: list[Step] = field(default_factory=list)


@dataclass
class Case:
    """A mistake: all its steps but the last must go well."""

    title: str
    scene: str
    steps: list[Step] = field(default_factory=list)


@dataclass
class Room:
    """The cases of one file."""

    title: str
    about: str = ""
    by_clause: bool = False
    cases: list[Case] = field(default_factory=list)


class Misprint(ValueError):
    """A line of the case files that can't be read."""


def read_all(folder: Path = FOLDER) -> tuple[list[Room], dict[str, Scene]]:
    """All rooms in the order of their files, and all scenes by name."""
    rooms: list[Room] = []
    scenes: dict[str, Scene] = {}
    for path in sorted(folder.glob("*.txt")):
        reader = _Reader(path.name, rooms, scenes)
        reader.read(path.read_text(encoding="utf-8"))
    return rooms, scenes


def steps_of(path: Path) -> Iterator[Step]:
    """The steps of a file that holds nothing else."""
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.strip() and not line.startswith("#"):
            step = _step(line, lines)
            if step is None:
                raise Misprint(f"{path.name}: “{line}” is no step")
            yield step


def _step(line: str, lines: Iterator[str]) -> Step | None:
    """The step of a line, with the lines after it that belong to it."""
    found = _STEP.fullmatch(line)
    if found is None:
        return None
    body = "\n".join(iter(lambda: next(lines), _END)) if line.endswith(_HEREDOC) else ""
    return Step(found["verb"], found["rest"].removesuffix(_HEREDOC), body)


class _Reader:
    def __init__(self, name: str, rooms: list[Room], scenes: dict[str, Scene]) -> None:
        self.name, self.rooms, self.scenes = name, rooms, scenes
        self.scene = NOTHING
        self.steps: list[Step] = []

    def read(self, text: str) -> None:
        lines = iter(text.splitlines())
        for line in lines:
            if line.strip() and not line.startswith("#"):
                self._line(line, lines)

    def _line(self, line: str, lines: Iterator[str]) -> None:
        if line.startswith("== "):
            self.rooms.append(Room(line[3:]))
        elif line == "by clause":
            self.rooms[-1].by_clause = True
        elif line.startswith("= "):
            case = Case(line[2:], self.scene)
            self.rooms[-1].cases.append(case)
            self.steps = case.steps
        elif line.startswith("in "):
            self.scene = line[3:]
        elif found := _SCENE.fullmatch(line):
            scene = Scene(found["name"], found["about"], found["parent"] or NOTHING)
            if scene.name in self.scenes:
                raise Misprint(f"{self.name}: the scene {scene.name} is there twice")
            self.scenes[scene.name] = scene
            self.steps = scene.steps
        elif step := _step(line, lines):
            self.steps.append(step)
        elif not self.rooms[-1].cases:
            self.rooms[-1].about += f" {line}" if self.rooms[-1].about else line
        else:
            raise Misprint(f"{self.name}: “{line}” is no step")
