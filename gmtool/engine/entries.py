"""Entries: the lines of a journal, kept for ever."""

from __future__ import annotations

from msgspec import Struct

from gmtool.engine.instants import Instant
from gmtool.engine.text import CHANCE, HOST


class Entry(Struct, frozen=True):
    """One line of a journal.

    `text` is the move in its text form. `received_at` is when the message arrived, the time that
    counts; `recorded_at` is when the host typed it. `late` is the host's reason for accepting a
    late move, `raw` the message as pasted. `drawn` is `seed` or `typed` for chance, else empty.
    `of` is the number of the message that the move was taken from, `planned` that of the
    plan by which it was carried out (ALL-9). `refused` is the clause by which
    the rules refused a message (ALL-7). `put_down_as` is the player under whose name the entry was
    recorded first, where that was amended, and `put_right_at` when an amendment of it was recorded.
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
    planned: int = 0
    refused: str = ""
    put_down_as: str = ""
    put_right_at: Instant | None = None

    @property
    def on_record_at(self) -> Instant:
        """Since when it has been on record as it counts."""
        return self.put_right_at or self.recorded_at

    @property
    def by_a_person(self) -> bool:
        """Whether a person is its source: a player, the host, or a host who typed what chance
        gave.
        """
        # Typed chance can be mistyped, so `undo` takes it back; a drawn entry goes with what made
        # it due.
        return not self.is_made

    @property
    def is_drawn(self) -> bool:
        """Whether chance gave it by the seed."""
        return self.who == CHANCE and self.drawn == "seed"

    @property
    def is_made(self) -> bool:
        """Whether nobody said it: chance gave it by the seed, or a plan was carried out. It is made
        again where a journal lacks it.
        """
        return self.is_drawn or self.planned > 0

    @property
    def takes_back(self) -> bool:
        """Whether it is an undo or a redo."""
        return self.who == HOST and self.text.partition(" ")[0] in {"undo", "redo"}
