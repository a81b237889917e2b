"""What can be read and written within one transaction."""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import String
from sqlmodel import Session, cast, col, delete, func, select
from sqlmodel.sql.expression import SelectOfScalar

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.wording import casefolded
from gmtool.store.problems import Garbled, NameTaken, StoreProblem
from gmtool.store.records import ENDED, Attempt, Draft, GameRecord, Head, Kept, Mark, Sent
from gmtool.store.tables import (
    AttemptRow,
    ChoiceRow,
    EntryRow,
    GameRow,
    HeadRow,
    MessageRow,
    SentRow,
    WaitingRow,
)

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


class ReadingRoom:
    """The database at one moment, whatever others write meanwhile."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @_as_written
    def games(self) -> tuple[GameRecord, ...]:
        """All games, in the order in which they were made."""
        rows = self._session.exec(select(GameRow).order_by(col(GameRow.id)))
        return tuple(row.checked().record() for row in rows)

    def game_ids(self) -> tuple[int, ...]:
        """The ids of all games, including those that can't be read."""
        numbers = self._session.exec(select(GameRow.id).order_by(col(GameRow.id)))
        return tuple(number for number in numbers if number is not None)

    @_as_written
    def game(self, game_id: int) -> GameRecord | None:
        row = self._session.get(GameRow, game_id)
        return row.checked().record() if row else None

    @_as_written
    def find_game(self, name: str) -> GameRecord | None:
        """The game of that name, however its letters and blanks are typed; None where there is
        none.
        """
        row = self._session.exec(
            select(GameRow).where(GameRow.name_key == casefolded(name))
        ).first()
        row = row or self._set_up_before(name)
        return row.checked().record() if row else None

    def _set_up_before(self, name: str) -> GameRow | None:
        """A game of that name whose key was made when unseen characters were still part of it."""
        rows = self._session.exec(select(GameRow).order_by(col(GameRow.id)))
        return next((row for row in rows if casefolded(row.name) == casefolded(name)), None)

    def current(self) -> int | None:
        """The id of the game chosen with `use`; None where none is, or it isn't a number."""
        row = self._session.get(ChoiceRow, _CURRENT)
        chosen = str(row.value) if row else ""
        return int(chosen) if chosen.isdecimal() and len(chosen) < _MOST_DIGITS else None

    def entries(self, game_id: int, after: int = 0) -> tuple[Entry, ...]:
        """A game's journal from the entry that follows number `after`."""
        return tuple(kept.entry for kept in self.kept(game_id, after))

    @_as_written
    def kept(self, game_id: int, after: int = 0) -> tuple[Kept, ...]:
        """A game's entries after number `after`, each with the desk that recorded it."""
        rows = self._session.exec(
            select(EntryRow)
            .where(EntryRow.game_id == game_id, EntryRow.number > after)
            .order_by(col(EntryRow.number))
        )
        return tuple(row.checked().kept() for row in rows)

    def hash_of(self, game_id: int, number: int) -> str:
        """The hash of an entry in the chain of its game; empty where there is none."""
        of_entry = select(EntryRow.hash).where(
            EntryRow.game_id == game_id, EntryRow.number == number
        )
        return self._session.exec(of_entry).first() or ""

    def hashes(self, game_id: int) -> tuple[str, ...]:
        """The hashes of all entries of a game, in order."""
        of_game = select(EntryRow.hash).where(EntryRow.game_id == game_id)
        return tuple(self._session.exec(of_game.order_by(col(EntryRow.number))))

    @_as_written
    def kept_since(self, game_id: int, recorded_since: Instant) -> tuple[Kept, ...]:
        """The entries recorded at that instant or later, by number."""
        rows = self._session.exec(
            select(EntryRow).where(
                EntryRow.game_id == game_id, EntryRow.recorded_at >= recorded_since.moment
            )
        )
        return tuple(
            sorted((row.checked().kept() for row in rows), key=lambda kept: kept.entry.number)
        )

    def last_number(self, game_id: int) -> int:
        """The number of a game's last entry; 0 where it has none."""
        return self._last(select(func.max(EntryRow.number)).where(EntryRow.game_id == game_id))

    def mark(self, game_id: int) -> Mark:
        """How far a game has come."""
        tables = (EntryRow, MessageRow, SentRow)
        of_game = (select(func.max(row.id)).where(row.game_id == game_id) for row in tables)
        return Mark(*(self._last(last) for last in of_game))

    @_as_written
    def _last(self, number: SelectOfScalar[Any]) -> int:
        last = self._session.exec(number).one() or 0
        if not isinstance(last, int):
            raise TypeError(f"{type(last).__name__} stands where a number should")
        return last

    @_as_written
    def attempts(self, game_id: int) -> tuple[Attempt, ...]:
        """A game's refused moves, in the order in which they were typed."""
        rows = self._session.exec(
            select(AttemptRow).where(AttemptRow.game_id == game_id).order_by(col(AttemptRow.id))
        )
        return tuple(row.checked().attempt() for row in rows)

    def how_many_wait(self, game_id: int) -> int:
        """The number of a game's unsent messages."""
        many = select(func.count()).where(WaitingRow.game_id == game_id)
        return self._session.exec(many).one()

    def how_many_wait_in_each(self) -> dict[int, int]:
        """The number of unsent messages of each game that has any, by the game's id."""
        many = select(WaitingRow.game_id, func.count()).group_by(col(WaitingRow.game_id))
        return dict(self._session.exec(many).all())

    @_as_written
    def waiting(self, game_id: int, *, passing: bool = False) -> tuple[Draft, ...]:
        """A game's unsent messages by number; with `passing` only those that are passing."""
        waits = (
            (col(WaitingRow.game_id) == MessageRow.game_id)
            & (col(WaitingRow.number) == MessageRow.number)
            & (col(WaitingRow.revision) == MessageRow.revision)
        )
        wanted = select(MessageRow).join(WaitingRow, waits).where(WaitingRow.game_id == game_id)
        if passing:
            wanted = wanted.where(col(WaitingRow.passing).is_(True))
        # Sorted by this column: by MessageRow's SQLite goes through every message there ever was.
        rows = self._session.exec(wanted.order_by(col(WaitingRow.number)))
        return tuple(row.checked().draft() for row in rows)

    @_as_written
    def drafts(self, game_id: int, since_entry: int = 0) -> tuple[Draft, ...]:
        """The last revision of each message that arose at that entry or later, by number."""
        rows = self._session.exec(
            select(MessageRow)
            .where(MessageRow.game_id == game_id, MessageRow.entry >= since_entry)
            .order_by(col(MessageRow.number), col(MessageRow.revision))
        )
        last = {row.number: row for row in rows}
        return tuple(row.checked().draft() for row in last.values())

    @_as_written
    def draft(self, game_id: int, number: int) -> Draft | None:
        """The last revision of a message; None where there is no such message."""
        row = self._session.exec(
            select(MessageRow)
            .where(MessageRow.game_id == game_id, MessageRow.number == number)
            .order_by(col(MessageRow.revision).desc())
        ).first()
        return row.checked().draft() if row else None

    @_as_written
    def revisions(self, game_id: int, number: int) -> tuple[Draft, ...]:
        """All revisions of a message, in order."""
        rows = self._session.exec(
            select(MessageRow)
            .where(MessageRow.game_id == game_id, MessageRow.number == number)
            .order_by(col(MessageRow.revision))
        )
        return tuple(row.checked().draft() for row in rows)

    def last_message(self, game_id: int) -> int:
        """The number of a game's last message; 0 where it has none."""
        return self._last(select(func.max(MessageRow.number)).where(MessageRow.game_id == game_id))

    @_as_written
    def sent(self, game_id: int, number: int) -> Sent | None:
        """The record that a message was sent; None where it wasn't, or was revoked."""
        row = self._session.exec(
            select(SentRow)
            .where(SentRow.game_id == game_id, SentRow.number == number)
            .order_by(col(SentRow.id).desc())
        ).first()
        return row.checked().sent() if row and not row.revoked else None

    @_as_written
    def first_post(self, game_id: int, occasion: str) -> Sent | None:
        """How the first post about an occasion that went out was sent; None where none has."""
        about = cast(col(MessageRow.blocks), String).contains(f'"occasion": "{occasion}"')
        went_out = (
            (col(SentRow.game_id) == MessageRow.game_id)
            & (col(SentRow.number) == MessageRow.number)
            & (col(SentRow.revision) == MessageRow.revision)
        )
        rows = (
            select(MessageRow)
            .join(SentRow, went_out)
            .where(MessageRow.game_id == game_id, MessageRow.recipient == "", about)
            .order_by(col(MessageRow.number))
        )
        for row in self._session.exec(rows):
            one = row.checked().draft()
            sent = self.sent(game_id, one.number)
            # A correction names the occasions of what it corrects.
            if sent and any(block.occasion == occasion for block in one.blocks):
                return sent
        return None

    @_as_written
    def all_sent(self, game_id: int) -> dict[int, Sent]:
        """What was sent and not revoked, by the message's number."""
        rows = self._session.exec(
            select(SentRow)
            .where(SentRow.game_id == game_id)
            .order_by(col(SentRow.number), col(SentRow.id))
        )
        last = {row.number: row.checked().sent() for row in rows}
        return {number: sent for number, sent in last.items() if not sent.revoked}

    def head(self, game_id: int) -> Head | None:
        """A game's head; None where there is none, or where it isn't as it was written."""
        return self._heads(HeadRow.game_id == game_id).get(game_id)

    def has_head(self, game_id: int) -> bool:
        """Whether there is a head of the game, valid or not."""
        return bool(self._heads(HeadRow.game_id == game_id))

    def heads(self) -> dict[int, Head | None]:
        """The heads of all games that have one, by id; None in place of one that isn't valid."""
        return self._heads()

    def running_heads(self) -> dict[int, Head | None]:
        """The heads of games that go on, and of those that another program than gmtool marked as
        ended. Of all others only an index is read.
        """
        said_to = (col(HeadRow.ended).is_(True), ~col(HeadRow.seal).startswith(ENDED))
        return {**self._heads(col(HeadRow.ended).is_(False)), **self._heads(*said_to)}

    def running_briefs(self) -> dict[int, dict[str, Any]]:
        """The briefs of the heads of games that go on, by id. They are read without the rest of the
        heads, so that nothing shows whether these are as they were written.
        """
        rows = self._session.exec(
            select(HeadRow.game_id, cast(HeadRow.brief, String)).where(
                col(HeadRow.ended).is_(False)
            )
        )
        found: dict[int, dict[str, Any]] = {}
        for game_id, brief in sorted(rows):
            with suppress(*_GARBLED):
                found[game_id] = dict(json.loads(brief))
        return found

    def headless(self) -> tuple[int, ...]:
        """The ids of games without a head. Replay them for a list: it would miss one otherwise."""
        rows = self._session.exec(
            select(GameRow.id)
            .join(HeadRow, col(HeadRow.game_id) == GameRow.id, isouter=True)
            .where(col(HeadRow.game_id).is_(None))
            .order_by(col(GameRow.id))
        )
        return tuple(number for number in rows if number is not None)

    def _heads(self, *which: Any) -> dict[int, Head | None]:
        chosen = self._session.exec(select(HeadRow.game_id).where(*which))
        return {number: self._head(number) for number in sorted(chosen)}

    def _head(self, game_id: int) -> Head | None:
        """The head, or None where nothing can be made of it: it is a cache, never the truth."""
        try:
            row = self._session.exec(select(HeadRow).where(HeadRow.game_id == game_id)).one()
            self._session.expunge(row)
            return row.checked().head()
        except _GARBLED:
            return None


