"""Amendments: a game that was put right goes on as if all had been said right from the start
(ALL-6, ALL-8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from gmtool.desk.rehearse.bots import Dice
from gmtool.desk.session.session import empty_replay
from gmtool.engine.amendments import Amend, Amendment, Insert, Strike
from gmtool.engine.effective import amends
from gmtool.engine.entries import Entry
from gmtool.engine.instants import Instant
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.steps import Step, draw
from gmtool.engine.table import Table, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.windows import arrived_before
from gmtool.testing.broken import need, shown_by
from gmtool.testing.played import Subject
from gmtool.testing.random_headers import by_chance
from gmtool.testing.random_play import BEGIN, RandomGame

WHY = "typed wrong"
ENTRIES = 50
"""How long a game is that is amended; then it has been amended often enough."""


def an_amended_game_is_as_if_all_had_been_said_right(subject: Subject) -> None:
    """In random games the host puts right what is on record, now and then."""
    for number in subject.amended:
        header = by_chance(subject.game, number)
        replay = empty_replay(subject.game, header)
        game = Slips(header, replay, [], Dice(number), most=ENTRIES)
        game.play()
        with shown_by(None, game.text, subject.game.kind):
            _stands_anew(game)


def _stands_anew(game: Slips) -> None:
    replay, start = game.replay, empty_replay(game.game, game.header).start
    again = replay_journal(game.game, start, game.entries, replay.seed)
    need(snapshot(again) == snapshot(replay), "replayed, the amended game stands otherwise.")
    on_record = replay_journal(game.game, start, replay.on_record, replay.seed)
    same = without_undone(snapshot(on_record)) == without_undone(snapshot(replay))
    need(same, "replayed without what was undone, the amended game stands otherwise.")


def without_undone(stands: tuple[Any, ...]) -> tuple[Any, ...]:
    """What stands, but for words that are fixed by draws that were taken back."""
    table, *rest = stands
    return replace(table, words_fixed=False), *rest


@dataclass
class Slips(RandomGame):
    """A random game in which the host puts right what is on record, now and then; `slips` are the
    amendments by their numbers.
    """

    slips: dict[int, Amendment] = field(default_factory=dict)

    def play(self) -> None:
        """For so many entries, or to its end; a failure carries the journal."""
        with shown_by(None, self.text, self.game.kind):
            self.make_due(Entry(0, HOST, "", self.now, self.now))
            while len(self.entries) < self.most:
                if self.often(0.2) or wanted(self.game, self.table).nothing:
                    self._amends()
                if wanted(self.game, self.table).nothing:
                    break
                self.go_on()
            self._amends()

    def _amends(self) -> None:
        """Put something right; what falls by it is struck in the same breath. Of what makes much
        fall hardly any, or nothing is left to be put right.
        """
        for _ in range(6):
            slip = self._slip()
            if slip is None or self._refuses(slip):
                continue
            outcome = self.replay.judge_amendment(self._entry(slip))
            fell = outcome.invalidated
            if outcome.fold.table.paused:
                continue  # the players of these games don't wait
            if len(fell) > 4 and self.often(0.9):
                continue
            if fell:
                need(self._refuses(slip, for_good=True), f"{fell} fall without a word.")
            self._put_right(replace(slip, drop=tuple(entry.number for entry, _ in fell)))
            return

    def _refuses(self, slip: Amendment, *, for_good: bool = False) -> bool:
        """Whether an amendment is refused; then it changes nothing."""
        was = snapshot(self.replay)
        try:
            if for_good:
                self.replay.apply(self._entry(slip))
            else:
                self.replay.judge_amendment(self._entry(slip))
        except Refusal:
            need(snapshot(self.replay) == was, f"{slip} was refused, but changed something.")
            return True
        return False

    def _put_right(self, slip: Amendment) -> None:
        was = snapshot(self.replay)
        number = self._take(self._entry(slip)).entry.number
        self.slips[number] = slip
        self._check()
        self.make_due(self._entry(slip))
        if self.often(0.5):
            now = snapshot(self.replay)
            self._take(replace(self._entry(slip), text=f"undo {number}"))
            same = without_undone(snapshot(self.replay)) == without_undone(was)
            need(same, f"{number} taken back leaves something of it.")
            self._take(replace(self._entry(slip), text=f"redo {number}"))
            need(snapshot(self.replay) == now, f"{number} put back isn't as it was.")

    def _entry(self, slip: Amendment) -> Entry:
        return Entry(len(self.entries) + 1, HOST, str(slip), self.now, self.now)

    def apply(self, entry: Entry) -> Step:
        """What may have come too early for what its sender said later, comes last (ALL-8)."""
        try:
            return super().apply(entry)
        except Refusal:
            last = self.table.last_at
            if not entry.source or last is None or not arrived_before(self.table, entry):
                raise
            return super().apply(replace(entry, received_at=last))

    # ---- what is put right

    def _slip(self) -> Amendment | None:
        """Something that a host may find was typed wrong, most often lately."""
        steps = self.replay.effective
        first = max(0, len(steps) - 8) if self.often(0.6) else 0
        place = first + self.dice.below(len(steps) - first) if steps else 0
        if not steps or not steps[place].entry.by_a_person or amends(steps[place].entry):
            return None
        about, before = steps[place], steps[place - 1].table if place else self.replay.start
        number, way = about.entry.number, self.dice.below(5)
        if way == 0:
            return Strike(number, WHY)
        if way == 1:
            return Amend(number, WHY, at=self._instant(about, before))
        other = way == 2 or about.who == HOST
        who = self._somebody(before) if other else about.who
        move = self.game.some_move(before.state, who, self.dice) if who else None
        if move is None:
            return None
        if way == 4:
            return Insert(number, WHY, (), who, self._instant(about, before), str(move))
        return Amend(number, WHY, to=str(move), by=who if other else "")

    def _somebody(self, before: Table) -> str:
        """A player who may have spoken at that table."""
        turns = wanted(self.game, before).turns
        names = sorted({turn.who for turn in turns} - {HOST, CHANCE})
        return self.dice.random.choice(names) if names else ""

    def _instant(self, about: Step, before: Table) -> Instant:
        """Some instant in a window that was open then, or that of another entry in it."""
        if not before.windows:
            near = about.entry.received_at.plus(timedelta(minutes=self.dice.below(9) - 4))
            return min(near, self.now)
        window = self.dice.random.choice(before.windows)
        others = [
            s.entry.received_at
            for s in self.replay.effective
            if s.entry.received_at > window.opened
        ]
        if others and self.often(0.3):
            return self.dice.random.choice(others)
        until = max(window.opened, min(window.deadline, self.now))
        seconds = int(window.opened.until(until).total_seconds())
        return window.opened.plus(timedelta(seconds=self.dice.below(seconds + 1)))

    # ---- what it is then

    def _right(self) -> list[Entry]:
        """The journal as it would be had everything been typed right."""
        right: list[Entry] = []
        for entry in self.replay.on_record:
            slip = self.slips.get(entry.number)
            right = put_right(right, slip, entry) if slip else [*right, entry]
        return right

    def _check(self) -> None:
        """It stands as if everything had been said right from the start."""
        right = {entry.number: entry for entry in self._right()}
        void = {step.entry.number for step in self.replay.steps if step.void}
        left_out = right.keys() - {step.entry.number for step in self.replay.effective} - void
        need(
            all(right[number].is_made for number in left_out),
            f"entries {sorted(left_out)} are neither there nor void.",
        )
        self._check_from_the_start([entry for entry in right.values() if entry.number not in void])

    def _check_from_the_start(self, right: Iterable[Entry]) -> None:
        """The journal as it should have been typed, replayed without any amendment. A window that
        ends when all have spoken may have ended too early there for what arrived before its end, or
        not yet for chance that was typed behind it, where what ends it was typed later; and what a
        move builds on may have been typed behind it.
        """
        right = list(right)
        replay = Replay(self.game, self.replay.start, seed=self.replay.seed)
        own = due_by(self.slips, self.replay.on_record)
        last, numbers = BEGIN, {entry.number for entry in right}
        for entry in right:
            if entry.planned:
                made = replay.fold.plan_execution(entry)
                if made and made.who == replay.table.seat(entry.who):
                    replay.apply(made)
            elif not entry.is_drawn:
                try:
                    replay.apply(entry, recorded=True)
                except Refusal:
                    is_early = entry.who == CHANCE or entry.received_at < last
                    is_early |= any(is_placed_before(one, entry) for one in right)
                    need(is_early, "refused, and nothing arrived after it.")
                    return
                last = max(last, entry.received_at)
            elif replay.chance_due and entry.number in own:
                replay.apply(replace(entry, text=draw(self.game, replay.table, self.replay.seed)))
            elif replay.chance_due:
                replay.apply(replay.fold.draw(entry.number, entry.received_at, entry.recorded_at))
        same = untimed(stands(replay.table)) == untimed(stands(self.table))
        need(same, "said right from the start it is otherwise.")
        news, then = (
            {s.entry.number: s.news for s in one.effective if s.entry.number in numbers}
            for one in (self.replay, replay)
        )
        need(news == then, "said right from the start it tells something else.")


def untimed(table: Table) -> Table:
    """A table without deadlines: what opens by a move that ended a window early has its hours from
    when that was on record, which is later where it was put right.
    """
    now, then = (
        tuple(replace(one, deadline=one.opened, since=None) for one in windows)
        for windows in (table.windows, table.closed)
    )
    return replace(table, windows=now, closed=then)


def is_placed_before(one: Entry, other: Entry) -> bool:
    """Whether an entry was recorded after another one that it arrived before."""
    return one.number > other.number and one.received_at <= other.received_at


def put_right(entries: Sequence[Entry], slip: Amendment, by: Entry) -> list[Entry]:
    """The entries with that put right, as ALL-6 has it; it shares nothing with the replay."""
    place = next(i for i, entry in enumerate(entries) if entry.number == slip.number)
    about, right = entries[place], list(entries)
    match slip:
        case Insert():
            right.insert(place, Entry(by.number, slip.who, slip.text, slip.at, by.recorded_at))
        case Amend():
            text, who, at = (
                slip.to or about.text,
                slip.by or about.who,
                slip.at or about.received_at,
            )
            right[place] = replace(about, text=text, who=who, received_at=at)
        case Strike():
            del right[place]
    return [entry for entry in right if entry.number not in slip.drop]


def due_by(slips: Collection[int], said: Iterable[Entry]) -> set[int]:
    """The draws that were made since something was put right: they came with that."""
    found, last = set(), 0
    for entry in said:
        if entry.is_drawn and last in slips:
            found.add(entry.number)
        elif not entry.is_made:
            last = entry.number
    return found


def stands(table: Table) -> Table:
    """How it stands, but for what an amendment does by being said at its instant."""
    return replace(table, began=None, last_at=None, words_fixed=False)


def snapshot(replay: Replay) -> tuple[Any, ...]:
    """All that a replay knows of what stands, and what is void."""
    steps = [
        replace(step, table=replace(step.table, words_fixed=False)) for step in replay.effective
    ]
    void = {step.entry.number for step in replay.steps if step.void}
    return replay.table, steps, void, tuple(replay.on_record), replay.failure
