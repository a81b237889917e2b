"""How long a game can take, in dates: windows one after the other, by any policy (ALL-10)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.desk.course_dates import FAR_OFF, dates_of
from gmtool.desk.reckoning import reckon, reckoning
from gmtool.engine.course import Course, Span, Stretch, shown
from gmtool.engine.instants import Instant
from gmtool.engine.policy import Policy

START = Instant("2026-11-20T20:44:00Z")
WHY = ("It is so.",)
POLICIES = (
    Policy(),
    Policy(grace=30),
    Policy("Europe/London", "21:00"),
    Policy("Europe/London", "21:00", "sat sun", 30),
    Policy("America/New_York", "", "mon, 2026-12-24..2027-01-02"),
    Policy("America/St_Johns", "", "sat", 90),
)

policies = st.sampled_from(POLICIES)
stretches = st.builds(
    Stretch, st.just("x"), st.integers(1, 100), st.integers(1, 9), st.integers(0, 3)
)
spans = st.lists(stretches, max_size=4).map(lambda found: Span(WHY, tuple(found)))


def _all_three(span: Span) -> Course:
    return Course(span, span, span)


def by_hand(span: Span, policy: Policy, grace: timedelta) -> Instant:
    """Each window opens when the one before it can be closed."""
    at = START
    for stretch in span.stretches or ():
        for _ in range(stretch.windows):
            at = reckon(policy, at, timedelta(hours=stretch.hours)).plus(grace)
    return at


@pytest.mark.slow
@given(spans, policies)
def test_windows_are_reckoned_one_after_the_other(span: Span, policy: Policy) -> None:
    found, grace = (
        dates_of(Course(span, span, span), policy, START),
        timedelta(minutes=policy.grace),
    )
    assert found.least.ends == by_hand(span, policy, timedelta())
    assert found.likely.ends == found.most.ends == by_hand(span, policy, grace)
    opens = [row.opens for row in found.likely.rows]
    assert opens == [START, *(row.closes for row in found.likely.rows)][: len(opens)]


@given(spans, policies)
def test_no_policy_makes_it_shorter(span: Span, policy: Policy) -> None:
    course = Course(span, span, span)
    plain, found = dates_of(course, Policy(), START), dates_of(course, policy, START)
    assert plain.least.ends is not None
    assert found.least.ends is not None
    assert found.most.ends is not None
    assert plain.least.ends <= found.least.ends <= found.most.ends


@given(st.integers(1, 200), policies)
def test_a_deadline_is_what_is_told_of_it(hours: int, policy: Policy) -> None:
    length = timedelta(hours=hours)
    assert reckon(policy, START, length) == reckoning(policy, START, length).deadline


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("windows", [10**9, 5000])
def test_what_is_far_off_has_no_date(policy: Policy, windows: int) -> None:
    far = Span(WHY, (Stretch("x", 24), Stretch("y", 24, windows), Stretch("z", 24)))
    found = dates_of(Course(far, far, far), policy, START)
    assert found.most.ends is None
    first, *others = found.likely.rows
    assert first.closes == others[0].opens is not None
    assert [row.closes for row in others] == [None, None]


@pytest.mark.parametrize("policy", POLICIES)
def test_ten_years_are_the_most(policy: Policy) -> None:
    just = Stretch("x", int(FAR_OFF / timedelta(hours=1)))
    found = dates_of(_all_three(Span(WHY, (just,))), policy, START)
    assert (found.least.ends == START.plus(FAR_OFF)) is policy.is_plain
    later = dates_of(_all_three(Span(WHY, (replace(just, hours=just.hours + 1),))), policy, START)
    assert later.least.ends is None


def test_a_course_without_end_has_neither_figures_nor_dates() -> None:
    span = Span(WHY, None)
    assert (span.windows, span.hours) == (None, None)
    found = dates_of(Course(span, span, span), Policy(), START)
    assert (found.most.rows, found.most.ends) == ((), None)
    told = shown(Course(span, span, span))["most"]
    assert told == {"windows": None, "hours": None, "rests_on": ["It is so."], "stretches": None}


def test_what_goes_on_beside_counts_as_windows_and_takes_no_time() -> None:
    span = Span(WHY, (Stretch("x", 2, 3, beside=2), Stretch("y", 5)))
    assert (span.windows, span.hours) == (6, 11)
    (first, _) = shown(Course(span, span, span))["least"]["stretches"]
    assert first == {
        "what": "x",
        "hours": 2,
        "windows": 3,
        "beside": 2,
        "early": True,
        "in_all": 6,
    }
