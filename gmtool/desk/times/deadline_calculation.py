"""Reckons deadlines by a game's policy, in local times (ALL-10)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, takewhile
from zoneinfo import ZoneInfo

from msgspec import Struct

from gmtool.engine.instants import Instant
from gmtool.engine.policy import Calendar, Policy, by_the_hour
from gmtool.engine.refusals import Refused
from gmtool.engine.text import told
from gmtool.render.when import zone_named


class DeadlineCalculation(Struct, frozen=True):
    """How the deadline of a window comes about.

    `full` is when the hours of the rules are over, `earned` when they are with only the time that
    counts, and `deadline` when the window ends. `passed` are the days that were skipped, as local
    dates.
    """

    full: Instant
    earned: Instant
    deadline: Instant
    passed: tuple[date, ...] = ()


def calculate_deadline(policy: Policy, opened: Instant, length: timedelta) -> Instant:
    """The deadline of a window that opened at an instant, and to which the rules give `length`.

    It is never before the end of that length, whatever the policy (ALL-10).
    """
    if policy.is_plain:
        return by_the_hour(policy, opened, length)
    zone = _zone(policy)
    since = opened.next_full_minute().moment
    return Instant.of(_ends(policy, zone, _earned(policy, zone, since, length)))


def _zone(policy: Policy) -> ZoneInfo:
    """The zone of a policy; raises Refused where there is none of that name."""
    zone = zone_named(policy.zone)
    if zone is None:
        raise Refused("ALL-10", f"there is no zone “{told(policy.zone)}”.")
    return zone


def calculation_of(policy: Policy, opened: Instant, length: timedelta) -> DeadlineCalculation:
    """How that deadline comes about."""
    opened = opened.next_full_minute()
    full = opened.plus(length)
    if policy.is_plain:
        return DeadlineCalculation(full, full, by_the_hour(policy, opened, length))
    zone = _zone(policy)
    earned = _earned(policy, zone, opened.moment, length)
    ends = _ends(policy, zone, earned)
    passed = tuple(_passed(policy, opened.moment.astimezone(zone).date(), ends.astimezone(zone)))
    return DeadlineCalculation(full, Instant.of(earned), Instant.of(ends), passed)


def counted_span(policy: Policy, since: Instant, until: Instant) -> timedelta:
    """How much of the time between two instants counts."""
    if policy.is_plain:
        return since.until(until)
    zone, begin, end = ZoneInfo(policy.zone), since.moment, until.moment
    total = timedelta()
    for first, after in _days(policy, zone, begin):
        if first >= end:
            break
        total += max(min(end, after) - max(begin, first), timedelta())
    return total


def _earned(policy: Policy, zone: ZoneInfo, opened: datetime, length: timedelta) -> datetime:
    """The first instant, on a day that isn't skipped, by which that much time has counted."""
    left, days = length, _days(policy, zone, opened)
    while True:
        first, after = next(days)
        begin = max(first, opened)
        if begin + left < after:
            return begin + left
        left -= after - begin


def _ends(policy: Policy, zone: ZoneInfo, earned: datetime) -> datetime:
    """The first instant from then on at which the local clock shows `ends_at`, if there is one, on
    a day that counts.
    """
    if not policy.ends_at:
        return earned
    clock = time.fromisoformat(policy.ends_at)
    days = _counting(policy, earned.astimezone(zone).date())
    instants = (at for day in days for at in _instants(datetime.combine(day, clock), zone))
    return next(at for at in instants if at >= earned)


def _instants(local: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """The UTC instants of a local time, both where it comes twice. One that the clocks skip is
    where they would have shown it, had they not been put forward.
    """
    from dateutil.tz import datetime_ambiguous, datetime_exists, resolve_imaginary

    here = local.replace(tzinfo=zone)
    if not datetime_exists(here):
        here = resolve_imaginary(here)
    yield here.astimezone(UTC)
    if datetime_ambiguous(here):
        yield here.replace(fold=1).astimezone(UTC)


def _days(policy: Policy, zone: ZoneInfo, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The UTC instants at which each day that counts begins and ends, from the local day of `since`
    on.
    """
    for day in _counting(policy, since.astimezone(zone).date()):
        yield _midnight(day, zone), _midnight(day + timedelta(days=1), zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """The UTC instant at which a local day begins; its first midnight, where the clocks show two,
    and the first moment there is, where they skip it.
    """
    return next(_instants(datetime.combine(day, time()), zone))


def _counting(policy: Policy, first: date) -> Iterator[date]:
    """The days that count, in order, from a day on."""
    weekdays, dates = policy.weekdays, policy.dates
    for day in (first + timedelta(days=n) for n in count()):
        is_skipped = day.weekday() in weekdays or any(a <= day <= b for a, b in dates)
        if not is_skipped:
            yield day


def _passed(policy: Policy, first: date, until: datetime) -> Iterator[date]:
    """The days that are skipped from a day on until a local time."""
    last = until.date()
    counting = {*takewhile(lambda day: day <= last, _counting(policy, first))}
    every = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return (day for day in every if day not in counting)


CALENDAR = Calendar(calculate_deadline, counted_span)
"""The calendar by which games with a deadline policy are played."""
