"""A player's move, suggested and played, beside json writing and reading the state it is made in"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from measuring import Size, in_turn, of_processor

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.session.kinds import find
from gmtool.engine.entries import Entry
from gmtool.engine.game import Action, Game, State
from gmtool.engine.telling import plain
from gmtool.testing.random_play import nothing_more, random_game

RULEBOOKS = ("auction-poker", "split-decision", "grouping-bw", "big-two", "ten-skip")
PLAIN = "json, the same states"


class _Asked(NamedTuple):
    """The state of a game before an entry of one of its players."""

    state: State
    entry: Entry


def rows(_folder: Path, size: Size) -> Iterator[str]:
    for kind in RULEBOOKS:
        game = find(kind).game
        asked = _asked(game)
        states = [plain(one.state) for one in asked]
        contest = {
            kind: partial(of_processor, partial(_play, game, asked)),
            PLAIN: partial(of_processor, partial(_fold, states)),
        }
        yield in_turn(contest, size.replays).row(kind, PLAIN, each=len(asked))


def _asked(game: Game) -> list[_Asked]:
    """The players' turns in a random game by the defaults."""
    played = random_game(game, 0, nothing_more)
    before = ((played.before[step.entry.number], step.entry) for step in played.steps)
    asked = [_Asked(table.state, one) for table, one in before if one.who in table.players]
    return [one for one in asked if game.some_move(one.state, one.entry.who, Dice(1)) is not None]


def _play(game: Game, asked: Sequence[_Asked]) -> None:
    dice = Dice(1)
    for state, entry in asked:
        move = game.some_move(state, entry.who, dice)
        assert move
        game.play(state, Action(entry.number, entry.who, move, entry.received_at))


def _fold(states: Sequence[Any]) -> None:
    for state in states:
        json.loads(json.dumps(state))
