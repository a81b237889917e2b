"""Databases to measure with, made by the program itself: set up, recorded, imported, played."""

import random
import shutil
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from gmtool.desk.begin import new
from gmtool.desk.care import journal_files
from gmtool.desk.desk import Desk
from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request
from gmtool.desk.session import kinds
from gmtool.desk.session.loading import write
from gmtool.desk.session.session import Session, begin
from gmtool.engine.entries import Entry
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST
from gmtool.games import BUILT_IN
from gmtool.games.auction_poker import GAME
from gmtool.store import Store, WriteTransaction

KIND = GAME.kind
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
LOTS = "ABCDE"
NOW = Instant.of(datetime.now(UTC))
BEGIN = NOW.plus(timedelta(hours=-15))
"""Commands then need no clock but the machine's: what was recorded lies more than ten minutes back,
and the first batch is open still.
"""
_SEED = "11" * 32
_SECONDS_APART = 5
_FOR_TWO, _SETUP = "grouping-bw", "poll"
"""The kind that two play, and the file of which games are made that need one."""

Thing = TypeVar("Thing")


def desk(database: Path, now: Instant = BEGIN) -> Desk:
    """A desk at that database and moment."""
    return Desk(str(database), now, "benchmark")


def set_up(
    database: Path,
    name: str,
    players: Sequence[str] = NAMES,
    *,
    at: Instant = BEGIN,
    store: Store | None = None,
) -> None:
    """A game of that name, its first batch open since then; the database may be open already."""
    at_it = replace(desk(database, at), at_hand=store, game_name=name if store else None)
    plan = new.Plan(KIND, name, tuple(players), zone="Europe/London", seed=_SEED)
    new.new(at_it, plan)
    record.record(at_it, Request(HOST, "start"))


def set_up_many(database: Path, games: int) -> None:
    """A database of so many games, made in memory where that is a folder: each is a commit."""
    memory = Path("/dev/shm")  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        made = Path(folder) / database.name
        set_up(made, "Round 0", NAMES[:4])
        with desk(made).store() as store:
            for number in range(1, games):
                set_up(made, f"Round {number}", NAMES[:4], store=store)
        shutil.copy(made, database)


def set_up_kinds(database: Path, games: int) -> None:
    """A database of so many games, of all kinds by turns, each started."""
    for number, kind in zip(range(games), cycle(BUILT_IN), strict=False):
        at_it = replace(desk(database), game_name=f"Game {number}")
        setup = next((one for one in kinds.setups(kind) if one.name == _SETUP), None)
        players = NAMES[: 2 if kind == _FOR_TWO else 3]
        plan = new.Plan(kind, f"Game {number}", players, zone="UTC", seed=_SEED, setup=setup)
        new.new(at_it, plan)
        record.record(at_it, Request(HOST, "start"))


def bids(players: Sequence[str] = NAMES) -> list[tuple[str, str]]:
    """Who may bid what in the first batch, one after the other."""
    return [(name, f"bid {lot} {number}") for number, name in enumerate(players, 1) for lot in LOTS]


def import_game(database: Path, entries: int, sealed: int) -> None:
    """A running game of so many entries: `sealed` bids, the rest remarks of the host.

    Whatever its length the game stands at the same point, so that only the length differs.
    """
    said = [f"{who}: {text}" for who, text in bids()[:sealed]]
    said += [f'{HOST}: note "remark {number}"' for number in range(entries - sealed - 2)]
    lines = [
        "gmtool-journal 1",
        f"kind: {KIND}",
        f"rules: {GAME.rules_version}",
        "name: The long one",
        "zone: Europe/London",
        f"players: {', '.join(NAMES)}",
        f"seed: {_SEED}",
        "---",
        f"{BEGIN} {HOST}: start",
        *(
            f"{BEGIN.plus(timedelta(seconds=_SECONDS_APART * number))} {text}"
            for number, text in enumerate(said, 1)
        ),
    ]
    journal_files.import_journal(desk(database, NOW), "\n".join(lines) + "\n", "benchmark")


def play(database: Path, entries: int, players: Sequence[str] = NAMES[:8]) -> list[int]:
    """Whole games of random legal moves until there are so many entries; their ids."""
    dice = _Dice(25)
    ids: list[int] = []
    with desk(database).store(make=True) as store, store.writing() as room:
        while entries > 0:
            header = Header(
                kind=KIND,
                rules=GAME.rules_version,
                name=f"Random {len(ids)}",
                zone="Europe/London",
                players=tuple(players),
                seed=_SEED,
            )
            session = begin(room.add_game(header, BEGIN), GAME)
            session.deal(BEGIN)
            _play_to_the_end(session, room, dice)
            write(room, session, "benchmark")
            entries -= session.number
            ids.append(session.record.id)
    return ids


class _Dice:
    """Chance that is the same in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffle(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._random.sample(list(things), len(things)))


def _play_to_the_end(session: Session, room: WriteTransaction, dice: _Dice) -> None:
    """In every window everybody makes one move; at its deadline the host closes it."""
    now = BEGIN
    session.apply(Entry(0, HOST, "start", now, now))
    while not session.ended:
        for turn in session.awaited:
            move = GAME.some_move(session.table.state, turn.who, dice)
            if move is not None:
                session.apply(Entry(0, turn.who, str(move), now, now, "pm"))
        now = session.table.windows[0].deadline
        session.apply(Entry(0, HOST, "close", now, now))
