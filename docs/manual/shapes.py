"""What plain data looks like: its names and the kinds of its values, merged over many samples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_KINDS = ((bool, "yes or no"), (int, "number"), (float, "number"))
TEXT, NONE, LIST = "text", "none", "list"


@dataclass
class Shape:
    """What was seen at one place: kinds of plain values, the names of an object, what a list holds.

    `seen` counts the samples, so that names which aren't always there can be told.
    """

    seen: int = 0
    plain: dict[str, None] = field(default_factory=dict)
    names: dict[str, Shape] = field(default_factory=dict)
    objects: int = 0
    inside: Shape | None = None

    def add(self, value: Any) -> None:
        """Take a sample in."""
        self.seen += 1
        if isinstance(value, Mapping):
            self.objects += 1
            for name, item in value.items():
                self.names.setdefault(str(name), Shape()).add(item)
        elif isinstance(value, (list, tuple)):
            self.inside = self.inside or Shape()
            for item in value:
                self.inside.add(item)
        else:
            self.plain[_kind(value)] = None

    @property
    def kind(self) -> str:
        """In a few words, what stands there."""
        words = [kind for kind in self.plain if kind != NONE]
        if self.inside is not None:
            inside = self.inside.kind if self.inside.seen else ""
            words.append(f"{LIST} of {inside}" if inside else LIST)
        if NONE in self.plain:
            words.append("this, or none" if self.objects and not words else NONE)
        return " or ".join(words)

    def with_(self, other: Shape) -> Shape:
        """This shape and another, as one of the samples of both."""
        names = dict(self.names)
        for name, shape in other.names.items():
            names[name] = names[name].with_(shape) if name in names else shape
        inside = self.inside or other.inside
        if self.inside is not None and other.inside is not None:
            inside = self.inside.with_(other.inside)
        return Shape(
            self.seen + other.seen,
            self.plain | other.plain,
            names,
            self.objects + other.objects,
            inside,
        )

    def lines(self, indent: str = "", *, always: bool = False) -> Iterator[str]:
        """The names as a nested list, each with what stands there; with `always` it isn't told
        of the outermost names whether they are always there.
        """
        of = self._object()
        if of is None:
            return
        for name, shape in of.names.items():
            kind = f": {shape.kind}" if shape.kind else ""
            sometimes = "" if always or shape.seen == of.objects else ", not always there"
            yield f"{indent}- `{name}`{kind}{sometimes}"
            yield from shape.lines(f"{indent}    ")

    def _object(self) -> Shape | None:
        if self.names:
            return self
        return self.inside._object() if self.inside is not None else None  # noqa: SLF001 - its own


def _kind(value: object) -> str:
    if value is None:
        return NONE
    for kind, word in _KINDS:
        if isinstance(value, kind):
            return word
    return "instant" if _INSTANT.fullmatch(str(value)) else TEXT


def shape_of(value: Any) -> Shape:
    """The shape of a single sample."""
    shape = Shape()
    shape.add(value)
    return shape
