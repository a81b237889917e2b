"""Reads times as hosts type them (design: time).

It is a small grammar on top of zoneinfo. Nothing is guessed: a text that could mean two
instants is refused with the texts that mean one. The caller supplies the clock and tells the
host what was understood.
"""

import re
from calendar import isleap
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from gmtool.desk.times.time_expressions import (
    DayOfYear,
    Neighbour,
    Typed,
    Weekday,
    check_weekday,
    take_apart,
    unreadable,
)
from gmtool.desk.times.zones import (
    TimeProblem,
    abbreviations,
    near_zone,
    no_place,
    read_offset,
    zone_key,
)
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.when import numeric_offset, when, zone_name

_FORMS = (
    "it like 20:44, 9pm, {} 20:44, fri 20:00, 11 dec 20:00 or 2026-11-20 20:44, with a zone after "
    "it if need be (UTC, +01:00, America/New_York)"
)
_FORM_OF_NOW = "the full date and time with Z or an offset, such as 2026-11-20T20:44:00Z"
_FULL = lazy_regex(r"\d{4}-\d\d-\d\d[ T]", re.IGNORECASE | re.ASCII)
_ABBREVIATION = lazy_regex(r"[a-z]{3,5}", re.IGNORECASE | re.ASCII)


class _Aim(NamedTuple):
    """In which direction to look for a time, and from when."""

    now: datetime
    forward: bool

    @property
    def forms(self) -> str:
        return _FORMS.format("tomorrow" if self.forward else "yesterday")

    def reaches(self, instant: datetime) -> bool:
        return instant >= self.now if self.forward else instant <= self.now

    def days_from(self, today: date) -> Iterator[date]:
        """The days to try, nearest first. It begins with the day on the other side of today, since
        some clocks go back across midnight.
        """
        step = 1 if self.forward else -1
        return (today + timedelta(days=step * n) for n in range(-1, 9))


class _Place(NamedTuple):
    """Where a time was meant: a zone and, if one was typed, the abbreviation that must be in
    force.
    """

    zone: tzinfo
    abbreviation: str = ""


def look_back(text: str, *, now: datetime, zone: ZoneInfo) -> datetime:
    """The latest such time that isn't in the future, as an aware UTC instant in whole seconds.

    Reads `20:44`, `9pm`, `yesterday 20:44`, `fri 20:00`, `11 dec 20:00`, `fri 18 dec 2026 20:00`,
    `2026-11-20 20:44` and ISO 8601, each with an optional zone after it; without one the time is in
    the game's `zone`. A date without its year is the nearest such date. Raises TimeProblem for any
    other text, for one that could mean two things, for an explicit time in the future, and for a
    local time that doesn't exist or that exists twice before now.
    """
    return _look(text, _Aim(_whole_seconds(now), forward=False), zone)


def look_forward(text: str, *, now: datetime, zone: ZoneInfo) -> datetime:
    """The earliest such time that isn't in the past, as an aware UTC instant in whole seconds.

    Reads the forms of `look_back`, with `tomorrow` for `yesterday`. Raises TimeProblem likewise:
    for an explicit time in the past, and for one that doesn't exist or exists twice from now on.
    """
    return _look(text, _Aim(_whole_seconds(now), forward=True), zone)


def read_now(text: str) -> datetime:
    """An aware UTC instant in whole seconds, from ISO 8601 with `Z` or an offset.

    Raises TimeProblem for any other text: a clock set by hand must not depend on a zone.
    """
    if not _FULL.match(text.strip()):
        raise unreadable(" ".join(text.split()), _FORM_OF_NOW)
    typed = take_apart(text, _FORM_OF_NOW)
    offset = UTC if typed.zone in ("Z", "z") else read_offset(typed.zone)
    if not isinstance(typed.day, date) or offset is None:
        raise unreadable(typed.text, _FORM_OF_NOW)
    return datetime.combine(typed.day, typed.clock, offset).astimezone(UTC)


def _look(text: str, aim: _Aim, zone: ZoneInfo) -> datetime:
    typed = take_apart(text, aim.forms)
    place = _place(typed, zone, aim.now.year)
    for day in _days(typed, aim, aim.now.astimezone(place.zone).date()):
        found = _resolve(typed, datetime.combine(day, typed.clock), place, aim)
        if found is not None:
            return found
    raise _wrong_way(typed, aim, zone)


def _wrong_way(typed: Typed, aim: _Aim, zone: ZoneInfo) -> TimeProblem:
    lies, wanted = (
        ("in the past", "to come") if aim.forward else ("in the future", "that has passed")
    )
    if isinstance(typed.day, DayOfYear):
        wanted += ", with its year if it isn't the nearest"
    return typed.problem(f"that is {lies}; write a time {wanted} (now it is {when(aim.now, zone)})")


def _days(typed: Typed, aim: _Aim, today: date) -> Iterator[date]:
    """The days that may be meant, the best first."""
    match typed.day:
        case Neighbour(shift):
            return iter((today + timedelta(days=shift),))
        case Weekday(place):
            return (d for d in aim.days_from(today) if d.weekday() == place)
        # Where the nearest lies on the wrong side it is refused: a host who types at a message's
        # arrival can't have meant a date of the year before.
        case DayOfYear() as day:
            nearest = _nearest(day, today)
            check_weekday(typed.text, nearest, day.weekday)
            return iter((nearest,))
        case date() as day:
            return iter((day,))
    return aim.days_from(today)


