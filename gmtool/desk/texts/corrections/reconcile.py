"""Reconciles texts with the journal: what should have been written, what is drafted, what was sent.

All texts of a game follow from its journal, an occasion and a reader. `reconcile` is the only
place that compares them with the outbox and with what readers were told. It drafts what is
missing, revises or withdraws unsent messages, and drafts one correction to each reader who was
told something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from gmtool.desk.session.diff import TextDiff, without_repetition
from gmtool.desk.session.message_types import BRIEFING, CORRECTION, REFUSAL, RULING, life_of
from gmtool.desk.session.recipients import last_words
from gmtool.desk.texts.blocks import NOW
from gmtool.desk.texts.corrections import before_after, wrong
from gmtool.desk.texts.corrections.before_after import (
    BeforeAfter,
    Key,
    diffs_in,
    key_of,
)
from gmtool.desk.texts.corrections.outbox_update import (
    STALE,
    SUPERSEDED,
    Kind,
    Outbox,
    Review,
    kind_of,
)
from gmtool.desk.texts.message_drafts import DROPPED, Outgoing, is_left_out, outgoing
from gmtool.desk.texts.triggers import RULED, Trigger, find_triggers
from gmtool.desk.texts.writing import Writer
from gmtool.engine.amendments import AdoptThroughout, Amendment
from gmtool.engine.game import CALL, EVENT, PUBLIC
from gmtool.engine.host_moves import End, Replace, Set
from gmtool.engine.moves import Move
from gmtool.engine.replay import Replay
from gmtool.engine.table import Table, wanted
from gmtool.engine.window_moves import Extend
from gmtool.engine.windows import came_earlier
from gmtool.store import Block, Draft, WriteTransaction

WENT_OUT = "it had gone out already"
AGAIN = "asked for again"
TAKEN_BACK = "what it was about doesn't stand any more"
NOTHING_TO_CORRECT = "there is nothing to correct any more"
"""Why there is another revision of a draft."""
RULINGS = (*RULED, End)
SAID = (*RULINGS, Set)
"""The host's moves of which it counts whether one of their texts is missing."""

Addressed = tuple[str, Block]
"""A block, and the reader to whom it goes."""
Newest = dict[tuple[Kind | None, str], int]
"""The entry of the newest text of each kind, by kind and reader."""


def update(
    writer: Writer, transaction: WriteTransaction, before: Table, also: Sequence[Addressed]
) -> Review:
    """Bring the outbox up to date, in the transaction, after moves were made at the table
    `before`. It is reconciled with the past where they may change what was told before: a ruling, a
    setting, an amendment, a move that counts before others, or the end of the game.

    The blocks in `also` go out with the rest.
    """
    session, moves = writer.session, [step.move for step in writer.session.applied]
    was, now = (wanted(session.game, table).nothing for table in (before, writer.by))
    deep = was != now or any(isinstance(move, (*RULINGS, Set, Amendment)) for move in moves)
    if deep or any(came_earlier(before, entry) for entry in session.applied_entries):
        return reconcile(writer, transaction, session.replay_before(), moves=moves, also=also)
    outbox = Outbox(writer, transaction, before)
    outbox.put(outgoing(writer, find_triggers(session, session.applied), also))
    return outbox.review


def reconcile(
    writer: Writer,
    transaction: WriteTransaction,
    before: Replay,
    *,
    moves: Sequence[Move] = (),
    also: Sequence[Addressed] = (),
    why: str = "",
    late: Collection[int] = (),
    is_shown_only: bool = False,
) -> Review:
    """Reconcile the outbox with the journal, in the transaction, after `moves` were made or
    undone for the reason `why`; `before` is the journal as it was.

    The blocks in `also` go out with the rest; `late` are the numbers of messages that were sent
    though they had been withdrawn. Where it `is_shown_only` nothing of it is stored.
    """
    both, outbox = (
        BeforeAfter(writer, transaction, before, moves, is_shown_only),
        Outbox(writer, transaction, before.table),
    )
    work = _Reconciliation(both, outbox, why)
    missing = work.bring_up_to_date()
    work.correct(work.find_wrong(missing, late), missing, also)
    return outbox.review


