"""Instants as states, news and views carry them: plain strings that sort by time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from gmtool.engine.lazy_regex import lazy_regex

FORM = lazy_regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
YEARS = range(1900, 3001)
"""The years in which a game may lie: far enough from those in which a local time or a deadline
would be out of the calendar.
"""
_SPAN = lazy_regex(r"\+?(?:(\d{1,6})d)?\s*(?:(\d{1,6})h)?\s*(?:(\d{1,6})m)?", re.ASCII)


class Instant(str):
    """A moment in UTC to the whole second, written `2026-11-20T20:00:00Z`."""

    __slots__ = ()

    @classmethod
    def of(cls, moment: datetime) -> Instant:
        """The instant of the aware `moment`, without its fraction of a second.

        Raises ValueError for a naive datetime, which doesn't say when that was.
        """
        if moment.tzinfo is None:
            raise ValueError(f"{moment} has no time zone")
        return cls(f"{moment.astimezone(UTC).isoformat()[:19]}Z")

    @classmethod
    def read(cls, text: str) -> Instant:
        """The instant written in `text`; raises ValueError for any other form or date, and for one
        of a year in which there are no games.
        """
        if not FORM.fullmatch(text):
            raise ValueError(f"“{text}” is not an instant like 2026-11-20T20:00:00Z")
        try:
            datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"“{text}” is not an instant: there is no such day or time") from None
        if int(text[:4]) not in YEARS:
            first, last = YEARS[0], YEARS[-1]
            raise ValueError(f"“{text}” is no instant of a game: those are from {first} to {last}")
        return cls(text)

    @property
    def moment(self) -> datetime:
        """The instant as an aware datetime in UTC."""
        return datetime.fromisoformat(self)

    def plus(self, span: timedelta) -> Instant:
        """The instant `span` later: 24 hours are 24 hours across a clock change."""
        return Instant(f"{(datetime.fromisoformat(self[:-1]) + span).isoformat()[:19]}Z")

    def until(self, later: str) -> timedelta:
        """The time from this instant to `later`."""
        return datetime.fromisoformat(later) - self.moment

    def full_minute(self) -> Instant:
        """The last full minute not after this instant."""
        return Instant(self[:17] + "00Z")

    def next_full_minute(self) -> Instant:
        """The first full minute not before this instant."""
        return self if self.endswith(":00Z") else self.full_minute().plus(timedelta(minutes=1))


def minutes_in(span: str) -> int | None:
    """The minutes in a span such as `12h`, `+2d 3h` or `90m`; None for any other text."""
    found = _SPAN.fullmatch(span.strip())
    if found is None or not any(found.groups()):
        return None
    days, hours, minutes = (int(part or 0) for part in found.groups())
    return (days * 24 + hours) * 60 + minutes


def write_span(minutes: int) -> str:
    """A number of minutes as a span, `26h30m`."""
    hours, minutes = divmod(minutes, 60)
    return f"{hours}h" * bool(hours) + f"{minutes}m" * bool(minutes)


NEVER = Instant()
"""The empty instant, a placeholder for none."""


def encode_instant(value: object) -> str:
    """An instant as the plain string that JSON has for it; raises TypeError for anything else
    that JSON doesn't know.
    """
    if isinstance(value, Instant):
        return str(value)
    raise TypeError(f"{value!r}, a {type(value).__name__}, is not data that states are made of")


def decode_instant(kind: type, value: object) -> Instant:
    """The instant that `encode_instant` wrote; raises TypeError for another `kind` of value."""
    if kind is Instant and isinstance(value, str):
        return Instant(value)
    raise TypeError(f"{value!r} stands where a {kind.__name__} should")
