"""Every place in gmtool where something is refused or fails, found in its source text.

A place is a `raise`, a call of a function that never returns, or in the module that checks
databases a sentence that it yields. Where its sentence has several
ways to go, each of them is a place too: both sides of an `if` in it, each value that a name in it
may have been given or a dictionary of the same module holds, each `return` of a function of the
same module that makes part of it.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path

import gmtool

PACKAGE = Path(gmtool.__file__).parent
CHECKS = "gmtool/store/check.py"
_COMPLAIN = {"complain", "sys.stderr.write"}
_FEWEST_WORDS = 3
_NO_MISTAKES = {"Exit", "SystemExit", "Broken"}
_FEWEST_LETTERS = 4
"""in a piece of a sentence by which it is known."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Site:
    """One place: where it is, the words of its sentence, and `part_of`, the places whose sentence
    it makes part of; none for a place of its own.
    """

    file: str
    line: int
    end: int
    function: str
    pieces: tuple[str, ...]
    part_of: frozenset[int] = frozenset()
    is_finding: bool = False
    """What a check found, which is no error and so is known by its words alone."""

    def __str__(self) -> str:
        words = max(self.pieces, key=len, default="")
        return f"{self.file}:{self.line} {self.function}: “{words.strip()}”"

    def is_at(self, file: str, line: int) -> bool:
        """Whether that line belongs to it."""
        return self.file == file and self.line <= line <= self.end

    def is_said_in(self, text: str) -> bool:
        """Whether a text holds some of its words, however the lines are broken."""
        if not self.pieces:
            return True
        whole = flat(text)
        return any(flat(piece) in whole for piece in self.pieces)


def flat(text: str) -> str:
    """A text on one line: sentences are broken anywhere."""
    return " ".join(text.split())


@cache
def all_sites() -> tuple[Site, ...]:
    """Every place of the package, in the order of files and lines."""
    found: list[Site] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE.parent).as_posix()
        found += Module(file, ast.parse(path.read_text(encoding="utf-8"))).sites()
    return tuple(sorted(found, key=lambda site: (site.file, site.line)))


