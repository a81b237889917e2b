"""Some legal move for anybody: for random games and rehearsals."""

from __future__ import annotations

from gmtool.api import HOST, Choose, Move, Start
from gmtool.games.free import answering, resolving
from gmtool.games.free import moves as m
from gmtool.games.free.counting import is_between_players
from gmtool.games.free.moves import NOBODY
from gmtool.games.free.rounds import can_be_opened, may_still_answer
from gmtool.games.free.state import ENDED, SETUP, Given, Running, State
from gmtool.games.free.terms import CHOICE, LINES, NUMBER, ORDER, PLAYER, PLAYERS, TEXT, Asks, Setup

WORDS = ("Paris", "London", "I don't know", "42")
"""What bots answer in free words, and what is right then."""
ENOUGH = 20
"""When a round has come so often, and as often as the end waits for, a host would end a game that
doesn't end by itself.
"""


def suggest(setup: Setup, state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move; None for who isn't asked for anything."""
    if state.phase == ENDED:
        return None
    if who == HOST:
        return _host(setup, state, choose)
    asked = [one for one in state.running if one.is_open and may_answer(setup, state, one, who)]
    for running in choose.shuffle(asked):
        move = answer(setup, state, running, who, choose)
        if move is not None:
            return move
    return None


# ---- the host


def _host(setup: Setup, state: State, choose: Choose) -> Move | None:
    if state.phase == SETUP:
        return Start()
    for running in state.running:
        if resolving.waits_for_host(setup, state, running):
            return _decision(setup, running, choose)
    if state.wishes or any(one.is_open for one in state.running):
        return None
    done = max((one.count for one in state.opened), default=0) - setup.end.after
    name = next_round(setup, state)
    if not name or done >= ENOUGH:
        return m.Finish(state.inside)
    return m.Open((name,), is_secret=setup.round(name).secret)


def _decision(setup: Setup, running: Running, choose: Choose) -> Move:
    """What a round waits for."""
    round_ = setup.round(running.round)
    if running.tied:
        one = running.tied[choose.below(len(running.tied))]
        if is_between_players(round_) and one != NOBODY:
            return m.Resolve(round_.name, PLAYER, (one,))
        return m.Resolve(round_.name, TEXT if round_.asks.is_of_words else CHOICE, (), (one,))
    if round_.asks.what == NUMBER:
        high = round_.asks.high - round_.asks.low + 1
        return m.Resolve(round_.name, NUMBER, (), (str(round_.asks.low + choose.below(high)),))
    if round_.asks.choices:
        right = round_.asks.choices[choose.below(len(round_.asks.choices))]
        return m.Resolve(round_.name, CHOICE, (), (right,))
    many = round_.asks.many if round_.asks.what == LINES else 1
    said = tuple(WORDS[choose.below(len(WORDS))] for _ in range(many))
    return m.Resolve(round_.name, TEXT, (), said)


def next_round(setup: Setup, state: State) -> str:
    """The round that a host would open next: of those that don't follow others by themselves the
    one opened least often; empty where none asks anybody.
    """
    follow = {name for one in setup.rounds for name in one.then}
    first = [one for one in setup.rounds if one.name not in follow] or list(setup.rounds)[:1]
    can = [one for one in first if can_be_opened(setup, state, one)]
    return min(can, key=lambda one: state.times(state.opened, one.name)).name if can else ""


# ---- players


def may_answer(setup: Setup, state: State, running: Running, who: str) -> bool:
    """Whether a player can say something in an open round: it is asked, has time, may still answer
    there, and hasn't given an answer that is final.
    """
    round_ = setup.round(running.round)
    is_asked = who in running.asked and who not in running.closed_for
    may = is_asked and may_still_answer(state, round_, who)
    return may and not (round_.first and running.of(who))


def answer(
    setup: Setup, state: State, running: Running, who: str, choose: Choose
) -> m.Answer | None:
    """Some answer that a player can give; None where there is none."""
    round_ = setup.round(running.round)
    is_open = not (round_.sealed or round_.secret)
    whom, said = _something(setup, state, running, who, choose)
    if not (whom or said):
        return None
    given = Given(who, whom, said)
    if answering.short_of(setup, state, running, given):
        return None
    return m.Answer(round_.name, round_.asks.what, whom, said, is_open)


def _something(
    setup: Setup, state: State, running: Running, who: str, choose: Choose
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom an answer names, and what it says."""
    asks, among = setup.round(running.round).asks, running.among
    players = [n for n in answering.nameable(state, asks, who) if n in among or not among]
    choices = among or asks.choices
    if asks.is_of_words:
        return (), tuple(WORDS[choose.below(len(WORDS))] for _ in range(asks.many))
    if asks.what == CHOICE:
        return (), (choices[choose.below(len(choices))],)
    if asks.what == NUMBER:
        return (), _number(setup, state, running, who, choose)
    if asks.what in {PLAYER, PLAYERS}:
        return _named(running, asks, players, choose)
    if asks.what == ORDER:
        return ((), choose.shuffle(choices)) if choices else (choose.shuffle(players), ())
    return _split(asks.many, choices, players, choose)


def _number(
    setup: Setup, state: State, running: Running, who: str, choose: Choose
) -> tuple[str, ...]:
    """A number that is asked for; nothing where a player has too few for any."""
    round_ = setup.round(running.round)
    asks, one = round_.asks, Given(who, said=("1",))
    high = state.held(setup, who, asks.unit) if asks.unit else asks.high
    for unit in setup.units:
        if takes := answering.taken(round_, one, unit.name):
            high = min(high, answering.spare(setup, state, who, unit.name, round_.name) // takes)
    return (str(asks.low + choose.below(high - asks.low + 1)),) if high >= asks.low else ()


def _named(
    running: Running, asks: Asks, players: list[str], choose: Choose
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Players, or nobody; nothing where there are too few to be named."""
    may_be_nobody = asks.nobody and (not running.among or NOBODY in running.among)
    if may_be_nobody and (not players or not choose.below(6)):
        return (), (NOBODY,)
    named = choose.shuffle(players)[: asks.many]
    return (named, ()) if len(named) == asks.many else ((), ())


def _split(
    many: int, choices: tuple[str, ...], players: list[str], choose: Choose
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Points over two things, or over the one there is."""
    things = choose.shuffle(choices or players)[:2]
    if not things:
        return (), ()
    part = choose.below(many + 1) if len(things) > 1 else many
    points = tuple(map(str, (part, many - part)[: len(things)]))
    return ((), (*things, *points)) if choices else (tuple(things), points)
