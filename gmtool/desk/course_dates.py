"""How long a game can take, in dates: the windows of its courses (`engine.course`) one after the
other, each reckoned by its deadline policy (ALL-10).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from gmtool.desk.answers import table
from gmtool.desk.reckoning import reckon
from gmtool.desk.session import Session
from gmtool.engine.codec import plain
from gmtool.engine.course import Course, Part, Span, Stretch
from gmtool.engine.frozen import frozen
from gmtool.engine.instants import Instant
from gmtool.engine.policy import Policy
from gmtool.engine.wording import plural
from gmtool.render.figures import span
from gmtool.render.when import days_off, when

FAR_OFF = timedelta(days=3653)
"""No date is told that is further off than that: about ten years."""
_BEYOND = "a day more than ten years off"


@frozen
class Row:
    """A stretch of windows, with the instant at which the first of them opens and the one at which
    the last can be closed; None for an instant that is far off.
    """

    stretch: Stretch
    opens: Instant | None
    closes: Instant | None


@frozen
class Dated:
    """A course in dates: its stretches as `rows`, none where the rules set no end, and when it
    `ends` if every window is open for its full time: None where it has no end, or a far one.
    """

    span: Span
    rows: tuple[Row, ...]
    ends: Instant | None


@frozen
class CourseDates:
    """The courses of a game in dates, and its parts, which have none."""

    least: Dated
    likely: Dated
    most: Dated
    parts: tuple[Part, ...]

    def named(self) -> tuple[tuple[str, Dated], ...]:
        """Each course with its name."""
        return ("least", self.least), ("likely", self.likely), ("most", self.most)


def dates_of(course: Course, policy: Policy, start: Instant) -> CourseDates:
    """How long a game can take that begins at `start`, with deadlines by that policy.

    What comes within the grace counts too, and a window is closed after it. But a window may end at
    its deadline if somebody answers just then; so the shortest course is reckoned without grace.
    """
    grace = timedelta(minutes=policy.grace)
    return CourseDates(
        _dated(course.least, policy, start, timedelta()),
        _dated(course.likely, policy, start, grace),
        _dated(course.most, policy, start, grace),
        course.parts,
    )


def _dated(span: Span, policy: Policy, start: Instant, grace: timedelta) -> Dated:
    if span.stretches is None:
        return Dated(span, (), None)
    rows, last = [], start.moment + FAR_OFF
    ends: Instant | None = start
    for stretch in span.stretches:
        opens, ends = ends, None
        if opens:
            ends = _closes(stretch, policy, opens, grace, last)
        rows.append(Row(stretch, opens, ends))
    return Dated(span, tuple(rows), ends)


def _closes(
    stretch: Stretch, policy: Policy, at: Instant, grace: timedelta, last: datetime
) -> Instant | None:
    """When the last window of a stretch can be closed that begins then; None where that is after
    `last`.
    """
    length = timedelta(hours=stretch.hours)
    if stretch.windows > (last - at.moment) // (length + grace):
        return None  # a policy only puts it off
    if not policy.ends_at and not grace:
        at = reckon(policy, at, stretch.windows * length)  # the time that counts adds up
        return at if at.moment <= last else None
    for _ in range(stretch.windows):
        at = reckon(policy, at, length).plus(grace)
        if at.moment > last:
            return None
    return at


# ---- in facts and in words


def facts(found: CourseDates) -> dict[str, Any]:
    """What a dry run tells of it: the stretches of the likely course, its end, and each course."""
    return {
        "timetable": [
            {
                "what": row.stretch.what,
                "windows": row.stretch.windows + row.stretch.beside,
                "opens": row.opens,
                "closes": row.closes,
            }
            for row in found.likely.rows
        ],
        "ends": found.likely.ends,
        "spans": {
            name: {
                "windows": dated.span.windows,
                "hours": dated.span.hours,
                "ends": dated.ends,
                "rests_on": list(dated.span.rests_on),
            }
            for name, dated in found.named()
        },
        "parts": plain(found.parts),
    }


def lines(session: Session, found: CourseDates, policy: Policy) -> Iterator[str]:
    """The same in lines, for the host."""
    yield _in_one(session, found)
    for name, dated in found.named():
        yield f"  {name}{' (a guess)' * (dated is found.likely)}: {_figures(session, dated)}"
        yield from (f"    {sentence}" for sentence in dated.span.rests_on)
    if found.likely.rows:
        yield "The likely course, if every window is open for its full time:"
        yield from table([*_columns(session, found.likely.rows)])
    if found.parts:
        yield "Each part by the rules, at least, likely, and at most:"
        yield from table([*map(_of_part, found.parts)])
    counted = list(_counted(policy))
    if counted:
        yield f"Counted in: {'; '.join(counted)}."
    yield "More time, pauses and absences come on top, and the time you take to close and to post."


def _in_one(session: Session, found: CourseDates) -> str:
    """The sentence that says it all."""
    least, most = (_date(session, dated.ends) for dated in (found.least, found.most))
    full = "if every window is open for its full time"
    if found.most.span.stretches is None:
        said = f"It can't end before {least} {full}; no latest date follows from the rules."
    elif least == most:
        said = f"It ends on {least} {full}."
    else:
        said = f"It could end between {least} and {most} {full}."
    early = all(row.stretch.early for row in found.least.rows)
    return f"{said} With quick answers it could be over the same day." if early else said


def _figures(session: Session, dated: Dated) -> str:
    windows, hours = dated.span.windows, dated.span.hours
    if windows is None or hours is None:
        return "no end follows from the rules"
    if not windows:
        return "no window"
    length = f"{plural(windows, 'window')}, {span(hours)} by the rules"
    return f"{length}, until {_date(session, dated.ends)}"


def _date(session: Session, at: Instant | None) -> str:
    return when(at.moment, session.zone) if at else _BEYOND


def _columns(session: Session, rows: tuple[Row, ...]) -> Iterator[tuple[str, ...]]:
    """Each stretch that doesn't begin far off in cells; with years where there are several."""
    instants = [at for row in rows for at in (row.opens, row.closes) if at]
    short = len({at.moment.astimezone(session.zone).year for at in instants}) == 1
    for row in rows:
        if row.opens:
            windows = row.stretch.windows + row.stretch.beside
            many = plural(windows, "window") if windows > 1 else ""
            opens, closes = (
                when(at.moment, session.zone, short=short) if at else "far off"
                for at in (row.opens, row.closes)
            )
            yield row.stretch.what, many, opens, "to", closes


def _of_part(part: Part) -> tuple[str, ...]:
    """A part of the game in cells."""
    most = "no end" if part.most is None else span(part.most)
    return part.what, span(part.least), span(part.likely), most


def _counted(policy: Policy) -> Iterator[str]:
    """What of a policy the dates have in them, in words."""
    if policy.ends_at:
        yield f"nothing ends but at {policy.ends_at} ({policy.zone})"
    if policy.skip:
        yield f"{', '.join(days_off(policy.weekdays, policy.dates))} don't count"
    if policy.grace:
        yield f"{span(policy.grace / 60)} of grace, but not in the earliest date"
