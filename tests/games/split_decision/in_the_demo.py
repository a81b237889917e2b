"""What the demo's episode must show, beside every move and every text."""

from __future__ import annotations

from recorded import Feature

from gmtool.games.split_decision.state import FREE_LOOK
from gmtool.games.split_decision.terms import LAST_CALL

EPISODE = "Episode 6"
WHOLE_BONUS = list(range(1, LAST_CALL + 1))

FEATURES = (
    Feature(
        "a tie of codes", EPISODE, lambda g: [used for used in g.news("SetUsed") if used["tied"]]
    ),
    Feature("an expiry", EPISODE, lambda g: [j for j in g.news("Judged") if j["expired"]]),
    Feature("a push", EPISODE, lambda g: g.news("Pushed")),
    Feature("a no-peek kept", EPISODE, lambda g: g.news("Kept")),
    Feature("a no-peek passed", EPISODE, lambda g: g.news("PassedOn")),
    Feature(
        "a free look refused by choice",
        EPISODE,
        lambda g: [d for d in g.news("Declined") if d["situation"] == FREE_LOOK and not d["how"]],
    ),
    Feature("a player out", EPISODE, lambda g: g.news("WentOut")),
    Feature(
        "a win by default",
        EPISODE,
        lambda g: [w for w in g.news("RoundWon") if w["how"] == "default"],
    ),
    Feature(
        "an abbreviated round 2",
        EPISODE,
        lambda g: [r for r in g.news("RoundBegan") if r["number"] == 2 and r["abbreviated"]],
    ),
    Feature(
        "the whole bonus",
        EPISODE,
        lambda g: [hand["number"] for hand in g.news("HandEnded")] == WHOLE_BONUS,
    ),
    Feature(
        "a hand won, a hand lost, a push",
        EPISODE,
        lambda g: {hand["outcome"] for hand in g.news("HandEnded")} == {"won", "lost", "push"},
    ),
    Feature(
        "all that a suit board hides",
        EPISODE,
        lambda g: {suit["behind"] for suit in g.news("SuitUncovered")} == {"2ND", "AGAIN", "NO"},
    ),
)
