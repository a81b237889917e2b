"""A game on the desk: loaded, listened to, and written back with all that followed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any
from zoneinfo import ZoneInfo

from gmtool import __version__
from gmtool.desk import kinds
from gmtool.desk.answers import Commands
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.engine import codec, modes
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game, Turn
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Header
from gmtool.engine.moves import Set
from gmtool.engine.options import read_options
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, chance_due, draw, hear
from gmtool.engine.table import Table, awaited, from_json, lay, to_json, wanted
from gmtool.engine.wording import CHANCE, HOST
from gmtool.render.when import when
from gmtool.store import GameRecord, Head, ReadingRoom, Store, WritingRoom, default_path

BUSY_SECONDS = 5.0


@dataclass(frozen=True)
class Desk:
    """Whose desk it is: which database, what time it is, which game is meant."""

    where: str | None
    now: Instant
    terminal: str
    game_name: str | None = None
    commands: Commands = field(default_factory=Commands)

    def turned_to(self, name: str) -> Desk:
        """The desk with a new game meant where another was named, so that what it says to type next
        is typed for the new one.
        """
        if self.game_name is None:
            return self
        program = self.commands.program
        if program[-2:] == ("--game", self.game_name):
            program = program[:-2]
        return replace(self, game_name=name, commands=Commands((*program, "--game", name)))

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The open database; raises StoreProblem where it can't be used."""
        store = Store.open(self.where, busy_timeout=_busy_timeout())
        try:
            yield store
        finally:
            store.close()


def _busy_timeout() -> float:
    """How long to wait for another writer, in seconds (GMTOOL_BUSY_SECONDS)."""
    typed = os.environ.get("GMTOOL_BUSY_SECONDS", "")
    try:
        return float(typed) if typed else BUSY_SECONDS
    except ValueError as error:
        raise UsageProblem(
            f"GMTOOL_BUSY_SECONDS is “{typed}”; it takes a number of seconds."
        ) from error


@dataclass
class Sitting:
    """One game as it stands: `number` is its last entry, `last_said` what `undo` takes back,
    `redoable` what `redo` puts back; `heard` are the steps not yet written.
    """

    record: GameRecord
    game: Game
    table: Table
    number: int
    last_said: Entry | None
    redoable: int | None
    heard: list[Step] = field(default_factory=list)

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
        """What the game is set to: as begun, and as the host has set it since."""
        since = {key: value for key, value in self.table.settings.items() if value}
        return {**self.header.settings, **since}

    @property
    def zone(self) -> ZoneInfo:
        """The game's time zone."""
        return ZoneInfo(self.settings.get("zone", self.header.zone))

    @property
    def mode(self) -> str:
        """How chance speaks in this game."""
        return self.header.settings.get("chance", modes.SEED)

    @property
    def show(self) -> Callable[[Instant], str]:
        """Writes instants in the game's zone."""
        zone = self.zone
        return lambda instant: when(instant.moment, zone, short=True)

    @property
    def ended(self) -> bool:
        """Whether nothing more can be said."""
        return wanted(self.game, self.table).nothing

    @property
    def is_held(self) -> bool:
        """Whether the first draw waits for the start, and for players' words until then."""
        return self.mode == modes.HOLD and not self.table.started and self.table.drawn == 0

    @property
    def awaited(self) -> tuple[Turn, ...]:
        """Who should speak and hasn't; where the draw is held, the host."""
        if self.is_held and not self.ended:
            start = Turn(HOST, "the start, which draws the cards", ("start",))
            return (wanted(self.game, self.table).turn(HOST) or start,)
        return awaited(self.game, self.table)

    @property
    def planned_start(self) -> Instant | None:
        """When the host planned to start, until then."""
        planned = self.header.settings.get("start")
        return Instant(planned) if planned and not self.table.started else None

    def hear(self, entry: Entry, room: ReadingRoom) -> Step:
        """Take an entry in, numbered next, with the chance that follows; raises a Refusal and
        changes nothing where it doesn't go through.
        """
        entry = replace(entry, number=self.number + 1)
        if entry.takes_back:
            return self._by_replay(entry, room)
        before = (self.table, self.number, self.last_said, self.redoable, list(self.heard))
        try:
            self._draw_due(entry, starting=entry.text == "start")
            entry = replace(entry, number=self.number + 1)
            step = hear(self.game, self.table, entry)
            if isinstance(step.move, Set) and step.move.renames:
                return self._by_replay(entry, room)
            self._take(step)
        except Exception:
            self.table, self.number, self.last_said, self.redoable, self.heard = before
            raise
        self._draw_due(entry)
        return step

    def try_out(self, entry: Entry) -> Step:
        """What would follow from `entry`, without taking it in; raises a Refusal."""
        return hear(self.game, self.table, replace(entry, number=self.number + 1))

    def deal(self, at: Instant) -> None:
        """The chance that set-up wants, as far as this game draws it before the start."""
        begin = Entry(0, "", "", at, at)
        self._draw_due(begin)

    def fold(self, room: ReadingRoom) -> Fold:
        """The whole journal replayed; raises DeskProblem naming the entry where it fails."""
        entries = room.entries(self.record.id)
        return replayed(self.game, self.header, (*entries, *(s.entry for s in self.heard)))

    def head(self) -> Head:
        """What is kept of this table so that the next command needn't replay the journal."""
        deadline = min((w.deadline for w in self.table.windows), default=self.planned_start)
        said = self.last_said
        state = {
            "table": to_json(self.table),
            "last_said": [said.number, said.who, said.text, said.received_at] if said else None,
            "redoable": self.redoable,
        }
        return Head(
            entry=self.number,
            rules_version=self.game.rules_version,
            codec=codec.VERSION,
            state=json.dumps(state, ensure_ascii=False, separators=(",", ":")),
            ended=self.ended,
            paused=self.table.paused is not None,
            deadline=None if self.ended else deadline,
            brief=self._brief(),
            program=__version__,
        )

    def _brief(self) -> dict[str, Any]:
        view = self.game.view(self.table.state, "")
        return {
            "phase": "ended" if self.table.called_off else view["phase"],
            "for": " and ".join(w.title for w in self.table.windows) or self._next_task(),
            "waiting": list(dict.fromkeys(turn.who for turn in self.awaited)),
            "players": list(self.table.players),
            "zone": self.zone.key,
        }

    def _next_task(self) -> str:
        return next((turn.task for turn in self.awaited), "")

    def _take(self, step: Step) -> None:
        self.heard.append(step)
        self.table = step.table
        self.number = step.entry.number
        self.redoable = None
        if step.entry.by_a_person:
            self.last_said = step.entry

    def _draw_due(self, cause: Entry, *, starting: bool = False) -> None:
        while chance_due(self.game, self.table) and modes.draws_now(
            self.mode, self.table, starting=starting
        ):
            text = draw(self.game, self.table, bytes.fromhex(self.header.seed))
            entry = Entry(
                self.number + 1,
                CHANCE,
                text,
                cause.received_at,
                cause.recorded_at,
                drawn="seed",
            )
            self._take(hear(self.game, self.table, entry))

    def _by_replay(self, entry: Entry, room: ReadingRoom) -> Step:
        fold = self.fold(room)
        step = fold.hear(entry)
        self.heard.append(step)
        self.table, self.number = fold.table, entry.number
        self.last_said = fold.last_said()
        redoable = fold.redoable()
        self.redoable = redoable.number if redoable else None
        self._draw_due(entry)
        return step


