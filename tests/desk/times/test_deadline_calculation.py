"""Deadlines by a policy: against examples worked out by hand, and against a clock that goes on
minute by minute (`minutes`), which knows nothing of the code under test.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from dateutil import tz
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from minutes import DAY, Clock, Rules, minute_of, moment_of, wait
from rows import cells, rows

from gmtool.desk.times.deadline_calculation import calculate_deadline
from gmtool.engine.instants import Instant
from gmtool.engine.policy import read_policy

Settings = Mapping[str, str]

ZONES = cells("""
Europe/London | America/New_York | Australia/Lord_Howe | America/Sao_Paulo | Asia/Kolkata
Pacific/Kiritimati
""")
MORE_ZONES = cells("""
Africa/Cairo | America/Santiago | America/St_Johns | Antarctica/Troll | Pacific/Chatham
""")
HOURS = (1, 24, 48)

CHANGES = {
    zone: (forward, missing, back, double)
    for zone, forward, missing, back, double in rows("""
Europe/London = 2026-03-29T01:00Z = 2026-03-29 01:30 = 2026-10-25T01:00Z = 2026-10-25 01:30
America/New_York = 2026-03-08T07:00Z = 2026-03-08 02:30 = 2026-11-01T06:00Z = 2026-11-01 01:30
Australia/Lord_Howe = 2026-10-03T15:30Z = 2026-10-04 02:15 = 2026-04-04T15:00Z = 2026-04-05 01:45
America/Sao_Paulo = 2018-11-04T03:00Z = 2018-11-04 00:30 = 2018-02-18T02:00Z = 2018-02-17 23:30
Africa/Cairo = 2026-04-23T22:00Z = 2026-04-24 00:30 = 2026-10-29T21:00Z = 2026-10-29 23:30
America/Santiago = 2026-09-06T04:00Z = 2026-09-06 00:30 = 2026-04-05T03:00Z = 2026-04-04 23:30
America/St_Johns = 2026-03-08T05:30Z = 2026-03-08 02:30 = 2026-11-01T04:30Z = 2026-11-01 01:30
Antarctica/Troll = 2026-03-29T01:00Z = 2026-03-29 02:15 = 2026-10-25T01:00Z = 2026-10-25 01:30
Pacific/Chatham = 2026-09-26T14:00Z = 2026-09-27 03:15 = 2026-04-04T14:00Z = 2026-04-05 03:15
""")
}
"""When clocks go forward, and a time that is missing then; when they go back, and a time that comes
twice. In Sao Paulo, Cairo and Santiago that is at midnight.
"""

DAYS = """
2026-11-18 09:00 | 2026-12-17 00:00 | 2026-12-18 20:44:31 | 2026-12-26 23:59:59
2026-12-31 20:44:31 | 2027-01-01 00:00 | 2028-02-28 21:00 | 2028-02-29 12:00:07
2028-02-29 23:59:59
"""
"""Openings of which every zone has its own, by its local time."""

AWAY = """
-49:00:00 -47:50:00 -47:29:29 -25:00:00 -24:30:01 -24:00:00 -23:44:59 -23:30:00
-22:59:59 -04:00:00 -01:30:00 -01:00:00 -00:45:00 -00:29:31 -00:00:01 00:00:00 00:14:31
00:30:00 00:30:01 01:00:00 05:00:00
"""
"""Openings before and after a clock change, by the time that passes in between."""


# The clock of the tests, and what is asked of both


@cache
def clock(zone: str) -> Clock:
    """Each zone has one: it remembers where the zone put it."""
    return Clock(zone)


@cache
def _rules(items: tuple[tuple[str, str], ...]) -> Rules:
    return Rules.read(dict(items))


def waited(zone: str, policy: Settings, opened: datetime, hours: int) -> Instant:
    """The deadline by the clock on the wall."""
    rules = _rules(tuple(policy.items()))
    return Instant.of(moment_of(wait(clock(zone), rules, minute_of(opened), hours)))


def reckoned(zone: str, policy: Settings, opened: datetime, hours: int) -> Instant:
    """The deadline by the code under test."""
    return calculate_deadline(read_policy(policy, zone), Instant.of(opened), timedelta(hours=hours))


def differences(
    zone: str, policy: Settings, opened: datetime, hours: Sequence[int]
) -> Iterator[str]:
    """What to say where the two don't agree."""
    for length in hours:
        by_code = reckoned(zone, policy, opened, length)
        by_clock = waited(zone, policy, opened, length)
        if by_code != by_clock:
            there = [
                f"{one.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M:%S%z}"
                for one in (opened, by_code.moment, by_clock.moment)
            ]
            yield (
                f"{zone}, {dict(policy)}, {length} h from {there[0]}: "
                f"reckoned {there[1]}, by the clock {there[2]}"
            )


