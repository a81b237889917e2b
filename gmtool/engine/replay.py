"""State is the replay of the journal through the rules; undos and redos are entries too."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, chain, pairwise, takewhile

from gmtool.engine import entropy
from gmtool.engine.amending import (
    about,
    adopted_throughout,
    amended,
    amends,
    check_amendment,
    check_arrival,
    may_be_inserted,
    names_anew,
    not_undone,
    taken_back_by,
)
from gmtool.engine.amendments import AdoptThroughout, Amend, Amendment, Insert, Redo, Undo
from gmtool.engine.entries import Entry
from gmtool.engine.entropy import check_back
from gmtool.engine.entry_texts import read, read_typed
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.host_moves import Alias, Note, Replace, Set, host_form
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Line, as_meant
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.names import find
from gmtool.engine.plans import is_plan, typed_plan
from gmtool.engine.refusals import EndsOtherwise, NotNow, Prose, Refusal, Refused, Slip
from gmtool.engine.seats import back_again, is_back
from gmtool.engine.settings import seated
from gmtool.engine.steps import (
    Step,
    apply,
    chance_due,
    check_version,
    draw,
    due,
    is_placed,
    is_said_already,
)
from gmtool.engine.table import OpenWindow, Table, by_rules, wanted
from gmtool.engine.text import CHANCE, HOST, short
from gmtool.engine.window_moves import Absent, Close, Extend
from gmtool.engine.windows import is_by_arrival, is_in_its_place

REMEMBERED = 12
"""Of so many entries at most it is remembered how it stood before them, for `undo`."""


@frozen
class Failure:
    """The first entry on record that is refused, and why."""

    entry: Entry
    refusal: Refusal


class LineRefused(Exception):
    """A line of a journal whose entry is refused, and why."""

    def __init__(self, line: Line, refusal: Refusal) -> None:
        super().__init__(line, refusal)
        self.line = line
        self.refusal = refusal


@frozen
class Standing:
    """How a replay stood after so `many` of the `steps`, a list to which is only ever added."""

    start: Table
    steps: list[Step]
    many: int
    unplanned: int


@frozen
class Undone:
    """The entries that an undo took back, for `redo` to restore.

    `stood` is how the replay stood with them; without it they were never applied, and can't be
    redone.
    """

    entries: tuple[Entry, ...]
    stood: Standing | None


@frozen
class Amended:
    """The outcome of an amendment.

    `replay` is the journal replayed with it. `fell` are later entries that became invalid and have
    to be struck with it, each with the reason; `void` are those that became void; `gone` are draws
    that nothing asks for any more.
    """

    replay: Replay
    fell: tuple[tuple[Entry, Refusal], ...] = ()
    void: tuple[tuple[Entry, Refusal], ...] = ()
    gone: tuple[Entry, ...] = ()


@dataclass
class Replay:
    """A journal being replayed: entries are applied one by one, and the table is there at any time.

    `steps` are what the entries did that aren't undone, in the order in which they count: by
    number, but in windows by arrival as they arrived, and inserted entries at their place (ALL-8,
    design §3b). A step is `void` where its move doesn't stand as things are, and may stand again
    (ALL-8). `undone` are the undos since the last other entry. Where an entry on record is refused
    `failure` says why, and `beyond` are that entry and all behind it, which `undo` can take back
    one by one. With the `seed`, draws are made again where what they are drawn from has changed.
    """

    game: Game
    start: Table
    steps: list[Step] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    beyond: list[Entry] = field(default_factory=list)
    failure: Failure | None = None
    seed: bytes = b""

    def __post_init__(self) -> None:
        self.on_record: list[Entry] = []
        """The entries that aren't undone, by number, with amendments among them."""
        self._begun = self.start
        self._counting: frozenset[int] = frozenset()
        self._unplanned = 0
        """The place from which on nobody has looked yet whether a plan is due."""
        self._before: dict[int, Standing] = {}
        """How it stood before the last entries by people, for `undo` to restore."""
        self._stood: Sequence[Step] = ()
        """The steps that there were before the entry that is being applied."""
        self._now: Instant | None = None
        """When the entry that is being applied was recorded."""

    @property
    def table(self) -> Table:
        """The table after all steps."""
        return self.steps[-1].table if self.steps else self.start

    @property
    def live(self) -> list[Step]:
        """The steps that aren't void, in the order in which they count."""
        return [step for step in self.steps if step.void is None]

    def copy(self) -> Replay:
        """An independent replay in the same state."""
        again = copy.copy(self)
        again.steps, again.on_record = [*self.steps], [*self.on_record]
        again.undone, again.beyond = [*self.undone], [*self.beyond]
        again._before = {**self._before}  # noqa: SLF001 - its own
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
        before, self._stood, self._now = self._standing, self.steps, entry.recorded_at
        if amends(entry):
            step = self._amend(entry)
        elif entry.is_made:  # what follows from it was judged with what it follows from
            step = self._count(entry, recorded=True, fell={})
        else:
            is_checked = entry.who == HOST and not recorded and self._is_late_ruling(entry)
            step = self._counted(entry, recorded=recorded or is_checked)
        self.on_record.append(entry)
        self.undone.clear()
        self._remember(entry, before)
        if names_anew(entry) and not amends(entry):
            self._seat()
            return self.step(entry.number) or step
        return step

    @property
    def _standing(self) -> Standing:
        return Standing(self.start, self.steps, len(self.steps), self._unplanned)

    def _remember(self, entry: Entry, before: Standing) -> None:
        """Keep how it stood before an entry, of the last ones alone: each may hold all steps."""
        if entry.by_a_person:
            self._before[entry.number] = before
            for number in [*self._before][:-REMEMBERED]:
                del self._before[number]

    def _stood_before(self, number: int) -> Standing:
        """How it stood before an entry on record, which may be replayed anew for it."""
        if number in self._before:
            return self._before.pop(number)
        again = Replay(self.game, self._begun, seed=self.seed)
        for entry in (one for one in self.on_record if one.number < number):
            again.apply(entry, recorded=True)
        return again._standing

    def _restore(self, stood: Standing, *, words_fixed: bool) -> None:
        self.start, self._unplanned = stood.start, stood.unplanned
        self.steps = stood.steps[: stood.many]
        if words_fixed:
            self._fix_words()

    def keep(self, entry: Entry) -> Step | None:
        """Apply an entry that is on record; None where it is refused, or follows one that was."""
        if self.has_aside and entry.text.partition(" ")[0] == "redo" and entry.takes_back:
            for again in self.undone.pop().entries:
                self._keep_again(again)
            return None
        try:
            return self.apply(entry, recorded=True)
        except Refusal as refusal:
            self.failure = self.failure or Failure(entry, refusal)
            self.beyond.append(entry)
            self.undone.clear()
            return None

    def _keep_again(self, entry: Entry) -> None:
        # `keep` forgets what was undone, as any new entry does; here nothing new is recorded.
        undone = list(self.undone)
        self.keep(entry)
        self.undone = undone

    @property
    def has_aside(self) -> bool:
        """Whether the entries undone last were never applied."""
        return bool(self.undone) and self.undone[-1].stood is None

    # ---- in which order entries count

    def _counted(self, entry: Entry, *, recorded: bool) -> Step:
        """Apply an entry at its place; where it would be refused there, within a window for which
        it came in time and which has ended early by what came since, if that ends as it did.
        """
        try:
            return self._count(entry, recorded=recorded)
        except EndsOtherwise:
            raise
        except Refusal:
            closing = self._closed_after(entry)
            if closing is None or entry.who == HOST or entry.late or is_plan(entry.text):
                raise
            kept, place = self.steps, self._place(entry, self.steps[:closing])
            try:
                step = self._count(entry, place, recorded=recorded)
            except EndsOtherwise:
                raise
            except Refusal:
                step = None
            if step is None:
                raise
            if not recorded and not self._stands_as(kept[-1].table):
                end, self.steps = kept[closing], kept
                _check_spoilt(entry, end, end.entry)
            return step

    def _look_for_plans_from(self, place: int) -> None:
        # What made a plan due may stand right before that: it is dated by the first that did.
        self._unplanned = min(max(0, place - 1), self._unplanned)

    def _is_late_ruling(self, entry: Entry) -> bool:
        """Whether a ruling is from a time at which a window by arrival was open that has ended
        since; then it comes to the same from now on. Raises EndsOtherwise where in its place it
        would have had another effect (ALL-8), and the Refusal where it can't be made there.
        """
        at = entry.received_at
        ends = (
            place
            for place, step in enumerate(self.steps)
            if step.entry.received_at > at
            and any(window.by_arrival and window.opened <= at for window in step.closed)
        )
        closing = next(ends, None)
        move = None if closing is None else read(self.game, self.table, HOST, entry.text)
        if closing is None or move is None:
            return False
        # A name holds for the whole journal, and a note for nothing; a deadline is over.
        unplaced = isinstance(move, (Note, Alias, Extend))
        if unplaced or not may_be_inserted(HOST, entry.text):
            return False
        place = self._place(entry, self.steps[:closing])
        apply(self.game, self.steps[place - 1].table if place else self.start, entry)
        end = self.steps[closing]
        now, then = self.copy(), Insert(end.entry.number, "late", (), HOST, at, entry.text)
        try:
            placed = self._replayed((*self.on_record, replace(entry, text=str(then))), about=then)
        except Refusal:
            return False  # it can be ruled from now on alone
        _check_ends(entry, self.steps[place:], placed.replay.steps[place:])
        try:
            now._counted(entry, recorded=False)  # noqa: SLF001 - its own
        except EndsOtherwise:
            raise
        except Refusal:  # the host's own move can't be dated so, unless it comes to the same
            now._counted(entry, recorded=True)  # noqa: SLF001 - its own
        now.on_record.append(entry)
        now._seat()  # noqa: SLF001 - its own
        both = (now, placed.replay)
        tables = [replace(one.table, closed=(), words_fixed=False) for one in both]
        if not isinstance(move, Absent):  # which alone has it that silence isn't counted (ALL-7)
            tables = [replace(one, quiet={}) for one in tables]
        if placed.fell or placed.void or placed.gone or tables[0] != tables[1]:
            _check_spoilt(entry, end, end.entry)
        return True

    def _count(
        self,
        entry: Entry,
        place: int | None = None,
        *,
        recorded: bool = False,
        fell: dict[int, tuple[Entry, Refusal]] | None = None,
    ) -> Step:
        """Apply an entry at its place, and judge those that count after it again. What host or
        chance said and isn't valid any more is left out, if it may be noted in `fell`.

        Raises EndsOtherwise where a later ruling or draw isn't valid any more, and where a window
        would end at another time by one that isn't `recorded`.
        """
        place = self._place(entry, self.steps) if place is None else place
        later = self.steps[place:]
        noted = entry.of in self._counting  # its message may count after it after an amendment
        if not later:
            self.steps.append(self._apply_next(entry, noted=noted, recorded=recorded))
            self._look_for_plans_from(place)
            return self.steps[-1]
        kept, table = self.steps, self.table
        self.steps = kept[:place]
        try:
            was_due = chance_due(self.game, self.table)
            step = self._apply_next(entry, noted=noted, recorded=recorded)
            if not (recorded or was_due) and chance_due(self.game, step.table):
                # A draw on record would be taken for what this entry asks for.
                drawn = (one.entry for one in later if one.entry.is_drawn)
                _check_spoilt(entry, later[0], next(drawn, None))
            self.steps.append(step)
            for one in later:
                self._judge_again(one, fell)
            if table.words_fixed:
                self._fix_words()
            if not recorded:
                then = self.copy()
                then._look_for_plans_from(place)  # noqa: SLF001 - its own
                _check_spoilt(entry, later[0], next(iter(then._make(entry)), None))
                _check_ends(entry, later, then.steps[place:])
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
            _check_spoilt(entry, later[0], spoilt)
            raise
        self._look_for_plans_from(place)
        return step

    def _stands_as(self, was: Table) -> bool:
        """Whether the same is asked now as at another table, and all players stand the same."""
        tables = (was, self.table)
        asked = [wanted(self.game, table) for table in tables]
        players = [self.game.view(table.state, HOST)["players"] for table in tables]
        return asked[0] == asked[1] and players[0] == players[1]

    def _judge_again(self, step: Step, fell: dict[int, tuple[Entry, Refusal]] | None) -> None:
        """Apply the entry of a step again, after entries that were put before it.

        A player's move that is refused now becomes void, or keeps its valid parts where it is
        Divisible; for an entry of host or chance the Refusal is raised, or noted in `fell`.
        """
        entry = step.typed or step.entry
        try:
            again = self._apply_next(entry, noted=True, recorded=True)
        except Refusal as refusal:
            if entry.who in {HOST, CHANCE}:
                if fell is None:
                    raise
                fell[entry.number] = entry, refusal
                return
            part = self._what_stands(entry)
            if part is None:
                self._append_void(replace(step, entry=entry), refusal)
                return
            again = part
        self.steps.append(again)

    def _apply_next(self, entry: Entry, *, noted: bool, recorded: bool = False) -> Step:
        """The step of an entry behind the steps that there are; raises a Refusal."""
        judge = partial(apply, self.game, self.table, entry, noted=noted, recorded=recorded)
        step = judge()
        known_at = self._known_at(step)
        return step if known_at in {None, step.known_at} else judge(known_at=known_at)

    def _known_at(self, step: Step) -> Instant | None:
        """Since when it has been on record that the windows by arrival have ended which a step
        closes, or which a draw answers for (ALL-1); None where it closes none. They may have been
        opened by another entry before.
        """
        entry = step.entry
        if entry.who != CHANCE and is_in_its_place(entry.who, step.move):
            return None
        ended = {_key(window) for window in step.closed if window.by_arrival}
        keys = {key for key, _ in ended}
        for one in self._stood if ended else ():
            own = {_key(window) for window in one.closed if window.by_arrival}
            is_same = one.entry.number == entry.number and keys & {key for key, _ in own}
            if own & ended or is_same:
                return one.known_at or one.entry.received_at
        return self._now if ended else None

    def _what_stands(self, entry: Entry) -> Step | None:
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

    def _append_void(self, step: Step, refusal: Refusal) -> None:
        """Append a refused entry as a void step: it keeps its place in the order of arrival, for it
        may become valid again.
        """
        at, was, who = step.entry.received_at, self.table.windows, self.table.seat(step.entry.who)
        table = replace(self.table, last_at=max(self.table.last_at or at, at))
        if is_back(table, who, at):  # what doesn't stand was said all the same (ALL-11)
            table = back_again(table, who)
        void = replace(step, news=(), table=table, closed=(), was=was, void=refusal)
        self.steps.append(void)

    def _place(self, entry: Entry, steps: Sequence[Step]) -> int:
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
            return self._unplanned + 1
        table = steps[-1].table if steps else self.start
        if table.last_at is None or entry.received_at > table.last_at:
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
                own = own if own in {_key(window) for window in table.windows} else None
            if not _may_be_before(step, table.seat(entry.who), own):
                break
            was_for = None if step.void else step.window
            counts_so = is_by_arrival(step.entry.who, step.move, was_for, step.was)
            if counts_so and _arrival(step.entry) > _arrival(entry):
                place = i
        return place

    def _count_again(
        self,
        entry: Entry,
        *,
        is_put_in: bool,
        fell: dict[int, tuple[Entry, Refusal]],
    ) -> Step:
        """Apply an entry on record in a full replay; what isn't valid any more by it is in `fell`.

        Where it came in time for a window that a later arrival closed, it is tried within that
        window if it is refused elsewhere; first if it `is_put_in` or put right by an amendment, or
        was recorded before that end was.
        """
        if entry.late:
            with suppress(Slip):  # its amended time may be in time
                return self._count(entry, recorded=True, fell=fell)
            entry = replace(entry, late="")
        closing = self._closed_after(entry)
        is_said = entry.who not in {HOST, CHANCE} and not is_plan(entry.text)
        is_within = is_put_in or (closing is not None and self._ended_since(entry, closing))
        if closing is None or not (is_within or is_said):
            return self._count(entry, recorded=True, fell=fell)
        if not is_within:
            with suppress(Refusal):
                return self._count(entry, recorded=True, fell=fell)
        place = self._place(entry, self.steps[:closing])
        with suppress(Refusal):
            return self._count(entry, place, recorded=True, fell=fell)
        return self._count(entry, recorded=True, fell=fell)

    def _ended_since(self, entry: Entry, closing: int) -> bool:
        """Whether the end of a window, at that step, was on record only after an entry was."""
        keys = {_key(window) for window in self.steps[closing].closed}
        own = [step for step in self.steps[: closing + 1] if step.window in keys]
        return entry.number < max(step.entry.number for step in (*own, self.steps[closing]))

    def _closed_after(self, entry: Entry) -> int | None:
        """The index of the step that closed a window by arrival, where it arrived after `entry` and
        only what counts by arrival follows it; else None.
        """
        for i in reversed(range(len(self.steps))):
            step = self.steps[i]
            if entry.who == CHANCE or is_in_its_place(step.entry.who, step.move):
                break
            if any(w.by_arrival for w in step.closed) and _arrival(entry) < _arrival(step.entry):
                return i
        return None

    # ---- amendments

    def amended(self, entry: Entry) -> Amended:
        """The outcome of the amendment in `entry`, whatever becomes invalid by it.

        Raises a Refusal where the amendment itself can't be made.
        """
        move = read(self.game, self.table, HOST, entry.text)
        assert isinstance(move, Amendment)  # noqa: S101 - its verb says so
        if isinstance(move, AdoptThroughout):
            check_version(self.game, self.table, move)
        counting = amended(self.on_record)
        back = partial(check_back, self.table, at=entry.recorded_at, quoted=str(move))
        check_amendment(counting, move, back)
        return self._replayed((*self.on_record, entry), about=move)

    def _amend(self, entry: Entry) -> Step:
        outcome = self.amended(entry)
        if outcome.fell:
            one, refusal = outcome.fell[0]
            numbers = ", ".join(str(one.number) for one, _ in outcome.fell)
            raise Refused(
                "ALL-6",
                "with it entry {number} of {who}'s doesn't stand any more ({why}); what falls with "
                "it has to be struck in the same breath: drop {numbers}.",
                quoted=entry.text,
                number=one.number,
                who=one.who,
                why=refusal.clause,
                numbers=numbers,
            )
        is_fixed = self.table.words_fixed
        self._restore(outcome.replay._standing, words_fixed=is_fixed)  # noqa: SLF001 - its own
        step = self.step(entry.number)
        assert step is not None  # noqa: S101 - an amendment counts itself, or what it inserts
        return step

    def _replayed(self, on_record: Sequence[Entry], *, about: Amendment | None = None) -> Amended:
        """This journal replayed with `on_record` as its entries. Raises the Refusal of the entry
        that is amended or inserted (`about`) where it is invalid.
        """
        replay = Replay(self.game, self._laid(on_record), seed=self.seed)
        first = self._untouched_by(on_record) if replay.start == self.start else 0
        replay.steps, replay._unplanned = self.steps[:first], max(0, first - 1)
        replay._stood, replay._now = self.steps, on_record[-1].recorded_at
        stood = {step.entry.number for step in self.live}
        mended = {on_record[-1].number} if about else set()
        mended |= {about.number} if isinstance(about, Amend) else set()
        fell, gone = replay._count_all(on_record)
        then = replay.copy()
        by_plans = then._make(on_record[-1])
        fell |= {one.number: (one, why) for one, why in by_plans.items() if not one.is_made}
        if about:
            _check_draws(then, about, first)
        refusals = {number: refusal for number, (_, refusal) in fell.items()}
        refusals |= {s.entry.number: why for s in replay.steps if (why := s.void or s.left_out)}
        for number in mended & refusals.keys():
            raise refusals[number]
        fallen = tuple(fell[number] for number in sorted(fell) if number in stood)
        void = (s for s in replay.steps if s.entry.number in stood and not s.entry.planned)
        void_now = tuple((step.entry, step.void) for step in void if step.void)
        gone_now = tuple(entry for entry in gone if entry.number in stood)
        return Amended(replay, fallen, void_now, gone_now)

    def _untouched_by(self, on_record: Sequence[Entry]) -> int:
        """So many of the steps stay as they are where the entries on record are these: up to where
        one of them differs, or to the last time before that at which no window by arrival was open.
        """
        counting = amended(on_record)
        same = takewhile(
            lambda pair: pair[0] == pair[1], zip(amended(self.on_record), counting, strict=False)
        )
        places = {entry.number: place for place, (entry, _) in enumerate(same)}
        found = [places.get(step.entry.number, len(counting)) for step in self.steps]
        before = 0
        pairs = zip(accumulate(found, max), sorted(found), strict=True)
        for many, (last, place) in enumerate(pairs, start=1):
            if last != place or last == len(counting):
                continue  # one of those behind it was recorded before it
            if not any(window.by_arrival for window in self.steps[many - 1].table.windows):
                before = many
        return before

    def _count_all(
        self, on_record: Sequence[Entry]
    ) -> tuple[dict[int, tuple[Entry, Refusal]], list[Entry]]:
        """Apply all entries. Returns the invalid ones by number, each with the reason, and the
        made entries, such as draws, that nothing asks for any more.

        What a player said in the time of a window by arrival becomes void where it is refused: what
        it depends on may have arrived before it and been recorded behind it.
        """
        self.on_record = list(on_record)
        there, counting = {step.entry.number for step in self.steps}, amended(on_record)
        last = max((n for n, one in enumerate(counting) if one.number in there), default=-1)
        entries = counting[last + 1 :]
        self._counting = frozenset(entry.number for entry in counting)
        redraws, own = any(map(amends, on_record)), _due_by_amendments(on_record)
        put_in = {about(entry) for entry in on_record if amends(entry)}
        fell: dict[int, tuple[Entry, Refusal]] = {}
        gone: list[Entry] = []
        for entry in entries:
            if entry.is_made and redraws:
                made = self._made_again(entry, by_amendment=entry.number in own)
                if made is None:
                    gone.append(entry)
                    continue
                entry = made  # noqa: PLW2901 - the same draw, or the same plan carried out
            try:
                self._count_again(self._in_full(entry), is_put_in=entry.number in put_in, fell=fell)
            except Refusal as refusal:
                if not self._keeps_void(entry, refusal, fell):
                    fell[entry.number] = entry, refusal
            gone += [fell.pop(number)[0] for number in [*fell] if fell[number][0].is_made]
        self._counting = frozenset()
        return fell, gone

    def _keeps_void(
        self, entry: Entry, refusal: Refusal, fell: dict[int, tuple[Entry, Refusal]]
    ) -> bool:
        """Keep a refused entry as a void step at its place, if a player said it that counted by
        arrival, or was void already, or is put in; else nothing is changed, and it is False.
        """
        was = next((one for one in self._stood if one.entry.number == entry.number), None)
        counts_so = not was or was.void or is_by_arrival(was.who, was.move, was.window, was.was)
        if not counts_so or entry.who in {HOST, CHANCE} or entry.is_made:
            return False
        if entry.of and entry.of not in self._counting:
            return False
        try:
            entry = self._in_full(entry)
            move = read(self.game, self.table, self.table.seat(entry.who), entry.text)
            place = self._place(entry, self.steps[: self._closed_after(entry)])
        except Refusal:
            return False
        later, self.steps = self.steps[place:], self.steps[:place]
        self._append_void(Step(entry, move, (), self.table), refusal)
        for one in later:
            self._judge_again(one, fell)
        return True

    def _made_again(self, entry: Entry, *, by_amendment: bool) -> Entry | None:
        """The same draw, or the plan of the same player carried out, from the state as it is now;
        None where nothing asks for it any more.
        """
        if entry.planned:
            found = self.carried_out(entry)
            return found if found and found.who == self.table.seat(entry.who) else None
        if not self.chance_due:
            return None
        at = None if by_amendment else self._due_since
        text = draw(self.game, self.table, self.seed) if self.seed else entry.text
        return replace(entry, text=text, received_at=at or entry.received_at)

    def carried_out(self, like: Entry) -> Entry | None:
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
        """The entry by which a plan is carried out now, after the step at `_unplanned`, which made
        it due; None where none is due.
        """
        cause = None
        for place in range(0 if self.failure else self._unplanned, len(self.steps)):
            step = self.steps[place]
            if step.void or (amends(step.entry) and cause is None):
                continue
            cause = cause if amends(step.entry) else step.entry
            found = due(self.game, step.table, cause) if cause else None
            if found and not any(_carries_out(found, one) for one in self.steps[place + 1 :]):
                self._unplanned = place
                return found
        self._unplanned = len(self.steps)
        return None

    def _make(self, like: Entry) -> dict[Entry, Refusal]:
        """Make all that is due and that nobody says, as it will be made after the entry `like`.
        Returns what host or chance said that isn't valid then, each with the reason.
        """
        fell: dict[int, tuple[Entry, Refusal]] = {}
        mode = self.table.begun_with.get("chance", entropy.SEED)
        number = max((entry.number for entry in (*self.on_record, like)), default=0)
        while made := self.made(replace(like, number=(number := number + 1)), mode=mode):
            self._count(made, recorded=True, fell=fell)
        return dict(fell.values())

    def _in_full(self, entry: Entry) -> Entry:
        """The entry with its player's full name, which an amendment may abbreviate (ALL-4)."""
        table = self.table
        if entry.who in {HOST, CHANCE} or table.seat(entry.who) in table.players:
            return entry
        return replace(entry, who=find(entry.who, table.players, table.callable_names))

    # ---- names

    def _seat(self) -> None:
        """Replay again where names have changed: a name holds for the whole journal, and no game
        knows that a name can change.
        """
        start = self._laid(self.on_record)
        if (start.players, start.aliases) == (self.start.players, self.start.aliases):
            return
        is_fixed = self.table.words_fixed
        again = self._replayed(self.on_record).replay
        self._restore(again._standing, words_fixed=is_fixed)  # noqa: SLF001 - its own

    def _laid(self, on_record: Sequence[Entry]) -> Table:
        """The table before the first entry, with the seats called and the version of the rules as
        the entries on record have it.

        A name that an amendment gave up is still understood where somebody has said something by
        it. Raises Refused for a name that can't be told apart.
        """
        start, version = self._seated(on_record), adopted_throughout(on_record)
        return by_rules(start, version) if version else start

    def _seated(self, on_record: Sequence[Entry]) -> Table:
        if not any(map(names_anew, on_record)):
            return self._begun
        counting = amended(on_record)
        renamed = self._renamed(counting)
        before = self._renamed([entry for entry in on_record if not amends(entry)])
        now = {name for _, name in renamed}
        given_up = [one for one in before if one[1] not in now and _is_used(one[1], counting)]
        return seated(self.game, self._begun, renamed, given_up)

    def _renamed(self, entries: Iterable[Entry]) -> list[tuple[int, str]]:
        """The places of the seats that entries name anew, in order, and their new names."""
        found: list[tuple[int, str]] = []
        for entry in filter(names_anew, entries):
            if not amends(entry):
                table = seated(self.game, self._begun, found)
                move = read(self.game, table, HOST, entry.text)
                if isinstance(move, (Set, Replace)) and move.new_name:
                    found.append((table.players.index(move.who), move.new_name))
        return found

    def draw(self, number: int, at: Instant, recorded_at: Instant) -> Entry:
        """The chance entry that is due, drawn from the seed. `at` is the instant of the
        entry recorded last.

        In a window by arrival another entry may count after that one; the draw is then dated by
        the entry that made it due (ALL-8).
        """
        text = draw(self.game, self.table, self.seed)
        recorded = next((entry for entry in reversed(self.on_record) if not entry.is_made), None)
        if recorded is None or not amends(recorded):
            at = self._due_since or at
        # What made it due may have been recorded while the clock was ahead.
        return Entry(number, CHANCE, text, at, max(at, recorded_at), drawn="seed")

    def made(self, like: Entry, *, mode: str, starting: bool = False) -> Entry | None:
        """The entry that is due and that nobody says, numbered and recorded like another: a draw,
        if the game draws in that `mode` now, or a plan carried out; None where there is none.
        """
        if not self.chance_due:
            return self.carried_out(like)
        draws = entropy.draws_now(mode, self.table, starting=starting)
        return self.draw(like.number, like.received_at, like.recorded_at) if draws else None

    @property
    def _due_since(self) -> Instant | None:
        """The instant of the entry that made the present draw due, whatever counts after it; None
        where it was due before the first.
        """
        return None if self._due_by is None else self.steps[self._due_by].entry.received_at

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
    def chance_due(self) -> bool:
        """Whether the rules want chance to speak."""
        return not self.failure and chance_due(self.game, self.table)

    def step(self, number: int, *, void: bool = False) -> Step | None:
        """The valid step of the entry of that number, or also a void one with `void`; None
        where there is none.
        """
        found = (step for step in self.steps if step.entry.number == number)
        return next((step for step in found if void or step.void is None), None)

    def table_after(self, number: int) -> Table:
        """The table after the last step whose entry has that number or a lower one."""
        until = (step.table for step in reversed(self.steps) if step.entry.number <= number)
        return next(until, self.start)

    # ---- undo and redo

    def last_by_a_person(self) -> Entry | None:
        """The last entry by a person that isn't undone, which is the one that `undo` takes back."""
        latest = chain(reversed(self.beyond), reversed(self.on_record))
        return next((entry for entry in latest if entry.by_a_person), None)

    def redoable(self) -> Entry | None:
        """The entry that `redo` would restore; None where there is none."""
        last = self.undone[-1] if self.undone else None
        return last.entries[0] if last and last.stood else None

    def _take_back(self, entry: Entry) -> Step:
        move = read(self.game, self.table, HOST, entry.text)
        if isinstance(move, Undo):
            self.undone.append(self._undo(move, entry.recorded_at))
        elif isinstance(move, Redo):
            self._redo(move, entry.recorded_at)
        return Step(entry, move, (), self.table)

    def _undo(self, move: Undo, at: Instant) -> Undone:
        last = self.last_by_a_person()
        if last is None:
            raise NotNow(
                "ALL-6", "nothing has been said that could be taken back.", quoted=str(move)
            )
        if last.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the last that was said; that is entry {last} "
                "({who}, {at}): {undo}. To put entry {about} right: {amend}.",
                quoted=str(move),
                number=move.number,
                about=self._about(move.number),
                undo=("gmtool", "undo", str(last.number)),
                amend=("gmtool", "amend", str(self._about(move.number))),
                last=last.number,
                who=last.who,
                at=last.received_at,
            )
        if any(entry.number == move.number for entry in self.beyond):
            never = tuple(entry for entry in self.beyond if entry.number >= move.number)
            self.beyond = self.beyond[: -len(never)]
            self.failure = self.failure if self.beyond else None
            return Undone(never, None)
        cut = next(i for i, one in enumerate(self.on_record) if one.number == move.number)
        group = tuple(self.on_record[cut:])
        is_fixed = self.table.words_fixed
        check_back(self.table, group[0], at, str(move))
        self.beyond, self.failure = [], None
        stood = self._standing
        self._restore(self._stood_before(move.number), words_fixed=is_fixed)
        del self.on_record[cut:]
        return Undone(group, stood)

    def _about(self, number: int) -> int:
        """The number of the entry that an amendment of that number is about; else the number
        itself.
        """
        return next((about(entry) for entry in self.on_record if entry.number == number), number)

    def _fix_words(self) -> None:
        """Fix the players' words for good, though the draws may be undone: the same moves give
        the same draws again.
        """
        table = replace(self.table, words_fixed=True)
        if self.steps:
            self.steps = [*self.steps[:-1], replace(self.steps[-1], table=table)]
        else:
            self.start = table

    def _redo(self, move: Redo, at: Instant) -> None:
        target = self.redoable()
        if target is None:
            raise NotNow(
                "ALL-6",
                "there is nothing to put back: nothing was undone, or something was said since.",
                quoted=str(move),
            )
        if target.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the one taken back last; that is entry {last}: {redo}.",
                quoted=str(move),
                number=move.number,
                last=target.number,
                redo=("gmtool", "redo", str(target.number)),
            )
        check_back(self.table, target, at, str(move))
        is_fixed = self.table.words_fixed
        undone = self.undone.pop()
        assert undone.stood is not None  # noqa: S101 - `redoable` says so
        self._remember(undone.entries[0], self._standing)
        self.on_record += undone.entries
        self._restore(undone.stood, words_fixed=is_fixed)


