"""State is the replay of the journal through the rules; undo and redo are entries too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from gmtool.engine import modes
from gmtool.engine.amending import (
    about,
    amended,
    amends,
    check_amendment,
    not_undone,
    taken_back_by,
)
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Line
from gmtool.engine.moves import (
    Amend,
    Amendment,
    Close,
    Divisible,
    Move,
    Redo,
    Set,
    Undo,
    host_form,
)
from gmtool.engine.names import find
from gmtool.engine.refusals import NotNow, Prose, Refusal, Refused, Slip
from gmtool.engine.settings import seated
from gmtool.engine.steps import Step, apply, chance_due, draw, read, read_typed, sealed_for
from gmtool.engine.table import Table
from gmtool.engine.windows import came_last, last_arrival
from gmtool.engine.wording import CHANCE, HOST, short


@dataclass(frozen=True)
class Failure:
    """The first entry that doesn't go through, and why."""

    entry: Entry
    refusal: Refusal


class LineRefused(Exception):
    """A journal's line that doesn't go through, and why."""

    def __init__(self, line: Line, refusal: Refusal) -> None:
        super().__init__(line, refusal)
        self.line = line
        self.refusal = refusal


@dataclass(frozen=True)
class Undone:
    """What an undo took back, for `redo` to put back; `never` where it never went through. `steps`
    are what the entries were, with the step before them, where they can be put back as they are.
    """

    entries: tuple[Entry, ...]
    never: bool = False
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Amended:
    """A journal replayed with an amendment: the `replay`, later entries that `fell` since they
    don't stand any more, each with why, and the draws that are `gone`, since nothing asks for them.
    """

    replay: Replay
    fell: tuple[tuple[Entry, Refusal], ...]
    gone: tuple[Entry, ...]