class WritingRoom(ReadingRoom):
    """The only writer while it is open: all that it does is committed, or nothing. `last_added` is
    the id of the game that was begun in it.
    """

    last_added: int = 0

    def add_game(self, header: Header, created_at: Instant) -> GameRecord:
        """Begin a game; raises NameTaken where there is one of that name."""
        if self.find_game(header.name):
            raise NameTaken(header.name)
        row = GameRow.of(header, created_at)
        self._add([row])
        self.last_added = row.id or 0
        return row.record()

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
        self._add(EntryRow.of(game_id, one, desk, hashes.get(one.number, "")) for one in new)

    def put_head(self, game_id: int, head: Head) -> None:
        """Store a game's head; raises ValueError where it is ahead of the journal."""
        last = self.last_number(game_id)
        if head.entry > last:
            raise ValueError(
                f"the head of game {game_id} is at entry {head.entry}, its journal at {last}"
            )
        self.drop_head(game_id)
        self._add([HeadRow.of(game_id, head)])

    def drop_head(self, game_id: int) -> None:
        """Forget a game's head; the next command replays its journal."""
        self._session.connection().execute(delete(HeadRow).where(col(HeadRow.game_id) == game_id))

    def add_attempt(self, game_id: int, attempt: Attempt) -> None:
        self._add([AttemptRow.of(game_id, attempt)])

    def put_draft(self, game_id: int, draft: Draft) -> None:
        """Store a draft. It waits to be sent, or no longer if it is withdrawn.

        Raises ValueError unless it is the game's next message, or the next revision of an unsent
        one to the same reader and from the same entry.
        """
        if draft.revision == 1 and draft.number == self.last_message(game_id) + 1:
            self._add([MessageRow.of(game_id, draft)])
            self._add([_waiting(game_id, draft)] if draft.parts else [])
            return
        self._see_that_it_follows(game_id, draft)
        self._add([MessageRow.of(game_id, draft)])
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
        self._add([SentRow.of(game_id, sent)])
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
        row = self._session.get(WaitingRow, (game_id, draft.number))
        if waits:
            self._session.merge(_waiting(game_id, draft))
        elif row:
            self._session.delete(row)
        self._flush()

    def use(self, game_id: int) -> None:
        """Make a game the current one; raises LookupError where there is no such game."""
        if not self.game(game_id):
            raise LookupError(f"there is no game {game_id}")
        self._session.merge(ChoiceRow(key=_CURRENT, value=str(game_id)))
        self._flush()

    def _add(self, rows: Iterable[Any]) -> None:
        self._session.add_all(rows)
        self._flush()

    def _flush(self) -> None:
        try:
            self._session.flush()
        except UnicodeEncodeError as error:
            raise StoreProblem(
                f"The text “{_shown(error)}” has half a character in it, which can't be kept; "
                "nothing was recorded. Paste it again, or save the file as UTF-8."
            ) from error


def _waiting(game_id: int, draft: Draft) -> WaitingRow:
    return WaitingRow(
        game_id=game_id, number=draft.number, revision=draft.revision, passing=draft.passing
    )


def _shown(error: UnicodeEncodeError) -> str:
    start = max(0, error.start - 20)
    return error.object[start : error.end].encode("ascii", "backslashreplace").decode()
