"""The tables, as they are made and migrated; `rows` says what is made of what they hold.

Constraints are named, since batch migrations find them by name. In the tables that append_only.py
lists rows are only added; `head`, `choice` and `waiting` may change.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, Index, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

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
    file: str


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


class HeadRow(Row, table=True):
    __tablename__ = "head"
    __table_args__ = (Index(None, "ended", "seal"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    entry: int
    rules_version: int
    program: str
    state: str
    ended: bool
    players: list[str] = Field(sa_type=JSON)
    seal: str


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
