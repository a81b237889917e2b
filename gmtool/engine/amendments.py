"""The host's moves that change what is on record: an entry is taken back or put back, changed,
struck or inserted, or the game goes by newer rules (ALL-6, design §3b).
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.host_texts import takes_number
from gmtool.engine.instants import NEVER, Instant
from gmtool.engine.moves import HostMove, UntoldMove


class Undo(HostMove, frozen=True):
    form = "undo {number:entry}[ why {why:reason}]"
    right = takes_number("undo")

    number: int
    why: str = ""


class Redo(HostMove, frozen=True):
    form = "redo {number:entry}"
    right = takes_number("redo")

    number: int


class Amendment(UntoldMove, frozen=True):
    """A change to an entry on record, with which the journal is replayed (design §3b).

    `drop` are the numbers of later entries that become invalid by it; they are struck with it. The
    entry may be sealed, so the public learns the number and nothing else.
    """

    quotes_reason = True

    number: int
    why: str
    drop: tuple[int, ...] = ()


_END = "[ drop {drop:entries}] why {why:reason}"
_AND_WHY = ', and then why "…"'


class Amend(Amendment, frozen=True):
    """Changes the entry of that number: its text becomes `to`, its speaker `by`, its arrival `at`.
    An empty field leaves that as it is.
    """

    form = f"amend {{number:number}}[ to {{to:quoted}}][ by {{by:one}}][ at {{at:instant}}]{_END}"
    forms = '`amend 14 to "…"`, `amend 14 by Ann` or `amend 14 at 2026-11-20T20:10:00Z`'
    right = f"it reads {forms}{_AND_WHY}"

    to: str = ""
    by: str = ""
    at: Instant | None = None

    @property
    def mistake(self) -> str:
        return "" if self.to or self.by or self.at else f"it reads {self.forms}"


class Strike(Amendment, frozen=True):
    """Strikes the entry of that number, which doesn't count any more."""

    form = f"strike {{number:number}}{_END}"
    right = f"it reads `strike 14`{_AND_WHY}"


class Insert(Amendment, frozen=True):
    """Adds an entry before that of the number: `who` said `text`, and it arrived `at` an
    instant.
    """

    form = f"insert {{number:number}} {{who:speaker}} at {{at:instant}} {{text:quoted}}{_END}"
    right = f'it reads `insert 14 Ann at 2026-11-20T20:10:00Z "…"`, before entry 14{_AND_WHY}'

    who: str = ""
    at: Instant = NEVER
    text: str = ""


class Adopt(HostMove, frozen=True):
    """From here on the game goes by the rules of that version. Where that is the version by which
    it goes already, it stays so `instead` of going by a newer one.
    """

    form = "adopt {version:version}[ instead of {instead:version}] why {why:reason}"
    right = f"it reads `adopt 2`, `adopt 2 throughout` or `adopt 1 instead of 2`{_AND_WHY}"
    quotes_reason = True

    version: int
    why: str
    instead: int = 0


class AdoptThroughout(Amendment, frozen=True):
    """The game goes by the rules of that version from its beginning. It amends no entry, so that
    its `number` is 0.
    """

    form = f"adopt {{version:version}} throughout{_END}"
    right = Adopt.right

    version: int = 0

    @property
    def public(self) -> str:
        return str(replace(self, drop=()))
