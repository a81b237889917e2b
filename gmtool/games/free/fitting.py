"""What of a file doesn't go together, though each of its lines can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from gmtool.games.free import terms as t
from gmtool.games.free.lines import Path
from gmtool.games.free.moves import STRIKES
from gmtool.games.free.phrases import one_of
from gmtool.games.free.terms import End, Hit, Round, Setup, Unit

_COUNTS = {
    t.TEXT: (*t.VOTES, t.KEY, t.EACH),
    t.LINES: (t.KEY, t.EACH),
    t.CHOICE: (*t.VOTES, t.KEY, t.EACH),
    t.NUMBER: t.OF_NUMBERS,
    t.PLAYER: (*t.VOTES, t.EACH),
    t.PLAYERS: (*t.VOTES, t.EACH),
    t.SPLIT: (t.PLURALITY, t.SUM),
    t.ORDER: (t.PLURALITY, t.SUM),
}
"""How the answers to what a round asks for can be counted (FF-11)."""
_WEIGHED = (*t.VOTES, t.SUM)
_WITHOUT_TIES = (t.UNIQUE_HIGHEST, t.UNIQUE_LOWEST, t.KEY, t.EACH)
_WITHOUT_MAJORITY = (t.TEXT, t.LINES, t.SPLIT, t.ORDER)


class Doubt(Struct, frozen=True):
    """What doesn't go together, at a key; it holds only where what it `relies` on was read."""

    path: Path
    why: str
    relies: tuple[Path, ...] = ()


def doubts(setup: Setup) -> Iterator[Doubt]:
    """All that doesn't go together in a file."""
    for unit in setup.units:
        yield from _of_unit(unit)
        if setup.striking and unit.name in {t.STRIKE, STRIKES}:
            why = "strikes are counted by themselves; give it another name"
            yield Doubt(("unit", unit.name), why)
    yield from _of_roles(setup)
    for round_ in setup.rounds:
        yield from _of_asking(setup, round_)
        yield from _of_resolving(setup, round_)
    yield from _circles(setup)
    yield from _of_end(setup, setup.end)


def _of_unit(unit: Unit) -> Iterator[Doubt]:
    path = ("unit", unit.name)
    if unit.start < unit.least:
        why = f"nobody can begin with {unit.start:,} where {unit.least:,} is the least"
        yield Doubt((*path, "start"), why, ((*path, "least"),))
    if unit.out_at is None:
        return
    if unit.out_at < unit.least:
        why = f"nobody comes down to {unit.out_at:,} where {unit.least:,} is the least"
        yield Doubt((*path, "out"), why, ((*path, "least"),))
    if unit.out_at >= unit.start:
        why = f"everybody begins with {unit.start:,} and would be out at once; it is less than that"
        yield Doubt((*path, "out"), why, ((*path, "start"),))


def _of_roles(setup: Setup) -> Iterator[Doubt]:
    needed = sum(role.many for role in setup.roles)
    rest = [role.name for role in setup.roles if not role.many]
    players = (("players",),)
    if needed > setup.fewest:
        count = f'"{needed}-{max(needed, setup.most)}"' if rest else needed
        why = f"the roles are for {needed} players, and {setup.fewest} can play"
        yield Doubt(("roles",), f"{why}; say players = {count}", players)
    elif setup.roles and not rest and needed < setup.most:
        why = f"the roles are for {needed} players, and {setup.most} can play"
        yield Doubt(
            ("roles",), f'{why}; make a role for "rest", or say players = {needed}', players
        )
    for name in rest[1:]:
        yield Doubt(("roles", name), f"{rest[0]} is for the rest already; here it is a number")
    if setup.shows_roles and not setup.roles:
        yield Doubt(("show_roles",), "there are no roles; a table [roles] makes them")
    for group in setup.groups:
        path = ("group", group.name)
        if group.roles and group.players:
            why = "it is of roles or of players, not of both; make two groups"
            yield Doubt((*path, "players"), why)
        if len(group.players) > setup.most:
            why = f"it has {len(group.players)} players, and {setup.most} can play"
            yield Doubt((*path, "players"), why, (("players",),))


# ---- what a round asks


def _at(round_: Round, *keys: str | int) -> Path:
    return ("round", round_.name, *keys)


