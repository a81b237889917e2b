"""Names: a player can be called otherwise at any time, and nothing else changes by it (ALL-4)."""

from __future__ import annotations

import json
from typing import Any

from gmtool.engine.effective import amends, effective_entries
from gmtool.engine.entries import Entry
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.telling import plain
from gmtool.engine.text import HOST, write_name
from gmtool.testing.broken import Broken, in_words
from gmtool.testing.played import Played, Subject

NAMING = "does `naming` name every field of a move with names?"
MOST_NAMES = 2
"""So many players of a game are renamed, each after another entry."""


def a_rename_changes_nothing_else(subject: Subject) -> None:
    """Whenever a player is called otherwise, the game stands as before with that name for the old:
    so it is, too, where somebody takes a seat over.
    """
    for played in subject.some():
        entries = tuple(entry for entry in effective_entries(played.entries) if not amends(entry))
        table = played.replay.table
        # a seat that somebody takes over later has that player's name in the end
        taken = {one.who for one in table.replaced}
        begun = enumerate(played.header.players)
        places = [n for n, name in begun if name == table.players[n] and name not in taken]
        for count, place in enumerate(places[:MOST_NAMES], 1):
            after = len(entries) * count // MOST_NAMES
            _renamed(played, entries, place, after)


def _renamed(played: Played, entries: tuple[Entry, ...], place: int, after: int) -> None:
    """Call the player of that place otherwise after so many entries."""
    start, seed = played.begun().start, bytes.fromhex(played.header.seed)
    before = replay_journal(played.game, start, entries, seed)
    name = before.table.players[place]
    new = f"{name} II"
    at = entries[after - 1].received_at if after else entries[0].received_at
    number = 1 + max(entry.number for entry in entries)
    known = played.header.players[place]
    rename = Entry(number, HOST, f"set {write_name(known)} name={json.dumps(new)}", at, at)
    replay = played.begun()
    told = f"after {name} is called “{new}”"
    for entry in (*entries[:after], rename, *entries[after:]):
        try:
            replay.apply(entry)
        except Refusal as refusal:
            told = f"{told}, what stood before is refused: {refusal}"
            raise Broken(told, entry, played.text(), kind=played.game.kind) from refusal
        except Exception as error:
            told = f"{told}, what stood before fails, {in_words(error)}; {NAMING}"
            raise Broken(told, entry, played.text(), kind=played.game.kind) from error
    state = plain(replay.table.state)
    if json.dumps(name) in json.dumps(state):
        told = f"{told}, “{name}” is still in the state; {NAMING}"
        raise Broken(told, None, played.text(), kind=played.game.kind)
    if state != _with_name(plain(before.table.state), name, new):
        raise Broken(f"{told}, the game stands otherwise.", None, played.text())


def _with_name(data: Any, name: str, new: str) -> Any:
    """Plain data with one name for another."""
    if isinstance(data, dict):
        return {new if key == name else key: _with_name(v, name, new) for key, v in data.items()}
    if isinstance(data, list):
        return [_with_name(one, name, new) for one in data]
    return new if data == name else data
