"""A request to record something, and the response to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gmtool.desk.problems import UsageProblem
from gmtool.desk.session import Desk, Session
from gmtool.engine.bounds import MOST_CHARACTERS, too_long
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST
from gmtool.store import Kept, WritingRoom


@dataclass(frozen=True)
class Request:
    """What is to be recorded: `text` as typed, or a message as `pasted`; `at` as typed, or None
    for now. `of` is the number of the message that it is taken from.
    """

    who: str
    text: str = ""
    pasted: str | None = None
    at: str | None = None
    late: str = ""
    link: str = ""
    note: str = ""
    of: int = 0
    source: str = ""

    def __post_init__(self) -> None:
        """Raises UsageProblem for more than is read, before anything of it is."""
        for what, text in (
            ("the message", self.pasted),
            ("the move", self.text),
            ("--at", self.at),
            ("--late", self.late),
            ("--link", self.link),
            ("--note", self.note),
        ):
            if text and len(text) > MOST_CHARACTERS:
                raise UsageProblem(too_long(what))


@dataclass(frozen=True)
class Offer:
    """What may be made of a message: `proposed` are the moves of the one proposal, `readings` moves
    that it could mean, all in their text form and such as the rules would let stand; `doubts` are
    sentences for the host, `left` the words that aren't understood. `right` is how to say what is
    asked for.
    """

    proposed: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: str = ""


@dataclass
class Response:
    """The response to a request so far: what was recorded in this session, refused or asked back.

    `recorded` are moves that stand, `refused` what was refused with its words, `before` the table
    before any of it, `asked` the player that a question goes to. `message` is the number of the
    message that waits, of which no move was made, and `offer` what may be made of it. `not_told`
    are refused texts that may be another's secret, and aren't told to who is written to.
    """

    desk: Desk
    session: Session
    room: WritingRoom
    request: Request
    who: str
    at: Instant
    dry_run: bool
    asked: str = ""
    recorded: list[str] = field(default_factory=list)
    refused: list[tuple[str, Refusal]] = field(default_factory=list)
    message: int = 0
    offer: Offer = field(default_factory=Offer)
    not_told: frozenset[str] = frozenset()
    elsewhere: tuple[Kept, ...] = ()
    before: Table = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.session.table

    def begin_anew(self, session: Session) -> None:
        """Forget what was recorded and refused, at the same game as it was before."""
        self.session = session
        self.recorded.clear()
        self.refused.clear()

    @property
    def to_player(self) -> bool:
        """Whether a player said it, so that there is somebody to reply to."""
        return self.who not in {HOST, CHANCE}
