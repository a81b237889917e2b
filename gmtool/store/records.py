"""What goes in and out of the store: plain frozen data, without rows and sessions."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant


class GameRecord(Struct, frozen=True):
    """A game as it was begun; nothing of this ever changes."""

    id: int
    header: Header
    created_at: Instant


class Mark(Struct, frozen=True):
    """How far a game has come in the store: the ids of its last entry, message and sending. Where
    they are the same, nobody wrote to the game meanwhile.
    """

    entry: int
    message: int
    sent: int


class StoredEntry(Struct, frozen=True):
    """An entry, and the desk (which terminal of which host) that recorded it."""

    entry: Entry
    desk: str


class Snapshot(Struct, frozen=True):
    """The cached state of a game, which saves a replay; it is never the truth.

    It is valid for the journal up to the entry of number `entry`, and for the `rules_version` and
    the `program` that made it. `state` is JSON; that the game has `ended`, and who its
    `players` are by now, is told of many games without reading their states.
    """

    entry: int
    rules_version: int
    state: str
    ended: bool
    players: tuple[str, ...]
    program: str = ""


class Attempt(Struct, frozen=True):
    """A move that was refused: who tried what and when, the clause and its sentence.

    `after_entry` is the number of the last entry at that moment, 0 for none.
    """

    who: str
    text: str
    received_at: Instant
    recorded_at: Instant
    clause: str
    sentence: str
    raw: str
    after_entry: int


class Block(Struct, frozen=True):
    """The part of a message about one occasion.

    `entry` is the number of the entry that gave rise to it, 0 for none. `body` is markup that isn't
    finished; `extra` are the facts that the template got beside the view.
    """

    occasion: str
    entry: int
    subject: str
    body: str
    extra: Mapping[str, Any]


class Draft(Struct, frozen=True):
    """A revision of a message to the thread (`to` is empty) or to a player, named as at sign-up.

    `number` counts the game's messages from 1, and stays the same in each `revision`. `entry` is
    the last entry when the message arose. `parts` are the texts to paste; a withdrawn message has
    none. `note` says why there is this revision. `passing`: a newer message may supersede it, or it
    may become stale when a window ends. `record` is the number of the entry up to which the chain
    is vouched for by the text.
    """

    number: int
    revision: int
    to: str
    entry: int
    subject: str
    parts: tuple[str, ...]
    blocks: tuple[Block, ...]
    drafted_at: Instant
    note: str = ""
    passing: bool = False
    record: int = 0


class Sent(Struct, frozen=True):
    """A record that a revision of a message was sent at an instant, with the text as sent; with
    `revoked` that it hadn't been after all.
    """

    number: int
    revision: int
    at: Instant
    recorded_at: Instant
    link: str
    parts: tuple[str, ...]
    revoked: bool = False
