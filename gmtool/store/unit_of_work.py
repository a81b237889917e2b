"""Plans what a command would write, on one look at the database, so that nobody has to wait while
the command judges and renders. Then the plan is put in at once, if what it looked at is unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.store.connections import Statements
from gmtool.store.problems import NameTaken
from gmtool.store.records import Attempt, Draft, GameRecord, Mark, Sent, Snapshot
from gmtool.store.sealing import Seals
from gmtool.store.transactions import ReadTransaction, WriteTransaction

_NEW = 0
"""The id of the game that isn't there yet; a command makes one at most."""

Change = Callable[[WriteTransaction, int], None]
"""A change to write. It is called with the id of the new game, for changes that concern it."""


class UnitOfWork(WriteTransaction):
    """A transaction that reads as if the planned changes were there already, and writes nothing."""

    def __init__(self, statements: Statements, seals: Seals | None = None) -> None:
        super().__init__(statements, seals)
        self.changes: list[Change] = []
        self._drafts: dict[tuple[int, int], list[Draft]] = {}
        self._went: dict[tuple[int, int], Sent] = {}
        self._marks: dict[int, Mark] = {}
        self._names: list[str] = []

    def put_in(self, transaction: WriteTransaction) -> None:
        """Write all planned changes in that transaction; raises what its methods raise."""
        for change in self.changes:
            change(transaction, transaction.last_added)

    def is_so_in(self, transaction: ReadTransaction) -> bool:
        """Whether the games it looked at are unchanged, and the names of new games are free."""
        if any(map(transaction.find_game, self._names)):
            return False
        return all(transaction.mark(game) == mark for game, mark in self._marks.items())

    # What is written

    def add_game(self, header: Header, created_at: Instant) -> GameRecord:
        if self.find_game(header.name):
            raise NameTaken(header.name)
        self._names.append(header.name)

        def add(transaction: WriteTransaction, _: int) -> None:
            transaction.add_game(header, created_at)

        self.changes.append(add)
        return GameRecord(_NEW, header, created_at)

    def append(
        self,
        game_id: int,
        entries: Iterable[Entry],
        desk: str,
        hashes: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        new = tuple(entries)
        self._change(game_id, lambda transaction, game: transaction.append(game, new, desk, hashes))

    def put_snapshot(self, game_id: int, snapshot: Snapshot) -> None:
        self._change(game_id, lambda transaction, game: transaction.put_snapshot(game, snapshot))

    def drop_snapshot(self, game_id: int) -> None:
        self._change(game_id, lambda transaction, game: transaction.drop_snapshot(game))

    def add_attempt(self, game_id: int, attempt: Attempt) -> None:
        self._change(game_id, lambda transaction, game: transaction.add_attempt(game, attempt))

    def put_draft(self, game_id: int, draft: Draft) -> None:
        self._drafts.setdefault((game_id, draft.number), []).append(draft)
        self._change(game_id, lambda transaction, game: transaction.put_draft(game, draft))

    def add_sent(self, game_id: int, sent: Sent) -> None:
        self._went[game_id, sent.number] = sent
        self._change(game_id, lambda transaction, game: transaction.add_sent(game, sent))

    def use(self, game_id: int) -> None:
        self._change(game_id, lambda transaction, game: transaction.use(game))

    def _change(self, game_id: int, change: Change) -> None:
        self.look_at(game_id)
        is_new = game_id == _NEW
        self.changes.append(
            lambda transaction, new: change(transaction, new if is_new else game_id)
        )

    def look_at(self, game_id: int) -> None:
        """Note how far a game has come before anything is planned for it."""
        if game_id != _NEW and game_id not in self._marks:
            self._marks[game_id] = self.mark(game_id)

    # What is read, with that

    def last_number(self, game_id: int) -> int:
        self.look_at(game_id)
        return super().last_number(game_id)

    def draft(self, game_id: int, number: int) -> Draft | None:
        new = self._drafts.get((game_id, number))
        return new[-1] if new else super().draft(game_id, number)

    def drafts(self, game_id: int, since_entry: int = 0) -> tuple[Draft, ...]:
        new = {number: one for number, one in self._of(game_id) if one.entry >= since_entry}
        there = {one.number: one for one in super().drafts(game_id, since_entry)} | new
        return tuple(there[number] for number in sorted(there))

    def revisions(self, game_id: int, number: int) -> tuple[Draft, ...]:
        new = self._drafts.get((game_id, number), ())
        return (*super().revisions(game_id, number), *new)

    def last_message(self, game_id: int) -> int:
        new = (number for number, _ in self._of(game_id))
        return max(super().last_message(game_id), *new, 0)

    def sent(self, game_id: int, number: int) -> Sent | None:
        new = self._went.get((game_id, number))
        if new is None:
            return super().sent(game_id, number)
        return None if new.revoked else new

    def all_sent(self, game_id: int) -> dict[int, Sent]:
        new = {number: sent for (game, number), sent in self._went.items() if game == game_id}
        there = {**super().all_sent(game_id), **new}
        return {number: there[number] for number in sorted(there) if not there[number].revoked}

    def waiting(self, game_id: int, *, passing: bool = False) -> tuple[Draft, ...]:
        there = {one.number: one for one in super().waiting(game_id, passing=passing)}
        touched = {*dict(self._of(game_id)), *(n for game, n in self._went if game == game_id)}
        for number in touched:
            there.pop(number, None)
            one = self.draft(game_id, number)
            if one and one.parts and not self.sent(game_id, number):
                there[number] = one
        found = (there[number] for number in sorted(there))
        return tuple(one for one in found if one.passing or not passing)

    def how_many_wait(self, game_id: int) -> int:
        return len(self.waiting(game_id))

    def _of(self, game_id: int) -> Iterator[tuple[int, Draft]]:
        """The messages of a game that were drafted here, each in its last revision."""
        for (game, number), new in self._drafts.items():
            if game == game_id:
                yield number, new[-1]
