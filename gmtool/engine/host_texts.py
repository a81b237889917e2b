"""What the text forms of the host's moves are made of (ALL-6): names, reasons, numbers and
instants, each written and read. What can't be read is refused with what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.text import quote, said, short, write_name

Find = Callable[[str], str]
"""Returns the full name of a player, as written in a text."""
MoveReader = Callable[[str, Find], Move]
"""Reads what follows the verb of a move; raises a Refusal."""
STRING = r'"(?:[^"\\]|\\.)*"'
"""What matches a text in quotation marks."""


def write_one_word(name: str) -> str:
    """A name that ends where the word ends, quoted where it has several."""
    return quote(name) if re.search(r"\s", name) else write_name(name)


def write_why(why: str) -> str:
    """The reason as a text form ends with it; empty where there is none."""
    return f" why {quote(why)}" if why else ""


_WHY = lazy_regex(r"^(?P<rest>.*?)\bwhy\s+(?P<why>\S.*)$", re.DOTALL)
_NO_REASON = frozenset({"", "…", "..."})
"""What counts as no reason: hints show these dots where the host puts one."""


def split_why(verb: str, rest: str) -> tuple[str, str]:
    """What stands before the reason, and the reason; raises Refused where there is none."""
    found = _WHY.match(rest)
    if found is None or said(found["why"]).strip() in _NO_REASON:
        raise Refused(
            "ALL-6",
            "“{verb}” needs a reason, which goes on record: {option}.",
            quoted=f"{verb} {rest}".strip(),
            verb=verb,
            option=("--why", '"…"'),
        )
    return found["rest"].strip(), said(found["why"])


def unreadable(text: str, right: str) -> Unreadable:
    """The refusal of a text; `right` completes its sentence."""
    return Unreadable(
        "ALL-6", "“{text}” can't be read; {right}.", quoted=text, text=short(text), right=right
    )


def read_number(verb: str, text: str) -> int:
    """The number of an entry; raises Unreadable."""
    if not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise unreadable(
            f"{verb} {text}".strip(), f"“{verb}” takes the number of an entry, as in `{verb} 14`"
        )
    return int(text)


def read_instant(text: str) -> Instant:
    """The instant in a text form; raises Unreadable."""
    try:
        return Instant.read(text)
    except ValueError as error:
        raise unreadable(text, str(error)) from error


def read_text(verb: str, rest: str) -> str:
    """The words behind a verb, in quotation marks or bare; raises Unreadable for none."""
    text = said(rest)
    if not text.strip():
        raise unreadable(verb, f'say what, as in {verb} "…"')
    return text


def _check_nothing(verb: str, rest: str) -> None:
    if rest:
        raise unreadable(f"{verb} {rest}", f"“{verb}” stands alone")


def reader_alone(verb: str, kind: Callable[[], Move]) -> MoveReader:
    """What reads a move that stands alone."""

    def read(rest: str, _find: Find) -> Move:
        _check_nothing(verb, rest)
        return kind()

    return read


def reader_with_reason(verb: str, kind: Callable[[str], Move]) -> MoveReader:
    """What reads a move that has a reason, and nothing else."""

    def read(rest: str, _find: Find) -> Move:
        nothing, why = split_why(verb, rest)
        _check_nothing(verb, nothing)
        return kind(why)

    return read
