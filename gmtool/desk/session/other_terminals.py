"""What a host may not know yet: what other terminals recorded, and that a clock is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from gmtool.desk.desk import Desk
from gmtool.desk.session import labels
from gmtool.desk.session.position import Position
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST
from gmtool.store import ReadTransaction, StoredEntry

RECENT = timedelta(minutes=10)
CLOCKS_DIFFER = timedelta(minutes=1)
"""By how much the clocks of two machines may differ that share games."""


def recent_entries(
    desk: Desk, transaction: ReadTransaction, session: Position, before: int
) -> tuple[StoredEntry, ...]:
    """The entries of other terminals in the last ten minutes, and all after number `before`."""
    since = Instant.of(desk.now.moment - RECENT)
    kept = transaction.kept_since(session.record.id, since)
    return tuple(k for k in kept if k.desk != desk.terminal or k.entry.number > before)


def entries_since(transaction: ReadTransaction, session: Position, seen: int) -> list[str]:
    """The entries after number `seen`, without their secrets."""
    entries = transaction.entries(session.record.id, seen)
    return [f"entry {entry.number}, {labels.name_briefly(entry)}" for entry in entries]


def recent_lines(session: Position, elsewhere: Sequence[StoredEntry]) -> list[str]:
    """Lines about them, which say whose terminal it was; players' moves stay sealed."""
    if not elsewhere:
        return []
    found = [f"{session.name}: recorded at another terminal in the last ten minutes:"]
    for kept in elsewhere:
        entry = kept.entry
        told = labels.name_briefly(entry).removeprefix(f"{HOST}: ")
        text = told if entry.who == HOST else labels.SEALED
        who = kept.desk.rsplit(" ", 1)[0]  # without the number of the terminal
        when = session.show(entry.recorded_at)
        found.append(f"  {entry.number} {entry.who}: {text} (recorded {when} by {who})")
    return found


def tell_of_the_clock(desk: Desk, transaction: ReadTransaction, game: Position) -> None:
    """Tell the host where the clock is behind what is on record: then one of the two is wrong, and
    what is recorded now seems to have been recorded before that.
    """
    to_come = transaction.kept_since(game.record.id, desk.now.plus(CLOCKS_DIFFER))
    if to_come:
        option = desk.commands.part("--at")
        last = max(kept.entry.recorded_at for kept in to_come)
        desk.tell(
            f"{game.name}: by this machine's clock it is {game.show(desk.now)}, but entry "
            f"{to_come[-1].entry.number} was recorded {game.show(last)}: please set the clock "
            f"right first, or give times with {option}. `gmtool check` tells what was recorded so."
        )
