"""Reads the record of a game, as it was exported or as it was copied from posts of a forum."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from gmtool.desk.verifying.sentences import PATTERNS
from gmtool.engine.expressions import expression
from gmtool.engine.frozen import frozen
from gmtool.engine.journal import END_OF_HEADER
from gmtool.engine.wording import CHANCE, HOST

SHAPES = {name: expression(pattern) for name, pattern in PATTERNS.items()}
_OWN_LINES = ("begin", "header", "entry", "end")
_REMARKS = ("record", "seal", "silence", "draw", "again", "standing", "commitment")
_COMMITTED = ("kind", "rules", "players", "zone")
_OF_FILE = "setup:"
"""With this begins each line of the file that the game is made of."""


@frozen
class Said:
    """An entry's line: who said it as it stands there, and by name; `drawn` from the seed."""

    number: int
    received: str
    recorded: str
    written: str
    move: str
    drawn: bool
    late: bool

    @property
    def chained(self) -> str:
        """What of it stands in the chain where it isn't sealed."""
        return f"{self.written}: {self.move}{' [late]' if self.late else ''}"

    @property
    def who(self) -> str:
        """The name, without quotation marks."""
        return unquoted(self.written)


@frozen
class Remark:
    """A remark of a kind, its parts, and the entry behind which it stands (0 for none)."""

    kind: str
    behind: int
    parts: tuple[str, ...]

    def number(self, place: int = 0) -> int:
        """The number that is its part at that place, else 0."""
        return int(self.parts[place] or 0)


@dataclass
class Claims:
    """Who may have said an entry, by the names at sign-up, when it arrived, and what it says: first
    by its own line, then by each amendment of it.
    """

    who: list[str] = field(default_factory=list)
    at: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


@dataclass
class Record:
    """A record that was read.

    `ends` are the two parts of its end line, none where that is missing; `fits` tells whether this
    fits the lines above it. `entries` are those that have a line of their own, by number, and
    `lines` the header's and theirs; `stray` those that have no chain line while the game goes on.
    """

    fits: bool
    ends: tuple[str, ...]
    header: dict[str, str] = field(default_factory=dict)
    header_lines: list[str] = field(default_factory=list)
    entries: dict[int, Said] = field(default_factory=dict)
    entry_lines: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    stray: list[str] = field(default_factory=list)

    @property
    def seed(self) -> bytes:
        """The seed; none while the game goes on."""
        seed = self.header.get("seed", "")
        return bytes.fromhex(seed) if re.fullmatch("[0-9a-fA-F]{64}", seed) else b""

    @property
    def players(self) -> tuple[str, ...]:
        """The names at sign-up."""
        return tuple(_names(self.header.get("players", "")))

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Everybody who speaks in it, by the names at sign-up and later ones."""
        speak = (one.who for one in self.entries.values())
        return tuple(dict.fromkeys((*self.players, *speak)))

    @property
    def last(self) -> int:
        """The number of the last entry, private ones included."""
        chained = (remark.number() for remark in self.of("record"))
        return max([*self.entries, *chained, 0])

    @property
    def header_text(self) -> str:
        """What the commitment covers besides the seed."""
        lines = [f"{key}: {self.header[key]}" for key in _COMMITTED if key in self.header]
        more = (key for key in sorted(self.header) if SHAPES["covered"].match(key))
        lines += [f"{key}: {self.header[key]}" for key in more]
        lines += [line for line in self.header_lines if line.startswith(_OF_FILE)]
        return "".join(f"{line}\n" for line in lines)

    @property
    def file(self) -> str:
        """The file that the game is made of; empty where it is made of none."""
        lines = [line for line in self.header_lines if line.startswith(_OF_FILE)]
        return "".join(f"{line.removeprefix(_OF_FILE).removeprefix(' ')}\n" for line in lines)

    @cached_property
    def claims(self) -> dict[int, Claims]:
        """What may be told of each entry, by its number."""
        seats = {name: name for name in (*self.players, HOST, CHANCE)}
        found: dict[int, Claims] = {}
        for number, said in self.entries.items():
            move = said.move
            found[number] = Claims([seats.get(said.who, "")], [said.received], [move])
            if said.who == HOST and (put := self._put(said)):
                own = found.setdefault(about_of(said) or number, Claims())
                who, at, move = put
                own.who += [seats.get(who, "")] if who else []
                own.at += [at] if at else []
                own.moves += [move] if move else []
            if said.who == HOST and (renamed := SHAPES["renamed"].match(move)):
                was = unquoted(renamed[1] or renamed[2])
                seats[unquoted(renamed[3])] = seats.get(was, "")
        return found

    def _put(self, said: Said) -> tuple[str, str, str] | None:
        """Who, when and what by an amendment, each empty where it leaves that as it is; None for
        any other entry.
        """
        at = SHAPES["arrival"].match(said.move)
        if found := SHAPES["inserted"].match(said.move):
            return unquoted(found[1]), at[1] if at else "", unquoted(found[2])
        if not about_of(said):
            return None
        to, by = SHAPES["to"].match(said.move), SHAPES["by"].match(said.move)
        return unquoted(by[1]) if by else "", at[1] if at else "", unquoted(to[1]) if to else ""

    def of(self, kind: str) -> list[Remark]:
        """Its remarks of that kind, in order."""
        return [remark for remark in self.remarks if remark.kind == kind]


def read(text: str) -> Record | None:
    """The record in a text; None where none begins in it.

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
    made = (one for own in copies for one in (own, list(_known(own))))
    for candidate in (text.split("\n"), *made):
        if _fits(candidate):
            return _parsed(candidate, fits=True)
    return _parsed(copies[-1], fits=False)


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


