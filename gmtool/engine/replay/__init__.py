"""State is the replay of the journal through the rules; undos and redos are entries too.

Begin with `Replay.apply`: a replay goes forward and back along a journal. What an entry does, and
at which place it counts, says its `fold`; `arrival` is the order in windows by arrival, and
`recount` counts entries anew, as an amendment wants it. `journal_reader` replays whole journals.
"""

from __future__ import annotations

import copy
from itertools import chain

from msgspec import Struct

from gmtool.engine.amendments import Redo, Undo
from gmtool.engine.effective import about, amends, check_arrival, names_anew
from gmtool.engine.entries import Entry
from gmtool.engine.entropy import check_back
from gmtool.engine.entry_texts import read
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import NotNow, Refusal, Refused, quoting
from gmtool.engine.replay.fold import Fold, Position, Recount
from gmtool.engine.replay.recount import amend, is_late_ruling, judge_amendment, reseat
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.text import HOST

NEAR = 12
"""So many places at most an entry is looked for before the one that its number says first."""
REMEMBERED = 12
"""Of so many entries at most it is remembered how it stood before them, for `undo`."""


class Failure(Struct, frozen=True):
    """The first entry on record that is refused, and why."""

    entry: Entry
    refusal: Refusal


class Undone(Struct, frozen=True):
    """The entries that an undo took back, for `redo` to restore.

    `position` is how the replay stood with them; without it they were never applied, and can't be
    redone.
    """

    entries: tuple[Entry, ...]
    position: Position | None


