"""Reconciles texts with the journal: what should have been written, what is drafted, what was sent.

All texts of a game follow from its journal, an occasion and a reader. `reconcile` is the only
place that compares them with the outbox and with what readers were told. It drafts what is
missing, revises or withdraws unsent messages, and drafts one correction to each reader who was
told something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gmtool.desk.comparing import Key, Past
from gmtool.desk.correcting import Correcting
from gmtool.desk.differing import Topic, once, told_of, topics_of
from gmtool.desk.moves.next_steps import MOST_NAMED
from gmtool.desk.session.message_types import (
    BRIEFING,
    CORRECTION,
    OPENING,
    REFUSAL,
    REMINDER,
    RULING,
    UNCLEAR,
    life_of,
)
from gmtool.desk.session.recipients import Recipients, forum_of, last_words
from gmtool.desk.texts import triggers
from gmtool.desk.texts.blocks import FOLLOWED, MESSAGE, NOW, POLICY, TRIED, WINDOW
from gmtool.desk.texts.message_drafts import DROPPED, Outgoing, draft, outgoing, revise, titled
from gmtool.desk.texts.rate_limit import pace
from gmtool.desk.texts.triggers import Trigger
from gmtool.desk.texts.writing import Writer
from gmtool.engine.amendments import AdoptThroughout, Amendment
from gmtool.engine.frozen import replace
from gmtool.engine.game import EVENT, PUBLIC
from gmtool.engine.host_moves import End, Set
from gmtool.engine.moves import Move
from gmtool.engine.plans import PLAN
from gmtool.engine.table import Table, wanted
from gmtool.engine.windows import came_earlier
from gmtool.store import Block, Draft, Sent, WriteTransaction

REPLACED = "replaced by "
"""The note of a withdrawn draft, followed by the number of the message that supersedes it."""
PARTLY_REPLACED = "replaced in part by "
"""The note of a draft that still waits, without what that message tells."""
STALE = "nobody is asked for it any more"
SUPERSEDED = "drafted anew"
WENT_OUT = "it had gone out already"
AGAIN = "asked for again"
"""Why there is another revision of a draft."""
TAKEN_BACK = "what it was about doesn't stand any more"
NOTHING_TO_CORRECT = "there is nothing to correct any more"
RULINGS = (*triggers.RULED, End)


@dataclass
class Review:
    """What became of texts: sent ones that are now `wrong`, or `right` after all; unsent ones that
    were `revised` or withdrawn; and those `drafted`.

    `joined` are unsent posts, each with the newer one that has it all. `briefed` are the briefings
    of substitutes who have no seat any more, and get no text.

    `told_by` names the message that informs readers without a correction of their own: for a ruling
    its post, or messages where the thread may not know of it; else a correction in the thread.
    """

    wrong: list[tuple[Draft, Sent]] = field(default_factory=list)
    right: list[tuple[Draft, Sent]] = field(default_factory=list)
    revised: list[Draft] = field(default_factory=list)
    drafted: list[Draft] = field(default_factory=list)
    joined: list[tuple[Draft, Draft]] = field(default_factory=list)
    briefed: list[tuple[Draft, Sent]] = field(default_factory=list)
    told_by: str = ""

    def lines(self, writer: Writer, *, drafted: bool = False) -> list[str]:
        """Lines that tell the host about it, with the `drafted` ones or without."""
        show, forum = writer.session.show, forum_of(writer.desk, writer.session)
        sent = (*self.wrong, *self.right)
        at = {one.number: f" (sent {show(sent.at)})" for one, sent in sent}
        wrong = [one for one, _ in self.wrong]
        told = wrong and self.told_by
        revised = list({one.number: one for one in self.revised}.values())
        return [
            *_listed(writer, "already sent, and now wrong", wrong, at),
            *_listed(writer, "already sent, and right after all", [d for d, _ in self.right], at),
            *([f"  the {self.told_by} tells what holds"] if told else []),
            *(self._briefed(writer, one, sent) for one, sent in self.briefed),
            *_listed(writer, "not sent yet, drafted anew", [d for d in revised if d.parts]),
            *_listed(writer, "not sent yet, withdrawn", [d for d in revised if not d.parts]),
            *(_listed(writer, "drafted", self.drafted) if drafted else ()),
            *self.grown(writer),
            *pace(forum, Recipients.of(writer.session), writer.desk.now, self.drafted),
        ]

    def of_the_thread(self) -> Review:
        """The same of posts alone: to whom messages went, and how many, may tell a secret."""
        return replace(
            self,
            wrong=[(one, sent) for one, sent in self.wrong if not one.to],
            right=[(one, sent) for one, sent in self.right if not one.to],
            revised=[one for one in self.revised if not one.to],
            drafted=[one for one in self.drafted if not one.to],
        )

    def grown(self, writer: Writer) -> list[str]:
        """Lines that tell the host of unsent posts that newer ones contain."""
        line = writer.desk.commands.line
        return [
            f"  post {new.number} has all of {old.number} as well; if that is posted already, say "
            f"{line('sent', str(old.number))}, and {new.number} keeps only what is new"
            for old, new in self.joined
        ]

    def _briefed(self, writer: Writer, one: Draft, sent: Sent) -> str:
        who = Recipients.of(writer.session).reader(one, sent)
        read = f"the briefing ({one.number}, sent {writer.session.show(sent.at)})"
        return f"  tell {who}, who has read {read}, that it doesn't hold"


def _listed(
    writer: Writer, what: str, drafts: Sequence[Draft], at: Mapping[int, str] | None = None
) -> Iterator[str]:
    """A line for each message, posts first; of many the rest only by number."""
    drafts = sorted(drafts, key=lambda one: (bool(one.to), one.number))
    for one in drafts[:MOST_NAMED]:
        yield f"  {what}: {titled(writer.session, one)}{(at or {}).get(one.number, '')}"
    if drafts[MOST_NAMED:]:
        numbers = ", ".join(str(one.number) for one in drafts[MOST_NAMED:])
        yield f"  {what}: {len(drafts) - MOST_NAMED} more, {numbers}"


def past_of(writer: Writer, before: Table, moves: Iterable[Move]) -> Past:
    """The game before these moves, which were just applied. The past is replayed where they may
    change what was told before.
    """
    ended = (
        wanted(writer.session.game, before).nothing
        != wanted(writer.session.game, writer.by).nothing
    )
    deep = ended or any(isinstance(move, (*RULINGS, Set, Amendment)) for move in moves)
    deep = deep or any(came_earlier(before, entry) for entry in writer.session.applied_entries)
    return Past(before, writer.session.replay_before() if deep else None)


def reconcile(
    writer: Writer,
    room: WriteTransaction,
    past: Past,
    *,
    moves: Sequence[Move] = (),
    also: Sequence[tuple[str, Block]] = (),
    why: str = "",
    late: Collection[int] = (),
) -> Review:
    """Bring the outbox up to date, in the room's transaction, after `moves` were made or
    undone since the `past`.

    The blocks in `also` go out with the rest; `late` are the numbers of messages that were sent
    though they had been withdrawn.
    """
    return _Reconciling(writer, room, past, moves, why, late).done(also)


def put(writer: Writer, room: WriteTransaction, messages: Sequence[Outgoing]) -> Review:
    """Put messages that the host asked for into the outbox, in the room's transaction. Unsent
    messages lose the blocks that these supersede.
    """
    reconciling = _Reconciling(writer, room, Past(writer.by))
    reconciling.put(messages)
    reconciling.see_to_what_waits()
    return reconciling.review


Newest = dict[tuple[tuple[str, int] | None, str], int]
"""The entry of the newest text of each kind, by kind and reader."""


@dataclass
class _Reconciling(Correcting):
    review: Review = field(default_factory=Review)
    missing: list[Trigger] = field(default_factory=list)
    """The texts that should have been written and weren't."""

    def done(self, also: Sequence[tuple[str, Block]]) -> Review:
        applied = triggers.find_triggers(self.writer.session, self.writer.session.applied)
        also = [(to, block) for to, block in also if not self._is_answered(block)]
        if self.past.replay is None:
            self.put(outgoing(self.writer, applied, also))
            self.see_to_what_waits()
            return self.review
        self._see_to_all_unsent()
        self._tell_what_differs(also)
        return self.review

    def _is_answered(self, block: Block) -> bool:
        """Whether a block replies to a message that later ones have followed, which were
        recorded before it.
        """
        about = block.extra.get(MESSAGE)
        return bool(about and self.writer.by.message(about) is None)

    # ---- the usual case: new texts, and unsent ones that they supersede or make stale

    def put(self, messages: Iterable[Outgoing]) -> None:
        """Draft the messages. A post that goes together with an unsent one has both texts and a
        number of its own: the older number stays what the host may have posted by it.
        """
        last = self.room.last_message(self.game_id)
        for number, out in enumerate(messages, last + 1):
            grows = not out.to and out.blocks[0].occasion in self._own
            old = self._growing() if grows else None
            before = self._before(old, out) if old else ()
            new = draft(self.writer, replace(out, blocks=(*before, *out.blocks)), number)
            self.room.put_draft(self.game_id, new)
            self.review.drafted.append(new)
            if old is not None:
                revise(self.writer, self.room, old, (), f"{REPLACED}{number}")
                self.review.joined.append((old, new))

    @property
    def _own(self) -> frozenset[str]:
        """The occasions of the game's own posts that go together; the opening stands alone."""
        own = (o.name for o in self.writer.session.game.message_types if not o.to_player)
        return frozenset(own) - {OPENING}

    def _growing(self) -> Draft | None:
        """The unsent post to which the next ones are added: where the host wants one a day, or
        where nobody has been asked for anything since it arose, as after a verdict. None where
        another is to go out after it.
        """
        daily = self.writer.session.settings.get("posts") == "daily"
        if not daily and self.past.table.windows:
            return None
        posts = [one for one in self.room.waiting(self.game_id) if not one.to]
        last = posts[-1] if posts else None
        return last if last and last.blocks[0].occasion in self._own else None

    def _before(self, old: Draft, new: Outgoing) -> Iterator[Block]:
        """What an unsent post has told that stays, before what is added to it."""
        kinds = {self._kind(block) for block in new.blocks} - {None}
        for block in old.blocks:
            if self._kind(block) in kinds or self.is_stale(old, block, self.now.live):
                continue
            followed = replace(block, extra={**block.extra, FOLLOWED: True})
            yield self.writer.again(old.to, followed, as_drafted=True) or block

    def see_to_what_waits(self) -> None:
        """Remove from unsent messages the blocks that a newer message supersedes, and
        those that are stale.
        """
        new = {one.number for one in self.review.drafted}
        for old in self.room.waiting(self.game_id, passing=True):
            if old.number in new:
                continue
            for one in self.review.drafted:
                old = self._left(old, one)  # noqa: PLW2901 - step by step
            applied = self.writer.session.applied
            blocks = tuple(b for b in old.blocks if not self.is_stale(old, b, applied))
            if blocks != old.blocks:
                old = revise(self.writer, self.room, old, blocks, STALE)  # noqa: PLW2901
            blocks = tuple(self._by_now(old, block) for block in old.blocks)
            if blocks != old.blocks:
                revise(self.writer, self.room, old, blocks, SUPERSEDED)

    def _left(self, old: Draft, new: Draft) -> Draft:
        """An unsent message without the blocks that the message `new` supersedes."""
        if not old.parts or old.to != new.to:
            return old
        kinds = {self._kind(block) for block in new.blocks} - {None}
        if any(block.occasion == REFUSAL for block in new.blocks):
            kinds.add((REMINDER, 0))  # something has come, and the reply tells what is wanted
        blocks = tuple(block for block in old.blocks if self._kind(block) not in kinds)
        if blocks == old.blocks:
            return old
        note = PARTLY_REPLACED if blocks else REPLACED
        return revise(self.writer, self.room, old, blocks, f"{note}{new.number}")

    def _kind(self, block: Block) -> tuple[str, int] | None:
        """The kind of a block, by which a newer block supersedes it; None for one that
        is never superseded.
        """
        if block.occasion == UNCLEAR:
            return UNCLEAR, block.extra[MESSAGE]
        if block.extra.get(POLICY):
            return POLICY, 0
        if block.occasion == REFUSAL and not block.extra["recorded"]:
            return "; ".join([REFUSAL, *block.extra[TRIED]]), 0  # the same said again
        life = life_of(self.writer.session.game, block.occasion)
        # A receipt that is replaced would be a seal that its player never gets.
        return None if life == EVENT else (block.occasion, 0)

    def _by_now(self, old: Draft, block: Block) -> Block:
        """An unsent correction with what counts now, and the receipt of a plan with what became of
        it; any other block, or one where only time has passed, is unchanged.
        """
        if PLAN in block.extra:
            is_told = block.extra[PLAN] == self.writer.plan_by_now(block.entry, old.to)
            return block if is_told else self.writer.again(old.to, block) or block
        if block.occasion != CORRECTION:
            return block
        extra = {key: value for key, value in block.extra.items() if key != NOW}
        to = self.writer.by.seat(old.to) if old.to else PUBLIC
        then = replace(self.writer, now=old.drafted_at).correction(to, extra, entry=block.entry)
        if then.body == block.body:
            return block
        return self.writer.correction(to, extra, entry=block.entry)

    def _see_to_all_unsent(self) -> None:
        """Bring every unsent message up to date, and find the texts that are missing."""
        told: set[Key] = set()
        lost: set[Key] = set()
        newest: Newest = {}
        revised = []
        for one in reversed(self.drafts):
            if one.number in self.sent and self.is_lost(one):
                lost |= {(block.occasion, block.entry, one.to) for block in one.blocks}
                continue
            if one.number in self.sent or one.note == DROPPED:
                for block in one.blocks:
                    if block.extra.get(NOW) or self.arises(one, block):
                        newest.setdefault((self._kind(block), one.to), block.entry)
                intended = last_words(self.room, self.writer.session.record.id, one).blocks
                told |= {(block.occasion, block.entry, one.to) for block in intended}
                continue
            blocks = tuple(b for b in self._wanted(one, newest) if not self._is_told(one, b, told))
            told |= {(block.occasion, block.entry, one.to) for block in blocks}
            new = revise(self.writer, self.room, one, blocks, self._why_revised(one, blocks))
            revised += [new] if new is not one else []
        self.review.revised += reversed(revised)
        self.missing = [
            one
            for key, one in self.arisen.items()
            if key[1] in self.changed
            and key not in told
            and not self._is_outdone(one, newest)
            and (key in lost or not self.reads_as_before(key))
        ]
        policies = [one for one in self.missing if isinstance(one.step.move, Set)]
        self.missing = [one for one in self.missing if one not in policies[:-1]]

    def _wanted(self, old: Draft, newest: Newest) -> Iterator[Block]:
        """The blocks of an unsent message that should still be sent, as they read now."""
        for block in self._fullest(old):
            key, kind = (block.occasion, block.entry, old.to), self._kind(block)
            if block.occasion == CORRECTION:
                if not (old.to and self.has_left(old, block)):
                    yield block
                continue
            arose = block.occasion == REFUSAL or bool(block.extra.get(NOW))
            if not arose and key not in self.arisen:
                continue
            if block in old.blocks and self.is_about_the_leaver(old, block):
                yield block
                continue
            if kind and (kind, old.to) in newest:
                continue
            if self._is_stale(old, block):
                continue
            by_now = self.refused_by_now(old, block)
            new = by_now and self.again(old, self._alone(by_now))
            if new is None or self._is_stale(old, new):
                continue
            newest.setdefault((kind, old.to), block.entry)
            yield new

    def _is_told(self, old: Draft, block: Block, told: Collection[Key]) -> bool:
        """Whether a text of a post stands in a newer one, or went out in an older one."""
        key = (block.occasion, block.entry, old.to)
        arose = block.occasion != CORRECTION and not block.extra.get(NOW)
        return not old.to and arose and (key in told or key in self.out)

    def _is_stale(self, old: Draft, block: Block) -> bool:
        return self.is_stale(old, block, self.now.live)

    def _fullest(self, old: Draft) -> tuple[Block, ...]:
        """All blocks that an unsent message ever had, with its corrections as they are now."""
        if old.revision == 1:
            return old.blocks
        # Also blocks that were withdrawn: they may be right again after a redo.
        revisions = self.room.revisions(self.game_id, old.number)
        first = max(revisions, key=lambda one: len(one.blocks))
        own = [block for block in first.blocks if not self._corrects(first, block)]
        return (*(block for block in old.blocks if self._corrects(old, block)), *own)

    def _corrects(self, one: Draft, block: Block) -> bool:
        """Whether a block is a correction, or came with one."""
        return block.occasion == CORRECTION or self._is_beside(one, block)

    def _why_revised(self, old: Draft, blocks: Sequence[Block]) -> str:
        if len(blocks) > len(old.blocks):
            return AGAIN
        if len(blocks) == len(old.blocks):
            return SUPERSEDED
        left = {(block.occasion, block.entry) for block in blocks}
        gone = [block for block in old.blocks if (block.occasion, block.entry) not in left]
        stale = all(self._is_stale(old, block) for block in gone)
        stands = all(self.arises(old, block) for block in gone)
        out = all((b.occasion, b.entry, old.to) in self.out for b in gone)
        went_out = out and not blocks
        return STALE if stale else WENT_OUT if went_out else SUPERSEDED if stands else TAKEN_BACK

    def _is_outdone(self, one: Trigger, newest: Newest) -> bool:
        """Whether a text that should have been written isn't needed any more."""
        occasion, to = one.message.occasion, self.writer.session.signed_up(one.message.to)
        if life_of(self.writer.session.game, occasion) == EVENT:
            return False
        if self._counts_after(newest.get(((occasion, 0), to), 0), one.step.entry.number):
            return True
        new = self.writer.arose(one)
        key: str = new.extra.get(WINDOW, "")
        return bool(key) and self.writer.by.window(key) is None

    def _counts_after(self, newer: int, entry: int) -> bool:
        """Whether the entry `newer`, of which a text tells, counts after another one (ALL-8); one
        that doesn't count any more, by its number.
        """
        places = self._places
        return places[newer] > places[entry] if newer in places else newer > entry

    @cached_property
    def _places(self) -> dict[int, int]:
        return {step.entry.number: n for n, step in enumerate(self.now.live)}

    def _alone(self, block: Block) -> Block:
        """A refusal without the moves recorded from the same message, where these
        don't count any more.
        """
        stands = self.now.step(block.entry) is not None
        if block.occasion != REFUSAL or stands or not block.extra["recorded"]:
            return block
        return replace(block, extra={**block.extra, "recorded": []})

    # ---- what readers were told

    def _tell_what_differs(self, also: Sequence[tuple[str, Block]]) -> None:
        """Draft what is missing and, to each reader who was told something else, one correction."""
        owed: dict[str, list[Topic]] = {}
        told = told_of(self.drafts, self.sent)
        rulings = [move for move in self.moves if isinstance(move, RULINGS)]
        named = bool(rulings) and self._rulings_go_out()
        for one in self.drafts:
            sent = self.sent.get(one.number)
            if sent is None:
                continue
            if self.is_lost(one):
                if any(block.occasion == BRIEFING for block in one.blocks):
                    self.review.briefed.append((one, sent))
                continue
            topics = [t.after(told.get(t.key)) for t in self.topics(one, sent)]
            differ = [topic for topic in topics if topic.was != topic.now]
            if differ and all(topic.holds_again for topic in differ):
                self.review.right.append((one, sent))
            elif differ:
                self.review.wrong.append((one, sent))
            if named:
                # The ruling's post tells the new deadlines: thirty corrections would help nobody.
                topics = [topic for topic in topics if not topic.by_clock]
            if topics:
                owed.setdefault(one.to, []).extend(topics)
        if named:
            self.review.told_by = self.told_by(rulings)
        self._correct(owed, [*also, *self.fallen()])

    def _rulings_go_out(self) -> bool:
        """Whether all rulings were just made or redone, and their texts are unsent."""
        before = {step.entry.number for step in self.was.live}
        made = [s for s in self.now.live if isinstance(s.move, RULINGS)]
        new = {s.entry.number for s in made} - before
        waiting = self.room.waiting(self.game_id)
        said = {block.entry for one in waiting for block in one.blocks}
        said |= {one.step.entry.number for one in self.missing}
        return bool(new) and new <= said

    def _correct(self, owed: dict[str, list[Topic]], also: Sequence[tuple[str, Block]]) -> None:
        """Draft the corrections, each in the unsent one to the same reader where there is one."""
        new = {topic.key for topics in owed.values() for topic in topics}
        told = {to: list(once([t for t in ts if t.was != t.now])) for to, ts in owed.items()}
        own = {to: self.own(to, topics, told) for to, topics in told.items()}
        if any(t.by_clock and t not in own[to] for to, topics in told.items() for t in topics):
            self.review.told_by = self.review.told_by or "correction in the thread"
        told = own
        for to in self.concerned():
            told.setdefault(to, [])
        for old in self.room.waiting(self.game_id, passing=True):
            blocks: list[Block] = []
            superseding: dict[tuple[str, int], Trigger] = {}
            for block in sorted(old.blocks, key=_place):
                if block.occasion == CORRECTION:
                    kept = [t for t in topics_of(block) if t.number in self.sent]
                    kept = [topic for topic in kept if topic.key not in new]
                    topics = kept + told.pop(old.to, [])
                    superseding = self._superseding(old.to, topics)
                    same = tuple(topics) == topics_of(block) and not self.touches(old.to)
                    new_one = block if same else self.block(old.to, topics, block)
                    blocks += [new_one] if new_one else []
                elif not self._is_beside(old, block) or superseding.pop(
                    (block.occasion, block.entry), False
                ):
                    blocks.append(block)
            blocks += map(self.writer.arose, superseding.values())
            if tuple(blocks) != old.blocks:
                why = SUPERSEDED if blocks else NOTHING_TO_CORRECT
                self.review.revised.append(revise(self.writer, self.room, old, tuple(blocks), why))
        corrections = [
            (self.writer.by.seat(to) if to else PUBLIC, one)
            for to, topics in told.items()
            if (one := self.block(to, topics))
        ]
        said = [
            one for to, topics in told.items() for one in self._superseding(to, topics).values()
        ]
        messages = outgoing(self.writer, [*said, *self.missing], [*corrections, *also])
        ordered = [replace(one, blocks=tuple(sorted(one.blocks, key=_place))) for one in messages]
        self.put(sorted(ordered, key=self._rank))
        self.see_to_what_waits()

    def _rank(self, one: Outgoing) -> int:
        """Sorts messages: the post of newer rules, by which others are corrected, then posts that
        begin with a correction, then all others.
        """
        adopts = any(isinstance(move, AdoptThroughout) for move in self.moves)
        if adopts and not one.to and one.blocks[0].occasion == RULING:
            return -1
        return bool(one.to) or _place(one.blocks[0])

    def _superseding(self, to: str, topics: Sequence[Topic]) -> dict[tuple[str, int], Trigger]:
        """The texts that go out again with a correction of these topics."""
        found = ((t.occasion, t.entry, to) for t in topics if t.is_superseded)
        return {key[:2]: self.arisen[key] for key in found}

    def _is_beside(self, old: Draft, block: Block) -> bool:
        """Whether a block is in the message only since a correction brought it along."""
        corrects = any(one.occasion == CORRECTION for one in old.blocks)
        is_told = (block.occasion, block.entry, old.to) in self.out
        return corrects and is_told and block.occasion not in {CORRECTION, REFUSAL}


def _place(block: Block) -> bool:
    """Sorts corrections to the beginning of a message."""
    return block.occasion != CORRECTION
