"""How a game stood at the ends of its rounds and at its end, in words for people.

The record of an ended game tells it, and whoever checks the record works it out again.
"""

from __future__ import annotations

from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.moves import End
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import Table

_FINAL, _SUMMARY = "final", "-summary"


def standings(game: Game, table: Table) -> str:
    """The players with every figure that everybody may know of them, in seat order."""
    return "; ".join(map(_of, game.view(table.state, PUBLIC)["players"]))


def _of(player: dict[str, object]) -> str:
    figures = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in player.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    return " ".join(str(player["name"]).split()) + (f" {', '.join(figures)}" if figures else "")


def ends_something(game: Game, step: Step) -> bool:
    """Whether the entry ended a round or the game: it gives rise to a summary or to the final
    post, or called the game off.
    """
    occasions = [one.occasion for one in game.messages(step.news) if one.to == PUBLIC]
    is_told = any(name == _FINAL or name.endswith(_SUMMARY) for name in occasions)
    return is_told or isinstance(step.move, End)


def all_standings(game: Game, replay: Replay) -> dict[int, str]:
    """How it stood after each entry that ended a round or the game, by the entry's number."""
    return {
        step.entry.number: standings(game, step.table)
        for step in replay.live
        if ends_something(game, step)
    }
