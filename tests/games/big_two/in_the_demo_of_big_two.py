"""What the demo of Big Two must show, each in the game that is named, beside every move and every
text: news, written as in the files `*.clauses`, and what no news tells.
"""

from __future__ import annotations

from functools import partial

from recorded import Feature, extended, features, taken_back

FRIDAY, HEADS_UP = "Friday table", "Heads up"
NEWS = {
    FRIDAY: (
        "RoundOpened: names counts 4",
        "Played: cards has 3D; kind = straight",
        "TrickOver: actions.0.kind = single; actions.1.kind = single",
        "TrickOver: actions.0.kind = pair; actions.1.kind = pair",
        "TrickOver: actions.1.kind = straight; actions.2.kind = flush; actions.4.kind = full house",
        # a pass, and a play later in the trick
        "TrickOver: actions.3.who = Bo; actions.3.kind = -; actions.7.who = Bo; actions.7.key != -",
        "TrickOver: winner != -",
        "TrickOver: out = Bo; actions counts 2",
        "Passed: how = default",
        "RoundOver: places counts 4",
    ),
    HEADS_UP: (
        *("Drew", "DealtAnew", "Swapped", "Declined", "Withdrawn: gone = no"),
        "Played: cards has LJ; stands lacks LJ",
    ),
}
FEATURES = (
    *features(NEWS),
    Feature(
        "a play that the host has mistyped",
        FRIDAY,
        lambda g: any(entry.text.startswith("play") for gone in taken_back(g) for entry in gone),
    ),
    Feature("more time", FRIDAY, partial(extended, overdue=False)),
)
