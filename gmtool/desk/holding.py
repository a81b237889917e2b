"""Whether texts still hold after a ruling or an undo: what they tell, read by the table since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gmtool.desk.drafting import again
from gmtool.desk.occasions import CORRECTION, REFUSAL, REMINDER, life_of
from gmtool.desk.owed import tells_of_an_entry
from gmtool.desk.writing import NOW, RECEIVED, TRIED, WINDOW, Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL, STATE, Game, Message
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Set
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, hear
from gmtool.engine.table import Table
from gmtool.store import Block, Draft, Sent, WritingRoom


def is_gone(block: Block, gone: Mapping[int, Step]) -> bool:
    """Whether a block tells of an entry that was taken back."""
    return tells_of_an_entry(block) and block.entry in gone


def speaks_of(
    writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step], fold: Fold
) -> bool:
    """Whether a block speaks of what was taken back."""
    if block.entry not in gone or block.occasion in {REFUSAL, REMINDER, CORRECTION}:
        return False
    if tells_of_an_entry(block):
        return True
    return again(replace(writer, now=old.drafted_at), old, block, fold) != block


def refused_otherwise(
    writer: Writer, old: Draft, block: Block, before: Table, gone: Mapping[int, Step]
) -> bool:
    """Whether what was refused wouldn't be any more, or for another reason; a new name is none."""
    if block.occasion != REFUSAL or block.entry < min(gone):
        return False
    if any(isinstance(step.move, Set) for step in gone.values()):
        return False
    now = writer.desk.now
    to, at = writer.by.seat(old.to), Instant(block.extra[RECEIVED])
    entries = [Entry(0, to, text, at, max(at, now)) for text in block.extra[TRIED]]
    game = writer.sitting.game
    return any(_verdict(game, before, e) != _verdict(game, writer.by, e) for e in entries)


def _verdict(game: Game, table: Table, entry: Entry) -> str:
    try:
        hear(game, table, entry)
    except Refusal as refusal:
        return str(refusal)
    return ""


def alone(writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step]) -> Block:
    """A refusal without what of the same message had been recorded and was taken back."""
    if block.occasion != REFUSAL or block.entry not in gone or not block.extra["recorded"]:
        return block
    extra = {key: value for key, value in block.extra.items() if key != NOW}
    message = Message(REFUSAL, writer.by.seat(old.to))
    return writer.stands(message, {**extra, "recorded": []}, entry=block.entry)


def turned_wrong(
    writer: Writer, room: WritingRoom, before: Table, fold: Fold
) -> list[tuple[Draft, Sent]]:
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
            if asked and reads_otherwise(writer, old, block, before, fold):
                wrong.append((old, sent[old.number]))
                break
    return wrong[::-1]


def reads_otherwise(writer: Writer, old: Draft, block: Block, before: Table, fold: Fold) -> bool:
    """Whether a block was right by the table before, and isn't by the writer's. Where something was
    set since, it would look otherwise anyhow: it was right if it told the same under what is set.
    """
    then = replace(writer, now=old.drafted_at)
    was, now = again(replace(then, by=before), old, block, fold), again(then, old, block, fold)
    if was is None or now is None or now.body in {was.body, block.body}:
        return False
    if was.body == block.body:
        return True
    later = (step.move for step in fold.live if step.entry.number > block.entry)
    if not any(isinstance(move, Set) for move in later):
        return False
    told = _as_set(writer, old, block, before, fold)
    return told is not None and told.body == was.body


def _as_set(writer: Writer, old: Draft, block: Block, before: Table, fold: Fold) -> Block | None:
    """A block as it would have read when it was drafted, had all been set that is by `before`."""
    then = fold.table_after(block.entry)
    then = replace(then, settings=before.settings, people=before.people)
    return again(replace(writer, now=old.drafted_at, by=then), old, block, fold)


def _clock(table: Table) -> tuple[Instant | None, dict[str, Instant]]:
    return table.paused, {window.key: window.deadline for window in table.windows}


def asking(writer: Writer, room: WritingRoom, before: Table) -> list[tuple[Draft, Sent]]:
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
