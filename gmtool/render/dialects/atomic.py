"""Pieces of markup that hold together: a tag with its content, a table, a list, code.

Until a text is finished its pieces are kept apart in it (`kept`). A text that is too long for the
forum is then divided between them, and a table between its rows, but never within a tag. Pieces are
marked by code points that are no characters: `one_line` removes them from every other text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self

from msgspec import Struct

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects.neutral import RESERVED

_BEGIN, _CUT, _END, SEAM, AFTER_TAG, PIPE = tuple(RESERVED[:6])
"""SEAM marks where two pieces of text meet that might become markup together, AFTER_TAG where the
first of them is an opening tag. PIPE is a `|` that is written differently in a table.
"""

PROSE, LINES, WHOLE = "prose", "lines", "whole"
"""The kinds of a unit's parts: prose, which can be divided; lines shown as they stand, which can be
divided between words; and indivisible ones.
"""
HEADING = "heading"
"""Prose that must not stand alone at the end of a part."""


class Unit(str):
    """A text made of `head`, the parts with `sep` between them, and `tail`."""

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
        """The unit of these parts, which are texts or units."""
        parts = tuple(parts)
        unit = cls(head + sep.join(parts) + tail)
        unit.kind, unit.head, unit.parts, unit.sep, unit.tail = kind, head, parts, sep, tail
        return unit


def kept(text: str) -> str:
    """`text`; where it is a unit, with marks that keep it one inside another text."""
    if not isinstance(text, Unit):
        return text
    fields = (text.kind, text.head, text.tail, text.sep, *map(kept, text.parts))
    return _BEGIN + _CUT.join(fields) + _END


class Kept(Struct, frozen=True):
    """A unit found in a text; its parts are pieces."""

    kind: str
    head: str
    tail: str
    sep: str
    parts: tuple[tuple[Piece, ...], ...]


Piece = str | Kept


def pieces(text: str) -> tuple[Piece, ...]:
    """The plain texts and units that make up `text`."""
    found, _ = _read(text, 0)
    return found[0] if len(found) == 1 else tuple(piece for part in found for piece in part)


def _read(text: str, at: int) -> tuple[list[tuple[Piece, ...]], int]:
    """The parts of the unit that begins at `at`, and the place after its end."""
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
    """The pieces as one text, without the marks that kept them apart."""
    return "".join(
        piece
        if isinstance(piece, str)
        else piece.head + piece.sep.join(map(flat, piece.parts)) + piece.tail
        for piece in found
    )


def joined(text: str, joint: Callable[[str, str], str] | None) -> str:
    """`text` with its seams joined: at each stands what `joint` returns for the text before it in
    the line (with AFTER_TAG) and the text after it.
    """
    text = text.replace(PIPE, "|")
    if joint is None:
        return _SEAMS.sub("", text)
    return "\n".join(_joined(line, joint) for line in text.split("\n"))


_SEAMS = lazy_regex(f"[{SEAM}{AFTER_TAG}]+")
_NEAR = 80
"""How many characters beside a seam decide whether two texts become markup together."""


def _joined(line: str, joint: Callable[[str, str], str]) -> str:
    seams = [*_SEAMS.finditer(line)]
    texts = _SEAMS.split(line)
    done = texts[0]
    for place, seam in enumerate(seams, 1):
        mark = AFTER_TAG if AFTER_TAG in seam[0] else ""
        after = "".join(texts[place : place + _NEAR])[:_NEAR]
        done += joint(done[-_NEAR:] + mark, after) + texts[place]
    return done
