"""What a file foresees, and whether that has come about: what never does in many games is odd."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.games.free import ending
from gmtool.games.free import terms as t
from gmtool.games.free.state import State
from gmtool.games.free.terms import End, Round, Setup, Unit


def foreseen(setup: Setup, state: State) -> dict[str, bool]:
    """Each thing in words that follow on “in none of 200 games”, and whether it has come about."""
    return dict(_all(setup, state))


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


def _all(setup: Setup, state: State) -> Iterator[tuple[str, bool]]:
    for round_ in setup.rounds:
        yield f"was {round_.name} opened", state.times(state.opened, round_.name) > 0
        if round_.resolve.by_host:
            yield f"did anything come of {round_.name}, which you resolve yourself", False
        else:
            yield from _of_result(setup, state, round_)
    if _by_host(setup):
        return
    for place, unit in enumerate(setup.units):
        yield _of_unit(setup, unit, [player.held[place] for player in state.players])
    for what, code in _ends(setup.end):
        yield f"did it end {what}", state.won_by == code


def _of_result(setup: Setup, state: State, round_: Round) -> Iterator[tuple[str, bool]]:
    result, hits = state.result(round_.name), round_.resolve.hits
    if hits and round_.resolve.count != t.EACH:
        for choice in round_.asks.choices:
            is_it = result is not None and choice in result.chosen
            yield f"was “{choice}” the result of {round_.name}", is_it
    costs = round_.costs
    can_be_paid = not (costs and _is_given_by_hand(setup, setup.unit(costs.unit)))
    if can_be_paid and any(hit.what != t.NOTHING for hit in hits):
        yield f"was anybody hit by {round_.name}", result is not None and bool(result.hit)


def _of_unit(setup: Setup, unit: Unit, held: list[int]) -> tuple[str, bool]:
    if unit.start > 0:
        return f"did anybody get or lose {unit.name}", any(many != unit.start for many in held)
    by_hand = ", which only you can give" if _is_given_by_hand(setup, unit) else ""
    return f"did anybody have {unit.name}{by_hand}", any(many > 0 for many in held)


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
