"""Error cases performed: what each prints, and which places of the program it provokes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path

from manual.cases import NOTHING, Case, Misprint, Room, Scene, Step
from manual.doings import DOINGS
from manual.sites import Site
from manual.stage import Printed, Stage
from manual.witness import Lines, came_through, looking_on

_SHORT = re.compile(r"(?P<day>\d\d) (?P<time>\d\d:\d\d(?::\d\d)?)")
_HINTS = "next:"
_CLAUSE = re.compile(r"refused \((?P<clause>[A-Z]+-\d+)\)")


@dataclass(frozen=True)
class Performed:
    """A case and what came of it: the lines of its last step, and its exit code or None where it
    was Python; `seen` are the lines of gmtool from which its errors came.
    """

    case: Case
    room: Room
    lines: tuple[str, ...]
    code: int | None
    seen: frozenset[tuple[str, int]]

    @cached_property
    def text(self) -> str:
        """All that was printed, without the marks."""
        return "\n".join(line.removeprefix("| ") for line in self.lines)

    @property
    def clause(self) -> str:
        """The first clause that it was refused by, or empty."""
        found = _CLAUSE.search(self.text)
        return found["clause"] if found else ""

    def provokes(self, site: Site) -> bool:
        """Whether the error came from there and its words were printed."""
        lines = site.part_of or range(site.line, site.end + 1)
        ran = any((site.file, line) in self.seen for line in lines)
        return (ran or site.is_finding) and site.is_said_in(self.text)


class Company:
    """Performs cases, each in a folder of its own; scenes are performed once."""

    def __init__(self, folder: Path, scenes: dict[str, Scene]) -> None:
        self._folder = folder
        self._scenes = scenes
        self._numbers = count(1)
        self._ready: dict[str, Stage] = {}

    def perform(self, room: Room, case: Case) -> Performed:
        """What the last step of a case gives; raises Misprint where one before it fails, where the
        last is no mistake, or where the program breaks down.
        """
        if not case.steps:
            raise Misprint(f"{case.title}: there is nothing in it")
        try:
            lines, code, seen = self._run(case)
        except Misprint:
            raise
        except Exception as error:
            raise Misprint(f"{case.title}: the program breaks down: {error!r}") from error
        if code == 0:
            raise Misprint(f"{case.title}: that is no mistake any more")
        return Performed(case, room, tuple(_without_hints(lines)), code, frozenset(seen))

    def _run(self, case: Case) -> tuple[list[str], int | None, Lines]:
        stage = self._scene(case.scene).copied_to(self._new_folder())
        names: dict[str, object] = {}
        with ExitStack() as until_the_end:
            for step in case.steps[:-1]:
                stage = _prepare(stage, step, until_the_end, case.title, names)
            with looking_on() as seen:
                lines, code = _last(stage, case.steps[-1], names, seen)
        return lines, code, seen

    def _scene(self, name: str) -> Stage:
        if name not in self._ready:
            if name == NOTHING:
                folder = self._new_folder()
                folder.mkdir()
                self._ready[name] = Stage(folder)
            else:
                self._ready[name] = self._performed(name)
        return self._ready[name]

    def _performed(self, name: str) -> Stage:
        if name not in self._scenes:
            raise Misprint(f"there is no scene {name}")
        scene = self._scenes[name]
        stage = self._scene(scene.parent).copied_to(self._new_folder())
        with ExitStack() as until_the_end:
            for step in scene.steps:
                stage = _prepare(stage, step, until_the_end, f"the scene {name}", {})
        return stage

    def _new_folder(self) -> Path:
        return self._folder / str(next(self._numbers))


def _prepare(
    stage: Stage, step: Step, until_the_end: ExitStack, where: str, names: dict[str, object]
) -> Stage:
    """The stage after a step that leads to a mistake."""
    match step.verb:
        case "@":
            return stage.at(instant(step.rest))
        case "let":
            name, _, value = step.rest.partition("=")
            return stage.with_variable(name, value)
        case "file":
            path = stage.folder / step.rest
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{step.body}\n", encoding="utf-8")
        case "do":
            what, _, words = step.rest.partition(" ")
            until_the_end.enter_context(DOINGS[what](stage, words))
        case ">>>":
            exec(step.rest, names)  # noqa: S102 - the project's own pages
        case _:
            done = stage(f"gmtool {step.rest}", step.body)
            if bool(done.code) != (step.verb == "try"):
                raise Misprint(f"{where}: “{step.rest}” ends with {done.code}: {done.all}")
    return stage


def _last(
    stage: Stage, step: Step, names: dict[str, object], seen: Lines
) -> tuple[list[str], int | None]:
    if step.verb == ">>>":
        with stage.set_up():
            return [_raised(lambda: exec(step.rest, names), seen)], None  # noqa: S102
    printed: Printed = stage(f"gmtool {step.rest}", step.body)
    return list(printed.lines), printed.code


def _raised(run: Callable[[], None], seen: Lines) -> str:
    try:
        run()
    except Exception as error:
        seen |= came_through(error)
        return f"{type(error).__name__}: {error}"
    return ""


def _without_hints(lines: list[str]) -> Iterator[str]:
    """The lines before those that say what is next, which every answer ends with."""
    place = len(lines)
    with contextlib.suppress(ValueError):
        place = lines.index(_HINTS)
    if any(not line.startswith("  ") for line in lines[place + 1 :]):
        place = len(lines)
    yield from lines[:place]


def instant(text: str) -> str:
    """A whole instant for `20 21:00`, the 20th of November 2026."""
    found = _SHORT.fullmatch(text)
    if found is None:
        return text
    time = found["time"] if found["time"].count(":") == 2 else f"{found['time']}:00"
    return f"2026-11-{found['day']}T{time}Z"
