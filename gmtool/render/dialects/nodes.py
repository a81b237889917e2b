"""Marked-up text in a dialect. What is passed in as `marked` is markup of that dialect already."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from gmtool.engine import cards
from gmtool.render import when
from gmtool.render.dialects.columns import Column, Inline, width
from gmtool.render.dialects.dialect import Dialect, Tags

SUITS = ("unicode", "ascii")
_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_INDENT = "  "
_URL_MARKS = "!#$&'()*+,/:;=?@~%"


def wrapped(tags: Tags, marked: str) -> str:
    """`marked` between the two tags."""
    before, after = tags
    return before + marked + after


def heading(dialect: Dialect, marked: str, plain: str) -> str:
    """A heading on a line of its own."""
    line = wrapped(dialect.heading, marked)
    return f"{line}\n{dialect.underline * width(plain)}" if dialect.underline else line


def bullets(dialect: Dialect, items: Iterable[str]) -> str:
    """A list; an item of several lines is set in where the dialect has no tags for a list."""
    indent = "" if any(dialect.list) else _INDENT
    lines = [wrapped(dialect.item, item.replace("\n", f"\n{indent}")) for item in items]
    return wrapped(dialect.list, "\n".join(lines)) if lines else ""


def table(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> str:
    """A table, nothing where it has no rows."""
    return dialect.table(dialect, columns, rows) if rows else ""


def code(dialect: Dialect, lines: Iterable[str]) -> str:
    """Mere text shown line by line as it stands."""
    return wrapped(dialect.code, "\n".join(map(dialect.verbatim, lines)))


def hidden(dialect: Dialect, title: str, marked: str) -> str:
    """Text that a reader opens by its title, a mere text; shown where the board can't hide it."""
    if not dialect.spoiler:
        return f"{wrapped(dialect.bold, dialect.literal(title))}\n{marked}"
    before, after = dialect.hidden
    return before.format(title=_attribute(dialect, title)) + marked + after


def _attribute(dialect: Dialect, title: str) -> str:
    """In a tag a bracket or a quotation mark would end the title, whatever stands next to it."""
    return dialect.literal(title.translate(str.maketrans('[]"', "()”")))


def link(dialect: Dialect, url: str, text: str) -> str:
    """`text` as a link to a web address; for anything else mere text."""
    if not url.startswith(("https://", "http://")):
        return dialect.literal(text)
    before, after = dialect.link
    target = quote(url, safe=_URL_MARKS)
    return before.format(url=target) + dialect.literal(text) + after.format(url=target)


def mention(dialect: Dialect, name: str) -> str:
    """A player addressed by name."""
    return wrapped(dialect.mention, dialect.literal(name))


def card(text: str, suits: str) -> str:
    """`10♥` for `10H`, with `ascii` as it is; what is no card stays as it is."""
    if suits == "ascii" or text not in (*cards.DECK, "JOKER"):
        return text
    return cards.rank(text) + _SYMBOLS[cards.suit(text)] if text in cards.DECK else "Joker"


def deadline(dialect: Dialect, instant: datetime, zone: ZoneInfo) -> str:
    """A deadline in the zone and in UTC; where the forum can, in the reader's time as well."""
    utc = instant.astimezone(UTC)
    return dialect.deadline.format(
        text=dialect.literal(when.deadline(instant, zone)),
        unix=int(instant.timestamp()),
        date=utc.strftime("%Y-%m-%d"),
        time=utc.strftime("%H:%M:%S"),
    )
