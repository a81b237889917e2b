"""Tables for forums that have them, and as lines of text, which need no box, for those without and
for narrow screens; `columns` makes aligned ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmtool.render.dialects.atomic import PIPE, PROSE, WHOLE, Unit, flat, kept, pieces
from gmtool.render.dialects.columns import Column, Inline, aligned, width
from gmtool.render.dialects.dialect import Dialect, Tags, in_code
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.nodes import stressed

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


_MANY = 5
"""From so many lines on the titles stand above them."""
_WIDEST, _LONGEST = 44, 15
"""The columns and lines of a table that are shown whole on a telephone."""


def lined(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> Unit:
    """Each row as a line: what it is about in bold, then its other cells, by their titles. Where
    these would be said again and again they stand above the lines, once.
    """
    span = _period([column.title for column in columns])
    head = ""
    if len(rows) >= _MANY and sum(column.title[:1].isalpha() for column in columns[:span]) > 2:
        titles = dialect.literal(" · ".join(column.title for column in columns[:span]))
        head = flat(pieces(kept(stressed(dialect.italic, titles)))) + "\n"
        columns = [Column("", column.right) for column in columns]
    lines = []
    for row in rows:
        groups = [row[at : at + span] for at in range(0, len(row), span)]
        said = [_line(dialect, columns, group) for group in groups if any(c.plain for c in group)]
        lines.append(Unit.of(PROSE, [" · ".join(said)]))
    return Unit.of(PROSE, lines, head=head, sep="\n")


def narrow_or_lined(
    dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]
) -> Unit:
    """The table as aligned text where that is narrow and short, else as lines of text."""
    plain = aligned(columns, [[cell.plain for cell in row] for row in rows])
    fits = max(map(width, plain)) <= _WIDEST and len(rows) <= _LONGEST
    return in_code(dialect, columns, rows) if fits else lined(dialect, columns, rows)


def _period(titles: Sequence[str]) -> int:
    """How many columns a row of things has, of which several stand side by side."""
    many, all_titles = len(titles), list(titles)
    spans = (n for n in range(1, many + 1) if many % n == 0)
    return next(n for n in spans if all_titles[:n] * (many // n) == all_titles)


def _line(dialect: Dialect, columns: Sequence[Column], row: Sequence[Inline]) -> str:
    (about, *others), (column, *further) = row, columns
    is_label = len(about.plain) <= 2 and column.title[:1].isalpha()
    name = dialect.literal(f"{column.title} ") if is_label else ""
    is_bold = dialect.bold[0] in about.marked  # and bold in bold is none on some forums
    subject = dialect.literal(about.plain) if is_bold else about.marked
    # A line begins with what it is about: what is told of it first needs no title then.
    said = [kept(stressed(dialect.bold, f"{name}{subject}"))]
    before = column.title[:1]
    for place, (cell, own) in enumerate(zip(others, further, strict=False)):
        sign = own.title[:1]
        is_told = place == 0 and not own.right and not column.right
        label = dialect.literal(f"{own.title}: ") if sign.isalpha() and not is_told else ""
        if sign and before and not (sign.isalnum() or before.isalnum()):
            said.append(" ")  # cells under ♣ ♦ ♥ ♠ say what they are themselves
        else:
            said.append(" · " if place or label or sign.isdigit() else ": ")
        said += [label, cell.marked]
        before = sign
    return "".join(said)
