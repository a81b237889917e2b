"""What a text is read as, in a line: so that tests of reading are tables of what people write."""

from __future__ import annotations

from typing import Any

from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER, Asked
from gmtool.engine.names import called, everybody_called
from gmtool.engine.parts import Reading
from gmtool.engine.reading import read_message, typed_moves
from gmtool.engine.text import CHANCE, HOST


def asked_of(game: Game, state: Any, who: str) -> Asked:
    """What a game at that state is read against when `who` speaks."""
    turns = [turn for turn in game.wanted(state).turns if turn.who == who]
    verbs = frozenset(move.split()[0] for turn in turns for move in turn.moves)
    names = tuple(player["name"] for player in game.view(state, "")["players"])
    return Asked(state, who, verbs, everybody_called(names, called(names, {}, game.seats)))


def reading(game: Game, state: Any, who: str, text: str) -> Reading:
    """The reading of a pasted message."""
    return read_message(game.grammar, asked_of(game, state, who), text)


def read_as(game: Game, state: Any, who: str, text: str) -> str:
    """What a pasted message is read as, in a line."""
    return in_a_line(reading(game, state, who, text))


def in_a_line(found: Reading) -> str:
    """`bid A 30` where that is surely read, of several moves `keep 4S; notice`; `? bid A 30` where
    it is proposed; `?? bid A 30 | bid A 40` where it could be several things; `-` where it is
    nothing, `!GB-2` where it is surely wrong.
    """
    if found.refused:
        return f"!{found.refused.clause}"
    if found.moves:
        return "? " * (not found.is_sure) + "; ".join(map(str, found.moves))
    return f"?? {' | '.join(map(str, found.readings))}" if found.readings else "-"


def typed(game: Game, state: Any, who: str, text: str) -> tuple[str, ...]:
    """The text forms of the moves that a typed text is; raises a Refusal."""
    by = who if who in {HOST, CHANCE} else PLAYER
    return tuple(map(str, typed_moves(game.grammar, asked_of(game, state, who), text, by)))
