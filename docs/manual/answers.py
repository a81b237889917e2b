"""docs/json.md: what each command prints with `--json`."""

from __future__ import annotations

from collections.abc import Iterator

from manual.sampling import Samples
from manual.shapes import Shape
from manual.tree import Commands

_HEAD = """\
# JSON

What [commands](commands.md) print with `--json`, for whoever writes programs around gmtool. It is
read off real sessions: names, and what stands there. An instant is a text such as
`2026-11-20T20:44:00Z`, in UTC. This page is generated (`python docs/generate.py`); a test sees that
it is fresh.
"""


def page(commands: Commands, samples: Samples) -> str:
    """The page."""
    return "\n".join(_lines(commands, samples))


def _lines(commands: Commands, samples: Samples) -> Iterator[str]:
    yield _HEAD
    for name in filter(commands.gives_facts, commands.all):
        yield f"## gmtool {name}\n"
        yield from _answer(samples.answers.get(name, Shape()))
    yield "## A refusal\n"
    yield from _answer(samples.refused)


def _answer(shape: Shape) -> Iterator[str]:
    as_object = Shape(seen=shape.objects, names=shape.names, objects=shape.objects)
    as_list = Shape(seen=1, inside=shape.inside)
    for form, what in ((as_object, "An object"), (as_list, "A list of objects")):
        lines = list(form.lines())
        if lines:
            yield f"{what}:\n"
            yield from lines
            yield ""
