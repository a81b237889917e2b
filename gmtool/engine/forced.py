"""What the rules force after what somebody said, without choice or chance (ALL-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.engine.game import Event, State


def with_forced(
    state: State,
    events: tuple[Event, ...],
    evolve: Callable[[State, Any], State],
    forced: Callable[[State], tuple[Event, ...]],
) -> tuple[Event, ...]:
    """`events` and, in order, all that follows from them by itself.

    `forced` says what comes next by itself in a state: nothing where somebody is awaited.
    """
    happened: list[Event] = []
    following = events
    while following:
        happened += following
        for event in following:
            state = evolve(state, event)
        following = forced(state)
    return tuple(happened)
