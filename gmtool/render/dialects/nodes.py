"""Builds marked-up text in a dialect. A `marked` argument is markup of that dialect already."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from gmtool.engine import cards
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render import when
from gmtool.render.dialects.atomic import (
    AFTER_TAG,
    HEADING,
    LINES,
    PIPE,
    PROSE,
    SEAM,
    WHOLE,
    Unit,
    joined,
    kept,
)
from gmtool.render.dialects.columns import Column, Inline, width
from gmtool.render.dialects.dialect import Dialect, Tags, coded
from gmtool.render.dialects.neutral import longest_run, one_line, unbracketed

SUITS = ("unicode", "ascii")
_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_URL_MARKS = "!#$&'*+,/:;=?@~%"
_ENDS = lazy_regex(rf"([\s{SEAM}]*)(.*?)([\s{SEAM}]*)", re.DOTALL)


def wrapped(tags: Tags, marked: str) -> Unit:
    """`marked` between the two tags."""
    before, after = tags
    return Unit.of(PROSE, [marked], head=before, tail=after)


def stressed(tags: Tags, marked: str) -> str:
    """`marked` between the two tags. In some dialects these must not touch a blank: blanks at its
    ends are left outside.
    """
    ends = _ENDS.fullmatch(marked) if AFTER_TAG in tags[0] else None
    if not ends:
        return wrapped(tags, marked)
    before, inside, after = ends.groups()
    return f"{before}{kept(wrapped(tags, inside)) if inside else ''}{after}"


def typed(dialect: Dialect, marked: str, plain: str) -> str:
    """Text that a player is to type, within a sentence."""
    text = dialect.verbatim(plain)
    if dialect.typed_verbatim:
        return wrapped(dialect.typed, text)
    if not dialect.ticks or not text.strip():
        return stressed(dialect.typed, marked)
    sign = dialect.ticks * (longest_run(dialect.ticks, [text]) + 1)
    blank = " " if {text[0], text[-1]} & {" ", dialect.ticks} else ""
    head, tail = f"{SEAM}{sign}{blank}", f"{blank}{sign}{SEAM}"
    return Unit.of(LINES, [text.replace("|", PIPE)], head=head, tail=tail)


def heading(dialect: Dialect, marked: str, plain: str) -> Unit:
    """A heading on a line of its own."""
    before, after = dialect.heading
    if dialect.underline:
        line = f"{before}{marked}{after}\n{dialect.underline * width(plain)}"
        return Unit.of(HEADING, [Unit.of(WHOLE, [line])])
    return Unit.of(HEADING, [marked], head=before, tail=after)


def bullets(dialect: Dialect, items: Iterable[str], *, numbered: bool = False) -> Unit:
    """A list. Where the dialect has no tags for lists, the further lines of an item are
    indented.
    """
    tags = dialect.numbered if numbered else dialect.list
    item = dialect.item if any(tags) or not numbered else dialect.numbered_item
    lines = []
    for number, text in enumerate(items, 1):
        head = item[0].format(number=number)
        indent = "" if any(tags) else " " * len(head)
        lines.append(wrapped((head, item[1]), text.replace("\n", f"\n{indent}")))
    before, after = tags if lines else ("", "")
    return Unit.of(PROSE, lines, head=before, sep=dialect.between, tail=after)


def table(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> str:
    """A table; empty where it has no rows."""
    return dialect.table(dialect, columns, rows) if rows else ""


def code(dialect: Dialect, lines: Iterable[str]) -> Unit:
    """Plain text shown line by line as it stands: in a block, or as lines of the text where that
    comes to the same on a forum whose blocks are clumsy.
    """
    lines = list(lines)
    if dialect.boxes or not all(_is_plain(dialect, line) for line in lines):
        return coded(dialect, lines)
    shown = [line if _DIGITS.match(line) else typed(dialect, line, line) for line in lines]
    return Unit.of(PROSE, shown, sep="\n")


_DIGITS = lazy_regex("[0-9a-f]{32}")
_LONG = 60


def _is_plain(dialect: Dialect, line: str) -> bool:
    """Whether a line is shown as it stands, and is short or a digest."""
    literal = joined(dialect.literal(line), dialect.joint)
    is_same = dialect.guard(literal) == line == " ".join(line.split())
    return is_same and bool(line) and bool(len(line) <= _LONG or _DIGITS.match(line))


def hidden(dialect: Dialect, title: str, marked: str) -> Unit:
    """Text that a reader opens by its title, which is plain text; shown where the
    board can't hide it.
    """
    if not dialect.spoiler:
        bold = stressed(dialect.bold, dialect.literal(title))
        return Unit.of(PROSE, [bold, marked], sep="\n\n" if dialect.apart else "\n")
    before, after = dialect.hidden
    head = before.format(title=dialect.title(title))
    return Unit.of(PROSE, [marked], head=head, tail=after)


def link(dialect: Dialect, url: str, text: str) -> str:
    """`text` as a link to a web address; plain text where `url` is none."""
    if not url.startswith(("https://", "http://")):
        return dialect.literal(text)
    before, after = dialect.link
    target = dialect.address(quote(url, safe=_URL_MARKS))
    return wrapped((before.format(url=target), after.format(url=target)), dialect.literal(text))


def mention(dialect: Dialect, name: str) -> str:
    """A player's name as a mention where the forum can notify that name, else in bold."""
    if not re.fullmatch(dialect.username, name, re.DOTALL):
        return stressed(dialect.bold, dialect.literal(name))
    before, after = dialect.mention
    return stressed((before.format(name=name), after), dialect.literal(name))


