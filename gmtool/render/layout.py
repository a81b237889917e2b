"""Makes a text ready to paste, in several numbered parts where it is longer than the forum allows.

A text is a tree: blocks separated by empty lines, then lines, sentences, words, and the units that
the dialect made. A part takes as much of it as there is room for, and is cut at the highest border
that serves. A unit that is cut begins and ends like a whole one in each part.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.unicode_hygiene import without_harm
from gmtool.render.dialects.atomic import (
    HEADING,
    LINES,
    PROSE,
    SEAM,
    WHOLE,
    Kept,
    Piece,
    flat,
    joined,
    pieces,
)
from gmtool.render.dialects.dialect import Dialect

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
            began = _finished(left.text, dialect)[:60].split("\n")[0]
            raise TooLong(f"what begins with “{began}” is longer than the forum allows")
        part = _finished(taken.text, dialect)
        if part:
            yield part


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


# ---- the tree of a text: where it may be cut, and what holds together

_EMPTY_LINES = lazy_regex(r"\n(?:[ ]*\n)+[ ]*")
_LINE_END = lazy_regex(r"\n[ ]*")
_SENTENCE_END = lazy_regex(rf"(?:(?<=[.!?…])|(?<=[.!?…]{SEAM}))[ ]+")
_BLANKS = lazy_regex(r"[ ]+")
_CODE_BLANKS = lazy_regex(r" +")
_BORDERS = (_EMPTY_LINES, _LINE_END, _SENTENCE_END, _BLANKS)


def grown(body: str, dialect: Dialect) -> Node:
    """The tree of a text that isn't finished."""
    found = pieces(body)
    has_tags = any(dialect.bold)
    return Grower(dialect).tree(_paired(found) if has_tags else found)


_TAG = lazy_regex(r"\[(/?)([A-Za-z]\w*)(?:[= ][^\]\n]*)?\]")


