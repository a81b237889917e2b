"""Notes from which lines of gmtool an error comes: a case must provoke the line it is about."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest import mock

import typer

import gmtool

_TOP = Path(gmtool.__file__).parents[1]
_RUNS_AT_ONCE = "__main__"

Lines = set[tuple[str, int]]
"""File, from the package on, and line."""


@contextmanager
def looking_on() -> Iterator[Lines]:
    """The lines at which gmtool stood when an error was made meanwhile, by gmtool or by the parser
    of the command line, and those that an error came through which led to it.
    """
    seen: Lines = set()
    with ExitStack() as stack:
        for kind in _kinds():
            stack.enter_context(mock.patch.object(kind, "__init__", _noting(kind, seen)))
        yield seen


def came_through(error: BaseException | None) -> Lines:
    """The lines of gmtool that an error came through, and those that led to it."""
    lines: Lines = set()
    known: set[int] = set()
    while error is not None and id(error) not in known:
        known.add(id(error))
        lines |= set(_of_traceback(error.__traceback__))
        error = error.__cause__ or error.__context__
    return lines


def _noting(kind: type[BaseException], seen: Lines) -> Callable[..., None]:
    original: Callable[..., None] = kind.__init__

    def init(self: BaseException, *args: Any, **named: Any) -> None:
        frame = sys._getframe(1)  # noqa: SLF001 - there is no other way to see who calls
        while frame is not None:
            seen.update(_line(frame.f_code.co_filename, frame.f_lineno))
            if frame.f_back is None:
                break
            frame = frame.f_back
        seen.update(came_through(sys.exception()))
        original(self, *args, **named)

    return init


def _of_traceback(step: TracebackType | None) -> Iterator[tuple[str, int]]:
    while step is not None:
        yield from _line(step.tb_frame.f_code.co_filename, step.tb_lineno)
        step = step.tb_next


def _line(file: str, line: int) -> Iterator[tuple[str, int]]:
    name = _in_package(file)
    if name:
        yield name, line


@cache
def _in_package(file: str) -> str:
    path = Path(file)
    if not path.is_relative_to(_TOP / "gmtool"):
        return ""
    return path.relative_to(_TOP).as_posix()


@cache
def _kinds() -> tuple[type[BaseException], ...]:
    """The program's own errors that aren't made from another of them, and the parser's."""
    own: dict[type[BaseException], None] = {}
    for module in pkgutil.walk_packages(gmtool.__path__, "gmtool."):
        if module.name.endswith(_RUNS_AT_ONCE):
            continue
        for value in vars(import_module(module.name)).values():
            if _is_own(value) and not any(map(_is_own, value.__bases__)):
                own[value] = None
    parsers = next(k for k in typer.BadParameter.__mro__ if k.__name__ == "ClickException")
    return (*own, parsers)


def _is_own(value: object) -> bool:
    is_error = isinstance(value, type) and issubclass(value, BaseException)
    return is_error and getattr(value, "__module__", "").startswith("gmtool")
