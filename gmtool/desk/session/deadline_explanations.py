"""Why the open windows of a game close when they do, step by step (ALL-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from gmtool.desk.session.session import Session
from gmtool.desk.times.deadline_calculation import calculation_of
from gmtool.engine.instants import Instant
from gmtool.engine.policy import Policy
from gmtool.engine.table import OpenWindow
from gmtool.engine.text import plural
from gmtool.render.when import days_off, span

MOST_DAYS = 3
"""The most skipped days that are named; of more the number is told."""
_CHANGES = {
    "extend": "more time",
    "resume": "the pause is over, with the time that was left",
    "absent": "an absence",
}


def explain_deadlines(windows: Sequence[OpenWindow]) -> list[dict[str, Any]]:
    """For each of the windows its `for`, and how its deadline came about: `steps`, each with what
    it is, the deadline by it, the entry that made it, and whose own it is, if it is a player's.
    """
    return [
        {
            "for": window.title,
            "opened": window.opened,
            "since": window.runs_since,
            "steps": list(_steps(window)),
        }
        for window in windows
    ]


def lines(session: Session, windows: Sequence[OpenWindow]) -> Iterator[str]:
    """The same in lines."""
    show = session.show
    for reason in explain_deadlines(windows):
        since, opened = reason["since"], reason["opened"]
        hours = f"; its hours run since {show(since)}, when that was put on record"
        its = hours if since != opened else ""
        yield f"{session.name}: {reason['for']}, open since {show(opened)}{its}"
        for step in reason["steps"]:
            by = f" (entry {step['entry']})" if step["entry"] else ""
            whose = f" for {step['who']}" if step["who"] else ""
            yield f"  {step['what']}{by}: until {show(step['until'])}{whose}"


def _steps(window: OpenWindow) -> Iterator[dict[str, Any]]:
    policy = window.policy
    if window.until:
        yield _step("you have named the time", window.until)
    else:
        yield from _by_the_rules(window, policy)
    for change in window.changes:
        what = _CHANGES[change.what]
        if change.what == "absent" and policy.longest_absence:
            longest = span(timedelta(minutes=policy.longest_absence))
            what += f", for which a turn waits {longest} at most"
        whose = change.who if change.who in window.own else ""
        yield _step(what, change.until, change.by, whose)
    if policy.grace:
        grace = timedelta(minutes=policy.grace)
        yield _step(f"what is late by no more than {span(grace)} counts", window.ends)


def _by_the_rules(window: OpenWindow, policy: Policy) -> Iterator[dict[str, Any]]:
    """The steps by which the hours of the rules became a deadline."""
    found = calculation_of(policy, window.runs_since, timedelta(hours=window.hours))
    yield _step(f"the rules give {plural(window.hours, 'hour')}", found.full)
    off = _days(found.passed, policy.skip)
    if found.earned != found.full:
        yield _step(f"without {off}", found.earned)
    if found.deadline != found.earned:
        also = f", nor on {off}" if off and found.earned == found.full else ""
        yield _step(f"nothing ends but at {policy.ends_at}{also}", found.deadline)


def _days(passed: Sequence[date], skip: str) -> str:
    """The days that were skipped, and the setting by which; empty where there are none."""
    named = days_off((), [(day, day) for day in passed[:MOST_DAYS]])
    more = [f"{len(passed) - MOST_DAYS} more days"] * bool(passed[MOST_DAYS:])
    return f"{', '.join((*named, *more))} ({skip})" if passed else ""


def _step(what: str, until: Instant, entry: int = 0, who: str = "") -> dict[str, Any]:
    return {"what": what, "until": until, "entry": entry, "who": who}
