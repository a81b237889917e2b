"""Instants: strings that sort by time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from gmtool.engine.instants import Instant


def test_an_instant_is_utc_to_the_whole_second() -> None:
    local = datetime(2026, 7, 1, 20, 44, 2, 999_999, ZoneInfo("Europe/London"))
    assert Instant.of(local) == "2026-07-01T19:44:02Z"
    assert Instant.of(local).moment == datetime(2026, 7, 1, 19, 44, 2, tzinfo=UTC)


def test_nobody_knows_when_a_naive_time_was() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        Instant.of(datetime(2026, 7, 1))  # noqa: DTZ001


@pytest.mark.parametrize("text", ["", "2026-07-01", "2026-07-01T19:44Z", "2026-02-30T00:00:00Z"])
def test_other_forms_and_dates_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        Instant.read(text)


def test_24_hours_are_24_hours_across_a_clock_change() -> None:
    before = datetime(2026, 10, 24, 20, 0, tzinfo=ZoneInfo("Europe/London"))
    after = Instant.of(before).plus(timedelta(hours=24))
    assert after.moment.astimezone(ZoneInfo("Europe/London")).hour == 19


def test_they_sort_by_time_and_are_set_back_to_the_full_minute() -> None:
    early, late = Instant.read("2026-09-30T23:59:59Z"), Instant.read("2026-10-01T00:00:00Z")
    assert early < late
    assert early.until(late) == timedelta(seconds=1)
    assert early.full_minute() == "2026-09-30T23:59:00Z"
