"""Snapshots: the cached state of a game, believed only as long as the very code that made it is in
use. Nothing is replayed here.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import MsgspecError, Raw, Struct, json

import gmtool.engine
import gmtool.render
from gmtool import __version__
from gmtool.desk.session.position import Position
from gmtool.desk.times.deadline_calculation import CALENDAR
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.table import decode, encode
from gmtool.games import BUILT_IN
from gmtool.store import GameRecord, ReadTransaction, Snapshot

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session

_ENGINE = Path(gmtool.engine.__path__[0])
_HERE = Path(__file__).parent
_TIMES = _HERE.parent / "times"
_WHEN = Path(gmtool.render.__path__[0]) / "when.py"
"""This room, whose code says what is kept of a state; and those by which deadlines are reckoned."""


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
    made_by = (sorted(one.rglob("*.py")) for one in (_HERE, _TIMES, _ENGINE, *folders))
    for file in chain(*made_by, (_WHEN,)):
        code.update(file.read_bytes())
    return f"{__version__} {code.hexdigest()[:16]}"


def is_of_this_program(snapshot: Snapshot, game: Game) -> bool:
    """Whether this very code made the snapshot, and can read it."""
    made_by = (snapshot.rules_version, snapshot.program)
    return made_by == (game.rules_version, program(game.kind))


class _Kept(Struct, frozen=True):
    """What a snapshot holds: the table, the last entry that a person said, as far as it is told,
    with whether it is open, the number of what can be put back, and the digest of the journal.
    """

    table: Raw
    last_said: tuple[int, str, str, str, bool] | None
    redoable: int | None
    folded: str


def snapshot_of(session: Session) -> Snapshot:
    """The snapshot to cache, so that the next command needn't replay the journal."""
    last = session.last_by_a_person
    said = None
    if last:
        at, is_open = str(last.received_at), session.is_last_open
        said = (last.number, last.who, last.text, at, is_open)
    kept = _Kept(Raw(encode(session.table)), said, session.redoable, session.digest_now)
    return Snapshot(
        entry=session.number,
        rules_version=session.game.rules_version,
        state=json.encode(kept).decode(),
        ended=session.ended,
        players=session.table.players,
        program=program(session.header.kind),
    )


def kept_position(
    transaction: ReadTransaction, record: GameRecord, game: Game
) -> tuple[Position, str] | None:
    """The position in a game's snapshot, with the digest of the journal that it was made from; None
    unless this very program made it of the last entry.
    """
    number, kept = transaction.last_number(record.id), transaction.snapshot(record.id)
    if kept is None or kept.entry != number or not is_of_this_program(kept, game):
        return None
    with suppress(ValueError, MsgspecError):  # whatever is wrong with it: it is only a cache
        state = json.decode(kept.state, type=_Kept)
        table = decode(game, bytes(state.table), CALENDAR)
        last, is_open = None, False
        if state.last_said:
            said, who, text, at, is_open = state.last_said
            last = Entry(said, who, text, Instant(at), Instant(at))
        own = Position(record, game, table, number, last, state.redoable, kept_open=is_open)
        return own, state.folded
    return None


def keep_for_later(transaction: ReadTransaction, game_id: int, snapshot: Snapshot) -> None:
    """Have a snapshot kept that was made anew, when the command is done. One of another journal
    stays, since it shows that something else than gmtool changed that (`check` says so).
    """
    there = transaction.stored_snapshot(game_id)
    if there is None or (there.entry, replayed_by(there)) == (
        snapshot.entry,
        replayed_by(snapshot),
    ):
        transaction.remade[game_id] = snapshot


def replayed_by(snapshot: Snapshot) -> str:
    """The digest of the journal that the snapshot was made from; empty where it has none."""
    try:
        return json.decode(snapshot.state, type=_Kept).folded
    except (ValueError, MsgspecError):
        return ""
