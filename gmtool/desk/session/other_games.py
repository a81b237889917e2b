"""The other running games of the database: who plays there, and who is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec import Struct

from gmtool.desk.session.position import Position
from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal
from gmtool.engine.text import casefolded
from gmtool.store import GameRecord, ReadTransaction

FindName = Callable[[tuple[str, ...]], str]
"""Finds a name among those of players; empty where it isn't there."""
Look = Callable[[ReadTransaction, GameRecord], Position | None]
"""Finds the position of a game; None for one that can't be loaded here."""


class OtherGames(Struct, frozen=True, dict=True):
    """The running games other than that of the id `here`, each as it was when it was looked at
    first; none where there is no database to look in.
    """

    transaction: ReadTransaction | None = None
    here: int = 0
    look: Look = lambda _transaction, _record: None

    def playing(self, text: str) -> Iterator[tuple[str, str]]:
        """The players whom `text` means in these games, each with the game's name: by a whole name,
        or by the beginning of just one (ALL-4). Aliases aren't looked at.
        """

        def find_name(players: tuple[str, ...]) -> str:
            try:
                return find(text, players, {})
            except Refusal:
                return ""

        return ((who, one.name) for who, one in self._with_player(find_name))

    def awaiting(self, who: str) -> Iterator[str]:
        """The names of these games that wait for a player of just that name; nobody is awaited in
        a pause.
        """
        name = casefolded(who)

        def find_name(players: tuple[str, ...]) -> str:
            return next((one for one in players if casefolded(one) == name), "")

        for own, one in self._with_player(find_name):
            if not one.table.paused and any(turn.who == own for turn in one.awaited):
                yield one.name

    def _with_player(self, find_name: FindName) -> Iterator[tuple[str, Position]]:
        """Those in which a name is found, which it is before they are loaded."""
        for game_id, players in self._all():
            if game_id == self.here or not (players is None or find_name(players)):
                continue
            position = self._position(game_id)
            who = find_name(position.table.players) if position else ""
            if position and who and not position.ended:
                yield who, position

    def _all(self) -> Iterator[tuple[int, tuple[str, ...] | None]]:
        """All with their players; there may be many, and the first may be all that is asked for."""
        yield from self._known
        for one in self._unknown:
            self._known.append(one)
            yield one

    @cached_property
    def _known(self) -> list[tuple[int, tuple[str, ...] | None]]:
        return []

    @cached_property
    def _unknown(self) -> Iterator[tuple[int, tuple[str, ...] | None]]:
        return self.transaction.running_players() if self.transaction else iter(())

    def _position(self, game_id: int) -> Position | None:
        if self.transaction and game_id not in self._positions:
            record = self.transaction.game(game_id)
            self._positions[game_id] = self.look(self.transaction, record) if record else None
        return self._positions.get(game_id)

    @cached_property
    def _positions(self) -> dict[int, Position | None]:
        return {}