def _of_asking(setup: Setup, round_: Round) -> Iterator[Doubt]:
    asks, silent = round_.asks, round_.silent
    relies = (_at(round_, "asks"),)
    hidden = [name for name in round_.whom if setup.is_secret(name)]
    if hidden and not (round_.sealed or round_.secret):
        why = f"who answers would show that it is {hidden[0]}; add sealed = true"
        yield Doubt(_at(round_, "for"), why, (_at(round_, "sealed"), _at(round_, "secret")))
    if hidden:
        yield from _of_hiding(setup, round_, hidden[0])
    if asks.what == t.PLAYERS and asks.many > setup.most - asks.others:
        yield Doubt(relies[0], f"{asks.many} can't be named where {setup.most} play")
    if round_.early == t.MAJORITY and asks.what in _WITHOUT_MAJORITY:
        why = f"no majority comes of {asks.what}; it is never, all-in or host here"
        yield Doubt(_at(round_, "early"), why, relies)
    if silent.what == t.SELF and asks.what != t.PLAYER:
        why = "self goes with a round that asks for a player"
        yield Doubt(_at(round_, "silent"), why, relies)
    if silent.what == t.ANSWER:
        yield from _of_silent_answer(round_)
    if silent.what in {t.OUT, t.STRIKE} and round_.uses:
        why = "nobody has to answer in a round with uses, so that silence is nothing"
        yield Doubt(_at(round_, "silent"), why, (_at(round_, "uses"),))
    if silent.what == t.STRIKE and (hidden or round_.secret):
        why = "everybody sees a strike, and so whom the round asks; it is nothing or out here"
        yield Doubt(_at(round_, "silent"), why, (_at(round_, "for"), _at(round_, "secret")))
    if round_.costs and round_.costs.answer and asks.what != t.NUMBER:
        why = "its answer can be paid where it is a number"
        yield Doubt(_at(round_, "costs"), why, relies)
    if round_.weights and (round_.resolve.by_host or round_.resolve.count not in _WEIGHED):
        why = f"weights go with count = {one_of(_WEIGHED)}"
        yield Doubt(_at(round_, "weights"), why, (_at(round_, "resolve"),))
    by = next((w.unit for w in round_.weights if w.unit and setup.unit(w.unit).secret), "")
    is_shown = not round_.sealed or round_.resolve.show != t.RESULT or round_.early == t.MAJORITY
    if by and is_shown:
        why = f"what answers come to would show who has {by}, which is secret"
        how = 'add sealed = true and, to its resolve, show = "result", without early = "majority"'
        others = (_at(round_, key) for key in ("sealed", "resolve", "early"))
        yield Doubt(_at(round_, "weights"), f"{why}; {how}", (*others, ("unit", by)))


def _of_hiding(setup: Setup, round_: Round, role: str) -> Iterator[Doubt]:
    """What of a round for a role would show who has it, though nobody sees who answers."""
    resolve, costs = round_.resolve, round_.costs
    if resolve.show == t.NAMES and not (resolve.by_host or round_.secret):
        why = f'who answered would show that it is {role}; add show = "counts" or "result"'
        yield Doubt(_at(round_, "resolve", "show"), why, (_at(round_, "for"),))
    if costs and not setup.unit(costs.unit).secret:
        why = f"who pays would show that it is {role}; make {costs.unit} secret"
        yield Doubt(_at(round_, "costs"), why, (_at(round_, "for"), ("unit", costs.unit)))
    for at, hit in enumerate(resolve.hits if not round_.asks.is_of_players else ()):
        if hit.what == t.OUT or (hit.amount and not setup.unit(hit.amount.unit).secret):
            why = f"who is hit has answered, and all would see that it is {role}"
            yield Doubt(_at(round_, "resolve", "hit", at), why, (_at(round_, "for"),))


def _of_silent_answer(round_: Round) -> Iterator[Doubt]:
    asks, said = round_.asks, round_.silent.said
    number = int(said) if re.fullmatch("0|[1-9][0-9]{0,8}", said) else -1
    right = {
        t.CHOICE: said in asks.choices,
        t.TEXT: True,
        t.PLAYER: asks.nobody and said == t.NOBODY,
        t.NUMBER: asks.low <= number <= asks.high or (number == 0 and bool(asks.unit)),
    }
    if asks.what not in right:
        why = f"no answer can be taken for silence over {asks.what}; it is nothing or out here"
    elif right[asks.what]:
        return
    else:
        why = f"“{said}” isn't an answer that the round asks for"
    yield Doubt(_at(round_, "silent"), why, (_at(round_, "asks"),))


# ---- how it is resolved


