"""A clock that goes on minute by minute, and somebody who sits before it until a window may end:
what `gmtool.desk.times.deadline_calculation` works out is waited for here, by settings read apart
from it.

Times are whole numbers: so many minutes after 1970 began in UTC, and what a clock shows so many
after the 1970 of its own zone, so that dividing it by the minutes of a day gives the date and the
time of day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from zoneinfo import ZoneInfo

DAY = 24 * 60
QUARTER = 15
QUARTERS_A_DAY = DAY // QUARTER
WEEKDAYS = ("thu", "fri", "sat", "sun", "mon", "tue", "wed")  # 1970 began on a Thursday
FIRST = date(1970, 1, 1)


@dataclass(frozen=True)
class Rules:
    """What the settings of a game say; dates are days after FIRST, and `ends_at` is minutes after
    midnight.
    """

    ends_at: int | None
    weekdays: frozenset[int]
    dates: frozenset[int]

    @classmethod
    def read(cls, settings: Mapping[str, str]) -> Rules:
        """Reads settings that hold; nothing is refused here."""
        weekdays: set[int] = set()
        dates: set[int] = set()
        for part in filter(None, map(str.strip, settings.get("skip", "").split(","))):
            if part[0].isalpha():
                weekdays.update(WEEKDAYS.index(word) for word in part.split())
            else:
                first, _, last = part.partition("..")
                dates.update(range(_days(first), _days(last or first) + 1))
        ends_at = None
        if "ends_at" in settings:
            hour, minute = settings["ends_at"].split(":")
            ends_at = int(hour) * 60 + int(minute)
        return cls(ends_at, frozenset(weekdays), frozenset(dates))

    def skip(self, day: int) -> bool:
        """Whether nothing counts or ends on that day."""
        return day % 7 in self.weekdays or day in self.dates


def _days(written: str) -> int:
    year, month, day = map(int, written.split("-"))
    return (date(year, month, day) - FIRST).days


class Clock:
    """The clock on a wall in that zone, and beside it one that nobody puts forward in spring. Both
    are looked after each quarter of an hour, since in our days no clock is changed in between.
    """

    def __init__(self, zone: str) -> None:
        self.zone = ZoneInfo(zone)
        self._ahead: dict[int, int] = {}
        self._both: dict[int, tuple[int, int | None]] = {}

    def go(self, minute: int) -> Iterator[tuple[int, int, int | None]]:
        """From that minute on, without an end: the minute, what the clock shows as it begins, and
        what the other one shows, until the time that was lost in spring is over.
        """
        for quarter in count(minute // QUARTER):
            if quarter not in self._both:
                self._both[quarter] = self.ahead(quarter), self._left_behind(quarter)
            ahead, behind = self._both[quarter]
            begins = max(minute, quarter * QUARTER)
            for now in range(begins, (quarter + 1) * QUARTER):
                yield now, now + ahead, None if behind is None else now + behind

    def ahead(self, quarter: int) -> int:
        """By how many minutes the clock is ahead of UTC in that quarter of an hour."""
        if quarter not in self._ahead:
            there = datetime.fromtimestamp(quarter * QUARTER * 60, self.zone)
            offset = there.utcoffset()
            assert offset is not None
            self._ahead[quarter] = int(offset.total_seconds()) // 60
        return self._ahead[quarter]

    def _left_behind(self, quarter: int) -> int | None:
        """The same of the other one: in the hour after clocks went forward over an hour, and so on;
        what it shows then is what no clock showed.
        """
        if self.ahead(quarter) == self.ahead(quarter - QUARTERS_A_DAY):
            return None
        for back in range(QUARTERS_A_DAY):
            after, before = self.ahead(quarter - back), self.ahead(quarter - back - 1)
            if after - before > back * QUARTER:
                return before
        return None


def wait(clock: Clock, rules: Rules, opened: int, hours: int) -> int:
    """Sits there from the minute a window opens, which lasts so long, and returns its deadline."""
    earned = _earn(clock, rules, opened, hours * 60)
    ends_at = rules.ends_at
    if ends_at is None:
        return earned
    for minute, shown, missed in clock.go(earned):
        if shown % DAY == ends_at and not rules.skip(shown // DAY):
            return minute
        if missed is not None and missed % DAY == ends_at and not rules.skip(missed // DAY):
            return minute
    raise AssertionError("no clock stops")


def _earn(clock: Clock, rules: Rules, opened: int, left: int) -> int:
    """The first minute by which so many have counted, on a day that isn't skipped."""
    today, skipped = -1, False
    for minute, shown, _ in clock.go(opened):
        if shown // DAY != today:
            today = shown // DAY
            skipped = rules.skip(today)
        if not skipped:
            if not left:  # with its last minute over, the next day may be skipped
                return minute
            left -= 1
    raise AssertionError("no clock stops")


def minute_of(moment: datetime) -> int:
    """The first full minute not before that moment."""
    return -(-int(moment.timestamp()) // 60)


def moment_of(minute: int) -> datetime:
    """The moment at which that minute begins, in UTC."""
    return datetime.fromtimestamp(minute * 60, UTC)
