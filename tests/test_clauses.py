"""The clauses: those that the program cites exist, and each is held by a test that names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import evenings
import pytest
from clauses import cases

TOP = Path(__file__).parents[1]
RULES = (TOP / "gmtool" / "games" / "common.md", *(TOP / "gmtool" / "games").glob("*/rules.md"))
_CLAUSE = re.compile(r"^- (?P<clause>[A-Z]{2,4}-\d+) ", re.MULTILINE)


@cache
def clauses() -> tuple[str, ...]:
    """All clauses there are, in the order of the rulebooks."""
    return tuple(clause for path in RULES for clause in _CLAUSE.findall(path.read_text("utf-8")))


def cited(text: str) -> Iterator[str]:
    """What of a text looks like a clause of any of the rulebooks."""
    yield from _like_a_clause().findall(text)


@cache
def _like_a_clause() -> re.Pattern[str]:
    prefixes = "|".join({clause.partition("-")[0] for clause in clauses()})
    return re.compile(rf"\b(?:{prefixes})-\d+\b")


def test_every_rulebook_numbers_its_clauses_from_one_without_a_gap() -> None:
    for path in RULES:
        found = _CLAUSE.findall(path.read_text("utf-8"))
        prefix = found[0].partition("-")[0]
        assert found == [f"{prefix}-{number}" for number in range(1, len(found) + 1)], path


def test_every_clause_that_is_cited_exists() -> None:
    program = [
        path for path in (TOP / "gmtool").rglob("*") if path.suffix in {".py", ".txt", ".md"}
    ]
    templates = (TOP / "templates").rglob("*.j2")
    wrong = [
        f"{path.relative_to(TOP)}: {clause}"
        for path in (*program, *templates, TOP / "README.md")
        for clause in cited(path.read_text("utf-8"))
        if clause not in clauses()
    ]
    assert not wrong


def held() -> frozenset[str]:
    """The clauses that tests name: in the name of a test function, or in its text; and those of
    the cases of files `*.clauses` and `*.evenings`, in their titles.
    """
    tests = Path(__file__).parent
    files = (path for path in tests.rglob("*.py") if path != Path(__file__))
    named = {clause for path in files for clause in _tested_in(path)}
    titles = [*(case.title for case in cases()), *(case.title for case in evenings.cases())]
    return frozenset(named.union(*map(cited, titles)))


def _tested_in(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for prefix, number in re.findall(r"_([a-z]{2,4})_(\d\d)(?=_)", node.name):
                yield f"{prefix.upper()}-{int(number)}"
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            if any(cited("\n".join(lines[first - 1 : node.end_lineno]))):
                yield from cited(ast.unparse(node))  # which is without remarks


@pytest.mark.slow
def test_every_clause_is_held_by_a_test() -> None:
    assert sorted(set(clauses()) - held()) == []
