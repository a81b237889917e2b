"""The journal of a game before a command and after it, with the texts that follow from each; and
which texts are stale by it: what they ask for is over, what they refuse is accepted by now, or
their reader has left the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.session.diff import TextDiff
from gmtool.desk.session.message_types import (
    BRIEFING,
    CORRECTION,
    PLAN_VOID,
    RECEIPT,
    REFUSAL,
    REMINDER,
    RULING,
    UNCLEAR,
    life_of,
)
from gmtool.desk.session.recipients import SUBSTITUTE
from gmtool.desk.texts.blocks import MESSAGE, RECEIVED, SEAL, TRIED, VOID, WINDOW
from gmtool.desk.texts.reminders import has_served
from gmtool.desk.texts.templates import has_templates_of_others
from gmtool.desk.texts.too_late import as_late
from gmtool.desk.texts.triggers import Trigger, find_triggers
from gmtool.desk.texts.writing import UnwrittenText, Writer
from gmtool.engine.amendments import Amend, Amendment, Insert, Strike
from gmtool.engine.effective import amendment_of, amends
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL
from gmtool.engine.host_moves import Replace, Set
from gmtool.engine.instants import NEVER, Instant
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.plan_execution import plan_of
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table
from gmtool.store import Block, Draft, ReadTransaction, Sent

if TYPE_CHECKING:
    from gmtool.render.environment import Style

Key = tuple[str, int, str]
"""A text's occasion, the entry that gave rise to it, and its reader by the name at sign-up."""
_OF_THE_WRAPPER = frozenset({"game", "to"})
"""The facts of a text that the wrapper around it shows, beside its seals."""
Template = tuple[tuple[str, ...], str, "Style"]
"""The kinds of game of which one has it, its name, and the style of its text."""


def key_of(draft: Draft, block: Block) -> Key:
    """The key of a block of a message."""
    return block.occasion, block.entry, draft.to


def diffs_in(block: Block) -> tuple[TextDiff, ...]:
    """What a correction tells of."""
    return tuple(map(TextDiff.of, block.extra["wrong"]))


@dataclass
class BeforeAfter:
    """A game as it was `before`, and as the `writer` has it after `moves` were made or undone; with
    its outbox as it was then. Where it `is_shown_only` nothing of it is stored.
    """

    writer: Writer
    transaction: ReadTransaction
    before: Replay
    moves: Sequence[Move] = ()
    is_shown_only: bool = False
    _subjects: dict[Key, str] = field(default_factory=dict)
    _names: dict[Template, frozenset[str] | None] = field(default_factory=dict)
    """The names of the facts, and of their parts, that templates may look at."""

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
        return self.transaction.drafts(self.writer.session.record.id)

    @cached_property
    def sent(self) -> dict[int, Sent]:
        """What went out, by the message's number."""
        return self.transaction.all_sent(self.writer.session.record.id)

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
    def places(self) -> dict[int, int]:
        """The places of the entries that count now, by number."""
        return {step.entry.number: place for place, step in enumerate(self.after.effective)}

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
    def leaves_fallen_unread(self) -> bool:
        """Whether nobody reads in full what fell: it isn't stored, and the templates that travel
        with gmtool only name it.
        """
        session = self.writer.session
        return self.is_shown_only and not has_templates_of_others(self.writer.desk, session.game)

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

    @cached_property
    def unsent(self) -> dict[tuple[str, str], list[Key]]:
        """What should have been written by now and didn't go out, by occasion and reader."""
        found: dict[tuple[str, str], list[Key]] = {}
        for key in self.texts_after.keys() - self.sent_keys:
            found.setdefault((key[0], key[2]), []).append(key)
        return found

    def subject_by_now(self, key: Key) -> str:
        """The subject of a text that should have been written by now."""
        if key not in self._subjects:
            self._subjects[key] = self.writer.write_block(self.texts_after[key]).subject
        return self._subjects[key]

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
            replace(self.writer, by=one.step.table, replay=replay).text_of(one)
            for replay, one in both
        )
        if self.says_the_same(was, now):
            return True
        one, other = self.writer.write(was), self.writer.write(now)
        return (one.subject, one.body) == (other.subject, other.body)

    def says_the_same(self, was: UnwrittenText, now: UnwrittenText) -> bool:
        """Whether two texts are the same by what their templates look at, and so needn't be
        written to be compared.
        """
        one, other = ((t.kinds, t.name, t.style, t.extra.get(SEAL)) for t in (was, now))
        if one != other or len(was.more) != len(now.more):
            return False
        is_same = was.facts == now.facts or self._facts_shown(was) == self._facts_shown(now)
        return is_same and all(map(self.says_the_same, was.more, now.more))

    def _facts_shown(self, text: UnwrittenText) -> Mapping[str, Any]:
        """The facts that a text may show, as far as that can be told: those that its template may
        look at, or the parts of them, and those that the wrapper around it does.
        """
        from gmtool.render.environment import fact_names

        template = text.kinds, text.name, text.style
        if template not in self._names:
            self._names[template] = fact_names(*template)
        names = self._names[template]
        if names is None:
            return text.facts
        named = {name.partition(".")[0] for name in names}
        shown: dict[str, Any] = {}
        for key, fact in text.facts.items():
            if key in names or key in _OF_THE_WRAPPER:
                shown[key] = fact
            elif key in named and isinstance(fact, Mapping):
                parts = ((part, own) for part, own in fact.items() if f"{key}.{part}" in names)
                shown[key] = dict(parts)
            elif key in named:  # what isn't a mapping has no parts that could be told apart
                shown[key] = fact
        return shown


