"""Reads the record of a game as the journal that it is, with the remarks behind its entries: as it
was exported, or as it was copied from posts of a forum.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.verify.verdicts import PATTERNS
from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.journal import END_OF_HEADER, Journal
from gmtool.engine.lazy_regex import lazy_regex

SHAPES = {name: lazy_regex(pattern) for name, pattern in PATTERNS.items()}
_OWN_LINES = ("begin", "header", "entry", "end")
_REMARKS = ("record", "seal", "silence", "draw", "again", "standing", "commitment")
_OF_FILE = "setup:"
"""With this begins each line of the file that the game is made of."""


class Remark(Struct, frozen=True):
    """A remark of a kind, its parts, and the place of the entry behind which it stands (0 for
    none).
    """

    kind: str
    behind: int
    line: str
    parts: tuple[str, ...]

    def number(self, place: int = 0) -> int:
        """The number that is its part at that place, else 0."""
        return int(self.parts[place] or 0)


class Record(Struct, frozen=True):
    """A record that was read. `entries` are those that everybody may know, by number; of a game
    that goes on, `stray` are those that have no chain line.
    """

    journal: Journal
    remarks: tuple[Remark, ...]
    entries: Mapping[int, Entry]
    stray: tuple[str, ...] = ()

    @property
    def header(self) -> Header:
        """What the game was begun with."""
        return self.journal.header

    @property
    def people(self) -> set[str]:
        """Everybody who speaks in it, by the names at sign-up and later ones."""
        return {*self.header.players, *(entry.who for entry in self.entries.values())}

    @property
    def last(self) -> int:
        """The number of the last entry, private ones included."""
        return max([*self.entries, *(one.number() for one in self.of("record")), 0])

    def of(self, *kinds: str) -> list[Remark]:
        """Its remarks of these kinds, in order."""
        return [remark for remark in self.remarks if remark.kind in kinds]


def read(text: str) -> Record | None:
    """The record in a text; None where none begins in it. Raises Misread where its header can't be
    read.

    Lines of a forum between its own, such as headings and the numbers of parts, are left out where
    it isn't whole with them, and so are its guards.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip()
    if not any(SHAPES["begin"].match(line.strip()) for line in unguarded(text).split("\n")):
        return None
    copies = [
        list(_own(map(_as_copied, one.split("\n"))))
        for one in dict.fromkeys((text, unguarded(text)))
    ]
    made = (lines for own in copies for lines in (own, list(_known(own))))
    candidates = ("\n".join(lines) for lines in (text.split("\n"), *made))
    whole = (one for one in candidates if journal.not_whole(one) is None)
    return parsed(next(whole, "\n".join(copies[-1])))


def unguarded(text: str) -> str:
    """A text without what keeps it from being markup where a forum shows it as it stands. A record
    may hold the same by itself, so this is tried where it doesn't fit as it is.
    """
    return SHAPES["guards"].sub("", text)


def _as_copied(line: str) -> str:
    """A line that was copied from a page; behind a colon there was a blank, except in the file that
    the game is made of.
    """
    line = line.replace("\u00a0", " ").strip()
    return f"{line} " if line.endswith(":") and not line.startswith(_OF_FILE) else line


def _own(copied: Iterable[str]) -> Iterator[str]:
    """The lines that can be a journal's, up to its last end line."""
    lines = list(copied)
    ends = [place for place, line in enumerate(lines) if SHAPES["end"].match(line)]
    for line in lines[: ends[-1] + 1] if ends else lines:
        is_own = any(SHAPES[name].match(line) for name in _OWN_LINES)
        if is_own or line == END_OF_HEADER or line.startswith("#"):
            yield line


def _known(lines: Iterable[str]) -> Iterator[str]:
    """The lines without remarks behind the header that gmtool doesn't write: headings, perhaps."""
    in_header = True
    for line in lines:
        in_header = in_header and line != END_OF_HEADER
        is_remark = line.startswith("#") and not in_header
        if not is_remark or any(SHAPES[name].match(line) for name in _REMARKS):
            yield line


def parsed(text: str) -> Record:
    """The record that a text is; raises Misread where its header can't be read."""
    own = journal.read(f"{text.rstrip()}\n", cut=True)  # its last line was copied whole
    remarks = tuple(_remarks(own, text.split("\n")))
    if own.header.seed:
        return Record(own, remarks, {entry.number: entry for entry in own.entries})
    # While the game goes on private entries have a chain line alone, and tell their numbers by it.
    chained = {one.behind: one.number() for one in reversed(remarks) if one.kind == "record"}
    entries = {
        chained[place]: replace(entry, number=chained[place])
        for place, entry in enumerate(own.entries, 1)
        if place in chained
    }
    stray = [line.text for place, line in enumerate(own.lines, 1) if place not in chained]
    return Record(own, remarks, entries, tuple(stray))


def _remarks(own: Journal, lines: Iterable[str]) -> Iterator[Remark]:
    places = [line.line_number for line in own.lines]
    for number, line in enumerate(lines, 1):
        if own.left_out and number >= own.left_out.line_number:
            return
        for kind in _REMARKS if line.startswith("#") else ():
            if found := SHAPES[kind].match(line):
                parts = tuple(part or "" for part in found.groups())
                yield Remark(kind, bisect(places, number), line, parts)
