"""What the demos must show, each in the game that is named, beside every move and every text: news,
written as in the files `*.clauses`, and what no news tells.
"""

from __future__ import annotations

from recorded import Feature, extended, features

from gmtool.engine.entries import Entry
from gmtool.engine.moves import Replace

NEWS = {
    "Game night": ("Closed: early = no; silent = Lou", "Tied: between counts 3", "Rolled"),
    "Snacks": ("Tied: between counts 2",),
    "Cellar": (
        *("Closed: early = yes", "Out: why = vote", "Out: why = kill", "Learned: belongs = yes"),
        *("Learned: belongs = no", "Resolved: round = protect", "Ended"),
    ),
    "Under the stairs": ("Dealt", "Role: who = Gus", "Said"),
    "Atoll": ("Again: among has Eve", "Out: whom = Cid", "Changed: secretly = yes"),
    "Few": ("Revealed: round = vote", "Out: whom counts 4"),
    "The Owls": ("Resolved: number = 4", "Changed: who = Cid; before = 4", "Said"),
    "Teapots": ("Rolled: rolls counts 3", "Picked", "Told", "Out: why = units", "Back", "Listed"),
    "The attic": ("Tied: round = bid", "Changed: unit = credits", "Resolved: number = 8"),
}


def _amended(entries: tuple[Entry, ...], how: str) -> bool:
    return any(entry.text.startswith(how) for entry in entries)


FEATURES = (
    *features(NEWS),
    Feature("a substitute", "Game night", lambda game: game.said(Replace)),
    Feature("a time put right", "Game night", lambda game: _amended(game.played.entries, "amend")),
    Feature("an overlooked vote", "Cellar", lambda game: _amended(game.played.entries, "insert")),
    Feature("more time for one of three windows", "Cellar", lambda g: extended(g, overdue=False)),
    Feature(
        "a plan",
        "Cellar",
        lambda game: [entry for entry in game.played.entries if entry.planned],
    ),
)
