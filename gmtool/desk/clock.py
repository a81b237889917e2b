"""The desk's clock; nothing else reads the time."""

from __future__ import annotations

from datetime import UTC, datetime

from gmtool.engine.instants import Instant


def now(typed: str | None) -> Instant:
    """The instant that counts as now: the one typed with `--now`, else the machine's.

    Raises TimeProblem for a text that isn't ISO 8601 with a zone.
    """
    if not typed:
        return Instant.of(datetime.now(UTC))
    from gmtool.desk.times import read_now

    return Instant.of(read_now(typed))
