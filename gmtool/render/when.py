"""Shows instants, always with their zone (design: time), in English whatever the machine's
locale.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def when(instant: datetime, zone: ZoneInfo, *, short: bool = False) -> str:
    """`Fri 20 Nov 2026 20:44 GMT`; with `short` without the year.

    Seconds appear only if there are any. Raises ValueError for an instant without a zone.
    """
    local = _in_zone(instant, zone)
    year = "" if short else f" {local.year:04}"
    return f"{day(local)}{year} {_clock(local)} {zone_name(local)}"


def deadline(instant: datetime, zone: ZoneInfo) -> str:
    """`Sun 22 Nov 20:00 GMT (20:00 UTC)`: the local time, then UTC for everybody else.

    The bracket names the day too where it differs in UTC, and is left out where the zone itself
    shows as UTC. Raises ValueError for an instant without a zone.
    """
    shown = when(instant, zone, short=True)
    local = _in_zone(instant, zone)
    if zone_name(local) == "UTC":
        return shown
    utc = local.astimezone(UTC)
    other_day = "" if utc.date() == local.date() else f"{day(utc)} "
    return f"{shown} ({other_day}{_clock(utc)} UTC)"


def days_off(weekdays: Sequence[int], dates: Sequence[tuple[date, date]]) -> list[str]:
    """Days of the week, where Monday is 0, and stretches of dates in words: `Saturdays`, `24 Dec
    2026 to 2 Jan 2027`.
    """
    return [*(f"{_WEEKDAYS[day]}s" for day in weekdays), *(_stretch(*ends) for ends in dates)]


def _stretch(first: date, last: date) -> str:
    if first == last:
        return f"{_date(first)} {first.year}"
    if first.year != last.year:
        return f"{_date(first)} {first.year} to {_date(last)} {last.year}"
    return f"{_date(first)} to {_date(last)} {last.year}"


def _date(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]}"


def span(length: timedelta) -> str:
    """`2 days 3 hours`, in whole minutes, rounded towards zero; the sign is left to the caller."""
    minutes = abs(length) // timedelta(minutes=1)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = ((days, "day"), (hours, "hour"), (minutes, "minute"))
    said = " ".join(f"{n} {unit}{'s' if n > 1 else ''}" for n, unit in units if n)
    return said or "less than a minute"


def zone_name(local: datetime) -> str:
    """The abbreviation of the zone at a local time; `UTC+03:00` in zones that have none."""
    name = local.tzname() or ""
    if name[:1].isalpha():
        return name
    offset = numeric_offset(local)
    return "UTC" if offset == "+00:00" else f"UTC{offset}"


def numeric_offset(local: datetime) -> str:
    """How far a local time is ahead of UTC: `+05:45`, `-05:00`."""
    ahead = local.utcoffset() or timedelta()
    hours, minutes = divmod(abs(ahead) // timedelta(minutes=1), 60)
    return f"{'-' if ahead < timedelta() else '+'}{hours:02}:{minutes:02}"


def _in_zone(instant: datetime, zone: ZoneInfo) -> datetime:
    if instant.utcoffset() is None:
        raise ValueError(f"{instant.isoformat()} has no zone, so it isn't an instant")
    return instant.astimezone(zone)


def day(local: datetime) -> str:
    """`Fri 20 Nov`."""
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}"


def _clock(local: datetime) -> str:
    seconds = f":{local.second:02}" if local.second else ""
    return f"{local.hour:02}:{local.minute:02}{seconds}"


def zone_named(key: str) -> ZoneInfo | None:
    """The time zone of that name; None where this machine doesn't know it."""
    try:
        return ZoneInfo(key)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, or no name of a file
        return None


def zone_or_utc(key: str) -> ZoneInfo:
    """The time zone of that name; UTC, which always stands beside a time, where this machine
    doesn't know it.
    """
    return zone_named(key) or ZoneInfo("UTC")
