"""What one recording is about: what was said, at which sitting, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from gmtool.desk.problems import UsageProblem
from gmtool.desk.sitting import Desk, Sitting
from gmtool.engine.bounds import MOST_CHARACTERS, too_long
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST
from gmtool.store import Kept, WritingRoom


@dataclass(frozen=True)
class Said:
    """What is to be recorded: `text` as typed, or a message as `pasted`; `at` as typed, or None
    for now.
    """

    who: str
    text: str = ""
    pasted: str | None = None
    at: str | None = None
    late: str = ""
    link: str = ""
    note: str = ""

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


@dataclass
class Hearing:
    """One command's hearing: what was said at this sitting, and what became of it.

    `recorded` are moves that stand, `refused` what was refused with its words, `withheld` moves
    that read well but stand beside something ambiguous, `before` the table before any of it.
    `not_told` are refused texts that may be another's secret, and aren't told to who is written to.
    """

    desk: Desk
    sitting: Sitting
    room: WritingRoom
    said: Said
    who: str
    at: Instant
    dry_run: bool
    recorded: list[str] = field(default_factory=list)
    refused: list[tuple[str, Refusal]] = field(default_factory=list)
    not_understood: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    not_told: frozenset[str] = frozenset()
    elsewhere: tuple[Kept, ...] = ()
    before: Table = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.sitting.table

    @property
    def to_player(self) -> bool:
        """Whether a player said it, so that there is somebody to reply to."""
        return self.who not in {HOST, CHANCE}
