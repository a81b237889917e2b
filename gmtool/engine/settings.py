"""What the host sets during a game: for the game, for a player, and a player's name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gmtool.engine.game import Game
from gmtool.engine.host_moves import Alias, Set
from gmtool.engine.names import check, check_seats
from gmtool.engine.policy import POLICY_KEYS, canonical
from gmtool.engine.refusals import Refused
from gmtool.engine.table import Table, lay
from gmtool.engine.text import told


def put(table: Table, move: Set | Alias) -> Table:
    """The table with the setting changed; raises Refused for a name that can't be told apart
    (ALL-4).

    A new name isn't put here: it holds for the whole journal, which is replayed from the table
    that `seated` lays.
    """
    if isinstance(move, Alias):
        return _also_called(table, move)
    if not move.who:
        _check(move)
        return replace(table, settings={**table.settings, move.key: move.value})
    if move.key == "name":
        check_new_name(table, move.who, move.value)
        return table
    own = {**table.people.get(move.who, {}), move.key: move.value}
    return replace(table, people={**table.people, move.who: own})


def _check(move: Set) -> None:
    """Raise Refused for a policy that can't be kept (ALL-10)."""
    if move.key not in POLICY_KEYS:
        return
    try:
        canonical(move.key, move.value)
    except ValueError as error:
        raise Refused("ALL-10", told(str(error))) from error


def check_new_name(table: Table, who: str, name: str) -> None:
    """Raise Refused for a new name of a player that can't be told apart (ALL-4)."""
    players, aliases = _named(table.players, table.aliases, table.players.index(who), name)
    check(players, aliases)
    check_seats(players, aliases, table.seats)


def _also_called(table: Table, move: Alias) -> Table:
    own = table.aliases.get(move.who, ())
    aliases = {**table.aliases, move.who: (*own, *(() if move.name in own else (move.name,)))}
    check(table.players, aliases)
    check_seats(table.players, aliases, table.seats)
    return replace(table, aliases=aliases)


def seated(
    game: Game,
    start: Table,
    renamed: Iterable[tuple[int, str]],
    given_up: Iterable[tuple[int, str]] = (),
) -> Table:
    """The table before the first entry, with the seats renamed in order; each former
    name stays an alias.

    `renamed` are places of seats and their new names, `given_up` further names that are understood.
    """
    players, aliases = start.players, dict(start.aliases)
    for place, name in renamed:
        players, aliases = _named(players, aliases, place, name)
    for place, name in given_up:
        seat = players[place]
        aliases[seat] = (*aliases.get(seat, ()), name)
    return lay(
        game,
        players,
        start.options,
        aliases,
        begun_with=start.begun_with,
        calendar=start.calendar,
        rules=start.state.rules,
    )


def _named(
    players: tuple[str, ...], aliases: dict[str, tuple[str, ...]], place: int, name: str
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    old = players[place]
    known = (old, *aliases.get(old, ()))
    others = {other: also for other, also in aliases.items() if other != old}
    renamed = (*players[:place], name, *players[place + 1 :])
    return renamed, {**others, name: tuple(own for own in known if own != name)}
