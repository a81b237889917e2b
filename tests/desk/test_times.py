"""Times as hosts type them (design: time). No test reads the real clock."""

import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.desk.times import look_back, look_forward, read_now
from gmtool.desk.typed_times import is_time_of_day
from gmtool.desk.zones import TimeProblem, machine_zone, read_zone
from gmtool.render.when import numeric_offset

LONDON = ZoneInfo("Europe/London")
FRIDAY = "2026-11-20T21:00:00Z"  # 21:00 GMT in London, 16:00 EST in New York

ZONES = [
    "UTC",
    "Etc/UTC",
    "GMT",
    "Europe/London",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/St_Johns",
    "Africa/Casablanca",
]

steadily = settings(deadline=None, derandomize=True)
zones = st.sampled_from(ZONES).map(ZoneInfo)
instants = st.integers(631_152_000, 4_102_444_800).map(  # 1990 to 2100
    lambda seconds: datetime.fromtimestamp(seconds, UTC)
)
CHANGES = [
    ("Europe/London", "2026-03-29T01:00Z"),
    ("Europe/London", "2026-10-25T01:00Z"),
    ("America/New_York", "2026-03-08T07:00Z"),
    ("America/New_York", "2026-11-01T06:00Z"),
    ("Australia/Lord_Howe", "2026-04-04T15:00Z"),
    ("Australia/Lord_Howe", "2026-10-03T15:30Z"),
    ("America/St_Johns", "2010-11-07T02:31Z"),
    ("Pacific/Apia", "2011-12-30T10:00Z"),
]


@st.composite
def moments(draw: st.DrawFn) -> tuple[datetime, ZoneInfo]:
    """An instant and a zone, every other time close to a change of that zone's clocks."""
    if draw(st.booleans()):
        return draw(instants), draw(zones)
    zone, change = draw(st.sampled_from(CHANGES))
    away = timedelta(seconds=draw(st.integers(-10_800, 10_800)))
    return datetime.fromisoformat(change) + away, ZoneInfo(zone)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def back(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> datetime:
    return look_back(text, now=at(now), zone=ZoneInfo(zone))


def forward(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> datetime:
    return look_forward(text, now=at(now), zone=ZoneInfo(zone))


def problem_back(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> str:
    with pytest.raises(TimeProblem) as caught:
        back(text, now, zone)
    return said(caught.value)


def problem_forward(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> str:
    with pytest.raises(TimeProblem) as caught:
        forward(text, now, zone)
    return said(caught.value)


def attempt(read: Callable[[], datetime]) -> datetime | str:
    """What was read, or the sentence it was refused with."""
    try:
        return read()
    except TimeProblem as problem:
        return said(problem)


def said(problem: TimeProblem) -> str:
    """Its sentence, after a look at what holds for all of them: whole, and what was typed."""
    sentence = str(problem)
    assert sentence.endswith(".")
    assert '"' in sentence
    return sentence


# Looking back


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:44", "2026-11-20T20:44Z"),
        ("21:00", "2026-11-20T21:00Z"),
        ("21:01", "2026-11-19T21:01Z"),
        ("00:00", "2026-11-20T00:00Z"),
        ("23:59", "2026-11-19T23:59Z"),
        ("20:44:02", "2026-11-20T20:44:02Z"),
        ("  20:44\t", "2026-11-20T20:44Z"),
        ("yesterday 20:44", "2026-11-19T20:44Z"),
        ("yesterday 22:44", "2026-11-19T22:44Z"),
        ("Yesterday   20:44", "2026-11-19T20:44Z"),
        ("2026-11-20 20:44", "2026-11-20T20:44Z"),
        ("2026-11-20 20:44:10", "2026-11-20T20:44:10Z"),
        ("2026-11-20 21:00", "2026-11-20T21:00Z"),
        ("2026-07-01 20:44", "2026-07-01T19:44Z"),
        ("2024-02-29 12:00", "2024-02-29T12:00Z"),
        ("2026-11-20T20:44:00Z", "2026-11-20T20:44Z"),
        ("2026-11-20t20:44:00z", "2026-11-20T20:44Z"),
        ("2026-11-20T20:44+01:00", "2026-11-20T19:44Z"),
        ("2026-11-20T15:44:10-05:00", "2026-11-20T20:44:10Z"),
        ("2026-11-20T20:44", "2026-11-20T20:44Z"),
        ("2026-07-01T20:44", "2026-07-01T19:44Z"),
        ("2026-11-20T20:44:02.987Z", "2026-11-20T20:44:02Z"),
        ("2026-11-20T20:44:02,5+00:00", "2026-11-20T20:44:02Z"),
    ],
)
def test_looks_back_to_the_latest_such_time(typed: str, meant: str) -> None:
    found = back(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC
    assert found.microsecond == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fri 20:00", "2026-11-20T20:00Z"),
        ("fri 21:00", "2026-11-20T21:00Z"),
        ("fri 21:01", "2026-11-13T21:01Z"),
        ("Friday 20:00", "2026-11-20T20:00Z"),
        ("FRI 20:00", "2026-11-20T20:00Z"),
        ("thu 20:00", "2026-11-19T20:00Z"),
        ("wednesday 20:00", "2026-11-18T20:00Z"),
        ("tue 20:00", "2026-11-17T20:00Z"),
        ("Mon 20:00", "2026-11-16T20:00Z"),
        ("sunday 20:00", "2026-11-15T20:00Z"),
        ("sat 20:00", "2026-11-14T20:00Z"),
        ("sat 20:00:05 UTC", "2026-11-14T20:00:05Z"),
        ("fri 16:00 America/New_York", "2026-11-20T21:00Z"),
        ("fri 16:01 America/New_York", "2026-11-13T21:01Z"),
        ("sat 02:45 Asia/Kathmandu", "2026-11-20T21:00Z"),  # Saturday has begun there
        ("sat 02:46 +05:45", "2026-11-13T21:01Z"),
    ],
)
def test_looks_back_to_a_weekday(typed: str, meant: str) -> None:
    assert back(typed) == at(meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:44 UTC", "2026-11-20T20:44Z"),
        ("20:44 utc", "2026-11-20T20:44Z"),
        ("20:44 Z", "2026-11-20T20:44Z"),
        ("20:44Z", "2026-11-20T20:44Z"),
        ("20:44 GMT", "2026-11-20T20:44Z"),
        ("20:44 gmt", "2026-11-20T20:44Z"),
        ("21:44 +01:00", "2026-11-20T20:44Z"),
        ("21:44+01:00", "2026-11-20T20:44Z"),
        ("22:44 +01:00", "2026-11-19T21:44Z"),
        ("15:44 -05:00", "2026-11-20T20:44Z"),
        ("15:44 −05:00", "2026-11-20T20:44Z"),  # a true minus sign, from a web page
        ("23:44 UTC+03:00", "2026-11-20T20:44Z"),  # as shown for zones without an abbreviation
        ("15:44 America/New_York", "2026-11-20T20:44Z"),
        ("15:44 america/new_york", "2026-11-20T20:44Z"),
        ("16:01 America/New_York", "2026-11-19T21:01Z"),
        ("02:29 Asia/Kathmandu", "2026-11-20T20:44Z"),
        ("yesterday 02:29 Asia/Kathmandu", "2026-11-19T20:44Z"),
        ("20:44 GB", "2026-11-20T20:44Z"),
        ("15:44 EST5EDT", "2026-11-20T20:44Z"),
        ("05:44 Japan", "2026-11-20T20:44Z"),
        ("20:44 Europe/London", "2026-11-20T20:44Z"),
        ("2026-07-01 20:44 BST", "2026-07-01T19:44Z"),
        ("2026-07-01 20:44 bst", "2026-07-01T19:44Z"),
        ("2026-07-01 20:44 America/New_York", "2026-07-02T00:44Z"),
        ("2026-07-01T20:44 BST", "2026-07-01T19:44Z"),
        ("2026-11-20 20:44 +00:00", "2026-11-20T20:44Z"),
        ("2026-11-21 10:44 +14:00", "2026-11-20T20:44Z"),
    ],
)
def test_reads_a_zone_after_the_time(typed: str, meant: str) -> None:
    assert back(typed) == at(meant)


