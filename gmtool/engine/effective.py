"""Which entries of a journal are effective, and as what, after undo, redo and amendments (§3b)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from gmtool.engine.amendments import AdoptThroughout, Amend, Amendment, Insert, Strike
from gmtool.engine.entries import Entry
from gmtool.engine.host_moves import read_amendment
from gmtool.engine.instants import Instant
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import CHANCE, HOST, told

_NUMBER = lazy_regex(r"[0-9]{1,9}")
_THROUGHOUT = lazy_regex(r"adopt \d+ throughout ")
_VERBS = frozenset({"amend", "strike", "insert"})
_OWN = _VERBS | {"set", "undo", "redo", "adopt"}
"""The verbs of the host's entries that can't be amended or struck: the host records a new one
instead.
"""
_IN_ITS_PLACE = frozenset({"start", "close", "pause", "resume", "redeal", "words", "end"})
"""The verbs of what the host can't be found to have said before something else."""


def amends(entry: Entry) -> bool:
    """Whether an entry is an amendment."""
    if entry.who != HOST:
        return False
    verb = entry.text.partition(" ")[0]
    return verb in _VERBS or (verb == "adopt" and _THROUGHOUT.match(entry.text) is not None)


def adopted_throughout(entries: Iterable[Entry]) -> int:
    """The version of the rules by which a game goes from its beginning, as the last of these
    entries that is about it says; 0 where none is.
    """
    found = (amendment_of(entry) for entry in entries if entry.text.startswith("adopt "))
    versions = [move.version for move in found if isinstance(move, AdoptThroughout)]
    return versions[-1] if versions else 0


def names_anew(entry: Entry) -> bool:
    """Whether an entry, or what an amendment puts on record, may give a seat another name."""
    if entry.who != HOST:
        return False
    if amends(entry):
        return '"replace ' in entry.text
    verb = entry.text.partition(" ")[0]
    return verb == "replace" or (verb == "set" and " name=" in entry.text)


def amendment_of(entry: Entry) -> Amendment | None:
    """The amendment that an entry holds, with names as they are written in it; None
    for other entries.
    """
    return read_amendment(entry.text) if amends(entry) else None


def to_come(entry: Entry) -> Instant | None:
    """The arrival that an entry tells, of itself or of what it puts right, where that was still to
    come when it was recorded, as in no entry of this program; else None (ALL-8).
    """
    told = (entry.received_at, getattr(amendment_of(entry), "at", None))
    return next((at for at in told if at and at > entry.recorded_at), None)


def check_arrival(entry: Entry) -> None:
    """Raise Refused for an entry that was on record before it arrived: it would be judged in a
    place that nobody can have put it in (ALL-8).
    """
    received = to_come(entry)
    if received:
        raise Refused(
            "ALL-8",
            "recorded {recorded}, and arrived {received}, after that; what is on record has "
            "arrived.",
            quoted=entry.text,
            recorded=entry.recorded_at,
            received=received,
        )


def about(entry: Entry) -> int:
    """The number of the entry that an amendment changes or strikes. Any other entry, such as an
    insert, is about itself: its own number.
    """
    move = amendment_of(entry)
    other = isinstance(move, (Insert, AdoptThroughout))
    return entry.number if move is None or other else move.number


