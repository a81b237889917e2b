"""Compares a game before a command and after it: which texts should have been written then
and now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gmtool.desk.session.message_types import (
    BRIEFING,
    LAPSED,
    RECEIPT,
    REFUSAL,
    REMINDER,
    RULING,
    UNCLEAR,
    life_of,
)
from gmtool.desk.session.recipients import SUBSTITUTE
from gmtool.desk.texts import triggers
from gmtool.desk.texts.blocks import MESSAGE, NOW, RECEIVED, TRIED, VOID, WINDOW
from gmtool.desk.texts.reminders import has_served
from gmtool.desk.texts.triggers import Trigger
from gmtool.desk.texts.writing import Writer, previewing
from gmtool.engine.amending import amendment_of
from gmtool.engine.amendments import Amend, Insert, Strike
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import frozen, replace
from gmtool.engine.game import CALL, PUBLIC
from gmtool.engine.host_moves import Replace, Set
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.plan_execution import plan_of
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table
from gmtool.store import Block, Draft, Sent, WriteTransaction

Key = tuple[str, int, str]
"""What identifies a text: its occasion, the entry that gave rise to it, and its reader by
the name at sign-up.
"""


@frozen
class Past:
    """A game before a command.

    `replay` is given where the command may change what was told before: an undo, an amendment, a
    ruling, a setting, or the end of the game.
    """

    table: Table
    replay: Replay | None = None


OF_ONE_PERSON = frozenset({BRIEFING, LAPSED, RECEIPT, REFUSAL, RULING, UNCLEAR})
"""Occasions about a person's own words, or for it alone: nobody who takes its seat gets them."""


