"""Who is meant, and when, by what a host types of a game."""

from __future__ import annotations

from gmtool.desk.problems import TurnedAway, UsageProblem
from gmtool.desk.sitting import Desk, Sitting
from gmtool.engine.instants import Instant
from gmtool.engine.names import find
from gmtool.engine.refusals import Refusal
from gmtool.engine.wording import CHANCE, HOST, fold


def speaker(sitting: Sitting, text: str) -> str:
    """Host, chance or the player meant by `text`; raises TurnedAway (ALL-4)."""
    if fold(text) in {HOST, CHANCE}:
        return fold(text)
    try:
        return find(text, sitting.table.players, sitting.table.callings)
    except Refusal as refusal:
        raise turned_away(sitting, text, refusal) from refusal


def turned_away(sitting: Sitting, text: str, refusal: Refusal) -> TurnedAway:
    """What a host's `text` is turned away with that the rules refuse."""
    return TurnedAway(
        sitting.name, refusal.clause, refusal.quoted or text, refusal.sentence(sitting.show)
    )


def typed_instant(desk: Desk, sitting: Sitting, typed: str | None) -> Instant:
    """The instant typed with --at, looking back; now where none was. Raises UsageProblem for what
    is no time.
    """
    if not typed:
        return desk.now
    from gmtool.desk.times import look_back
    from gmtool.desk.zones import TimeProblem

    try:
        return Instant.of(look_back(typed, now=desk.now.moment, zone=sitting.zone))
    except TimeProblem as problem:
        raise UsageProblem(f"{sitting.name}: {problem}") from problem


def received(desk: Desk, sitting: Sitting, typed: str | None) -> Instant:
    """When what is typed with --at arrived; raises TurnedAway before the game began (ALL-1)."""
    at = typed_instant(desk, sitting, typed)
    if not typed:
        return at
    began = sitting.table.began
    if began and at < began:
        raise TurnedAway(
            sitting.name,
            "ALL-1",
            typed,
            f"--at {typed} is {sitting.show(at)}, before the game began "
            f"({sitting.show(began)}); it looks back to the latest such time that has passed. "
            "Without --at it counts as of now.",
        )
    return at
