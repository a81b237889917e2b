"""Looks at a game without loading it, where its head is whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from gmtool.desk import bulletin
from gmtool.desk.addresses import Book
from gmtool.desk.bulletin import Bulletin
from gmtool.desk.desk import Desk, the_game
from gmtool.engine.frozen import replace
from gmtool.engine.instants import Instant
from gmtool.store import GameRecord, ReadingRoom

CLOCKS_DIFFER = timedelta(minutes=1)
"""By how much the clocks of two machines may differ that share games."""


class Look(NamedTuple):
    """A game as it stands: what is told of it openly, and where its messages go."""

    record: GameRecord
    told: Bulletin
    book: Book


def at_a_look(desk: Desk, room: ReadingRoom) -> Look:
    """The game that is meant, as it stands; the host is told of the clock, and of rules that have
    changed. Raises as `session.the_session` does.
    """
    record = the_game(room, desk)
    told = bulletin.kept(room, record, secret=False)
    head = room.head(record.id)
    if told is None or head is None or told["rules"]["undecided"] or desk.seen is not None:
        from gmtool.desk.session import the_session

        session = the_session(desk, room)
        return Look(record, session.bulletin(secret=False), Book.of(session))
    show = bulletin.shows(told)
    tell_of_the_clock(desk, room, record, show)
    return Look(record, told, replace(Book.kept(record, head), show=show))


def tell_of_the_clock(
    desk: Desk, room: ReadingRoom, record: GameRecord, show: Callable[[Instant], str]
) -> None:
    """Tell the host where the clock is behind what is on record: then one of the two is wrong, and
    what is recorded now seems to have been recorded before that.
    """
    to_come = room.kept_since(record.id, desk.now.plus(CLOCKS_DIFFER))
    if to_come:
        option = desk.commands.part("--at")
        last = max(kept.entry.recorded_at for kept in to_come)
        desk.tell(
            f"{record.header.name}: by this machine's clock it is {show(desk.now)}, but entry "
            f"{to_come[-1].entry.number} was recorded {show(last)}: please set the clock "
            f"right first, or give times with {option}. `gmtool check` tells what was recorded so."
        )