class Replay:
    """A journal being replayed: entries are applied one by one, and the table is there at any time.

    `undone` are the undos since the last other entry. Where an entry on record is refused
    `failure` says why, and `unapplied` are that entry and all behind it, which `undo` can take back
    one by one. All else is in the `fold`.
    """

    def __init__(self, game: Game, start: Table, seed: bytes = b"") -> None:
        self.fold = Fold(game, start, start, seed)
        self.undone: list[Undone] = []
        self.unapplied: list[Entry] = []
        self.failure: Failure | None = None
        self._positions: dict[int, Position] = {}
        """How it stood before the last entries by people, for `undo` to restore."""

    @property
    def game(self) -> Game:
        """The game whose rules judge."""
        return self.fold.game

    @property
    def seed(self) -> bytes:
        """What draws are made from; empty where it isn't known."""
        return self.fold.seed

    @property
    def start(self) -> Table:
        """The table before all steps."""
        return self.fold.start

    @property
    def table(self) -> Table:
        """The table after all steps."""
        return self.fold.table

    @property
    def on_record(self) -> list[Entry]:
        """The entries that aren't undone, by number, with amendments among them."""
        return self.fold.on_record

    @property
    def steps(self) -> list[Step]:
        """What they did, in the order in which they count, with void steps among them."""
        return self.fold.steps

    @property
    def effective(self) -> list[Step]:
        """The steps that aren't void."""
        return self.fold.effective

    def step(self, number: int, *, void: bool = False) -> Step | None:
        """The valid step of the entry of that number, or also a void one with `void`; None
        where there is none.
        """
        near = self.steps[max(0, number - NEAR) : max(0, number)]  # most count in their order
        both = chain(reversed(near), self.steps)
        found = (step for step in both if step.entry.number == number)
        return next((step for step in found if void or step.void is None), None)

    def table_after(self, number: int) -> Table:
        """The table after the last step whose entry has that number or a lower one."""
        until = (step.table for step in reversed(self.steps) if step.entry.number <= number)
        return next(until, self.start)

    def copy(self) -> Replay:
        """An independent replay in the same state."""
        again = copy.copy(self)
        again.fold = self.fold.copy()
        again._positions = {**self._positions}  # noqa: SLF001 - its own
        again.undone, again.unapplied = [*self.undone], [*self.unapplied]
        return again

    def apply(self, entry: Entry, *, recorded: bool = False) -> Step:
        """Apply `entry`, which with `recorded` is on record already; raises a Refusal and changes
        nothing where it is refused.
        """
        if not recorded:
            check_arrival(entry)
        if entry.takes_back:
            return self._take_back(entry)
        if self.failure:
            raise self.failure.refusal
        fold, before = self.fold, self.fold.position
        fold.before, fold.now = fold.steps, entry.recorded_at
        if amends(entry):
            step = amend(fold, entry)
        elif entry.is_made:  # what follows from it was judged with what it follows from
            step = fold.count_entry(entry, recorded=True, invalidated={})
        else:
            is_checked = entry.who == HOST and not recorded and is_late_ruling(fold, entry)
            step = fold.count_entry_in_time(entry, recorded=recorded or is_checked)
        fold.on_record.append(entry)
        self.undone.clear()
        self._remember(entry, before)
        if names_anew(entry) and not amends(entry):
            reseat(fold)
            return self.step(entry.number) or step
        return step

    def judge_amendment(self, entry: Entry) -> Recount:
        """The outcome of the amendment in `entry`, whatever becomes invalid by it.

        Raises a Refusal where the amendment itself can't be made.
        """
        return judge_amendment(self.fold, entry)

    @property
    def chance_due(self) -> bool:
        """Whether the rules want chance to speak."""
        return not self.failure and self.fold.chance_due

    def entry_due(self, like: Entry, *, mode: str, starting: bool = False) -> Entry | None:
        """The entry that is due and that nobody says, numbered and recorded like another: a draw,
        if the game draws in that `mode` now, or a plan carried out; None where there is none.
        """
        if self.failure:
            self.fold.unplanned = 0
            return self.fold.plan_execution(like)
        return self.fold.entry_due(like, mode=mode, starting=starting)

    def _remember(self, entry: Entry, before: Position) -> None:
        """Keep how it stood before an entry, of the last ones alone: each may hold all steps."""
        if entry.by_a_person:
            self._positions[entry.number] = before
            for number in [*self._positions][:-REMEMBERED]:
                del self._positions[number]

    def _position_before(self, number: int) -> Position:
        """How it stood before an entry on record, which may be replayed anew for it."""
        if number in self._positions:
            return self._positions.pop(number)
        again = Replay(self.game, self.fold.begun, self.seed)
        for entry in (one for one in self.on_record if one.number < number):
            again.apply(entry, recorded=True)
        return again.fold.position

    def keep(self, entry: Entry) -> Step | None:
        """Apply an entry that is on record; None where it is refused, or follows one that was."""
        if self.undid_unapplied and entry.text.partition(" ")[0] == "redo" and entry.takes_back:
            for again in self.undone.pop().entries:
                self._keep_again(again)
            return None
        try:
            return self.apply(entry, recorded=True)
        except Refusal as refusal:
            self.failure = self.failure or Failure(entry, refusal)
            self.unapplied.append(entry)
            self.undone.clear()
            return None

    def _keep_again(self, entry: Entry) -> None:
        # `keep` forgets what was undone, as any new entry does; here nothing new is recorded.
        undone = list(self.undone)
        self.keep(entry)
        self.undone = undone

    @property
    def undid_unapplied(self) -> bool:
        """Whether the entries undone last were never applied."""
        return bool(self.undone) and self.undone[-1].position is None

    # ---- undo and redo

    def last_by_a_person(self) -> Entry | None:
        """The last entry by a person that isn't undone, which is the one that `undo` takes back."""
        latest = chain(reversed(self.unapplied), reversed(self.on_record))
        return next((entry for entry in latest if entry.by_a_person), None)

    def redoable(self) -> Entry | None:
        """The entry that `redo` would restore; None where there is none."""
        last = self.undone[-1] if self.undone else None
        return last.entries[0] if last and last.position else None

    def _take_back(self, entry: Entry) -> Step:
        move = read(self.game, self.table, HOST, entry.text)
        with quoting(move):
            if isinstance(move, Undo):
                self.undone.append(self._undo(move, entry.recorded_at))
            elif isinstance(move, Redo):
                self._redo(move, entry.recorded_at)
        return Step(entry, move, (), self.table)

    def _undo(self, move: Undo, at: Instant) -> Undone:
        last = self.last_by_a_person()
        if last is None:
            raise NotNow("ALL-6", "nothing has been said that could be taken back.")
        if last.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the last that was said; that is entry {last} "
                "({who}, {at}): {undo}. To put entry {about} right: {amend}.",
                number=move.number,
                about=self._about(move.number),
                undo=("gmtool", "undo", str(last.number)),
                amend=("gmtool", "amend", str(self._about(move.number))),
                last=last.number,
                who=last.who,
                at=last.received_at,
            )
        if any(entry.number == move.number for entry in self.unapplied):
            never = tuple(entry for entry in self.unapplied if entry.number >= move.number)
            self.unapplied = self.unapplied[: -len(never)]
            self.failure = self.failure if self.unapplied else None
            return Undone(never, None)
        cut = next(i for i, one in enumerate(self.on_record) if one.number == move.number)
        group = tuple(self.on_record[cut:])
        check_back(self.table, group[0], at)
        self.unapplied, self.failure = [], None
        position = self.fold.position
        self.fold.restore(self._position_before(move.number))
        del self.on_record[cut:]
        return Undone(group, position)

    def _about(self, number: int) -> int:
        """The number of the entry that an amendment of that number is about; else the number
        itself.
        """
        return next((about(entry) for entry in self.on_record if entry.number == number), number)

    def _redo(self, move: Redo, at: Instant) -> None:
        target = self.redoable()
        if target is None:
            raise NotNow(
                "ALL-6",
                "there is nothing to put back: nothing was undone, or something was said since.",
            )
        if target.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the one taken back last; that is entry {last}: {redo}.",
                number=move.number,
                last=target.number,
                redo=("gmtool", "redo", str(target.number)),
            )
        check_back(self.table, target, at)
        undone = self.undone.pop()
        assert undone.position is not None  # noqa: S101 - `redoable` says so
        self._remember(undone.entries[0], self.fold.position)
        self.on_record.extend(undone.entries)
        self.fold.restore(undone.position)
