"""The standing reports: whatever the table of commands has that isn't listed there as complete.

Each is a command bare, or with one of its switches, as it may stand on a screen that others see.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtool.cli.command import command, function_of
from gmtool.cli.completion import candidates
from gmtool.cli.menu import COMMANDS, COMPLETE, GROUPS, OVERVIEW, Line
from gmtool.cli.shells import Found

if TYPE_CHECKING:
    from gmtool.desk.answers import Answer
    from gmtool.desk.desk import Desk

_SECRET = "--secret"  # noqa: S105 - the switch that shows them


class Report(NamedTuple):
    """A standing report: how it is typed, its function, and what that is given beside the desk;
    `writes` is the parameter for a file that it makes.
    """

    words: str
    function: Callable[..., Answer]
    given: Mapping[str, Any]
    writes: str = ""

    def of(self, desk: Desk) -> Answer:
        """What it tells at that desk."""
        return self.function(desk, **self.given)

    def into(self, desk: Desk, file: Path) -> str:
        """What it writes into a file; nothing where it makes none."""
        self.function(desk, **self.given, **{self.writes: str(file)})
        return file.read_text("utf-8") if file.exists() else ""


def reports() -> Iterator[Report]:
    """All of them."""
    yield from _of_command("", "overview", OVERVIEW)
    for words, line in _commands():
        yield from _of_command(words, words.rpartition(" ")[2], line)


def offered(desk: Desk) -> Iterator[tuple[str, list[Found]]]:
    """What a press of Tab offers behind each command at that desk, with what is said of it."""
    for words, _ in _commands():
        before = ["--db", str(desk.where), *words.split()]
        yield words, [*candidates(before, "")]


def is_complete(words: str) -> bool:
    """Whether the table says that what is typed so is answered with its secrets."""
    names = words.split(" ")
    begun = (" ".join((*names[:many], "…")) for many in range(1, len(names) + 1))
    return words in COMPLETE or any(one in COMPLETE for one in begun)


def _commands() -> Iterator[tuple[str, Line]]:
    yield from COMMANDS.items()
    for group in GROUPS:
        yield from ((f"{group} {name}", line) for name, line in GROUPS[group].lines.items())


def _of_command(words: str, name: str, line: Line) -> Iterator[Report]:
    function = function_of(name, line)
    known = inspect.signature(function).parameters
    if "desk" not in known:
        return  # it knows of no game
    if not is_complete(words):
        yield Report(words, function, {})
    for param in command(name, line).params:
        option, own = param.opts[0], str(param.name)
        typed = f"{words} {option}"
        is_one = option.startswith("--") and option != _SECRET and own in known
        if not is_one or is_complete(typed):
            continue
        if getattr(param, "is_flag", False):
            yield Report(typed, function, {own: True})
        elif param.metavar == "FILE":
            yield Report(typed, function, {}, writes=own)
