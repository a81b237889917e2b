"""The news that the demo's episode must show, beside every move and every text."""

from __future__ import annotations

from collections.abc import Callable

from recorded import Feature, Recording
from trial import holds

WAYS = (
    *("SetUsed: tied != -", "Judged: expired = yes", "Pushed", "Kept", "PassedOn", "WentOut"),
    *("Declined: situation = free-look; how = -", "RoundWon: how = default"),
    "RoundBegan: number = 2; abbreviated = yes",
    *(f"HandEnded: number = {number}" for number in range(1, 6)),
    *(f"HandEnded: outcome = {outcome}" for outcome in ("won", "lost", "push")),
    *(f"SuitUncovered: behind = {behind}" for behind in ("2ND", "AGAIN", "NO")),
)


def _told(way: str) -> Callable[[Recording], object]:
    name, _, facts = way.partition(": ")
    parts = facts.split("; ") if facts else []
    return lambda game: [n for n in game.news(name) if all(holds(n.facts, one) for one in parts)]


FEATURES = tuple(Feature(way, "Episode 6", _told(way)) for way in WAYS)
