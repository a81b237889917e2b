"""Makes a text ready to paste, in several numbered parts where it is longer than the forum allows.

A text is a tree: blocks separated by empty lines, then lines, sentences, words, and the units that
the dialect made. A part takes as much of it as there is room for, and is cut at the highest border
that serves. A unit that is cut begins and ends like a whole one in each part.
"""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.signs import without_harm
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.units import flat, joined, pieces
from gmtool.render.growing import grown
from gmtool.render.tree import Node

LEAST = 100
"""The smallest limit to which texts are divided, in characters as the forum counts them."""


class TooLong(Exception):
    """Something that can't be divided is longer than the limit."""


def whole(body: str, dialect: Dialect) -> str:
    """The text as it is pasted, however long."""
    return _finished(flat(pieces(body)), dialect)


def divided(body: str, dialect: Dialect, limit: int) -> tuple[str, ...]:
    """The text in parts within `limit`, as the dialect counts, numbered if there are several.

    Raises TooLong, and ValueError for a limit below LEAST.
    """
    if limit < LEAST:
        least = f"a post or a PM has {LEAST} at least"
        raise ValueError(f"texts can't be divided into parts of {limit} characters; {least}")
    text = whole(body, dialect)
    if dialect.counted(text) <= limit:
        return (text,)
    # The numbers take up room, and how many digits they need depends on how many parts there are.
    # What guards a part makes it longer; how much is known only when the part is there.
    digits, spare = 1, 0
    while True:
        number = dialect.counted(_number("9" * digits, "9" * digits))
        parts = tuple(_parts(grown(body, dialect), dialect, limit - number - spare))
        count = str(len(parts))
        over = max(map(dialect.counted, parts)) + number - limit
        if over <= 0 and len(count) <= digits:
            return tuple(_number(str(at), count) + part for at, part in enumerate(parts, 1))
        digits, spare = max(digits, len(count)), spare + max(0, over)


def _number(place: str, count: str) -> str:
    return f"({place}/{count})\n\n"


def _parts(rest: Node | None, dialect: Dialect, room: int) -> Iterator[str]:
    while rest is not None:
        left = rest
        taken, rest = left.take(room, room)
        if taken is None:
            began = _pasted(left, dialect)[:60].split("\n")[0]
            raise TooLong(f"what begins with “{began}” is longer than the forum allows")
        part = _pasted(taken, dialect)
        if part:
            yield part


def _pasted(node: Node, dialect: Dialect) -> str:
    return _finished(node.text, dialect)


def _finished(text: str, dialect: Dialect) -> str:
    return dialect.guard(_tidy(joined(text, dialect.joint)))


def _tidy(text: str) -> str:
    """`text` without blanks at the ends of lines, and with no more than one empty line in a row.

    Players' text is literal and has no control or direction characters any more. Here those go that
    a host's template has itself, since readers of a post couldn't see what they do.
    """
    lines: list[str] = []
    for line in without_harm(text.replace("\t", " ")).split("\n"):
        bare = line.rstrip()
        if bare or (lines and lines[-1]):
            lines.append(bare)
    return "\n".join(lines).rstrip("\n")