@pytest.mark.parametrize(
    ("typed", "zone", "meant"),
    [
        ("15:44 EST", "America/New_York", "2026-11-20T20:44Z"),
        ("2026-07-01 15:44 EDT", "America/New_York", "2026-07-01T19:44Z"),
        ("20:44", "Etc/UTC", "2026-11-20T20:44Z"),
        ("20:44 UTC", "Etc/UTC", "2026-11-20T20:44Z"),
        ("20:44", "GMT", "2026-11-20T20:44Z"),
        ("2026-07-01 20:44 GMT", "GMT", "2026-07-01T20:44Z"),
        ("02:29", "Asia/Kathmandu", "2026-11-20T20:44Z"),
        ("06:44 ChST", "Pacific/Guam", "2026-11-20T20:44Z"),
        ("06:44 CHST", "Pacific/Guam", "2026-11-20T20:44Z"),
    ],
)
def test_reads_times_of_the_games_zone(typed: str, zone: str, meant: str) -> None:
    assert back(typed, zone=zone) == at(meant)


@pytest.mark.parametrize(
    "typed", ["2026-11-20 21:01", "2026-11-21 00:00 GMT", "2999-01-01T00:00Z", "tomorrow 20:44"]
)
def test_what_arrived_can_not_lie_in_the_future(typed: str) -> None:
    assert problem_back(typed) == (
        f'"{typed}": that is in the future; write a time that has passed '
        "(now it is Fri 20 Nov 2026 21:00 GMT)."
    )


