"""The journal of a game before a command and after it, with the texts that follow from each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from gmtool.desk.session.diff import TextDiff
from gmtool.desk.session.message_types import CORRECTION
from gmtool.desk.texts.triggers import Trigger, find_triggers
from gmtool.desk.texts.writing import Writer
from gmtool.engine.amendments import Amend, Amendment, Insert, Strike
from gmtool.engine.effective import amendment_of, amends
from gmtool.engine.entries import Entry
from gmtool.engine.frozen import replace
from gmtool.engine.host_moves import Replace, Set
from gmtool.engine.instants import NEVER
from gmtool.engine.moves import Move
from gmtool.engine.replay import Replay
from gmtool.store import Block, Draft, ReadTransaction, Sent

Key = tuple[str, int, str]
"""A text's occasion, the entry that gave rise to it, and its reader by the name at sign-up."""


def key_of(draft: Draft, block: Block) -> Key:
    """The key of a block of a message."""
    return block.occasion, block.entry, draft.to


def diffs_in(block: Block) -> tuple[TextDiff, ...]:
    """What a correction tells of."""
    return tuple(map(TextDiff.of, block.extra["wrong"]))


@dataclass
class BeforeAfter:
    """A game as it was `before`, and as the `writer` has it after `moves` were made or undone; with
    its outbox as it was then.
    """

    writer: Writer
    room: ReadTransaction
    before: Replay
    moves: Sequence[Move] = ()

    @cached_property
    def after(self) -> Replay:
        """The journal as it is now."""
        return self.writer.session.replay()

    @property
    def replays(self) -> tuple[Replay, Replay]:
        """The journal as it was, and as it is now."""
        return self.before, self.after

    # ---- the outbox

    @cached_property
    def drafts(self) -> tuple[Draft, ...]:
        """The last revisions of all messages."""
        return self.room.drafts(self.writer.session.record.id)

    @cached_property
    def sent(self) -> dict[int, Sent]:
        """What went out, by the message's number."""
        return self.room.all_sent(self.writer.session.record.id)

    @cached_property
    def sent_keys(self) -> set[Key]:
        """The keys of the texts that went out."""
        sent = (one for one in self.drafts if one.number in self.sent)
        return {key_of(one, block) for one in sent for block in one.blocks}

    @cached_property
    def corrections(self) -> dict[tuple[int, str, int], TextDiff]:
        """The texts that were corrected, or are to be: as told at first, as told when a correction
        was last sent, and when that was, NEVER where none was.
        """
        told: dict[tuple[int, str, int], TextDiff] = {}
        for one in self.drafts:
            sent = self.sent.get(one.number)
            corrections = (block for block in one.blocks if block.occasion == CORRECTION)
            for diff in (diff for block in corrections for diff in diffs_in(block)):
                then = told.get(diff.key) or replace(diff, now=diff.was, put_right=NEVER)
                told[diff.key] = replace(then, now=diff.now, put_right=sent.at) if sent else then
        return told

    # ---- the journal

    @cached_property
    def changed_entries(self) -> set[int]:
        """The numbers of the entries that count differently, and of all after the first of them."""
        was, now = ([(s.entry, s.void is None, s.news) for s in one.steps] for one in self.replays)
        pairs = enumerate(zip(was, now, strict=False))
        alike = next((n for n, (a, b) in pairs if a != b), min(len(was), len(now)))
        never, after = ({entry.number for entry in one.unapplied} for one in self.replays)
        return never - after | {entry.number for entry, *_ in (*was[alike:], *now[alike:])}

    @cached_property
    def changes_the_past(self) -> bool:
        """Whether entries count differently, beyond those that were just added at the end."""
        applied = {entry.number for entry in self.writer.session.applied_entries}
        return bool(self.changed_entries - applied) and not self.only_sets

    def touches(self, block: Block) -> bool:
        """Whether entries count differently since a block arose."""
        return self.changes_the_past and block.entry >= min(self.changed_entries)

    @cached_property
    def only_sets(self) -> bool:
        """Whether the moves only set something, or give a seat to somebody else."""
        return bool(self.moves) and all(map(self._sets, self.moves))

    def _sets(self, move: Move) -> bool:
        if isinstance(move, (Amend, Strike)):
            step = self.before.step(move.number) or self.after.step(move.number)
            return step is not None and isinstance(step.move, Replace)
        if isinstance(move, Insert):
            return move.text.startswith("replace ") and not move.drop
        return isinstance(move, (Set, Replace))

    @cached_property
    def amendments(self) -> list[tuple[Entry, Amendment]]:
        """The amendments that were just made, undone or redone, by number."""
        was, now = (set(filter(amends, one.on_record)) for one in self.replays)
        every = ((entry, amendment_of(entry)) for entry in was ^ now)
        return sorted(((e, move) for e, move in every if move), key=lambda one: one[0].number)

    # ---- the texts

    @cached_property
    def texts_before(self) -> dict[Key, Trigger]:
        """The texts that should have been written before, by key."""
        return self._texts_of(self.before)

    @cached_property
    def texts_after(self) -> dict[Key, Trigger]:
        """The texts that should have been written by now, by key."""
        return self._texts_of(self.after)

    def _texts_of(self, replay: Replay) -> dict[Key, Trigger]:
        session = self.writer.session
        arisen = ((one.message, one) for one in find_triggers(session, replay.effective))
        to = partial(session.signed_up, by=replay.table)
        return {(m.occasion, one.step.entry.number, to(m.to)): one for m, one in arisen}

    def reads_as_before(self, key: Key) -> bool:
        """Whether a text should have been written before too, in the same words."""
        return key in self._moved_texts or (
            key in self.texts_before and self._reads_alike(key, key)
        )

    def has_moved(self, key: Key) -> bool:
        """Whether a text reads as it went out, though another entry leads to it now."""
        return key in {*self._moved_texts, *self._moved_texts.values()}

    @cached_property
    def _moved_texts(self) -> dict[Key, Key]:
        """The texts that another entry leads to now, in the same words, such as what a night asks
        for that another vote began; each with its key before. One of the two went out.
        """
        new = [key for key in self.texts_after if key not in self.texts_before]
        old = [key for key in self.texts_before if key not in self.texts_after]
        pairs = ((key, [one for one in old if one[::2] == key[::2]]) for key in new)
        return {
            key: then[0]
            for key, then in pairs
            if len(then) == 1 and {key, *then} & self.sent_keys and self._reads_alike(then[0], key)
        }

    def _reads_alike(self, old: Key, new: Key) -> bool:
        """Whether a text that should have been written before reads as another one does now."""
        both = ((self.before, self.texts_before[old]), (self.after, self.texts_after[new]))
        was, now = (
            replace(self.writer, by=one.step.table, replay=replay).arose(one)
            for replay, one in both
        )
        return (was.subject, was.body) == (now.subject, now.body)
