"""Texts that don't hold any more: drafted anew while unsent, corrected once they went out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gmtool.desk import texts
from gmtool.desk.drafting import (
    ANEW,
    MOOT,
    REPLACED,
    Outgoing,
    again,
    is_moot,
    keep,
    on_record,
    outgoing,
    remade,
    revise,
    titled,
)
from gmtool.desk.next_steps import MOST_NAMED
from gmtool.desk.occasions import CORRECTION, REFUSAL, REMINDER, life_of
from gmtool.desk.writing import NOW, WINDOW, Writer
from gmtool.engine.game import CALL, STATE, Message
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Adjust, End, Extend, Inactive, Move, Pause, Resume, Set
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.engine.wording import CHANCE, HOST
from gmtool.store import Block, Draft, Sent, WritingRoom

TAKEN_BACK = "what it was about was taken back"
"""Why a draft was withdrawn: by an undo."""
RULINGS = (Extend, Pause, Resume, End, Inactive, Adjust)


@dataclass
class Review:
    """What a ruling or an undo did to texts: sent ones that are now `wrong`, unsent ones drafted
    anew or withdrawn (`revised`), and the `drafted` corrections.
    """

    wrong: list[tuple[Draft, Sent]] = field(default_factory=list)
    revised: list[Draft] = field(default_factory=list)
    drafted: list[Draft] = field(default_factory=list)

    def lines(self, writer: Writer) -> list[str]:
        """What to tell the host of it."""
        show = writer.sitting.show
        at = {draft.number: f" (sent {show(sent.at)})" for draft, sent in self.wrong}
        wrong = [draft for draft, _ in self.wrong]
        return [
            *_listed(writer, "already sent, and now wrong", wrong, at),
            *(["  the post of this ruling tells what holds"] * bool(wrong and not self.drafted)),
            *_listed(writer, "not sent yet, drafted anew", [d for d in self.revised if d.parts]),
            *_listed(writer, "not sent yet, withdrawn", [d for d in self.revised if not d.parts]),
            *_listed(writer, "drafted", self.drafted),
        ]


def _listed(
    writer: Writer, what: str, drafts: Sequence[Draft], at: Mapping[int, str] | None = None
) -> Iterator[str]:
    """Messages a line each, the posts first; where there are many, the rest by their numbers."""
    drafts = sorted(drafts, key=lambda one: (bool(one.to), one.number))
    for one in drafts[:MOST_NAMED]:
        yield f"  {what}: {titled(writer.sitting, one)}{(at or {}).get(one.number, '')}"
    if drafts[MOST_NAMED:]:
        numbers = ", ".join(str(one.number) for one in drafts[MOST_NAMED:])
        yield f"  {what}: {len(drafts) - MOST_NAMED} more, {numbers}"


def after_moves(writer: Writer, room: WritingRoom, before: Table, moves: Sequence[Move]) -> Review:
    """What rulings or settings among `moves` did to texts; nothing for all other moves."""
    ruled = any(isinstance(move, RULINGS) for move in moves)
    if not ruled and not any(isinstance(move, Set) for move in moves):
        return Review()
    fold = writer.sitting.fold(room)
    called_off = any(isinstance(move, End) for move in moves)
    review = _reviewed(writer, room, before, fold) if ruled else Review()
    if called_off:
        review.wrong += [w for w in _asking(writer, room, before) if w not in review.wrong]
    for old in room.waiting(writer.sitting.record.id):
        if ruled and not any(_turned_wrong(writer, old, b, before, fold) for b in old.blocks):
            continue
        new = revise(writer, room, old, remade(writer, old, fold), ANEW)
        review.revised += [new] if new is not old else []
    return review


def after_undo(
    writer: Writer,
    room: WritingRoom,
    before: Table,
    gone: Sequence[Step],
    why: str,
) -> Review:
    """What taking back `gone` did to texts, and the corrections of those that went out."""
    fold = writer.sitting.fold(room)
    numbers = {step.entry.number: step for step in gone}
    game = writer.sitting.record.id
    review = Review()
    sent = room.all_sent(game)
    for old in room.drafts(game, min(numbers)):
        standing = (b for b in old.blocks if not _fell(writer, old, b, numbers, fold))
        held = tuple(_alone(writer, old, block, numbers) for block in standing)
        if held == old.blocks:
            continue
        if old.number in sent:
            review.wrong.append((old, sent[old.number]))
        elif old.parts:
            review.revised.append(revise(writer, room, old, held, TAKEN_BACK))
    review.revised += _restored(writer, room, fold, [one.number for one in review.revised])
    others = [w for w in _reviewed(writer, room, before, fold).wrong if w not in review.wrong]
    posts = [(draft, sent) for draft, sent in others if not draft.to]
    corrected = [*review.wrong, *(posts or others)]  # a post tells everybody
    review.wrong += others
    review.drafted += correct(writer, room, corrected, fold, numbers, why=why)
    return review


def _restored(
    writer: Writer, room: WritingRoom, fold: Fold, withdrawn: Sequence[int]
) -> Iterator[Draft]:
    """Unsent texts that wait again: what replaced them is withdrawn, or their window is open."""
    game = writer.sitting.record.id
    again_wanted = {MOOT, *(f"{REPLACED}{number}" for number in withdrawn)}
    sent = room.all_sent(game)
    for old in room.drafts(game):
        if old.note in again_wanted and not old.parts and old.number not in sent:
            last = next(one for one in reversed(room.revisions(game, old.number)) if one.parts)
            blocks = remade(writer, last, fold)
            if blocks and not any(is_moot(writer, last, block) for block in blocks):
                yield revise(writer, room, old, blocks, "asked for again")


def after_redo(writer: Writer, room: WritingRoom, before: Table, back: Sequence[Step]) -> Review:
    """What putting `back` entries did to texts: what they gave rise to goes out, unless it did."""
    sitting, game = writer.sitting, writer.sitting.record.id
    fold = sitting.fold(room)
    numbers = {step.entry.number: step for step in back}
    drafts, sent = room.drafts(game, min(numbers)), room.all_sent(game)
    out = {(b.occasion, b.entry, d.to) for d in drafts if d.number in sent for b in d.blocks}
    arisen = [
        one
        for one in texts.arisen(sitting, back)
        if (one.message.occasion, one.step.entry.number, one.message.to) not in out
    ]
    review = _reviewed(writer, room, before, fold)
    void = [d for d in drafts if _corrects(d, numbers, drafts)]
    for old in void:
        if old.number not in sent and old.parts:
            review.revised.append(revise(writer, room, old, (), "put back"))
    went_out = [old for old in void if old.number in sent]
    review.wrong += [(old, sent[old.number]) for old in went_out]
    originals = {number for old in went_out for number in _corrected_by(old)}
    hold = [(d, sent[d.number]) for d in drafts if d.number in originals and d.number in sent]
    review.drafted += keep(writer, room, outgoing(writer, arisen))
    review.drafted += correct(writer, room, hold, fold, numbers, again_=True)
    return review


def correct(
    writer: Writer,
    room: WritingRoom,
    wrong: Sequence[tuple[Draft, Sent]],
    fold: Fold,
    steps: Mapping[int, Step] | None = None,
    *,
    why: str = "",
    again_: bool = False,
) -> tuple[Draft, ...]:
    """Draft the correction of what went out: one for each reader."""
    readers: dict[str, list[tuple[Draft, Sent]]] = {}
    for one, sent in wrong:
        readers.setdefault(writer.by.seat(one.to), []).append((one, sent))
    messages = []
    for to, its in readers.items():
        extra = {
            "wrong": [_announced(one, sent, steps or {}) for one, sent in its],
            "why": why,
            "again": again_,
            "recorded": list(on_record(writer, fold, to)) if to else [],
        }
        messages.append(Outgoing(to, (writer.stands(Message(CORRECTION, to), extra),)))
    return keep(writer, room, messages)


def _announced(one: Draft, sent: Sent, steps: Mapping[int, Step]) -> dict[str, Any]:
    said = (steps[b.entry] for b in one.blocks if b.entry in steps and one.to)
    moves = [step.entry.text for step in said if step.entry.who not in {HOST, CHANCE}]
    return {
        "number": one.number,
        "occasion": one.blocks[0].occasion,
        "subject": one.subject,
        "sent": sent.at,
        "link": sent.link,
        "moves": list(dict.fromkeys(moves)),
    }


def _fell(writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step], fold: Fold) -> bool:
    """Whether a block speaks of what was taken back."""
    if block.entry not in gone or block.occasion in {REFUSAL, REMINDER, CORRECTION}:
        return False
    if not block.extra.get(NOW):
        return True
    return again(replace(writer, now=old.drafted_at), old, block, fold) != block


def _alone(writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step]) -> Block:
    """A refusal without what of the same message had been recorded and was taken back."""
    if block.occasion != REFUSAL or block.entry not in gone or not block.extra["recorded"]:
        return block
    extra = {key: value for key, value in block.extra.items() if key != NOW}
    message = Message(REFUSAL, writer.by.seat(old.to))
    return writer.stands(message, {**extra, "recorded": []}, entry=block.entry)


def _corrects(old: Draft, back: Mapping[int, Step], drafts: Sequence[Draft]) -> bool:
    numbers = _corrected_by(old)
    return any(
        d.number in numbers and any(block.entry in back for block in d.blocks) for d in drafts
    )


def _corrected_by(old: Draft) -> set[int]:
    """The numbers of the messages that a correction is about."""
    corrections = (b for b in old.blocks if b.occasion == CORRECTION)
    return {wrong["number"] for block in corrections for wrong in block.extra["wrong"]}


def _reviewed(writer: Writer, room: WritingRoom, before: Table, fold: Fold) -> Review:
    """Sent texts that were right before and would read otherwise by now: those of the windows that
    were open, and the last of each kind that tells how things stand.
    """
    game = writer.sitting.record.id
    since = min((window.entry for window in before.windows), default=writer.sitting.number + 1)
    if _clock(before) == _clock(writer.by):
        since = writer.sitting.number + 1
    sent = room.all_sent(game)
    newer: set[tuple[str, str]] = set()
    wrong = []
    for old in reversed(room.drafts(game)):
        if old.number not in sent:
            continue
        for block in old.blocks:
            state = life_of(writer.sitting.game, block.occasion) == STATE
            asked = (block.occasion, old.to) not in newer if state else block.entry >= since
            newer.add((block.occasion, old.to))
            if asked and _turned_wrong(writer, old, block, before, fold):
                wrong.append((old, sent[old.number]))
                break
    return Review(wrong[::-1])


def _turned_wrong(writer: Writer, old: Draft, block: Block, before: Table, fold: Fold) -> bool:
    """Whether a block was right by the table before, and isn't by the writer's. Where something was
    set since, it would look otherwise anyhow, and counts as having been right.
    """
    then = replace(writer, now=old.drafted_at)
    was, now = again(replace(then, by=before), old, block, fold), again(then, old, block, fold)
    if was is None or now is None or was.body == now.body:
        return False
    later = (step.move for step in fold.live if step.entry.number > block.entry)
    return was.body == block.body or any(isinstance(move, Set) for move in later)


def _clock(table: Table) -> tuple[Instant | None, dict[str, Instant]]:
    return table.paused, {window.key: window.deadline for window in table.windows}


def _asking(writer: Writer, room: WritingRoom, before: Table) -> list[tuple[Draft, Sent]]:
    """What went out and asks for moves in windows that were open and are no more."""
    sent = room.all_sent(writer.sitting.record.id)
    open_before = {w.key for w in before.windows if writer.by.window(w.key) is None}
    return [
        (old, sent[old.number])
        for old in room.drafts(writer.sitting.record.id)
        if old.number in sent and any(_asks(writer, block, open_before) for block in old.blocks)
    ]


def _asks(writer: Writer, block: Block, windows: set[str]) -> bool:
    life = life_of(writer.sitting.game, block.occasion)
    return life == CALL and block.extra.get(WINDOW) in windows
