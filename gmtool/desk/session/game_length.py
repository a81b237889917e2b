"""How long a game takes, in one sentence: the windows of its course (`engine.game`), reckoned by
its deadline policy (ALL-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from gmtool.desk.session.session import Session
from gmtool.desk.times.deadline_calculation import calculate_deadline
from gmtool.engine.game import Course, Windows
from gmtool.engine.instants import Instant
from gmtool.engine.policy import Policy
from gmtool.engine.text import listed, plural
from gmtool.render.when import day

FAR_OFF = 3653
"""No date is told that is more days off: about ten years."""
_QUICK = 3
"""Who is asked by itself answers in so many times less than its full time, on average."""
_QUICKEST, _SLOWEST = 4, 24
"""So many hours there are from a move to the next one: players sleep and work, and mostly answer
within a day even where they may take longer.
"""
_EVENING = 17
"""The hour at which evenings begin."""
_UNITS = ((730, 365.25, "year"), (60, 30.4, "month"), (28, 7, "week"))
"""From how many days on a length is told in another unit, of how many days."""


class Length(Struct, frozen=True):
    """How long a game of that `course` takes, as a `sentence` without its stop, and about when it
    `ends`: None where that is far off.
    """

    course: Course
    sentence: str
    ends: Instant | None

    @property
    def facts(self) -> dict[str, Any]:
        """What a dry run tells of it."""
        timetable = [{"windows": many, "hours": hours} for hours, many in self._windows.items()]
        return {"sentence": self.sentence, "timetable": timetable, "ends": self.ends}

    @property
    def _windows(self) -> Counter[int]:
        """How many windows there are of so many hours each."""
        windows = Counter[int]()
        for many, hours in self.course.windows:
            windows[hours] += many
        return +windows

    def lines(self, zone: ZoneInfo) -> Iterator[str]:
        """The same in lines, for the host."""
        yield f"How long it takes: {self.sentence}."
        up_to = "up to " * self.course.turns
        windows = [
            f"{plural(many, 'window')} of {up_to}{plural(hours, 'hour')}"
            for hours, many in self._windows.items()
        ]
        until = ""
        if self.ends:
            local = self.ends.moment.astimezone(zone)
            until = f", until about {day(local)} {local.year}"
        yield f"That is {listed(windows)}{until}."
        besides = "More time, pauses and absences come on top"
        yield f"{besides}, and the time you take to close and to post."


def length_of(session: Session, policy: Policy) -> Length | None:
    """How long a game takes from its planned start on, or else from when it was set up; None where
    its kind doesn't say.
    """
    course, start = session.course, session.header.settings.get("start")
    if course is None or not course.windows:
        return None
    since = Instant(start) if start else session.record.created_at.full_minute()
    return (_of_turns if course.turns else _of_windows)(course, policy, since)


def _of_turns(course: Course, policy: Policy, since: Instant) -> Length:
    """The length of a game in which one is asked after the other, mostly at a quick pace."""
    moves = sum(many for many, _ in course.windows)
    hours = sum(many * hours for many, hours in course.windows)
    each = min(max(_QUICKEST, round(hours / moves / _QUICK)), _SLOWEST)
    a_day = round(24 / each) if each <= 12 or each >= 20 else 0
    pace = f" at {'one' if a_day == 1 else a_day} a day" if a_day else f", one in {each} hours"
    ends = _end(((1, 24 * moves // a_day if a_day else each * moves),), policy, since)
    told = f"about {_long(since, ends)} ({plural(moves, 'move')}{pace})"
    return Length(course, told + _longer(course), ends)


def _of_windows(course: Course, policy: Policy, since: Instant) -> Length:
    """The length of a game whose windows are all open for their full time."""
    ends, last = (_end(windows, policy, since) for windows in (course.windows, course.most))
    unit = "evening" if ends and _are_evenings(course.windows, policy, since, ends) else "day"
    usual, most = _long(since, ends, unit), _long(since, last, unit)
    if not course.most or last is None:
        longer = _longer(course)
    elif most == usual:
        longer = ""
    else:
        number, what = most.split(" ")
        same = usual.endswith(f" {what}")
        longer = f", at most {number if same else most} if {course.longer_if}"
    return Length(course, f"about {usual}{longer}", ends)


def _longer(course: Course) -> str:
    return f", longer if {course.longer_if}" if course.longer_if else ""


def _end(windows: Windows, policy: Policy, since: Instant) -> Instant | None:
    """When the last of these windows can be closed, after its grace; None where that is far off."""
    if sum(many * hours for many, hours in windows) > 24 * FAR_OFF:
        return None
    at = since
    for many, hours in windows:
        for _ in range(many):
            at = calculate_deadline(policy, at, timedelta(hours=hours)).plus(
                timedelta(minutes=policy.grace)
            )
    return at if _days(since, at) <= FAR_OFF else None


def _days(since: Instant, until: Instant) -> int:
    return max(1, round(since.until(until) / timedelta(days=1)))


def _are_evenings(windows: Windows, policy: Policy, since: Instant, ends: Instant) -> bool:
    """Whether a window ends in the evening of each day."""
    hour = ends.moment.astimezone(ZoneInfo(policy.zone)).hour
    return hour >= _EVENING and _days(since, ends) == sum(many for many, _ in windows)


def _long(since: Instant, ends: Instant | None, unit: str = "day") -> str:
    """A length in words, where days may be told as another unit: `12 evenings`, `6 weeks`."""
    if ends is None:
        return "10 years or more"
    days = _days(since, ends)
    for least, length, longer in _UNITS:
        if days >= least:
            return plural(round(days / length), longer)
    return plural(days, unit)