def local(zone: str, written: str) -> datetime:
    """The local time written there; `again` behind it is its second coming. A weekday may stand in
    front, and has to be the right one.
    """
    words = written.split()
    weekday = words.pop(0) if words[0].isalpha() else ""
    again = words[2:] == ["again"]
    there = datetime.fromisoformat(" ".join(words[:2])).replace(
        tzinfo=ZoneInfo(zone), fold=1 if again else 0
    )
    assert there.strftime("%a").startswith(weekday)
    assert tz.datetime_exists(there), f"no clock shows {written}"
    assert tz.datetime_ambiguous(there) or not again
    return there.astimezone(UTC)


# By hand

BY_HAND = """
London = Fri 2026-12-18 20:44:31 = 24 = - = Sat 2026-12-19 20:45
London = Fri 2026-12-18 20:44:31 = 24 = ends_at 21:00 = Sat 2026-12-19 21:00
London = Fri 2026-12-18 20:44:31 = 24 = skip sat sun = Mon 2026-12-21 20:45
London = Fri 2026-12-18 20:44:31 = 24 = ends_at 21:00; skip sat sun = Mon 2026-12-21 21:00
London = Fri 2026-12-18 20:44:31 = 48 = ends_at 21:00; skip sat sun = Tue 2026-12-22 21:00
London = Fri 2026-12-18 21:00 = 24 = ends_at 21:00 = Sat 2026-12-19 21:00
London = Fri 2026-12-18 21:00:01 = 24 = ends_at 21:00 = Sun 2026-12-20 21:00
London = Fri 2026-12-18 21:00:01 = 24 = ends_at 21:00; skip sun = Mon 2026-12-21 21:00
London = Thu 2026-12-17 00:00 = 24 = - = Fri 2026-12-18 00:00
London = Thu 2026-12-17 00:00 = 24 = skip fri = Sat 2026-12-19 00:00
London = Wed 2026-12-16 23:58:59 = 24 = skip fri = Thu 2026-12-17 23:59
London = Sat 2026-12-19 12:00 = 1 = skip sat sun = Mon 2026-12-21 01:00
London = Sat 2026-12-19 12:00 = 24 = skip sat sun = Tue 2026-12-22 00:00
London = Sat 2026-12-19 12:00 = 24 = skip sat sun, 2026-12-22 = Wed 2026-12-23 00:00
London = Wed 2026-11-18 09:00 = 48 = skip mon tue wed fri sat sun = Thu 2026-12-03 00:00
London = Wed 2026-12-23 20:00 = 24 = skip sat sun, 2026-12-24..2026-12-26 = Mon 2026-12-28 20:00
London = Wed 2026-12-30 23:59:59 = 24 = skip 2027-01-01 = Sat 2027-01-02 00:00
London = Mon 2028-02-28 21:00 = 24 = - = Tue 2028-02-29 21:00
London = Mon 2028-02-28 21:00 = 24 = skip 2028-02-29 = Wed 2028-03-01 21:00
Kolkata = Tue 2026-11-17 23:30 = 1 = ends_at 00:00; skip wed = Fri 2026-11-20 00:00
Kiritimati = Thu 2026-12-31 23:00 = 48 = ends_at 12:00; skip 2027-01-01 = Mon 2027-01-04 12:00
"""
"""Zone, opening, hours, policy, deadline. On Wed 23 December four hours count, and twenty on Mon
28; of 48 hours on Thursdays alone the last is over as a Friday begins, so that the window stays
open until it's Thursday again.
"""

