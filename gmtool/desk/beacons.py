"""Words and public values as a host types them, and as an answer tells of them (ALL-3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from gmtool.desk import drand
from gmtool.desk.problems import UsageProblem
from gmtool.desk.session import Session
from gmtool.desk.times import look_forward
from gmtool.engine.beacons import Beacon, drand_after, read_beacon
from gmtool.engine.expressions import expression
from gmtool.engine.instants import Instant
from gmtool.engine.mixing import BEACON, WORDS_UNTIL, beacon_of, closes
from gmtool.engine.moves import Set, Words
from gmtool.engine.refusals import Refused
from gmtool.engine.steps import Step
from gmtool.engine.wording import said

_SETTING = expression(rf'"?(?P<key>{WORDS_UNTIL}|{BEACON})=(?P<value>.*)', re.DOTALL)


def words_close(typed: str, start: str, now: Instant, zone: ZoneInfo) -> Instant:
    """When words close: as typed, else at the planned `start`, else a day from now on the next full
    hour. Raises TimeProblem.
    """
    if typed:
        return Instant.of(look_forward(typed, now=now.moment, zone=zone))
    if start:
        return Instant(start)
    day_later = now.moment + timedelta(days=1, seconds=3599)
    return Instant.of(day_later.replace(minute=0, second=0, microsecond=0))


def read_typed(typed: str, until: Instant | None, now: datetime, zone: ZoneInfo) -> Beacon:
    """The public value that a host names: `drand`, or words with a time behind `at`. Raises
    UsageProblem or TimeProblem.
    """
    typed = " ".join(typed.split())
    if typed.casefold() == "drand":
        if until is None:
            raise UsageProblem("first say by when words count: gmtool set words_until=WHEN")
        return drand_after(until)
    try:
        return read_beacon(typed)
    except ValueError:
        name, _, when = typed.rpartition(" at ")
    if not name:
        raise UsageProblem(
            "a public value is `drand`, or words with the time at which it will be known, such as "
            f"“the UK Lotto numbers, without the bonus ball at sat 22:00”; “{typed}” has no time."
        )
    return Beacon(name, Instant.of(look_forward(when, now=now, zone=zone)))


def in_text_form(session: Session, now: Instant, rest: str) -> str:
    """The text behind `set`, with the time or the public value in it in text form; any other text
    unchanged. Raises UsageProblem.
    """
    from gmtool.desk.zones import TimeProblem

    found = _SETTING.fullmatch(rest.strip())
    if found is None:
        return rest
    key = found["key"]
    value = found["value"].removesuffix('"') if rest.strip().startswith('"') else found["value"]
    value = said(value)
    try:
        if not value:
            return str(Set("", key, "")).removeprefix("set ")
        if key == BEACON:
            value = str(read_typed(value, closes(session.table), now.moment, session.zone))
        else:
            value = words_close(value, "", now, session.zone)
    except (UsageProblem, TimeProblem) as problem:
        raise UsageProblem(f"{session.name}: {problem}") from problem
    return str(Set("", key, value)).removeprefix("set ")


def in_one_form(session: Session, move: Words) -> Words:
    """Words in the one way in which their value is written. Raises Refused for a signature that the
    drand chain didn't make.
    """
    beacon = beacon_of(session.table)
    value = beacon.value_in(move.text) if beacon else None
    if beacon is None or value is None:
        return move
    try:
        words = beacon.words(value)
    except ValueError:
        return move  # the rules say why
    if beacon.round and _found(beacon, words) == drand.WRONG:
        raise Refused(
            "ALL-3",
            "that isn't what drand signed as round {round}; look it up again: {address}",
            round=beacon.round,
            address=beacon.address,
            quoted=str(move),
        )
    return Words(words)


def _found(beacon: Beacon, words: str) -> str:
    return drand.checked(beacon.round, beacon.value_in(words) or "")


def found(step: Step) -> Iterator[str]:
    """What a check of the public value has found, where a step mixed one in that can be checked."""
    beacon = beacon_of(step.table)
    if beacon is None or not beacon.round or not isinstance(step.move, Words):
        return
    if beacon.value_in(step.move.text) is not None:
        has_library = _found(beacon, step.move.text) != drand.NO_LIBRARY
        here = "not checked here; with pip install 'gmtool[drand]' it would be"
        yield f"  {'checked against the public key of drand' if has_library else here}"
