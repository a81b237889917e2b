"""When the game is over, who has won it, and how a prize is shared (FF-17)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gmtool.games.free.state import ENDED, SETUP, Player, State
from gmtool.games.free.terms import BY_PLACE, BY_UNIT, Setup

HOST, LEFT, AFTER, REACHED, GONE, PARITY = "host", "left", "after", "reached", "gone", "parity"
"""By what a game is over."""


def ended(setup: Setup, state: State) -> State:
    """The state after the game if it is over by the file, else the same state. While roles are to
    be dealt, or a round waits to be resolved, nothing is decided.
    """
    if state.phase == SETUP or state.wishes:
        return state
    by, winners = _by_groups(setup, state)
    if not by:
        by, winners = _by_counts(setup, state)
    return over(setup, state, winners, by) if by else state


_NOT_YET: tuple[str, tuple[str, ...]] = ("", ())


def _by_groups(setup: Setup, state: State) -> tuple[str, tuple[str, ...]]:
    """By which group the game is over, and who has won by that; empty where it isn't."""
    end, inside = setup.end, state.inside
    for group in end.gone:
        members = state.members(setup, group)
        if members and not set(members) & set(inside):
            others = [one.name for one in state.players if one.name not in members]
            return f"{GONE} {group}", tuple(others)
    for group in end.parity:
        there = [who for who in state.members(setup, group) if who in inside]
        if there and 2 * len(there) >= len(inside):
            return f"{PARITY} {group}", state.members(setup, group)
    return _NOT_YET


def _by_counts(setup: Setup, state: State) -> tuple[str, tuple[str, ...]]:
    """By what other count the game is over, and who has won by that; empty where it isn't."""
    end = setup.end
    if end.reach:
        reach = end.reach
        if any(state.held(setup, one.name, reach.unit) >= reach.many for one in state.players):
            return REACHED, _best(setup, state, end.winner or reach.unit)
    if end.after and state.times(state.resolved, end.of) >= end.after:
        return AFTER, _winners(setup, state)
    if end.left and len(state.inside) <= end.left:
        return LEFT, _winners(setup, state)
    return _NOT_YET


def _winners(setup: Setup, state: State) -> tuple[str, ...]:
    return _best(setup, state, setup.end.winner) if setup.end.winner else state.inside


def _best(setup: Setup, state: State, unit: str) -> tuple[str, ...]:
    """Those who have the most of a unit, or the least where the file has it so, in or out."""
    held = {one.name: state.held(setup, one.name, unit) for one in state.players}
    best = (min if setup.end.least else max)(held.values())
    return tuple(name for name in held if held[name] == best)


def over(setup: Setup, state: State, winners: Sequence[str], by: str) -> State:
    """The state after the end: with the winners, and the prize shared among them."""
    state = replace(state, phase=ENDED, running=(), wishes=(), winners=tuple(winners), won_by=by)
    parts = shares(setup, state)
    if setup.end.prize:
        unit = setup.end.prize.unit
        for player, part in zip(state.players, parts, strict=True):
            state = state.paid(setup, player.name, unit, part)
    roles = tuple(one.role for one in state.players)
    return replace(state, shares=parts).tell("Ended", roles=roles)


def shares(setup: Setup, state: State) -> tuple[int, ...]:
    """The part of the prize for each player, in seat order, in whole units: what can't be divided
    is nobody's.
    """
    end = setup.end
    if end.prize is None:
        return ()
    if end.share == BY_PLACE and end.winner:
        return _by_place(setup, state, end.prize.many)
    if end.share == BY_UNIT and end.winner:
        held = [state.held(setup, one.name, end.winner) for one in state.players]
        total = sum(held)
        return tuple(end.prize.many * many // total if total else 0 for many in held)
    many = len(state.winners)
    return tuple(
        end.prize.many // many if one.name in state.winners else 0 for one in state.players
    )


def _by_place(setup: Setup, state: State, prize: int) -> tuple[int, ...]:
    """Parts by place: who share places share what falls to these together."""
    end = setup.end

    def held(player: Player) -> int:
        many = state.held(setup, player.name, end.winner)
        return many if end.least else -many

    ranked = sorted(state.players, key=held)
    parts: dict[str, int] = {}
    place = 0
    while place < len(ranked):
        same = [one for one in ranked[place:] if held(one) == held(ranked[place])]
        per_cent = sum(end.places[place : place + len(same)])
        parts |= {one.name: prize * per_cent // (100 * len(same)) for one in same}
        place += len(same)
    return tuple(parts[one.name] for one in state.players)
