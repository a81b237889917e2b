"""Seats whose players come and go: substitutes, and players who are silent for good (ALL-11)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.entries import Entry
from gmtool.engine.game import Action, Game
from gmtool.engine.host_moves import Active, Inactive, Replace
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Move
from gmtool.engine.names import Replacement
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.settings import check_new_name
from gmtool.engine.table import Absence, Table
from gmtool.engine.text import HOST, casefolded


def on_seats(game: Game, table: Table, entry: Entry, move: Move) -> Table | None:
    """The table after a ruling about who plays; None for any other move. Raises a Refusal."""
    match move:
        case Replace():
            _check_plays(game, table, entry, move)
            return _replaced(table, entry, move)
        case Inactive() if not game.inactivity:
            return _ruled_inactive(table, entry, move)
        case Active():
            return _ruled_active(game, table, entry, move)
    return None


def _check_plays(game: Game, table: Table, entry: Entry, move: Replace) -> None:
    """Raise Refused for a seat whose player is inactive for good, by a rulebook that has it so."""
    if not game.inactivity:
        return
    again = Inactive(move.who, move.why)
    try:
        game.play(table.state, Action(entry.number, HOST, again, entry.received_at))
    except Refused as refused:
        if refused.clause == game.inactivity:
            raise Refused(
                game.inactivity,
                f"{move.who} is inactive for good, and nobody can play on in that seat.",
            ) from refused
    except NotNow:
        return


def _replaced(table: Table, entry: Entry, move: Replace) -> Table:
    """The table with the seat taken over: what was set for the leaver, its absence, its silence,
    its inactivity, its plan and its messages that wait are its own. Raises Refused for a name that
    can't be told apart (ALL-4).

    The new name isn't put here: it holds for the whole journal (`settings.seated`).
    """
    other = table.seat(move.name)
    if other in table.players and other != move.who and move.name not in table.players:
        raise Refused(
            "ALL-4",
            f"“{move.name}” is still understood as {other}, for what is on record by that name; "
            "write it with something that tells it apart.",
        )
    check_new_name(table, move.who, move.name)
    if casefolded(move.was) == casefolded(move.name):
        raise Refused("ALL-11", f"{move.name} has that seat already.")
    who = move.who
    taken = Replacement(entry.number, move.was, move.name, who, entry.received_at)
    return replace(
        table,
        people={**table.people, who: {}},
        quiet={**table.quiet, who: 0},
        absences=tuple(one for one in table.absences if one.who != who),
        inactive=_without(table, who),
        inbox=tuple(one for one in table.inbox if table.seat(one.who) != who),
        replaced=(*table.replaced, taken),
        plans=tuple(one for one in table.plans if one.who != who),
    )


def _ruled_inactive(table: Table, entry: Entry, move: Inactive) -> Table:
    """The table with a player for whom the default happens at once whenever it is awaited, until it
    speaks again (ALL-11).
    """
    if move.who in table.inactive:
        raise Refused("ALL-11", f"{move.who} was already ruled inactive.")
    if not set(table.players) - {*table.inactive, move.who}:
        raise Refused(
            "ALL-11",
            "all others are inactive, so nobody would be left to play; a substitute can take a "
            "seat, or the game is called off with `rule end`.",
        )
    return replace(table, inactive={**table.inactive, move.who: entry.received_at})


def _ruled_active(game: Game, table: Table, entry: Entry, move: Active) -> Table:
    """The table with a player who is awaited again: one who was inactive, or is back from an
    absence before its end (ALL-10, ALL-11). No deadline is brought forward by it.
    """
    ended = _ended(table, move.who, entry.received_at)
    if ended is not None:
        return back_again(replace(table, absences=ended), move.who)
    if game.inactivity:
        raise Refused(
            game.inactivity,
            "whoever is inactive in this game stays so; the ruling itself can be taken back with "
            "`undo`.",
        )
    if move.who not in table.inactive:
        raise Refused("ALL-11", f"{move.who} is neither inactive nor away.")
    return back_again(table, move.who)


def _ended(table: Table, who: str, at: Instant) -> tuple[Absence, ...] | None:
    """The absences with those of a player ended at an instant in one of them, and those left out
    that follow on without a day between; None where the player isn't away then.
    """
    absences, until = [], at
    for one in sorted(table.absences, key=lambda absence: absence.since):
        if one.who != who or one.until <= at or one.since > until:
            absences.append(one)
            continue
        until = max(until, one.until)
        if one.since <= at:
            absences.append(replace(one, until=at))
    return tuple(absences) if until > at else None


def is_back(table: Table, who: str, at: Instant) -> bool:
    """Whether what a player sent says that it is inactive no more: what came before it was ruled so
    doesn't (ALL-11).
    """
    return who in table.inactive and table.inactive[who] <= at


def back_again(table: Table, who: str) -> Table:
    """The table with a player who isn't inactive any more."""
    return replace(table, inactive=_without(table, who)) if who in table.inactive else table


def _without(table: Table, who: str) -> dict[str, Instant]:
    return {name: since for name, since in table.inactive.items() if name != who}
