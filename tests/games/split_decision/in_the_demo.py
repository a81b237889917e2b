"""The news that the demo's episode must show, beside every move and every text."""

from __future__ import annotations

from recorded import features

WAYS = (
    *("SetUsed: tied != -", "Judged: expired = yes", "Pushed", "Kept", "PassedOn", "WentOut"),
    *("Declined: situation = free-look; how = -", "RoundWon: how = default"),
    "RoundBegan: number = 2; abbreviated = yes",
    *(f"HandEnded: number = {number}" for number in range(1, 6)),
    *(f"HandEnded: outcome = {outcome}" for outcome in ("won", "lost", "push")),
    *(f"SuitUncovered: behind = {behind}" for behind in ("2ND", "AGAIN", "NO")),
)
FEATURES = features({"Episode 6": WAYS})
