"""Entries: what anybody said, kept for ever, one line each."""

from __future__ import annotations

from dataclasses import dataclass

from gmtool.engine.instants import Instant
from gmtool.engine.moves import Close, Move
from gmtool.engine.wording import CHANCE, HOST


@dataclass(frozen=True)
class Entry:
    """One line of a journal.

    `text` is the move in its text form; `received_at` is when the message arrived, and is the time
    that counts, `recorded_at` when the host typed it. `late` is the host's reason for taking a
    late move, `raw` the message as pasted, `drawn` is `seed` or `typed` for chance. `of` is the
    number of the message that the move was taken from, `refused` the clause by which the rules
    refused what a message said (ALL-7). `put_down_as` is whose it was taken for at first, where
    that was put right.
    """

    number: int
    who: str
    text: str
    received_at: Instant
    recorded_at: Instant
    source: str = ""
    link: str = ""
    late: str = ""
    note: str = ""
    raw: str = ""
    drawn: str = ""
    of: int = 0
    refused: str = ""
    put_down_as: str = ""

    @property
    def by_a_person(self) -> bool:
        """Whether a person said it: a player, the host, or a host who typed what chance gave."""
        return self.who != CHANCE or self.drawn != "seed"

    @property
    def takes_back(self) -> bool:
        """Whether it is an undo or a redo, which stand outside what they take back."""
        return self.who == HOST and self.text.partition(" ")[0] in {"undo", "redo"}


@dataclass(frozen=True)
class Spoken:
    """An entry with its move read: what a game's rules decide on.

    `overdue` are, for a `close`, the players whose window has run out, or those it names. With
    `close Bob` the window stays open for the others; a plain `close` ends it (`for_all`), also
    where nobody was awaited in it.
    """

    number: int
    who: str
    move: Move
    received_at: Instant
    overdue: tuple[str, ...] = ()

    @property
    def for_all(self) -> bool:
        """Whether it is a `close` for everybody, and not for players whom it names."""
        return isinstance(self.move, Close) and not self.move.who
