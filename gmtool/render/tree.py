"""A text as a tree, which is cut to fill the parts that are pasted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from gmtool.engine.expressions import expression
from gmtool.render.dialects.units import SEAM

_WITHIN_WORD = expression(r"(?<=\w)(?=\w)")

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