def _is_used(name: str, entries: Iterable[Entry]) -> bool:
    """Whether an entry is by somebody of that name, or one of the host's has it."""
    return any(name == one.who or (one.who == HOST and name in one.text) for one in entries)


def _due_by_amendments(on_record: Iterable[Entry]) -> set[int]:
    """The numbers of the draws that an amendment made due, which have its instant."""
    found, by_amendment = set(), False
    for entry in on_record:
        if not entry.is_made:
            by_amendment = amends(entry)
        elif by_amendment:
            found.add(entry.number)
    return found


def _arrival(entry: Entry) -> tuple[Instant, int]:
    """The sort key of entries in a window by arrival: arrival, then number (ALL-8)."""
    return entry.received_at, entry.number


def _carries_out(found: Entry, step: Step) -> bool:
    """Whether a step carries out the plan that was found to be due."""
    same = (step.entry.planned, step.entry.received_at) == (found.planned, found.received_at)
    return same and step.void is None


def _may_be_before(step: Step, who: str, own: tuple[str, int] | None) -> bool:
    """Whether an entry of `who` may count before a step: one for a window while that is open, any
    other as long as the same windows by arrival are. It never is where a `close` is about it.
    """
    closes = isinstance(step.move, Close)
    if own:
        is_open = own in {_key(window) for window in step.was}
        return is_open and not (isinstance(step.move, Close) and who in step.move.who)
    there = {_key(window) for window in step.was if window.by_arrival}
    return bool(there) and not closes and not there & {_key(one) for one in step.closed}


