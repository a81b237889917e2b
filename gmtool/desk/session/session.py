"""A session: a game loaded for one command, and written back with all that followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256

from msgspec.structs import replace

from gmtool.desk.problems import DeskProblem, UndecidedRules
from gmtool.desk.session import versions
from gmtool.desk.session.other_games import OtherGames
from gmtool.desk.session.position import Position
from gmtool.desk.session.visibility import (
    apply_entry,
    entry_concerned,
    is_for_all,
    is_known,
    redact_entry,
)
from gmtool.desk.times.deadline_calculation import CALENDAR
from gmtool.engine import entropy, journal
from gmtool.engine.amendments import Adopt
from gmtool.engine.effective import amends, check_arrival
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read
from gmtool.engine.game import PUBLIC, Course, Game
from gmtool.engine.header import Header
from gmtool.engine.host_moves import Replace, Set
from gmtool.engine.instants import Instant
from gmtool.engine.ledger import Ledger, Seal, link, said
from gmtool.engine.options import UnknownOption, read_options
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.rulings import clauses
from gmtool.engine.steps import Step, apply, chance_due, draw, due
from gmtool.engine.table import Table, lay, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close, Extend
from gmtool.engine.windows import arrived_before, came_earlier
from gmtool.store import GameRecord

Journal = Callable[[], Sequence[Entry]]
"""Reads a game's entries from the store."""


