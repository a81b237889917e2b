"""Checks for `adjust`, by which the host changes a player's amount: its unit and bounds (ALL-6)."""

from __future__ import annotations

from gmtool.engine.host_moves import Adjust
from gmtool.engine.refusals import Refused
from gmtool.engine.text import listed, told

MOST = 1_000_000_000
"""The largest amount of anything for which the rules set no bound."""


def unit_of(move: Adjust, *units: str) -> str:
    """Which of the game's `units`, plurals such as `coins`, the move adjusts; raises
    Refused for any other.

    The singular is accepted too: “coin” is `coins`.
    """
    if move.what in units:
        return move.what
    if f"{move.what}s" in units:
        return f"{move.what}s"
    known = listed([f"`{unit}`" for unit in units])
    raise Refused(
        "ALL-6",
        f"“{told(move.what)}” can't be adjusted in this game; {known} can.",
        quoted=move.what,
    )


def adjusted(
    move: Adjust, before: int, least: int = 0, most: int = MOST, *, step: int = 1, why: str = ""
) -> int:
    """The player's amount after the adjustment.

    Raises Refused where that is below `least`, above `most`, or no multiple of `step`; `why` ends
    the sentence of the refusal.
    """
    after = move.amount if move.absolute else before + move.amount
    if not least <= after <= most or after % step:
        steps = f" in steps of {step}" if step > 1 else ""
        raise Refused(
            "ALL-6",
            f"{move.who} has {before:,} ({move.what}); {after:,} can't be, only {least:,} "
            f"to {most:,}{steps}{why}.",
        )
    return after
