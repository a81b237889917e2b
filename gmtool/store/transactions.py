"""What can be read and written within one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from msgspec.structs import asdict

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.text import casefolded
from gmtool.store import rows
from gmtool.store.connections import Statements
from gmtool.store.problems import Garbled, NameTaken, StoreProblem
from gmtool.store.records import Attempt, Draft, GameRecord, Mark, Sent, Snapshot, StoredEntry
from gmtool.store.rows import columns, insertion, moment, written
from gmtool.store.sealing import Seals, players_of

P = ParamSpec("P")
T = TypeVar("T")
_CURRENT = "current game"
_MOST_DIGITS = 19
"""The most digits of a number that a database can hold."""
_GARBLED = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What reading a row may come to that gmtool didn't write."""


def _as_written(read: Callable[P, T]) -> Callable[P, T]:
    """Make `read` raise Garbled where it can't understand a row."""

    @wraps(read)
    def reading(*args: P.args, **named: P.kwargs) -> T:
        try:
            return read(*args, **named)
        except UnicodeEncodeError:  # in the question, not in a row
            raise
        except _GARBLED as error:
            raise Garbled(str(error)) from error

    return reading


class ReadTransaction:
    """The database at one moment, whatever others write meanwhile. `remade` are heads that a
    command made anew by replay, to be kept when it is done.
    """

    def __init__(self, statements: Statements, seals: Seals | None = None) -> None:
        self._statements = statements
        self._seals = seals or Seals()
        self.remade: dict[int, Snapshot] = {}

    @_as_written
    def games(self) -> tuple[GameRecord, ...]:
        """All games, in the order in which they were made."""
        return tuple(map(rows.game, self._all("game", "ORDER BY game.id")))

    def game_ids(self) -> tuple[int, ...]:
        """The ids of all games, including those that can't be read."""
        return self._numbers("SELECT id FROM game")

    @_as_written
    def game(self, game_id: int) -> GameRecord | None:
        found = self._first("game", "WHERE game.id = :game", game=game_id)
        return rows.game(found) if found else None

    @_as_written
    def find_game(self, name: str) -> GameRecord | None:
        """The game of that name, however its letters and blanks are typed; None where there is
        none.
        """
        found = self._first("game", "WHERE game.name_key = :key", key=casefolded(name))
        return rows.game(found) if found else None

    def current(self) -> int | None:
        """The id of the game chosen with `use`; None where none is, or it isn't a number."""
        found = self._statements.rows("SELECT value FROM choice WHERE key = :key", key=_CURRENT)
        chosen = str(found[0][0]) if found else ""
        return int(chosen) if chosen.isdecimal() and len(chosen) < _MOST_DIGITS else None

    def entries(self, game_id: int, after: int = 0) -> tuple[Entry, ...]:
        """A game's journal from the entry that follows number `after`."""
        return tuple(kept.entry for kept in self.kept(game_id, after))

    @_as_written
    def kept(self, game_id: int, after: int = 0) -> tuple[StoredEntry, ...]:
        """A game's entries after number `after`, each with the desk that recorded it."""
        which = "WHERE game_id = :game AND number > :after ORDER BY number"
        return tuple(map(rows.kept, self._all("entry", which, game=game_id, after=after)))

    def hash_of(self, game_id: int, number: int) -> str:
        """The hash of an entry in the chain of its game; empty where there is none."""
        found = self._statements.rows(
            "SELECT hash FROM entry WHERE game_id = :game AND number = :number",
            game=game_id,
            number=number,
        )
        return found[0][0] if found else ""

    def hashes(self, game_id: int) -> tuple[str, ...]:
        """The hashes of all entries of a game, in order."""
        asked = "SELECT hash FROM entry WHERE game_id = :game ORDER BY number"
        return tuple(found for (found,) in self._statements.rows(asked, game=game_id))

    @_as_written
    def kept_since(self, game_id: int, recorded_since: Instant) -> tuple[StoredEntry, ...]:
        """The entries recorded at that instant or later, by number."""
        which = "WHERE game_id = :game AND recorded_at >= :since"
        found = self._all("entry", which, game=game_id, since=moment(recorded_since))
        return tuple(sorted(map(rows.kept, found), key=lambda kept: kept.entry.number))

    def last_number(self, game_id: int) -> int:
        """The number of a game's last entry; 0 where it has none."""
        return self._last("SELECT max(number) FROM entry WHERE game_id = :game", game_id)

    @_as_written
    def mark(self, game_id: int) -> Mark:
        """How far a game has come."""
        last = "(SELECT max(id) FROM {} WHERE game_id = :game)"
        asked = ", ".join(map(last.format, ("entry", "message", "sent")))
        (found,) = self._statements.rows(f"SELECT {asked}", game=game_id)
        return Mark(*(rows.number(one or 0) for one in found))

    @_as_written
    def _last(self, asked: str, game_id: int) -> int:
        ((last,),) = self._statements.rows(asked, game=game_id)
        return rows.number(last or 0)

    @_as_written
    def attempts(self, game_id: int) -> tuple[Attempt, ...]:
        """A game's refused moves, in the order in which they were typed."""
        found = self._all("attempt", "WHERE game_id = :game ORDER BY id", game=game_id)
        return tuple(map(rows.attempt, found))

    def how_many_wait(self, game_id: int) -> int:
        """The number of a game's unsent messages."""
        return self._last("SELECT count(*) FROM waiting WHERE game_id = :game", game_id)

    def how_many_wait_in_each(self) -> dict[int, int]:
        """The number of unsent messages of each game that has any, by the game's id."""
        many = "SELECT game_id, count(*) FROM waiting GROUP BY game_id ORDER BY game_id"
        return {game_id: number for game_id, number in self._statements.rows(many)}  # noqa: C416 -- rows, not pairs

    @_as_written
    def waiting(self, game_id: int, *, passing: bool = False) -> tuple[Draft, ...]:
        """A game's unsent messages by number; with `passing` only those that are passing."""
        only = "AND waiting.passing = :passing" if passing else ""
        # Sorted by this column: by that of `message` SQLite goes through all there ever were.
        found = self._all(
            "message",
            "JOIN waiting ON waiting.game_id = message.game_id "
            "AND waiting.number = message.number AND waiting.revision = message.revision "
            f"WHERE waiting.game_id = :game {only} ORDER BY waiting.number",
            game=game_id,
            **({"passing": True} if passing else {}),
        )
        return tuple(map(rows.draft, found))

    @_as_written
    def drafts(self, game_id: int, since_entry: int = 0) -> tuple[Draft, ...]:
        """The last revision of each message that arose at that entry or later, by number."""
        which = "WHERE game_id = :game AND entry >= :since ORDER BY number, revision"
        found = map(rows.draft, self._all("message", which, game=game_id, since=since_entry))
        return tuple({one.number: one for one in found}.values())

    @_as_written
    def draft(self, game_id: int, number: int) -> Draft | None:
        """The last revision of a message; None where there is no such message."""
        which = "WHERE game_id = :game AND number = :number ORDER BY revision DESC LIMIT 1"
        found = self._first("message", which, game=game_id, number=number)
        return rows.draft(found) if found else None

    @_as_written
    def revisions(self, game_id: int, number: int) -> tuple[Draft, ...]:
        """All revisions of a message, in order."""
        which = "WHERE game_id = :game AND number = :number ORDER BY revision"
        return tuple(map(rows.draft, self._all("message", which, game=game_id, number=number)))

    def last_message(self, game_id: int) -> int:
        """The number of a game's last message; 0 where it has none."""
        return self._last("SELECT max(number) FROM message WHERE game_id = :game", game_id)

    @_as_written
    def sent(self, game_id: int, number: int) -> Sent | None:
        """The record that a message was sent; None where it wasn't, or was revoked."""
        which = "WHERE game_id = :game AND number = :number ORDER BY id DESC LIMIT 1"
        found = self._first("sent", which, game=game_id, number=number)
        last = rows.sent(found) if found else None
        return last if last and not last.revoked else None

    @_as_written
    def first_post(self, game_id: int, occasion: str) -> Sent | None:
        """How the first post about an occasion that went out was sent; None where none has."""
        found = self._all(
            "message",
            "JOIN sent ON sent.game_id = message.game_id AND sent.number = message.number "
            "AND sent.revision = message.revision WHERE message.game_id = :game "
            "AND message.recipient = '' AND CAST(message.blocks AS TEXT) LIKE :about "
            "ORDER BY message.number, sent.id",
            game=game_id,
            about=f'%"occasion": "{occasion}"%',
        )
        for one in map(rows.draft, found):
            sent = self.sent(game_id, one.number)
            # A correction names the occasions of what it corrects.
            if sent and any(block.occasion == occasion for block in one.blocks):
                return sent
        return None

    @_as_written
    def all_sent(self, game_id: int) -> dict[int, Sent]:
        """What was sent and not revoked, by the message's number."""
        found = self._all("sent", "WHERE game_id = :game ORDER BY number, id", game=game_id)
        last = {one.number: one for one in map(rows.sent, found)}
        return {number: sent for number, sent in last.items() if not sent.revoked}

    def snapshot(self, game_id: int) -> Snapshot | None:
        """A game's head; None where there is none that this user's gmtool sealed. What one of them
        seems to have sealed and didn't is told.
        """
        found, seal = self._head(game_id)
        if found and self._seals.is_of(game_id, found, seal):
            last = self.hash_of(game_id, found.entry)
            if self._seals.is_of_players(game_id, found.entry, players_of(found), seal, last):
                return found
        if self.has_snapshot(game_id) and self._seals.is_wrong(seal):
            self._seals.tell(self._called(game_id))
        return None

    def stored_snapshot(self, game_id: int) -> Snapshot | None:
        """A game's head, whoever sealed it, to compare it with others: nobody may believe it. None
        where it can't be read, and where something else than gmtool changed it.
        """
        found, seal = self._head(game_id)
        is_sound = found and self._seals.is_of(game_id, found, seal)
        return found if is_sound or not self._seals.is_wrong(seal) else None

    def _head(self, game_id: int) -> tuple[Snapshot | None, str]:
        """A game's head and its seal. It is a cache, never the truth: whatever can't be read in it
        is as good as gone.
        """
        seal = ""
        with suppress(*_GARBLED, Garbled):
            found = self._first("head", "WHERE game_id = :game", game=game_id)
            if found:
                seal = rows.text(found[-1])
                return rows.snapshot(found), seal
        return None, seal

    def _called(self, game_id: int) -> str:
        with suppress(Garbled):
            record = self.game(game_id)
            return record.header.name if record else ""
        return f"game {game_id}"

    def has_snapshot(self, game_id: int) -> bool:
        """Whether there is a head of the game, valid or not."""
        asked = "SELECT count(*) FROM head WHERE game_id = :game"
        return self._last(asked, game_id) > 0

    def running_games(self) -> tuple[int, ...]:
        """The ids of the games that go on, as far as that is known: also of those that something
        else than this user's gmtool said to have ended, and of those without a head.
        """
        without = (
            "SELECT game.id FROM game LEFT JOIN head ON head.game_id = game.id "
            "WHERE head.game_id IS NULL"
        )
        return (*self._running(), *self._said_to_have_ended(), *self._numbers(without))

    def running_players(self) -> Iterator[tuple[int, tuple[str, ...] | None]]:
        """The ids of those games but for the last, each with who plays there, taken apart when it
        is asked for; None where nobody can believe what the head says of that.
        """
        asked = "SELECT game_id, entry, players, seal FROM head WHERE ended = :ended"
        try:
            found = sorted(self._statements.rows(asked, ended=False), key=lambda row: row[0])
        except Garbled:  # one that can't be read must not hide the others
            yield from dict.fromkeys(self._running()).items()
        else:
            yield from ((row[0], self._players(*row)) for row in found)
        yield from dict.fromkeys(self._said_to_have_ended()).items()

    def _players(self, game_id: int, *told: Any) -> tuple[str, ...] | None:
        with suppress(*_GARBLED):
            entry, players, seal = rows.players(told)
            last = self.hash_of(game_id, entry)
            if self._seals.is_of_players(game_id, entry, players, seal, last):
                return players
        return None

    def _running(self) -> tuple[int, ...]:
        return self._numbers("SELECT game_id FROM head WHERE ended = :ended", ended=False)

    def _said_to_have_ended(self) -> list[int]:
        """The ids of the games of which something else than this user's gmtool said that they have
        ended, and of those that went on since.
        """
        asked = (
            "SELECT head.game_id, head.entry, head.seal, last.hash, later.number FROM head "
            "LEFT JOIN entry AS last ON last.game_id = head.game_id "
            "AND last.number = head.entry "
            "LEFT JOIN entry AS later ON later.game_id = head.game_id "
            "AND later.number = head.entry + 1 WHERE head.ended = :ended"
        )
        try:
            ended = list(self._statements.rows(asked, ended=True))
        except Garbled:
            return list(self._numbers("SELECT game_id FROM head WHERE ended = :ended", ended=True))
        return sorted(game_id for game_id, *said in ended if not self._has_ended(game_id, *said))

    def _has_ended(
        self, game_id: int, entry: Any, seal: Any, last: str | None, later: int | None
    ) -> bool:
        is_so = self._seals.is_of_players(game_id, entry, None, str(seal), last or "")
        return later is None and is_so

    def _numbers(self, asked: str, **given: Any) -> tuple[int, ...]:
        # Sorted here: SQLite would build a tree of its own for it.
        return tuple(sorted(number for (number,) in self._statements.rows(asked, **given)))

    def _all(self, table: str, which: str, **given: Any) -> Sequence[Sequence[Any]]:
        """The rows of a table that those words choose."""
        asked = f"SELECT {columns(table)} FROM {table} {which}"  # noqa: S608 -- our own words
        return self._statements.rows(asked, **given)

    def _first(self, table: str, which: str, **given: Any) -> Sequence[Any] | None:
        return next(iter(self._all(table, which, **given)), None)


