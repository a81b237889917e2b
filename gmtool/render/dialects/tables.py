"""Tables for forums that have them; `columns` makes those for the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmtool.render.dialects.columns import Column, Inline
from gmtool.render.dialects.dialect import Dialect, Tags
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.units import PIPE, PROSE, WHOLE, Unit

Table = Callable[[Dialect, Sequence[Column], Sequence[Sequence[Inline]]], Unit]


def tagged(table: Tags, row: Tags, head: Tags, cell: Tags) -> Table:
    """A function that writes tables with these tags; `head` are the tags around a title."""

    def line(tags: Tags, texts: Sequence[str]) -> str:
        (begin, end), (before, after) = row, tags
        return begin + "".join(before + text + after for text in texts) + end

    def make(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> Unit:
        titles = line(head, [dialect.literal(column.title) for column in columns])
        lines = [line(cell, [text.marked for text in row]) for row in rows]
        return _rows(dialect, lines, table[0] + titles + dialect.between, table[1])

    return make


def piped(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> Unit:
    """A table of lines, with `|` between the cells."""

    def line(texts: Sequence[str]) -> str:
        return f"| {' | '.join(text.replace(PIPE, _PIPE) for text in texts)} |"

    titles = line([dialect.literal(one_line(column.title)) for column in columns])
    dashes = f"|{'|'.join('--:' if column.right else '---' for column in columns)}|"
    lines = [line([text.marked for text in row]) for row in rows]
    return _rows(dialect, lines, f"{titles}\n{dashes}\n", "")


_PIPE = f"\\{PIPE}"


def _rows(dialect: Dialect, lines: Sequence[str], head: str, tail: str) -> Unit:
    rows = [Unit.of(WHOLE, [line]) for line in lines]
    return Unit.of(PROSE, rows, head=head, sep=dialect.between, tail=tail)
