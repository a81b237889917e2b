"""Journals read and judged anew, beside sqlite3 and json only reading and sorting the same"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import desks
from measuring import Size, in_turn, of_processor
from msgspec.structs import asdict

from gmtool.desk.session.session import replayed_session
from gmtool.engine.entries import Entry
from gmtool.games.auction_poker import GAME
from gmtool.store import GameRecord, ReadTransaction

PLAIN = "sqlite3 and json"
SEALED = 20


def rows(folder: Path, size: Size) -> Iterator[str]:
    long, played = folder / "long.db", folder / "played.db"
    desks.import_game(long, size.long, SEALED)
    desks.play(played, size.long)
    for database, what in ((long, "one long game"), (played, "games played at random")):
        with desks.desk(database).store() as store, store.reading() as room:
            games = {record.id: record for record in room.games()}
            entries = {game_id: room.entries(game_id) for game_id in games}
            number = sum(map(len, entries.values()))
            called = f"{number:,} entries, {what}"
            with closing(_as_json(folder / f"{what}.db", entries)) as plain:
                contest = {
                    called: partial(of_processor, partial(_replay, room, games)),
                    PLAIN: partial(of_processor, partial(_fold, plain)),
                }
                yield in_turn(contest, size.replays).row(called, PLAIN, aim="≤ 25")


def _replay(room: ReadTransaction, games: Mapping[int, GameRecord]) -> None:
    for game_id, record in games.items():
        replayed_session(record, GAME, room.entries(game_id))


def _fold(plain: sqlite3.Connection) -> None:
    said: dict[tuple[int, str], list[str]] = {}
    for game_id, body in plain.execute("SELECT game_id, body FROM entry ORDER BY game_id, number"):
        one = json.loads(body)
        said.setdefault((game_id, one["who"]), []).append(one["text"])


def _as_json(file: Path, entries: Mapping[int, tuple[Entry, ...]]) -> sqlite3.Connection:
    connection = sqlite3.connect(file)
    key = "PRIMARY KEY (game_id, number)"
    connection.execute(f"CREATE TABLE entry (game_id INTEGER, number INTEGER, body TEXT, {key})")
    for game_id, journal in entries.items():
        rows = ((game_id, one.number, json.dumps(asdict(one))) for one in journal)
        connection.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
    connection.commit()
    return connection
