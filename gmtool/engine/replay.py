"""State is the fold of the journal through the rules; undo and redo are entries too."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain

from gmtool.engine import modes
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Line
from gmtool.engine.moves import Redo, Set, Undo, Words, host_form
from gmtool.engine.refusals import NotNow, Prose, Refusal, Refused
from gmtool.engine.settings import seated
from gmtool.engine.steps import Step, chance_due, draw, hear, read, read_typed
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST, short

_NUMBER = re.compile(r"[0-9]{1,9}")


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


def live(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those of `entries` that stand, undo and redo left out; for a stretch of a journal in which
    nothing is taken back that came before it.
    """
    standing: list[Entry] = []
    undone: list[list[Entry]] = []
    for entry in entries:
        if not entry.takes_back:
            standing.append(entry)
        elif entry.text.startswith("undo"):
            number = _undone_by(entry)
            cut = next((i for i, e in enumerate(standing) if e.number == number), len(standing))
            undone.append(standing[cut:])
            del standing[cut:]
        elif undone:
            standing += undone.pop()
    return tuple(standing)


def _undone_by(entry: Entry) -> int:
    """The number of the entry that this one takes back; 0 for one that is no undo."""
    words = entry.text.split(" ")
    is_undo = entry.takes_back and words[0] == "undo" and len(words) > 1
    return int(words[1]) if is_undo and _NUMBER.fullmatch(words[1]) else 0


@dataclass
class Fold:
    """A journal being folded: take entries one by one, ask for the table at any time.

    `live` are the steps that stand, `undone` what was taken back since something was said: steps
    that `redo` could put back, or entries that never went through. Where an entry that is on record
    doesn't go through, `live` is the good prefix, `failure` says why, and `beyond` are that entry
    and those behind it, which `undo` can take back one by one.
    """

    game: Game
    start: Table
    live: list[Step] = field(default_factory=list)
    undone: list[tuple[Step, ...] | tuple[Entry, ...]] = field(default_factory=list)
    beyond: list[Entry] = field(default_factory=list)
    failure: Failure | None = None

    def __post_init__(self) -> None:
        self._begun = self.start
        self._renamed: dict[int, tuple[int, str]] = {}

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.live[-1].table if self.live else self.start

    def hear(self, entry: Entry) -> Step:
        """Take `entry` in; raises a Refusal and changes nothing where it doesn't go through."""
        if entry.takes_back:
            return self._take_back(entry)
        if self.failure:
            raise self.failure.refusal
        step = hear(self.game, self.table, entry)
        self.live.append(step)
        self.undone.clear()
        if isinstance(step.move, Set) and step.move.renames:
            place = self.table.players.index(step.move.who)
            self._renamed[entry.number] = place, step.move.value
            self._seat()
        return self.live[-1]

    def keep(self, entry: Entry) -> Step | None:
        """Take in an entry that is on record; None where it doesn't go through, or stands behind
        one that doesn't.
        """
        if self.has_aside and entry.text.partition(" ")[0] == "redo" and entry.takes_back:
            for again in self.undone.pop():
                if isinstance(again, Entry):
                    self._keep_again(again)
            return None
        try:
            return self.hear(entry)
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
        return bool(self.undone) and isinstance(self.undone[-1][0], Entry)

    def _seat(self) -> None:
        """Fold anew under the names that hold by now: what a player is called isn't a matter of
        when, and no game knows that a name can change.
        """
        numbers = (step.entry.number for step in self.live)
        renamed = [self._renamed[number] for number in numbers if number in self._renamed]
        start = seated(self.game, self._begun, renamed)
        if (start.players, start.aliases) == (self.start.players, self.start.aliases):
            return
        again = Fold(self.game, start)
        for step in self.live:
            again.live.append(hear(self.game, again.table, step.entry))
        is_fixed = self.table.words_fixed
        self.start, self.live = start, again.live
        if is_fixed:
            self._fix_words()

    def draw(self, seed: bytes, number: int, at: Instant, recorded_at: Instant) -> Entry:
        """The chance entry that is due, drawn from the seed; `at` is the instant of the entry
        that made it due.
        """
        text = draw(self.game, self.table, seed)
        return Entry(number, CHANCE, text, at, recorded_at, drawn="seed")

    @property
    def chance_due(self) -> bool:
        """Whether the rules want chance to speak."""
        return not self.failure and chance_due(self.game, self.table)

    def step(self, number: int) -> Step | None:
        """The step of the entry of that number, if it stands."""
        last = self._until(number)
        return last if last and last.entry.number == number else None

    def table_after(self, number: int) -> Table:
        """The table after the last entry that stands up to that number."""
        last = self._until(number)
        return last.table if last else self.start

    def _until(self, number: int) -> Step | None:
        many = bisect_right(self.live, number, key=lambda step: step.entry.number)
        return self.live[many - 1] if many else None

    def last_said(self) -> Entry | None:
        """The last entry said by a person that wasn't taken back: what `undo` takes back."""
        standing = chain(reversed(self.beyond), (step.entry for step in reversed(self.live)))
        return next((entry for entry in standing if entry.by_a_person), None)

    def redoable(self) -> Entry | None:
        """The entry that `redo` would put back."""
        first = self.undone[-1][0] if self.undone else None
        return first.entry if isinstance(first, Step) else None

    def _take_back(self, entry: Entry) -> Step:
        move = read(self.game, self.table, HOST, entry.text)
        if isinstance(move, Undo):
            self.undone.append(self._undo(move))
        elif isinstance(move, Redo):
            self.live.extend(self._redo(move))
        self._seat()
        return Step(entry, move, (), self.table)

    def _undo(self, move: Undo) -> tuple[Step, ...] | tuple[Entry, ...]:
        last = self.last_said()
        if last is None:
            raise NotNow(
                "ALL-6", "nothing has been said that could be taken back.", quoted=str(move)
            )
        if last.number != move.number:
            raise Refused(
                "ALL-6",
                "entry {number} isn't the last that was said; that is entry {last} "
                "({who}, {at}): gmtool undo {last}.",
                quoted=str(move),
                number=move.number,
                last=last.number,
                who=last.who,
                at=last.received_at,
            )
        if any(entry.number == move.number for entry in self.beyond):
            never = tuple(entry for entry in self.beyond if entry.number >= move.number)
            self.beyond = self.beyond[: -len(never)]
            self.failure = self.failure if self.beyond else None
            return never
        cut = next(i for i, s in enumerate(self.live) if s.entry.number == move.number)
        group = tuple(self.live[cut:])
        is_fixed = self.table.words_fixed
        if is_fixed and isinstance(group[0].move, Words):
            raise Refused(
                "ALL-3",
                "these words are part of every draw since the first; they can't be taken back any "
                "more.",
                quoted=str(move),
            )
        self.beyond, self.failure = [], None
        del self.live[cut:]
        if is_fixed:
            self._fix_words()
        return group

    def _fix_words(self) -> None:
        """What was drawn may be taken back, but nobody may change what it was drawn from: the same
        moves give the same draws again.
        """
        table = replace(self.table, words_fixed=True)
        if self.live:
            self.live[-1] = replace(self.live[-1], table=table)
        else:
            self.start = table

    def _redo(self, move: Redo) -> tuple[Step, ...]:
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
        steps = self.undone.pop()
        return tuple(step for step in steps if isinstance(step, Step))


