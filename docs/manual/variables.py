"""What is read off the program's source: environment variables, exit codes, docstrings."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise

from gmtool.cli import signals
from gmtool.desk import problems
from manual.sites import PACKAGE


def environment_variables() -> Iterator[tuple[str, str]]:
    """Each variable that is read under its own name, with what the function reading it says."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if (name := _variable_read(node)) and (doc := ast.get_docstring(function)):
                    yield name, sentence(doc)


def _variable_read(node: ast.AST) -> str:
    """The constant of `os.environ.get("NAME", …)`."""
    is_read = isinstance(node, ast.Call) and ast.unparse(node.func) == "os.environ.get"
    if is_read and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value)
    return ""


def exit_codes() -> Iterator[tuple[int, str]]:
    """Each exit code with what it means, as it stands beside their definition."""
    yield 0, "done"
    body = ast.parse(inspect.getsource(problems)).body
    for node, after in pairwise(body):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            meanings = str(after.value.value).rstrip(".").partition(": ")[2].split("; ")
            yield from zip(ast.literal_eval(node.value), meanings, strict=True)
    yield signals.INTERRUPTED, "stopped by Ctrl-C; nothing was recorded"


def sentence(doc: str) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join(doc.split("\n\n", maxsplit=1)[0].split())
    first, stop, _ = paragraph.partition(". ")
    return first + stop.strip() if stop else paragraph
