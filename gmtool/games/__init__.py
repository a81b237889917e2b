"""The rulebooks. Built-in kinds are found in the table below, those of other packages by `outside`,
which takes a package's `GAME`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtool.engine.game import Game

BUILT_IN = {
    "auction-poker": "gmtool.games.auction_poker:GAME",
    "split-decision": "gmtool.games.split_decision:GAME",
    "grouping-bw": "gmtool.games.grouping_bw:GAME",
    "big-two": "gmtool.games.big_two:GAME",
    "president": "gmtool.games.big_two:PRESIDENT_GAME",
    "ten-skip": "gmtool.games.ten_skip:GAME",
    "free": "gmtool.games.free:GAME",
}
"""The built-in kinds in the order in which they are listed, each with its package and name, written
as in entry points: one package may hold several kinds.
"""

EXAMPLE = next(iter(BUILT_IN))
"""The kind that help texts and first steps use."""
MADE_OF_FILES = "free"
"""The kind whose games are each made of a file; `gmtool setup` is about these files."""


def load(place: str) -> Game:
    """The game at a place, `package:NAME`; NAME is GAME where none is given."""
    package, _, name = place.partition(":")
    game: Game = getattr(import_module(package), name or "GAME")
    return game
