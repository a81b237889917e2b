"""The clock that the desk is handed; nothing else reads the time."""

from __future__ import annotations

from datetime import UTC, datetime

from gmtool.engine.instants import Instant


def now(typed: str | None) -> Instant:
    """The instant that counts as now: the one typed (`--now`), else the machine's.

    Raises TimeProblem for one that isn't ISO with a zone.
    """
    if not typed:
        return Instant.of(datetime.now(UTC))
    from gmtool.desk.times import read_now

    return Instant.of(read_now(typed))
