"""What the host sets while the game goes on: of the game, of a player, and a player's name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gmtool.engine.game import Game
from gmtool.engine.moves import Set
from gmtool.engine.names import check, check_seats
from gmtool.engine.table import Table, lay


def put(table: Table, move: Set) -> Table:
    """The table with that set; raises Refused for a name nobody could tell apart (ALL-4).

    A new name doesn't change it here: it holds for the whole journal, so `seated` lays the table
    with it and the journal is replayed.
    """
    if not move.who:
        return replace(table, settings={**table.settings, move.key: move.value})
    if move.renames:
        place = table.players.index(move.who)
        players, aliases = _named(table.players, table.aliases, place, move.value)
        check(players, aliases)
        check_seats(players, aliases, table.seats)
        return table
    own = {**table.people.get(move.who, {}), move.key: move.value}
    return replace(table, people={**table.people, move.who: own})


def seated(game: Game, start: Table, renamed: Iterable[tuple[int, str]]) -> Table:
    """The table before anything was said, with the names left after the seats of these places were
    renamed one after the other; each former name stays an alias.
    """
    players, aliases = start.players, dict(start.aliases)
    for place, name in renamed:
        players, aliases = _named(players, aliases, place, name)
    return lay(game, players, start.options, aliases)


def _named(
    players: tuple[str, ...], aliases: dict[str, tuple[str, ...]], place: int, name: str
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    old = players[place]
    known = (old, *aliases.get(old, ()))
    others = {other: also for other, also in aliases.items() if other != old}
    renamed = (*players[:place], name, *players[place + 1 :])
    return renamed, {**others, name: tuple(own for own in known if own != name)}