# Looking forward


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("21:00", "2026-11-20T21:00Z"),
        ("21:01", "2026-11-20T21:01Z"),
        ("20:59", "2026-11-21T20:59Z"),
        ("tomorrow 20:00", "2026-11-21T20:00Z"),
        ("Tomorrow 23:00 GMT", "2026-11-21T23:00Z"),
        ("tomorrow 02:45 Asia/Kathmandu", "2026-11-21T21:00Z"),
        ("fri 22:00", "2026-11-20T22:00Z"),
        ("fri 21:00", "2026-11-20T21:00Z"),
        ("fri 20:00", "2026-11-27T20:00Z"),
        ("sat 20:00", "2026-11-21T20:00Z"),
        ("Thursday 20:00", "2026-11-26T20:00Z"),
        ("2026-12-24 20:00", "2026-12-24T20:00Z"),
        ("2027-07-01 20:00", "2027-07-01T19:00Z"),
        ("2026-11-20T16:00-05:00", "2026-11-20T21:00Z"),
        ("15:59 America/New_York", "2026-11-21T20:59Z"),
    ],
)
def test_looks_forward_to_the_earliest_such_time(typed: str, meant: str) -> None:
    found = forward(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC


@pytest.mark.parametrize("typed", ["2026-11-20 20:59", "yesterday 22:00", "2026-11-20T20:59Z"])
def test_a_start_can_not_lie_in_the_past(typed: str) -> None:
    assert problem_forward(typed) == (
        f'"{typed}": that is in the past; write a time to come '
        "(now it is Fri 20 Nov 2026 21:00 GMT)."
    )


def test_the_running_second_is_neither_past_nor_future() -> None:
    now = "2026-11-20T21:00:00.500000Z"
    assert back("21:00", now) == forward("21:00", now) == at(FRIDAY)


# What can't be read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "now",
        "20.44",
        "20:",
        ":44",
        "20:445",
        "20:44:",
        "20:44.5",
        "20:44 20:45",
        "-20:44",
        "frd 20:00",
        "fr 20:00",
        "fri20:00",
        "next fri 20:00",
        "21h",
        "2100",
        "noon",
        "11 dec 26 20:44",
        "fri dec 20:44",
        "18 fri dec 20:44",
        "20:44 5",
        "2026-11-20-20:44",
        "26-11-20 20:44",
        "13/13 20:44",
        "20261120T204400Z",
        "2026-W47-5 20:44",
        "2026-11-20  T20:44",
        "٢٠:٤٤",
    ],
)
def test_another_form_is_refused_with_the_forms_that_are_read(typed: str) -> None:
    shown = " ".join(typed.split())
    for problem, neighbour in ((problem_back, "yesterday"), (problem_forward, "tomorrow")):
        assert problem(typed) == (
            f'"{shown}" is not a time that can be read; write it like 20:44, 9pm, '
            f"{neighbour} 20:44, fri 20:00, 11 dec 20:00 or 2026-11-20 20:44, with a zone after "
            "it if need be (UTC, +01:00, America/New_York)."
        )


@pytest.mark.parametrize("typed", ["12:60", "24:00", "25:00", "20:44:60", "99:99", "7:60"])
def test_there_is_no_such_time_of_day(typed: str) -> None:
    assert problem_back(typed) == (
        f'"{typed}": {typed} is not a time of day; it goes from 00:00 to 23:59, and midnight is '
        "00:00 of the day that begins."
    )


@pytest.mark.parametrize(
    ("typed", "clock", "advice"),
    [
        ("8:5", "8:5", "08:05 or 20:05"),
        ("fri 8:05", "8:05", "08:05 or 20:05"),
        ("2026-11-20 20:5", "20:5", "20:05"),
        ("20:44:5", "20:44:5", "20:44:05"),
    ],
)
def test_hours_and_minutes_have_two_digits(typed: str, clock: str, advice: str) -> None:
    assert problem_back(typed) == (
        f'"{typed}": {clock} needs two digits everywhere; write {advice} (24-hour clock).'
    )


@pytest.mark.parametrize("day", ["2026-02-29", "2026-02-30", "2026-13-01", "2026-00-10"])
def test_there_is_no_such_day(day: str) -> None:
    assert problem_back(f"{day} 20:44").startswith(
        f'"{day} 20:44": {day} is not a day of the calendar; dates are year-month-day, such as'
    )


@pytest.mark.parametrize("year", ["0001", "0226", "1979", "3000", "9999"])
def test_years_out_of_reach(year: str) -> None:
    assert "out of reach; write one from 1980 to 2999" in problem_back(f"{year}-12-31 23:59 -05:00")
    assert "out of reach" in problem_forward(f"{year}-01-01 00:00 +05:00")


# Days and times of day in words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("9pm", "2026-11-20T21:00Z"),
        ("9 PM", "2026-11-20T21:00Z"),
        ("9p.m.", "2026-11-20T21:00Z"),
        ("10pm", "2026-11-19T22:00Z"),
        ("08:44 pm", "2026-11-20T20:44Z"),
        ("8:44:10pm", "2026-11-20T20:44:10Z"),
        ("8.44pm", "2026-11-20T20:44Z"),
        ("12:30 am", "2026-11-20T00:30Z"),
        ("12:30pm", "2026-11-20T12:30Z"),
        ("11 am", "2026-11-20T11:00Z"),
        ("3:44 pm America/New_York", "2026-11-20T20:44Z"),
        ("9 pm UTC", "2026-11-20T21:00Z"),
        ("yesterday 9pm", "2026-11-19T21:00Z"),
        ("fri 9pm", "2026-11-20T21:00Z"),
        ("today 20:44", "2026-11-20T20:44Z"),
        ("11 nov 10:00", "2026-11-11T10:00Z"),
        ("11 Nov. 10:00", "2026-11-11T10:00Z"),
        ("11th of november, 10:00", "2026-11-11T10:00Z"),
        ("november 11 10:00", "2026-11-11T10:00Z"),
        ("1 sept 9pm", "2026-09-01T20:00Z"),
        ("fri 20 nov 20:44", "2026-11-20T20:44Z"),
        ("Friday, 20 November 2026 20:44", "2026-11-20T20:44Z"),
        ("11 dec 2025 10:00", "2025-12-11T10:00Z"),
        ("29 feb 2024 10:00", "2024-02-29T10:00Z"),
        ("Fri Nov 20, 2026 8:44 pm", "2026-11-20T20:44Z"),  # as a forum shows it
        ("Nov 20th, 2026 at 8:44 PM", "2026-11-20T20:44Z"),
        ("20 Nov 2026 - 20:44", "2026-11-20T20:44Z"),
        ("20:44 yesterday", "2026-11-19T20:44Z"),
        ("9pm on thursday", "2026-11-19T21:00Z"),
        ("10:00, 11 nov", "2026-11-11T10:00Z"),
        ("11 nov 10:00 +01:00", "2026-11-11T09:00Z"),
        ("1 jul 20:44 BST", "2026-07-01T19:44Z"),
    ],
)
def test_looks_back_to_a_day_and_a_time_in_words(typed: str, meant: str) -> None:
    assert back(typed) == at(meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fri 18 dec 23:15", "2026-12-18T23:15Z"),
        ("11 dec 10:00", "2026-12-11T10:00Z"),
        ("9pm", "2026-11-20T21:00Z"),
        ("8pm", "2026-11-21T20:00Z"),
        ("tomorrow 21:00", "2026-11-21T21:00Z"),
        ("tomorrow at 9pm", "2026-11-21T21:00Z"),
        ("9pm tomorrow", "2026-11-21T21:00Z"),
        ("today 22:00", "2026-11-20T22:00Z"),
        ("3 jan 10:00", "2027-01-03T10:00Z"),
        ("29 feb 10:00", "2028-02-29T10:00Z"),
        ("11 nov 2027 10:00", "2027-11-11T10:00Z"),
    ],
)
def test_looks_forward_to_a_day_and_a_time_in_words(typed: str, meant: str) -> None:
    assert forward(typed) == at(meant)


