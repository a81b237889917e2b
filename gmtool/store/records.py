"""What goes in and out of the store: plain frozen data, no row and no session."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Header

ENDED = "ended "
"""With what the seal of an ended game's state begins."""


@dataclass(frozen=True)
class GameRecord:
    """A game as it was begun; nothing of this ever changes."""

    id: int
    header: Header
    created_at: Instant


@dataclass(frozen=True)
class Mark:
    """How far a game has come in the store: the last of its entries, messages and sendings. Where
    it is the same, nobody wrote to the game meanwhile.
    """

    entry: int
    message: int
    sent: int


@dataclass(frozen=True)
class Kept:
    """An entry, and the desk (which terminal of which host) that recorded it."""

    entry: Entry
    desk: str


@dataclass(frozen=True)
class Head:
    """Where a game stands, so that nobody has to replay it: a cache, never the truth.

    It holds for the journal up to the entry of number `entry`, and for the `rules_version`, the
    `codec` and the `program` that made it. `state` is JSON; `brief` is what lists of games show
    without reading the state.
    """

    entry: int
    rules_version: int
    codec: int
    state: str
    ended: bool
    paused: bool
    deadline: Instant | None
    brief: Mapping[str, Any]
    program: str = ""

    def seal(self) -> str:
        """The SHA-256 of all of it in hex, which is kept beside it: so a state that was changed or
        damaged is known for one. That of a game that has ended says so in clear.
        """
        brief = json.dumps(self.brief, sort_keys=True)
        flags = (self.ended, self.paused, self.deadline)
        whole = (
            self.entry,
            self.rules_version,
            self.codec,
            self.program,
            *flags,
            brief,
            self.state,
        )
        digest = hashlib.sha256("\n".join(map(str, whole)).encode()).hexdigest()
        return f"{ENDED}{digest}" if self.ended else digest


@dataclass(frozen=True)
class Attempt:
    """A move that was refused: who tried what and when, the clause and its sentence.

    `after_entry` is the number of the last entry of that moment, 0 for none.
    """

    who: str
    text: str
    received_at: Instant
    recorded_at: Instant
    clause: str
    sentence: str
    raw: str
    after_entry: int


@dataclass(frozen=True)
class Block:
    """What a message says of one occasion, which arose by the entry of that number; 0 where no
    entry gave rise to it. `body` is markup not yet finished, `extra` what the template got beside
    the view.
    """

    occasion: str
    entry: int
    subject: str
    body: str
    extra: Mapping[str, Any]


@dataclass(frozen=True)
class Draft:
    """A message to the thread (`to` is empty) or to a player, by the name at sign-up, as drafted.

    `number` counts the game's messages from 1 and stays when the text is drafted anew as the next
    `revision`; `entry` is the last entry when it arose. `parts` are the texts to paste, none of a
    message withdrawn; `note` says why there is this revision. `passing`: a newer one may replace
    it, or the end of a window make it moot.
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


@dataclass(frozen=True)
class Sent:
    """That a revision of a message went out at an instant, with its text as sent; with `revoked`
    that it hadn't after all.
    """

    number: int
    revision: int
    at: Instant
    recorded_at: Instant
    link: str
    parts: tuple[str, ...]
    revoked: bool = False
