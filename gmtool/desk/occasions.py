"""The occasions of texts: a game's own, and those that the desk has for every game."""

from __future__ import annotations

from gmtool.desk.occasion_names import (
    BRIEFING,
    CORRECTION,
    LAPSED,
    MIXED,
    RECEIPT,
    RECORD,
    REFUSAL,
    REMINDER,
    RULING,
    UNCLEAR,
    WORDS,
)
from gmtool.engine.frozen import replace
from gmtool.engine.game import CALL, EVENT, STATE, Game, Occasion

IN_EVERY_GAME = (
    Occasion(RULING, to_player=False, doc="a ruling, its reason, and what changes by it"),
    Occasion(WORDS, to_player=False, doc="words so far, by when more, what follows", life=STATE),
    Occasion(MIXED, to_player=False, doc="what went into the draws, in its order"),
    Occasion(CORRECTION, to_player=False, doc="what was announced and doesn't hold, what does"),
    Occasion(RECORD, to_player=False, doc="the game's record, by which all is checked", life=STATE),
    Occasion(RECEIPT, to_player=True, doc="what was recorded, with its seal"),
    Occasion(REFUSAL, to_player=True, doc="what was not taken, why, and what would be right"),
    Occasion(UNCLEAR, to_player=True, doc="what a message means, asked back"),
    Occasion(REMINDER, to_player=True, doc="what is missing still, and by when", life=CALL),
    Occasion(BRIEFING, to_player=True, doc="to a substitute: rules in brief, what the seat holds"),
    Occasion(
        LAPSED,
        to_player=True,
        doc="a plan that can't be carried out any more, and why",
        in_private=True,
    ),
    Occasion(CORRECTION, to_player=True, doc="what I wrote to you and doesn't hold, what does"),
)
"""The occasions of texts that the desk drafts for every game."""


def occasions(game: Game) -> tuple[Occasion, ...]:
    """All occasions of a game: its own, and those of every game."""
    own = {(o.name, o.to_player) for o in game.occasions}
    others = (o for o in IN_EVERY_GAME if o.name != LAPSED or game.plans)
    if game.hides_who:
        others = (replace(o, in_private=o.to_player and o.name != BRIEFING) for o in others)
    return (*game.occasions, *(o for o in others if (o.name, o.to_player) not in own))


def life_of(game: Game, occasion: str) -> str:
    """The life of the texts of that occasion; EVENT for one that no game has, so that the text
    stays as it was written.
    """
    every = (*game.occasions, *IN_EVERY_GAME)
    return next((o.life for o in every if o.name == occasion), EVENT)