def test_a_date_without_its_year_is_the_nearest_one_or_none() -> None:
    assert back("22 may 10:00", "2026-11-20T21:00Z") == at("2026-05-22T09:00Z")
    assert forward("20 may 10:00", "2026-11-20T21:00Z") == at("2027-05-20T09:00Z")
    assert "in the past" in problem_forward("22 may 10:00")  # half a year and a day to come
    assert back("31 dec 10:00", "2027-01-02T12:00Z") == at("2026-12-31T10:00Z")
    with_year = ", with its year if it isn't the nearest (now it is Fri 20 Nov 2026 21:00 GMT)."
    assert problem_back("11 dec 10:00") == (
        f'"11 dec 10:00": that is in the future; write a time that has passed{with_year}'
    )
    assert problem_forward("11 nov 10:00") == (
        f'"11 nov 10:00": that is in the past; write a time to come{with_year}'
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("12am", "could be noon or midnight; write 12:00 for noon, or 00:00 for midnight, when"),
        ("12 pm", "could be noon or midnight"),
        ("fri 12:00 pm", "could be noon or midnight"),
        ("20:44 pm", "with pm the hours go from 1 to 12; write 20:44 without it."),
        ("13pm", "with pm the hours go from 1 to 12; write 13:00 without it."),
        ("0am", "with am the hours go from 1 to 12; write 00:00 without it."),
        ("9:5pm", "9:5 needs two digits everywhere; write 9:05pm."),
        ("24pm", "24 is not a time of day"),
        ("11/12 10:00", 'a month is written as a word; write "11 dec 10:00" or "12 nov 10:00".'),
        ("11/11 10:00", 'a month is written as a word; write "11 nov 10:00".'),
        ("20/11/2026 20:44", 'a month is written as a word; write "20 nov 2026 20:44".'),
        ("11-12-2026, 9:10 PM", 'write "11 dec 2026 9:10 PM" or "12 nov 2026 9:10 PM".'),
        ("20.11. 20:44", 'a month is written as a word; write "20 nov 20:44".'),
        ("thu 20 nov 20:00", "20 November 2026 is a Friday, not a Thursday; write which of the"),
        ("thu 20 nov 2026 20:00", "20 November 2026 is a Friday, not a Thursday"),
        ("30 feb 10:00", "there is no 30 February in the calendar."),
        ("0 mar 10:00", "there is no 0 March in the calendar."),
        ("29 feb 2026 10:00", "there is no 29 February 2026 in the calendar."),
        ("11 dec 1979 10:00", "out of reach"),
        ("fri", 'has no time of day; write it like "fri 20:00", in quotation marks where'),
        ("2026-11-20", 'has no time of day; write it like "2026-11-20 20:00"'),
        ("tomorrow", 'has no time of day; write it like "tomorrow 20:00"'),
        ("18 dec", 'has no time of day; write it like "18 dec 20:00"'),
        ("20", 'has no time of day; write it like "fri 20:00"'),
    ],
)
def test_what_could_be_two_things_or_is_none_says_what_to_write(typed: str, told: str) -> None:
    for problem in (problem_back, problem_forward):
        sentence = problem(typed)
        assert sentence.startswith(f'"{typed}"')
        assert told in sentence


@pytest.mark.parametrize(
    ("typed", "is_one"),
    [("20:44", True), ("9pm UTC", True), ("fri 20:44", False), ("20:44 fri", False), ("x", False)],
)
def test_a_time_of_day_names_no_day(typed: str, is_one: bool) -> None:
    assert is_time_of_day(typed) is is_one


# Zones that don't hold


