"""The types of messages, or occasions of texts: a game's own, and those that the desk has for every
game.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from gmtool.engine.game import Game, MessageType

OPENING, RECEIPT, REFUSAL, FINAL = "opening", "receipt", "refusal", "final"
RULING, CORRECTION, REMINDER, UNCLEAR = "ruling", "correction", "reminder", "unclear"
BRIEFING, PLAN_VOID, RECORD = "briefing", "plan-void", "record"
WORDS, MIXED = "words", "mixed"


@cache
def in_every_game() -> tuple[MessageType, ...]:
    """The types of messages that the desk drafts for every game."""
    from gmtool.engine.game import CALL, STATE, MessageType

    return (
        MessageType(RULING, to_player=False, doc="a ruling, its reason, and what changes by it"),
        MessageType(
            WORDS, to_player=False, doc="words so far, by when more, what follows", life=STATE
        ),
        MessageType(MIXED, to_player=False, doc="what went into the draws, in its order"),
        MessageType(
            CORRECTION, to_player=False, doc="what was announced and doesn't hold, what does"
        ),
        MessageType(
            RECORD, to_player=False, doc="the game's record, by which all is checked", life=STATE
        ),
        MessageType(RECEIPT, to_player=True, doc="what was recorded, with its seal"),
        MessageType(
            REFUSAL, to_player=True, doc="what was not taken, why, and what would be right"
        ),
        MessageType(UNCLEAR, to_player=True, doc="what a message means, asked back"),
        MessageType(REMINDER, to_player=True, doc="what is missing still, and by when", life=CALL),
        MessageType(
            BRIEFING, to_player=True, doc="to a substitute: rules in brief, what the seat holds"
        ),
        MessageType(
            PLAN_VOID,
            to_player=True,
            doc="a plan that can't be carried out any more, and why",
            in_private=True,
        ),
        MessageType(
            CORRECTION, to_player=True, doc="what I wrote to you and doesn't hold, what does"
        ),
    )


def message_types(game: Game) -> tuple[MessageType, ...]:
    """All occasions of a game: its own, and those of every game."""
    own = {(o.name, o.to_player) for o in game.message_types}
    others = (o for o in in_every_game() if o.name != PLAN_VOID or game.plans)
    if game.hides_who:
        others = (replace(o, in_private=o.to_player and o.name != BRIEFING) for o in others)
    return (*game.message_types, *(o for o in others if (o.name, o.to_player) not in own))


@lru_cache(maxsize=128)
def life_of(game: Game, occasion: str) -> str:
    """The life of the texts of that occasion; EVENT for one that no game has, so that the text
    stays as it was written.
    """
    from gmtool.engine.game import EVENT

    every = chain(game.message_types, in_every_game())
    return next((o.life for o in every if o.name == occasion), EVENT)