def quoted(dialect: Dialect, name: str, marked: str) -> Unit:
    """What somebody wrote."""
    before, after = dialect.quote
    if after:
        return wrapped((before.format(name=unbracketed(one_line(name))), after), marked)
    lines = [wrapped((before, ""), line) for line in marked.split("\n")]
    return Unit.of(PROSE, lines, sep="\n")


def image(dialect: Dialect, url: str) -> Unit:
    """A picture from a web address; nothing where `url` is none."""
    if not url.startswith(("https://", "http://")):
        return Unit.of(WHOLE, [])
    return Unit.of(WHOLE, [dialect.image.format(url=dialect.address(quote(url, safe=_URL_MARKS)))])


def card(text: str, suits: str, rank: str = "") -> str:
    """`10♥` for `10H`, unchanged with `ascii`; `Ace` for a rank alone; `Joker (9)` for a Joker that
    counts as a `rank`. A text that is no card stays as it is.
    """
    if text in cards.JOKERS and rank:
        return f"{card(text, suits)} ({card(rank, suits)})"
    if text in cards.RANK_WORDS:
        return text if text.isdigit() else cards.RANK_WORDS[text].capitalize()
    if suits == "ascii" or text not in (*cards.DECK, "JOKER"):
        return text
    return cards.rank(text) + suit(cards.suit(text), suits) if text in cards.DECK else "Joker"


def suit(sign: str, suits: str) -> str:
    """`♥` for `H`, unchanged with `ascii`; a text that is no suit stays as it is."""
    return sign if suits == "ascii" else _SYMBOLS.get(sign, sign)


def is_red(shown: str) -> bool:
    """Whether a card or suit as it is shown is of a red suit."""
    return shown.endswith(("♦", "♥"))


def deadline(dialect: Dialect, instant: datetime, zone: ZoneInfo) -> Unit:
    """A deadline in the zone and in UTC, and in the reader's own time where the forum can show
    that.
    """
    utc = instant.astimezone(UTC)
    shown = dialect.deadline.format(
        text=dialect.literal(when.deadline(instant, zone)),
        unix=int(instant.timestamp()),
        date=utc.strftime("%Y-%m-%d"),
        time=utc.strftime("%H:%M:%S"),
    )
    return Unit.of(WHOLE, [shown])
