"""Times as hosts type them (design: time). No test reads the real clock."""

import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import rows, ways

from gmtool.desk.times.parse import look_back, look_forward, read_now
from gmtool.desk.times.time_expressions import is_time_of_day
from gmtool.desk.times.zones import TimeProblem, machine_zone, read_zone
from gmtool.render.when import numeric_offset

LONDON = ZoneInfo("Europe/London")
FRIDAY = "2026-11-20T21:00:00Z"  # 21:00 GMT in London, 16:00 EST in New York

ZONES = """UTC Etc/UTC GMT Europe/London America/New_York Australia/Lord_Howe Asia/Kathmandu
Pacific/Apia America/St_Johns Africa/Casablanca"""

zones = st.sampled_from(ZONES.split()).map(ZoneInfo)
instants = st.integers(631_152_000, 4_102_444_800).map(  # 1990 to 2100
    lambda seconds: datetime.fromtimestamp(seconds, UTC)
)
CHANGES = """
2026-03-29T01:00Z = Europe/London | 2026-10-25T01:00Z = Europe/London
2026-03-08T07:00Z = America/New_York | 2026-11-01T06:00Z = America/New_York
2026-04-04T15:00Z = Australia/Lord_Howe | 2026-10-03T15:30Z = Australia/Lord_Howe
2010-11-07T02:31Z = America/St_Johns | 2011-12-30T10:00Z = Pacific/Apia
"""


@st.composite
def moments(draw: st.DrawFn) -> tuple[datetime, ZoneInfo]:
    """An instant and a zone, every other time close to a change of that zone's clocks."""
    if draw(st.booleans()):
        return draw(instants), draw(zones)
    change, zone = draw(st.sampled_from(rows(CHANGES)))
    away = timedelta(seconds=draw(st.integers(-10_800, 10_800)))
    return datetime.fromisoformat(change) + away, ZoneInfo(zone)


def at(text: str) -> datetime:
    """An instant in full; `20 20:44` is 20 November 2026, UTC."""
    day, _, clock = text.partition(" ")
    return datetime.fromisoformat(text if "-" in day else f"2026-11-{day}T{clock}Z")