@dataclass
class _Reconciliation:
    """The journal before and after, by which the `outbox` is reconciled, and the host's reason."""

    both: BeforeAfter
    outbox: Outbox
    why: str

    def bring_up_to_date(self) -> list[Trigger]:
        """Bring every unsent message up to date. Returns the texts that should have been written
        and weren't.
        """
        both, session = self.both, self.both.writer.session
        told: set[Key] = set()
        lost: set[Key] = set()
        newest: Newest = {}
        revised = []
        for one in reversed(both.drafts):
            if one.number in both.sent and before_after.is_lost(both.writer, one):
                lost |= {key_of(one, block) for block in one.blocks}
                continue
            if one.number in both.sent or one.note == DROPPED:
                for block in one.blocks:
                    if block.extra.get(NOW) or key_of(one, block) in both.texts_after:
                        newest.setdefault((kind_of(session.game, block), one.to), block.entry)
                intended = last_words(both.transaction, session.record.id, one).blocks
                told |= {key_of(one, block) for block in intended}
                continue
            # A post leaves out what stands in a newer one, or went out in an older one.
            out = set() if one.to else told | both.sent_keys
            wanted = self._blocks_to_send(one, newest)
            blocks = [b for b in wanted if b.extra.get(NOW) or key_of(one, b) not in out]
            told |= {key_of(one, block) for block in blocks}
            new = self.outbox.revise(one, blocks, self._why_revised(one, blocks))
            revised += [new] if new is not one else []
        self.outbox.review.revised += reversed(revised)
        missing: list[Trigger] = []
        for key, due in reversed(both.texts_after.items()):
            if (
                key[1] in both.changed_entries
                and key not in told
                and (isinstance(due.step.move, SAID) or not is_left_out(both.writer, due, missing))
                and not self._is_outdone(due, newest)
                and (key in lost or not both.reads_as_before(key))
            ):
                missing.append(due)
        missing.reverse()
        policies = [one for one in missing if isinstance(one.step.move, Set)]
        return [one for one in missing if one not in policies[:-1]]

    def _blocks_to_send(self, old: Draft, newest: Newest) -> Iterator[Block]:
        """The blocks of an unsent message that should still be sent, as they read now."""
        both, writer = self.both, self.both.writer
        for block in self._all_blocks(old):
            if block.occasion == CORRECTION:
                if not before_after.has_left(writer, old, block):
                    yield block
                continue
            if not block.extra.get(NOW) and key_of(old, block) not in both.texts_after:
                continue
            if block in old.blocks and self._is_about_the_leaver(old, block):
                yield block
                continue
            kind = kind_of(writer.session.game, block)
            if (kind and (kind, old.to) in newest) or self._is_stale(old, block):
                continue
            refused = before_after.refusal_by_now(both, old, block)
            new = refused and before_after.rewrite(writer, old, refused)
            if new is None or self._is_stale(old, new):
                continue
            newest.setdefault((kind, old.to), block.entry)
            yield new

    def _is_about_the_leaver(self, old: Draft, block: Block) -> bool:
        """Whether a block tells others how it was before a substitute came, who is all that is new:
        it stays as it is, and goes out before the post that introduces the substitute.
        """
        moves, by = self.both.moves, self.both.writer.by
        if not moves or not all(isinstance(move, Replace) for move in moves):
            return False
        seats = {by.seat(one.was) for one in by.replaced if one.number > block.entry}
        return bool(seats) and by.seat(old.to) not in seats

    def _is_stale(self, old: Draft, block: Block) -> bool:
        return before_after.is_stale(self.both.writer, old, block, self.both.after.effective)

    def _all_blocks(self, old: Draft) -> tuple[Block, ...]:
        """All blocks that an unsent message ever had, with its corrections as they are now."""
        if old.revision == 1:
            return old.blocks
        # Also blocks that were withdrawn: they may be right again after a redo.
        revisions = self.both.transaction.revisions(self.both.writer.session.record.id, old.number)
        first = max(revisions, key=lambda one: len(one.blocks))
        own = [block for block in first.blocks if not self._corrects(first, block)]
        return (*(block for block in old.blocks if self._corrects(old, block)), *own)

    def _corrects(self, draft: Draft, block: Block) -> bool:
        """Whether a block is a correction, or in the message only since one brought it along."""
        if not any(one.occasion == CORRECTION for one in draft.blocks):
            return False
        is_told = block.occasion != REFUSAL and key_of(draft, block) in self.both.sent_keys
        return block.occasion == CORRECTION or is_told

    def _why_revised(self, old: Draft, blocks: Sequence[Block]) -> str:
        if len(blocks) > len(old.blocks):
            return AGAIN
        if len(blocks) == len(old.blocks):
            return SUPERSEDED
        left = {key_of(old, block) for block in blocks}
        gone = [block for block in old.blocks if key_of(old, block) not in left]
        keys = {key_of(old, block) for block in gone}
        if all(self._is_stale(old, block) for block in gone):
            return STALE
        if not blocks and keys <= self.both.sent_keys:
            return WENT_OUT
        return SUPERSEDED if keys <= self.both.texts_after.keys() else TAKEN_BACK

    def _is_outdone(self, one: Trigger, newest: Newest) -> bool:
        """Whether a text that should have been written isn't needed any more."""
        writer, occasion, entry = self.both.writer, one.message.occasion, one.step.entry.number
        life = life_of(writer.session.game, occasion)
        if life == EVENT:
            return False
        newer = newest.get(((occasion, 0), writer.session.signed_up(one.message.to)), 0)
        # In the order in which entries count (ALL-8); one that doesn't any more, by its number.
        places = self.both.places
        if places[newer] > places[entry] if newer in places else newer > entry:
            return True
        key = writer.window_asked(one) if life == CALL else ""
        return bool(key) and writer.by.window(key) is None

    def find_wrong(
        self, missing: Sequence[Trigger], late: Collection[int]
    ) -> dict[str, list[TextDiff]]:
        """What is different by now of what went out, by reader."""
        both, review = self.both, self.outbox.review
        rulings = [move for move in both.moves if isinstance(move, RULINGS)]
        named = bool(rulings) and self._rulings_go_out(missing)
        owed: dict[str, list[TextDiff]] = {}
        for one in (one for one in both.drafts if one.number in both.sent):
            sent = both.sent[one.number]
            if before_after.is_lost(both.writer, one):
                if any(block.occasion == BRIEFING for block in one.blocks):
                    review.briefed.append((one, sent))
                continue
            diffs = [
                diff.after(both.corrections.get(diff.key))
                for diff in wrong.wrong_texts(both, one, sent, late=one.number in late)
            ]
            differ = [diff for diff in diffs if diff.was != diff.now]
            if differ and all(diff.holds_again for diff in differ):
                review.right.append((one, sent))
            elif differ:
                review.wrong.append((one, sent))
            # The ruling's post tells the new deadlines: thirty corrections would help nobody.
            diffs = [diff for diff in diffs if not (named and diff.by_clock)]
            if diffs:
                owed.setdefault(one.to, []).extend(diffs)
        if named:
            for_all = any(window.known_to(PUBLIC) for window in both.before.table.windows)
            only_extends = all(isinstance(move, Extend) for move in rulings)
            what = "post" if for_all or not only_extends else "message"
            review.told_by = f"{what} of this ruling"
        return owed

    def _rulings_go_out(self, missing: Sequence[Trigger]) -> bool:
        """Whether all rulings were just made or redone, and their texts are unsent."""
        before = {step.entry.number for step in self.both.before.effective}
        made = (step for step in self.both.after.effective if isinstance(step.move, RULINGS))
        new = {step.entry.number for step in made} - before
        unsent = {block.entry for one in self.outbox.waiting() for block in one.blocks}
        return bool(new) and new <= unsent | {one.step.entry.number for one in missing}

    def correct(
        self,
        owed: dict[str, list[TextDiff]],
        missing: Sequence[Trigger],
        also: Sequence[Addressed],
    ) -> None:
        """Draft the corrections, each in the unsent one to the same reader where there is one, with
        what is missing and the blocks in `also`.
        """
        both, review = self.both, self.outbox.review
        new = {diff.key for diffs in owed.values() for diff in diffs}
        differ = {
            to: without_repetition(diff for diff in diffs if diff.was != diff.now)
            for to, diffs in owed.items()
        }
        told = {
            to: [*wrong.not_in_the_thread(both, to, diffs)] if to and differ.get(PUBLIC) else diffs
            for to, diffs in differ.items()
        }
        if any(d.by_clock and d not in told[to] for to, diffs in differ.items() for d in diffs):
            review.told_by = review.told_by or "correction in the thread"
        told |= {to: [] for to in wrong.concerned_players(both) if to not in told}
        for old in self.outbox.waiting(passing=True):
            blocks = tuple(self._with_correction(old, told, new))
            if blocks != old.blocks:
                why = SUPERSEDED if blocks else NOTHING_TO_CORRECT
                review.revised.append(self.outbox.revise(old, blocks, why))
        corrections = [
            (both.writer.by.seat(to), one)
            for to, diffs in told.items()
            if (one := wrong.correction(both, to, diffs, why=self.why))
        ]
        anew = [one for to, diffs in told.items() for one in self._superseding(to, diffs).values()]
        also = [*corrections, *also, *before_after.invalidity_replies(both)]
        messages = outgoing(both.writer, [*anew, *missing], also)
        ordered = [replace(one, blocks=tuple(sorted(one.blocks, key=_place))) for one in messages]
        self.outbox.put(sorted(ordered, key=self._rank))

    def _with_correction(
        self, old: Draft, told: dict[str, list[TextDiff]], new: Collection[object]
    ) -> Iterator[Block]:
        """The blocks of an unsent message. Its correction tells also what its reader is to be
        `told`, which is taken from there, and not what is told `new`.
        """
        both = self.both
        superseding: dict[Key, Trigger] = {}
        for block in sorted(old.blocks, key=_place):
            if block.occasion == CORRECTION:
                diffs = [d for d in diffs_in(block) if d.number in both.sent and d.key not in new]
                diffs += told.pop(old.to, [])
                superseding = self._superseding(old.to, diffs)
                same = tuple(diffs) == diffs_in(block) and not wrong.touches(both, old.to)
                new_one = (
                    block if same else wrong.correction(both, old.to, diffs, block, why=self.why)
                )
                if new_one:
                    yield new_one
            elif not self._corrects(old, block) or superseding.pop(key_of(old, block), False):
                yield block
        yield from map(both.writer.write_block, superseding.values())

    def _superseding(self, to: str, diffs: Sequence[TextDiff]) -> dict[Key, Trigger]:
        """The texts that go out again with a correction of these differences."""
        keys = ((one.occasion, one.entry, to) for one in diffs if one.is_superseded)
        return {key: self.both.texts_after[key] for key in keys}

    def _rank(self, one: Outgoing) -> int:
        """Sorts messages: the post of newer rules, by which others are corrected, then posts that
        begin with a correction, then all others.
        """
        adopts = any(isinstance(move, AdoptThroughout) for move in self.both.moves)
        if adopts and not one.to and one.blocks[0].occasion == RULING:
            return -1
        return bool(one.to) or _place(one.blocks[0])


def _place(block: Block) -> bool:
    """Sorts corrections to the beginning of a message."""
    return block.occasion != CORRECTION
