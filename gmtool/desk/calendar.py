"""Writes deadlines as a calendar file (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from gmtool.engine.instants import Instant
from gmtool.engine.signs import shown
from gmtool.store.files import write_whole

FIRST = b"BEGIN:VCALENDAR"
"""The first line of a calendar, and of no other file."""


def write(file: str, rows: Sequence[dict[str, Any]], now: Instant) -> None:
    """Write the rows of `due` that have a deadline as events. Raises StoreProblem.

    An old calendar of that name is replaced, since only its present deadlines are of
    use; no other file is.
    """
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//gmtool//deadlines//EN")
    calendar.add("version", "2.0")
    for row in rows:
        if not row["deadline"]:
            continue
        event = Event()
        event.add("uid", f"{row['game']}: {row['for']}@gmtool")
        event.add("dtstamp", now.moment)
        event.add("dtstart", row["deadline"].moment)
        event.add("duration", timedelta(minutes=15))
        event.add("summary", shown(f"{row['game']}: {row['for']}"))
        calendar.add_component(event)
    text = calendar.to_ical()
    write_whole(file, text, lambda there: there == text, over=FIRST)
