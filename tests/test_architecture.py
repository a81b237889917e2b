"""`docs/architecture.md` speaks of what there is: every path and every name in it exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from gmtool import api

TOP = Path(__file__).parents[1]
PAGE = TOP / "docs" / "architecture.md"
TUTORIAL = TOP / "docs" / "your-own-game.md"
ROOMS = ("cli", "browser", "testing", "desk", "store", "render", "games", "engine")
LONGEST = 130
_NAME = re.compile(rf"(?<![\w./])(?:{'|'.join(ROOMS)})(?:\.[A-Za-z]\w*)+(?![\w/])")
_PATH = re.compile(
    r"(?<![\w./<])(?:gmtool|templates|migrations|docs|tests|benchmarks)/[\w./-]+\w/?"
)


@cache
def text(page: Path = PAGE) -> str:
    return page.read_text(encoding="utf-8")


def names(page: Path) -> list[str]:
    """What it names, as in `desk.moves.record.record`."""
    return list(dict.fromkeys(_NAME.findall(text(page))))


def exists(name: str) -> bool:
    """Whether a dotted name below gmtool is a module, or something in one."""
    parts = name.split(".")
    found, place = import_module(f"gmtool.{parts[0]}"), 1
    while place < len(parts):
        try:
            found = import_module(".".join(["gmtool", *parts[: place + 1]]))
        except ModuleNotFoundError:
            break
        place += 1
    thing: object = found
    for part in parts[place:]:
        fields = (
            *getattr(thing, "__dataclass_fields__", ()),
            *getattr(thing, "__struct_fields__", ()),
        )
        if part not in fields and not hasattr(thing, part):
            return False
        thing = getattr(thing, part, None)
    return True


def test_every_name_on_the_page_is_there() -> None:
    assert len(names(PAGE)) > 40
    assert not [name for name in names(PAGE) if not exists(name)]


def test_the_tutorial_takes_all_it_needs_from_the_public_interface() -> None:
    assert not [name for name in names(TUTORIAL) if not exists(name)]
    modules = set(re.findall(r"^(?:from|import) (gmtool\b[\w.]*)", text(TUTORIAL), re.M))
    assert modules == {"gmtool", "gmtool.testing"}
    used = set(re.findall(r"\bapi\.(\w+)", text(TUTORIAL)))
    assert used <= set(api.__all__)


def test_every_name_of_the_public_interface_is_told_in_its_docstring() -> None:
    assert [name for name in api.__all__ if not re.search(rf"\b{name}\b", api.__doc__)] == []
    assert len(set(api.__all__)) == len(api.__all__) <= 70
    assert all(hasattr(api, name) for name in api.__all__)


def test_every_path_on_the_page_is_there() -> None:
    found = dict.fromkeys(_PATH.findall(text()))
    assert len(found) > 8
    assert not [path for path in found if not (TOP / path).exists()]


def test_every_room_is_there_and_every_kind() -> None:
    from gmtool.games import BUILT_IN

    rooms = {path.parent.name for path in (TOP / "gmtool").glob("*/__init__.py")}
    assert rooms == set(ROOMS)
    for room in ROOMS:
        assert re.search(rf"^{room}/ ", text(), re.M), room
    packages = {place.partition(":")[0].rpartition(".")[2] for place in BUILT_IN.values()}
    assert not [package for package in packages if f"`{package}`" not in text()]


def test_it_is_one_page() -> None:
    assert len(text().splitlines()) <= LONGEST


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("desk.moves.record.record", True),
        ("desk.moves.records", False),
        ("desk.moves.record.recorded", False),
        ("engine.table.Table.windows", True),
        ("engine.table.Table.wndows", False),
        ("render.environment.markup.MarkupWriter.bold", True),
        ("store.transactions", True),
    ],
)
def test_a_name_is_looked_up(name: str, *, there: bool) -> None:
    assert exists(name) is there


def test_nothing_is_done_by_what_python_leaves_out_when_it_optimizes() -> None:
    """`python -O` drops every `assert`: each only says what a thing is."""
    asserted = [
        (file.name, one.test)
        for file in (TOP / "gmtool").rglob("*.py")
        for one in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(one, ast.Assert)
    ]
    assert len(asserted) > 20
    acts = (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
    for file, test in asserted:
        done = [one for one in ast.walk(test) if isinstance(one, acts)]
        assert [ast.unparse(one.func) for one in done if isinstance(one, ast.Call)] == (
            ["isinstance"] * len(done)
        ), (file, ast.unparse(test))
