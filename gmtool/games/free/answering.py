"""Judges an answer by what its round asks for (FF-5, FF-10)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gmtool.api import Refused, casefolded, listed, told
from gmtool.games.free.moves import NOBODY, Answer
from gmtool.games.free.state import Given, Running, State
from gmtool.games.free.terms import (
    CHOICE,
    LINES,
    NUMBER,
    ORDER,
    PAYS,
    PLAYER,
    PLAYERS,
    SPLIT,
    TEXT,
    Asks,
    Round,
    Setup,
)


def judged(setup: Setup, state: State, running: Running, who: str, move: Answer) -> Answer:
    """The answer as it counts; raises Refused where the round doesn't ask for such."""
    round_ = setup.round(running.round)
    asks = round_.asks
    if asks.what in {TEXT, LINES}:
        return _words(asks, move)
    if asks.what == CHOICE:
        return _choice(running, asks, move)
    if asks.what == NUMBER:
        return _number(setup, state, asks, who, move)
    if asks.what in {PLAYER, PLAYERS}:
        return _players(state, running, asks, who, move)
    return _things(state, running, asks, who, move)


def _words(asks: Asks, move: Answer) -> Answer:
    many = len(move.said)
    if many != asks.many:
        lines = "1 answer is" if asks.many == 1 else f"{asks.many} answers are"
        raise Refused("FF-5", f"{lines} asked for, not {many}.")
    return move


def _choice(running: Running, asks: Asks, move: Answer) -> Answer:
    (text,) = move.said or ("",)
    choices = running.among or asks.choices
    found = next((one for one in choices if casefolded(one) == casefolded(text)), "")
    if not found:
        raise Refused("FF-5", f"the choice is {told(listed(choices, 'or'))}, not “{told(text)}”.")
    return replace(move, whom=(), said=(found,))


def _number(setup: Setup, state: State, asks: Asks, who: str, move: Answer) -> Answer:
    (text,) = move.said or ("",)
    high = state.held(setup, who, asks.unit) if asks.unit else asks.high
    if not (text.isascii() and text.isdecimal() and len(text) < 13):
        raise Refused("FF-5", f"“{told(text)}” is no whole number.")
    if not asks.low <= int(text) <= high:
        raise Refused("FF-5", f"{told(text)} isn't a number from {asks.low} to {high}.")
    return replace(move, whom=(), said=(str(int(text)),))


def _players(state: State, running: Running, asks: Asks, who: str, move: Answer) -> Answer:
    if move.said == (NOBODY,) and not move.whom:
        if not asks.nobody or (running.among and NOBODY not in running.among):
            raise Refused("FF-5", "a player is to be named here; “nobody” can't be said.")
        return move
    _check_named(state, running, asks, who, move)
    if len(move.whom) != asks.many:
        many = "1 player is" if asks.many == 1 else f"{asks.many} players are"
        raise Refused("FF-5", f"{many} to be named, not {len(move.whom)}.")
    return move


def _check_named(state: State, running: Running, asks: Asks, who: str, move: Answer) -> None:
    """Raise Refused for a player who can't be named, or is named twice."""
    for name in move.whom:
        if asks.others and name == who:
            raise Refused("FF-5", "somebody else is to be named.")
        if state.player(name).is_out:
            raise Refused("FF-5", f"{name} is out.")
        if running.among and name not in running.among:
            among = listed(running.among)
            raise Refused("FF-5", f"this time it is between {told(among)}.")
        if move.whom.count(name) > 1:
            raise Refused("FF-5", f"{name} is named twice.")


def nameable(state: State, asks: Asks, who: str) -> tuple[str, ...]:
    """The players whom an answer of a player can name."""
    return tuple(name for name in state.inside if not (asks.others and name == who))


