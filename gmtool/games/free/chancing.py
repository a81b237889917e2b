"""Chance: roles, dice, players who are picked, and ties (FF-3, FF-12, FF-16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from gmtool.api import Draw, Move, Refused, listed, told
from gmtool.games.free import moves as m
from gmtool.games.free.state import DEAL, ENDED, LOT, PICK, ROLL, State, Wish
from gmtool.games.free.terms import Setup


def of_roles(state: State) -> Wish:
    """The wish for roles for all who are in."""
    return Wish(DEAL, state.inside)


def bag(setup: Setup, many: int) -> tuple[str, ...]:
    """The roles for so many players, in the order of the file; fewer where there is no role for
    all that are left over, so that some have none.
    """
    named = [role.name for role in setup.roles for _ in range(role.many)]
    rest = next((role.name for role in setup.roles if not role.many), "")
    left = max(0, many - len(named))
    return (*named, *((rest,) * left if rest else ()))


def form(wish: Wish) -> str:
    """What chance gives, as a text form with placeholders."""
    asked: dict[str, type[Move]] = {DEAL: m.Dealt, ROLL: m.Rolled, PICK: m.Picked, LOT: m.Lot}
    return asked[wish.what].hint()


def draw(setup: Setup, state: State) -> Draw | None:
    """What the first wish asks of chance; None where nothing is asked."""
    if state.phase == ENDED or not state.wishes:
        return None
    wish = state.wishes[0]
    if wish.what == DEAL:
        return Draw("dealt", (bag(setup, len(wish.whom)),))
    if wish.what == ROLL:
        return Draw("rolled", numbers=(wish.sides,) * wish.rolls)
    if wish.what == PICK:
        return Draw("picked", (places(wish),))
    return Draw("lot", numbers=(len(wish.whom),))


def places(wish: Wish) -> tuple[str, ...]:
    """The places, from 1, of those among whom somebody is picked."""
    return tuple(str(place) for place, _ in enumerate(wish.whom, 1))


def drawn(setup: Setup, state: State, move: Move) -> State:
    """The state after what chance gave; raises Refused where that isn't what it was asked for."""
    if not state.wishes:
        raise Refused("FF-16", "nothing is asked of chance now.")
    wish, *rest = state.wishes
    then = replace(state, wishes=tuple(rest))
    match wish.what, move:
        case "deal", m.Dealt(roles) if Counter(roles) == Counter(bag(setup, len(wish.whom))):
            return _dealt(setup, then, wish, roles)
        case "roll", m.Rolled(values) if _fit(wish, values):
            return _rolled(then, wish, values)
        case "pick", m.Picked(named) if _are_picked(wish, named):
            whom = tuple(wish.whom[int(place) - 1] for place in named[: wish.many])
            return then.tell("Picked", whom=whom, among=wish.whom)
        case "lot", m.Lot(place) if place in places(wish):
            running = then.ongoing(wish.round)
            decided = wish.whom[int(place) - 1]
            return then.with_round(replace(running, decided=decided)) if running else then
    raise Refused(
        {DEAL: "FF-3", LOT: "FF-12"}.get(wish.what, "FF-16"),
        f"“{told(str(move))}” isn't what is asked of chance; that is "
        f"{told(_in_words(setup, wish))}.",
    )


def _in_words(setup: Setup, wish: Wish) -> str:
    if wish.what == DEAL:
        return f"the roles {' '.join(bag(setup, len(wish.whom)))} in some order"
    if wish.what == ROLL:
        return f"{wish.rolls} numbers from 1 to {wish.sides}"
    what = listed(f"{place} {name}" for place, name in enumerate(wish.whom, 1))
    return f"{wish.many} of the places {what}" if wish.what == PICK else f"one of the places {what}"


def _are_picked(wish: Wish, named: tuple[str, ...]) -> bool:
    """Whether these are places, each once: all in the order of chance, or of the picked alone."""
    there = set(named) <= set(places(wish)) and len(set(named)) == len(named)
    return there and len(named) in {wish.many, len(wish.whom)}


def _fit(wish: Wish, values: tuple[str, ...]) -> bool:
    sides = range(1, wish.sides + 1)
    is_die = all(value.isdecimal() and int(value) in sides for value in values)
    return is_die and len(values) == wish.rolls


def _dealt(setup: Setup, state: State, wish: Wish, roles: tuple[str, ...]) -> State:
    """The state with the roles dealt; each hears its own, and who is in a group with it whose
    members are told of each other.
    """
    of = dict(zip(wish.whom, (*roles, *("",) * len(wish.whom)), strict=False))
    state = state.each(lambda one: replace(one, role=of.get(one.name, one.role)))
    state = state.tell("Dealt")
    for who in wish.whom:
        if of[who]:
            partners = partners_of(setup, state, who)
            role = of[who]
            state = state.tell("Role", only_to=[who], who=who, role=role, partners=partners)
    return state


def _rolled(state: State, wish: Wish, values: tuple[str, ...]) -> State:
    numbers = [int(value) for value in values]
    each = [
        tuple(numbers[place : place + wish.many]) for place in range(0, len(numbers), wish.many)
    ]
    rolls: tuple[Any, ...] = tuple(
        {"who": who, "dice": dice, "plus": wish.plus, "sum": sum(dice) + wish.plus}
        for who, dice in zip(wish.whom or ("",), each, strict=True)
    )
    dice = f"{wish.many}d{wish.sides}{f'{wish.plus:+d}' if wish.plus else ''}"
    return state.tell("Rolled", dice=dice, rolls=rolls)


def task(wish: Wish) -> str:
    """What chance is asked for, in words that everybody may read."""
    return {
        DEAL: "the roles",
        ROLL: "the dice",
        PICK: "who is picked",
    }.get(wish.what, "what decides the tie")


def partners_of(setup: Setup, state: State, who: str) -> tuple[str, ...]:
    """Those who are in a group with a player whose members are told of each other (FF-3)."""
    found: list[str] = []
    for group in setup.groups:
        members = state.members(setup, group.name)
        if group.meets and who in members:
            found += [name for name in members if name != who and name not in found]
    return tuple(found)
