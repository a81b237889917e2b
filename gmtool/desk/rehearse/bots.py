"""Bots: what random play of any kind has in common, in rehearsals and in the promises of a kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from gmtool.engine.game import Game, Turn
from gmtool.engine.table import Table, wanted
from gmtool.engine.windows import turn_for

Thing = TypeVar("Thing")


class Dice:
    """Random choices, by a seed of their own: nobody's secret."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)  # noqa: S311

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self.random.randrange(n)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in a random order."""
        return tuple(self.random.sample(list(things), len(things)))

    def often(self, chance: float) -> bool:
        """Whether something happens that happens so often, of 1."""
        return self.random.random() < chance


def verb(text: str) -> str:
    """The first word of a move, or of its form."""
    return text.partition(" ")[0]


def offering(game: Game, table: Table, who: str, text: str) -> Turn | None:
    """The turn of `who` that asks for such a move; None where none does."""
    turn = turn_for(wanted(game, table), who, text)
    return turn if turn and verb(text) in map(verb, turn.moves) else None