@pytest.mark.parametrize(
    ("typed", "zone", "day", "holds", "meant"),
    [
        ("20:44 BST", "Europe/London", "2026-11-20", "GMT", "BST is +01:00"),
        ("20:44 bst", "Europe/London", "2026-11-20", "GMT", "bst is +01:00"),
        ("2026-07-01 20:44 GMT", "Europe/London", "2026-07-01", "BST", "GMT is +00:00"),
        ("20:44 EST", "Europe/London", "2026-11-20", "GMT", "EST is -05:00"),
        ("20:44 GMT", "America/New_York", "2026-11-19", "EST", "GMT is +00:00"),
        ("2026-07-01 20:44 EST", "America/New_York", "2026-07-01", "EDT", "EST is -05:00"),
        ("2026-07-01 20:44 CET", "Europe/Paris", "2026-07-01", "CEST", "CET is +01:00"),
        ("2026-07-01 20:44 CET", "CET", "2026-07-01", "CEST", "CET is +01:00"),
        ("20:44 GMT", "Asia/Kathmandu", "2026-11-20", "UTC+05:45", "GMT is +00:00"),
        ("20:44 Rome", "Europe/London", "2026-11-20", "GMT", "such as Europe/Rome"),
        ("20:44 WEST", "Europe/London", "2026-11-20", "GMT", "such as -05:00 or America/New_York"),
        ("20:44 AEDT", "Europe/London", "2026-11-20", "GMT", "such as -05:00 or America/New_York"),
        ("2026-10-25 01:30 EST", "Europe/London", "2026-10-25", "BST and GMT", "EST is -05:00"),
    ],
)
def test_an_abbreviation_that_does_not_hold_is_refused(
    typed: str, zone: str, day: str, holds: str, meant: str
) -> None:
    *before, clock, abbreviation = typed.split()
    there = f"{day} {clock} {holds.split(maxsplit=1)[0]}"
    word, _, offset = meant.partition(" is ")
    elsewhere = " ".join([*before, clock, offset])
    ways = (
        f'"{elsewhere}" for {word}, or "{there}"'
        if offset
        else f'"{there}", or for another zone its offset or IANA name after the time ({meant})'
    )
    assert problem_back(typed, zone=zone) == (
        f'"{typed}": on {day} {zone} has {holds}, not {abbreviation}; write {ways}.'
    )
    assert back(there, zone=zone).astimezone(ZoneInfo(zone)).date() == date.fromisoformat(day)
    if offset:
        assert (
            f"{back(elsewhere, zone=zone):%H:%M}"
            == f"{at(f'2026-01-01 {clock}{offset}').astimezone(UTC):%H:%M}"
        )


@pytest.mark.parametrize(
    ("zone", "why"),
    [
        ("Lodnon", 'no time zone with the IANA name "Lodnon"; the nearest name is Europe/London'),
        ("Europe/Lodnon", "the nearest name is Europe/London"),
        ("London", "the nearest name is Europe/London"),
        ("New York", "the nearest name is America/New_York"),
        ("Middle-earth", "write one such as Europe/London, or UTC"),
        ("/../etc/passwd", "write one such as Europe/London, or UTC"),
        ("Factory", "there is no time zone"),
        ("(UTC)", "there is no time zone"),
        ("\u200bUTC", "there is no time zone"),
        ("+0100", '"+0100" is not an offset; write one from -14:00 to +14:00, such as +01:00'),
        ("+1", "is not an offset"),
        ("UTC+1", "is not an offset"),
        ("GMT+01:00", "is not an offset"),
        ("+14:01", "is not an offset"),
        ("+25:00", "is not an offset"),
        ("-05:60", "is not an offset"),
    ],
)
def test_a_zone_that_is_none_is_refused(zone: str, why: str) -> None:
    for typed in (f"20:44 {zone}", f"2026-11-20 20:44 {zone}"):
        sentence = problem_back(typed)
        assert sentence.startswith(f'"{typed}": ')
        assert why in sentence


# Clock changes

MISSING = [
    # zone, local time, nearest before, nearest after
    ("Europe/London", "2026-03-29 01:00", "2026-03-29 00:59", "2026-03-29 02:00"),
    ("Europe/London", "2026-03-29 01:30", "2026-03-29 00:59", "2026-03-29 02:00"),
    ("Europe/London", "2026-03-29 01:59:59", "2026-03-29 00:59", "2026-03-29 02:00"),
    ("America/New_York", "2026-03-08 02:30", "2026-03-08 01:59", "2026-03-08 03:00"),
    ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-04 01:59", "2026-10-04 02:30"),
    ("America/Sao_Paulo", "2018-11-04 00:30", "2018-11-03 23:59", "2018-11-04 01:00"),
    ("Asia/Kathmandu", "1986-01-01 00:10", "1985-12-31 23:59", "1986-01-01 00:15"),
    ("Pacific/Apia", "2011-12-30 00:00", "2011-12-29 23:59", "2011-12-31 00:00"),
    ("Pacific/Apia", "2011-12-30 12:00", "2011-12-29 23:59", "2011-12-31 00:00"),
    ("Pacific/Apia", "2011-12-30 23:59", "2011-12-29 23:59", "2011-12-31 00:00"),
]


@pytest.mark.parametrize(("zone", "local", "before", "after"), MISSING)
def test_a_time_that_does_not_exist_is_refused(
    zone: str, local: str, before: str, after: str
) -> None:
    sentence = (
        f'"{local}": {local} doesn\'t exist in {zone}, where the clocks go forward over it; the '
        f'nearest times are "{before}" and "{after}".'
    )
    assert problem_back(local, zone=zone) == sentence
    assert problem_forward(local, "1980-01-01T00:00Z", zone) == sentence
    assert back(after, zone=zone) - back(before, zone=zone) == timedelta(minutes=1)


