"""Secrets: pairs of games that differ in what one player said in secret, or in what chance gave.

Whoever wasn't told of the difference must see the same in both: the same view, the same windows.
What is told is the news, and of a move its public part; so a view that tells more leaks. While a
sealed window is open nobody else may even see that something came.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.moves import HostMove, Move, Says
from gmtool.engine.refusals import Refusal
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST
from gmtool.testing.broken import Broken, need, shown_by
from gmtool.testing.played import Played, Subject, Taken
from gmtool.testing.random_play import Dice

TRIES = 3
"""So often another move is looked for that could have been said instead."""
MOST = 20
"""About so many of the secret entries of a game are varied."""
ON = 4
"""For so many entries a pair is played on."""


def secrets_stay_secret(subject: Subject) -> None:
    """In pairs of games nobody sees a difference that it wasn't told of."""
    secret = compared = 0
    for played in subject.some():
        places = [n for n, one in enumerate(played.taken) if _may_be_secret(one)]
        secret += len(places)
        for place in places[:: 1 + len(places) // MOST]:
            one = played.taken[place]
            journal = partial(played.text, one.entry.number)
            with shown_by(one.entry, journal, played.game.kind):
                for pair in _pairs(played, one):
                    compared += 1
                    _looks_the_same(pair)
                    _goes_on(pair, played.taken[place + 1 : place + 1 + ON])
    told = (
        "something is said in secret, but no two games could be made that differ in it; does "
        "suggest() ever give another move?"
    )
    need(compared or not secret, told)


@dataclass(frozen=True)
class Pair:
    """Two games after the same entry: in one it is what was said, in the other something else that
    could have been; `seers` are those who weren't told of the difference.
    """

    game: Game
    entry: Entry
    other: Entry
    left: Step
    right: Step
    seers: tuple[str, ...]

    @property
    def what(self) -> str:
        """What differs."""
        return f"whether {self.entry.who} said “{self.entry.text}” or “{self.other.text}”"


def _may_be_secret(one: Taken) -> bool:
    """Whether something was said that not everybody may know."""
    move = one.step.move
    if isinstance(move, (HostMove, Says)) or not one.is_plain:
        return False
    return one.entry.who != HOST and move.public != str(move)


def _pairs(played: Played, one: Taken) -> Iterator[Pair]:
    """The entry beside others that could have been said instead, and looked the same."""
    game, before = played.game, one.before
    left = _applied(game, before, one.entry)
    if left is None or left.closed:
        return  # with a window what came in it is told
    _nobody_sees_that_it_came(game, before, left)
    tried = {one.entry.text}
    for number in range(TRIES):
        move = game.suggest(before.state, before.seat(one.entry.who), Dice(1000 + number))
        if move is None or str(move) in tried:
            continue
        tried.add(str(move))
        other = replace(one.entry, text=str(move), drawn=one.entry.drawn and "typed")
        right = _applied(game, before, other)
        if right and not right.closed and _same_from_outside(left, right):
            everybody = (PUBLIC,) if one.entry.who == CHANCE else (PUBLIC, *before.players)
            others = (seer for seer in everybody if seer != left.who)
            seers = tuple(seer for seer in others if _told(left, seer) == _told(right, seer))
            if one.entry.who != CHANCE or not _seen_otherwise(game, left, right):
                yield Pair(game, one.entry, other, left, right, seers)


def _seen_otherwise(game: Game, left: Step, right: Step) -> bool:
    """Whether everybody sees what chance gave, which no move says: who begins, by the rules."""
    one, other = (game.view(step.table.state, PUBLIC) for step in (left, right))
    return bool(differs(one, other) or len(left.table.windows) != len(right.table.windows))


def _applied(game: Game, table: Table, entry: Entry) -> Step | None:
    try:
        return apply(game, table, entry, noted=True)
    except Refusal:
        return None


def _same_from_outside(left: Step, right: Step) -> bool:
    one, other = left.move, right.move
    return _public_part(one) == _public_part(other)


def _public_part(move: Move) -> tuple[str, str]:
    """What everybody may know of a move; of one that is secret as a whole, its verb."""
    return move.public, "" if move.public else str(move).partition(" ")[0]


def _told(step: Step, seer: str) -> list[Any]:
    """The news that a seer hears."""
    return [told for one in step.news if (told := one.seen_by(seer)) is not None]


def _nobody_sees_that_it_came(game: Game, before: Table, step: Step) -> None:
    """In a sealed window that stays open, others see nothing of what came."""
    open_still = {(window.key, window.entry) for window in step.table.windows}
    if step.sealed is None or step.sealed not in open_still:
        return
    for seer in (PUBLIC, *before.players):
        if seer == step.who:
            continue
        told = _told(step, seer)
        need(not told or seer, f"everybody is told of what came to a sealed window: {told}.")
        if told:
            continue  # the rules tell this player of it
        was, now = game.view(before.state, seer), game.view(step.table.state, seer)
        where = differs(was, now)
        sees = f"the view of {_whom(seer)} shows that something came to a sealed window: {where}."
        need(not where, sees)


def _looks_the_same(pair: Pair) -> None:
    """Nobody who wasn't told sees the difference."""
    for seer in pair.seers:
        left, right = (pair.game.view(s.table.state, seer) for s in (pair.left, pair.right))
        where = differs(left, right)
        need(not where, f"the view of {_whom(seer)} tells {pair.what}: {where}.")
        windows = [
            [(w.key, w.title, w.deadline) for w in step.table.windows if w.known_to(seer)]
            for step in (pair.left, pair.right)
        ]
        told = f"the windows tell {_whom(seer)} {pair.what}: {windows[0]} or {windows[1]}."
        need(windows[0] == windows[1], told)


def _goes_on(pair: Pair, later: tuple[Taken, ...]) -> None:
    """What comes next in both, as long as nobody is told of the difference."""
    for one in later:
        if one.entry.takes_back or not pair.seers:
            return
        steps = [_applied(pair.game, side.table, one.entry) for side in (pair.left, pair.right)]
        left, right = steps
        if left is None or right is None or one.entry.who == CHANCE:
            return
        if left.closed or right.closed:
            return  # with a window what came in it is told
        still = tuple(seer for seer in pair.seers if _told(left, seer) == _told(right, seer))
        still = tuple(seer for seer in still if seer != left.who)
        pair = replace(pair, left=left, right=right, seers=still)
        try:
            _looks_the_same(pair)
        except Broken as broken:
            broken.sentence += (
                f" (after entry {one.entry.number}, {one.entry.who}: {one.entry.text})"
            )
            raise


def _whom(seer: str) -> str:
    return seer or "everybody"


def differs(left: Any, right: Any, path: str = "") -> str:
    """Where two views differ first, and how; empty where they are the same."""
    if isinstance(left, dict) and isinstance(right, dict):
        keys = (*left, *(key for key in right if key not in left))
        at = f"{path}." if path else ""
        found = (differs(left.get(key), right.get(key), f"{at}{key}") for key in keys)
        return next(filter(None, found), "")
    lists = isinstance(left, list | tuple) and isinstance(right, list | tuple)
    if lists and len(left) == len(right):
        pairs = enumerate(zip(left, right, strict=True))
        found = (differs(one, other, f"{path}[{n}]") for n, (one, other) in pairs)
        return next(filter(None, found), "")
    return "" if left == right else f"`{path}` is {left!r} or {right!r}"
