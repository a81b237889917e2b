"""Expressions are compiled late, which hides none that can't be."""

import copy
import importlib
import pickle
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict

import gmtool
from gmtool.engine.lazy_regex import LazyRegex, lazy_regex


def test_it_does_what_the_compiled_one_does() -> None:
    late, now = (make(r"(?P<at>a)\s*b", re.IGNORECASE) for make in (lazy_regex, re.compile))
    assert late.pattern == now.pattern
    for _ in range(2):
        assert late.sub(r"<\g<at>>", "A  b, ab") == now.sub(r"<\g<at>>", "A  b, ab") == "<A>, <a>"
        assert [found["at"] for found in late.finditer("A b, ab")] == ["A", "a"]
    assert (late.flags, late.groups, late.groupindex) == (now.flags, now.groups, now.groupindex)
    for again in (copy.copy(late), copy.deepcopy(late), pickle.loads(pickle.dumps(late))):  # noqa: S301
        assert again.fullmatch("A B")


def test_nothing_is_compiled_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    compiled = re.compile

    def compile_it(pattern: str, flags: int) -> re.Pattern[str]:
        asked.append(pattern)
        return compiled(pattern, flags)

    monkeypatch.setattr(re, "compile", compile_it)
    late = lazy_regex("x+")
    assert late.pattern == "x+"
    assert asked == []
    for _ in range(3):
        assert late.match("xx")
    assert asked == ["x+"]


def within(thing: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """The expressions in a module's values, however deep."""
    if id(thing) in seen:
        return
    seen[id(thing)] = thing  # kept, or another gets its number
    if type(thing) is LazyRegex:
        yield thing
    if isinstance(thing, Struct):
        thing = asdict(thing)
    if isinstance(thing, dict):
        thing = tuple(thing.values())
    if isinstance(thing, (tuple, list)):
        for one in thing:
            yield from within(one, seen)


def test_each_can_be_compiled() -> None:
    found: list[Any] = []
    seen: dict[int, Any] = {}
    for module in pkgutil.walk_packages(gmtool.__path__, "gmtool."):
        if not module.name.endswith("__main__"):
            values = tuple(vars(importlib.import_module(module.name)).values())
            found += within(values, seen)
    assert len(found) > 200
    for one in found:
        re.compile(one.pattern, one.said)
