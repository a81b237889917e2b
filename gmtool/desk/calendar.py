"""Deadlines as a calendar file (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from gmtool.desk.problems import FileProblem
from gmtool.engine.instants import Instant


def write(file: str, rows: Sequence[dict[str, Any]], now: Instant) -> None:
    """Write the deadlines of `due` as events; an old file of that name is replaced, since a
    calendar wants the deadlines that hold now. Raises FileProblem.
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
        event.add("summary", f"{row['game']}: {row['for']}")
        calendar.add_component(event)
    try:
        Path(file).write_bytes(calendar.to_ical())
    except OSError as error:
        raise FileProblem(
            f"{file} can't be written: {error.strerror}. Choose another place."
        ) from error
