"""What was said, as a game's rules are given it."""

from __future__ import annotations

from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Close, Move


@frozen
class Spoken:
    """An entry with its move parsed: the input of a game's rules.

    `overdue` are, for a `close`, the players whose window has run out, or those whom it names.
    """

    number: int
    who: str
    move: Move
    received_at: Instant
    overdue: tuple[str, ...] = ()

    @property
    def for_all(self) -> bool:
        """Whether it is a `close` that names nobody, which ends the window for everybody, even
        where nobody was awaited in it. `close Bob` leaves the window open for the others.
        """
        return isinstance(self.move, Close) and not self.move.who