def _of_resolving(setup: Setup, round_: Round) -> Iterator[Doubt]:
    resolve, what = round_.resolve, round_.asks.what
    relies = (_at(round_, "asks"), _at(round_, "resolve", "count"))
    if resolve.by_host or not what:
        return
    if resolve.count not in _COUNTS[what]:
        how = f'count = {one_of(_COUNTS[what])}, or resolve = "host"'
        yield Doubt(_at(round_, "resolve", "count"), f"{what} is counted by {how}", relies)
    if resolve.tie != t.NOBODY and resolve.count in _WITHOUT_TIES:
        why = f"there is no tie in {resolve.count}; leave the line out"
        yield Doubt(_at(round_, "resolve", "tie"), why, relies)
    elif resolve.tie == t.REVOTE and what in _WITHOUT_MAJORITY:
        why = f"there is no second vote over {what}; it is nobody, all, draw or host here"
        yield Doubt(_at(round_, "resolve", "tie"), why, relies)
    elif resolve.tie == t.REVOTE and round_.uses:
        why = "who has answered as often as it may couldn't vote again; leave out uses, or revote"
        yield Doubt(_at(round_, "resolve", "tie"), why, (_at(round_, "uses"),))
    for at, hit in enumerate(resolve.hits):
        why = _of_hit(setup, round_, hit)
        if why:
            other = (("round", hit.of, "asks"), ("round", hit.of, "resolve", "after"))
            yield Doubt(_at(round_, "resolve", "hit", at), why, (*relies, *other))


def _of_hit(setup: Setup, round_: Round, hit: Hit) -> str:
    """Why such a hit can't happen; empty where it can."""
    asks = round_.asks
    if hit.what in {t.SAFE, t.IMMUNE, t.FLIPS}:
        return _of_other(setup, round_.name, hit)
    if hit.what == t.PAYS and asks.what != t.NUMBER:
        return "its answer can be paid where it is a number"
    if hit.what == t.TELLS and asks.what not in {t.PLAYER, t.PLAYERS}:
        return "it tells something of a player who is named; the round asks for none"
    if hit.what == t.TELLS and hit.of == t.ROLE and not setup.roles:
        return "there is no role to tell; a table [roles] makes them"
    return ""


def _of_other(setup: Setup, name: str, hit: Hit) -> str:
    """Why a round can't do that in another; empty where it can."""
    other = setup.round(hit.of)
    waits = name in _after(setup, hit.of)
    follows = hit.what != t.FLIPS and hit.of in _then(setup, name)
    if hit.of == name:
        return "it is about another round than this"
    if hit.what == t.FLIPS and (other.asks.what != t.CHOICE or len(other.asks.choices) != 2):
        return f"{hit.of} has to ask for a choice of two, as in choice yes, no"
    if hit.what == t.IMMUNE and not other.asks.is_of_players:
        return f"nobody is named in {hit.of}, so that nobody can be immune there"
    if not (waits or follows):
        return f'{hit.of} doesn\'t wait for it; add after = "{name}" to [round.{hit.of}.resolve]'
    return ""


# ---- circles


def _after(setup: Setup, name: str) -> set[str]:
    """The rounds that have to be over before one is resolved."""
    return _reached({one.name: one.resolve.after for one in setup.rounds}, name)


def _then(setup: Setup, name: str) -> set[str]:
    """The rounds that follow one by themselves."""
    return _reached({one.name: one.then for one in setup.rounds}, name)


def _reached(steps: Mapping[str, tuple[str, ...]], start: str) -> set[str]:
    found: set[str] = set()
    ahead = [*steps[start]]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += steps[name]
    return found


def _circles(setup: Setup) -> Iterator[Doubt]:
    for one in setup.rounds:
        if one.name in _then(setup, one.name):
            why = f"{one.name} would follow itself for ever; let the host open it"
            yield Doubt(("round", one.name, "then"), why)
        if one.name in _after(setup, one.name):
            why = f"{one.name} would wait for itself, and none of them ever be resolved"
            yield Doubt(("round", one.name, "resolve", "after"), why)


# ---- the end


def _of_end(setup: Setup, end: End) -> Iterator[Doubt]:
    players: tuple[Path, ...] = (("players",),)
    if end.left >= setup.fewest:
        why = f"with {setup.fewest} players it would be over before it began"
        yield Doubt(("end", "left"), f"{why}; it is less than that", players)
    if end.reach and end.reach.many <= setup.unit(end.reach.unit).start:
        why = f"everybody has {end.reach.many:,} {end.reach.unit} at the beginning; it is more"
        yield Doubt(("end", "reach"), why, (("unit",),))
    for at, name in enumerate(end.parity):
        many = _least_of(setup, name)
        if 2 * many >= setup.fewest:
            why = f"with {setup.fewest} players {name} has {many} at the beginning, and won at once"
            yield Doubt(("end", "parity", at), why, (("players",), ("roles",), ("group", name)))
    if end.places and not end.winner:
        yield Doubt(("end", "share"), 'places go by what decides: winner = "most …"')
    if end.share != t.EQUAL and end.prize is None:
        yield Doubt(("end", "share"), 'there is no prize; say prize = "100 …"')


def _least_of(setup: Setup, whom: str) -> int:
    """How many players a role or a group has at the least."""
    named = sum(len(group.players) for group in setup.groups if group.name == whom)
    roles = setup.roles_of(whom)
    return named or sum(role.many for role in setup.roles if role.name in roles)