def _things(state: State, running: Running, asks: Asks, who: str, move: Answer) -> Answer:
    """What is put in order, or what points are split over."""
    points = move.said[-(len(move.whom) or len(move.said) // 2) :] if asks.what == SPLIT else ()
    if asks.choices:
        named = move.said[: len(move.said) - len(points)]
        things = _canonical(asks.choices, named)
    else:
        _check_named(state, running, asks, who, move)
        things = move.whom
    if asks.what == ORDER:
        all_of_them = asks.choices or nameable(state, asks, who)
        missing = [one for one in all_of_them if one not in things]
        if missing:
            raise Refused("FF-5", f"{told(listed(missing))} is missing.")
    else:
        _check_points(asks, points)
    said = things if asks.choices else ()
    return replace(move, said=(*said, *(str(int(many)) for many in points)))


def _canonical(choices: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    known = {casefolded(one): one for one in choices}
    for text in named:
        if casefolded(text) not in known:
            among = listed(choices, "and")
            raise Refused("FF-5", f"“{told(text)}” isn't one of them; there are {told(among)}.")
        if [casefolded(one) for one in named].count(casefolded(text)) > 1:
            raise Refused("FF-5", f"“{told(text)}” is there twice.")
    return tuple(known[casefolded(text)] for text in named)


def _check_points(asks: Asks, points: Sequence[str]) -> None:
    for text in points:
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refused("FF-5", f"“{told(text)}” is no whole number.")
    total = sum(map(int, points))
    if total != asks.many:
        raise Refused("FF-5", f"{asks.many} points are to be split, and these make {total}.")


# ---- what it takes


def cost(round_: Round, answer: Given) -> int:
    """What an answer costs, in the unit of the round's costs; 0 where it costs nothing."""
    if round_.costs is None:
        return 0
    return int(answer.said[0]) if round_.costs.answer else round_.costs.many


def payment(round_: Round, answer: Given, unit: str) -> int:
    """What who gave an answer pays of a unit if it is hit: the answer, or nothing."""
    pays = (one.amount for one in round_.resolve.hits if one.what == PAYS)
    return sum(int(answer.said[0]) for amount in pays if amount and amount.unit == unit)


def taken(round_: Round, answer: Given, unit: str, *, is_open: bool = True) -> int:
    """What an answer can take of a unit in all: what it costs, which is paid when the round closes,
    and what is paid when it is hit.
    """
    costs = round_.costs
    due = cost(round_, answer) if is_open and costs and costs.unit == unit else 0
    return due + payment(round_, answer, unit)


def spare(setup: Setup, state: State, who: str, unit: str, besides: str = "") -> int:
    """What a player has of a unit above the least, without what its answers in all rounds that run
    can take of it, but for the round `besides` (FF-10).
    """
    bound = sum(
        taken(setup.round(one.round), its, unit, is_open=one.is_open)
        for one in state.running
        if one.round != besides and (its := one.of(who)) and not its.passed
    )
    return state.held(setup, who, unit) - setup.unit(unit).least - bound


def short_of(setup: Setup, state: State, running: Running, answer: Given) -> str:
    """The unit of which a player has too little for an answer beside its others; empty where it
    has enough of each.
    """
    round_ = setup.round(running.round)

    def is_short(unit: str) -> bool:
        takes = taken(round_, answer, unit)
        return takes > 0 and takes > spare(setup, state, answer.who, unit, running.round)

    return next((one.name for one in setup.units if is_short(one.name)), "")


def can(setup: Setup, state: State, running: Running, who: str) -> bool:
    """Whether there is any answer that a player could give: it is awaited only then."""
    asks = setup.round(running.round).asks
    if asks.what in {PLAYER, PLAYERS} and not asks.nobody:
        named = [n for n in nameable(state, asks, who) if not running.among or n in running.among]
        if len(named) < asks.many:
            return False
    if asks.unit and state.held(setup, who, asks.unit) < asks.low:
        return False
    least = Given(who, said=(str(asks.low),))
    return not (setup.units and short_of(setup, state, running, least))


def check_costs(setup: Setup, state: State, running: Running, answer: Given) -> None:
    """Raise Refused for an answer that its player can't pay, with its others (FF-10)."""
    unit = short_of(setup, state, running, answer)
    if unit:
        round_ = setup.round(running.round)
        pays = payment(round_, answer, unit)
        costs = "can cost" if pays else "costs"
        free = max(0, spare(setup, state, answer.who, unit, running.round))
        raise Refused(
            "FF-10",
            f"that {costs} {taken(round_, answer, unit)} {unit}, and {answer.who} can spend "
            f"{free}.",
        )