def _fits(lines: Sequence[str]) -> bool:
    found = SHAPES["end"].match(lines[-1]) if lines else None
    body = "".join(f"{line}\n" for line in lines[:-1])
    return bool(found) and sha256_hex(body)[:32] == (found[2] if found else "")


def _parsed(lines: Iterable[str], *, fits: bool) -> Record:
    record, in_header, waiting = Record(fits, ()), True, ""
    for line in lines:
        if line == END_OF_HEADER:
            in_header = False
        elif line.startswith("#"):
            remark = _remark(line, len(record.entry_lines))
            if remark is None:
                continue
            if remark.kind == "record" and not record.seed:
                # While the game goes on, private entries have this line alone.
                if waiting:
                    record.entries[remark.number()] = _said(remark.number(), waiting)
                waiting = ""
            record.remarks.append(remark)
        elif in_header and (found := SHAPES["header"].match(line)):
            record.header[found[1]] = found[2].strip()
            record.header_lines.append(line)
        elif not in_header and SHAPES["entry"].match(line):
            record.entry_lines.append(line)
            if record.seed:
                number = len(record.entry_lines)
                record.entries[number] = _said(number, line)
            record.stray += [waiting] if waiting else []
            waiting = "" if record.seed else line
        elif found := SHAPES["end"].match(line):
            record.ends = (found[1], found[2])
    record.stray += [waiting] if waiting else []
    return record


def _remark(line: str, behind: int) -> Remark | None:
    for kind in _REMARKS:
        if found := SHAPES[kind].match(line):
            return Remark(kind, behind, tuple(part or "" for part in found.groups()))
    return None


def _said(number: int, line: str) -> Said:
    found = SHAPES["entry"].match(line)
    assert found is not None  # noqa: S101 - it was found to be one
    received, written, fields, move = found.groups()
    bare = SHAPES["string"].sub("", fields or "")
    recorded = SHAPES["recorded"].search(bare)
    drawn = written == "chance" and bool(SHAPES["drawn"].search(bare))
    at = recorded[1] if recorded else received
    return Said(number, received, at, written, move, drawn, bool(SHAPES["late"].search(bare)))


def about_of(said: Said) -> int:
    """The number of the entry that an amendment by the host puts right or strikes, else 0."""
    found = SHAPES["about"].match(said.move) if said.who == HOST else None
    return int(found[1]) if found else 0


def _names(text: str) -> Iterator[str]:
    while text.strip() and (found := SHAPES["name"].match(text)):
        yield unquoted(found[1])
        text = text[found.end() :]


def unquoted(text: str) -> str:
    """What a quoted string holds; any other text as it is."""
    try:
        value = json.loads(text) if text.startswith('"') else text
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def sha256_hex(text: str) -> str:
    """The SHA-256 of a text in UTF-8, in hex."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