def test_the_nearest_times_of_another_zone_are_shown_with_their_offsets() -> None:
    assert problem_back("2026-03-08 02:30 America/New_York").endswith(
        'the nearest times are "2026-03-08 01:59 -05:00" and "2026-03-08 03:00 -04:00".'
    )
    assert problem_back("2026-03-29 01:30 GMT").endswith(
        'the nearest times are "2026-03-29 00:59 +00:00" and "2026-03-29 02:00 +01:00".'
    )


TWICE = [
    # zone, local time, its two offsets and names
    ("Europe/London", "2026-10-25 01:00", ("+01:00", "BST"), ("+00:00", "GMT")),
    ("Europe/London", "2026-10-25 01:30", ("+01:00", "BST"), ("+00:00", "GMT")),
    ("Europe/London", "2026-10-25 01:59:59", ("+01:00", "BST"), ("+00:00", "GMT")),
    ("America/New_York", "2025-11-02 01:30", ("-04:00", "EDT"), ("-05:00", "EST")),
    (
        "Australia/Lord_Howe",
        "2026-04-05 01:45",
        ("+11:00", "UTC+11:00"),
        ("+10:30", "UTC+10:30"),
    ),
    ("America/St_Johns", "2010-11-06 23:30", ("-02:30", "NDT"), ("-03:30", "NST")),
]


@pytest.mark.parametrize(("zone", "local", "first", "second"), TWICE)
def test_a_time_that_comes_twice_is_refused_with_what_to_type(
    zone: str, local: str, first: tuple[str, str], second: tuple[str, str]
) -> None:
    sentence = (
        f'"{local}": {local} comes twice in {zone}, where the clocks go back over it; write '
        f'"{local} {first[0]}" for the first time ({first[1]}) or '
        f'"{local} {second[0]}" for the second ({second[1]}).'
    )
    long_before = "1980-01-01T00:00Z"
    assert problem_back(local, zone=zone) == sentence
    assert problem_forward(local, long_before, zone) == sentence
    for offset, name in (first, second):
        meant = at(f"{local}{offset}")
        assert back(f"{local} {offset}", zone=zone) == meant
        assert back(f"{local} {name}", zone=zone) == meant
        assert forward(f"{local} {name}", long_before, zone) == meant
    elsewhere = problem_back(f"{local} {zone}", zone="Asia/Kathmandu")
    assert f'"{local} {first[0]}" for the first time' in elsewhere


def test_just_outside_a_clock_change_nothing_is_refused() -> None:
    assert back("2026-03-29 00:59:59") == at("2026-03-29T00:59:59Z")
    assert back("2026-03-29 02:00") == at("2026-03-29T01:00Z")
    assert back("2026-10-25 00:59:59") == at("2026-10-24T23:59:59Z")
    assert back("2026-10-25 02:00") == at("2026-10-25T02:00Z")
    assert back("2026-04-05 01:29", zone="Australia/Lord_Howe") == at("2026-04-04T14:29Z")
    assert back("2026-04-05 02:00", zone="Australia/Lord_Howe") == at("2026-04-04T15:30Z")
    assert back("2011-12-29 20:00", zone="Pacific/Apia") == at("2011-12-30T06:00Z")
    assert back("2011-12-31 20:00", zone="Pacific/Apia") == at("2011-12-31T06:00Z")


def test_an_offset_settles_a_time_that_the_clocks_leap_over() -> None:
    assert back("2026-03-29 01:30 +00:00") == at("2026-03-29T01:30Z")
    assert back("2026-03-29 01:30 +01:00") == at("2026-03-29T00:30Z")


@pytest.mark.parametrize("typed", ["01:30", "sun 01:30"])
def test_short_forms_meet_the_missing_hour(typed: str) -> None:
    spring = "2026-03-29T09:00Z"
    assert "2026-03-29 01:30 doesn't exist in Europe/London" in problem_back(typed, spring)
    assert "2026-03-29 01:30 doesn't exist" in problem_forward(typed, "2026-03-28T09:00Z")
    assert "2026-03-29 01:30 doesn't exist" in problem_back(
        "yesterday 01:30", "2026-03-30T09:00:00Z"
    )
    assert "2026-03-29 01:30 doesn't exist" in problem_forward(
        "tomorrow 01:30", "2026-03-28T09:00:00Z"
    )


@pytest.mark.parametrize("typed", ["01:30", "sun 01:30"])
def test_short_forms_meet_the_hour_that_comes_twice(typed: str) -> None:
    autumn = "2026-10-25T09:00Z"
    assert '"2026-10-25 01:30 +01:00" for the first time' in problem_back(typed, autumn)
    assert '"2026-10-25 01:30 +01:00" for the first' in problem_forward(typed, "2026-10-24T09:00Z")
    assert "comes twice" in problem_back("yesterday 01:30", "2026-10-26T09:00Z")
    assert back(f"{typed} BST", autumn) == at("2026-10-25T00:30Z")
    assert back(f"{typed} GMT", autumn) == at("2026-10-25T01:30Z")
    assert back(f"{typed} +01:00", autumn) == at("2026-10-25T00:30Z")


def test_a_missing_hour_that_lies_ahead_is_not_in_the_way() -> None:
    assert back("01:30", "2026-03-29T00:45Z") == at("2026-03-28T01:30Z")
    assert back("sun 01:30", "2026-03-29T00:45Z") == at("2026-03-22T01:30Z")
    assert forward("01:30", "2026-03-29T01:10Z") == at("2026-03-30T00:30Z")
    assert "in the future" in problem_back("2026-03-29 01:30", "2026-03-29T00:45Z")
    assert "in the past" in problem_forward("2026-03-29 01:30", "2026-03-29T01:10Z")