def _nearest(day: DayOfYear, today: date) -> date:
    """The date of that name nearest to today; at most half a year away, except for a 29
    February.
    """
    years = range(today.year - 8, today.year + 9)  # there is a leap year among any eight
    leap = (day.month, day.day) == (2, 29)
    dates = (date(year, day.month, day.day) for year in years if not leap or isleap(year))
    return min(dates, key=lambda one: abs(one - today))


def _resolve(typed: Typed, wall: datetime, place: _Place, aim: _Aim) -> datetime | None:
    """The one instant that a local time means; None where it lies on the wrong side of now, which
    can't have been meant.
    """
    readings = _instants(wall, place.zone)
    if not readings:
        change = _clock_change(wall, place.zone)
        if aim.reaches(change):
            raise _missing(typed, wall, change, place)
        return None
    holding = [r for r in readings if _holds(place, r)]
    reached = [r for r in holding or readings if aim.reaches(r)]
    if not reached:
        return None
    if not holding:
        raise _not_holding(typed, reached, place)
    if len(reached) > 1:
        raise _twice(typed, reached, place)
    return reached[0]


# Where it was meant


def _place(typed: Typed, game: ZoneInfo, year: int) -> _Place:
    if not typed.zone:
        return _Place(game)
    if typed.zone.upper() in ("UTC", "Z"):
        return _Place(UTC)
    if (offset := read_offset(typed.zone)) is not None:
        return _Place(offset)
    return _named_place(typed, game, year)


def _named_place(typed: Typed, game: ZoneInfo, year: int) -> _Place:
    """The place that a zone's name or abbreviation means. An abbreviation is always of the game's
    zone, though some are IANA names as well.
    """
    short = _ABBREVIATION.fullmatch(typed.zone) is not None
    if short and typed.zone.casefold() in abbreviations(game, year):
        return _Place(game, typed.zone)  # saves a look through all zones
    key = zone_key(typed.zone)
    if short and (key is None or key.isupper()):
        return _Place(game, typed.zone)
    if key is None:
        raise typed.problem(no_place(typed.zone))
    return _Place(ZoneInfo(key))


# Local times and instants


def _whole_seconds(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(microsecond=0)


def _instants(wall: datetime, zone: tzinfo) -> list[datetime]:
    """The UTC instants at which clocks in a zone show a time: none, one or two, in order."""
    found = []
    for fold in (0, 1):
        instant = wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)
        shown = instant.astimezone(zone).replace(tzinfo=None, fold=0)
        if shown == wall and instant not in found:
            found.append(instant)
    return found


def _clock_change(missing: datetime, zone: tzinfo) -> datetime:
    """The UTC instant at which clocks go forward over a local time that doesn't exist."""
    before = missing.replace(tzinfo=zone, fold=1).astimezone(UTC)
    after = missing.replace(tzinfo=zone, fold=0).astimezone(UTC)
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = (before + (after - before) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after


def _holds(place: _Place, instant: datetime) -> bool:
    """Whether the abbreviation typed, if any, is in force at that instant."""
    name = zone_name(instant.astimezone(place.zone))
    return place.abbreviation.casefold() in ("", name.casefold())


# Refusals


def _plain(local: datetime) -> str:
    shown = local.replace(tzinfo=None)
    return shown.isoformat(sep=" ", timespec="seconds" if shown.second else "minutes")


def _to_type(local: datetime, zone: str = "") -> str:
    return f'"{_plain(local)} {zone}"' if zone else f'"{_plain(local)}"'


def _missing(typed: Typed, wall: datetime, change: datetime, place: _Place) -> TimeProblem:
    last = (change - timedelta(seconds=1)).replace(second=0).astimezone(place.zone)
    first = change.astimezone(place.zone)
    before, after = (
        _to_type(local, numeric_offset(local) if typed.zone else "") for local in (last, first)
    )
    return typed.problem(
        f"{_plain(wall)} doesn't exist in {place.zone}, where the clocks go forward over it; the "
        f"nearest times are {before} and {after}"
    )


def _twice(typed: Typed, readings: list[datetime], place: _Place) -> TimeProblem:
    first, second = (reading.astimezone(place.zone) for reading in readings)
    ways = [
        f"{_to_type(local, numeric_offset(local))} for the {turn} ({zone_name(local)})"
        for local, turn in ((first, "first time"), (second, "second"))
    ]
    return typed.problem(
        f"{_plain(first)} comes twice in {place.zone}, where the clocks go back over "
        f"it; write {' or '.join(ways)}"
    )


def _not_holding(typed: Typed, readings: list[datetime], place: _Place) -> TimeProblem:
    local = readings[0].astimezone(place.zone)
    hold = [zone_name(reading.astimezone(place.zone)) for reading in readings]
    offset = _offset_of(place, local.year)
    there = _to_type(local, hold[0])
    bare = typed.text[: -len(typed.zone)].rstrip()
    if offset:
        ways = f'"{bare} {offset}" for {place.abbreviation}, or {there}'
    else:
        near = None if place.abbreviation.isupper() else near_zone(place.abbreviation)
        ways = (
            f"{there}, or for another zone its offset or IANA name after the time (such as "
            f"{near or '-05:00 or America/New_York'})"
        )
    return typed.problem(
        f"on {local.date()} {place.zone} has {' and '.join(hold)}, not {place.abbreviation}; write "
        f"{ways}"
    )


def _offset_of(place: _Place, year: int) -> str | None:
    """The offset of an abbreviation in the game's zone at another time of the year, or in another
    zone; None where it has none.
    """
    typed = place.abbreviation
    key = zone_key(typed)
    zones = (place.zone, ZoneInfo(key)) if key else (place.zone,)
    found = (abbreviations(zone, year).get(typed.casefold()) for zone in zones)
    return next((offset for offset in found if offset), None)