@dataclass
class Replay:
    """A journal being replayed: take entries one by one, ask for the table at any time.

    `steps` are the entries that weren't taken back, in the order in which they count: by number,
    but in a sealed window by arrival, and where the host has put one in (ALL-8, design §3b). A step
    that is `void` doesn't stand, since a move that arrived earlier was recorded after it. `undone`
    is what was taken back since something was said. Where an entry that is on record doesn't go
    through, `failure` says why, and `beyond` are that entry and those behind it, which `undo` can
    take back one by one. With the `seed` draws are made again where what is drawn from differs.
    """

    game: Game
    start: Table
    steps: list[Step] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    beyond: list[Entry] = field(default_factory=list)
    failure: Failure | None = None
    seed: bytes = b""

    def __post_init__(self) -> None:
        self.on_record = [step.entry for step in self.steps]
        """What wasn't taken back, by number, amendments among it."""
        self._begun = self.start
        self._counting: frozenset[int] = frozenset()
        self._renamed: dict[int, tuple[int, str]] = {}

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.steps[-1].table if self.steps else self.start

    @property
    def live(self) -> list[Step]:
        """The steps that stand, in the order in which they count."""
        return [step for step in self.steps if step.void is None]

    def copy(self) -> Replay:
        """Another replay that stands the same, and can go on otherwise."""
        again = replace(self, steps=[*self.steps], undone=[*self.undone], beyond=[*self.beyond])
        again.on_record = [*self.on_record]
        again._begun, again._renamed = self._begun, dict(self._renamed)  # noqa: SLF001 - its own
        return again

    def apply(self, entry: Entry) -> Step:
        """Take `entry` in; raises a Refusal and changes nothing where it doesn't go through."""
        if entry.takes_back:
            return self._take_back(entry)
        if self.failure:
            raise self.failure.refusal
        step = self._amend(entry) if amends(entry) else self._count(entry)
        self.on_record.append(entry)
        self.undone.clear()
        if isinstance(step.move, Set) and step.move.renames:
            place = self.table.players.index(step.move.who)
            self._renamed[entry.number] = place, step.move.value
            self._seat()
            return self.steps[-1]
        return step

    def at_once(self, on_record: Sequence[Entry]) -> bool:
        """Take in a whole journal with its amendments; False where an entry doesn't stand."""
        fell, _ = self._count_all(on_record)
        self.on_record = list(on_record)
        if any(map(_is_drawn, on_record)):
            self._fix_words()
        return not fell

    def keep(self, entry: Entry) -> Step | None:
        """Take in an entry that is on record; None where it doesn't go through, or stands behind
        one that doesn't.
        """
        if self.has_aside and entry.text.partition(" ")[0] == "redo" and entry.takes_back:
            for again in self.undone.pop().entries:
                self._keep_again(again)
            return None
        try:
            return self.apply(entry)
        except Refusal as refusal:
            self.failure = self.failure or Failure(entry, refusal)
            self.beyond.append(entry)
            self.undone.clear()
            return None

    def _keep_again(self, entry: Entry) -> None:
        undone = list(self.undone)
        self.keep(entry)
        self.undone = undone

    @property
    def has_aside(self) -> bool:
        """Whether what was taken back last never went through."""
        return bool(self.undone) and self.undone[-1].never

    # ---- in which order entries count

    def _count(self, entry: Entry, place: int | None = None) -> Step:
        """Take in an entry at its place; those that count after it are judged anew."""
        place = self._place(entry, self.steps) if place is None else place
        later = self.steps[place:]
        noted = entry.of in self._counting  # also where its message counts after it by now
        if not later:
            self.steps.append(apply(self.game, self.table, entry, noted=noted))
            return self.steps[-1]
        kept, table = self.steps, self.table
        self.steps = kept[:place]
        try:
            step = apply(self.game, self.table, entry, noted=noted)
            self.steps.append(step)
            for one in later:
                self._judge_again(one)
        except Refusal:
            spoils, self.steps = len(self.steps) > place, kept
            if spoils:  # what the host has ruled since: that is what is wrong with it, as a rule
                apply(self.game, table, entry)
            raise
        return step

    def _judge_again(self, step: Step) -> None:
        """The same entry after others: void where it is a player's and doesn't stand any more, or
        that of its parts which does where these stand or fall one by one.
        """
        entry = step.typed or step.entry
        try:
            again = apply(self.game, self.table, entry, noted=True)
        except Refusal as refusal:
            if entry.who in {HOST, CHANCE}:
                raise
            part = self._what_stands(entry)
            if part is None:
                self._keep_void(replace(step, entry=entry), refusal)
                return
            again = part
        self.steps.append(again)

    def _what_stands(self, entry: Entry) -> Step | None:
        """The step of the parts of a move that stand; None where none does."""
        whole = self.game.grammar.typed(entry.text, PLAYER)
        if whole is None or not isinstance(whole, Divisible):
            return None
        good: tuple[Move, ...] = ()
        found, left_out = None, None
        for part in whole.parts():
            text = str(whole.joined((*good, part)))
            try:
                found = apply(self.game, self.table, replace(entry, text=text), noted=True)
            except Refusal as refusal:
                left_out = left_out or refusal
            else:
                good = (*good, part)
        return replace(found, typed=entry, left_out=left_out) if found else None

    def _keep_void(self, step: Step, refusal: Refusal) -> None:
        """What doesn't stand keeps its place in the order of arrival: it may stand again."""
        table, was, sealed = self.table, self.table.windows, step.sealed
        table = came_last(table, step.entry.received_at, of=sealed) if sealed else table
        void = replace(step, news=(), table=table, closed=(), was=was, void=refusal)
        self.steps.append(void)

    def _place(self, entry: Entry, steps: Sequence[Step]) -> int:
        """Before which of the steps an entry counts that comes after them: in a sealed window that
        is still open, of players' entries the first that arrived later (ALL-8). Whom the host has
        closed it for by name says the rest after that.
        """
        place = len(steps)
        table = steps[-1].table if steps else self.start
        last = last_arrival(table)
        if entry.who in {HOST, CHANCE} or last is None or entry.received_at > last:
            return place
        key = sealed_for(self.game, table, entry)
        for i in reversed(range(len(steps))):
            step = steps[i]
            if not key or key not in {(w.key, w.entry) for w in step.was}:
                break
            if step.sealed == key and _arrival(step.entry) <= _arrival(entry):
                break
            if isinstance(step.move, Close) and table.seat(entry.who) in step.move.who:
                break
            if step.sealed == key:
                place = i
        return place

    def _count_again(self, entry: Entry, *, waited: bool) -> Step:
        """Take in an entry that is on record: at its place or, where it came in time for a sealed
        window that ends by an entry which arrived after it, among those of that window; one that
        has `waited` nowhere else.
        """
        if entry.late:
            with suppress(Slip):  # put right, it may have come in time
                return self._count(entry)
            entry = replace(entry, late="")
        closing = self._closed_after(entry)
        if closing is None:
            return self._count(entry)
        try:
            return self._count(entry, self._place(entry, self.steps[:closing]))
        except Refusal:
            if waited:
                raise
        return self._count(entry)

    def _closed_after(self, entry: Entry) -> int | None:
        """The step that ended a sealed window, players alone having spoken since, and arrived after
        that entry; None where there is none.
        """
        for i in reversed(range(len(self.steps))):
            step = self.steps[i]
            if {entry.who, step.entry.who} & {HOST, CHANCE}:
                break
            if any(w.sealed for w in step.closed) and _arrival(entry) < _arrival(step.entry):
                return i
        return None

    # ---- amendments

    def amended(self, entry: Entry) -> Amended:
        """What would stand with the amendment that `entry` is, whatever falls by it; raises a
        Refusal where it can't be made.
        """
        move = read(self.game, self.table, HOST, entry.text)
        assert isinstance(move, Amendment)  # noqa: S101 - its verb says so
        counting = amended(self.on_record)
        check_amendment(counting, move, words_fixed=self.table.words_fixed)
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
        is_fixed, self.steps = self.table.words_fixed, outcome.replay.steps
        if is_fixed:
            self._fix_words()
        step = self.step(entry.number)
        assert step is not None  # noqa: S101 - an amendment counts itself, or what it inserts
        return step

    def _replayed(self, on_record: Sequence[Entry], *, about: Amendment | None = None) -> Amended:
        """The same journal with `on_record` on record; raises the Refusal of what is put right."""
        replay = Replay(self.game, self.start, seed=self.seed)
        stood = {step.entry.number for step in self.live}
        void = {step.entry.number: step for step in self.steps if step.void}
        mended = {on_record[-1].number} if about else set()
        mended |= {about.number} if isinstance(about, Amend) else set()
        fell, gone = replay._count_all(on_record)
        for number in fell.keys() & void.keys():
            replay._keep_void(void[number], fell[number][1])
        fell |= {s.entry.number: (s.entry, s.void) for s in replay.steps if s.void}
        for number in mended & fell.keys():
            raise fell[number][1]
        for step in replay.steps:
            if step.left_out and step.entry.number in mended:
                raise step.left_out
        fallen = tuple(fell[number] for number in sorted(fell) if number in stood)
        return Amended(replay, fallen, tuple(gone))

    def _count_all(
        self, on_record: Sequence[Entry]
    ) -> tuple[dict[int, tuple[Entry, Refusal]], list[Entry]]:
        """Take in all entries; what comes back are those that don't stand, with why, and draws that
        nothing asks for. What is said in a sealed window is tried again until host or chance
        speaks: what it goes with may have arrived before it and be recorded behind it.
        """
        entries = amended(on_record)
        self._counting = frozenset(entry.number for entry in entries)
        redraws, own = any(map(amends, on_record)), _due_by_amendments(on_record)
        fell: dict[int, tuple[Entry, Refusal]] = {}
        gone: list[Entry] = []
        waiting: list[Entry] = []
        for entry in entries:
            if _is_drawn(entry) and redraws:
                if not self.chance_due:
                    gone.append(entry)
                    continue
                at = None if entry.number in own else self._due_since
                entry = self._drawn_again(entry, at)  # noqa: PLW2901 - the same draw
            waiting = [] if entry.who in {HOST, CHANCE} else waiting
            for one in (entry, *waiting):
                try:
                    self._count_again(self._in_full(one), waited=one is not entry)
                except Refusal as refusal:
                    fell[one.number] = (one, refusal)
                else:
                    fell.pop(one.number, None)
            waiting = [one for one in (*waiting, entry) if one.number in fell and self._is_sealed]
        self._counting = frozenset()
        return fell, gone

    @property
    def _is_sealed(self) -> bool:
        """Whether a sealed window is open, or the last step has closed one."""
        was = self.steps[-1].was if self.steps else ()
        return any(window.sealed for window in (*was, *self.table.windows))

    def _drawn_again(self, entry: Entry, at: Instant | None) -> Entry:
        """The same draw as it is now."""
        text = draw(self.game, self.table, self.seed) if self.seed else entry.text
        return replace(entry, text=text, received_at=at or entry.received_at)

    def _in_full(self, entry: Entry) -> Entry:
        """The entry with the name of who said it, which an amendment may give in short (ALL-4)."""
        table = self.table
        if entry.who in {HOST, CHANCE} or table.seat(entry.who) in table.players:
            return entry
        return replace(entry, who=find(entry.who, table.players, table.callings))

    # ---- names

    def _seat(self) -> None:
        """Replay once more under the names that hold by now: what a player is called isn't a
        matter of when, and no game knows that a name can change.
        """
        numbers = (entry.number for entry in self.on_record)
        renamed = [self._renamed[number] for number in numbers if number in self._renamed]
        start = seated(self.game, self._begun, renamed)
        if (start.players, start.aliases) == (self.start.players, self.start.aliases):
            return
        is_fixed, self.start = self.table.words_fixed, start
        self._replay_again(words_fixed=is_fixed)

    def _replay_again(self, *, words_fixed: bool) -> None:
        self.steps = self._replayed(self.on_record).replay.steps
        if words_fixed:
            self._fix_words()

    def draw(self, number: int, at: Instant, recorded_at: Instant) -> Entry:
        """The chance entry that is due, drawn from the seed; `at` is the instant of the entry that
        was recorded last. Where in a sealed window another counts after that, the draw is dated by
        the one that made it due (ALL-8).
        """
        text = draw(self.game, self.table, self.seed)
        recorded = next((entry for entry in reversed(self.on_record) if not _is_drawn(entry)), None)
        if recorded is None or not amends(recorded):
            at = self._due_since or at
        return Entry(number, CHANCE, text, at, recorded_at, drawn="seed")

    @property
    def _due_since(self) -> Instant | None:
        """When the entry counts by which the draw became due that is due now; None where it was due
        before anything was said, or before the last that was.
        """
        steps = [step for step in self.live if not amends(step.entry)]
        if not steps:
            return None
        before = steps[-2].table if steps[1:] else self.start
        if not _is_drawn(steps[-1].entry) and chance_due(self.game, before):
            return None
        return steps[-1].entry.received_at

    @property
    def chance_due(self) -> bool:
        """Whether the rules want chance to speak."""
        return not self.failure and chance_due(self.game, self.table)

    def step(self, number: int, *, void: bool = False) -> Step | None:
        """The step of the entry of that number, if it stands, or also where it is `void`."""
        found = (step for step in self.steps if step.entry.number == number)
        return next((step for step in found if void or step.void is None), None)

    def table_after(self, number: int) -> Table:
        """The table after the last entry that stands up to that number."""
        until = (step.table for step in reversed(self.steps) if step.entry.number <= number)
        return next(until, self.start)

    # ---- undo and redo

    def last_by_a_person(self) -> Entry | None:
        """The last entry said by a person that wasn't taken back: what `undo` takes back."""
        latest = chain(reversed(self.beyond), reversed(self.on_record))
        return next((entry for entry in latest if entry.by_a_person), None)

    def redoable(self) -> Entry | None:
        """The entry that `redo` would put back."""
        last = self.undone[-1] if self.undone else None
        return last.entries[0] if last and not last.never else None

    def _take_back(self, entry: Entry) -> Step:
        move = read(self.game, self.table, HOST, entry.text)
        if isinstance(move, Undo):
            self.undone.append(self._undo(move))
        elif isinstance(move, Redo):
            self._redo(move)
        self._seat()
        return Step(entry, move, (), self.table)

    def _undo(self, move: Undo) -> Undone:
        last = self.last_by_a_person()
        if last is None:
            raise NotNow(
                "ALL-6", "nothing has been said that could be taken back.", quoted=str(move)
            )
        if last.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the last that was said; that is entry {last} "
                "({who}, {at}): gmtool undo {last}. To put entry {about} right: "
                "gmtool amend {about}.",
                quoted=str(move),
                number=move.number,
                about=self._about(move.number),
                last=last.number,
                who=last.who,
                at=last.received_at,
            )
        if any(entry.number == move.number for entry in self.beyond):
            never = tuple(entry for entry in self.beyond if entry.number >= move.number)
            self.beyond = self.beyond[: -len(never)]
            self.failure = self.failure if self.beyond else None
            return Undone(never, never=True)
        cut = next(i for i, one in enumerate(self.on_record) if one.number == move.number)
        group = tuple(self.on_record[cut:])
        is_fixed = self.table.words_fixed
        if is_fixed and group[0].text.startswith("words "):
            raise Refused(
                "ALL-3",
                "these words are part of every draw since the first; they can't be taken back any "
                "more.",
                quoted=str(move),
            )
        self.beyond, self.failure = [], None
        del self.on_record[cut:]
        last_steps = [step.entry for step in self.steps[len(self.steps) - len(group) :]]
        if any(map(amends, group)) or last_steps != list(group) or self._has_void:
            self._replay_again(words_fixed=is_fixed)
            return Undone(group)
        first = len(self.steps) - len(group)
        renames = any(entry.number in self._renamed for entry in group)
        steps = () if renames or not first else tuple(self.steps[first - 1 :])
        del self.steps[first:]
        if is_fixed:
            self._fix_words()
        return Undone(group, steps=steps)

    def _about(self, number: int) -> int:
        """The entry that the one of that number puts right; itself where it puts none right."""
        return next((about(entry) for entry in self.on_record if entry.number == number), number)

    @property
    def _has_void(self) -> bool:
        return any(step.void or step.left_out for step in self.steps)

    def _fix_words(self) -> None:
        """What was drawn may be taken back, but nobody may change what it was drawn from: the same
        moves give the same draws again.
        """
        table = replace(self.table, words_fixed=True)
        if self.steps:
            self.steps[-1] = replace(self.steps[-1], table=table)
        else:
            self.start = table

    def _redo(self, move: Redo) -> None:
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
                "entry {number} isn't the one taken back last; that is entry {last}: "
                "gmtool redo {last}.",
                quoted=str(move),
                number=move.number,
                last=target.number,
            )
        is_fixed = self.table.words_fixed
        undone = self.undone.pop()
        self.on_record += undone.entries
        if not undone.steps:
            self._replay_again(words_fixed=is_fixed)
            return
        self.steps[-1:] = undone.steps
        if is_fixed:
            self._fix_words()