@dataclass
class Session(Position):
    """One game, loaded for one command. `applied` are the steps that aren't written yet, `folded`
    is the `digest` where it is known.
    """

    folded: str | None = None
    applied: list[Step] = field(default_factory=list)
    journal: Journal = tuple
    """Reads the stored entries on demand."""
    others: OtherGames = field(default_factory=OtherGames)
    """The other running games."""
    replays: dict[int, Replay] = field(default_factory=dict)
    """Replays of the journal, by the number of applied steps in them."""
    stored_hash: Callable[[int], str] = lambda _number: ""
    """Reads the hash in the chain of a stored entry; empty where none is stored with it."""
    hashes: dict[int, str] = field(default_factory=dict)
    """The hashes of entries that aren't written yet or have none, by number."""
    from_snapshot: bool = False
    """Whether it was loaded from a snapshot that is whole."""

    @cached_property
    def digest(self) -> str:
        """The digest of the stored journal (`digest_of`), which only what writes or checks has to
        know.
        """
        return digest_of(self.header, self.journal()) if self.folded is None else self.folded

    @property
    def digest_now(self) -> str:
        """The digest of the journal with the applied steps."""
        return digest_after(self.digest, self.applied_entries)

    def signed_up(self, who: str, by: Table | None = None) -> str:
        """The name with which the seat of a player signed up, whoever has it now or, in the table
        `by`, had it then.
        """
        players = (by or self.table).players
        return self.header.players[players.index(who)] if who else PUBLIC

    @cached_property
    def ledger(self) -> Ledger:
        """What binds the game to what its players saw."""
        return Ledger.of(self.header, self.game.options)

    def hash_of(self, number: int) -> str:
        """The hash, in hex, of an entry in the chain, or the commitment for number 0."""
        found = self.hashes.get(number) or (number and self.stored_hash(number))
        if number and not found:
            self.chain(self.journal())
        return found or self.hashes.get(number, self.ledger.commitment)

    def all_hashes(self, stored: Sequence[str]) -> tuple[str, ...]:
        """The hashes of all entries; where one isn't `stored`, as another program added its entry,
        it follows from the journal.
        """
        every = (kept or self.hash_of(n) for n, kept in enumerate(stored, 1))
        new = (self.hashes[entry.number] for entry in self.applied_entries if self.hashes)
        return (*every, *new)

    def seal(self, entry: Entry, by: Table) -> Seal:
        """The seal of an entry, as a receipt shows that of a sealed move. In the table `by` the
        seats are called as when it counts: who had one may have left it, or never have had it.
        """
        seat = by.seat(entry.who)
        who = self.signed_up(seat, by) if seat in by.players else entry.who
        return self.ledger.seal(entry, who)

    @property
    def course(self) -> Course | None:
        """About how long the game takes, by its set-up alone, which holds no secret; None where
        its kind doesn't say.
        """
        return self.game.course(lay_recorded_table(self.game, self.header).state)

    @property
    def is_last_open(self) -> bool:
        """As of any position. A close of a private window tells of it, and one for a player of whom
        it asks something.
        """
        last = self.last_by_a_person
        if last is None or (self.from_snapshot and not self.applied):
            return self.kept_open
        try:
            move = read(self.game, self.table, last.who, last.text)
        except Refusal:  # read with the names of that time
            return False
        in_private = bool(wanted(self.game, self.table).in_private)
        if isinstance(move, (Close, Extend)) and (in_private or move.who):
            step = None if in_private else self._step(last.number)
            return step is not None and is_for_all(step)
        return move.public == str(move)

    def _step(self, number: int) -> Step | None:
        applied = (step for step in self.applied if step.entry.number == number)
        return next(applied, None) or self.replay().step(number)

    def apply(self, entry: Entry) -> Step:
        """Apply an entry under the next number, and those that follow from it and that nobody says:
        draws, and plans carried out.

        Raises a Refusal and changes nothing where the rules refuse it, and DeskProblem where an
        earlier entry was refused.
        """
        check_arrival(entry)
        entry = replace(entry, number=self.number + 1)
        if entry.takes_back:
            return self._by_replay(entry)
        self.see_that_it_is_whole()
        before = (self.table, self.number, self.last_by_a_person, self.redoable, list(self.applied))
        hashes, failure = dict(self.hashes), self.failure
        try:
            self._make_due(entry, starting=entry.text == "start")
            entry = replace(entry, number=self.number + 1)
            if amends(entry) or self._is_placed(entry):
                was = self.replay() if self.undecided and not amends(entry) else None
                step = self._by_replay(entry)
                if was:
                    self._see_that_rules_agree(versions.of_late_entry(was, self.replay()))
                return step
            try:
                step = self._judged(entry)
            except Refusal:
                if not self._may_count_before(entry):
                    raise
                return self._by_replay(entry)
            if isinstance(step.move, (Set, Replace)) and step.move.new_name:
                return self._by_replay(entry)
            self._take(step)
        except Exception:
            self.table, self.number, self.last_by_a_person, self.redoable, self.applied = before
            self.hashes, self.failure = hashes, failure
            self.replays = {
                n: replay for n, replay in self.replays.items() if n <= len(self.applied)
            }
            raise
        self._make_due(entry)
        return step

    def see_that_it_is_whole(self) -> None:
        """Raise DeskProblem where an entry on record was refused."""
        if self.failure:
            raise DeskProblem(
                f"{self.name}: {self.what_failed}; `gmtool repair` shows the way out."
            )

    def try_out(self, entry: Entry) -> Step:
        """The step of `entry`, without applying it; raises a Refusal."""
        entry = replace(entry, number=self.number + 1)
        if amends(entry) or self._is_placed(entry):
            return self.replay().apply(entry)
        try:
            return apply(self.game, self.table, entry)
        except Refusal:
            if not self._may_count_before(entry):
                raise
            return self.replay().apply(entry)

    def _is_placed(self, entry: Entry) -> bool:
        """Whether an entry may count before another one, or would have had to (ALL-8)."""
        is_late_ruling = entry.who == HOST and came_earlier(self.table, entry)
        return is_late_ruling or arrived_before(self.table, entry)

    def _may_count_before(self, entry: Entry) -> bool:
        """Whether a player's entry may count within a window that a later arrival has closed."""
        return entry.who not in {HOST, CHANCE} and came_earlier(self.table, entry)

    def deal(self, at: Instant) -> None:
        """Make the draws that the set-up wants, where this game draws before the start."""
        begin = Entry(0, "", "", at, at)
        self._make_due(begin)

    def replay(self) -> Replay:
        """The replay of the whole journal, or of its good prefix, with the applied steps."""
        return self._replayed(len(self.applied))

    def replay_before(self) -> Replay:
        """The replay of the journal without the applied steps."""
        return self._replayed(0)

    @property
    def applied_entries(self) -> tuple[Entry, ...]:
        """The entries of the applied steps, to be written."""
        return tuple(step.entry for step in self.applied)

    def _replayed(self, applied: int) -> Replay:
        """The replay with that many of the applied steps; it is made once for each number."""
        if applied not in self.replays:
            seed, start = (
                bytes.fromhex(self.header.seed),
                lay_recorded_table(self.game, self.header),
            )
            entries = (*self.journal(), *self.applied_entries[:applied])
            self.replays[applied] = replay_journal(self.game, start, entries, seed)
        return self.replays[applied].copy()

    def _take(self, step: Step) -> None:
        known = partial(is_known, step.entry, step, was=None, now=step)
        self._chain(step.entry, step, step.table, known)
        self.applied.append(step)
        self.table = step.table
        self.number = step.entry.number
        self.redoable = None
        if step.entry.by_a_person:
            self.last_by_a_person = step.entry

    def _chain(self, entry: Entry, step: Step | None, by: Table, known: Callable[[], bool]) -> None:
        """Add an entry to the chain: as it is where everybody may know it, else by its digest; `by`
        the table that there is with it.
        """
        shown = said(entry) if known() else self.seal(redact_entry(entry, step), by).digest
        before = self.hash_of(entry.number - 1)
        self.hashes[entry.number] = link(before, entry, shown)

    def chain(self, entries: Iterable[Entry]) -> None:
        """Add entries that were recorded by another desk to the chain."""
        replay = empty_replay(self.game, self.header)
        for entry in entries:
            step, known = apply_entry(replay, entry)
            self._chain(entry, step, replay.table, partial(bool, known))

    def _make_due(self, cause: Entry, *, starting: bool = False) -> None:
        """Make the entries that are due and that nobody says, dated by the one that made them
        due.
        """
        while made := self._due(cause, starting=starting):
            self._take(self._judged(made))
            cause = made

    def _judged(self, entry: Entry) -> Step:
        """The step of an entry. Raises a Refusal; and UndecidedRules where newer rules, of which
        the host hasn't decided, would make something else of it.
        """
        step = apply(self.game, self.table, entry)
        if self.undecided and not isinstance(step.move, Adopt):
            self._see_that_rules_agree(versions.of_entry(self.game, self.table, step))
        return step

    def _see_that_rules_agree(self, otherwise: str) -> None:
        if otherwise:
            raise UndecidedRules(
                f"{self.name}: nothing was recorded, for here the rules have changed since the "
                f"game began ({clauses(self.undecided)}). By those of today: {otherwise}. "
                "Decide by which it goes on; `gmtool rule adopt` shows what there is to choose."
            )

    def _due(self, cause: Entry, *, starting: bool) -> Entry | None:
        """The next entry that is due and that nobody says; None where there is none."""
        if self.failure:
            return None
        number, recorded_at = self.number + 1, cause.recorded_at
        wants = chance_due(self.game, self.table)
        if wants and entropy.draws_now(self.mode, self.table, starting=starting):
            text = draw(self.game, self.table, bytes.fromhex(self.header.seed))
            at = cause.received_at
            return Entry(number, CHANCE, text, at, recorded_at, drawn="seed")
        if not self.table.plans:
            return None
        return due(self.game, self.table, replace(cause, number=self.number))

    def _make_due_in(self, replay: Replay, cause: Entry) -> None:
        """Make the entries that are due in a replay, dated by those that made them due (ALL-8)."""
        while not self.failure:
            made = replay.entry_due(replace(cause, number=self.number + 1), mode=self.mode)
            if made is None:
                return
            self._take(replay.apply(made))
            self.table = replay.table  # what was made may count before what came later

    def _by_replay(self, entry: Entry) -> Step:
        replay, about = self.replay(), entry_concerned(entry)
        was = replay.step(about, void=True)
        step = replace(replay.apply(entry), entry=entry)  # an insert as it is on record
        known = is_known(entry, step, was=was, now=replay.step(about, void=True))
        self._chain(entry, step, replay.table, partial(bool, known))
        self.applied.append(step)
        self.table, self.number, self.failure = replay.table, entry.number, replay.failure
        self.last_by_a_person = replay.last_by_a_person()
        redoable = replay.redoable()
        self.redoable = redoable.number if redoable else None
        self._make_due_in(replay, entry)
        self.replays[len(self.applied)] = replay
        return step


