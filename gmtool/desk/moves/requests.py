"""A request to record something, and the response to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import asdict

from gmtool.desk.desk import Desk
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session.session import Session
from gmtool.engine.bounds import MOST_CHARACTERS, too_long
from gmtool.engine.grammar import Grammar
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import Table
from gmtool.engine.text import CHANCE, HOST, casefolded, listed
from gmtool.store import StoredEntry, WriteTransaction


class Request(Struct, frozen=True):
    """What the host asks the desk to record: `text` as typed, or a message as `pasted`. `at` is the
    time as typed, None for now. `of` is the number of the message that it is taken from. `more` are
    further texts of the host's, which stand or fall with the first.
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
    more: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise UsageProblem for a longer text than gmtool reads, before any of it is read."""
        for what, text in (
            ("the message", self.pasted),
            *(("the move", text) for text in (self.text, *self.more)),
            ("--at", self.at),
            *self.options,
        ):
            if text and len(text) > MOST_CHARACTERS:
                raise UsageProblem(too_long(what))

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What is said beside it, by the options of a command."""
        return ("--late", self.late), ("--link", self.link), ("--note", self.note)

    @property
    def address(self) -> str:
        """The link without signs that would end it in a journal."""
        return quote(self.link, safe=":/?#@!$&'()*+,=%~")


class Offer(Struct, frozen=True):
    """The possible readings of a message.

    `proposed` are the moves of the one proposal and `readings` other moves that it could mean, in
    text form and only such as the rules would accept. `doubts` are sentences for the host, `left`
    are words that aren't understood. `right` tells how to write what is asked for.
    """

    proposed: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: str = ""

    @property
    def facts(self) -> dict[str, list[str]]:
        """As plain data, but for how to write what is asked for."""
        return {key: list(told) for key, told in asdict(self).items() if key != "right"}

    def question(self, grammar: Grammar) -> str:
        """What to ask back, in the host's voice; a yes answers it where there is one reading."""
        said = self.proposed or self.readings[:1]
        if len(self.readings) > 1 and not self.proposed:
            return f"Which do you mean: {listed(map(grammar.aloud, self.readings), 'or')}?"
        if not said:
            return f"What would you like me to record? Please {self.right}."
        is_all = bool(self.left and self.doubts)
        moves = listed(map(grammar.aloud, said)) + " and nothing else" * is_all
        return f"{moves}, right?" if self.proposed else f"Do you mean {moves}?"

    @property
    def is_doubtful(self) -> bool:
        """Whether the proposal may not be the whole of what is meant."""
        return bool(self.doubts or self.left or self.readings)


@dataclass
class Response:
    """The response to a request so far.

    `recorded` are the moves that were recorded, `refused` the texts that were refused, each with
    its refusal. `before` is the table before the request, `asked` the player to whom a question
    goes. `message` is the number of the message that waits, and `offer` its possible readings.
    `not_told` are refused texts that may be another player's secret; the reply leaves them out.
    """

    desk: Desk
    session: Session
    transaction: WriteTransaction
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
    elsewhere: tuple[StoredEntry, ...] = ()
    before: Table = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.session.table

    def begin_anew(self, session: Session) -> None:
        """Start again with another session of the same game, without what was recorded and
        refused.
        """
        self.session = session
        self.recorded.clear()
        self.refused.clear()

    @property
    def left_by(self) -> str:
        """The name of a player who left the seat and by whose name it was called; else empty."""
        said = casefolded(self.request.who)
        gone = (one.was for one in self.session.table.replaced if one.who == self.who)
        found = (was for was in gone if casefolded(was) == said != casefolded(self.who))
        return next(found, "")

    @property
    def is_by_player(self) -> bool:
        """Whether the request is a player's, so that there is somebody to reply to."""
        return self.who not in {HOST, CHANCE}
