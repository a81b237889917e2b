"""What the lines of this kind's clauses stand for: sets as they are dealt, and rounds in a word.

The tiles of a player are nine digits: `deal 012345678 / 876543210` groups A 0 1, B 2 3 4, C 5 6 7 8
for the first seat and A 7 8, B 4 5 6, C 0 1 2 3 for the second, and has them dealt in that order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pytest
from playing import timed

from gmtool.engine.refusals import Ambiguous
from gmtool.engine.text import write_name

if TYPE_CHECKING:
    from clauses import Trial


def deal(trial: Trial, text: str) -> Iterator[str]:
    """Both group as their orders lie, and chance gives these; the first seat starts where the match
    hasn't begun.
    """
    if not trial.game.table.started:
        yield from ("host: start", f"host: first {write_name(trial.players[0])}")
    for name, tiles in _each(trial, text):
        groups = (sorted(tiles[:2]), sorted(tiles[2:5]), sorted(tiles[5:]))
        written = (
            f"{letter} {' '.join(group)}" for letter, group in zip("ABC", groups, strict=True)
        )
        yield f"{name}: group {' '.join(written)}"
    yield from order(trial, text)


def order(trial: Trial, text: str) -> Iterator[str]:
    """What chance says of both."""
    for name, tiles in _each(trial, text):
        yield f"chance: order {name} {' '.join(tiles)}"


def _each(trial: Trial, text: str) -> Iterator[tuple[str, str]]:
    return zip(map(write_name, trial.players), text.split(" / "), strict=True)


def they(trial: Trial, text: str) -> Iterator[str]:
    """`they bet 5, raise 3, call`: each said by whose turn it is."""
    for move in text.split(", "):
        yield f"{write_name(trial.game.state.round.actor)}: {move}"


def fold(trial: Trial, text: str) -> Iterator[str]:
    """`fold 9`: so many rounds, each given up by who starts it."""
    for _ in range(int(text)):
        yield from they(trial, "fold")


def have(trial: Trial, text: str) -> Iterator[str]:
    """`have 7 -`: the host corrects what the first has left, and leaves the second alone."""
    for name, chips in zip(trial.players, text.split(), strict=True):
        if chips != "-":
            yield f'host: adjust {write_name(name)} chips ={chips} why "a slip"'


def means(trial: Trial, text: str) -> Iterator[str]:
    """`means bet 8 = raise 8, raise 3`: it is refused, and offered what it could mean."""
    said, meant = text.split(" = ")
    with pytest.raises(Ambiguous) as found:
        trial.game.then(timed(they(trial, said), trial.clock))
    assert ", ".join(found.value.readings) == meant
    yield from ()


def chips(trial: Trial) -> list[int]:
    """What both have left."""
    return [player["chips"] for player in trial.game.view()["players"]]


def bets(trial: Trial) -> list[int]:
    """What both have put into the round."""
    return [player["bet"] for player in trial.game.view()["players"]]


def last(trial: Trial) -> dict[str, Any]:
    """The round that ended last, as everybody sees it."""
    facts: dict[str, Any] = trial.game.view()["public"]["rounds"][-1]
    return facts


def antes(trial: Trial) -> list[str]:
    """The antes of all rounds dealt: `18x1 18x2`."""
    dealt = [one["ante"] for one in trial.game.news("RoundDealt")]
    return [f"{len(list(same))}x{ante}" for ante, same in groupby(dealt)]


def colours(trial: Trial) -> list[str]:
    """The tiles of both that were dealt: `bwb wwb`."""
    dealt = [one["colours"] for one in trial.game.news("RoundDealt")]
    return ["".join(colour[0] for colour in one) for one in zip(*dealt, strict=True)]


def drawn(trial: Trial) -> list[str]:
    """The orders that chance gave: `758601324 012345678`."""
    return ["".join(map(str, one["tiles"])) for one in trial.game.news("OrderDrawn")]


def shown(trial: Trial) -> list[str]:
    """The tiles that were shown to all, round by round: `08 17`."""
    return ["".join(map(str, one["tiles"])) for one in trial.game.news("TilesShown")]


def won(trial: Trial) -> list[str]:
    """The rounds so far by who won them, `-` for a draw."""
    return [over["winner"] or "-" for over in trial.game.news("RoundOver")]


def heard(trial: Trial) -> str:
    """What everybody may know of the last move."""
    return trial.steps[-1].move.public
