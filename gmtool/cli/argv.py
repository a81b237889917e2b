"""Puts the words of a command line in the order that the parser expects, and tells the names of
players from other words.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.games import BUILT_IN

EVERYWHERE = {"--game": True, "-g": True, "--db": True, "--now": True, "--json": False}
"""Options that may stand before the command too, and whether they take a value."""
_GAME = frozenset({"--game", "-g"})
TIMES = frozenset({"--at", "--start"})
"""Options whose value is a time."""
GROUPS = frozenset({"rule", "template", "setup"})
TAKE_MOVES = frozenset({"record", "rule", "amend"})
_MINUS = lazy_regex(r"\A-(?=\d)")
_GUARD = "\ue000"
"""Put before a word like `-5` while options are parsed, so that it isn't taken for an option."""


def arrange(argv: Sequence[str]) -> list[str]:
    """`argv` with leading options moved behind the command. Words of `-` and a digit are guarded
    where the command takes a move, to which they belong.
    """
    words = list(argv)
    moved: list[str] = []
    command: list[str] = []
    while words:
        word = words[0]
        name = word.partition("=")[0]
        if name in EVERYWHERE:
            count = 2 if EVERYWHERE[name] and "=" not in word else 1
            moved += words[:count]
            del words[:count]
        elif word.startswith("-") or (command and command[-1] not in GROUPS):
            break
        else:
            command.append(words.pop(0))
    if command and command[0] in TAKE_MOVES:
        words = [_MINUS.sub(f"{_GUARD}-", word) for word in words]
    return [*command, *moved, *words]


def meant(argv: Sequence[str]) -> tuple[str | None, str | None]:
    """The database and the game that a line is about, as far as the line or the environment
    says.
    """
    said = dict(pairwise(argv))
    said |= {name: value for name, equals, value in (w.partition("=") for w in argv) if equals}
    where = said.get("--db") or os.environ.get("GMTOOL_DB") or None
    return where, said.get("--game") or said.get("-g") or os.environ.get("GMTOOL_GAME") or None


def for_game(argv: Sequence[str], game: str) -> list[str]:
    """The line for that game, whichever it was for."""
    words = list(argv)
    for at, word in reversed([*enumerate(argv)]):
        if word in _GAME:
            del words[at : at + 2]
        elif word.startswith("--game="):
            del words[at]
    return ["--game", game, *words]


def first_word(argv: Sequence[str]) -> int:
    """The index of the command, behind the options that may stand before it."""
    at = 0
    while at < len(argv) and argv[at].partition("=")[0] in EVERYWHERE:
        at += 2 if EVERYWHERE[argv[at].partition("=")[0]] and "=" not in argv[at] else 1
    return at


def unguard(value: Any) -> Any:
    """A parsed value without the guards."""
    if isinstance(value, str):
        return value.replace(f"{_GUARD}-", "-")
    if isinstance(value, (list, tuple)):
        return [unguard(item) for item in value]
    return value


def options_of(kind: str | None) -> list[str]:
    """The names of a kind's options; none where there is no such kind."""
    from gmtool.desk.session import kinds

    return [o.name for o in kinds.find(kind).game.options] if kind in BUILT_IN and kind else []


def tidy(players: Sequence[str], kind: str | None) -> tuple[list[str], list[str]]:
    """The players' names in these words, without commas between them or numbers before them, and
    the words that are options of the kind. A comma in a name of several words is part of it.
    """
    known = options_of(kind)
    options = [word for word in players if re.fullmatch(f"({'|'.join(known) or '$'})=.+", word)]
    names: list[str] = []
    for word in players:
        if re.search("[,;]", word) and not re.search(r"\s", word):
            names += filter(None, re.split("[,;]", word))
        elif word not in options and not re.fullmatch(r"\d+[.)]", word):
            names.append(word)
    return names, options


def is_number(word: str) -> bool:
    """Whether a word is the number of a round rather than a name."""
    return re.fullmatch(r"#?\d+\.?", word, re.ASCII) is not None