BY_HAND_IN_SPRING = """
London = Sat 2026-03-28 20:00 = 24 = - = Sun 2026-03-29 21:00
London = Sat 2026-03-28 20:00 = 24 = skip sun = Mon 2026-03-30 20:00
London = Fri 2026-03-27 20:00 = 24 = skip sat = Sun 2026-03-29 21:00
London = Fri 2026-03-27 20:00 = 24 = ends_at 01:30 = Sun 2026-03-29 02:30
London = Fri 2026-03-27 20:00 = 24 = ends_at 01:30; skip sun = Mon 2026-03-30 01:30
London = Sat 2026-03-28 01:30 = 24 = ends_at 01:30 = Sun 2026-03-29 02:30
London = Sat 2026-03-28 01:30:01 = 24 = ends_at 01:30 = Mon 2026-03-30 01:30
New_York = Fri 2026-03-06 12:00 = 24 = ends_at 02:30 = Sun 2026-03-08 03:30
New_York = Fri 2026-03-06 12:00 = 24 = ends_at 02:00 = Sun 2026-03-08 03:00
New_York = Fri 2026-03-06 12:00 = 24 = ends_at 02:59 = Sun 2026-03-08 03:59
New_York = Fri 2026-03-06 12:00 = 24 = ends_at 03:00 = Sun 2026-03-08 03:00
New_York = Fri 2026-03-06 12:00 = 48 = ends_at 02:30 = Mon 2026-03-09 02:30
Lord_Howe = Sat 2026-10-03 12:00 = 24 = - = Sun 2026-10-04 12:30
Lord_Howe = Sat 2026-10-03 12:00 = 1 = ends_at 02:15 = Sun 2026-10-04 02:45
Sao_Paulo = Sat 2018-11-03 12:00 = 1 = ends_at 00:30 = Sun 2018-11-04 01:30
Sao_Paulo = Sat 2018-11-03 12:00 = 1 = ends_at 00:00 = Sun 2018-11-04 01:00
Sao_Paulo = Sat 2018-11-03 12:00 = 1 = ends_at 00:30; skip sun = Mon 2018-11-05 00:30
Sao_Paulo = Sat 2018-11-03 23:00 = 24 = skip sat = Mon 2018-11-05 01:00
"""
"""A time over which the clocks go forward is that much later by them; a day has 23 hours."""

BY_HAND_IN_AUTUMN = """
London = Sun 2026-10-25 01:30 = 1 = - = Sun 2026-10-25 01:30 again
London = Sun 2026-10-25 01:30 again = 24 = - = Mon 2026-10-26 01:30
London = Sat 2026-10-24 20:00 = 24 = - = Sun 2026-10-25 19:00
London = Sat 2026-10-24 20:00 = 24 = skip sat = Sun 2026-10-25 23:00
London = Fri 2026-10-23 20:00 = 24 = ends_at 01:30 = Sun 2026-10-25 01:30
London = Sat 2026-10-24 01:30 = 24 = ends_at 01:30 = Sun 2026-10-25 01:30
London = Sat 2026-10-24 01:30:01 = 24 = ends_at 01:30 = Sun 2026-10-25 01:30 again
London = Sat 2026-10-24 01:45 = 24 = ends_at 01:30 = Sun 2026-10-25 01:30 again
London = Sun 2026-10-25 01:30 = 1 = ends_at 01:30 = Sun 2026-10-25 01:30 again
London = Sat 2026-10-24 01:45 = 24 = ends_at 01:30; skip sun = Tue 2026-10-27 01:30
New_York = Sat 2026-10-31 12:00 = 1 = ends_at 01:30 = Sun 2026-11-01 01:30
Lord_Howe = Sun 2026-04-05 01:45 = 1 = - = Sun 2026-04-05 02:15
Lord_Howe = Sun 2026-04-05 00:50 = 1 = ends_at 01:45 = Sun 2026-04-05 01:45 again
Sao_Paulo = Sat 2018-02-17 12:00 = 1 = ends_at 23:30 = Sat 2018-02-17 23:30
Sao_Paulo = Sat 2018-02-17 22:45 = 1 = ends_at 23:30 = Sat 2018-02-17 23:30 again
Sao_Paulo = Fri 2018-02-16 23:00 = 24 = skip sat sun = Mon 2018-02-19 23:00
"""
"""A time that comes twice is one at which a window may end, both times; a day has 25 hours."""


