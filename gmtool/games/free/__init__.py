"""A game without Python (FF-1 to FF-18): made from one file in a closed vocabulary."""

from __future__ import annotations

from functools import lru_cache, partial

from gmtool.api import Game
from gmtool.games.free import (
    chancing,
    foreseeing,
    playing,
    resolving,
    rules,
    suggesting,
    view,
    wanting,
)
from gmtool.games.free.file import read
from gmtool.games.free.grammar import grammar_of
from gmtool.games.free.message_types import MESSAGE_TYPES, messages
from gmtool.games.free.playing import planning_of
from gmtool.games.free.rounds import hides_who
from gmtool.games.free.state import State

OWN = """\
[words]
title = "A Game of Your Own"

[unit.points]

[round.vote]
asks = "another player"
sealed = true
resolve.hit = "+1 points"
"""
"""The file of which the kind itself is made, where none is given: what lists of kinds show."""
UNASKED = (
    "open",
    "key",
    "resolve",
    "reveal",
    "out",
    "back",
    "give",
    "roll",
    "pick",
    "deal",
    "tell",
)
"""What the host may say at any time, beside `say` and `finish`."""


@lru_cache(maxsize=64)
def made(text: str) -> Game:
    """The game of a file's text, the same value for the same text; raises Misset."""
    setup = read(text)
    return Game(
        kind="free",
        title=setup.title,
        rules_version=1,
        options=playing.options_of(setup),
        grammar=grammar_of(setup),
        message_types=MESSAGE_TYPES,
        state_type=State,
        setup=partial(playing.set_up, setup),
        wanted=partial(wanting.wanted, setup),
        play=partial(rules.play, setup),
        automatic=partial(resolving.automatic, setup),
        view=partial(view.view, setup),
        draw=partial(chancing.draw, setup),
        suggest=partial(suggesting.suggest, setup),
        messages=messages,
        at_a_glance=("inside",),
        plans=planning_of(setup),
        sequel=playing.sequel,
        purses=partial(playing.purses, setup),
        outcome=partial(playing.outcome, setup),
        foreseen=foreseeing.foreseen(setup),
        unasked=(*UNASKED, "say", "finish"),
        hides_who=any(one.secret or hides_who(setup, one) for one in setup.rounds),
        made=made,
        file=text,
    )


GAME = made(OWN)