def complaints() -> Iterator[str]:
    """The sentences that are written to standard error without an exception of their own."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in _COMPLAIN:
                sentence = _with_gaps(node.args[0]).strip()
                if len(sentence.split()) >= _FEWEST_WORDS:
                    yield sentence


def _with_gaps(expression: ast.expr) -> str:
    """A text as it stands in the source, with … for each fact in it."""
    if isinstance(expression, ast.Constant):
        return str(expression.value)
    if isinstance(expression, ast.JoinedStr):
        return "".join(map(_with_gaps, expression.values))
    return "…"


class Module:
    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        self.tree = tree
        self.functions = {n.name: n for n in tree.body if isinstance(n, Function)}
        named = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.constants = {
            name: value.value
            for name, value in named.items()
            if isinstance(value, ast.Constant) and isinstance(value.value, str)
        }
        self.tables = {n: value for n, value in named.items() if isinstance(value, ast.Dict)}

    def sites(self) -> Iterator[Site]:
        ways: dict[ast.expr, tuple[str, set[int]]] = {}
        for name, function in _functions_in(self.tree):
            for node in _own_nodes(function):
                expression = self._failing(node)
                if expression is None:
                    continue
                yield self._site(node, name, expression)
                for way, where in self._ways(function, name, expression):
                    ways.setdefault(way, (where, set()))[1].add(node.lineno)
            if self.file == CHECKS:
                yield from self._findings(name, function)
        for way, (where, lines) in ways.items():
            site = self._site(way, where, way, frozenset(lines))
            if site.pieces:
                yield site

    def _findings(self, name: str, function: Function) -> Iterator[Site]:
        """The sentences that a function yields."""
        for node in _own_nodes(function):
            found = node.value if isinstance(node, ast.Expr) else None
            if isinstance(found, ast.Yield) and found.value is not None:
                yield replace(self._site(node, name, found.value), is_finding=True)

    def _failing(self, node: ast.AST) -> ast.expr | None:
        """What is raised there, or the call that never returns."""
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = raised.id if isinstance(raised, ast.Name) else getattr(raised, "attr", "")
            return None if name in _NO_MISTAKES else node.exc
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = self.functions.get(_called(node.value))
            if called is not None and _never_returns(called):
                return node.value
        return None

    def _ways(
        self, function: Function, name: str, expression: ast.expr
    ) -> Iterator[tuple[ast.expr, str]]:
        """The parts of the sentence that may be otherwise, each with the function it stands in."""
        seen: set[object] = set()
        waiting = [(function, name, expression)]
        while waiting:
            inside, where, part = waiting.pop()
            for node in ast.walk(part):
                yield from ((way, where) for way in _sides(node))
                if isinstance(node, ast.Name) and (where, node.id) not in seen:
                    seen.add((where, node.id))
                    values = _given(inside, node.id)
                    yield from ((way, where) for way in values if len(values) > 1)
                    table = [self.tables[node.id]] if node.id in self.tables else []
                    waiting += [(inside, where, value) for value in (*values, *table)]
                called = self.functions.get(_called(node))
                if called is not None and called.name not in seen and self._speaks(called):
                    seen.add(called.name)
                    returns = [
                        n.value for n in _own_nodes(called) if isinstance(n, ast.Return) and n.value
                    ]
                    yield from ((way, called.name) for way in returns if len(returns) > 1)
                    waiting += [(called, called.name, value) for value in returns]

    def _speaks(self, function: Function) -> bool:
        """Whether it returns words, alone or among other things, or an error that has them."""
        if isinstance(function.returns, ast.Subscript):
            inside = ast.walk(function.returns.slice)
            return any(isinstance(node, ast.Name) and node.id == "str" for node in inside)
        name = function.returns.id if isinstance(function.returns, ast.Name) else ""
        module = import_module(self.file.removesuffix(".py").replace("/", "."))
        kind = getattr(module, name, getattr(builtins, name, None)) if name else None
        return kind is str or (isinstance(kind, type) and issubclass(kind, BaseException))

    def _site(
        self,
        node: ast.stmt | ast.expr,
        function: str,
        expression: ast.expr,
        part_of: frozenset[int] = frozenset(),
    ) -> Site:
        pieces = tuple(self._pieces(expression))
        end = node.end_lineno or node.lineno
        return Site(self.file, node.lineno, end, function, pieces, part_of)

    def _pieces(self, expression: ast.expr) -> Iterator[str]:
        """The words that stand in it, without the facts between them."""
        for node in ast.walk(expression):
            text = ""
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            elif isinstance(node, ast.Name):
                text = self.constants.get(node.id, "")
            for piece in re.split(r"\{[^{}]*\}", text):
                if len(re.sub(r"\W", "", piece)) >= _FEWEST_LETTERS and " " in piece.strip():
                    yield piece


def _sides(node: ast.AST) -> list[ast.expr]:
    """Both sides of an `if` within an expression, and the values of a dictionary."""
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    return node.values if isinstance(node, ast.Dict) else []


def _given(function: Function, name: str) -> list[ast.expr]:
    """What is assigned to that name in the function."""
    return [
        node.value
        for node in _own_nodes(function)
        if isinstance(node, ast.Assign)
        and any(isinstance(n, ast.Name) and n.id == name for t in node.targets for n in ast.walk(t))
    ]


def _called(node: ast.AST) -> str:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _never_returns(function: Function) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "NoReturn"


def _functions_in(
    node: ast.Module | ast.ClassDef | Function, prefix: str = ""
) -> Iterator[tuple[str, Function]]:
    """All functions with their names, those in classes and functions among them."""
    for child in _children(node):
        if isinstance(child, Function):
            yield f"{prefix}{child.name}", child
            yield from _functions_in(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions_in(child, f"{prefix}{child.name}.")


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What lies in a node, also in its branches, but not within functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _children(child)


def _own_nodes(function: Function) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions inside it."""
    return (node for node in _children(function) if isinstance(node, ast.stmt))
