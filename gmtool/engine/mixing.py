"""What goes into the draws beside the seed: players' words until they close, then the public value
that was named before (ALL-3).
"""

from __future__ import annotations

from gmtool.engine import modes
from gmtool.engine.beacons import Beacon, read_beacon
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Set, Start, Words
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.table import Table
from gmtool.engine.wording import HOST, said

WORDS_UNTIL, BEACON = "words_until", "beacon"
"""The settings of when words close and of the public value. They are entries of their own, never of
the header, so that a change is on record.
"""
KEYS = (WORDS_UNTIL, BEACON)


def closes(table: Table) -> Instant | None:
    """The instant at which words close; None where they are taken until the first draw."""
    until = table.settings.get(WORDS_UNTIL)
    return Instant(until) if until else None


def beacon_of(table: Table) -> Beacon | None:
    """The public value that is named; None where none is."""
    named = table.settings.get(BEACON)
    return read_beacon(named) if named else None


def value_of(table: Table) -> str:
    """The words by which the public value was mixed in; empty while it hasn't come."""
    beacon = beacon_of(table)
    if beacon is None:
        return ""
    return next((words for words in table.words if beacon.value_in(words) is not None), "")


def mix_in(table: Table, entry: Entry, move: Words) -> Table:
    """The table with words mixed in; raises a Refusal for words that come too late, and for a value
    that comes too early or isn't in its text form.
    """
    if table.drawn or table.words_fixed:
        raise NotNow(
            "ALL-6",
            "chance has already drawn; words can only be mixed in before the first draw "
            "(`gmtool new --hold` waits for them).",
            quoted=str(move),
        )
    beacon, until = beacon_of(table), closes(table)
    if beacon and (value := beacon.value_in(move.text)) is not None:
        _check_value(table, beacon, value, entry, move)
    elif value_of(table):
        raise NotNow(
            "ALL-3",
            "the public value has come; nothing more is mixed in after it.",
            quoted=str(move),
        )
    elif until and entry.received_at > until:
        raise NotNow(
            "ALL-3",
            "words closed {until}; what came later isn't mixed in{but}.",
            until=until,
            but=f", but for the public value: `{_awaited(beacon)}`" if beacon else "",
            quoted=str(move),
        )
    elif beacon and entry.recorded_at >= beacon.at:
        raise NotNow(
            "ALL-3",
            "the public value can be known since {at}, and who knows it could choose words by it; "
            "so words that weren't on record before that aren't mixed in.",
            at=beacon.at,
            quoted=str(move),
        )
    return replace(table, words=(*table.words, move.text))


def _check_value(table: Table, beacon: Beacon, value: str, entry: Entry, move: Words) -> None:
    if value_of(table):
        raise NotNow(
            "ALL-3",
            "the public value is on record already; if it was mistyped, take that back first.",
            quoted=str(move),
        )
    if entry.received_at < beacon.at:
        raise NotNow(
            "ALL-3",
            "nobody can know that value yet: it comes {at}.",
            at=beacon.at,
            quoted=str(move),
        )
    try:
        right = beacon.words(value)
    except ValueError as error:
        raise Refused("ALL-3", "{why}.", why=str(error), quoted=str(move)) from error
    if move.text != right:
        raise Refused(
            "ALL-3",
            "that value is written in one way only: `{right}`.",
            right=str(Words(right)),
            quoted=str(move),
        )


def _awaited(beacon: Beacon) -> str:
    return str(Words(f"{beacon.name}: …"))


def check_start(table: Table, move: Start) -> None:
    """Raise NotNow where the public value hasn't come yet."""
    beacon = beacon_of(table)
    if beacon is None or table.started or value_of(table):
        return
    raise NotNow(
        "ALL-3",
        "the draws wait for the public value “{name}”, which is known {at}: "
        "gmtool record host '{words}'.",
        name=beacon.name,
        at=beacon.at,
        words=_awaited(beacon),
        quoted=str(move),
    )


def check_set(table: Table, entry: Entry, move: Set) -> None:
    """Raise a Refusal for a setting of words and of the public value that can't be made now: once
    words have closed, all that can be done is to give the public value up.
    """
    if move.who or move.key not in KEYS:
        return
    held = table.begun_with.get("chance") == modes.HOLD
    if not held or table.started or table.drawn or table.words_fixed:
        raise NotNow(
            "ALL-3",
            "no words are waited for now: that is so before the start of a game that was set up "
            "with --hold.",
            quoted=str(move),
        )
    if move.key == BEACON and not move.value:
        return
    _check_open(table, entry, str(move))
    until, beacon = closes(table), beacon_of(table)
    try:
        if move.key == BEACON:
            beacon = read_beacon(move.value)
        else:
            until = Instant.read(move.value) if move.value else None
    except ValueError as error:
        raise Refused("ALL-3", "{why}.", why=str(error), quoted=str(move)) from error
    if move.key == WORDS_UNTIL and until and until <= entry.recorded_at:
        raise Refused("ALL-3", "words can only close later than now.", quoted=str(move))
    if beacon and until is None:
        raise Refused(
            "ALL-3",
            "before a public value words must close at an instant that is named: set words_until.",
            quoted=str(move),
        )
    if beacon and until and beacon.at <= until:
        raise Refused(
            "ALL-3",
            "the public value “{name}” comes {at}, and words close {until}; it has to be one that "
            "is known later than that.",
            name=beacon.name,
            at=beacon.at,
            until=until,
            quoted=str(move),
        )


def check_back(table: Table, entry: Entry, at: Instant, quoted: str) -> None:
    """Raise a Refusal where an entry about words may not be taken back, put back or put right any
    more at an instant: chance has drawn, or who knows the public value could choose words by it.
    """
    verb, _, rest = entry.text.strip().partition(" ")
    verb = verb.casefold() if entry.who == HOST else ""
    if verb == "words" and table.words_fixed:
        raise Refused(
            "ALL-3",
            "these words are part of every draw since the first; they stay as they are.",
            quoted=quoted,
        )
    if verb == "set" and rest.partition("=")[0] in KEYS:
        _check_open(table, replace(entry, recorded_at=at), quoted)
    beacon = beacon_of(table)
    if verb != "words" or beacon is None or at < beacon.at:
        return
    if beacon.value_in(said(rest)) is not None:
        return
    raise Refused(
        "ALL-3",
        "the public value can be known since {at}; the words that it is mixed with stay as they "
        "are.",
        at=beacon.at,
        quoted=quoted,
    )


def _check_open(table: Table, entry: Entry, quoted: str) -> None:
    until = closes(table)
    if until and entry.recorded_at > until:
        raise NotNow(
            "ALL-3",
            "words closed {until}; what they are mixed with stays as it is. A public value that "
            "never comes can be given up: gmtool set beacon=.",
            until=until,
            quoted=quoted,
        )
