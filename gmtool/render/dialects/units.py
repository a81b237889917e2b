"""Pieces of markup that hold together: a tag with what it holds, a table, a list, code.

Until a text is finished its pieces stay apart in it (`kept`), so that a text too long for the forum
is divided between them, and a table between its rows, but never within a tag. What tells them apart
are characters that are no characters of any text: `one_line` lets none through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from gmtool.render.dialects.neutral import RESERVED

_BEGIN, _CUT, _END, SEAM, AFTER_TAG, PIPE = tuple(RESERVED[:6])
"""SEAM stands where two pieces of text meet that might become markup together, AFTER_TAG where the
first of them is a tag that begins something. PIPE is a `|` that is written otherwise in a table.
"""

PROSE, LINES, WHOLE = "prose", "lines", "whole"
"""What the parts of a unit are: prose, which can be divided; lines that stand as they are, which
can be divided between words; or indivisible.
"""
HEADING = "heading"
"""Prose that must not be left alone at the end of a part."""


class Unit(str):
    """`head`, the parts with `sep` between them, `tail`; as a text all of it together."""

    __slots__ = ("head", "kind", "parts", "sep", "tail")
    kind: str
    head: str
    parts: tuple[str, ...]
    sep: str
    tail: str

    @classmethod
    def of(
        cls, kind: str, parts: Iterable[str], *, head: str = "", sep: str = "", tail: str = ""
    ) -> Self:
        """The unit of these parts, which are texts or units themselves."""
        parts = tuple(parts)
        unit = cls(head + sep.join(parts) + tail)
        unit.kind, unit.head, unit.parts, unit.sep, unit.tail = kind, head, parts, sep, tail
        return unit


def kept(text: str) -> str:
    """`text`, a unit, so that it stays a unit in a text it is put in; any other as it is."""
    if not isinstance(text, Unit):
        return text
    fields = (text.kind, text.head, text.tail, text.sep, *map(kept, text.parts))
    return _BEGIN + _CUT.join(fields) + _END


@dataclass(frozen=True)
class Kept:
    """A unit found in a text; its parts are pieces again."""

    kind: str
    head: str
    tail: str
    sep: str
    parts: tuple[tuple[Piece, ...], ...]


Piece = str | Kept


def pieces(text: str) -> tuple[Piece, ...]:
    """The mere texts and the units that make up `text`."""
    found, _ = _read(text, 0)
    return found[0] if len(found) == 1 else tuple(piece for part in found for piece in part)


def _read(text: str, at: int) -> tuple[list[tuple[Piece, ...]], int]:
    """What stands in `text` from `at` to the end of the unit, by its cuts; and where that ends."""
    parts: list[list[Piece]] = [[]]
    start = at
    while at < len(text):
        sign = text[at]
        if sign not in (_BEGIN, _CUT, _END):
            at += 1
            continue
        if start < at:
            parts[-1].append(text[start:at])
        at += 1
        if sign == _CUT:
            parts.append([])
        elif sign == _END:
            return [tuple(part) for part in parts], at
        else:
            inner, at = _read(text, at)
            parts[-1].append(_unit(inner))
        start = at
    if start < at:
        parts[-1].append(text[start:at])
    return [tuple(part) for part in parts], at


def _unit(fields: Sequence[tuple[Piece, ...]]) -> Kept:
    kind, head, tail, sep = (flat(field) for field in fields[:4])
    return Kept(kind, head, tail, sep, tuple(fields[4:]))


def flat(found: Iterable[Piece]) -> str:
    """The pieces as one text again, without what kept them apart."""
    return "".join(
        piece
        if isinstance(piece, str)
        else piece.head + piece.sep.join(map(flat, piece.parts)) + piece.tail
        for piece in found
    )


def joined(text: str, joint: Callable[[str, str], str] | None) -> str:
    """`text` with its seams joined: where pieces meet stands what `joint` says of what is before
    (AFTER_TAG as well) and after it in the line.
    """
    text = text.replace(PIPE, "|")
    if joint is None:
        return _SEAMS.sub("", text)
    return "\n".join(_joined(line, joint) for line in text.split("\n"))


_SEAMS = re.compile(f"[{SEAM}{AFTER_TAG}]+")
_NEAR = 80
"""How much of a line tells whether two texts become markup together."""


def _joined(line: str, joint: Callable[[str, str], str]) -> str:
    seams = [*_SEAMS.finditer(line)]
    texts = _SEAMS.split(line)
    done = texts[0]
    for place, seam in enumerate(seams, 1):
        mark = AFTER_TAG if AFTER_TAG in seam[0] else ""
        after = "".join(texts[place : place + _NEAR])[:_NEAR]
        done += joint(done[-_NEAR:] + mark, after) + texts[place]
    return done
