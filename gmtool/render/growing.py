"""Builds the tree of a text: where it may be cut, and what holds together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gmtool.engine.expressions import expression
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.units import (
    HEADING,
    LINES,
    PROSE,
    SEAM,
    WHOLE,
    Kept,
    Piece,
    flat,
    pieces,
)
from gmtool.render.tree import Enclosed, Node, Run, Word

_EMPTY_LINES = expression(r"\n(?:[ ]*\n)+[ ]*")
_LINE_END = expression(r"\n[ ]*")
_SENTENCE_END = expression(rf"(?:(?<=[.!?…])|(?<=[.!?…]{SEAM}))[ ]+")
_BLANKS = expression(r"[ ]+")
_CODE_BLANKS = expression(r" +")
_BORDERS = (_EMPTY_LINES, _LINE_END, _SENTENCE_END, _BLANKS)


def grown(body: str, dialect: Dialect) -> Node:
    """The tree of a text that isn't finished."""
    found = pieces(body)
    has_tags = any(dialect.bold)
    return Grower(dialect).tree(_paired(found) if has_tags else found)


_TAG = expression(r"\[(/?)([A-Za-z]\w*)(?:[= ][^\]\n]*)?\]")


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
