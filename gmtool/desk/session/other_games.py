"""The other running games of the database: who plays there, and who is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import count, islice
from typing import Any, NamedTuple

from msgspec import Struct

from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import casefolded
from gmtool.store import GameRecord, ReadTransaction, Snapshot

FindName = Callable[[Mapping[str, Any]], str]
"""Finds a player's name in the brief of a head; empty where it isn't there."""


StateOf = Callable[[ReadTransaction, GameRecord, Snapshot | None], Snapshot | None]
"""Finds the state of a game that has no head, by replay."""


class Namesake(NamedTuple):
    """A player of another game, by the name there."""

    who: str
    game: str
    paused: bool


class OtherGames(Struct, frozen=True, dict=True):
    """The running games other than that of the id `here`, as they were when they were looked at
    first, with how to find the state of one that has no head; none where there is no room to look
    in.
    """

    transaction: ReadTransaction | None = None
    here: int = 0
    state_of: StateOf = lambda _room, _record, kept: kept

    def playing(self, text: str) -> tuple[Namesake, ...]:
        """The players whom `text` means in these games: by a whole name, or by the beginning of
        just one (ALL-4). Aliases aren't looked at.
        """

        def look(brief: Mapping[str, Any]) -> str:
            try:
                return find(text, tuple(brief["players"]), {})
            except Refusal:
                return ""

        return tuple(self._namesakes(look))

    def awaiting(self, who: str) -> Iterator[str]:
        """The names of these games that wait for a player of just that name; nobody is awaited in
        a pause.
        """
        name = casefolded(who)

        def look(brief: Mapping[str, Any]) -> str:
            return next((one for one in brief["waiting"] if casefolded(one) == name), "")

        return (one.game for one in self._namesakes(look) if not one.paused)

    @cached_property
    def _known(self) -> list[tuple[int, Snapshot | None]]:
        """The heads that were looked at so far."""
        return []

    @cached_property
    def _others(self) -> Iterator[tuple[int, Snapshot | None]]:
        return self.transaction.running_looks() if self.transaction else iter(())

    def _snapshots(self) -> Iterator[tuple[int, Snapshot | None]]:
        """All heads; there may be many, and the first may be all that is asked for."""
        for place in count():
            if place == len(self._known):
                self._known.extend(islice(self._others, 1))
            if place == len(self._known):
                return
            yield self._known[place]

    def _namesakes(self, look: FindName) -> Iterator[Namesake]:
        for game_id, kept in self._snapshots():
            if (
                game_id == self.here
                or self.transaction is None
                or (kept and not _seen(look, kept.brief))
            ):
                continue
            record, snapshot = self.transaction.game(game_id), kept
            if record and snapshot is None:
                snapshot = self.state_of(self.transaction, record, None)
            who = _seen(look, snapshot.brief) if snapshot else ""
            if record and snapshot and who and not snapshot.ended:
                yield Namesake(who, record.header.name, snapshot.paused)


def _seen(look: FindName, brief: Mapping[str, Any]) -> str:
    try:
        return look(brief)
    except (LookupError, TypeError, AttributeError):  # gmtool didn't write it so
        return ""