class WriteTransaction(ReadTransaction):
    """The only writer while it is open: all that it does is committed, or nothing. `last_added` is
    the id of the game that was begun in it.
    """

    last_added: int = 0

    def add_game(self, header: Header, created_at: Instant) -> GameRecord:
        """Begin a game; raises NameTaken where there is one of that name."""
        if self.find_game(header.name):
            raise NameTaken(header.name)
        self._add("game", rows.of_game(header, created_at))
        made = self.find_game(header.name)
        if made is None:
            raise Garbled("a game that was added isn't found: an index is damaged")
        self.last_added = made.id
        return made

    def append(
        self,
        game_id: int,
        entries: Iterable[Entry],
        desk: str,
        hashes: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        """Add entries to a game's journal, with the `hashes` of its chain by number; raises
        ValueError unless they continue its numbers.
        """
        new = tuple(entries)
        for expected, entry in enumerate(new, self.last_number(game_id) + 1):
            if entry.number != expected:
                raise ValueError(
                    f"entry {entry.number} of game {game_id} stands where {expected} should"
                )
        values = (rows.of_entry(game_id, one, desk, hashes.get(one.number, "")) for one in new)
        self._add("entry", *values)

    def put_snapshot(self, game_id: int, snapshot: Snapshot) -> None:
        """Store a game's head, sealed; raises ValueError where it is ahead of the journal."""
        last = self.last_number(game_id)
        if snapshot.entry > last:
            raise ValueError(
                f"the head of game {game_id} is at entry {snapshot.entry}, its journal at {last}"
            )
        hash_ = self.hash_of(game_id, snapshot.entry)
        self._put_snapshot(game_id, snapshot, self._seals.seal(game_id, snapshot, hash_))

    def store_snapshot(self, game_id: int, snapshot: Snapshot) -> None:
        """Store a head that was made anew, if it is that of the last entry and can be sealed. Where
        another user's gmtool made the very same, that one's seal stays beside this one's.
        """
        there, theirs = self._head(game_id)
        hash_ = self.hash_of(game_id, snapshot.entry)
        seal = self._seals.seal(game_id, snapshot, hash_, theirs if there == snapshot else "")
        if seal and snapshot.entry == self.last_number(game_id):
            self._put_snapshot(game_id, snapshot, seal)

    def _put_snapshot(self, game_id: int, snapshot: Snapshot, seal: str) -> None:
        if seal:
            self._add("head", rows.of_snapshot(game_id, snapshot, seal), over=("game_id",))
        else:
            self.drop_snapshot(game_id)  # nobody would believe it

    def drop_snapshot(self, game_id: int) -> None:
        """Forget a game's head; the next command replays its journal."""
        self._run("DELETE FROM head WHERE game_id = :game", {"game": game_id})

    def add_attempt(self, game_id: int, attempt: Attempt) -> None:
        self._add("attempt", {**asdict(attempt), "game_id": game_id})

    def put_draft(self, game_id: int, draft: Draft) -> None:
        """Store a draft. It waits to be sent, or no longer if it is withdrawn.

        Raises ValueError unless it is the game's next message, or the next revision of an unsent
        one to the same reader and from the same entry.
        """
        if draft.revision != 1 or draft.number != self.last_message(game_id) + 1:
            self._see_that_it_follows(game_id, draft)
        self._add("message", rows.of_draft(game_id, draft))
        self._queue(game_id, draft, waits=bool(draft.parts))

    def add_sent(self, game_id: int, sent: Sent) -> None:
        """Store that a message was sent, or, where it is revoked, that it waits again. Raises
        LookupError where there is no such message or revision.
        """
        draft = self.draft(game_id, sent.number)
        if draft is None or not 1 <= sent.revision <= draft.revision:
            raise LookupError(
                f"there is no revision {sent.revision} of message {sent.number} of game {game_id}"
            )
        self._add("sent", {**asdict(sent), "game_id": game_id})
        self._queue(game_id, draft, waits=sent.revoked and bool(draft.parts))

    def _see_that_it_follows(self, game_id: int, draft: Draft) -> None:
        message = f"message {draft.number} of game {game_id}"
        old = self.draft(game_id, draft.number)
        number = draft.number if old else self.last_message(game_id) + 1
        if draft.number != number:
            raise ValueError(f"{message} stands where {number} should")
        revision = old.revision + 1 if old else 1
        if draft.revision != revision:
            raise ValueError(
                f"revision {draft.revision} of {message} stands where {revision} should"
            )
        if old and (old.to, old.entry) != (draft.to, draft.entry):
            raise ValueError(f"{message} was to another reader or from another entry")
        if old and self.sent(game_id, draft.number):
            raise ValueError(f"{message} went out and can't be drafted anew")

    def _queue(self, game_id: int, draft: Draft, *, waits: bool) -> None:
        key = {"game_id": game_id, "number": draft.number}
        if waits:
            last = {"revision": draft.revision, "passing": draft.passing}
            self._add("waiting", {**key, **last}, over=tuple(key))
        else:
            self._run("DELETE FROM waiting WHERE game_id = :game_id AND number = :number", key)

    def use(self, game_id: int) -> None:
        """Make a game the current one; raises LookupError where there is no such game."""
        if not self.game(game_id):
            raise LookupError(f"there is no game {game_id}")
        self._add("choice", {"key": _CURRENT, "value": str(game_id)}, over=("key",))

    def _add(self, table: str, *values: Mapping[str, Any], over: tuple[str, ...] = ()) -> None:
        """Add rows of these values, in place of those of the same keys `over`, if any are named."""
        self._run(insertion(table, *over), *map(written, values))

    def _run(self, statement: str, *given: Mapping[str, Any]) -> None:
        try:
            self._statements.run(statement, *given)
        except UnicodeEncodeError as error:
            raise StoreProblem(
                f"The text “{_shown(error)}” has half a character in it, which can't be kept; "
                "nothing was recorded. Paste it again, or save the file as UTF-8."
            ) from error


def _shown(error: UnicodeEncodeError) -> str:
    start = max(0, error.start - 20)
    return error.object[start : error.end].encode("ascii", "backslashreplace").decode()
