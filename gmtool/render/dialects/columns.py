"""Tables as text aligned by the width at which characters are displayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from gmtool.render.dialects.neutral import one_line

_GAP = "  "


class Inline(NamedTuple):
    """A piece of a line: with the dialect's markup, and as plain text."""

    marked: str
    plain: str


class Column(Struct, frozen=True):
    """A column with its title, which is plain text; `right` if it is aligned to the right."""

    title: str
    right: bool = False


def aligned(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of the table without trailing blanks: titles, a line of dashes, the rows."""
    table = [[column.title for column in columns], *rows]
    table = [[one_line(cell) for cell in row] for row in table]
    widths = [max(map(width, cells)) for cells in zip(*table, strict=True)]
    table.insert(1, ["-" * width for width in widths])
    return [_line(columns, widths, row) for row in table]


def _line(columns: Sequence[Column], widths: Sequence[int], row: Sequence[str]) -> str:
    cells = []
    for column, wide, cell in zip(columns, widths, row, strict=True):
        blanks = " " * (wide - width(cell))
        cells.append(blanks + cell if column.right else cell + blanks)
    return _GAP.join(cells).rstrip(" ")


def width(text: str) -> int:
    """How many cells `text` takes up in a terminal, or in a forum's code block."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # most commands show no table

    return max(wcswidth(text), 0)
