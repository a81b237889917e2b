"""How the house is built: no module is too long or too small, and no two files need each other."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ROOMS = sorted(path.parent.name for path in (TOP / "gmtool").glob("*/__init__.py"))
LONGEST = 500
"""The most lines of a module: what is longer has two subjects."""
HIGHEST = 6
"""The most floors of a room of the desk: of files each of which needs the one below it."""
SMALLEST = 60
"""The fewest lines of a module that one other alone imports: what is smaller belongs into that."""


@cache
def modules() -> dict[str, Path]:
    """All modules by their names; a package has the name of its folder."""
    files = sorted((TOP / "gmtool").rglob("*.py"))
    dotted = (".".join(file.relative_to(TOP).with_suffix("").parts) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in zip(dotted, files, strict=True)}


@cache
def imported(module: str) -> frozenset[str]:
    """The modules that one names in its imports, also in those within a function and for types
    alone. `from package import name` names the package only where `name` is no module.

    A module of a command, a dialect or a game is loaded by its name, so no other imports it.
    """
    there, found = modules(), set()
    for node in ast.walk(ast.parse(there[module].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{one.name}" for one in node.names}
            found |= {name if name in there else node.module for name in names}
    return frozenset(found & set(there)) - {module}


def of(room: str) -> list[str]:
    return [name for name in modules() if name.split(".")[1:2] == [room]]


def lines(module: str) -> int:
    return len(modules()[module].read_text("utf-8").splitlines())


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_is_too_long(room: str) -> None:
    assert {name: lines(name) for name in of(room) if lines(name) > LONGEST} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_no_small_module_serves_one_other_alone(room: str) -> None:
    """But for packages: their `__init__` is how others get at what is in them."""
    small = [name for name in of(room) if lines(name) < SMALLEST]
    small = [name for name in small if modules()[name].name != "__init__.py"]
    importers = {name: [one for one in modules() if name in imported(one)] for name in small}
    assert {name: one for name, one in importers.items() if len(one) == 1} == {}


def test_no_files_go_round_in_a_circle() -> None:
    try:
        TopologicalSorter({name: imported(name) for name in modules()}).prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(reversed(circle.args[1])))


@cache
def floor(module: str) -> int:
    """The floor of its room on which a module of the desk stands: on the first it needs none of the
    others.
    """
    room = module.split(".")[:3]
    below = [one for one in imported(module) if one.split(".")[:3] == room]
    return 1 + max(map(floor, below), default=0)


def test_no_room_of_the_desk_is_too_high() -> None:
    floors = {name: floor(name) for name in of("desk")}
    assert max(floors.values()) > 1
    assert {name: high for name, high in floors.items() if high > HIGHEST} == {}
