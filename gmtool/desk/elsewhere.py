"""Who plays, and who is awaited, in the other games of the database, by their heads: nothing is
replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal
from gmtool.engine.wording import casefolded
from gmtool.store import ReadingRoom

Look = Callable[[Mapping[str, Any]], str]
"""Finds a player's name in the brief of a head; empty where it isn't there."""


class Namesake(NamedTuple):
    """A player of another game, by the name there."""

    who: str
    game: str
    paused: bool


def playing(room: ReadingRoom, here: int, text: str) -> tuple[Namesake, ...]:
    """The players of running games other than that of the id `here` whom `text` means there: by
    a whole name, or by the beginning of just one (ALL-4). Aliases aren't looked at.
    """

    def look(brief: Mapping[str, Any]) -> str:
        try:
            return find(text, tuple(brief["players"]), {})
        except Refusal:
            return ""

    return tuple(_namesakes(room, here, look))


def awaiting(room: ReadingRoom, here: int, who: str) -> tuple[str, ...]:
    """The names of running games other than that of the id `here` that wait for a player of just
    that name; nobody is awaited in a pause.
    """
    name = casefolded(who)

    def look(brief: Mapping[str, Any]) -> str:
        return next((one for one in brief["waiting"] if casefolded(one) == name), "")

    return tuple(one.game for one in _namesakes(room, here, look) if not one.paused)


def _namesakes(room: ReadingRoom, here: int, look: Look) -> Iterator[Namesake]:
    for game_id, brief in room.running_briefs().items():
        if game_id == here or not _seen(look, brief):
            continue
        # Only few heads are read as a whole: their number may be large, and so may each be.
        record, head = room.game(game_id), room.head(game_id)
        who = _seen(look, head.brief) if head else ""
        if record and head and who:
            yield Namesake(who, record.header.name, head.paused)


def _seen(look: Look, brief: Mapping[str, Any]) -> str:
    try:
        return look(brief)
    except (LookupError, TypeError, AttributeError):  # gmtool didn't write it so
        return ""
