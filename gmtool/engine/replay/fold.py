"""The fold: what entries do, one after the other, each at the place at which it counts (ALL-8)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine import entropy
from gmtool.engine.effective import amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.plans import is_plan
from gmtool.engine.refusals import EndsOtherwise, Refusal
from gmtool.engine.replay.arrival import (
    arrival_key,
    check_ends,
    check_spoilt,
    closed_after,
    known_at,
    may_be_before,
    window_key,
)
from gmtool.engine.seats import back_again, is_back
from gmtool.engine.steps import Step, apply, chance_due, draw, due, is_placed
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.windows import is_by_arrival

Invalidated = dict[int, tuple[Entry, Refusal]]
"""Entries of host or chance that aren't valid any more, by number, each with the reason."""


class Position(Struct, frozen=True):
    """How a fold stood after so `many` of the `steps`, a list to which is only ever added."""

    start: Table
    steps: list[Step]
    many: int
    unplanned: int


@dataclass
class Fold:
    """What the entries `on_record` did, and the table at any time.

    `on_record` are those that aren't undone, by number, with amendments among them. `steps` are
    what they did, in the order in which they count: by number, but in windows by arrival as they
    arrived, and inserted entries at their place (ALL-8, design §3b). A step is `void` where its
    move doesn't stand as things are, and may stand again (ALL-8). The table was `begun` once, and
    is at the `start` with the names and the version of the rules that hold by now. With the `seed`,
    draws are made again where what they are drawn from has changed.
    """

    game: Game
    begun: Table
    start: Table
    seed: bytes
    on_record: list[Entry] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    unplanned: int = 0
    """The place from which on nobody has looked yet whether a plan is due."""
    before: Sequence[Step] = ()
    """The steps that there were before the entry that is being applied."""
    now: Instant | None = None
    """When the entry that is being applied was recorded."""
    judged: dict[Entry, Recount] = field(default_factory=dict)
    """What came of amendments that were tried, shared by all copies: what is shown, and judged on
    one copy, is made on another.
    """
    recounted: frozenset[int] = frozenset()
    """The numbers of the entries that are being counted again, of all together."""

    @property
    def table(self) -> Table:
        """The table after all steps."""
        return self.steps[-1].table if self.steps else self.start

    @property
    def effective(self) -> list[Step]:
        """The steps that aren't void, in the order in which they count."""
        return [step for step in self.steps if step.void is None]

    @property
    def position(self) -> Position:
        """How it stands now, to go back to."""
        return Position(self.start, self.steps, len(self.steps), self.unplanned)

    def copy(self) -> Fold:
        """An independent fold in the same state."""
        again = copy.copy(self)
        again.steps, again.on_record = [*self.steps], [*self.on_record]
        return again

    def restore(self, position: Position) -> None:
        """Stand as it did, but with the players' words fixed if they are by now."""
        is_fixed = self.table.words_fixed
        self.start, self.unplanned = position.start, position.unplanned
        self.steps = position.steps[: position.many]
        if is_fixed:
            self._fix_words()

    def _fix_words(self) -> None:
        """Fix the players' words for good, though the draws may be undone: the same moves give
        the same draws again.
        """
        table = replace(self.table, words_fixed=True)
        if self.steps:
            self.steps = [*self.steps[:-1], replace(self.steps[-1], table=table)]
        else:
            self.start = table

    # ---- in which order entries count

    def count_entry_in_time(self, entry: Entry, *, recorded: bool) -> Step:
        """Apply an entry at its place; where it would be refused there, within a window for which
        it came in time and which has ended early by what came since, if that ends as it did.
        """
        try:
            return self.count_entry(entry, recorded=recorded)
        except EndsOtherwise:
            raise
        except Refusal:
            closing = closed_after(self.steps, entry)
            if closing is None or entry.who == HOST or entry.late or is_plan(entry.text):
                raise
            kept, place = self.steps, self.place_of(entry, self.steps[:closing])
            try:
                step = self.count_entry(entry, place, recorded=recorded)
            except EndsOtherwise:
                raise
            except Refusal:
                step = None
            if step is None:
                raise
            if not recorded and not self._stands_as(kept[-1].table):
                end, self.steps = kept[closing], kept
                check_spoilt(entry, end, end.entry)
            return step

    def count_entry(
        self,
        entry: Entry,
        place: int | None = None,
        *,
        recorded: bool = False,
        invalidated: Invalidated | None = None,
    ) -> Step:
        """Apply an entry at its place, and judge those that count after it again. What host or
        chance said and isn't valid any more is left out, if it may be noted in `invalidated`.

        Raises EndsOtherwise where a later ruling or draw isn't valid any more, and where a window
        would end at another time by one that isn't `recorded`.
        """
        place = self.place_of(entry, self.steps) if place is None else place
        later = self.steps[place:]
        noted = entry.of in self.recounted  # its message may count after it after an amendment
        if not later:
            self.steps.append(self._apply_next(entry, noted=noted, recorded=recorded))
            self.look_for_plans_from(place)
            return self.steps[-1]
        kept, table = self.steps, self.table
        self.steps = kept[:place]
        try:
            was_due = chance_due(self.game, self.table)
            step = self._apply_next(entry, noted=noted, recorded=recorded)
            if not (recorded or was_due) and chance_due(self.game, step.table):
                # A draw on record would be taken for what this entry asks for.
                drawn = (one.entry for one in later if one.entry.is_drawn)
                check_spoilt(entry, later[0], next(drawn, None))
            self.steps.append(step)
            for one in later:
                self.judge_again(one, invalidated)
            if table.words_fixed:
                self._fix_words()
            if not recorded:
                then = self.copy()
                then.look_for_plans_from(place)
                spoilt_then = (one for one, _ in then.make_due(entry).values())
                check_spoilt(entry, later[0], next(spoilt_then, None))
                check_ends(entry, later, then.steps[place:])
        except EndsOtherwise:
            self.steps = kept
            raise
        except Refusal:
            judged, self.steps = len(self.steps) - place, kept
            if not 0 < judged <= len(later):
                raise
            spoilt = later[judged - 1].entry
            if not spoilt.is_drawn:  # what fails by it may be why it would be refused now
                apply(self.game, table, entry)
            check_spoilt(entry, later[0], spoilt)
            raise
        self.look_for_plans_from(place)
        return step

    def look_for_plans_from(self, place: int) -> None:
        # What made a plan due may stand right before that: it is dated by the first that did.
        self.unplanned = min(max(0, place - 1), self.unplanned)

    def _stands_as(self, was: Table) -> bool:
        """Whether the same is asked now as at another table, and all players stand the same."""
        tables = (was, self.table)
        asked = [wanted(self.game, table) for table in tables]
        players = [self.game.view(table.state, HOST)["players"] for table in tables]
        return asked[0] == asked[1] and players[0] == players[1]

    def judge_again(self, step: Step, invalidated: Invalidated | None) -> None:
        """Apply the entry of a step again, after entries that were put before it.

        A player's move that is refused now becomes void, or keeps its valid parts where it is
        Divisible; for an entry of host or chance the Refusal is raised, or noted in `invalidated`.
        """
        entry = step.typed or step.entry
        try:
            again = self._apply_next(entry, noted=True, recorded=True)
        except Refusal as refusal:
            if entry.who in {HOST, CHANCE}:
                if invalidated is None:
                    raise
                invalidated[entry.number] = entry, refusal
                return
            part = self._apply_valid_parts(entry)
            if part is None:
                self.append_void(replace(step, entry=entry), refusal)
                return
            again = part
        self.steps.append(again)

    def _apply_next(self, entry: Entry, *, noted: bool, recorded: bool = False) -> Step:
        """The step of an entry behind the steps that there are; raises a Refusal."""
        judge = partial(apply, self.game, self.table, entry, noted=noted, recorded=recorded)
        step = judge()
        since = known_at(step, self.before, self.now)
        return step if since in {None, step.known_at} else judge(known_at=since)

    def _apply_valid_parts(self, entry: Entry) -> Step | None:
        """The step of the valid parts of a move; None where no part is valid."""
        whole = self.game.grammar.typed(entry.text, PLAYER)
        if whole is None or not isinstance(whole, Divisible):
            return None
        good: tuple[Move, ...] = ()
        found, left_out = None, None
        for part in whole.parts():
            text = str(whole.joined((*good, part)))
            try:
                found = self._apply_next(replace(entry, text=text), noted=True)
            except Refusal as refusal:
                left_out = left_out or refusal
            else:
                good = (*good, part)
        return replace(found, typed=entry, left_out=left_out) if found else None

    def append_void(self, step: Step, refusal: Refusal) -> None:
        """Append a refused entry as a void step: it keeps its place in the order of arrival, for it
        may become valid again.
        """
        at, was, who = step.entry.received_at, self.table.windows, self.table.seat(step.entry.who)
        table = replace(self.table, last_at=max(self.table.last_at or at, at))
        if is_back(table, who, at):  # what doesn't stand was said all the same (ALL-11)
            table = back_again(table, who)
        void = replace(step, news=(), table=table, closed=(), was=was, void=refusal)
        self.steps.append(void)

    def place_of(self, entry: Entry, steps: Sequence[Step]) -> int:
        """The index among `steps` at which an entry counts that is recorded after them.

        While a window by arrival is open it counts before the first that arrived later (ALL-8). It
        is never put before what opened its window, before what closed another one, unless its own
        is open on both sides, or before a `close` that is about it. What nobody says counts behind
        what made it due.
        """
        place = len(steps)
        if entry.is_drawn:
            due_by = place if self._due_by is None else self._due_by
            return due_by + 1 if any(not amends(s.entry) for s in steps[due_by + 1 :]) else place
        if entry.planned and (found := self._planned()) and found.planned == entry.planned:
            return self.unplanned + 1
        table = steps[-1].table if steps else self.start
        last = table.last_at, self.on_record[-1].number if self.on_record else 0
        if table.last_at is None or arrival_key(entry) > last:
            return place
        beside = takewhile(partial(_may_be_passed, table), reversed(steps))
        if not any(arrival_key(step.entry) > arrival_key(entry) for step in beside):
            return place
        counts, own = is_placed(self.game, table, entry)
        if not counts:
            return place
        for i in reversed(range(len(steps))):
            step = steps[i]
            if own is None and entry.who not in {HOST, CHANCE} and step.closed:
                # Who isn't asked any more may have been, for what is still open to others.
                then = steps[i - 1].table if i else self.start
                own = is_placed(self.game, then, entry)[1]
                own = own if own in {window_key(window) for window in table.windows} else None
            if not may_be_before(step, table.seat(entry.who), own):
                break
            was_for = None if step.void else step.window
            counts_so = is_by_arrival(step.entry.who, step.move, was_for, step.was)
            if counts_so and arrival_key(step.entry) > arrival_key(entry):
                place = i
        return place

    # ---- what nobody says

    @property
    def chance_due(self) -> bool:
        """Whether the rules want chance to speak."""
        return chance_due(self.game, self.table)

    @property
    def _due_by(self) -> int | None:
        """The place of the step that made the present draw due; None where none did."""
        for place in reversed(range(len(self.steps))):
            step = self.steps[place]
            before = self.steps[place - 1].table if place else self.start
            is_said = not (step.void or amends(step.entry))
            if is_said and (step.entry.is_drawn or not chance_due(self.game, before)):
                return place
        return None

    @property
    def due_since(self) -> Instant | None:
        """The instant of the entry that made the present draw due, whatever counts after it; None
        where it was due before the first.
        """
        return None if self._due_by is None else self.steps[self._due_by].entry.received_at

    def draw(self, number: int, at: Instant, recorded_at: Instant) -> Entry:
        """The chance entry that is due, drawn from the seed. `at` is the instant of the
        entry recorded last.

        In a window by arrival another entry may count after that one; the draw is then dated by
        the entry that made it due (ALL-8).
        """
        text = draw(self.game, self.table, self.seed)
        recorded = next((entry for entry in reversed(self.on_record) if not entry.is_made), None)
        if recorded is None or not amends(recorded):
            at = self.due_since or at
        # What made it due may have been recorded while the clock was ahead.
        return Entry(number, CHANCE, text, at, max(at, recorded_at), drawn="seed")

    def entry_due(self, like: Entry, *, mode: str, starting: bool = False) -> Entry | None:
        """The entry that is due and that nobody says, numbered and recorded like another: a draw,
        if the game draws in that `mode` now, or a plan carried out; None where there is none.
        """
        if not self.chance_due:
            return self.plan_execution(like)
        draws = entropy.draws_now(mode, self.table, starting=starting)
        return self.draw(like.number, like.received_at, like.recorded_at) if draws else None

    def plan_execution(self, like: Entry) -> Entry | None:
        """The entry by which a plan is carried out now, with the number of `like` and recorded when
        that was; None where none is due (ALL-9). It is dated by the entry that made it due, the
        first that did since the steps changed.
        """
        found = self._planned()
        if found is None:
            return None
        recorded_at = max(like.recorded_at, found.received_at)
        return replace(found, number=like.number, recorded_at=recorded_at)

    def _planned(self) -> Entry | None:
        """The entry by which a plan is carried out now, after the step at `unplanned`, which made
        it due; None where none is due.
        """
        cause = None
        for place in range(self.unplanned, len(self.steps)):
            step = self.steps[place]
            if step.void or (amends(step.entry) and cause is None):
                continue
            cause = cause if amends(step.entry) else step.entry
            found = due(self.game, step.table, cause) if cause else None
            if found and not any(_carries_out(found, one) for one in self.steps[place + 1 :]):
                self.unplanned = place
                return found
        self.unplanned = len(self.steps)
        return None

    def make_due(self, like: Entry) -> Invalidated:
        """Make all that is due and that nobody says, as it will be made after the entry `like`.
        Returns what host or chance said that isn't valid then.
        """
        invalidated: Invalidated = {}
        mode = self.table.begun_with.get("chance", entropy.SEED)
        number = max((entry.number for entry in (*self.on_record, like)), default=0)
        while made := self.entry_due(replace(like, number=(number := number + 1)), mode=mode):
            self.count_entry(made, recorded=True, invalidated=invalidated)
        return invalidated


class Recount(Struct, frozen=True):
    """Entries counted anew, into a `fold` of their own.

    `invalidated` are later entries that became invalid and have to be struck with what changed,
    each with the reason; `void` are those that became void; `orphaned` are draws that nothing asks
    for any more.
    """

    fold: Fold
    invalidated: tuple[tuple[Entry, Refusal], ...] = ()
    void: tuple[tuple[Entry, Refusal], ...] = ()
    orphaned: tuple[Entry, ...] = ()


def _may_be_passed(table: Table, step: Step) -> bool:
    """Whether any entry at that table might count before a step: a window by arrival was open
    there, or one that still is.
    """
    return any(one.by_arrival or table.window(one.key) for one in step.was)


def _carries_out(found: Entry, step: Step) -> bool:
    """Whether a step carries out the plan that was found to be due."""
    same = (step.entry.planned, step.entry.received_at) == (found.planned, found.received_at)
    return same and step.void is None
