"""docs/template-reference.md: what every template gets, and what it writes with."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from gmtool.render import environment
from gmtool.render.environment import markup, sandbox
from manual.tables import code, names, table

_HEAD = """\
# Templates, the reference

What every template gets, and what it writes with; [Your own texts](templates.md) shows how one is
changed. What the templates of a kind get beside is told on the page of that kind. This page is
generated from the program itself (`python docs/generate.py`); a test sees that it is fresh.
"""


def page() -> str:
    """The page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield _HEAD
    yield "## What a template gets\n"
    yield f"```text\n{(inspect.getdoc(environment) or '').strip()}\n```\n"
    yield "## What it writes with\n"
    yield "Each can be called, and used as a filter.\n"
    own = ((name, getattr(markup.MarkupWriter, name)) for name in markup.OWN)
    plain = markup.FIGURES.items()
    yield from table(("function", ""), (_function(*one) for one in (*own, *plain)))
    yield "## What it may use of Jinja's own\n"
    yield f"Filters: {names((*sandbox._FILTERS, 'default', 'd'))}.\n"  # noqa: SLF001 - told nowhere else
    yield f"Functions: {names(sandbox._GLOBALS)}.\n"  # noqa: SLF001


def _function(name: str, function: Callable[..., Any]) -> tuple[str, str]:
    parameters = [
        ("*" if p.kind is p.VAR_POSITIONAL else "")
        + p.name
        + ("" if p.default in (p.empty, ()) else f"={p.default!r}")
        for p in inspect.signature(function).parameters.values()
        if p.name not in {"self", "caller"}
    ]
    doc = " ".join((inspect.getdoc(function) or "").split())
    return code(f"{name}({', '.join(parameters)})"), doc