def test_only_the_reading_on_the_right_side_of_now_can_be_meant() -> None:
    between = "2026-10-25T01:10Z"  # 01:10 GMT: 01:30 has been once and comes once more
    assert back("01:30", between) == at("2026-10-25T00:30Z")
    assert back("2026-10-25 01:30", between) == at("2026-10-25T00:30Z")
    assert forward("01:30", between) == at("2026-10-25T01:30Z")
    assert forward("2026-10-25 01:30", between) == at("2026-10-25T01:30Z")
    assert "in the future" in problem_back("2026-10-25 01:30 GMT", between)


def test_clocks_that_go_back_across_midnight() -> None:
    """In St John's 00:01 became 23:01 of the day before, so midnight came before 23:30."""
    second_23_15 = "2010-11-07T02:45Z"
    assert back("00:00", second_23_15, "America/St_Johns") == at("2010-11-07T02:30Z")
    assert forward("23:10", "2010-11-07T02:30Z", "America/St_Johns") == at("2010-11-07T02:40Z")


def test_weekdays_where_a_whole_day_was_left_out() -> None:
    saturday = "2011-12-30T20:00Z"  # Sat 31 Dec 10:00 in Apia; there was no Friday the 30th
    assert back("thu 10:00", saturday, "Pacific/Apia") == at("2011-12-29T20:00Z")
    assert "2011-12-30 10:00 doesn't exist" in problem_back("fri 10:00", saturday, "Pacific/Apia")
    assert "2011-12-30 10:00 doesn't exist" in problem_back(
        "yesterday 10:00", saturday, "Pacific/Apia"
    )


# Lengths of time


# Zones


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Europe/London", "Europe/London"),
        ("europe/LONDON", "Europe/London"),
        (" america/new_york ", "America/New_York"),
        ("UTC", "UTC"),
        ("utc", "UTC"),
        ("Etc/UTC", "Etc/UTC"),
        ("gmt", "GMT"),
        ("Asia/Kathmandu", "Asia/Kathmandu"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ],
)
def test_zones(typed: str, key: str) -> None:
    assert read_zone(typed).key == key


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Europe/Lodnon", "Europe/London"),
        ("London", "Europe/London"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("Tokio", "Asia/Tokyo"),
        ("Asia/Kathmandoo", "Asia/Kathmandu"),
        ("", None),
        ("BST", None),
        ("AEST", None),
        ("+01:00", None),
        ("Middle-earth", None),
        ("/etc/localtime", None),
        ("localtime", None),
        ("Factory", None),
    ],
)
def test_a_zone_that_is_none(typed: str, near: str | None) -> None:
    with pytest.raises(TimeProblem) as caught:
        read_zone(typed)
    advice = f"the nearest name is {near}" if near else "write one such as Europe/London, or UTC"
    assert said(caught.value) == f'there is no time zone with the IANA name "{typed}"; {advice}.'


def set_machine(
    patch: pytest.MonkeyPatch, folder: Path, *, link: str = "", tz: str = "", file: str = ""
) -> None:
    patch.setattr("gmtool.desk.zones._LOCALTIME", folder / "localtime")
    patch.setattr("gmtool.desk.zones._TIMEZONE", folder / "timezone")
    patch.setenv("TZ", tz)
    if link:
        os.symlink(link, folder / "localtime")
    if file:
        (folder / "timezone").write_text(file, encoding="utf-8")


@pytest.mark.parametrize(
    ("tz", "file", "key"),
    [
        ("Asia/Kathmandu", "Europe/Paris\n", "Asia/Kathmandu"),
        (":Asia/Kathmandu", "", "Asia/Kathmandu"),
        (":/usr/share/zoneinfo/Asia/Kathmandu", "", "Asia/Kathmandu"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Paris\n", "Europe/Paris"),
        ("Factory", "Europe/Paris", "Europe/Paris"),
        ("Europe", "Europe/Paris", "Europe/Paris"),
        ("", "Europe/Paris\n", "Europe/Paris"),
        ("", "nowhere\n", "UTC"),
        ("../../etc/passwd", "", "UTC"),
        ("", "", "UTC"),
    ],
)
def test_the_zone_of_a_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tz: str, file: str, key: str
) -> None:
    set_machine(monkeypatch, tmp_path, tz=tz, file=file)
    assert machine_zone().key == key


@pytest.mark.skipif(sys.platform == "win32", reason="there the zone isn't told by a link")
@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("/usr/share/zoneinfo/America/New_York", "America/New_York"),
        ("../usr/share/zoneinfo/Etc/UTC", "Etc/UTC"),
        ("/var/db/timezone/zoneinfo/Europe/London", "Europe/London"),
        ("/usr/share/zoneinfo/posix/Europe/London", "Europe/London"),
        ("/usr/share/zoneinfo/Nowhere/Land", "Europe/Paris"),
        ("/somewhere/else", "Europe/Paris"),
    ],
)
def test_the_zone_of_a_machine_by_its_link(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, link: str, key: str
) -> None:
    set_machine(monkeypatch, tmp_path, link=link, file="Europe/Paris")
    assert machine_zone().key == key


