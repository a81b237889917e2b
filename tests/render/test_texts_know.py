"""Templates hold sentences and work nothing out: every figure comes with the news or the view.

A sum that a text makes again can tell another result than the rules had. Lists may be put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

TEMPLATES = Path(__file__).parents[2] / "templates"
ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
WORKING_OUT = {"sum", "min", "max", "abs", "round"}
READER = Environment(trim_blocks=True, autoescape=True)
"""Reads the sources only."""


def worked_out(source: str) -> Iterator[str]:
    """What a template works out itself, each with its line."""
    tree = READER.parse(source)
    for node in tree.find_all(ARITHMETIC):
        if not (isinstance(node, nodes.Add) and is_list(node)):
            yield f"line {node.lineno}: {type(node).__name__}"
    for found in tree.find_all(nodes.Filter):
        if found.name in WORKING_OUT:
            yield f"line {found.lineno}: {found.name}"


def is_list(node: nodes.Node) -> bool:
    """Whether it is plainly a list, or lists put together."""
    if isinstance(node, nodes.Filter):
        return node.name in {"list", "sort"}
    if isinstance(node, nodes.Getitem):
        return isinstance(node.arg, nodes.Slice)
    if isinstance(node, nodes.Add):
        return is_list(node.left) or is_list(node.right)
    if isinstance(node, nodes.CondExpr):
        return is_list(node.expr1) or (node.expr2 is not None and is_list(node.expr2))
    return isinstance(node, nodes.List)


@pytest.mark.parametrize("folder", sorted(path.name for path in TEMPLATES.iterdir()))
def test_no_template_works_anything_out(folder: str) -> None:
    found = [
        f"{path.relative_to(TEMPLATES)}, {what}"
        for path in sorted((TEMPLATES / folder).rglob("*.j2"))
        for what in worked_out(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "{{ pot // 2 }}",
        "{{ bets | sum }}",
        "{% set kept = pot - lost %}",
        "{{ rounds + 1 }}",
        "{{ [pot, 3] | min }}",
        "{% if coins * value > 3 %}{% endif %}",
    ],
)
def test_what_is_worked_out_is_found(source: str) -> None:
    assert list(worked_out(source))


def test_lists_may_be_put_together() -> None:
    assert not list(worked_out("{% set all = all + [one] %}{{ (a | list) + b }}{{ a[1:] + b }}"))
