"""Tables at which somebody's words can be read: one of each phase of every kind of game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lengths import few_or_many
from playing import play
from recorded import folder, names

from gmtool.engine.game import Game
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.games import BUILT_IN, load


@dataclass(frozen=True)
class Place:
    """A table at some phase of a game, and who speaks there."""

    game: Game
    table: Table
    who: str


@cache
def places(kind: str) -> tuple[Place, ...]:
    """The first table of every phase that a recording comes to, with one who is asked there, one
    who isn't, and at one of the tables the host and chance.
    """
    rules = load(BUILT_IN[kind])
    tables: dict[tuple[str, bool], tuple[Game, Table]] = {}
    for name in names(rules)[: few_or_many(2, 99)]:
        text = (folder(rules) / f"{name}.journal").read_text("utf-8")
        replay = play(text, rules).replay
        for step in replay.effective:
            state = step.table.state
            phase = (state.phase, bool(getattr(state, "asked_player", "")))
            tables.setdefault(phase, (replay.game, step.table))
    found = [Place(game, t, who) for game, t in tables.values() for who in speakers(game, t)]
    last = found[-1]
    return (*found, *(Place(last.game, last.table, who) for who in (HOST, CHANCE)))


def speakers(game: Game, table: Table) -> Iterator[str]:
    asked = {turn.who for turn in wanted(game, table).turns}
    yield from [name for name in table.players if name in asked][:1]
    yield from [name for name in table.players if name not in asked][:1]
