"""What follows by itself from what somebody said (ALL-3)."""

from __future__ import annotations

from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event


class Counted(Event):
    """One more."""


def up(state: int, _event: Counted) -> int:
    return state + 1


def pairs(state: int) -> tuple[Event, ...]:
    """Two by two until 5 is reached."""
    return (Counted(), Counted()) if state < 5 else ()


def test_all_03_all_that_is_forced_follows_in_order() -> None:
    said = (Counted(),)
    events = with_forced(0, said, up, pairs)
    assert events[:1] == said
    assert len(events) == 5  # 1 said, then 3 and 5 are reached


def test_all_03_nothing_follows_from_nothing() -> None:
    assert with_forced(0, (), up, pairs) == ()


def test_all_03_nothing_follows_where_somebody_is_awaited() -> None:
    said = (Counted(), Counted())
    assert with_forced(3, said, up, pairs) == said