def _is_drawn(entry: Entry) -> bool:
    return entry.who == CHANCE and entry.drawn == "seed"


def _due_by_amendments(on_record: Iterable[Entry]) -> set[int]:
    """The draws that an amendment made due, by number: they have its instant."""
    found, by_amendment = set(), False
    for entry in on_record:
        if not _is_drawn(entry):
            by_amendment = amends(entry)
        elif by_amendment:
            found.add(entry.number)
    return found


def _arrival(entry: Entry) -> tuple[Instant, int]:
    """In which order entries of a sealed window count: as they arrived, then as they were recorded
    (ALL-8).
    """
    return entry.received_at, entry.number


def replay_journal(game: Game, start: Table, entries: Iterable[Entry], seed: bytes = b"") -> Replay:
    """The replay of `entries`; of their good prefix where one doesn't go through, which wasn't
    taken back since.
    """
    entries = tuple(entries)
    replay = _at_once(game, start, entries, seed)
    if replay is None:
        replay = Replay(game, start, seed=seed)
        for entry in entries:
            replay.keep(entry)
    return replay


def _at_once(game: Game, start: Table, entries: tuple[Entry, ...], seed: bytes) -> Replay | None:
    """The replay of a journal with amendments, of which nothing was taken back and nobody renamed:
    counted once, not once for each. None for another one, or where something doesn't go through.
    """
    renames = any(
        e.who == HOST and e.text.startswith("set ") and " name=" in e.text for e in entries
    )
    back = any(entry.takes_back for entry in entries)
    if renames or back or not any(map(amends, entries)):
        return None
    replay = Replay(game, start, seed=seed)
    return replay if replay.at_once(entries) else None


