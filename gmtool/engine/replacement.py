"""Seats that went from one player to another (ALL-11)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant


@frozen
class Replacement:
    """A seat that went from the player called `was` to `now`, by the entry of that number and at
    an instant (ALL-11). `who` is how the player in the seat is called by now.
    """

    number: int
    was: str
    now: str
    who: str
    at: Instant


def holder(replaced: Sequence[Replacement], who: str, at: Instant, number: int) -> str:
    """The player who had, at an instant and after the entry of that number, the seat that `who` has
    now.
    """
    later = (one.was for one in replaced if one.who == who and (at, number) < (one.at, one.number))
    return next(later, who)
