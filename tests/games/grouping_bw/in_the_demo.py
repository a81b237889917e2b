"""What the demos must show, each in the game that is named, beside every move and every text: news,
written as in the files `*.clauses`, and what no news tells.
"""

from __future__ import annotations

from functools import partial

from recorded import Feature, Recording, features, taken_back

from gmtool.engine.wording import HOST
from gmtool.games.grouping_bw.moves import Peek

DUEL, FINAL, SUDDEN = "Death Match 4", "The Final", "Golden Round"
NEWS = {
    DUEL: (
        *("MatchEnded: why = out-of-chips", "TileShown: why = fold", "Folded: how = default"),
        *("RoundOver: result = split; why = call", "OrderDrawn: half = 2"),
        *("SetOpened: number = 2; ante = 2", "RoundOver: due = 2; ante = 1"),
        "TilesShown: why = no-chips",
    ),
    FINAL: (
        *("MatchEnded: why = cannot-pay", "Folded: penalty = 8", "FirstNamed: by != host"),
        *("AnteNamed: chips = 2", "AllGrouped: ante = 3; agreed = yes", "OrderTold"),
        *("RoundOver: result = discarded; why = call", "SetOpened: number = 2; ante = 1"),
        *("SetOpened: number = 3; ante = 2", "Grouped: how = default"),
    ),
    SUDDEN: ("NobodyPays", "MatchEnded: why = won-the-hand"),
}


def took_back(verb: str, game: Recording) -> bool:
    """Whether something of a player's that begins so was taken back."""
    gone = (entry for entries in taken_back(game) for entry in entries)
    return any(entry.who != HOST and entry.text.startswith(verb) for entry in gone)


FEATURES = (
    *features(NEWS),
    Feature("a wrong call taken back", DUEL, partial(took_back, "call")),
    Feature("a bet taken back", FINAL, partial(took_back, "bet")),
    Feature(
        "a raise war",
        DUEL,
        lambda g: any(str(then.actions).count("raise") > 2 for then in g.state.rounds),
    ),
    Feature(
        "a Peek on the opponent's turn",
        FINAL,
        lambda g: any(t.before.state.round.actor != t.entry.who for t in g.said(Peek)),
    ),
)
