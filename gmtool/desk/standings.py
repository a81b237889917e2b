"""How a game stood at the ends of its rounds and at its end, in words for people.

The record of an ended game tells it, and whoever checks the record works it out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gmtool.desk.naming import in_columns
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.moves import End
from gmtool.engine.steps import Step
from gmtool.engine.table import Table

_FINAL, _SUMMARY = "final", "-summary"


def standings(game: Game, table: Table) -> str:
    """The players in seat order, with the figures that everybody may know of them; one that is 0
    for all of them says nothing.
    """
    players = _players(game, table)
    keys = dict.fromkeys(key for player in players for key in player)
    told = [key for key in keys if any(_figure(player.get(key)) for player in players)]
    return "; ".join(_of(player, told) for player in players)


def _players(game: Game, table: Table) -> list[dict[str, object]]:
    """What everybody may know of each player; what it has of several things as facts of its own."""
    players = game.view(table.state, PUBLIC)["players"]
    return [*map(in_columns, players)]


def _of(player: Mapping[str, object], told: Sequence[str]) -> str:
    figures = [
        f"{key.replace('_', ' ')} {player[key]}"
        for key in told
        if _figure(player.get(key)) is not None
    ]
    return " ".join(str(player["name"]).split()) + (f" {', '.join(figures)}" if figures else "")


def figures(game: Game, table: Table) -> dict[str, tuple[int, ...]]:
    """The same figures by what they are, in seat order, of which every player has one."""
    players = _players(game, table)
    keys = dict.fromkeys(key for player in players for key in player)
    found = {key: [_figure(player.get(key)) for player in players] for key in keys}
    return {
        key.replace("_", " "): tuple(value or 0 for value in values)
        for key, values in found.items()
        if None not in values
    }


def _figure(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def ends_something(game: Game, step: Step) -> bool:
    """Whether the entry ended a round or the game: it gives rise to a summary or to the final
    post, or called the game off.
    """
    occasions = [one.occasion for one in game.messages(step.news) if one.to == PUBLIC]
    is_told = any(name == _FINAL or name.endswith(_SUMMARY) for name in occasions)
    return is_told or isinstance(step.move, End)


def all_standings(game: Game, steps: Iterable[Step]) -> dict[int, str]:
    """How it stood after each entry that ended a round or the game, by the entry's number; `steps`
    are those that count.
    """
    return {
        step.entry.number: standings(game, step.table)
        for step in steps
        if ends_something(game, step)
    }
