"""What a host corrects by hand: which units there are, and how far they go (ALL-6)."""

from __future__ import annotations

from gmtool.engine.moves import Adjust
from gmtool.engine.refusals import Refused
from gmtool.engine.wording import listed

MOST = 1_000_000_000
"""of anything that is counted, where the rules know no bound."""


def unit_of(move: Adjust, *units: str) -> str:
    """Which of a game's units is corrected, each in the plural; raises Refused for another.

    “coin” is `coins` too.
    """
    if move.what in units:
        return move.what
    if f"{move.what}s" in units:
        return f"{move.what}s"
    raise Refused(
        "ALL-6",
        "“{what}” can't be adjusted in this game; {units} can.",
        what=move.what,
        units=listed([f"`{unit}`" for unit in units]),
        quoted=move.what,
    )


def adjusted(
    move: Adjust, before: int, least: int = 0, most: int = MOST, *, step: int = 1, why: str = ""
) -> int:
    """How much it comes to; raises Refused below `least`, above `most` or between steps. `why` ends
    the sentence that says so.
    """
    after = move.amount if move.absolute else before + move.amount
    if not least <= after <= most or after % step:
        raise Refused(
            "ALL-6",
            "{who} has {before:,} ({what}); {after:,} can't be, only {least:,} to {most:,}"
            "{steps}{why}.",
            who=move.who,
            what=move.what,
            before=before,
            after=after,
            least=least,
            most=most,
            steps=f" in steps of {step}" if step > 1 else "",
            why=why,
            quoted=str(move),
        )
    return after