def in_text_form(replay: Replay, entry: Entry) -> Entry:
    """The entry itself where its text is a text form, or nothing that is one move; else with the
    text form of what its words say at this table, the words being kept as they are.
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
    """The text form of an entry as gmtool writes it; as it stands where it is none."""
    if entry.who == HOST and (form := host_form(entry.text)):
        return form
    by = entry.who if entry.who in {HOST, CHANCE} else PLAYER
    move = replay.game.grammar.typed(entry.text, by)
    return entry.text if move is None else str(move)


@dataclass
class Reader:
    """Reads a journal's lines into a replay, numbering entries anew: a chance line that is missing
    where the rules want chance is drawn from the seed.

    `check_drawn` compares lines that claim to be drawn from the seed with what it gives. A line
    that is no text form is refused or, where it `reads`, taken as the move that its words are;
    `read_as` are those, each with its number.
    """

    replay: Replay
    mode: str
    check_drawn: bool
    reads: bool = False
    entries: list[Entry] = field(default_factory=list)
    read_as: list[Entry] = field(default_factory=list)

    def read(self, lines: Iterable[Line], end: Instant) -> tuple[Entry, ...]:
        """All entries, the drawn ones among them; raises LineRefused. Chance due before the first
        line comes at its instant, in an empty journal at `end`. What doesn't go through but was
        taken back later is on record, and let stand so.
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
        self._draw(Entry(0, "", "", end, end))
        return tuple(self.entries)

    def _read(self, entry: Entry, *, stands: bool, undone: bool) -> None:
        if entry.who != CHANCE:
            self._draw(entry, starting=entry.text == "start")
        elif entry.drawn == "seed" and self.check_drawn and self.replay.chance_due:
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
        if not self.reads:
            raise Prose(
                "ALL-6",
                "“{text}” is no text form of a move; perhaps `{form}` is meant.",
                quoted=entry.text,
                text=short(entry.text),
                form=form.text,
            )
        self.read_as.append(form)
        return form

    def _draw(self, otherwise: Entry, *, starting: bool = False) -> None:
        held = starting and self.mode == modes.HOLD  # then it is `start` that made it due
        cause = self.entries[-1] if self.entries and not held else otherwise
        while self.replay.chance_due and modes.draws_now(
            self.mode, self.replay.table, starting=starting
        ):
            number = len(self.entries) + 1
            drawn = self.replay.draw(number, cause.received_at, cause.recorded_at)
            self.replay.apply(drawn)
            self.entries.append(drawn)

    def _check(self, entry: Entry) -> None:
        drawn = self.replay.draw(0, entry.received_at, entry.recorded_at)
        if drawn.text != entry.text:
            raise Refused(
                "ALL-3",
                "the line says it was drawn from the seed, but the seed gives: {text}",
                quoted=entry.text,
                text=drawn.text,
            )