def begin(record: GameRecord, game: Game) -> Sitting:
    """A game of which nothing has been said yet; raises Refused for a wrong set-up."""
    return Sitting(record, game, laid(game, record.header), 0, None, None)


def laid(game: Game, header: Header) -> Table:
    """The table as set up by a header; raises Refused or UnknownOption."""
    return lay(game, header.players, read_options(game.options, header.options), header.aliases)


def load(room: ReadingRoom, record: GameRecord) -> Sitting:
    """The game as it stands: from the kept head where that is of the last entry, these rules, this
    codec and this release, else by replay. Raises DeskProblem for a game of another rules version
    and for one of a kind that isn't there any more.
    """
    game = kinds.of_game(record.header.name, record.header.kind)
    if record.header.rules != game.rules_version:
        raise DeskProblem(
            f"{record.header.name}: this game was begun under version {record.header.rules} of "
            f"the rules of {game.title}, and this gmtool adjudicates version "
            f"{game.rules_version}; use the release it was begun with. "
            "`log` and `export` still work."
        )
    number = room.last_number(record.id)
    head = room.head(record.id)
    if head is not None and _is_fresh(head, game, number):
        with suppress(ValueError):  # whatever is wrong with it: it is a cache, never the truth
            return _from_head(record, game, head)
    fold = replayed(game, record.header, room.entries(record.id))
    redoable = fold.redoable()
    return Sitting(
        record, game, fold.table, number, fold.last_said(), redoable.number if redoable else None
    )


def _is_fresh(head: Head, game: Game, number: int) -> bool:
    made_by = (head.entry, head.rules_version, head.codec, head.program)
    return made_by == (number, game.rules_version, codec.VERSION, __version__)


def _from_head(record: GameRecord, game: Game, head: Head) -> Sitting:
    kept = json.loads(head.state)
    said = kept["last_said"]
    last = None
    if said:
        number, who, text, at = said
        last = Entry(number, who, text, Instant(at), Instant(at))
    table = from_json(game, kept["table"])
    return Sitting(record, game, table, head.entry, last, kept["redoable"])


def replayed(game: Game, header: Header, entries: tuple[Entry, ...]) -> Fold:
    """The journal folded whole; raises DeskProblem where an entry doesn't go through."""
    from gmtool.engine.replay import replay

    fold, failure = replay(game, laid(game, header), entries)
    if failure is not None:
        raise DeskProblem(
            f"{header.name}: entry {failure.entry.number} ({failure.entry.who}: "
            f"{failure.entry.text}) doesn't go through the rules any more: {failure.refusal}"
        )
    return fold


def the_game(room: ReadingRoom, desk: Desk) -> GameRecord:
    """The game that is meant: by name, else the current one; raises DeskProblem."""
    if desk.game_name is not None:
        record = room.find_game(desk.game_name)
        if record is None:
            raise DeskProblem(_no_such_game(room, desk.game_name))
        return record
    current = room.current()
    record = room.game(current) if current is not None else None
    if record is None:
        games = ", ".join(f"“{one.header.name}”" for one in room.games())
        raise DeskProblem(
            f"no game is current; choose one of {games} with: gmtool use NAME"
            if games
            else f"there is no game in {desk.where or default_path()} yet; begin with: "
            f'gmtool new {kinds.names()[0]} "Round 1" Ann Bob Cid'
        )
    return record


def _no_such_game(room: ReadingRoom, name: str) -> str:
    games = ", ".join(f"“{record.header.name}”" for record in room.games())
    return f"there is no game “{name}”; " + (
        f"there are {games}." if games else "there are none yet; begin with: gmtool new"
    )


def write(room: WritingRoom, sitting: Sitting, terminal: str) -> None:
    """Keep all that was heard, and the head, in the room's transaction."""
    room.append(sitting.record.id, tuple(step.entry for step in sitting.heard), terminal)
    room.put_head(sitting.record.id, sitting.head())
