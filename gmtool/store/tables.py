"""The tables. Instants are datetimes here and nowhere else.

Constraints are named, since batch migrations find them by name. In the tables that triggers.py
lists rows are only added; `head`, `choice` and `waiting` may change.
"""

from datetime import datetime
from functools import cache
from typing import Any, Self

from sqlalchemy import (
    JSON,
    ForeignKeyConstraint,
    Index,
    MetaData,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine
from sqlmodel import Field, SQLModel

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.wording import casefolded
from gmtool.store.records import Attempt, Block, Draft, GameRecord, Head, Kept, Sent

NAMING = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Row(SQLModel):
    """The base of the rows of all tables."""

    metadata = MetaData(naming_convention=NAMING)
    model_config = {"defer_build": True}  # nothing is validated here: rows are plain

    def checked(self) -> Self:
        """The row itself; raises TypeError where a column holds a value of another
        type, as SQLite allows.
        """
        for name, kind in _kinds(type(self)):
            if not isinstance(value := getattr(self, name), kind):
                raise TypeError(f"{self.__tablename__}.{name} holds {type(value).__name__}")
        return self


@cache
def _kinds(table: type[Row]) -> tuple[tuple[str, Any], ...]:
    """The columns of a table, each with the types of its values."""
    columns = table.__table__.columns  # type: ignore[attr-defined]
    kinds = ((column, _kind(column.type)) for column in columns)
    return tuple((one.name, kind | None if one.nullable else kind) for one, kind in kinds)


def _kind(of_column: TypeEngine[Any]) -> Any:
    if isinstance(of_column, TypeDecorator):
        return _kind(of_column.impl_instance)
    return list | dict if isinstance(of_column, JSON) else of_column.python_type


class GameRow(Row, table=True):
    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    rules_version: int
    name: str
    name_key: str = Field(unique=True)
    zone: str
    players: list[str] = Field(sa_type=JSON)
    aliases: dict[str, list[str]] = Field(sa_type=JSON)
    options: dict[str, str] = Field(sa_type=JSON)
    settings: dict[str, str] = Field(sa_type=JSON)
    seed: str
    created_at: datetime
    trust: int

    @classmethod
    def of(cls, header: Header, created_at: Instant) -> Self:
        return cls(
            kind=header.kind,
            rules_version=header.rules,
            name=header.name,
            name_key=casefolded(header.name),
            zone=header.zone,
            players=list(header.players),
            aliases={name: list(others) for name, others in header.aliases.items()},
            options=dict(header.options),
            settings=dict(header.settings),
            seed=header.seed,
            created_at=created_at.moment,
            trust=header.trust,
        )

    def record(self) -> GameRecord:
        """The game; raises ValueError or TypeError for values with which no game was begun."""
        header = Header(
            self.kind,
            self.rules_version,
            self.name,
            self.zone,
            _names(self.players),
            {name: _names(own) for name, own in self.aliases.items() if own},
            dict(zip(self.options, _names(list(self.options.values())), strict=True)),
            dict(zip(self.settings, _names(list(self.settings.values())), strict=True)),
            self.seed,
            self.trust,
        )
        bytes.fromhex(self.seed)
        assert self.id is not None  # noqa: S101 -- a row that was read or flushed has its id
        return GameRecord(self.id, header, Instant.of(self.created_at))


def _names(kept: Any) -> tuple[str, ...]:
    if not isinstance(kept, list) or not all(isinstance(one, str) for one in kept):
        raise TypeError("something else stands where texts should")
    return tuple(kept)


class EntryRow(Row, table=True):
    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        Index(None, "game_id", "recorded_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    who: str
    text: str
    received_at: datetime
    recorded_at: datetime
    source: str
    link: str
    late: str
    note: str
    raw: str
    drawn: str
    desk: str
    message: int
    refused: str
    planned: int
    hash: str

    @classmethod
    def of(cls, game_id: int, entry: Entry, desk: str, hash_of: str) -> Self:
        return cls(
            game_id=game_id,
            number=entry.number,
            who=entry.who,
            text=entry.text,
            received_at=entry.received_at.moment,
            recorded_at=entry.recorded_at.moment,
            source=entry.source,
            link=entry.link,
            late=entry.late,
            note=entry.note,
            raw=entry.raw,
            drawn=entry.drawn,
            desk=desk,
            message=entry.of,
            refused=entry.refused,
            planned=entry.planned,
            hash=hash_of,
        )

    def kept(self) -> Kept:
        entry = Entry(
            self.number,
            self.who,
            self.text,
            Instant.of(self.received_at),
            Instant.of(self.recorded_at),
            self.source,
            self.link,
            self.late,
            self.note,
            self.raw,
            self.drawn,
            self.message,
            self.planned,
            self.refused,
        )
        return Kept(entry, self.desk)


class HeadRow(Row, table=True):
    __tablename__ = "head"
    __table_args__ = (Index(None, "ended", "seal"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    entry: int
    rules_version: int
    codec: int
    program: str
    state: str
    ended: bool
    paused: bool
    deadline: datetime | None
    brief: dict[str, Any] = Field(sa_type=JSON)
    seal: str

    @classmethod
    def of(cls, game_id: int, head: Head) -> Self:
        return cls(
            game_id=game_id,
            entry=head.entry,
            rules_version=head.rules_version,
            codec=head.codec,
            program=head.program,
            state=head.state,
            ended=head.ended,
            paused=head.paused,
            deadline=head.deadline.moment if head.deadline else None,
            brief=dict(head.brief),
            seal=head.seal(),
        )

    def head(self) -> Head | None:
        """The head; None where it isn't as it was written."""
        found = Head(
            self.entry,
            self.rules_version,
            self.codec,
            self.state,
            self.ended,
            self.paused,
            Instant.of(self.deadline) if self.deadline else None,
            self.brief,
            self.program,
        )
        return found if found.seal() == self.seal else None


class AttemptRow(Row, table=True):
    __tablename__ = "attempt"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    who: str
    text: str
    received_at: datetime
    recorded_at: datetime
    clause: str
    sentence: str
    raw: str
    after_entry: int

    @classmethod
    def of(cls, game_id: int, attempt: Attempt) -> Self:
        return cls(
            game_id=game_id,
            who=attempt.who,
            text=attempt.text,
            received_at=attempt.received_at.moment,
            recorded_at=attempt.recorded_at.moment,
            clause=attempt.clause,
            sentence=attempt.sentence,
            raw=attempt.raw,
            after_entry=attempt.after_entry,
        )

    def attempt(self) -> Attempt:
        return Attempt(
            self.who,
            self.text,
            Instant.of(self.received_at),
            Instant.of(self.recorded_at),
            self.clause,
            self.sentence,
            self.raw,
            self.after_entry,
        )


class ChoiceRow(Row, table=True):
    """A setting of this database, such as the current game."""

    __tablename__ = "choice"

    key: str = Field(primary_key=True)
    value: str


class MessageRow(Row, table=True):
    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("game_id", "number", "revision"),
        Index(None, "game_id", "entry"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    revision: int
    recipient: str
    entry: int
    subject: str
    parts: list[str] = Field(sa_type=JSON)
    blocks: list[dict[str, Any]] = Field(sa_type=JSON)
    note: str
    passing: bool
    drafted_at: datetime
    record: int

    @classmethod
    def of(cls, game_id: int, draft: Draft) -> Self:
        return cls(
            game_id=game_id,
            number=draft.number,
            revision=draft.revision,
            recipient=draft.to,
            entry=draft.entry,
            subject=draft.subject,
            parts=list(draft.parts),
            blocks=[vars(block) for block in draft.blocks],
            note=draft.note,
            passing=draft.passing,
            drafted_at=draft.drafted_at.moment,
            record=draft.record,
        )

    def draft(self) -> Draft:
        return Draft(
            self.number,
            self.revision,
            self.recipient,
            self.entry,
            self.subject,
            tuple(self.parts),
            tuple(Block(**block) for block in self.blocks),
            Instant.of(self.drafted_at),
            self.note,
            self.passing,
            self.record,
        )


def _of_a_message() -> ForeignKeyConstraint:
    keys = ("game_id", "number", "revision")
    return ForeignKeyConstraint(keys, [f"message.{key}" for key in keys])


class WaitingRow(Row, table=True):
    """A message that is unsent, in this revision. `passing`: a newer message may supersede it, or
    it may become stale when a window ends.
    """

    __tablename__ = "waiting"
    __table_args__ = (_of_a_message(), Index(None, "game_id", "passing", "number"))

    game_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    revision: int
    passing: bool


class SentRow(Row, table=True):
    __tablename__ = "sent"
    __table_args__ = (_of_a_message(), Index(None, "game_id", "number"))

    id: int | None = Field(default=None, primary_key=True)
    game_id: int
    number: int
    revision: int
    at: datetime
    recorded_at: datetime
    link: str
    parts: list[str] = Field(sa_type=JSON)
    revoked: bool

    @classmethod
    def of(cls, game_id: int, sent: Sent) -> Self:
        return cls(
            game_id=game_id,
            number=sent.number,
            revision=sent.revision,
            at=sent.at.moment,
            recorded_at=sent.recorded_at.moment,
            link=sent.link,
            parts=list(sent.parts),
            revoked=sent.revoked,
        )

    def sent(self) -> Sent:
        return Sent(
            self.number,
            self.revision,
            Instant.of(self.at),
            Instant.of(self.recorded_at),
            self.link,
            tuple(self.parts),
            self.revoked,
        )
