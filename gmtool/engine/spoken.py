"""What was said, as a game's rules are given it."""

from __future__ import annotations

from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Close, Move


@frozen
class Spoken:
    """An entry with its move parsed: the input of a game's rules.

    `overdue` are, for a `close`, the players whose window has run out, or those whom it names;
    `lapsed` are their turns, each as the player and the key of its window, and `closing` the keys
    of the windows that end with it for everybody. A game with one window needs only the first.
    `away` are the players who are absent while a window is open, each with its key.

    `link` is where it was said, as an address, and `source` how it came: `pm`, `post` or empty.
    """

    number: int
    who: str
    move: Move
    received_at: Instant
    overdue: tuple[str, ...] = ()
    lapsed: tuple[tuple[str, str], ...] = ()
    closing: tuple[str, ...] = ()
    away: tuple[tuple[str, str], ...] = ()
    link: str = ""
    source: str = ""

    @property
    def for_all(self) -> bool:
        """Whether it is a `close` that names nobody, which ends the window for everybody, even
        where nobody was awaited in it. `close Bob` leaves the window open for the others.
        """
        return isinstance(self.move, Close) and not self.move.who