@pytest.mark.skipif(sys.platform == "win32", reason="there the zone isn't told by a link")
def test_the_zone_of_a_machine_by_a_link_to_a_link(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    os.symlink("/nowhere/zoneinfo/Europe/London", tmp_path / "middle")
    set_machine(monkeypatch, tmp_path, link="middle", file="Europe/Paris")
    assert machine_zone().key == "Europe/London"


# The clock set by hand


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-11-20T20:44:00Z", "2026-11-20T20:44Z"),
        ("2026-11-20T20:44Z", "2026-11-20T20:44Z"),
        ("2026-11-20T20:44:10+01:00", "2026-11-20T19:44:10Z"),
        ("2026-11-20 20:44:10+01:00", "2026-11-20T19:44:10Z"),
        ("2026-11-20T20:44:10.999999+00:00", "2026-11-20T20:44:10Z"),
        (" 2999-12-31T23:59:59-14:00 ", "3000-01-01T13:59:59Z"),
    ],
)
def test_the_clock_set_by_hand(typed: str, meant: str) -> None:
    found = read_now(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "now",
        "20:44Z",
        "fri 20:44Z",
        "yesterday 20:44Z",
        "2026-11-20",
        "2026-11-20T20:44:00",
        "2026-11-20T20:44:00 UTC",
        "2026-11-20T20:44:00 Europe/London",
        "2026-11-20T20:44:00+0100",
    ],
)
def test_the_clock_needs_a_full_instant(typed: str) -> None:
    with pytest.raises(TimeProblem) as caught:
        read_now(typed)
    assert said(caught.value) == (
        f'"{typed}" is not a time that can be read; write the full date and time with Z or an '
        "offset, such as 2026-11-20T20:44:00Z."
    )


def test_the_clock_needs_a_true_date_and_time() -> None:
    with pytest.raises(TimeProblem, match="2026-02-30 is not a day of the calendar"):
        read_now("2026-02-30T00:00Z")
    with pytest.raises(TimeProblem, match="24:00 is not a time of day"):
        read_now("2026-02-28T24:00Z")


# For any instant


@steadily
@given(moments(), st.timedeltas(timedelta(), timedelta(days=4000)), zones)
def test_a_local_time_with_its_offset_reads_back(
    moment: tuple[datetime, ZoneInfo], since: timedelta, game: ZoneInfo
) -> None:
    instant, there = moment
    local = instant.astimezone(there)
    typed = f"{local:%Y-%m-%d %H:%M:%S} {numeric_offset(local)}"
    assert look_back(typed, now=instant + since, zone=game) == instant
    assert look_forward(typed, now=instant - since, zone=game) == instant
    assert look_back(local.isoformat(), now=instant + since, zone=game) == instant
    assert read_now(local.isoformat()) == instant


@steadily
@given(moments())
def test_a_local_time_reads_back_or_is_said_to_come_twice(
    moment: tuple[datetime, ZoneInfo],
) -> None:
    instant, zone = moment
    typed = f"{instant.astimezone(zone):%Y-%m-%d %H:%M:%S}"
    later = instant + timedelta(days=2)
    found = attempt(lambda: look_back(typed, now=later, zone=zone))
    if isinstance(found, datetime):
        assert found == instant
        return
    meant = [look_back(text, now=later, zone=zone) for text in re.findall(r'"([^"]+)" for', found)]
    assert instant in meant
    assert len(set(meant)) == 2


@steadily
@given(moments(), st.times())
def test_a_time_of_day_is_the_nearest_such_time(
    moment: tuple[datetime, ZoneInfo], clock: time
) -> None:
    now, zone = moment
    typed = f"{clock:%H:%M}"
    before = attempt(lambda: look_back(typed, now=now, zone=zone))
    after = attempt(lambda: look_forward(typed, now=now, zone=zone))
    for found in (before, after):
        if isinstance(found, str):
            assert re.search("comes twice|doesn't exist", found)
        else:
            assert f"{found.astimezone(zone):%H:%M:%S}" == f"{typed}:00"
    if isinstance(before, datetime) and isinstance(after, datetime):
        assert before <= now <= after
        assert after - before <= timedelta(hours=25)


@steadily
@given(instants, zones, st.integers(0, 6))
def test_a_weekday_lies_within_a_week(now: datetime, zone: ZoneInfo, day: int) -> None:
    name = ("mon", "Tuesday", "WED", "thu", "friday", "Sat", "sun")[day]
    before = look_back(f"{name} 12:00", now=now, zone=zone)
    after = look_forward(f"{name} 12:00", now=now, zone=zone)
    assert before.astimezone(zone).weekday() == after.astimezone(zone).weekday() == day
    assert now - timedelta(days=7, hours=1) < before <= now <= after
    assert after < now + timedelta(days=7, hours=1)


@steadily
@given(
    st.text()
    | st.from_regex(r"((fri|yesterday|\d{4}-\d\d-\d\d) )?\d\d?:\d\d?(:\d\d)?( ?[-+A-Za-z/_:\d]+)?")
    | st.from_regex(r"((sat,? )?\d\d? (feb|dec\.)( \d{4})? )?\d\d?(:\d\d)? ?[ap]m( on mon)?"),
    zones,
)
def test_any_text_is_read_or_refused_in_a_sentence(typed: str, zone: ZoneInfo) -> None:
    now = at(FRIDAY)
    for read in (look_back, look_forward):
        try:
            found = read(typed, now=now, zone=zone)
        except TimeProblem as problem:
            said(problem)
        else:
            assert found.tzinfo is UTC
    for plain in (read_zone, read_now):
        try:
            plain(typed)
        except TimeProblem as problem:
            said(problem)
