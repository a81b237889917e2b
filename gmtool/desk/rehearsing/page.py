"""The report of a rehearsal as one page that needs nothing else: plots, each with its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from gmtool.desk.rehearsing import report

_FRAME = Path(__file__).parent / "report.html"
# of a plot, of one of its bars, and of what stands beside the bars, in pixels
_WIDTH, _ROW, _LEFT, _RIGHT = 640, 26, 190, 110
_LONGEST = 24
"""characters of what stands beside a bar."""


def page(told: Mapping[str, Any]) -> str:
    """The page of these facts."""
    body = "\n".join(_body(told))
    title = escape(f"{told['title']}: a rehearsal")
    frame = _FRAME.read_text(encoding="utf-8")
    return frame.replace("{title}", title, 1).replace("{body}", body, 1)


def _body(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h1>{escape(told['title'])}: a rehearsal</h1>"
    yield f"<p>{_text(report.head(told))}. {_text(report.manner(told))}</p>"
    yield "<h2>What looks wrong</h2>"
    if told["warnings"]:
        yield from _list(told["warnings"])
    else:
        yield "<p>Nothing looks wrong.</p>"
    yield "<h2>How long it takes</h2>"
    for name, row in told["spreads"].items():
        yield _spread(name, row)
    rows = [(name, *report.cells(name, row)) for name, row in told["spreads"].items()]
    yield _table("How long it takes", ("", *report.HEADS), rows)
    for heading, what, many in (
        ("How they end", "ending", told["endings"]),
        ("Who wins", "player", told["wins"]),
    ):
        if many:
            rows = [report.of_all(one, what, told["games"]) for one in many]
            yield from _bars(heading, (what, "games", "of all"), rows, [b["games"] for b in many])
    for one in told["figures"]:
        found = one["bars"]
        all_of_them = sum(bar["count"] for bar in found)
        rows = [
            (report.values(bar), f"{bar['count']:,}", report.percent(bar["count"] / all_of_them))
            for bar in found
        ]
        heading = f"{one['what']}, of each player in the end"
        yield from _bars(
            heading, (one["what"], "times", "of all"), rows, [b["count"] for b in found]
        )
    if told["shares"]:
        yield "<h2>Besides</h2>"
        yield from _list([report.share(one) for one in told["shares"]])


def _text(text: str) -> str:
    return escape(text[:1].upper() + text[1:])


def _list(lines: Sequence[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{_text(line)}</li>" for line in lines)
    yield "</ul>"


def _table(name: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first cells are the heads of its rows."""
    top = "".join(f'<th scope="col">{_text(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in rows
    )
    caption = f"<caption>{_text(name)}</caption>"
    inside = f"{caption}<thead><tr>{top}</tr></thead><tbody>{body}</tbody>"
    return (
        f'<div class=wide tabindex="0" role="region" aria-label="{_text(name)}">'
        f"<table>{inside}</table></div>"
    )


def _bars(
    heading: str, heads: Sequence[str], rows: Sequence[Sequence[str]], counts: Sequence[float]
) -> Iterator[str]:
    """A plot with a bar for each row, and its table."""
    yield f"<h2>{_text(heading)}</h2>"
    most, room = max(counts), _WIDTH - _LEFT - _RIGHT
    shapes = []
    for place, (row, count) in enumerate(zip(rows, counts, strict=True)):
        top, length = place * _ROW, room * count / most
        middle = top + _ROW / 2 + 5
        label = row[0] if len(row[0]) <= _LONGEST else f"{row[0][: _LONGEST - 1]}…"
        shapes.append(
            f'<text x="{_LEFT - 8}" y="{middle:.0f}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{_LEFT}" y="{top + 4}" width="{length:.1f}" height="{_ROW - 8}" rx="2"/>'
            f'<text x="{_LEFT + length + 8:.1f}" y="{middle:.0f}">{escape(row[1])}</text>'
        )
    yield _plot(f"{heading}: the table below has the figures", _ROW * len(rows), shapes)
    yield _table(heading, heads, rows)


def _spread(name: str, row: Mapping[str, float]) -> str:
    """A line from the least to the most, with a box of the middle half and the median in it."""
    room, most = _WIDTH - _LEFT - _RIGHT, row["most"] or 1
    least, low, middle, high, _, end = (_LEFT + room * value / most for value in row.values())
    told = dict(zip(report.HEADS, report.cells(name, row), strict=True))
    shapes = [
        f'<text x="{_LEFT - 8}" y="20" text-anchor="end">{escape(name)}</text>',
        f'<line x1="{least:.1f}" y1="15" x2="{end:.1f}" y2="15"/>',
        f'<rect x="{low:.1f}" y="5" width="{max(high - low, 2):.1f}" height="20" rx="2"/>',
        f'<line class="mark" x1="{middle:.1f}" y1="3" x2="{middle:.1f}" y2="27"/>',
        f'<text x="{end + 8:.1f}" y="20">median {escape(told["median"])}</text>',
    ]
    says = ", ".join(f"{level} {value}" for level, value in told.items())
    return _plot(f"{name}: {says}", 30, shapes)


def _plot(says: str, height: int, shapes: Sequence[str]) -> str:
    return (
        f'<svg role="img" aria-label="{escape(says)}" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}">{"".join(shapes)}</svg>'
    )