def _check_spoilt(entry: Entry, before: Step, spoilt: Entry | None) -> None:
    """Raise EndsOtherwise for an entry that belongs before a step, where with it something that was
    said later wouldn't stand as it does.
    """
    if spoilt:
        raise EndsOtherwise(
            before.entry.number,
            "it came {at}, and what came later is on record already; with it what was said {then} "
            "would have another outcome.",
            quoted=entry.text,
            at=entry.received_at,
            then=spoilt.received_at,
        )


def _check_ends(entry: Entry, was: Sequence[Step], now: Sequence[Step]) -> None:
    """Raise EndsOtherwise where windows by arrival end by other entries in the steps `now`, with
    that entry among them, than in those that there were without it: whoever read how one ended was
    told something else. Where it is the last that was missing, any of them may be the end, as long
    as none comes too late by that.
    """
    before, after = _ends(was), _ends(now)
    stood = {step.entry.number for step in was if not step.void}
    is_missed = any(step.void and step.entry.number in stood for step in now)
    for key in (*before, *(after if is_missed else ())):
        old, end = before.get(key), after.get(key)
        if old and end and old.entry.number == end.entry.number:
            continue
        closed = (w for one in (old, end) if one for w in one.closed if _key(w) == key)
        title = next((w.title for w in closed if w.known_to(entry.who)), "what is open beside it")
        times = {"old": old and old.entry.received_at, "end": end and end.entry.received_at}
        how = "would have ended {end}" if end else "wouldn't have ended {old}"
        how += ", not {old}" if old and end else ""
        if old and end and times["old"] == times["end"]:
            how = "would have ended by another move, {end} too"
        raise EndsOtherwise(
            was[0].entry.number,
            f"it came {{at}}, and what came later is on record already; with it {{title}} {how}.",
            quoted=entry.text,
            at=entry.received_at,
            title=title,
            **{name: at for name, at in times.items() if at},
        )


