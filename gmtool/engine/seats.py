"""Seats whose players come and go: substitutes, and players who are silent for good (ALL-11)."""

from __future__ import annotations

from dataclasses import replace

from gmtool.engine.entries import Entry, Spoken
from gmtool.engine.game import Game, State, Wanted
from gmtool.engine.moves import Active, Close, Inactive, Move, Replace
from gmtool.engine.refusals import Refusal, Refused
from gmtool.engine.settings import check_new_name
from gmtool.engine.table import Replacement, Table
from gmtool.engine.wording import CHANCE, HOST

MOST_DEFAULTS = 1_000
"""The most defaults that may follow from one entry; rules that want more never end."""


def on_seats(game: Game, table: Table, entry: Entry, move: Move) -> Table | None:
    """The table after a ruling about who plays; None for any other move. Raises a Refusal."""
    match move:
        case Replace():
            return _replaced(table, entry, move)
        case Inactive() if not game.inactivity:
            return _ruled_inactive(table, move)
        case Active():
            return _ruled_active(game, table, move)
    return None


def _replaced(table: Table, entry: Entry, move: Replace) -> Table:
    """The table with the seat taken over: what was set for the leaver, its absence, its silence,
    its inactivity and its messages that wait are its own. Raises Refused for a name that can't be
    told apart (ALL-4).

    The new name isn't put here: it holds for the whole journal (`settings.seated`).
    """
    check_new_name(table, move.who, move.name)
    if move.was == move.name:
        raise Refused(
            "ALL-11",
            "{name} has that seat already.",
            name=move.name,
            quoted=str(move),
        )
    who = move.who
    taken = Replacement(entry.number, move.was, move.name, entry.received_at)
    return replace(
        table,
        people={**table.people, who: {}},
        quiet={**table.quiet, who: 0},
        absences=tuple(one for one in table.absences if one.who != who),
        inactive=tuple(name for name in table.inactive if name != who),
        inbox=tuple(one for one in table.inbox if table.seat(one.who) != who),
        replaced=(*table.replaced, taken),
    )


def _ruled_inactive(table: Table, move: Inactive) -> Table:
    """The table with a player for whom the default happens at once whenever it is awaited, until it
    speaks again (ALL-11).
    """
    if move.who in table.inactive:
        raise Refused("ALL-11", "{who} was already ruled inactive.", who=move.who, quoted=str(move))
    return replace(table, inactive=(*table.inactive, move.who))


def _ruled_active(game: Game, table: Table, move: Active) -> Table:
    """The table with a player who is awaited again (ALL-11)."""
    if game.inactivity:
        raise Refused(
            game.inactivity,
            "whoever is inactive in this game stays so; the ruling itself can be taken back with "
            "`undo`.",
            quoted=str(move),
        )
    if move.who not in table.inactive:
        raise Refused("ALL-11", "{who} isn't inactive.", who=move.who, quoted=str(move))
    return heard_from(table, move.who)


def heard_from(table: Table, who: str) -> Table:
    """The table after anything that a player said: it isn't inactive any more."""
    if who not in table.inactive:
        return table
    return replace(table, inactive=tuple(name for name in table.inactive if name != who))


def with_defaults(game: Game, table: Table, state: State, entry: Entry) -> State:
    """The state after the defaults at expiry of all inactive players who are awaited (ALL-11).

    Nothing happens where everybody is inactive, else the game would play itself, nor in a window
    that the rules close for everybody at once.
    """
    if not set(table.players) - set(table.inactive):
        return state
    refused: set[tuple[str, str]] = set()
    for _ in range(MOST_DEFAULTS):
        found = _awaited(game.wanted(state), table, refused)
        if found is None:
            return state
        who = (found[0],)
        spoken = Spoken(entry.number, HOST, Close(who), entry.received_at, who)
        try:
            after = game.play(state, spoken)
        except Refusal:
            refused.add(found)
            continue
        if replace(after, news=()) == replace(state, news=()):
            refused.add(found)
        state = after
    raise RuntimeError(f"the defaults of {game.kind} go on after {MOST_DEFAULTS:,}")


def _awaited(asked: Wanted, table: Table, refused: set[tuple[str, str]]) -> tuple[str, str] | None:
    """An inactive player who should take a turn, and its window; None while chance is due."""
    if asked.turn(CHANCE) is not None:
        return None
    for turn in asked.turns:
        window = table.window(turn.window)
        moved = window is not None and turn.who in window.moved and not turn.again
        is_due = turn.who in table.inactive and turn.expected and turn.window and not moved
        if is_due and (turn.who, turn.window) not in refused:
            return turn.who, turn.window
    return None
