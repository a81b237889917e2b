"""Snapshots: the cached state of a game, believed only as long as the very code that made
it is in use. Nothing is replayed here, and no rulebook is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import gmtool.engine
from gmtool import __version__
from gmtool.desk.desk import Desk
from gmtool.desk.session.bulletin import Bulletin, of
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.games import BUILT_IN
from gmtool.store import GameRecord, ReadTransaction, Snapshot

if TYPE_CHECKING:
    from gmtool.engine.game import Game

_ENGINE = Path(gmtool.engine.__path__[0])
_HERE = Path(__file__).parent
"""This room, whose code says what is kept of a state."""


def program(kind: str) -> str:
    """The release, and 16 hex digits that identify the code that replays games of that kind; empty
    for a kind that isn't there. Raises Unusable.
    """
    package = _package_of(kind)
    return _program(package) if package else ""


def _package_of(kind: str) -> str | None:
    """The name of the package that holds a kind; None where none does. Loads no built-in kind."""
    if kind in BUILT_IN:
        return BUILT_IN[kind].partition(":")[0]
    from gmtool.games import outside

    found = outside.find(kind)
    return found.package if found else None


@cache
def _program(package: str) -> str:
    spec = find_spec(package)
    folders = [*map(Path, spec.submodule_search_locations or ())] if spec else []
    # After a `git pull` or a local change, other rules may come under the same release.
    code = sha256()
    for folder in (_HERE, _ENGINE, *folders):
        for file in sorted(folder.rglob("*.py")):
            code.update(file.read_bytes())
    return f"{__version__} {code.hexdigest()[:16]}"


def program_of(header: Header) -> str:
    """The `program` of a game on record; empty where its kind isn't there any more."""
    if header.kind in BUILT_IN:
        return program(header.kind)
    from gmtool.games.outside import Unusable

    try:
        return program(header.kind)
    except Unusable:
        return ""


def is_of_this_program(snapshot: Snapshot, game: Game) -> bool:
    """Whether this very code made the head, and can read it."""
    from gmtool.engine import table as codec

    made_by = (snapshot.rules_version, snapshot.codec, snapshot.program)
    return made_by == (game.rules_version, codec.VERSION, program(game.kind))


def is_up_to_date(transaction: ReadTransaction, record: GameRecord, snapshot: Snapshot) -> bool:
    """Whether a head is of the game's last entry and the rules of this program give no other; a
    game that has ended stands as it ended.
    """
    is_whole = snapshot.entry == transaction.last_number(record.id)
    return is_whole and (snapshot.ended or snapshot.program == program_of(record.header))


def keep_for_later(transaction: ReadTransaction, game_id: int, snapshot: Snapshot) -> None:
    """Have a head kept that was made anew, when the command is done. One of another journal stays,
    since it shows that something else than gmtool changed that (`check` says so).
    """
    there = transaction.stored_snapshot(game_id)
    if there is None or (there.entry, replayed_by(there)) == (
        snapshot.entry,
        replayed_by(snapshot),
    ):
        transaction.remade[game_id] = snapshot


def replayed_by(snapshot: Snapshot) -> str:
    """The digest of the journal that the head was made from; empty where it has none."""
    try:
        return str(json.loads(snapshot.state)["folded"])
    except (ValueError, LookupError, TypeError):
        return ""


CLOCKS_DIFFER = timedelta(minutes=1)
"""By how much the clocks of two machines may differ that share games."""


def tell_of_the_clock(
    desk: Desk, transaction: ReadTransaction, record: GameRecord, show: Callable[[Instant], str]
) -> None:
    """Tell the host where the clock is behind what is on record: then one of the two is wrong, and
    what is recorded now seems to have been recorded before that.
    """
    to_come = transaction.kept_since(record.id, desk.now.plus(CLOCKS_DIFFER))
    if to_come:
        option = desk.commands.part("--at")
        last = max(kept.entry.recorded_at for kept in to_come)
        desk.tell(
            f"{record.header.name}: by this machine's clock it is {show(desk.now)}, but entry "
            f"{to_come[-1].entry.number} was recorded {show(last)}: please set the clock "
            f"right first, or give times with {option}. `gmtool check` tells what was recorded so."
        )


def stored_bulletin(
    transaction: ReadTransaction, record: GameRecord, *, secret: bool
) -> Bulletin | None:
    """The bulletin in the head of a game; None where the head isn't of the last entry, or another
    program's.
    """
    snapshot, program = transaction.snapshot(record.id), program_of(record.header)
    is_whole = snapshot is not None and snapshot.entry == transaction.last_number(record.id)
    if snapshot is None or not is_whole or not program or snapshot.program != program:
        return None
    try:
        state = json.loads(snapshot.state)
        told = of(record.header, state["told"], state["redoable"], secret=secret)
    except (ValueError, LookupError, TypeError):  # whatever is wrong with it: it is only a cache
        return None
    return told if told["rules"]["begun"] == record.header.rules else None