@pytest.mark.parametrize(
    ("place", "opened", "hours", "policy", "deadline"),
    rows(BY_HAND + BY_HAND_IN_SPRING + BY_HAND_IN_AUTUMN),
)
def test_a_deadline_is_the_one_worked_out_by_hand(
    place: str, opened: str, hours: str, policy: str, deadline: str
) -> None:
    """For the clock on the wall as well: so much for the clock."""
    zone = next(zone for zone in ZONES if zone.endswith(f"/{place}"))
    said = dict(part.split(" ", 1) for part in policy.split("; ") if part)
    asked = zone, said, local(zone, opened), int(hours)
    right = Instant.of(local(zone, deadline))
    assert waited(*asked) == right
    assert reckoned(*asked) == right


# What the clock of the tests is worth


@pytest.mark.parametrize("zone", few_or_many(ZONES, ZONES + MORE_ZONES))
def test_the_clock_on_the_wall_shows_the_time_of_its_zone(zone: str) -> None:
    """In the days around each change it is looked at every minute. What the clock that isn't put
    forward shows meanwhile is what doesn't exist, and `resolve_imaginary` takes it for that minute.
    """
    there = ZoneInfo(zone)
    forward, _, back, _ = CHANGES.get(zone, ("2026-12-31T12:00Z", "", "2028-02-29T12:00Z", ""))
    for change in (forward, back):
        begins = minute_of(datetime.fromisoformat(change)) - DAY
        lost = 0
        for minute, shown, missed in clock(zone).go(begins):
            if minute == begins + 2 * DAY:
                break
            now = moment_of(minute)
            assert moment_of(shown).replace(tzinfo=None) == (
                now.astimezone(there).replace(tzinfo=None)
            )
            if missed is not None:
                imaginary = moment_of(missed).replace(tzinfo=there)
                assert not tz.datetime_exists(imaginary)
                assert tz.resolve_imaginary(imaginary).astimezone(UTC) == now
                lost += 1
        put_forward = zone in CHANGES and change == forward
        length = {"Australia/Lord_Howe": 30, "Antarctica/Troll": 120}.get(zone, 60)
        assert lost == (length if put_forward else 0)


@pytest.mark.parametrize("zone", CHANGES)
def test_the_times_named_above_are_missing_and_come_twice(zone: str) -> None:
    _, missing, _, double = CHANGES[zone]
    there = ZoneInfo(zone)
    assert not tz.datetime_exists(datetime.fromisoformat(missing).replace(tzinfo=there))
    assert tz.datetime_ambiguous(datetime.fromisoformat(double).replace(tzinfo=there))


# Against the clock


def around(day: date) -> str:
    """That day with the one before and the one after, as a part of `skip`."""
    return f"{day - timedelta(days=1)}..{day + timedelta(days=1)}"


def policies(zone: str) -> Iterator[Settings]:
    """Those that every zone has, and those for its own clock changes."""
    yield {}
    yield {"ends_at": "21:00"}
    yield {"skip": "sat sun"}
    yield {"grace": "30m"}
    yield {"ends_at": "21:00", "skip": "sat sun, 2026-12-24..2026-12-26", "grace": "1h 30m"}
    yield {"ends_at": "00:00", "skip": "fri, 2028-02-29, 2027-01-01"}
    yield {"ends_at": "23:59", "skip": "2026-12-21..2027-01-03, wed"}
    yield {"skip": "mon tue wed, 2018-11-04, fri sun sat", "grace": "24h"}
    if zone not in CHANGES:
        return
    for place in (1, 3):
        day, clock_time = CHANGES[zone][place].split()
        when = date.fromisoformat(day)
        yield {"ends_at": clock_time}
        yield {"ends_at": clock_time, "skip": f"{day}"}
        yield {"ends_at": clock_time, "skip": f"sat, {when + timedelta(days=1)}", "grace": "2h"}
        yield {"skip": around(when)}
        yield {"ends_at": f"{clock_time[:2]}:00", "skip": f"{around(when)}, tue"}
        yield {"skip": f"{when - timedelta(days=1)}"}


def openings(zone: str) -> Iterator[datetime]:
    """On the days that every zone has, and around its own clock changes."""
    for day in cells(DAYS):
        yield local(zone, day)
    for change in CHANGES[zone][::2] if zone in CHANGES else ():
        for away in AWAY.split():
            hours, minutes, seconds = (int(part) for part in away.lstrip("-").split(":"))
            span = timedelta(hours=hours, minutes=minutes, seconds=seconds)
            yield datetime.fromisoformat(change) + (-span if away.startswith("-") else span)