def replay(game: Game, start: Table, entries: Iterable[Entry]) -> Fold:
    """The fold of `entries`; of their good prefix where one doesn't go through, which wasn't taken
    back since.
    """
    fold = Fold(game, start)
    for entry in entries:
        fold.keep(entry)
    return fold


def in_text_form(fold: Fold, entry: Entry) -> Entry:
    """The entry itself where its text is a text form, or nothing that is one move; else with the
    text form of what its words say at this table, the words being kept as they are.
    """
    who = fold.table.seat(entry.who)
    try:
        read(fold.game, fold.table, who, entry.text)
    except Prose:
        pass
    except Refusal:
        return entry
    else:
        return entry
    try:
        (move,) = read_typed(fold.game, fold.table, who, entry.text)
    except (Refusal, ValueError):
        return entry
    return replace(entry, text=str(move), raw=entry.raw or entry.text)


def _canonical(fold: Fold, entry: Entry) -> str:
    """The text form of an entry as gmtool writes it; as it stands where it is none."""
    if entry.who == HOST and (form := host_form(entry.text)):
        return form
    by = entry.who if entry.who in {HOST, CHANCE} else PLAYER
    move = fold.game.grammar.typed(entry.text, by)
    return entry.text if move is None else str(move)


@dataclass
class Reader:
    """Reads a journal's lines into a fold, numbering entries anew: a chance line that is missing
    where the rules want chance is drawn from the seed.

    `check_drawn` compares lines that claim to be drawn from the seed with what it gives. A line
    that is no text form is refused or, where it `reads`, taken as the move that its words are;
    `read_as` are those, each with its number.
    """

    fold: Fold
    seed: bytes
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
        standing = {entry.number for entry in live(line.entry for line in lines)}
        undone = {_undone_by(line.entry) for line in lines}
        bad: tuple[Line, Refusal] | None = None
        for line in lines:
            try:
                number = line.entry.number
                self._read(line.entry, stands=number in standing, undone=number in undone)
            except Refusal as refusal:
                bad = (bad[0] if bad else line), refusal
                break
            failure = self.fold.failure
            bad = (bad or (line, failure.refusal)) if failure else None
        if bad:
            raise LineRefused(*bad) from bad[1]
        self._draw(Entry(0, "", "", end, end))
        return tuple(self.entries)

    def _read(self, entry: Entry, *, stands: bool, undone: bool) -> None:
        if entry.who != CHANCE:
            self._draw(entry, starting=entry.text == "start")
        elif entry.drawn == "seed" and self.check_drawn and self.fold.chance_due:
            self._check(entry)
        entry = self._in_text_form(replace(entry, number=len(self.entries) + 1))
        takes_back = entry.takes_back and not self.fold.has_aside
        if stands or (takes_back and not undone):
            self.fold.hear(entry)
        else:
            self.fold.keep(entry)
        self.entries.append(entry)

    def _in_text_form(self, entry: Entry) -> Entry:
        if self.fold.failure:
            return entry
        entry = replace(entry, text=_canonical(self.fold, entry))
        form = in_text_form(self.fold, entry)
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
        while self.fold.chance_due and modes.draws_now(
            self.mode, self.fold.table, starting=starting
        ):
            number = len(self.entries) + 1
            drawn = self.fold.draw(self.seed, number, cause.received_at, cause.recorded_at)
            self.fold.hear(drawn)
            self.entries.append(drawn)

    def _check(self, entry: Entry) -> None:
        drawn = self.fold.draw(self.seed, 0, entry.received_at, entry.recorded_at)
        if drawn.text != entry.text:
            raise Refused(
                "ALL-3",
                "the line says it was drawn from the seed, but the seed gives: {text}",
                quoted=entry.text,
                text=drawn.text,
            )
