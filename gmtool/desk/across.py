"""Looks at all games of the database, by their heads: nothing is replayed where a head is whole."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk import heads
from gmtool.desk.problems import DeskProblem
from gmtool.store import GameRecord, Head, ReadingRoom


def running(room: ReadingRoom) -> Iterator[tuple[GameRecord, Head | None]]:
    """The games that go on, each with its state; None for one whose state this gmtool can't
    tell.
    """
    for game_id, kept in {**room.running_heads(), **dict.fromkeys(room.headless())}.items():
        record = room.game(game_id)
        head = state_of(room, record, kept) if record else None
        if record and not (head and head.ended):
            yield record, head


def state_of(room: ReadingRoom, record: GameRecord, kept: Head | None) -> Head | None:
    """The state of a game: its cached head, or one made by replay where this program's rules may
    give another. A game that can't be replayed here keeps its cached head.
    """
    is_whole = kept and kept.entry == room.last_number(record.id)
    if kept and is_whole and (kept.ended or kept.program == heads.program_of(record.header)):
        return kept  # a game that has ended stands as it ended
    from gmtool.desk.session import head_of, load

    try:
        return head_of(load(room, record))
    except DeskProblem:
        return kept