def begin(record: GameRecord, game: Game) -> Session:
    """The session of a game without entries; raises Refused for a set-up that the rules forbid."""
    table = lay_table(game, record.header)
    return Session(record, game, table, 0, None, None, digest_of(record.header))


def replayed_session(record: GameRecord, game: Game, entries: Sequence[Entry]) -> Session:
    """The session of a game by replay; raises DeskProblem where the rules refuse its set-up."""
    replay = replay_journal(
        game, lay_recorded_table(game, record.header), entries, bytes.fromhex(record.header.seed)
    )
    return session_at(record, replay, entries)


def session_at(record: GameRecord, replay: Replay, entries: Sequence[Entry]) -> Session:
    """The session of a game whose `entries` were replayed."""
    redoable = replay.redoable()
    return Session(
        record,
        replay.game,
        replay.table,
        entries[-1].number if entries else 0,
        replay.last_by_a_person(),
        redoable.number if redoable else None,
        failure=replay.failure,
        journal=lambda: entries,
        replays={0: replay.copy()},
    )


def lay_table(game: Game, header: Header) -> Table:
    """The table that a header sets up; raises Refused or UnknownOption."""
    options = read_options(game.options, header.options)
    begun_with = {**header.settings, "zone": header.zone}
    return lay(
        game,
        header.players,
        options,
        header.aliases,
        begun_with=begun_with,
        calendar=CALENDAR,
        rules=header.rules,
    )


def empty_replay(game: Game, header: Header) -> Replay:
    """The replay of a game before its first entry; raises Refused or UnknownOption."""
    return Replay(game, lay_table(game, header), seed=bytes.fromhex(header.seed))


def lay_recorded_table(game: Game, header: Header) -> Table:
    """The first table of a game on record; raises DeskProblem where the rules refuse its set-up."""
    try:
        return lay_table(game, header)
    except (Refusal, UnknownOption) as error:
        raise DeskProblem(
            f"{header.name}: its set-up doesn't go through the rules any more ({error}); `export` "
            "and `backup` still work."
        ) from error


def digest_of(header: Header, entries: Iterable[Entry] = ()) -> str:
    """The SHA-256, in hex, of a journal as it is stored, chained entry by entry."""
    lines = "\n".join(journal.header_lines(header))
    return digest_after(sha256(lines.encode("utf-8", "surrogatepass")).hexdigest(), entries)


def digest_after(so_far: str, entries: Iterable[Entry]) -> str:
    """The digest of a journal whose digest was `so_far`, with `entries` added."""
    for entry in entries:
        link = f"{so_far}\n{entry.number}\n{journal.write_entry(entry)}"
        so_far = sha256(link.encode("utf-8", "surrogatepass")).hexdigest()
    return so_far