def not_undone(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those of `entries` that aren't undone, without the undos and redos themselves.

    `entries` may be a part of a journal if no undo in it takes back an entry from before that part.
    """
    found: list[Entry] = []
    undone: list[list[Entry]] = []
    for entry in entries:
        if not entry.takes_back:
            found.append(entry)
        elif entry.text.startswith("undo"):
            number = taken_back_by(entry)
            cut = next((i for i, e in enumerate(found) if e.number == number), len(found))
            undone.append(found[cut:])
            del found[cut:]
        elif undone:
            found += undone.pop()
    return tuple(found)


def taken_back_by(entry: Entry) -> int:
    """The number of the entry that this undo takes back; 0 where the entry is no undo."""
    words = entry.text.split(" ")
    is_undo = entry.takes_back and words[0] == "undo" and len(words) > 1
    return int(words[1]) if is_undo and _NUMBER.fullmatch(words[1]) else 0


def effective_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those of `entries` that aren't undone, as they count after amendments; same
    condition as `not_undone`.
    """
    return apply_amendments(not_undone(entries))


def apply_amendments(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The `entries`, none of them undone, as they count after the amendments among them.

    Amended entries have their new content and struck ones are left out. An inserted entry stands at
    its place under the number of its insert.
    """
    found: list[Entry] = []
    for entry in entries:
        move = amendment_of(entry)
        if move is None:
            found.append(entry)
            continue
        place = _place(found, move.number)
        if isinstance(move, Insert):
            put_in = Entry(entry.number, move.who, move.text, move.at, entry.recorded_at)
            found.insert(place, put_in)
        else:
            right = [_put_right(one, move, entry) for one in found[place : place + 1]]
            found[place : place + 1] = right
            found.append(entry)
        gone = {*move.drop, *({move.number} if isinstance(move, Strike) else ())}
        found = [one for one in found if one.number not in gone]
    return tuple(found)


def _place(entries: Sequence[Entry], number: int) -> int:
    return next((i for i, one in enumerate(entries) if one.number == number), len(entries))


def _put_right(entry: Entry, move: Amendment, by: Entry) -> Entry:
    if not isinstance(move, Amend):
        return entry
    return replace(
        entry,
        text=move.to or entry.text,
        who=move.by or entry.who,
        put_down_as=entry.put_down_as or (entry.who if move.by else ""),
        received_at=move.at or entry.received_at,
        # An amended time may lie after the typing; no entry is recorded before it is received.
        recorded_at=max(entry.recorded_at, move.at or entry.received_at),
        put_right_at=by.recorded_at,
    )


def check_amendment(
    entries: Sequence[Entry], move: Amendment, check_back: Callable[[Entry], None]
) -> None:
    """Raise where an amendment points at an entry that doesn't count, or that may not be amended
    (ALL-3, ALL-6). `entries` are those that count.

    Raises NotNow or Refused; `check_back` does so for an entry that it is too late to touch.
    """
    counting = {one.number: one for one in entries}
    own = () if isinstance(move, AdoptThroughout) else (move.number,)
    touched = (*(() if isinstance(move, Insert) else own), *move.drop)
    missing = [number for number in (*own, *touched) if number not in counting]
    if missing:
        raise NotNow(
            "ALL-6",
            f"entry {missing[0]} doesn't count: it was taken back or struck, or there is none.",
        )
    if move.number in move.drop and not isinstance(move, Insert):
        raise Refused(
            "ALL-6", f"entry {move.number} is what is put right; what falls with it are others."
        )
    if isinstance(move, Insert) and not may_be_inserted(move.who, move.text):
        raise Refused(
            "ALL-6",
            f"“{_verb(move.text)}” can't be put before what has been said since; say it now.",
        )
    instead = ""
    if isinstance(move, Amend) and counting[move.number].who == HOST and not move.by:
        instead = _verb(move.to)
        check_back(replace(counting[move.number], text=move.to))
    if instead in _OWN:
        raise Refused(
            "ALL-6", f"“{instead}” can't be put in the place of another entry; say it now."
        )
    for number in touched:
        _check_may_be_put_right(counting[number])
        check_back(counting[number])


def may_be_inserted(who: str, text: str) -> bool:
    """Whether somebody can be found to have said that before something else."""
    return who != HOST or _verb(text) not in _OWN | _IN_ITS_PLACE


def _check_may_be_put_right(right: Entry) -> None:
    if right.planned:
        raise Refused(
            "ALL-9",
            f"entry {right.number} carried out plan {right.planned} of {right.who}'s by itself; "
            f"what can be put right is the plan: amend {right.planned}.",
        )
    if right.who == CHANCE and right.drawn == "seed":
        raise Refused(
            "ALL-3",
            f"entry {right.number} is what chance gave; nobody can put another draw in its place.",
        )
    if right.who == HOST and _verb(right.text) in _OWN:
        raise Refused(
            "ALL-6",
            f"entry {right.number} is the host's own “{told(right.text)}”; {_instead_of(right)}.",
        )


def _instead_of(right: Entry) -> str:
    """What the host can do about its own entry that can't be amended, as part of a sentence."""
    move = amendment_of(right)
    if move is None and _verb(right.text) == "set":
        return "set it anew"
    again = f"put entry {move.number} right anew, or " if isinstance(move, Amend) else ""
    return f"{again}take it back with `undo {right.number}`"


def _verb(text: str) -> str:
    return text.strip().partition(" ")[0].casefold()
