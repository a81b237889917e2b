"""Showing instants (design: time)."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows

from gmtool.render.when import deadline, numeric_offset, span, when, zone_name

ZONES = """UTC Etc/UTC GMT Europe/London America/New_York Australia/Lord_Howe Asia/Kathmandu
Pacific/Apia Europe/Istanbul America/Sao_Paulo"""


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


WHEN = """
2026-11-20T20:44Z = Europe/London = Fri 20 Nov 2026 20:44 GMT
2026-06-01T20:44Z = Europe/London = Mon 1 Jun 2026 21:44 BST
2026-11-20T20:44:02Z = GMT = Fri 20 Nov 2026 20:44:02 GMT
2026-11-20T20:44Z = UTC = Fri 20 Nov 2026 20:44 UTC
2026-11-20T20:44Z = Etc/UTC = Fri 20 Nov 2026 20:44 UTC
2026-11-20T20:44+01:00 = America/New_York = Fri 20 Nov 2026 14:44 EST
2026-11-20T20:44Z = Asia/Kathmandu = Sat 21 Nov 2026 02:29 UTC+05:45
2026-11-20T20:44Z = America/Sao_Paulo = Fri 20 Nov 2026 17:44 UTC-03:00
2026-01-01T00:00Z = Australia/Lord_Howe = Thu 1 Jan 2026 11:00 UTC+11:00
2026-03-01T00:00Z = Africa/Casablanca = Sun 1 Mar 2026 00:00 UTC
2026-10-25T00:30Z = Europe/London = Sun 25 Oct 2026 01:30 BST
2026-10-25T01:30Z = Europe/London = Sun 25 Oct 2026 01:30 GMT
"""
"""Casablanca has no abbreviation, and is level with UTC in Ramadan; on 25 October an hour comes
twice in London.
"""


@pytest.mark.parametrize(("instant", "zone", "long"), rows(WHEN))
def test_when(instant: str, zone: str, long: str) -> None:
    assert when(at(instant), ZoneInfo(zone)) == long
    assert when(at(instant), ZoneInfo(zone), short=True) == long.replace(" 2026", "")


def test_all_days_and_months_have_their_english_names() -> None:
    days = [when(datetime(2026, 11, 16 + n, tzinfo=UTC), ZoneInfo("UTC")) for n in range(7)]
    assert [day.split()[0] for day in days] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    months = [when(datetime(2026, n, 1, tzinfo=UTC), ZoneInfo("UTC")) for n in range(1, 13)]
    names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    assert " ".join(month.split()[2] for month in months) == names


DEADLINES = """
2026-11-22T20:00Z = Europe/London = Sun 22 Nov 20:00 GMT (20:00 UTC)
2026-07-05T19:00Z = Europe/London = Sun 5 Jul 20:00 BST (19:00 UTC)
2026-11-23T04:00Z = America/New_York = Sun 22 Nov 23:00 EST (Mon 23 Nov 04:00 UTC)
2026-11-22T20:00Z = Asia/Kathmandu = Mon 23 Nov 01:45 UTC+05:45 (Sun 22 Nov 20:00 UTC)
2026-11-22T10:00:02Z = GMT = Sun 22 Nov 10:00:02 GMT (10:00:02 UTC)
2027-01-01T04:00Z = America/New_York = Thu 31 Dec 23:00 EST (Fri 1 Jan 04:00 UTC)
2026-11-22T20:00Z = UTC = Sun 22 Nov 20:00 UTC
2026-11-22T20:00Z = Etc/UTC = Sun 22 Nov 20:00 UTC
"""


@pytest.mark.parametrize(("instant", "zone", "shown"), rows(DEADLINES))
def test_deadline(instant: str, zone: str, shown: str) -> None:
    assert deadline(at(instant), ZoneInfo(zone)) == shown


def test_an_instant_without_a_zone_is_not_shown() -> None:
    for show in (when, deadline):
        with pytest.raises(ValueError, match="2026-11-20T20:44:00 has no zone"):
            show(at("2026-11-20T20:44"), ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        (timedelta(days=2, hours=3), "2 days 3 hours"),
        (timedelta(hours=1, minutes=5), "1 hour 5 minutes"),
        (timedelta(hours=48), "2 days"),
        (timedelta(days=1, minutes=1), "1 day 1 minute"),
        (timedelta(days=1, hours=1, minutes=59, seconds=59), "1 day 1 hour 59 minutes"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(minutes=90), "1 hour 30 minutes"),
        (timedelta(seconds=59, microseconds=999_999), "less than a minute"),
        (timedelta(), "less than a minute"),
        (-timedelta(hours=3), "3 hours"),
        (-timedelta(seconds=90), "1 minute"),
    ],
)
def test_span(length: timedelta, shown: str) -> None:
    assert span(length) == shown


OFFSETS = """Europe/London = BST = +01:00 | America/New_York = EDT = -04:00
America/St_Johns = NDT = -02:30 | Asia/Kathmandu = UTC+05:45 = +05:45
Pacific/Marquesas = UTC-09:30 = -09:30 | UTC = UTC = +00:00"""


@pytest.mark.parametrize(("zone", "name", "offset"), rows(OFFSETS))
def test_names_and_offsets(zone: str, name: str, offset: str) -> None:
    local = at("2026-06-01T00:00Z").astimezone(ZoneInfo(zone))
    assert (zone_name(local), numeric_offset(local)) == (name, offset)


SECONDS = st.integers(631_152_000, 4_102_444_800)


@given(SECONDS.map(lambda it: datetime.fromtimestamp(it, UTC)), st.sampled_from(ZONES.split()))
def test_what_is_shown_names_the_local_day_and_time(instant: datetime, zone: str) -> None:
    local = instant.astimezone(ZoneInfo(zone))
    shown = re.fullmatch(
        r"[A-Z][a-z]{2} (\d+) [A-Z][a-z]{2} (\d{4}) (\d\d):(\d\d)(?::(\d\d))? \S+",
        when(instant, ZoneInfo(zone)),
    )
    assert shown is not None
    numbers = [int(n or 0) for n in shown.groups()]
    assert numbers == [local.day, local.year, local.hour, local.minute, local.second]


@given(st.timedeltas(timedelta(), timedelta(days=4000)))
def test_a_span_adds_up_to_the_whole_minutes(length: timedelta) -> None:
    sizes = {"day": 1440, "hour": 60, "minute": 1}
    shown = span(length)
    words = [] if shown == "less than a minute" else shown.split()
    said = sum(int(n) * sizes[unit.removesuffix("s")] for n, unit in pairwise(words) if n.isdigit())
    assert said == length // timedelta(minutes=1)