def _check_draws(replay: Replay, move: Amendment, first: int) -> None:
    """Raise Refused for an amendment that would leave a draw, from that place on, with the number
    of one that nothing asks for any more (ALL-3).
    """
    for before, step in pairwise(replay.steps[max(0, first - 1) :]):
        if not (step.entry.is_drawn and replay.seed):
            continue
        if draw(replay.game, before.table, replay.seed) != step.entry.text:
            raise Refused(
                "ALL-3",
                "with it the draw of {at} would have another number than it was made with; take "
                "back first what came since.",
                at=step.entry.received_at,
                quoted=str(move),
            )


def _ends(steps: Iterable[Step]) -> dict[tuple[str, int], Step]:
    """The steps that closed windows by arrival, by the window."""
    return {_key(one): step for step in steps for one in step.closed if one.by_arrival}


def _key(window: OpenWindow) -> tuple[str, int]:
    return window.key, window.entry


def replay_journal(game: Game, start: Table, entries: Iterable[Entry], seed: bytes = b"") -> Replay:
    """The replay of `entries`; only their good prefix, with a `failure`, where one is refused that
    isn't undone later.
    """
    replay = Replay(game, start, seed=seed)
    for entry in entries:
        replay.keep(entry)
    return replay


def in_text_form(replay: Replay, entry: Entry) -> Entry:
    """The entry with its text in text form.

    It is returned unchanged where its text is a text form, or doesn't mean exactly one move at this
    table. Otherwise the words are kept in `raw`.
    """
    who = replay.table.seat(entry.who)
    try:
        read(replay.game, replay.table, who, entry.text)
    except Prose:
        pass
    except Refusal:
        return entry
    else:
        return entry
    try:
        (move,) = read_typed(replay.game, replay.table, who, entry.text)
    except (Refusal, ValueError):
        return entry
    return replace(entry, text=str(move), raw=entry.raw or entry.text)


