"""The position of a game: all that can be asked of it where it stands, without its journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from gmtool.desk.problems import DeskProblem
from gmtool.engine import entropy
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game, Turn
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.rulings import Change
from gmtool.engine.table import Table, Waiting, awaited, awaited_openly, wanted
from gmtool.engine.text import HOST, OPEN, short
from gmtool.render.when import deadline, when, zone_named
from gmtool.store import GameRecord

if TYPE_CHECKING:
    from gmtool.engine.replay import Failure


@dataclass
class Position:
    """One game as it stands.

    `number` is that of its last entry, `last_by_a_person` the entry that `undo` takes back,
    `redoable` the one that `redo` restores. Where an entry on record is refused, `failure` says
    which, and the table is the one before it.
    """

    record: GameRecord
    game: Game
    table: Table
    number: int
    last_by_a_person: Entry | None
    redoable: int | None
    failure: Failure | None = field(default=None, kw_only=True)
    kept_open: bool = field(default=False, kw_only=True)
    """Whether everybody may know of the entry that `undo` takes back, as the snapshot says."""

    @property
    def header(self) -> Header:
        """What the game was begun with."""
        return self.record.header

    @property
    def name(self) -> str:
        """The game's name, with which every answer begins."""
        return self.header.name

    @property
    def settings(self) -> dict[str, str]:
        """The game's settings: those in the header, and those that the host has set since."""
        since = {key: value for key, value in self.table.settings.items() if value}
        return {**self.header.settings, **since}

    @property
    def zone_key(self) -> str:
        """The name of the game's time zone."""
        return self.settings.get("zone", self.header.zone)

    @property
    def zone(self) -> ZoneInfo:
        """The game's time zone; raises DeskProblem for one that this machine doesn't know."""
        zone = zone_named(self.zone_key)
        if zone is None:
            raise DeskProblem(
                f"{self.name}: this machine knows no time zone “{short(self.zone_key)}”. Install "
                "the package tzdata anew; if there is no such zone, something else than gmtool "
                "changed it. `log` and `export` still work."
            )
        return zone

    @property
    def show(self) -> Callable[[Instant], str]:
        """Writes instants in the game's zone."""
        zone = self.zone
        return lambda instant: when(instant.moment, zone, short=True)

    def show_both(self, instant: Instant) -> str:
        """An instant in the game's zone and in UTC."""
        return deadline(instant.moment, self.zone)

    @property
    def unread(self) -> tuple[Waiting, ...]:
        """The messages that wait for the host (design §3a)."""
        return tuple(one for one in self.table.inbox if one.state == OPEN)

    @property
    def mode(self) -> str:
        """Who draws chance in this game, and when."""
        return self.header.settings.get("chance", entropy.SEED)

    @property
    def ended(self) -> bool:
        """Whether the game wants nobody and no window any more."""
        return wanted(self.game, self.table).nothing

    @property
    def phase(self) -> str:
        """The phase in which the game is, as everybody sees it."""
        phase: str = self.game.view(self.table.state, PUBLIC)["phase"]
        return "ended" if self.table.called_off else phase

    @property
    def is_last_open(self) -> bool:
        """Whether everybody may know of the entry that `undo` takes back."""
        return self.kept_open

    @property
    def undecided(self) -> tuple[Change, ...]:
        """What newer versions of the rules changed, while the host hasn't decided about it."""
        changes = newer_changes(self.game, self.table)
        left = tuple(change for change in changes if change.version > self.table.decided)
        return left if left and not self.ended else ()

    @property
    def is_held(self) -> bool:
        """Whether the first draw waits for the start, so that players' words are still accepted."""
        return self.mode == entropy.HOLD and not self.table.started and self.table.drawn == 0

    @property
    def awaited(self) -> tuple[Turn, ...]:
        """The turns that should be taken and haven't been; the host's where the draw
        waits for the start.
        """
        if self.is_held and not self.ended:
            start = Turn(HOST, "the start, which draws the cards", ("start",))
            return (wanted(self.game, self.table).turn(HOST) or start,)
        return awaited(self.game, self.table)

    @property
    def awaited_openly(self) -> tuple[Turn, ...]:
        """The same as a report names them that tells no secret."""
        return self.awaited if self.is_held else awaited_openly(self.game, self.table)

    @property
    def planned_start(self) -> Instant | None:
        """The instant at which the host planned to start, until the game has started."""
        planned = self.header.settings.get("start")
        return Instant(planned) if planned and not self.table.started else None

    @property
    def what_failed(self) -> str:
        """Which entry on record the rules refuse, without its secret; empty where they refuse
        none.
        """
        if self.failure is None:
            return ""
        entry, clause = self.failure.entry, self.failure.refusal.clause
        return (
            f"entry {entry.number}, of {entry.who}, doesn't go through the rules ({clause}); what "
            "comes before it stands"
        )


def newer_changes(game: Game, table: Table) -> tuple[Change, ...]:
    """What versions of the rules changed by which this game doesn't go."""
    version = table.state.rules or game.rules_version
    return tuple(change for change in game.changes if change.version > version)
