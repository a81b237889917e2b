"""What a file foresees, and whether that has come about: what never does in many games is odd."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from gmtool.games.free import ending
from gmtool.games.free import terms as t
from gmtool.games.free.state import State
from gmtool.games.free.terms import End, Round, Setup, Unit

Came = Callable[[State], bool]
"""Whether something has come about."""


def foreseen(setup: Setup) -> Callable[[State], dict[str, bool]]:
    """Tells of each thing, in words that follow on “in none of 200 games”, whether it has come
    about in a state.
    """
    things = cache(lambda: dict(_all(setup)))
    return lambda state: {words: came(state) for words, came in things().items()}


def unwanted(setup: Setup, state: State) -> dict[str, tuple[int, int, int]]:
    """What a host may not want of a game that is over, as an outcome has it; nothing where it is
    the host who decides how the game goes.
    """
    if setup.end == End() or _by_host(setup):
        return {}
    winners, everybody = len(state.winners), len(state.players)
    differ = bool(setup.units) or any(one.resolve.hits for one in setup.rounds)
    return {
        "games that went on until the host ended them": (state.won_by == ending.HOST, 1, 0),
        "games that nobody won": (winners == 0, 1, 5),
        "games that everybody won": (winners == everybody, 1, 20 if differ else 100),
    }


def _by_host(setup: Setup) -> bool:
    return any(one.resolve.by_host for one in setup.rounds)


def _all(setup: Setup) -> Iterator[tuple[str, Came]]:
    for round_ in setup.rounds:
        name = round_.name
        yield f"was {name} opened", partial(_is_opened, name)
        if round_.resolve.by_host:
            what = f"did anything come of {name}, which you resolve yourself"
            yield what, lambda _state: False
        else:
            yield from _of_result(setup, round_)
    if _by_host(setup):
        return
    for place, unit in enumerate(setup.units):
        yield _of_unit(setup, unit, place)
    for what, code in _ends(setup.end):
        yield f"did it end {what}", partial(_is_over_by, code)


def _is_opened(name: str, state: State) -> bool:
    return state.times(state.opened, name) > 0


def _is_over_by(code: str, state: State) -> bool:
    return state.won_by == code


def _of_result(setup: Setup, round_: Round) -> Iterator[tuple[str, Came]]:
    name, hits = round_.name, round_.resolve.hits

    def is_chosen(state: State, choice: str) -> bool:
        result = state.result(name)
        return result is not None and choice in result.chosen

    def has_hit(state: State) -> bool:
        result = state.result(name)
        return result is not None and bool(result.hit)

    if hits and round_.resolve.count != t.EACH:
        for choice in round_.asks.choices:
            yield f"was “{choice}” the result of {name}", partial(is_chosen, choice=choice)
    costs = round_.costs
    can_be_paid = not (costs and _is_given_by_hand(setup, setup.unit(costs.unit)))
    if can_be_paid and any(hit.what != t.NOTHING for hit in hits):
        yield f"was anybody hit by {name}", has_hit


def _of_unit(setup: Setup, unit: Unit, place: int) -> tuple[str, Came]:
    if unit.start > 0:
        return f"did anybody get or lose {unit.name}", lambda state: any(
            one.held[place] != unit.start for one in state.players
        )
    by_hand = ", which only you can give" if _is_given_by_hand(setup, unit) else ""
    return f"did anybody have {unit.name}{by_hand}", lambda state: any(
        one.held[place] > 0 for one in state.players
    )


def _is_given_by_hand(setup: Setup, unit: Unit) -> bool:
    """Whether nobody has anything of a unit but by the host."""
    hits = [hit for round_ in setup.rounds for hit in round_.resolve.hits]
    gives = any(hit.amount.unit == unit.name and hit.amount.many > 0 for hit in hits if hit.amount)
    return unit.start <= 0 and not gives


def _ends(end: End) -> Iterator[tuple[str, str]]:
    """How a game can end by its file, in words, and as its state has it."""
    for group in end.gone:
        yield f"because nobody of {group} was in", f"{ending.GONE} {group}"
    for group in end.parity:
        yield f"because {group} had as many in as all others", f"{ending.PARITY} {group}"
    if end.reach:
        yield f"because somebody had {end.reach.many:,} {end.reach.unit}", ending.REACHED
    if end.after:
        yield f"after {end.after:,} {end.of}", ending.AFTER
    if end.left:
        yield f"with {end.left} left", ending.LEFT
