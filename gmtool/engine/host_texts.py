"""Reads the text forms of the host's moves (ALL-6). What can't be read is refused with what would
be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from gmtool.engine.forms import KINDS, REASON, STRING, pattern_of, take_apart
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.text import HOST, quote, said, short, told

Find = Callable[[str], str]
"""Returns the full name of a player, as written in a text."""
MoveReader = Callable[[str, Find], Move]
"""Reads what follows the verb of a move; raises a Refusal."""
_M = TypeVar("_M", bound=HostMove)


def write_why(why: str) -> str:
    """The reason as a text form ends with it."""
    return f" why {quote(why)}"


_STRING = lazy_regex(STRING, re.DOTALL)
_WHY = lazy_regex(r"\bwhy\s+(?=\S)")
_GOES_ON = lazy_regex(rf"{STRING}\s+\S.*", re.DOTALL)
"""What goes on behind a reason in quotation marks."""
_NO_REASON = frozenset({"", "…", "..."})
"""What counts as no reason: hints show these dots where the host puts one."""


def find_reason(rest: str) -> re.Match[str] | None:
    """The word “why” behind which the reason stands; None where there is none. One in quotation
    marks is somebody's, unless there is no other.
    """
    masked = _STRING.sub(lambda string: "_" * len(string[0]), rest)
    return _WHY.search(masked) or _WHY.search(rest)


def split_why(verb: str, rest: str) -> tuple[str, str]:
    """What stands before the reason, and the reason; raises Refused where there is none."""
    found = find_reason(rest)
    if found is None or said(rest[found.end() :]).strip() in _NO_REASON:
        raise Refused(
            "ALL-6",
            "“{verb}” needs a reason, which goes on record: {option}.",
            quoted=f"{verb} {rest}".strip(),
            verb=verb,
            option=("--why", '"…"'),
        )
    return rest[: found.start()].strip(), said(rest[found.end() :])


def unreadable(text: str, right: str) -> Unreadable:
    """The refusal of a text; `right` completes its sentence."""
    return Unreadable("ALL-6", f"“{short(text)}” can't be read; {told(right)}.", quoted=text)


def read_instant(text: str) -> Instant:
    """The instant in a text form; raises Unreadable."""
    try:
        return Instant.read(text)
    except ValueError as error:
        raise unreadable(text, str(error)) from error


def takes_number(verb: str) -> str:
    """What is right for a move that is about an entry."""
    return f"“{verb}” takes the number of an entry, as in `{verb} 14`"


def read_host_form(kind: type[_M], rest: str, find_name: Find, **values: Any) -> _M:
    """The move of that kind, with those `values` and those of its form, whose verb is followed by
    `rest`; raises a Refusal.
    """
    form = take_apart(kind.form)
    head = rest
    reason = find_reason(rest) if form.may_have_reason else None
    if form.needs_reason or reason:
        head, values["why"] = split_why(form.verb, rest)
    text = f"{form.verb} {rest if kind.quotes_reason else head}".strip()
    found = pattern_of(kind.form, loosely=True).fullmatch(f" {head} ")
    goes_on = reason and kind.quotes_reason and _GOES_ON.fullmatch(rest[reason.end() :])
    if found is None or goes_on:
        raise unreadable(text, kind.right or f"“{form.verb}” stands alone")
    for name, of in form.fields:
        if of != REASON and found[name] is not None:
            before = f"{form.verb}{found.string[: found.start(name)].rstrip()}"
            values[name] = _read_field(of, found[name], before, find_name)
    move = kind(**values)
    if move.mistake:
        raise unreadable(text, move.mistake)
    return move


def _read_field(of: str, text: str, before: str, find_name: Find) -> Any:
    """The value of a field of a kind, behind what stands `before` it; raises a Refusal."""
    if of in {"seat", "one", "speaker"}:
        return text if (of, text) == ("speaker", HOST) else find_name(text)
    if of == "text" and not said(text).strip():
        raise unreadable(before, f'say what, as in {before} "…"')
    if of in {"entry", "number"} and not re.fullmatch(r"[1-9]\d{0,8}", text):
        raise unreadable(f"{before} {text}", takes_number(before))
    return read_instant(text) if of == "instant" else KINDS[of].read(text)
