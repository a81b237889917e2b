"""The desk: in which database a command works, when, and for which game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Commands
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.engine.instants import Instant
from gmtool.engine.text import casefolded, listed
from gmtool.games import EXAMPLE
from gmtool.render.problems import TemplateProblem
from gmtool.store import GameRecord, ReadTransaction, Store, default_path
from gmtool.store.passwords import without_password

BUSY_SECONDS = 5.0
_A_DAY = 86_400


class Desk(Struct, frozen=True, dict=True):
    """The context of a command: which database, what time it is, which game is meant."""

    where: str | None
    now: Instant
    terminal: str
    game_name: str | None = None
    commands: Commands = Commands()
    keeping: Callable[[], AbstractContextManager[None]] = nullcontext
    """Wraps each commit in a context manager."""
    tell: Callable[[str], None] = lambda _sentence: None
    """Tells the host a sentence beside the answer."""
    clock: str | None = None
    """The clock as it was typed; None for the machine's."""
    at_hand: Store | None = None
    """The database where it is open already, for several commands in a row."""
    seen: int | None = None
    """The last entry of the game when the host looked, where a command holds for that state alone;
    None where it holds for whatever the game has come to.
    """
    amiss: dict[str, TemplateProblem] = {}
    """What is wrong with templates of the host's own, by their files."""

    @property
    def shown(self) -> str:
        """The name of the database as it may be printed."""
        return without_password(self.where) if self.where else str(default_path())

    @cached_property
    def templates(self) -> tuple[Path, ...]:
        """The folders in which a host's own templates are looked for, before the shipped ones."""
        return own_folders(self.where, os.environ.get("GMTOOL_TEMPLATES"), "templates")

    def turned_to(self, name: str) -> Desk:
        """The desk with a new game in place of the one that was named, so that the lines to type
        next are about the new one.
        """
        if self.game_name is None:
            return self
        return replace(self, game_name=name, commands=self.commands.about(name))

    @contextmanager
    def store(self, *, make: bool | None = None) -> Iterator[Store]:
        """The open database. Raises StoreProblem where it can't be used, and NothingThere where it
        isn't there and `make` is off.

        By default the host's own database is made, but none whose name was typed: it
        may be misspelled.
        """
        if self.at_hand is not None:
            yield self.at_hand
            return
        make = self.where is None if make is None else make
        store = Store.open(
            self.where,
            busy_timeout=_busy_timeout(),
            make=make,
            keeping=self.keeping,
            tell=self.tell,
        )
        try:
            yield store
        finally:
            store.close()


def _busy_timeout() -> float:
    """How long to wait while no writer gets on, in seconds (GMTOOL_BUSY_SECONDS)."""
    typed = os.environ.get("GMTOOL_BUSY_SECONDS", "")
    try:
        seconds = float(typed) if typed else BUSY_SECONDS
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= _A_DAY:  # nor is `nan`
        raise UsageProblem(
            f"GMTOOL_BUSY_SECONDS is “{typed}”; it takes a number of seconds, {_A_DAY:,} at most."
        )
    return seconds


def the_game(transaction: ReadTransaction, desk: Desk) -> GameRecord:
    """The game that is meant: by its name or the beginning of it, else the current one; raises
    DeskProblem where there is none, and where several names begin so.
    """
    if desk.game_name is not None:
        return _called(transaction, desk.game_name)
    current = transaction.current()
    record = transaction.game(current) if current is not None else None
    if record is None:
        games = ", ".join(_quoted(transaction.games()))
        if not games:
            raise DeskProblem(
                f"there is no game in {desk.shown} yet; begin with: "
                f'gmtool new {EXAMPLE} "Round 1" Ann Bob Cid'
            )
        raise DeskProblem(f"no game is current; choose one of {games} with: gmtool use NAME")
    return record


def _called(transaction: ReadTransaction, name: str) -> GameRecord:
    """The game of that name, else the only one whose name begins with it, as players are found
    (ALL-4).
    """
    record = transaction.find_game(name)
    if record:
        return record
    begun, games = casefolded(name), transaction.games()
    fits = [one for one in games if begun and casefolded(one.header.name).startswith(begun)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        either = listed(_quoted(fits), "or")
        raise DeskProblem(f"“{name}” could be {either}; type more of the name.")
    raise DeskProblem(_no_such_game(games, name))


def _no_such_game(games: Iterable[GameRecord], name: str) -> str:
    there = ", ".join(_quoted(games))
    return f"there is no game “{name}”; " + (
        f"there are {there}." if there else "there are none yet; begin with: gmtool new"
    )


def _quoted(games: Iterable[GameRecord]) -> list[str]:
    return [f"“{one.header.name}”" for one in games]


def now(typed: str | None) -> Instant:
    """The instant that counts as now: the one typed with `--now`, else the machine's.

    Raises TimeProblem for a text that isn't ISO 8601 with a zone.
    """
    if not typed:
        return Instant.of(datetime.now(UTC))
    from gmtool.desk.times.parse import read_now

    return Instant.of(read_now(typed))


def own_folders(where: str | None, named: str | None, beside: str) -> tuple[Path, ...]:
    """The folder that was named, and the one beside the database."""
    from gmtool.store.database_urls import FilePlace, default_path, place_of

    place = place_of(where) if where else FilePlace(default_path())
    near = (place.file.parent / beside,) if isinstance(place, FilePlace) else ()
    return (*((Path(named),) if named else ()), *near)