class ReaderText(Struct, frozen=True, dict=True):
    """A text to a reader, with its writer."""

    writer: Writer
    to: str
    text: UnwrittenText

    @cached_property
    def block(self) -> Block:
        """It as it is written."""
        return self.writer.write(self.text)

    @property
    def words(self) -> str:
        """It as it would be finished, without markup."""
        return "\n".join(self.writer.finished(self.writer.by.seat(self.to), (self.block,))[1])

    def reads_as(self, other: ReaderText, both: BeforeAfter) -> bool:
        """Whether it is the same as another one."""
        around = self.text.facts["game"] == other.text.facts["game"]
        return both.says_the_same(self.text, other.text) or (
            around and self.text.style == other.text.style and self.block == other.block
        )


def words_of(told: ReaderText | str | None) -> str | None:
    """A text without markup; None where there is none."""
    return told.words if isinstance(told, ReaderText) else told


OF_ONE_PERSON = frozenset({BRIEFING, PLAN_VOID, RECEIPT, REFUSAL, RULING, UNCLEAR})
"""Occasions about a person's own words, or for it alone: nobody who takes its seat gets them."""


def is_stale(writer: Writer, draft: Draft, block: Block, applied: Sequence[Step]) -> bool:
    """Whether what a block asks for was given or can't be given any more, or what it refuses was
    recorded since by the `applied` steps.
    """
    by, to = writer.by, writer.by.seat(draft.to)
    if block.occasion in OF_ONE_PERSON and has_left(writer, draft, block):
        return True
    if block.occasion == UNCLEAR:
        return by.message(block.extra[MESSAGE]) is None
    if block.occasion == REFUSAL:
        return _is_accepted(writer, draft, block, applied)
    if block.occasion == PLAN_VOID:  # a newer plan is in its place
        plan = plan_of(by, to)
        return plan is not None and plan.number > block.entry
    if life_of(writer.session.game, block.occasion) != CALL:
        return False
    window = by.window(block.extra.get(WINDOW, ""))
    return window is None or (block.occasion == REMINDER and has_served(writer, block, to, window))


def has_left(writer: Writer, draft: Draft, block: Block) -> bool:
    """Whether somebody else has the seat by now than when a text to it was drafted."""
    seat = writer.by.seat(draft.to)
    since = (one for one in writer.by.replaced if one.number > block.entry)
    return next((one.was for one in since if one.who == seat), seat) != seat


def is_lost(writer: Writer, draft: Draft) -> bool:
    """Whether a message went to a substitute who, as it turns out, never had the seat: whoever
    has it knows nothing of that message.
    """
    stand = {(taken.number, taken.was) for taken in writer.by.replaced}
    told = (block.extra[SUBSTITUTE] for block in draft.blocks if SUBSTITUTE in block.extra)
    return any((taken["number"], taken["was"]) not in stand for taken in told)


def rewrite(writer: Writer, draft: Draft, block: Block) -> Block | None:
    """A block as it reads now, the same where only time has passed; None where it has no entry."""
    then = replace(writer, now=draft.drafted_at).again(draft.to, block)
    if then and (then.subject, then.body) == (block.subject, block.body):
        return block
    return writer.again(draft.to, block)


# ---- refusals