def back(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> datetime:
    return look_back(text, now=at(now), zone=ZoneInfo(zone))


def forward(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> datetime:
    return look_forward(text, now=at(now), zone=ZoneInfo(zone))


def problem(read: Callable[..., object], *what: str) -> str:
    with pytest.raises(TimeProblem) as caught:
        read(*what)
    return said(caught.value)


def problem_back(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> str:
    return problem(back, text, now, zone)


def problem_forward(text: str, now: str = FRIDAY, zone: str = "Europe/London") -> str:
    return problem(forward, text, now, zone)


def attempt(read: Callable[[], datetime]) -> datetime | str:
    """What was read, or the sentence it was refused with."""
    try:
        return read()
    except TimeProblem as problem:
        return said(problem)


def said(problem: Exception) -> str:
    """Its sentence, after a look at what holds for all of them: whole, and what was typed."""
    sentence = str(problem)
    assert sentence.endswith(".")
    assert '"' in sentence
    return sentence


BACK = """
20 20:44 = 20:44 | 2026-11-20 20:44 | 2026-11-20T20:44:00Z | 2026-11-20t20:44:00z | 2026-11-20T20:44
20 20:44 = 20:44 UTC | 20:44 utc | 20:44 Z | 20:44Z | 20:44 GMT | 20:44 gmt | 21:44 +01:00
20 20:44 = 21:44+01:00 | 15:44 -05:00 | 15:44 −05:00 | 23:44 UTC+03:00 | 15:44 America/New_York
20 20:44 = 15:44 america/new_york | 02:29 Asia/Kathmandu | 20:44 GB | 15:44 EST5EDT | 05:44 Japan
20 20:44 = 20:44 Europe/London | 2026-11-20 20:44 +00:00 | 2026-11-21 10:44 +14:00 | 08:44 pm
20 20:44 = 8.44pm | 3:44 pm America/New_York | today 20:44 | fri 20 nov 20:44 |   20:44\t
20 20:44 = Friday, 20 November 2026 20:44 | Fri Nov 20, 2026 8:44 pm | Nov 20th, 2026 at 8:44 PM
20 20:44 = 20 Nov 2026 - 20:44
20 20:44:02 = 20:44:02 | 2026-11-20T20:44:02.987Z | 2026-11-20T20:44:02,5+00:00
20 20:44:10 = 2026-11-20 20:44:10 | 2026-11-20T15:44:10-05:00 | 8:44:10pm
20 21:00 = 21:00 | 2026-11-20 21:00 | fri 21:00 | fri 16:00 America/New_York
20 21:00 = sat 02:45 Asia/Kathmandu | 9pm | 9 PM | 9p.m. | 9 pm UTC | fri 9pm
19 20:44 = yesterday 20:44 | Yesterday   20:44 | yesterday 02:29 Asia/Kathmandu | 20:44 yesterday
20 20:00 = fri 20:00 | Friday 20:00 | FRI 20:00
19 21:00 = yesterday 9pm | 9pm on thursday
19 21:01 = 21:01 | 16:01 America/New_York
13 21:01 = fri 21:01 | fri 16:01 America/New_York | sat 02:46 +05:45
11 10:00 = 11 nov 10:00 | 11 Nov. 10:00 | 11th of november, 10:00 | november 11 10:00
11 10:00 = 10:00, 11 nov
2026-07-01T19:44Z = 2026-07-01 20:44 | 2026-07-01T20:44 | 2026-07-01 20:44 BST
2026-07-01T19:44Z = 2026-07-01 20:44 bst | 2026-07-01T20:44 BST | 1 jul 20:44 BST
"""
"""What all these mean on FRIDAY."""
ONE_WAY_BACK = """
00:00 = 20 00:00 | 23:59 = 19 23:59 | yesterday 22:44 = 19 22:44 | thu 20:00 = 19 20:00
wednesday 20:00 = 18 20:00 | tue 20:00 = 17 20:00 | Mon 20:00 = 16 20:00 | sunday 20:00 = 15 20:00
sat 20:00 = 14 20:00 | sat 20:00:05 UTC = 14 20:00:05 | 22:44 +01:00 = 19 21:44 | 10pm = 19 22:00
2026-11-20T20:44+01:00 = 20 19:44 | 2026-07-01 20:44 America/New_York = 2026-07-02T00:44Z
2024-02-29 12:00 = 2024-02-29T12:00Z | 12:30 am = 20 00:30 | 12:30pm = 20 12:30 | 11 am = 20 11:00
1 sept 9pm = 2026-09-01T20:00Z | 11 dec 2025 10:00 = 2025-12-11T10:00Z
29 feb 2024 10:00 = 2024-02-29T10:00Z | 11 nov 10:00 +01:00 = 11 09:00
"""


@pytest.mark.parametrize(("typed", "meant"), [*ways(BACK), *rows(ONE_WAY_BACK)])
def test_looks_back_to_the_latest_such_time(typed: str, meant: str) -> None:
    found = back(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC
    assert found.microsecond == 0


ZONED = """
15:44 EST = America/New_York = 20 20:44 | 20:44 = Etc/UTC = 20 20:44 | 20:44 = GMT = 20 20:44
2026-07-01 15:44 EDT = America/New_York = 2026-07-01T19:44Z | 02:29 = Asia/Kathmandu = 20 20:44
2026-07-01 20:44 GMT = GMT = 2026-07-01T20:44Z | 20:44 UTC = Etc/UTC = 20 20:44
06:44 ChST = Pacific/Guam = 20 20:44 | 06:44 CHST = Pacific/Guam = 20 20:44
"""


@pytest.mark.parametrize(("typed", "zone", "meant"), rows(ZONED))
def test_reads_times_of_the_games_zone(typed: str, zone: str, meant: str) -> None:
    assert back(typed, zone=zone) == at(meant)


FORWARD = """
20 21:00 = 21:00 | fri 21:00 | 2026-11-20T16:00-05:00 | 9pm
21 20:59 = 20:59 | 15:59 America/New_York
21 20:00 = tomorrow 20:00 | sat 20:00 | 8pm
21 21:00 = tomorrow 02:45 Asia/Kathmandu | tomorrow 21:00 | tomorrow at 9pm | 9pm tomorrow
20 22:00 = fri 22:00 | today 22:00
"""
ONE_WAY_FORWARD = """
21:01 = 20 21:01 | Tomorrow 23:00 GMT = 21 23:00 | fri 20:00 = 27 20:00 | Thursday 20:00 = 26 20:00
2026-12-24 20:00 = 2026-12-24T20:00Z | 2027-07-01 20:00 = 2027-07-01T19:00Z
fri 18 dec 23:15 = 2026-12-18T23:15Z | 11 dec 10:00 = 2026-12-11T10:00Z
3 jan 10:00 = 2027-01-03T10:00Z | 29 feb 10:00 = 2028-02-29T10:00Z
11 nov 2027 10:00 = 2027-11-11T10:00Z
"""


@pytest.mark.parametrize(("typed", "meant"), [*ways(FORWARD), *rows(ONE_WAY_FORWARD)])
def test_looks_forward_to_the_earliest_such_time(typed: str, meant: str) -> None:
    found = forward(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC


LATER = "2026-11-20 21:01 | 2026-11-21 00:00 GMT | 2999-01-01T00:00Z | tomorrow 20:44"
EARLIER = "2026-11-20 20:59 | yesterday 22:00 | 2026-11-20T20:59Z"


def test_what_arrived_can_not_lie_in_the_future_nor_a_start_in_the_past() -> None:
    now = "(now it is Fri 20 Nov 2026 21:00 GMT)."
    for typed in LATER.split(" | "):
        told = f'"{typed}": that is in the future; write a time that has passed {now}'
        assert problem_back(typed) == told
    for typed in EARLIER.split(" | "):
        told = f'"{typed}": that is in the past; write a time to come {now}'
        assert problem_forward(typed) == told
    running = "2026-11-20T21:00:00.500000Z"
    assert back("21:00", running) == forward("21:00", running) == at(FRIDAY)


# What can't be read

OTHERS = """·   ·now·20.44·20:·:44·20:445·20:44:·20:44.5·20:44 20:45·-20:44·frd 20:00·fr 20:00
fri20:00·next fri 20:00·21h·2100·noon·11 dec 26 20:44·fri dec 20:44·18 fri dec 20:44·20:44 5
2026-11-20-20:44·26-11-20 20:44·13/13 20:44·20261120T204400Z·2026-W47-5 20:44·2026-11-20  T20:44
٢٠:٤٤"""


@pytest.mark.parametrize("typed", OTHERS.replace("\n", "·").split("·"))
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


DIGITS = """8:5 = 8:5 = 08:05 or 20:05 | fri 8:05 = 8:05 = 08:05 or 20:05
2026-11-20 20:5 = 20:5 = 20:05 | 20:44:5 = 20:44:5 = 20:44:05"""


@pytest.mark.parametrize(("typed", "clock", "advice"), rows(DIGITS))
def test_hours_and_minutes_have_two_digits(typed: str, clock: str, advice: str) -> None:
    assert problem_back(typed) == (
        f'"{typed}": {clock} needs two digits everywhere; write {advice} (24-hour clock).'
    )


def test_there_is_no_such_day_or_it_is_out_of_reach() -> None:
    for day in ("2026-02-29", "2026-02-30", "2026-13-01", "2026-00-10"):
        told = f'"{day} 20:44": {day} is not a day of the calendar; dates are year-month-day, such'
        assert problem_back(f"{day} 20:44").startswith(told)
    for year in ("0001", "0226", "1979", "3000", "9999"):
        told = "out of reach; write one from 1980 to 2999"
        assert told in problem_back(f"{year}-12-31 23:59 -05:00")
        assert "out of reach" in problem_forward(f"{year}-01-01 00:00 +05:00")


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


COULD_BE = """
12am = could be noon or midnight; write 12:00 for noon, or 00:00 for midnight, when
12 pm = could be noon or midnight | fri 12:00 pm = could be noon or midnight
20:44 pm = with pm the hours go from 1 to 12; write 20:44 without it.
13pm = with pm the hours go from 1 to 12; write 13:00 without it.
0am = with am the hours go from 1 to 12; write 00:00 without it.
9:5pm = 9:5 needs two digits everywhere; write 9:05pm. | 24pm = 24 is not a time of day
11/12 10:00 = a month is written as a word; write "11 dec 10:00" or "12 nov 10:00".
11/11 10:00 = a month is written as a word; write "11 nov 10:00".
20/11/2026 20:44 = a month is written as a word; write "20 nov 2026 20:44".
11-12-2026, 9:10 PM = write "11 dec 2026 9:10 PM" or "12 nov 2026 9:10 PM".
20.11. 20:44 = a month is written as a word; write "20 nov 20:44".
thu 20 nov 20:00 = 20 November 2026 is a Friday, not a Thursday; write which of the
thu 20 nov 2026 20:00 = 20 November 2026 is a Friday, not a Thursday
30 feb 10:00 = there is no 30 February in the calendar. | 11 dec 1979 10:00 = out of reach
0 mar 10:00 = there is no 0 March in the calendar.
29 feb 2026 10:00 = there is no 29 February 2026 in the calendar.
fri = has no time of day; write it like "fri 20:00", in quotation marks where
2026-11-20 = has no time of day; write it like "2026-11-20 20:00"
tomorrow = has no time of day; write it like "tomorrow 20:00"
18 dec = has no time of day; write it like "18 dec 20:00"
20 = has no time of day; write it like "fri 20:00"
"""


@pytest.mark.parametrize(("typed", "told"), rows(COULD_BE))
def test_what_could_be_two_things_or_is_none_says_what_to_write(typed: str, told: str) -> None:
    for problem in (problem_back, problem_forward):
        sentence = problem(typed)
        assert sentence.startswith(f'"{typed}"')
        assert told in sentence


def test_a_time_of_day_names_no_day() -> None:
    typed = ("20:44", "9pm UTC", "fri 20:44", "20:44 fri", "x")
    assert [is_time_of_day(one) for one in typed] == [True, True, False, False, False]


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
        moment = at(f"2026-01-01 {clock}{offset}").astimezone(UTC)
        assert back(elsewhere, zone=zone).time() == moment.time()


NO_ZONE = """
Lodnon = no time zone with the IANA name "Lodnon"; the nearest name is Europe/London
Europe/Lodnon = the nearest name is Europe/London | London = the nearest name is Europe/London
New York = the nearest name is America/New_York | (UTC) = there is no time zone
Middle-earth = write one such as Europe/London, or UTC | Factory = there is no time zone
/../etc/passwd = write one such as Europe/London, or UTC | \u200bUTC = there is no time zone
+0100 = "+0100" is not an offset; write one from -14:00 to +14:00, such as +01:00
+1 = is not an offset | UTC+1 = is not an offset | GMT+01:00 = is not an offset
+14:01 = is not an offset | +25:00 = is not an offset | -05:60 = is not an offset
"""


@pytest.mark.parametrize(("zone", "why"), rows(NO_ZONE))
def test_a_zone_that_is_none_is_refused(zone: str, why: str) -> None:
    for typed in (f"20:44 {zone}", f"2026-11-20 20:44 {zone}"):
        sentence = problem_back(typed)
        assert sentence.startswith(f'"{typed}": ')
        assert why in sentence


# Clock changes

MISSING = """
2026-03-29 00:59 to 2026-03-29 02:00, Europe/London = 03-29 01:00 | 03-29 01:30 | 03-29 01:59:59
2026-03-08 01:59 to 2026-03-08 03:00, America/New_York = 03-08 02:30
2026-10-04 01:59 to 2026-10-04 02:30, Australia/Lord_Howe = 10-04 02:15
2018-11-03 23:59 to 2018-11-04 01:00, America/Sao_Paulo = 11-04 00:30
1985-12-31 23:59 to 1986-01-01 00:15, Asia/Kathmandu = 01-01 00:10
2011-12-29 23:59 to 2011-12-31 00:00, Pacific/Apia = 12-30 00:00 | 12-30 12:00 | 12-30 23:59
"""
"""What is missing there, and the nearest times before and after it."""


@pytest.mark.parametrize(("missing", "where"), ways(MISSING))
def test_a_time_that_does_not_exist_is_refused(missing: str, where: str) -> None:
    before, after, zone = re.split(" to |, ", where)
    local = f"{after[:4]}-{missing}"
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


TWICE = """
Europe/London +01:00 BST +00:00 GMT = 2026-10-25 01:00 | 2026-10-25 01:30 | 2026-10-25 01:59:59
America/New_York -04:00 EDT -05:00 EST = 2025-11-02 01:30
Australia/Lord_Howe +11:00 UTC+11:00 +10:30 UTC+10:30 = 2026-04-05 01:45
America/St_Johns -02:30 NDT -03:30 NST = 2010-11-06 23:30
"""
"""The zone, the two offsets and their names, and local times that come twice."""


@pytest.mark.parametrize(("local", "where"), ways(TWICE))
def test_a_time_that_comes_twice_is_refused_with_what_to_type(local: str, where: str) -> None:
    zone, *one_and_other = where.split()
    first, second = one_and_other[:2], one_and_other[2:]
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
def test_short_forms_meet_the_missing_hour_and_the_one_that_comes_twice(typed: str) -> None:
    missing = "2026-03-29 01:30 doesn't exist"
    assert f"{missing} in Europe/London" in problem_back(typed, "2026-03-29T09:00Z")
    assert missing in problem_forward(typed, "2026-03-28T09:00Z")
    assert missing in problem_back("yesterday 01:30", "2026-03-30T09:00:00Z")
    assert missing in problem_forward("tomorrow 01:30", "2026-03-28T09:00:00Z")
    autumn = "2026-10-25T09:00Z"
    assert '"2026-10-25 01:30 +01:00" for the first time' in problem_back(typed, autumn)
    assert '"2026-10-25 01:30 +01:00" for the first' in problem_forward(typed, "2026-10-24T09:00Z")
    assert "comes twice" in problem_back("yesterday 01:30", "2026-10-26T09:00Z")
    for zone, meant in (("BST", "00:30"), ("GMT", "01:30"), ("+01:00", "00:30")):
        assert back(f"{typed} {zone}", autumn) == at(f"2026-10-25T{meant}Z")


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


# Zones

KEYS = """
Europe/London = Europe/London | europe/LONDON
UTC = UTC | utc
"""
ONE_WAY_KEYS = """america/new_york = America/New_York | Etc/UTC = Etc/UTC | gmt = GMT
Asia/Kathmandu = Asia/Kathmandu | America/Argentina/Buenos_Aires = America/Argentina/Buenos_Aires"""


@pytest.mark.parametrize(("typed", "key"), [*ways(KEYS), *rows(ONE_WAY_KEYS)])
def test_zones(typed: str, key: str) -> None:
    assert read_zone(typed).key == read_zone(f" {typed} ").key == key


NEAREST = """
Europe/London = Europe/Lodnon | London
America/New_York = new york | America/New York
Asia/Tokyo = Tokio
Asia/Kathmandu = Asia/Kathmandoo
- = BST | AEST | +01:00 | Middle-earth | /etc/localtime | localtime | Factory
"""


@pytest.mark.parametrize(("typed", "near"), [*ways(NEAREST), ("", "")])
def test_a_zone_that_is_none(typed: str, near: str) -> None:
    advice = f"the nearest name is {near}" if near else "write one such as Europe/London, or UTC"
    told = f'there is no time zone with the IANA name "{typed}"; {advice}.'
    assert problem(read_zone, typed) == told


def set_machine(
    patch: pytest.MonkeyPatch, folder: Path, *, link: str = "", tz: str = "", file: str = ""
) -> None:
    patch.setattr("gmtool.desk.times.zones._LOCALTIME", folder / "localtime")
    patch.setattr("gmtool.desk.times.zones._TIMEZONE", folder / "timezone")
    patch.setenv("TZ", tz)
    if link:
        os.symlink(link, folder / "localtime")
    if file:
        (folder / "timezone").write_text(file, encoding="utf-8")


MACHINES = """
Asia/Kathmandu = Europe/Paris = Asia/Kathmandu | :Asia/Kathmandu = - = Asia/Kathmandu
:/usr/share/zoneinfo/Asia/Kathmandu = - = Asia/Kathmandu | - = nowhere = UTC | - = - = UTC
CET-1CEST,M3.5.0,M10.5.0/3 = Europe/Paris = Europe/Paris | - = Europe/Paris = Europe/Paris
Factory = Europe/Paris = Europe/Paris | Europe = Europe/Paris = Europe/Paris
../../etc/passwd = - = UTC
"""


@pytest.mark.parametrize(("tz", "file", "key"), rows(MACHINES))
def test_the_zone_of_a_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tz: str, file: str, key: str
) -> None:
    for end in ("", "\n"):
        set_machine(monkeypatch, tmp_path, tz=tz, file=f"{file}{end}" if file else "")
        assert machine_zone().key == key


LINKS = """
/usr/share/zoneinfo/America/New_York = America/New_York | ../usr/share/zoneinfo/Etc/UTC = Etc/UTC
/var/db/timezone/zoneinfo/Europe/London = Europe/London | /somewhere/else = Europe/Paris
/usr/share/zoneinfo/posix/Europe/London = Europe/London | middle = Europe/London
/usr/share/zoneinfo/Nowhere/Land = Europe/Paris
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there the zone isn't told by a link")
@pytest.mark.parametrize(("link", "key"), rows(LINKS))
def test_the_zone_of_a_machine_by_its_link(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, link: str, key: str
) -> None:
    os.symlink("/nowhere/zoneinfo/Europe/London", tmp_path / "middle")
    set_machine(monkeypatch, tmp_path, link=link, file="Europe/Paris")
    assert machine_zone().key == key


# The clock set by hand

CLOCKS = """
20 20:44 = 2026-11-20T20:44:00Z | 2026-11-20T20:44Z
20 19:44:10 = 2026-11-20T20:44:10+01:00 | 2026-11-20 20:44:10+01:00
20 20:44:10 = 2026-11-20T20:44:10.999999+00:00
3000-01-01T13:59:59Z =  2999-12-31T23:59:59-14:00 \n"""
NO_CLOCKS = """·now·20:44Z·fri 20:44Z·yesterday 20:44Z·2026-11-20·2026-11-20T20:44:00
2026-11-20T20:44:00 UTC·2026-11-20T20:44:00 Europe/London·2026-11-20T20:44:00+0100"""


@pytest.mark.parametrize(("typed", "meant"), ways(CLOCKS))
def test_the_clock_set_by_hand(typed: str, meant: str) -> None:
    found = read_now(typed)
    assert found == at(meant)
    assert found.tzinfo is UTC


@pytest.mark.parametrize("typed", NO_CLOCKS.replace("\n", "·").split("·"))
def test_the_clock_needs_a_full_instant(typed: str) -> None:
    assert problem(read_now, typed) == (
        f'"{typed}" is not a time that can be read; write the full date and time with Z or an '
        "offset, such as 2026-11-20T20:44:00Z."
    )
    assert "2026-02-30 is not a day of the calendar" in problem(read_now, "2026-02-30T00:00Z")
    assert "24:00 is not a time of day" in problem(read_now, "2026-02-28T24:00Z")


# For any instant


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


@given(instants, zones, st.integers(0, 6))
def test_a_weekday_lies_within_a_week(now: datetime, zone: ZoneInfo, day: int) -> None:
    name = ("mon", "Tuesday", "WED", "thu", "friday", "Sat", "sun")[day]
    before = look_back(f"{name} 12:00", now=now, zone=zone)
    after = look_forward(f"{name} 12:00", now=now, zone=zone)
    assert before.astimezone(zone).weekday() == after.astimezone(zone).weekday() == day
    assert now - timedelta(days=7, hours=1) < before <= now <= after
    assert after < now + timedelta(days=7, hours=1)


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
