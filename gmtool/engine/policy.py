"""The deadline policy of a game: what its settings say about when windows end (ALL-10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from typing import NamedTuple

from msgspec import Struct

from gmtool.engine.instants import Instant, minutes_in, write_span
from gmtool.engine.lazy_regex import lazy_regex

NONE = "none"
"""The value of a setting that takes away what the game began with; an empty one restores that."""
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The days of the week as `skip` names them."""
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NAMES = {
    **{day: day for day in DAYS},
    **{day: day[:3] for day in _FULL},
    **{f"{day}s": day[:3] for day in _FULL},
}
MOST_GRACE = 24 * 60
"""The longest grace, in minutes."""
LONGEST = 366
"""The most days that a range of `skip` may have, and an absence may last."""
_CLOCK = lazy_regex(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d)(?: ?(?P<a>[ap])\.?m\.?)?| ?(?P<b>[ap])\.?m\.?)",
    re.ASCII | re.IGNORECASE,
)
_DATES = lazy_regex(r"(\d{4}-\d\d-\d\d)(?:\s*\.\.\s*(\d{4}-\d\d-\d\d))?", re.ASCII)


class Policy(Struct, frozen=True):
    """When windows end, in local times of the IANA `zone`.

    A window that opens is to end at the time of day `ends_at`, if there is one (`21:00`). On the
    days of `skip` no time counts and none ends. More time that the host gives ends when the host
    says. A move that is late by no more than `grace` minutes counts. A turn waits for its player
    who is away `longest_absence` minutes at most; 0 is without limit.
    """

    zone: str = "UTC"
    ends_at: str = ""
    skip: str = ""
    grace: int = 0
    longest_absence: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether windows last just the hours of the rules."""
        return not (self.ends_at or self.skip)

    @property
    def warning(self) -> str:
        """What a host may not expect of this policy, in a sentence, or empty."""
        if not (self.ends_at and self.grace):
            return ""
        return (
            f"what opens when the grace is over has its hours from then on, and ends at the "
            f"{self.ends_at} after them: with 24 hours that is two days later"
        )

    @property
    def weekdays(self) -> tuple[int, ...]:
        """The days of the week that are skipped; Monday is 0."""
        words = self.skip.replace(",", " ").split()
        return tuple(place for place, day in enumerate(DAYS) if day in words)

    @property
    def dates(self) -> tuple[tuple[date, date], ...]:
        """The first and the last day of each range of days that is skipped."""
        found = _DATES.finditer(self.skip)
        ends = ((one[1], one[2] or one[1]) for one in found)
        return tuple((date.fromisoformat(a), date.fromisoformat(b)) for a, b in ends)


PLAIN = Policy()
"""The policy of a game that sets none."""


class Calendar(NamedTuple):
    """The sums with local times that the engine leaves to whoever has a calendar.

    `reckon` returns the deadline of a window from its opening and the time that the rules give it,
    `counted` how much of the time between two instants counts.
    """

    reckon: Callable[[Policy, Instant, timedelta], Instant]
    counted: Callable[[Policy, Instant, Instant], timedelta]


def by_the_hour(policy: Policy, opened: Instant, length: timedelta) -> Instant:
    """The deadline where windows last just the hours of the rules; raises ValueError for a policy
    with local times.
    """
    _check_plain(policy)
    return opened.next_full_minute().plus(length)


def _elapsed(policy: Policy, since: Instant, until: Instant) -> timedelta:
    _check_plain(policy)
    return since.until(until)


def _check_plain(policy: Policy) -> None:
    if not policy.is_plain:
        raise ValueError("a policy with local times needs a calendar")


NO_CALENDAR = Calendar(by_the_hour, _elapsed)
"""The sums of a game whose policy knows no local times."""


def read_policy(settings: Mapping[str, str], zone: str) -> Policy:
    """The policy in a game's settings; raises ValueError, in words for the host, for one that
    can't be kept.
    """
    given = {key: canonical(key, settings.get(key, "")) for key in POLICY_KEYS}
    given = {key: "" if value == NONE else value for key, value in given.items()}
    return Policy(
        zone,
        given["ends_at"],
        given["skip"],
        minutes_in(given["grace"]) or 0,
        minutes_in(given["longest_absence"]) or 0,
    )


def canonical(key: str, value: str) -> str:
    """A setting of the policy as it goes on record, `none` for what shall not hold any more; raises
    ValueError, in words for the host, for a value that it can't have.
    """
    value = " ".join(value.split())
    if value.casefold() == NONE:
        return NONE
    return _READERS[key](value) if value else ""


def _clock(text: str) -> str:
    found = _CLOCK.fullmatch(text)
    try:
        at = _time(found) if found else None
    except ValueError:
        at = None
    if at is None:
        raise ValueError(f"“{text}” is no time of day; ends_at takes one like 21:00.")
    return at.isoformat("minutes")


def _time(found: re.Match[str]) -> time:
    """The time of day, of the 24-hour clock or with `am` or `pm`; raises ValueError for none."""
    hour, half = int(found["hour"]), (found["a"] or found["b"] or "").casefold()
    if half:
        hour = hour % 12 + 12 * (half == "p") if 1 <= hour <= 12 else 24  # which no clock has
    return time(hour, int(found["minute"] or 0))


def _skipped(text: str) -> str:
    parts = [part.strip() for part in text.split(",")]
    read = (_range(part) if _DATES.fullmatch(part) else _weekdays(part) for part in parts)
    skip = ", ".join(filter(None, read))
    if len(Policy(skip=skip).weekdays) == len(DAYS):
        raise ValueError("skip leaves no day of the week on which anything could end.")
    return skip


def _weekdays(part: str) -> str:
    words = [_NAMES.get(word, "") for word in part.casefold().replace(" and ", " ").split()]
    if not all(words):
        raise ValueError(
            f"“{part}” is no day of the week and no date; skip takes days and dates, as in "
            '"sat sun, 2026-12-24..2026-12-26".'
        )
    return " ".join(day for day in DAYS if day in words)


def _range(part: str) -> str:
    found = _DATES.fullmatch(part)
    assert found is not None  # noqa: S101 - the caller looked
    try:
        first, last = (date.fromisoformat(found[n] or found[1]) for n in (1, 2))
    except ValueError:
        raise ValueError(f"“{part}” has a date that there is not.") from None
    if last < first:
        raise ValueError(f"“{part}” runs backwards; the earlier date comes first.")
    if last - first > timedelta(days=LONGEST):
        raise ValueError(f"“{part}” is more than {LONGEST} days.")
    return f"{first}..{last}" if last > first else f"{first}"


def _grace(text: str) -> str:
    minutes = minutes_in(text)
    if minutes is None or minutes > MOST_GRACE:
        raise ValueError(f"“{text}” is no grace; it takes 1m to 24h, as in 30m, or `none`.")
    return write_span(minutes)


def _absence(text: str) -> str:
    minutes = minutes_in(text)
    if minutes is None or minutes > LONGEST * MOST_GRACE:
        raise ValueError(
            f"“{text}” is no length of an absence; it takes up to {LONGEST} days, as in 5d or "
            "72h, or `none`."
        )
    return write_span(minutes)


_READERS: dict[str, Callable[[str], str]] = {
    "ends_at": _clock,
    "grace": _grace,
    "longest_absence": _absence,
    "skip": _skipped,
}
POLICY_KEYS = tuple(_READERS)
"""The settings that are the policy."""
