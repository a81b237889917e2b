"""The short and the long form of tests that are exhaustive or repeat themselves.

Of such a test a few cases are run always. The others are marked `long` and are left out, unless
the environment variable GMTOOL_LONG is 1:

    GMTOOL_LONG=1 pytest -m "slow or not slow"

Whoever changes what such a test guards runs its long form; before a release all are run. `slow` is
another matter: it tells what `pytest` alone leaves out of what is run always.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

Thing = TypeVar("Thing")

VARIABLE = "GMTOOL_LONG"
IS_LONG = os.environ.get(VARIABLE, "") not in {"", "0"}
HOW = f'{VARIABLE}=1 pytest -m "slow or not slow"'


def few_first(few: int, every: Iterable[Any]) -> list[ParameterSet]:
    """Cases for `parametrize`: so many of them run always, and the others where all are asked for.
    A tuple is a row, as it is for `parametrize`.
    """
    return [_case(one, long=place >= few) for place, one in enumerate(every)]


def some_of(chosen: Collection[Any], every: Iterable[Any]) -> list[ParameterSet]:
    """The same, but the chosen ones run always."""
    return [_case(one, long=_plain(one) not in chosen) for one in every]


def _plain(one: Any) -> Any:
    if not isinstance(one, ParameterSet):
        return one
    return one.values[0] if len(one.values) == 1 else one.values


def one_in(apart: int, every: Iterable[Any]) -> list[ParameterSet]:
    """The same, but one of so many runs always."""
    return [_case(one, long=place % apart > 0) for place, one in enumerate(every)]


def few_or_many(few: Thing, many: Thing) -> Thing:
    """How much a test does that has no cases to choose from."""
    return many if IS_LONG else few


def _case(one: Any, *, long: bool) -> ParameterSet:
    if not isinstance(one, ParameterSet):
        one = pytest.param(*one) if isinstance(one, tuple) else pytest.param(one)
    marks = [*one.marks, pytest.mark.long] if long else one.marks
    return pytest.param(*one.values, marks=marks, id=one.id)


def left_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Takes out of the items those that are for the long form alone, and returns them."""
    if IS_LONG:
        return []
    without = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if not item.get_closest_marker("long")]
    return without


def every_third(test: Callable[..., None]) -> Callable[..., None]:
    """The same test of many promises, of which the first, the fourth and so on run always, but for
    the last four, which take longest (plans, secrets, reports, a desk): a module that asks for it
    checks all of them by other games, too.
    """
    (mark,) = (one for one in test.pytestmark if one.name == "parametrize")  # type: ignore[attr-defined]
    names, cases = mark.args

    @pytest.mark.parametrize(names, some_of([_plain(one) for one in cases[:-4:3]], cases))
    def test_promises(promise: Any) -> None:
        test(promise)

    chosen: Callable[..., None] = test_promises
    return chosen
