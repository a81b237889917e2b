"""The answer of a use case: facts, texts to paste, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.unicode_hygiene import shown
from gmtool.store.passwords import without_password

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,=+:.-_/@%")

_SPECIAL = lazy_regex(r'["$`!%\n]|\\(?=\\|\Z)')
"""What some shell interprets even between double quotation marks: of backslashes only one before
another or at the end, so that a path of Windows with a drive can be typed as it is.
"""


class Text(Struct, frozen=True):
    """A text to paste; `title` says what it is and where it goes, with its `subject`; `to` is the
    player for whom it is, or empty.
    """

    title: str
    body: str
    subject: str = ""
    to: str = ""


class Hint(Struct, frozen=True):
    """A command line ready to paste, and what it is for."""

    command: str
    why: str = ""


class Choice(Struct, frozen=True):
    """A message that waits for the host: its number and sender, the moves that it seems to hold,
    whether anything leaves these in doubt, and the other readings, each chosen by a key of its own.
    """

    number: int
    who: str
    says: str
    is_doubtful: bool
    readings: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """The answer to one command.

    `ok` is off where something was refused or waits. `choice` is what a host at a terminal
    may decide at once, `page` a file for a browser. Where there are texts to paste, only these
    go to standard output; else the lines do.
    """

    lines: tuple[str, ...] = ()
    texts: tuple[Text, ...] = ()
    hints: tuple[Hint, ...] = ()
    facts: Any = {}
    ok: bool = True
    choice: Choice | None = None
    page: str = ""


class Commands(Struct, frozen=True):
    """Words commands for the host, as a terminal takes them, for the same database and game as the
    present command; a page has words of its own for what can be done `here`.
    """

    program: tuple[str, ...] = ("gmtool",)
    here: Callable[[Sequence[str]], str] = lambda _words: ""

    def about(self, game: str) -> Commands:
        """The same for another game of the database."""
        here = self.program[:-2] if self.program[-2:-1] == ("--game",) else self.program
        return replace(self, program=(*here, "--game", game))

    def line(self, *words: str) -> str:
        """The command line of these words, quoted for a shell and without passwords."""
        line = map(_word, map(without_password, (*self.program, *words)))
        return self.here(words) or " ".join(line)

    def part(self, *words: str) -> str:
        """A command, or options of one, as a sentence names it."""
        return self.here(words) or " ".join(words)

    def record(self, who: str, text: str, *options: str) -> str:
        """The command that records `text` by `who`."""
        return self.line("record", who, *self.moves(text), *options)

    def amend(self, before: int, who: str, text: str, at: str) -> str:
        """The command that previews `text` inserted before that entry."""
        return self.line("amend", "--before", str(before), who, *self.moves(text), "--at", at)

    def moves(self, text: str) -> list[str]:
        """The words of a move as a command line has them: separate where none needs quoting."""
        return text.split(" ") if set(text) <= _BARE else [text]


def _word(word: str) -> str:
    """A word quoted for a shell: in double quotation marks, which every shell knows, where
    these keep it as it is.
    """
    if word and set(word) <= _BARE - {" "}:
        return word
    return shlex.quote(word) if _SPECIAL.search(word) else f'"{word}"'


def table(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> tuple[str, ...]:
    """Rows in aligned columns for a terminal, each on one line. Unseen characters are replaced
    before the widths are measured.
    """
    rows = [tuple(map(shown, row)) for row in rows]

    def width(cell: str) -> int:
        if cell.isprintable() and (cell.isascii() or all(map(_is_narrow, cell))):
            return len(cell)
        from wcwidth import wcswidth  # takes as long to load as all the rest of a table

        return max(int(wcswidth(cell)), 0)

    if not rows:
        return ()
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return tuple(
        (
            indent
            + "  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _is_narrow(sign: str) -> bool:
    """Whether it surely takes up one cell: Latin letters with accents, dashes, quotation marks."""
    return sign < "\u0300" or "\u2010" <= sign <= "\u2027"