@dataclass
class Compared:
    """A game in the `past` and as the `writer` has it now, after `moves` were made or undone."""

    writer: Writer
    room: WriteTransaction
    past: Past
    moves: Sequence[Move] = ()

    @property
    def game_id(self) -> int:
        return self.writer.session.record.id

    @cached_property
    def now(self) -> Replay:
        return self.writer.session.replay()

    @cached_property
    def was(self) -> Replay:
        assert self.past.replay is not None  # noqa: S101 - asked only where it is given
        return self.past.replay

    @cached_property
    def sent(self) -> dict[int, Sent]:
        return self.room.all_sent(self.game_id)

    @cached_property
    def drafts(self) -> tuple[Draft, ...]:
        return self.room.drafts(self.game_id)

    @cached_property
    def out(self) -> set[Key]:
        sent = (one for one in self.drafts if one.number in self.sent)
        return {(block.occasion, block.entry, one.to) for one in sent for block in one.blocks}

    @cached_property
    def changed(self) -> set[int]:
        """The numbers of the entries that count differently, and of all entries after
        the first of them.
        """
        was, now = self.was.steps, self.now.steps
        pairs = zip(was, now, strict=False)
        alike = next((i for i, (a, b) in enumerate(pairs) if not _same(a, b)), None)
        alike = min(len(was), len(now)) if alike is None else alike
        never = {one.number for one in self.was.beyond} - {one.number for one in self.now.beyond}
        return never | {step.entry.number for step in (*was[alike:], *now[alike:])}

    @cached_property
    def changes_the_past(self) -> bool:
        """Whether earlier entries count differently, beyond those that were just added at the
        end.
        """
        applied = {entry.number for entry in self.writer.session.applied_entries}
        return bool(self.changed - applied) and not self.is_set

    @cached_property
    def is_set(self) -> bool:
        return bool(self.moves) and all(map(self._names_anew, self.moves))

    def _names_anew(self, move: Move) -> bool:
        if isinstance(move, (Amend, Strike)):
            step = self.was.step(move.number) or self.now.step(move.number)
            return step is not None and isinstance(step.move, Replace)
        if isinstance(move, Insert):
            return move.text.startswith("replace ") and not move.drop
        return isinstance(move, (Set, Replace))

    def is_about_the_leaver(self, old: Draft, block: Block) -> bool:
        """Whether a block tells others how it was before a substitute came, who is all that is new:
        it stays as it is, and goes out before the post that introduces the substitute.
        """
        if not self.moves or not all(isinstance(move, Replace) for move in self.moves):
            return False
        by = self.writer.by
        seats = {by.seat(one.was) for one in by.replaced if one.number > block.entry}
        return bool(seats) and (not old.to or by.seat(old.to) not in seats)

    @cached_property
    def arisen(self) -> dict[Key, Trigger]:
        """The texts that should have been written, by key."""
        return self._arisen_in(self.now)

    @cached_property
    def arisen_before(self) -> dict[Key, Trigger]:
        return self._arisen_in(self.was)

    def _arisen_in(self, replay: Replay) -> dict[Key, Trigger]:
        session, found = self.writer.session, {}
        for one in triggers.find_triggers(session, replay.live):
            to = session.signed_up(one.message.to, replay.table)
            found[one.message.occasion, one.step.entry.number, to] = one
        return found

    def arises(self, one: Draft, block: Block) -> bool:
        """Whether a block of a draft is still a text that should have been written."""
        return (block.occasion, block.entry, one.to) in self.arisen

    def reads_as_before(self, key: Key) -> bool:
        """Whether the text should have been written before too, in the same words, by its entry or
        by the one that had led to it.
        """
        return key in self.moved or (key in self.arisen_before and self._reads_as(key, key))

    @cached_property
    def moved(self) -> dict[Key, Key]:
        """The texts that another entry leads to now, in the same words, such as what a night asks
        for that another vote began; each with its key before. One of the two went out.
        """
        new, old = (
            [key for key in one if key not in other]
            for one, other in (
                (self.arisen, self.arisen_before),
                (self.arisen_before, self.arisen),
            )
        )
        pairs = ((key, [one for one in old if one[::2] == key[::2]]) for key in new)
        return {
            key: then[0]
            for key, then in pairs
            if len(then) == 1 and {key, *then} & self.out and self._reads_as(then[0], key)
        }

    def has_moved(self, one: Draft, block: Block) -> bool:
        """Whether a block of a draft reads as it went out, though another entry leads to it now."""
        return (block.occasion, block.entry, one.to) in {*self.moved, *self.moved.values()}

    def _reads_as(self, old: Key, new: Key) -> bool:
        """Whether a text that should have been written before reads as another one does now."""
        both = ((self.was, self.arisen_before[old]), (self.now, self.arisen[new]))
        was, now = (
            replace(self.writer, by=one.step.table, replay=replay).arose(one)
            for replay, one in both
        )
        return (was.subject, was.body) == (now.subject, now.body)

    def again(self, old: Draft, block: Block) -> Block | None:
        """A block as it reads now; unchanged where only time has passed."""
        then = replace(self.writer, now=old.drafted_at).again(old.to, block)
        if then and (then.subject, then.body) == (block.subject, block.body):
            return block
        return self.writer.again(old.to, block)

    def then(self, replay: Replay, one: Draft, block: Block) -> str | None:
        key = (block.occasion, block.entry, one.to)
        step = replay.step(block.entry)
        if any(block.entry == entry.number for entry in replay.beyond):
            return block.body
        if not block.extra.get(NOW):
            arisen = self.arisen if replay is self.now else self.arisen_before
            if step is None or key not in arisen:
                return None
        table = step.table if step else replay.table_after(block.entry)
        return self.as_read(replay, table, one, block)

    def as_read(self, replay: Replay, table: Table, one: Draft, block: Block) -> str | None:
        """A block without markup, as of a replay and with the deadlines of a table; None where its
        entry doesn't count.
        """
        writer = replace(previewing(self.writer), by=table, now=one.drafted_at, replay=replay)
        new = writer.again(one.to, block)
        if new is None:
            return None
        to = table.seat(one.to) if one.to else PUBLIC
        return "\n".join(writer.finished(to, (new,))[1])

    def is_stale(self, old: Draft, block: Block, applied: Sequence[Step]) -> bool:
        """Whether a block is stale: what it asks for was given or can't be given any more, or what
        it refuses was recorded since by the `applied` steps.
        """
        by = self.writer.by
        if old.to and block.occasion in OF_ONE_PERSON and self.has_left(old, block):
            return True
        if block.occasion == UNCLEAR:
            return by.message(block.extra[MESSAGE]) is None
        if block.occasion == REFUSAL:
            return self._is_taken(old, block, applied)
        if block.occasion == LAPSED:  # a newer plan is in its place
            plan = plan_of(by, by.seat(old.to))
            return plan is not None and plan.number > block.entry
        if life_of(self.writer.session.game, block.occasion) != CALL:
            return False
        window, to = by.window(block.extra.get(WINDOW, "")), by.seat(old.to)
        return window is None or (
            block.occasion == REMINDER and has_served(self.writer, block, to, window)
        )

    def is_lost(self, one: Draft) -> bool:
        """Whether a message went to a substitute who, as it turns out, never had the seat: whoever
        has it knows nothing of that message.
        """
        stand = {(taken.number, taken.was) for taken in self.writer.by.replaced}
        told = (block.extra[SUBSTITUTE] for block in one.blocks if SUBSTITUTE in block.extra)
        return any((taken["number"], taken["was"]) not in stand for taken in told)

    def has_left(self, old: Draft, block: Block) -> bool:
        """Whether somebody else has the seat by now than when a text to it was drafted."""
        seat = self.writer.by.seat(old.to)
        later = (one for one in self.writer.by.replaced if one.who == seat)
        then = next((one.was for one in later if one.number > block.entry), seat)
        return then != seat

    def _is_taken(self, old: Draft, block: Block, applied: Sequence[Step]) -> bool:
        """Whether what was refused was recorded since, or is valid again."""
        about, by = block.extra.get(MESSAGE), self.writer.by
        if about:
            return by.message(about) is None
        if VOID in block.extra:
            step = self.now.step(block.extra[VOID], void=True)
            return step is None or not (step.void or step.left_out)
        to = by.seat(old.to)
        since = (s for s in applied if s.who == to and s.entry.number > block.entry)
        return set(block.extra[TRIED]) <= {part for step in since for part in _parts(step)}

    def is_put_in(self, replay: Replay, old: Draft, block: Block) -> bool:
        """Whether the host has since inserted what a block refuses, as a move that was missed, or
        it is valid again.
        """
        if VOID in block.extra:
            step = replay.step(block.extra[VOID])
            return step is not None and not step.left_out
        put_in = {e.number for e in replay.on_record if isinstance(amendment_of(e), Insert)}
        to = self.writer.by.seat(old.to)
        steps = (s for s in replay.live if s.entry.number in put_in and s.who == to)
        parts = {part for step in steps for part in _parts(step)}
        return bool(block.extra[TRIED]) and set(block.extra[TRIED]) <= parts

    def is_taken_now(self, old: Draft, block: Block) -> bool:
        """Whether a sent refusal would be different now: some of what it refuses would be
        accepted, or the reverse.
        """
        if not self._is_touched(block):
            return False
        tried = self._tried(old, block)
        before, by = self.past.table, self.writer.by
        return any(
            (self._verdict(before, e) is None) != (self._verdict(by, e) is None) for e in tried
        )

    def refused_by_now(self, old: Draft, block: Block) -> Block | None:
        """An unsent refusal with the reasons that apply now; None where some of it
        would be accepted.

        A new name changes no reason, and neither do later entries. A withdrawn refusal
        may be right again.
        """
        as_at_first = block in old.blocks
        if block.occasion != REFUSAL or VOID in block.extra:
            return block
        if as_at_first and not self._is_touched(block):
            return block
        tried, show = self._tried(old, block), self.writer.show(self.writer.by.seat(old.to))
        now = self.now.table_after(block.entry)
        found = [self._verdict(now, one) for one in tried]
        was = [facts["sentence"] for facts in block.extra["refusals"]]
        if as_at_first:
            before = [self._verdict(self.was.table_after(block.entry), one) for one in tried]
            was = [why and why.sentence(show) for why in before]
        if was == [why and why.sentence(show) for why in found]:
            return block
        why = [(one.text, why) for one, why in zip(tried, found, strict=True) if why]
        if len(why) < len(tried):
            return None
        extra, at = block.extra, Instant(block.extra[RECEIVED])
        to, about = self.writer.by.seat(old.to), extra[MESSAGE]
        new = self.writer.refusal(to, why, extra["recorded"], at, message=about)
        return replace(new, entry=block.entry)

    def _is_touched(self, block: Block) -> bool:
        """Whether a block refuses something, and earlier entries count differently since."""
        touched = self.changes_the_past and block.entry >= min(self.changed)
        return touched and block.occasion == REFUSAL and VOID not in block.extra

    def _tried(self, old: Draft, block: Block) -> list[Entry]:
        """What a refusal is about, as entries."""
        to, at = self.writer.by.seat(old.to), Instant(block.extra[RECEIVED])
        return [
            Entry(0, to, text, at, max(at, self.writer.desk.now)) for text in block.extra[TRIED]
        ]

    def _verdict(self, table: Table, entry: Entry) -> Refusal | None:
        try:
            apply(self.writer.session.game, table, entry)
        except Refusal as refusal:
            return refusal
        return None


def _same(a: Step, b: Step) -> bool:
    return (a.entry, a.void is None, a.news) == (b.entry, b.void is None, b.news)


def _parts(step: Step) -> Iterator[str]:
    """The text of a move and, where it is Divisible, of each of its parts; of each that a plan may
    make.
    """
    yield str(step.move)
    if isinstance(step.move, Plan):
        yield from (choice.move for stage in step.move.stages for choice in stage.choices)
    if isinstance(step.move, Divisible):
        yield from map(str, step.move.parts())
