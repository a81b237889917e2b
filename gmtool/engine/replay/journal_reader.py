"""Whole journals: those on record are replayed, those in a file read line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from gmtool.engine import entropy
from gmtool.engine.effective import check_arrival, not_undone, taken_back_by
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read, read_typed
from gmtool.engine.game import Game
from gmtool.engine.grammar import PLAYER
from gmtool.engine.host_moves import host_form
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Line, as_meant
from gmtool.engine.moves import Move
from gmtool.engine.plans import typed_plan
from gmtool.engine.refusals import Prose, Refusal, Refused
from gmtool.engine.replay import Replay
from gmtool.engine.steps import is_said_already
from gmtool.engine.table import Table
from gmtool.engine.text import CHANCE, HOST, short, told


class LineRefused(Exception):
    """A line of a journal whose entry is refused, and why."""

    def __init__(self, line: Line, refusal: Refusal) -> None:
        super().__init__(line, refusal)
        self.line = line
        self.refusal = refusal


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


def _text_form(replay: Replay, entry: Entry) -> str:
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
class JournalReader:
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
        takes_back = entry.takes_back and not self.replay.undid_unapplied
        if stands or (takes_back and not undone):
            self.replay.apply(entry)
        else:
            self.replay.keep(entry)
        self.entries.append(entry)

    def _in_text_form(self, entry: Entry) -> Entry:
        if self.replay.failure:
            return entry
        entry = replace(entry, text=_text_form(self.replay, entry))
        form = in_text_form(self.replay, entry)
        if form == entry:
            return entry
        raise Prose(
            "ALL-6",
            f"“{short(entry.text)}” is no text form of a move; perhaps `{told(form.text)}` is "
            "meant.",
            quoted=entry.text,
        )

    def _make(
        self, fallback: Entry, *, before: Entry | None = None, starting: bool = False
    ) -> None:
        """Make the entries that are due and missing `before` a line, or at the end. The first draw
        is dated by the entry `otherwise` where no other made it due.
        """
        held = starting and self.mode == entropy.HOLD  # then it is `start` that made it due
        cause = self.entries[-1] if self.entries and not held else fallback
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
        return self.replay.entry_due(like, mode=self.mode, starting=starting)

    def _is_said_already(self, entry: Entry) -> bool:
        try:
            return is_said_already(self.replay.game, self.replay.table, entry)
        except Refusal:
            return False

    def _check(self, entry: Entry) -> None:
        drawn = self.replay.fold.draw(0, entry.received_at, entry.recorded_at)
        if drawn.text != entry.text:
            raise Refused(
                "ALL-3",
                f"the line says it was drawn from the seed, but the seed gives: {told(drawn.text)}",
                quoted=entry.text,
            )
