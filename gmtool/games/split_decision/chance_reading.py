"""Text to what chance gives (ALL-3): decks, codes, boards."""

from __future__ import annotations

import re

from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.shuffling import read_shuffle
from gmtool.engine.wording import short
from gmtool.games.split_decision.list_reading import is_number
from gmtool.games.split_decision.moves import Board, Codes, Draw, Suits
from gmtool.games.split_decision.range_reading import rank_on_board
from gmtool.games.split_decision.terms import AGAIN, BOARD, NO, SECOND

_BEHIND = {"2nd": SECOND, "again": AGAIN, "no": NO, "second": SECOND}


def read_chance(text: str, quoted: str) -> Move:
    """The move of chance that `text` is, as the host types it; raises a Refusal."""
    verb, _, rest = plain(text).strip().partition(" ")
    things = [thing for thing in re.split(r"[\s;]+|,(?![0-9])", rest.strip(" ,;:")) if thing]
    move: Move | None = None
    match verb.casefold().rstrip(":"):
        case "shuffle" if things:
            move = read_shuffle(text)
        case "draw" if len(things) == 1 and is_number(things[0]):
            move = Draw(things[0])
        case "codes" if things and all(map(is_number, things)):
            move = Codes(tuple(things))
        case "board" if things:
            move = Board(tuple(_on_board(thing, quoted) for thing in things))
        case "suits" if things:
            said = [thing.casefold() for thing in things]
            said = [thing for thing in said if thing not in {"chance", "pick"}]
            move = Suits(tuple(_behind(thing, quoted) for thing in said))
    if move is None:
        raise Unreadable(
            "ALL-3",
            "“{text}” is nothing that chance gives; that is `shuffle 3S JOKER …`, `draw 57`, "
            "`board A 7 DEVIL …`, `suits NO 2ND AGAIN NO` or `codes 17 4 100 …`.",
            quoted=quoted,
            text=short(quoted),
        )
    return move


def _on_board(word: str, quoted: str) -> str:
    thing = rank_on_board(word)
    if thing not in BOARD:
        raise _strange(word, "nothing on a bonus board; that is A, K … 2 and DEVIL", quoted)
    return thing


def _behind(word: str, quoted: str) -> str:
    if word not in _BEHIND:
        raise _strange(word, "nothing behind a suit; that is 2ND, AGAIN and NO", quoted)
    return _BEHIND[word]


def _strange(word: str, what: str, quoted: str) -> Refused:
    return Refused(
        "ALL-3",
        "“{word}” is {what}, so nothing of “{text}” was taken.",
        quoted=word,
        word=short(word),
        what=what,
        text=short(quoted),
    )
