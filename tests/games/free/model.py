"""A second way to count a round of a free game, written from FF-5 and FF-10 to FF-12 alone: sums in
fractions and sets of players, and none of the program's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Said = str | int | tuple[str, ...] | dict[str, int]
"""What a player answered: a choice, a player, words; a number; several players, or things in order;
or points for things.
"""
NOBODY = "nobody"
OF_PLAYERS = ("player", "players", "split players", "order players")
BY_MOST = ("plurality", "majority", "sum")


@dataclass
class Round:
    """What a round asks for, how it is counted, and what a tie does. `weights` are what each
    player's answer counts, 1 where nothing is said.
    """

    asks: str
    count: str
    tie: str = NOBODY
    weights: Mapping[str, int] = field(default_factory=dict)
    right: Said = 0


@dataclass
class Outcome:
    """What each answer came to, who is hit, and between what a tie is, all of it without order."""

    came: dict[str, Fraction]
    hit: set[str]
    tied: set[str] = field(default_factory=set)


def counted(round_: Round, answers: Mapping[str, Said]) -> Outcome:
    """How a round comes out before a tie is decided: who is hit where there is none."""
    came = _came(round_, answers)
    if round_.asks == "number":
        return _of_numbers(round_, came, {who: int(str(said)) for who, said in answers.items()})
    best = _best(round_, came)
    if len(best) == 1 or round_.count == "each":
        return Outcome(came, hit(round_, answers, best))
    return Outcome(came, set(), best)


def decided(round_: Round, answers: Mapping[str, Said], before: Outcome) -> Outcome:
    """How it comes out where a tie hits nobody, or all between whom it is."""
    if not before.tied or round_.tie != "all":
        return before
    everybody = before.tied if round_.asks == "number" else hit(round_, answers, before.tied)
    return Outcome(before.came, everybody, before.tied)


def standing(answers: Mapping[str, Said], gone: set[str]) -> dict[str, Said]:
    """The answers that are left when players have gone out: neither theirs nor any that names one
    of them (FF-5).
    """

    def names(said: Said) -> set[str]:
        return {str(said)} if isinstance(said, str | int) else {*said}

    left = {who: said for who, said in answers.items() if who not in gone}
    return {who: said for who, said in left.items() if not names(said) & gone}


def covered(answers: Mapping[str, Said], purse: Mapping[str, int]) -> dict[str, Said]:
    """The answers that their players can pay; the others are passed over (FF-10)."""
    return {who: said for who, said in answers.items() if int(str(said)) <= purse[who]}


def hit(round_: Round, answers: Mapping[str, Said], chosen: set[str]) -> set[str]:
    """The players whom these answers name, or who gave one of them."""
    if round_.asks in OF_PLAYERS:
        return chosen - {NOBODY}
    return {who for who, said in answers.items() if {v for v, p in _parts(said) if p} & chosen}


def _came(round_: Round, answers: Mapping[str, Said]) -> dict[str, Fraction]:
    came: dict[str, Fraction] = {}
    for who, said in answers.items():
        by = round_.weights.get(who, 1)
        for value, points in _parts(said, in_order="order" in round_.asks):
            came[value] = came.get(value, Fraction(0)) + by * points
    return came


def _parts(said: Said, *, in_order: bool = False) -> list[tuple[str, Fraction]]:
    """What an answer gives points to, and how many."""
    match said:
        case dict():
            return [(thing, Fraction(points)) for thing, points in said.items()]
        case tuple():
            return [(s, Fraction(len(said) - n if in_order else 1)) for n, s in enumerate(said)]
    return [(str(said), Fraction(1))]


def _best(round_: Round, came: Mapping[str, Fraction]) -> set[str]:
    """What came to most, or to least of several; what counts nothing isn't anything that came."""
    there = {value: many for value, many in came.items() if many}
    if round_.count == "each":
        return set(came)
    if not there:
        return set()
    if round_.count == "minority":
        fewest = min(there.values())
        return {v for v in there if there[v] == fewest} if len(there) > 1 else set()
    assert round_.count in BY_MOST
    most = max(there.values())
    best = {value for value in there if there[value] == most}
    is_enough = most / sum(there.values()) > Fraction(1, 2)
    return best if len(best) > 1 or round_.count != "majority" or is_enough else set()


def _of_numbers(round_: Round, came: dict[str, Fraction], given: Mapping[str, int]) -> Outcome:
    """A round of numbers; a tie is between the players who gave the best."""
    right = int(str(round_.right))
    alone = [n for n in given.values() if [*given.values()].count(n) == 1]
    everybody = [*given.values()]
    ways: dict[str, Callable[[], set[int]]] = {
        "highest": lambda: {max(everybody)},
        "lowest": lambda: {min(everybody)},
        "unique-highest": lambda: {max(alone)} if alone else set(),
        "unique-lowest": lambda: {min(alone)} if alone else set(),
        "closest": lambda: {n for n in everybody if abs(n - right) == _nearest(everybody, right)},
        "key": lambda: {right},
        "each": lambda: set(everybody),
        "sum": set,
    }
    best = ways[round_.count]() if given else set()
    hit_by_it = {who for who, number in given.items() if number in best}
    if len(hit_by_it) > 1 and round_.count in {"highest", "lowest", "closest"}:
        return Outcome(came, set(), hit_by_it)
    return Outcome(came, hit_by_it)


def _nearest(numbers: list[int], right: int) -> int:
    return min(abs(number - right) for number in numbers)
