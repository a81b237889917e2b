"""What the error cases need and a host can't type: `do WHAT WORDS` in a script.

Each takes the stage and the words after its name, and lasts until the case is over. Its docstring
is what the page says of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest import mock

from msgspec.structs import replace

from gmtool.engine.game import Action
from gmtool.engine.rulings import Change
from gmtool.games import auction_poker
from gmtool.games.auction_poker.state import State
from manual.stage import Stage

Doing = Callable[[Stage, str], AbstractContextManager[None]]


@contextmanager
def locked(stage: Stage, _words: str) -> Iterator[None]:
    """meanwhile another program is writing to the database"""
    other = sqlite3.connect(stage.folder / "games.db", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


@contextmanager
def sql(stage: Stage, words: str) -> Iterator[None]:
    """another program changes the database:"""
    database = sqlite3.connect(stage.folder / "games.db", isolation_level=None)
    try:
        database.executescript(words)
    finally:
        database.close()
    yield


@contextmanager
def folder(stage: Stage, words: str) -> Iterator[None]:
    """there is a folder"""
    (stage.folder / words).mkdir(parents=True)
    yield


@contextmanager
def bytes_(stage: Stage, words: str) -> Iterator[None]:
    """there is a file of these bytes, in hex:"""
    name, hexed = words.split()
    (stage.folder / name).write_bytes(bytes.fromhex(hexed))
    yield


@contextmanager
def filled(stage: Stage, words: str) -> Iterator[None]:
    """there is a file of so many times this:"""
    name, count, text = words.split(" ", 2)
    (stage.folder / name).write_text(text * int(count), encoding="utf-8")
    yield


@contextmanager
def no_clipboard(_stage: Stage, _words: str) -> Iterator[None]:
    """this machine has no clipboard"""
    import pyperclip

    problem = pyperclip.PyperclipException("there is no program that could copy")
    with mock.patch("pyperclip.copy", side_effect=problem):
        yield


@contextmanager
def newer(_stage: Stage, _words: str) -> Iterator[None]:
    """by now there is a version 3 of the rules, by which the opening lots cost nothing"""
    game = auction_poker.GAME
    change = Change(3, "AP-12", "Whoever won a lot paid its bid.", "The opening lots cost nothing.")

    def play(state: State, spoken: Action) -> State:
        after: State = game.play(state, spoken)
        if not (state.follows(3) and state.in_opening):
            return after
        return after.each(lambda player: replace(player, coins=state.player(player.name).coins))

    newest = replace(game, rules_version=3, changes=(change,), play=play)
    with mock.patch.object(auction_poker, "GAME", newest):
        yield


DOINGS: dict[str, Doing] = {
    "locked": locked,
    "sql": sql,
    "folder": folder,
    "bytes": bytes_,
    "filled": filled,
    "no-clipboard": no_clipboard,
    "newer": newer,
}
