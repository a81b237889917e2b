"""Looks at games without loading them, where their snapshots are whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from gmtool.desk.desk import Desk, the_game
from gmtool.desk.session import bulletin, snapshots
from gmtool.desk.session.bulletin import Bulletin
from gmtool.desk.session.recipients import Recipients
from gmtool.desk.session.snapshots import tell_of_the_clock
from gmtool.store import GameRecord, ReadTransaction, Snapshot


class GameLook(NamedTuple):
    """A game as it stands: what is told of it openly, and where its messages go."""

    record: GameRecord
    told: Bulletin
    recipients: Recipients


def look_up_game(desk: Desk, transaction: ReadTransaction) -> GameLook:
    """The game that is meant, as it stands; the host is told of the clock, and of rules that have
    changed. Raises as `loading.the_session` does.
    """
    record = the_game(transaction, desk)
    told = snapshots.stored_bulletin(transaction, record, secret=False)
    snapshot = transaction.snapshot(record.id)
    if told is None or snapshot is None or told["rules"]["undecided"] or desk.seen is not None:
        from gmtool.desk.session.bulletin_compiler import bulletin_of
        from gmtool.desk.session.loading import the_session

        session = the_session(desk, transaction)
        return GameLook(record, bulletin_of(session, secret=False), Recipients.of(session))
    show = bulletin.shows(told)
    tell_of_the_clock(desk, transaction, record, show)
    return GameLook(record, told, replace(Recipients.kept(record, snapshot), show=show))


def running_games(transaction: ReadTransaction) -> Iterator[tuple[GameRecord, Snapshot | None]]:
    """The games that go on, each with its state; None for one whose state this gmtool can't
    tell.
    """
    for game_id, kept in {
        **transaction.running_snapshots(),
        **dict.fromkeys(transaction.without_snapshot()),
    }.items():
        record = transaction.game(game_id)
        snapshot = state_of(transaction, record, kept) if record else None
        if record and not (snapshot and snapshot.ended):
            yield record, snapshot


def state_of(
    transaction: ReadTransaction, record: GameRecord, kept: Snapshot | None
) -> Snapshot | None:
    """The state of a game: its cached head, or one made by replay where this program's rules may
    give another. A game that can't be replayed here keeps its cached head.
    """
    if kept and snapshots.is_up_to_date(transaction, record, kept):
        return kept
    from gmtool.desk.session.loading import state_anew

    return state_anew(transaction, record, kept)