def _canonical(replay: Replay, entry: Entry) -> str:
    """The text form of an entry as gmtool writes it; its text unchanged where that is no text
    form.
    """
    if entry.who == HOST and (form := host_form(entry.text)):
        return form
    by, game = entry.who if entry.who in {HOST, CHANCE} else PLAYER, replay.game
    move: Move | None = game.grammar.typed(entry.text, by)
    if by == PLAYER and game.plans:
        move = move or typed_plan(game.plans, game.grammar, entry.text)
    # A name that stood in quotation marks with an unseen sign may stand without them now.
    return entry.text if move is None else as_meant(replace(entry, text=str(move))).text


@dataclass
class Reader:
    """Reads a journal's lines into a replay and numbers the entries again. Where the rules want
    chance and its line is missing, it is drawn from the seed; a plan that is due is carried out.

    `check_drawn` compares lines that claim to be drawn from the seed with what it gives. A line
    that is no text form is refused.
    """

    replay: Replay
    mode: str
    check_drawn: bool
    entries: list[Entry] = field(default_factory=list)

    def read(self, lines: Iterable[Line], end: Instant) -> tuple[Entry, ...]:
        """All entries, drawn ones included; raises LineRefused for a line that is refused.

        Chance due before the first line is dated by that line, in an empty journal by `end`. An
        entry that is refused but undone later is kept on record.
        """
        lines = tuple(lines)
        on_record = {entry.number for entry in not_undone(line.entry for line in lines)}
        undone = {taken_back_by(line.entry) for line in lines}
        bad: tuple[Line, Refusal] | None = None
        for line in lines:
            try:
                number = line.entry.number
                self._read(line.entry, stands=number in on_record, undone=number in undone)
            except Refusal as refusal:
                bad = (bad[0] if bad else line), refusal
                break
            failure = self.replay.failure
            bad = (bad or (line, failure.refusal)) if failure else None
        if bad:
            raise LineRefused(*bad) from bad[1]
        self._make(Entry(0, "", "", end, end))
        return tuple(self.entries)

    def _read(self, entry: Entry, *, stands: bool, undone: bool) -> None:
        check_arrival(entry)
        self._make(entry, before=entry, starting=entry.text == "start")
        if entry.drawn == "seed" and self.check_drawn and self.replay.chance_due:
            self._check(entry)
        entry = self._in_text_form(replace(entry, number=len(self.entries) + 1))
        takes_back = entry.takes_back and not self.replay.has_aside
        if stands or (takes_back and not undone):
            self.replay.apply(entry)
        else:
            self.replay.keep(entry)
        self.entries.append(entry)

    def _in_text_form(self, entry: Entry) -> Entry:
        if self.replay.failure:
            return entry
        entry = replace(entry, text=_canonical(self.replay, entry))
        form = in_text_form(self.replay, entry)
        if form == entry:
            return entry
        raise Prose(
            "ALL-6",
            "“{text}” is no text form of a move; perhaps `{form}` is meant.",
            quoted=entry.text,
            text=short(entry.text),
            form=form.text,
        )

    def _make(
        self, otherwise: Entry, *, before: Entry | None = None, starting: bool = False
    ) -> None:
        """Make the entries that are due and missing `before` a line, or at the end. The first draw
        is dated by the entry `otherwise` where no other made it due.
        """
        held = starting and self.mode == entropy.HOLD  # then it is `start` that made it due
        cause = self.entries[-1] if self.entries and not held else otherwise
        while made := self._due(cause, before, starting=starting):
            self.replay.apply(made)
            self.entries.append(made)

    def _due(self, cause: Entry, before: Entry | None, *, starting: bool) -> Entry | None:
        """The entry that is due and isn't the line itself; None where there is none."""
        if before is not None:
            is_there = before.who == CHANCE if self.replay.chance_due else before.planned > 0
            if is_there or self._is_said_already(before):
                return None
        like = replace(cause, number=len(self.entries) + 1)
        return self.replay.made(like, mode=self.mode, starting=starting)

    def _is_said_already(self, entry: Entry) -> bool:
        try:
            return is_said_already(self.replay.game, self.replay.table, entry)
        except Refusal:
            return False

    def _check(self, entry: Entry) -> None:
        drawn = self.replay.draw(0, entry.received_at, entry.recorded_at)
        if drawn.text != entry.text:
            raise Refused(
                "ALL-3",
                "the line says it was drawn from the seed, but the seed gives: {text}",
                quoted=entry.text,
                text=drawn.text,
            )
