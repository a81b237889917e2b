"""Tables as text aligned by the width at which characters are displayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtool.engine.frozen import frozen
from gmtool.render.dialects.neutral import longest_run, one_line
from gmtool.render.dialects.units import LINES, Unit

if TYPE_CHECKING:
    from gmtool.render.dialects.dialect import Dialect

_GAP = "  "


class Inline(NamedTuple):
    """A piece of a line: with the dialect's markup, and as plain text."""

    marked: str
    plain: str


@frozen
class Column:
    """A column with its title, which is plain text; `right` if it is aligned to the right."""

    title: str
    right: bool = False


def in_code(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> Unit:
    """The table as aligned text in a code block, where markup would show as such."""
    titles, dashes, *lines = aligned(columns, [[cell.plain for cell in row] for row in rows])
    return coded(dialect, lines, heads=(titles, dashes))


def coded(dialect: Dialect, lines: Sequence[str], heads: Sequence[str] = ()) -> Unit:
    """The lines in a code block; where the block is divided, each piece begins with `heads`."""
    texts = [dialect.verbatim(line) for line in (*heads, *lines)]
    ticks = dialect.ticks * max(3, longest_run(dialect.ticks, texts) + 1)
    before, after = (tag.format(ticks=ticks) for tag in dialect.code)
    head = before + "".join(f"{text}\n" for text in texts[: len(heads)])
    return Unit.of(LINES, texts[len(heads) :], head=head, sep="\n", tail=after)


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