def _paired(found: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces, with pairs of tags in a template's own text made into units."""
    done: list[Piece] = []
    opened: list[tuple[str, int]] = []
    open_now: Counter[str] = Counter()
    for piece in found:
        if isinstance(piece, Kept):
            done.append(piece)
            continue
        start = 0
        for tag in _TAG.finditer(piece):
            done += [piece[start : tag.start()], tag[0]]
            start = tag.end()
            name = tag[2].casefold()
            if not tag[1]:
                opened.append((name, len(done)))
                open_now[name] += 1
                continue
            while open_now[name]:
                last, place = opened.pop()
                open_now[last] -= 1
                if last == name:
                    inside = tuple(done[place:-1])
                    head = flat(done[place - 1 : place])
                    done[place - 1 :] = [Kept(PROSE, head, tag[0], "", (inside,))]
                    break
        done.append(piece[start:])
    return [piece for piece in done if piece]


class Grower:
    """Makes trees of pieces."""

    def __init__(self, dialect: Dialect) -> None:
        self._count = dialect.counted
        self._seam = SEAM if dialect.joint else ""

    def tree(self, found: Sequence[Piece], borders: Sequence[re.Pattern[str]] = _BORDERS) -> Node:
        """The pieces as a tree, divided at the first of the borders before the others."""
        if not borders:
            leaves = [self._leaf(piece) for piece in found or ("",)]
            return self._run(leaves, [""] * (len(leaves) - 1))
        border, *inner = borders
        groups, gaps = self._parted(found, border)
        nodes = [self.tree(group, inner) for group in groups]
        if border is _EMPTY_LINES:
            self._hold_headings(groups, nodes, gaps)
        return self._run(nodes, gaps)

    def _run(self, nodes: Sequence[Node], gaps: Sequence[str]) -> Node:
        return nodes[0] if len(nodes) == 1 else Run(nodes, gaps, self._count)

    def _hold_headings(
        self, groups: Sequence[Sequence[Piece]], nodes: list[Node], gaps: list[str]
    ) -> None:
        """Join each heading to what comes after it."""
        headings = [place for place, group in enumerate(groups[:-1]) if _is_heading(group)]
        for place in reversed(headings):
            both = slice(place, place + 2)
            nodes[both] = [Run(nodes[both], gaps[place : place + 1], self._count, title=True)]
            del gaps[place]

    def _parted(
        self, found: Sequence[Piece], border: re.Pattern[str]
    ) -> tuple[list[list[Piece]], list[str]]:
        """The pieces between the borders, and the borders themselves."""
        groups: list[list[Piece]] = [[]]
        gaps: list[str] = []
        for piece in found:
            if isinstance(piece, Kept):
                groups[-1].append(piece)
                continue
            texts = border.split(piece)
            gaps += border.findall(piece)
            groups[-1] += texts[:1]
            groups += [[self._seamed(text, border)] for text in texts[1:]]
        return [[piece for piece in group if piece] for group in groups], gaps

    def _seamed(self, text: str, border: re.Pattern[str]) -> str:
        """The text with a seam before it where it follows a blank: it may come to stand at
        the start of a line.
        """
        within_line = border in {_SENTENCE_END, _BLANKS}
        return self._seam + text if within_line and text and not text[0].isalpha() else text

    def _leaf(self, piece: Piece) -> Node:
        if isinstance(piece, str):
            return Word(piece, self._count)
        if piece.kind == WHOLE:
            text = flat([piece])
            return Node(text, self._count(text))
        borders = (_CODE_BLANKS,) if piece.kind == LINES else _BORDERS
        parts = [self.tree(part, borders) for part in piece.parts]
        inside = self._run(parts, [piece.sep] * (len(parts) - 1))
        return Enclosed(piece.head, inside, piece.tail, self._count)


def _is_heading(group: Sequence[Piece]) -> bool:
    return [piece.kind for piece in group if isinstance(piece, Kept)] == [HEADING]


# ---- what a tree is made of

_WITHIN_WORD = lazy_regex(r"(?<=\w)(?=\w)")

Count = Callable[[str], int]
Taken = tuple["Node | None", "Node | None"]


class Node:
    """A piece of text that can't be cut; `size` is the most room that it takes."""

    def __init__(self, text: str, size: int) -> None:
        self.text = text
        self.size = size

    def take(self, room: int, full: int) -> Taken:
        """What fits into the `room` left in a part, and the rest for the next part,
        which has `full` room; None for an empty one. A piece that fits into the next
        part as a whole is not cut.
        """
        return (self, None) if self.size <= room else (None, self)


class Word(Node):
    """Text without blanks. It is cut between letters only where it fills a part and more."""

    def __init__(self, text: str, count: Count) -> None:
        super().__init__(text, count(text))
        self._count = count

    def take(self, room: int, full: int) -> Taken:
        if self.size <= max(room, full) or room < full:
            return super().take(room, full)
        cuts = [found.start() for found in _WITHIN_WORD.finditer(self.text)]
        fitting = bisect_right(cuts, room, key=lambda cut: self._count(self.text[:cut]))
        if not fitting:
            return None, self
        cut = cuts[fitting - 1]
        return Word(self.text[:cut], self._count), Word(SEAM + self.text[cut:], self._count)


class Run(Node):
    """Nodes with the gaps between them; a gap disappears where the run is cut. With `title` the
    first node never stands alone at the end of a part.
    """

    def __init__(
        self, nodes: Sequence[Node], gaps: Sequence[str], count: Count, *, title: bool = False
    ) -> None:
        self._nodes = tuple(nodes)
        self._gaps = ("", *gaps)
        self._count = count
        self._title = title
        super().__init__(
            "".join(gap + node.text for gap, node in self._pairs()),
            sum(count(gap) + node.size for gap, node in self._pairs()),
        )

    def _pairs(self) -> Iterator[tuple[str, Node]]:
        return zip(self._gaps, self._nodes, strict=True)

    def take(self, room: int, full: int) -> Taken:
        if self.size <= room:
            return self, None
        left = room
        before: list[Node] = []
        for gap, node in self._pairs():
            left -= self._count(gap)
            if node.size > left:
                break
            left -= node.size
            before.append(node)
        after = [*self._nodes[len(before) :]]
        if after[0].size > full:
            first, rest = after[0].take(left, full)
            before += [first] if first else []
            after[:1] = [rest] if rest else []
        if not before or (self._title and len(before) == 1 and room < full):
            return None, self
        return self._run(before, 0), self._run(after, len(self._nodes) - len(after))

    def _run(self, nodes: Sequence[Node], place: int) -> Node:
        gaps = self._gaps[place + 1 : place + len(nodes)]
        return nodes[0] if len(nodes) == 1 else Run(nodes, gaps, self._count)


class Enclosed(Node):
    """A unit whose inside can be divided; each piece gets the unit's head and tail."""

    def __init__(self, head: str, inside: Node, tail: str, count: Count) -> None:
        self._head = head
        self._tail = tail
        self._inside = inside
        self._count = count
        self._around = count(head) + count(tail)
        super().__init__(head + inside.text + tail, self._around + inside.size)

    def take(self, room: int, full: int) -> Taken:
        if self.size <= room:
            return self, None
        taken, rest = self._inside.take(room - self._around, full - self._around)
        if taken is None or rest is None:
            return None, self
        return self._with(taken), self._with(rest)

    def _with(self, inside: Node) -> Node:
        return Enclosed(self._head, inside, self._tail, self._count)