def _is_accepted(writer: Writer, draft: Draft, block: Block, applied: Sequence[Step]) -> bool:
    """Whether what was refused was recorded since by the `applied` steps, or is valid again."""
    if block.extra.get(MESSAGE):
        return writer.by.message(block.extra[MESSAGE]) is None
    if VOID in block.extra:
        step = writer.counts.step(block.extra[VOID], void=True)
        return step is None or not (step.void or step.left_out)
    to = writer.by.seat(draft.to)
    since = (step for step in applied if step.who == to and step.entry.number > block.entry)
    return set(block.extra[TRIED]) <= _parts(since)


def is_put_in(replay: Replay, to: str, block: Block) -> bool:
    """Whether what a block refuses a player is valid again, or was inserted as a missed move."""
    if VOID in block.extra:
        step = replay.step(block.extra[VOID])
        return step is not None and not step.left_out
    put_in = {e.number for e in replay.on_record if isinstance(amendment_of(e), Insert)}
    parts = _parts(s for s in replay.effective if s.entry.number in put_in and s.who == to)
    return bool(block.extra[TRIED]) and set(block.extra[TRIED]) <= parts


def _parts(steps: Iterable[Step]) -> set[str]:
    """The texts of moves, of each part of a Divisible one, and of each that a plan may make."""
    parts: set[str] = set()
    for move in (step.move for step in steps):
        parts.add(str(move))
        if isinstance(move, Plan):
            parts.update(choice.move for stage in move.stages for choice in stage.choices)
        if isinstance(move, Divisible):
            parts.update(map(str, move.parts()))
    return parts


def is_judged_anew(both: BeforeAfter, draft: Draft, block: Block) -> bool:
    """Whether some of what a sent refusal refuses would be accepted now, or the reverse."""
    if VOID in block.extra:
        return False
    tables = both.before.table, both.writer.by
    was, now = ([*_verdicts(both.writer, table, draft, block)] for table in tables)
    return [why is None for why in was] != [why is None for why in now]


def refusal_by_now(both: BeforeAfter, draft: Draft, block: Block) -> Block | None:
    """An unsent refusal with the reasons that apply now, and without moves recorded from the same
    message that don't count any more; None where some of it would be accepted. Any other block is
    unchanged.

    A new name changes no reason, and neither do later entries. A withdrawn refusal may be right
    again.
    """
    if block.occasion != REFUSAL:
        return block
    writer, as_drafted = both.writer, block in draft.blocks
    if block.extra["recorded"] and both.after.step(block.entry) is None:
        block = replace(block, extra={**block.extra, "recorded": []})
    extra, entry = block.extra, block.entry
    if VOID in extra or (as_drafted and not both.touches(block)):
        return block
    to = writer.by.seat(draft.to)
    show = writer.show(to)
    verdicts = [*_verdicts(writer, both.after.table_after(entry), draft, block)]
    was = [facts["sentence"] for facts in extra["refusals"]]
    if as_drafted:
        before = _verdicts(writer, both.before.table_after(entry), draft, block)
        was = [why and why.sentence(show) for why in before]
    if was == [why and why.sentence(show) for why in verdicts]:
        return block
    refused = [(text, why) for text, why in zip(extra[TRIED], verdicts, strict=True) if why]
    if len(refused) < len(verdicts):
        return None
    at, message = Instant(extra[RECEIVED]), extra[MESSAGE]
    new = writer.refusal(to, refused, extra["recorded"], at, message=message)
    return replace(new, entry=entry)


def _verdicts(writer: Writer, table: Table, draft: Draft, block: Block) -> Iterator[Refusal | None]:
    """Why what a block refuses is refused at a table, text by text; None where it is valid."""
    to, at = writer.by.seat(draft.to), Instant(block.extra[RECEIVED])
    for text in block.extra[TRIED]:
        try:
            apply(writer.session.game, table, Entry(0, to, text, at, max(at, writer.desk.now)))
        except Refusal as refusal:
            yield refusal
        else:
            yield None


def invalidity_replies(both: BeforeAfter) -> Iterator[tuple[str, Block]]:
    """The replies to players whose move, or a part of it, became invalid since others count before
    it, and who had no receipt for it.
    """
    writer = both.writer
    stood = {step.entry.number for step in both.before.effective if not step.left_out}
    for step in both.after.steps:
        number, who, why = step.entry.number, step.who, step.void or step.left_out
        # What a plan did has fallen since the player has sent another one, or moved.
        if why is None or number not in stood or step.entry.planned:
            continue
        if (RECEIPT, number, writer.session.signed_up(who)) in both.sent_keys:
            continue
        tried = [((step.typed or step.entry).text, as_late(writer.session, step.entry, why))]
        block = writer.refusal(who, tried, [], step.entry.received_at)
        yield who, replace(block, extra={**block.extra, VOID: number})