def called(value: object) -> str:
    """A policy as a test is called by it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {said}" for key, said in value.items()) or "none"
    return str(value)


@pytest.mark.slow  # minute by minute
@pytest.mark.parametrize(
    ("zone", "policy"),
    [
        (zone, policy)
        for zone in few_or_many(ZONES, ZONES + MORE_ZONES)
        for policy in policies(zone)
    ],
    ids=called,
)
def test_a_window_ends_when_the_clock_says_so(zone: str, policy: Settings) -> None:
    """In the short form a policy has every fourth opening, which has one of the lengths, by turns:
    with the next policy it's another one.
    """
    turn = list(policies(zone)).index(policy)
    step = few_or_many(4, 1)
    wrong = [
        line
        for place, opened in enumerate(islice(openings(zone), turn % step, None, step), turn)
        for line in differences(zone, policy, opened, few_or_many((HOURS[place % 3],), HOURS))
    ]
    assert not wrong, "\n".join(wrong[:6])


def some_time(dice: random.Random) -> str:
    """A time of day, every other one in the hours in which clocks are changed."""
    hour = dice.choice([0, 1, 2, 3, 23]) if dice.random() < 0.5 else dice.randrange(24)
    return f"{hour:02}:{dice.choice([0, 15, 30, 45, 59, dice.randrange(60)]):02}"


def some_skip(dice: random.Random, near: date) -> str:
    """One part of `skip`, about that date if it has dates."""
    first = near + timedelta(days=dice.randint(-2, 9))
    last = first + timedelta(days=dice.choice([0, 1, 2, dice.randint(3, 12)]))
    days = dice.sample(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], dice.randint(1, 3))
    return dice.choice([" ".join(days), str(first), f"{first}..{last}"])


def some_policy(dice: random.Random, near: date) -> Settings:
    """Each setting or not; six weekdays at most are skipped."""
    policy = {}
    if dice.random() < 0.7:
        policy["ends_at"] = some_time(dice)
    if dice.random() < 0.7:
        parts = [some_skip(dice, near) for _ in range(dice.randint(1, 4))]
        while len(Rules.read({"skip": ", ".join(parts)}).weekdays) == 7:
            parts.pop()
        policy["skip"] = ", ".join(parts)
    if dice.random() < 0.3:
        policy["grace"] = dice.choice(["5m", "30m", "2h", "1h 30m", "24h"])
    return policy


def some_opening(dice: random.Random, zone: str) -> datetime:
    """Every other one within three days of a clock change, if the zone has any."""
    if zone in CHANGES and dice.random() < 0.5:
        change = datetime.fromisoformat(dice.choice(CHANGES[zone][::2]))
        return change + timedelta(seconds=dice.randint(-72 * 3600, 6 * 3600))
    first = datetime(dice.choice([2018, 2026, 2027, 2028]), 1, 1, tzinfo=UTC)
    return first + timedelta(seconds=dice.randrange(365 * 24 * 3600))


@pytest.mark.parametrize("zone", few_or_many(ZONES, ZONES + MORE_ZONES))
def test_a_window_with_any_policy_ends_when_the_clock_says_so(zone: str) -> None:
    dice = random.Random(f"deadlines in {zone}")  # noqa: S311
    wrong: list[str] = []
    for _ in range(few_or_many(20, 1500)):
        opened = some_opening(dice, zone)
        policy = some_policy(dice, opened.astimezone(ZoneInfo(zone)).date())
        wrong += differences(zone, policy, opened, few_or_many((dice.choice(HOURS),), HOURS))
    assert not wrong, "\n".join(wrong[:6])


# What holds for all of them


@st.composite
def chances(draw: st.DrawFn) -> tuple[str, Settings, datetime]:
    """A zone, a policy and an opening."""
    dice = draw(st.randoms(use_true_random=False))
    zone = draw(st.sampled_from(ZONES))
    opened = some_opening(dice, zone)
    return zone, some_policy(dice, opened.date()), opened


@settings(max_examples=few_or_many(60, 5000))
@given(
    chances(),
    st.sampled_from([1, 60, 1800, 3600, 86_400]).flatmap(lambda most: st.integers(0, most)),
    st.sampled_from(HOURS),
)
def test_a_later_opening_never_gives_an_earlier_deadline(
    chance: tuple[str, Settings, datetime], seconds: int, hours: int
) -> None:
    """Nor is a deadline earlier than the hours that a window has without any policy."""
    zone, policy, opened = chance
    openings = opened, opened + timedelta(seconds=seconds)
    first, second = (reckoned(zone, policy, at, hours) for at in openings)
    full = [Instant.of(at + timedelta(hours=hours)).next_full_minute() for at in openings]
    assert first <= second
    assert first >= full[0]
    assert second >= full[1]
    if not policy:
        assert first == full[0]
    assert first.full_minute() == first


GRACE = "30m = 30 | 2h = 120 | 1h 30m = 90 | 24h = 1440 | 23h 59m = 1439 | 90m = 90 | 1m = 1"


@pytest.mark.parametrize(("typed", "minutes"), rows(GRACE))
def test_grace_is_counted_in_minutes_and_moves_no_deadline(typed: str, minutes: str) -> None:
    zone, opened = "Europe/London", local("Europe/London", "Fri 2026-12-18 20:44:31")
    for others in ({}, {"ends_at": "21:00"}, {"ends_at": "21:00", "skip": "sat sun"}):
        policy = {**others, "grace": typed}
        assert read_policy(policy, zone).grace == int(minutes)
        for hours in HOURS:
            assert reckoned(zone, policy, opened, hours) == reckoned(zone, others, opened, hours)


# What isn't read

NO_POLICIES = """
ends_at = 24:00 | ends_at = 25:00 | ends_at = 21:60 | ends_at = 21 | ends_at = 2100
ends_at = 21:00:30 | ends_at = -1:00 | ends_at = soon | ends_at = 21:00 22:00
skip = mon tue wed thu fri sat sun | skip = sun sat fri thu wed tue mon
skip = mon tue wed, thu fri sat sun | skip = mon, tue, wed, thu, fri, sat, sun
skip = mon tue wed thu, 2026-12-24, fri sat, 2026-12-24..2026-12-26, sun
skip = xyz | skip = sat xyz | skip = sat sun, holidays | skip = 5
skip = 2026-02-29 | skip = 2026-13-01 | skip = 2026-00-10 | skip = 2026-11-31
skip = sat, 2026-12-32 | skip = 2026-12-24..2026-12-32 | skip = 2026-02-29..2026-03-02
skip = 2026-02-27..2026-02-29 | skip = 2026-12-26..2026-12-24 | skip = 2027-01-01..2026-12-31
skip = sat sun, 2026-12-25..2026-12-24
skip = 2026-12-24.. | skip = ..2026-12-24 | skip = 2026-12-24..sun | skip = sat..sun
skip = 2026-12-24..2026-12-25..2026-12-26 | skip = sat 2026-12-24 | skip = 2026-12-24 2026-12-25
grace = soon | grace = 30 | grace = -30m | grace = 24h 1m | grace = 25h | grace = 1441m
grace = 23h 61m | grace = 30x | grace = h | grace = 1h 30 | grace = m 30
"""
"""A setting and what it can't be."""


@pytest.mark.parametrize(("setting", "typed"), rows(NO_POLICIES))
def test_what_is_no_policy_is_refused(setting: str, typed: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        read_policy({setting: typed}, "Europe/London")
    others = {"ends_at": "21:00", "skip": "sat sun", "grace": "30m"}
    with pytest.raises(ValueError, match=r"\S"):
        read_policy({**others, setting: typed}, "Europe/London")


POLICIES = """
ends_at = 00:00 | ends_at = 23:59 | ends_at = 02:30 | skip = mon tue wed thu fri sat
skip = 2028-02-29 | skip = 2026-12-24..2026-12-24 | skip = 2026-12-21..2027-01-03
skip = mon tue wed thu fri sat, 2026-12-20 | skip = 2026-12-31..2027-01-01, sat
"""
"""A setting and what it may still be: a range over a whole week leaves the weekdays alone, and
2028 is a leap year.
"""


@pytest.mark.parametrize(("setting", "typed"), rows(POLICIES))
def test_what_is_just_a_policy_is_read(setting: str, typed: str) -> None:
    opened = local("Europe/London", "Fri 2026-12-18 20:44:31")
    assert not list(differences("Europe/London", {setting: typed}, opened, HOURS))
