"""The host's moves that change what is on record: an entry is taken back or put back, changed,
struck or inserted, or the game goes by newer rules (ALL-6, design §3b).
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from gmtool.engine.host_texts import (
    STRING,
    Find,
    MoveReader,
    read_instant,
    read_number,
    split_why,
    unreadable,
    write_one_word,
    write_why,
)
from gmtool.engine.instants import FORM, NEVER, Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move, UntoldMove
from gmtool.engine.text import HOST, quote, said


class Undo(HostMove, frozen=True):
    number: int
    why: str = ""

    def __str__(self) -> str:
        return f"undo {self.number}{write_why(self.why)}"


def _read_undo(rest: str, _find: Find) -> Move:
    number, _, why = rest.partition(" ")
    return Undo(read_number("undo", number), split_why("undo", why)[1] if why.strip() else "")


class Redo(HostMove, frozen=True):
    number: int

    def __str__(self) -> str:
        return f"redo {self.number}"


def _read_redo(rest: str, _find: Find) -> Move:
    return Redo(read_number("redo", rest))


class Amendment(UntoldMove, frozen=True):
    """A change to an entry on record, with which the journal is replayed (design §3b).

    `drop` are the numbers of later entries that become invalid by it; they are struck with it. The
    entry may be sealed, so the public learns the number and nothing else.
    """

    number: int
    why: str
    drop: tuple[int, ...] = ()

    @property
    def _end(self) -> str:
        struck = f" drop {', '.join(map(str, self.drop))}" if self.drop else ""
        return f"{struck}{write_why(self.why)}"


_END = r"(?: drop (?P<drop>\d{1,9}(?:, ?\d{1,9})*))? why (?P<why>\S.*)"


def _entry_numbers(numbers: str | None) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", numbers or ""))


def _match_amendment(
    verb: str, rest: str, form: re.Pattern[str], right: str
) -> tuple[re.Match[str], tuple[int, str, tuple[int, ...]]]:
    """The match of `form`, and the fields that all amendments have: number, reason and entries
    dropped.

    Raises Refused where the reason is missing, Unreadable where the rest is wrong.
    """
    found = form.fullmatch(rest)
    if found is None or _goes_on(found["why"]):
        split_why(verb, rest)
        raise unreadable(f"{verb} {rest}", f'it reads {right}, and then why "…"')
    why = split_why(verb, f"why {found['why']}")[1]
    return found, (read_number(verb, found["number"]), why, _entry_numbers(found["drop"]))


def _goes_on(why: str) -> bool:
    """Whether something follows a reason in quotation marks."""
    return re.fullmatch(rf"{STRING}\s+\S.*", why, re.DOTALL) is not None


class Amend(Amendment, frozen=True):
    """Changes the entry of that number: its text becomes `to`, its speaker `by`, its arrival `at`.
    An empty field leaves that as it is.
    """

    to: str = ""
    by: str = ""
    at: Instant | None = None

    def __str__(self) -> str:
        to = f" to {quote(self.to)}" if self.to else ""
        by = f" by {write_one_word(self.by)}" if self.by else ""
        at = f" at {self.at}" if self.at else ""
        return f"amend {self.number}{to}{by}{at}{self._end}"


_NAME = rf"{STRING}|[^\s\"]\S*"
_AMENDED = lazy_regex(
    rf"(?P<number>\d+)(?: to (?P<to>{STRING}))?(?: by (?P<by>{_NAME}))?"
    rf"(?: at (?P<at>{FORM.pattern}))?{_END}",
    re.DOTALL,
)


def _read_amend(rest: str, find_name: Find) -> Move:
    forms = '`amend 14 to "…"`, `amend 14 by Ann` or `amend 14 at 2026-11-20T20:10:00Z`'
    found, about = _match_amendment("amend", rest, _AMENDED, forms)
    to, by, at = said(found["to"] or ""), found["by"], found["at"]
    if not (to or by or at):
        raise unreadable(f"amend {rest}", f"it reads {forms}")
    return Amend(*about, to, find_name(by) if by else "", read_instant(at) if at else None)


class Strike(Amendment, frozen=True):
    """Strikes the entry of that number, which doesn't count any more."""

    def __str__(self) -> str:
        return f"strike {self.number}{self._end}"


_STRUCK = lazy_regex(rf"(?P<number>\d+){_END}", re.DOTALL)


def _read_strike(rest: str, _find: Find) -> Move:
    _, about = _match_amendment("strike", rest, _STRUCK, "`strike 14`")
    return Strike(*about)


class Insert(Amendment, frozen=True):
    """Adds an entry before that of the number: `who` said `text`, and it arrived `at` an
    instant.
    """

    who: str = ""
    at: Instant = NEVER
    text: str = ""

    def __str__(self) -> str:
        who, text = write_one_word(self.who), quote(self.text)
        return f"insert {self.number} {who} at {self.at} {text}{self._end}"


_INSERTED = lazy_regex(
    rf"(?P<number>\d+) (?P<who>{_NAME}) at (?P<at>{FORM.pattern}) (?P<text>{STRING}){_END}",
    re.DOTALL,
)


def _read_insert(rest: str, find_name: Find) -> Move:
    form = '`insert 14 Ann at 2026-11-20T20:10:00Z "…"`, before entry 14'
    found, about = _match_amendment("insert", rest, _INSERTED, form)
    who = HOST if found["who"] == HOST else find_name(found["who"])
    return Insert(*about, who, read_instant(found["at"]), said(found["text"]))


class Adopt(HostMove, frozen=True):
    """From here on the game goes by the rules of that version. Where that is the version by which
    it goes already, it stays so `instead` of going by a newer one.
    """

    version: int
    why: str
    instead: int = 0

    def __str__(self) -> str:
        instead = f" instead of {self.instead}" if self.instead else ""
        return f"adopt {self.version}{instead}{write_why(self.why)}"


class AdoptThroughout(Amendment, frozen=True):
    """The game goes by the rules of that version from its beginning. It amends no entry, so that
    its `number` is 0.
    """

    version: int = 0

    @property
    def public(self) -> str:
        return str(replace(self, drop=()))

    def __str__(self) -> str:
        return f"adopt {self.version} throughout{self._end}"


_ADOPTED = lazy_regex(
    r"(?P<version>[1-9]\d{0,3})(?: instead of (?P<instead>[1-9]\d{0,3})"
    r"|(?P<throughout> throughout)(?: drop (?P<drop>\d{1,9}(?:, ?\d{1,9})*))?)?"
    r" why (?P<why>\S.*)",
    re.DOTALL,
)


def _read_adopt(rest: str, _find: Find) -> Move:
    form = "`adopt 2`, `adopt 2 throughout` or `adopt 1 instead of 2`"
    found = _ADOPTED.fullmatch(rest)
    if found is None or _goes_on(found["why"]):
        split_why("adopt", rest)
        raise unreadable(f"adopt {rest}", f'it reads {form}, and then why "…"')
    version, why = int(found["version"]), split_why("adopt", f"why {found['why']}")[1]
    if found["throughout"]:
        return AdoptThroughout(0, why, _entry_numbers(found["drop"]), version)
    return Adopt(version, why, int(found["instead"] or 0))


READERS: dict[str, MoveReader] = {
    "undo": _read_undo,
    "redo": _read_redo,
    "amend": _read_amend,
    "strike": _read_strike,
    "insert": _read_insert,
    "adopt": _read_adopt,
}
"""What reads each of these moves, by its verb."""
