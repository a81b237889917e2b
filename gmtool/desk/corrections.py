"""Texts that don't hold any more: drafted anew while unsent, corrected once they went out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gmtool.desk import owed, texts
from gmtool.desk.drafting import (
    ANEW,
    DROPPED,
    MOOT,
    REPLACED,
    Outgoing,
    again,
    correction,
    is_moot,
    keep,
    last_words,
    outgoing,
    remade,
    replace_unsent,
    revise,
    titled,
)
from gmtool.desk.next_steps import MOST_NAMED
from gmtool.desk.occasions import CORRECTION, REFUSAL, REMINDER, life_of
from gmtool.desk.owed import Account, tells_of_an_entry
from gmtool.desk.writing import NOW, RECEIVED, TRIED, WINDOW, Writer
from gmtool.engine.entries import Entry
from gmtool.engine.game import CALL, EVENT, PUBLIC, STATE, Game, Message
from gmtool.engine.instants import Instant
from gmtool.engine.moves import Adjust, End, Extend, Inactive, Move, Pause, Redeal, Resume, Set
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Fold
from gmtool.engine.steps import Step, hear
from gmtool.engine.table import Table
from gmtool.store import Block, Draft, Sent, WritingRoom

TAKEN_BACK = "what it was about was taken back by entry "
WENT_OUT = "it had gone out already"
"""Why a draft says less, or nothing any more: by the undo of that number, or since another had
gone out.
"""
RULINGS = (Extend, Pause, Resume, End, Inactive, Adjust, Redeal)


@dataclass
class Review:
    """What a ruling or an undo did to texts: sent ones that are now `wrong`, unsent ones drafted
    anew or withdrawn (`revised`), and the `drafted` corrections. `told_by` is what goes out of a
    ruling and tells what holds: a post, or a message where the thread may know nothing of it.
    """

    wrong: list[tuple[Draft, Sent]] = field(default_factory=list)
    revised: list[Draft] = field(default_factory=list)
    drafted: list[Draft] = field(default_factory=list)
    told_by: str = ""

    def lines(self, writer: Writer) -> list[str]:
        """What to tell the host of it."""
        show = writer.sitting.show
        at = {draft.number: f" (sent {show(sent.at)})" for draft, sent in self.wrong}
        wrong = [draft for draft, _ in self.wrong]
        told = wrong and self.told_by
        revised = list({draft.number: draft for draft in self.revised}.values())
        return [
            *_listed(writer, "already sent, and now wrong", wrong, at),
            *([f"  the {self.told_by} of this ruling tells what holds"] if told else []),
            *_listed(writer, "not sent yet, drafted anew", [d for d in revised if d.parts]),
            *_listed(writer, "not sent yet, withdrawn", [d for d in revised if not d.parts]),
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
    ruled = _rules(moves)
    if not ruled and not any(isinstance(move, Set) for move in moves):
        return Review()
    fold = writer.sitting.fold(room)
    review = Review(_reviewed(writer, room, before, fold) if ruled else [])
    review.told_by = _told_by(before, moves) if ruled else ""
    if any(isinstance(move, End) for move in moves):
        review.wrong += [w for w in _asking(writer, room, before) if w not in review.wrong]
    review.revised += _redrafted(writer, room, before, fold, moves)
    return review


def _rules(moves: Sequence[Move]) -> bool:
    """Whether rulings are among `moves`: what is played on makes no text wrong that went out."""
    return any(isinstance(move, RULINGS) for move in moves)


def _told_by(before: Table, moves: Sequence[Move]) -> str:
    """Whether a post tells of the rulings, or messages to those who know of the windows."""
    rulings = [move for move in moves if isinstance(move, RULINGS)]
    for_all = any(window.known_to(PUBLIC) for window in before.windows)
    return "post" if for_all or not all(isinstance(m, Extend) for m in rulings) else "message"


def after_undo(
    writer: Writer, room: WritingRoom, before: Table, gone: Sequence[Step], why: str
) -> Review:
    """What taking back `gone` did to texts, and the corrections of those that went out."""
    fold = writer.sitting.fold(room)
    steps = {step.entry.number: step for step in gone}
    game = writer.sitting.record.id
    review = Review()
    sent = room.all_sent(game)
    by_this = f"{TAKEN_BACK}{writer.sitting.number}"
    for old in room.drafts(game, min(steps)):
        held = tuple(
            _alone(writer, old, block, steps)
            for block in old.blocks
            if not _fell(writer, old, block, steps, fold)
            and not _refused_otherwise(writer, old, block, before, steps)
        )
        if held == old.blocks:
            continue
        if old.number in sent:
            review.wrong.append((old, sent[old.number]))
        elif old.parts:
            review.revised.append(revise(writer, room, old, held, by_this))
    no_more = [one.number for one in (*review.revised, *(draft for draft, _ in review.wrong))]
    review.revised += _restored(writer, room, fold, no_more)
    review.revised += _redrafted(writer, room, before, fold, [step.move for step in gone])
    fell = [d for d, _ in review.wrong if not any(_is_gone(block, steps) for block in d.blocks)]
    others = [w for w in _reviewed(writer, room, before, fold) if w not in review.wrong]
    review.wrong += others
    posts = [draft for draft, _ in others if not draft.to]
    fell += posts or [draft for draft, _ in others]  # a post tells everybody
    account = Account.of(writer, room, fold, fell={one.number for one in fell})
    review.revised += account.settle(writer, room)
    review.drafted += correct(writer, room, account, steps, why=why)
    return review


def after_redo(writer: Writer, room: WritingRoom, before: Table, back: Sequence[Step]) -> Review:
    """What putting `back` entries did to texts: what they gave rise to goes out, unless it did."""
    sitting, game = writer.sitting, writer.sitting.record.id
    fold = sitting.fold(room)
    steps = {step.entry.number: step for step in back}
    moves = [step.move for step in back]
    review = Review(_reviewed(writer, room, before, fold) if _rules(moves) else [])
    undone = _undone(writer, room)
    review.revised += _put_back(writer, room, fold, undone)
    review.revised += _redrafted(writer, room, before, fold, moves)
    review.revised += _refused_meanwhile(writer, room, fold, min(steps))
    drafts = (_as_intended(writer, room, one) for one in room.drafts(game, min(steps)))
    there = {_topic(writer, one, block) for one in drafts for block in one.blocks}
    arisen = [
        one
        for one in texts.arisen(sitting, back)
        if (one.message.occasion, one.step.entry.number, one.message.to) not in there
    ]
    account = Account.of(writer, room, fold, undone=undone)
    review.revised += account.settle(writer, room)
    review.drafted += keep(writer, room, outgoing(writer, arisen), back)
    review.drafted += correct(writer, room, account, steps)
    return review


def after_sending(writer: Writer, room: WritingRoom, late: Sequence[Draft]) -> Review:
    """What it did to other texts that messages which had been withdrawn went out all the same:
    what they tell needn't go out once more, and may be wrong by now.
    """
    fold = writer.sitting.fold(room)
    out = {_topic(writer, one, block) for one in late for block in one.blocks}
    review = Review()
    for old in room.waiting(writer.sitting.record.id):
        blocks = tuple(block for block in old.blocks if _topic(writer, old, block) not in out)
        if blocks != old.blocks:
            review.revised.append(revise(writer, room, old, blocks, WENT_OUT))
    account = Account.of(writer, room, fold)
    review.revised += account.settle(writer, room)
    review.drafted += correct(writer, room, account)
    return review


def after_revoking(writer: Writer, room: WritingRoom, revoked: Sequence[Draft]) -> Review:
    """What it did to texts that messages hadn't gone out: they wait, as they read by now."""
    fold = writer.sitting.fold(room)
    review = Review()
    for old in revoked:
        standing = remade(writer, old, fold)
        blocks = tuple(
            block
            for block in standing
            if not is_moot(writer, old, block, fold.live)
            and not _is_outdone(writer, room, old, block)
        )
        new = revise(writer, room, old, blocks, ANEW if blocks or not standing else MOOT)
        review.revised += [new] if new is not old else []
    account = Account.of(writer, room, fold)
    review.revised += account.settle(writer, room)
    review.drafted += correct(writer, room, account)
    return review


def correct(
    writer: Writer,
    room: WritingRoom,
    account: Account,
    steps: Mapping[int, Step] | None = None,
    *,
    why: str = "",
) -> tuple[Draft, ...]:
    """Draft what is owed: one correction for each reader, and one of what holds after all."""
    messages = []
    for again_ in (False, True):
        readers: dict[str, list[dict[str, Any]]] = {}
        for one, sent, of_entries in account.owed(holds=again_):
            wrong = {**_announced(writer, one, sent, steps or {}), owed.TAKEN_BACK: of_entries}
            readers.setdefault(writer.by.seat(one.to), []).append(wrong)
        for to, its in readers.items():
            extra = {"wrong": its, "why": why, "again": again_}
            messages.append(Outgoing(to, (correction(writer, to, extra),)))
    return keep(writer, room, messages)


def _restored(
    writer: Writer, room: WritingRoom, fold: Fold, no_more: Sequence[int]
) -> Iterator[Draft]:
    """Unsent texts that wait again: what replaced them is no more, or their window is open."""
    again_wanted = {MOOT, *(f"{REPLACED}{number}" for number in no_more)}
    for old in _unsent(writer, room):
        if old.note in again_wanted and not old.parts:
            last = last_words(room, writer.sitting, old)
            blocks = remade(writer, last, fold)
            if blocks and not any(is_moot(writer, last, block, fold.live) for block in blocks):
                yield revise(writer, room, old, blocks, "asked for again")


def _undone(writer: Writer, room: WritingRoom) -> int:
    """The number of the undo that the redo just heard puts back."""
    undos: list[int] = []
    for entry in room.entries(writer.sitting.record.id):
        if not entry.takes_back:
            undos.clear()
        elif entry.text.startswith("undo"):
            undos.append(entry.number)
        else:
            undos.pop()
    return undos[-1]


def _put_back(writer: Writer, room: WritingRoom, fold: Fold, undo: int) -> Iterator[Draft]:
    """Unsent texts that wait as they did before that undo."""
    for old in _unsent(writer, room):
        revisions = room.revisions(writer.sitting.record.id, old.number)
        while revisions[-1].note == ANEW:
            revisions = revisions[:-1]
        if revisions[-1].note == f"{TAKEN_BACK}{undo}":
            new = revise(writer, room, old, remade(writer, revisions[-2], fold), "put back")
            replace_unsent(writer, room, new)
            yield new


def _redrafted(
    writer: Writer, room: WritingRoom, before: Table, fold: Fold, moves: Sequence[Move]
) -> Iterator[Draft]:
    """Unsent texts that would read otherwise because of `moves`, said or taken back."""
    everything = any(isinstance(move, Set) for move in moves)
    for old in room.waiting(writer.sitting.record.id):
        if everything or any(_turned_wrong(writer, old, b, before, fold) for b in old.blocks):
            new = revise(writer, room, old, remade(writer, old, fold), ANEW)
            if new is not old:
                yield new


def _refused_meanwhile(
    writer: Writer, room: WritingRoom, fold: Fold, since: int
) -> Iterator[Draft]:
    """Refusals of the time between an undo and its redo, which told how things stood then."""
    for old in room.waiting(writer.sitting.record.id, passing=True):
        if any(block.occasion == REFUSAL and block.entry > since for block in old.blocks):
            new = revise(writer, room, old, remade(writer, old, fold), ANEW)
            if new is not old:
                yield new


def _unsent(writer: Writer, room: WritingRoom, since_entry: int = 0) -> list[Draft]:
    game = writer.sitting.record.id
    sent = room.all_sent(game)
    return [one for one in room.drafts(game, since_entry) if one.number not in sent]


def _as_intended(writer: Writer, room: WritingRoom, one: Draft) -> Draft:
    """A message as the host left it: what was dropped shall not be drafted again."""
    return last_words(room, writer.sitting, one) if one.note == DROPPED else one


def _topic(writer: Writer, one: Draft, block: Block) -> tuple[str, int, str]:
    return block.occasion, block.entry, writer.by.seat(one.to)


def _is_outdone(writer: Writer, room: WritingRoom, old: Draft, block: Block) -> bool:
    """Whether a newer message tells the same as it stands since."""
    if life_of(writer.sitting.game, block.occasion) == EVENT:
        return False
    return any(
        one.number > old.number and one.to == old.to and newer.occasion == block.occasion
        for one in room.drafts(writer.sitting.record.id)
        for newer in one.blocks
    )


def _announced(writer: Writer, one: Draft, sent: Sent, steps: Mapping[int, Step]) -> dict[str, Any]:
    """What a reader is told of a text that doesn't hold; of the moves taken back only its own."""
    seat, said = writer.by.seat, (steps[b.entry].entry for b in one.blocks if b.entry in steps)
    moves = [entry.text for entry in said if seat(entry.who) == seat(one.to)]
    return {
        "number": one.number,
        "occasion": one.blocks[0].occasion,
        "subject": one.subject,
        "sent": sent.at,
        "link": sent.link,
        "moves": list(dict.fromkeys(moves)),
    }


def _is_gone(block: Block, gone: Mapping[int, Step]) -> bool:
    return tells_of_an_entry(block) and block.entry in gone


def _fell(writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step], fold: Fold) -> bool:
    """Whether a block speaks of what was taken back."""
    if block.entry not in gone or block.occasion in {REFUSAL, REMINDER, CORRECTION}:
        return False
    if tells_of_an_entry(block):
        return True
    return again(replace(writer, now=old.drafted_at), old, block, fold) != block


def _refused_otherwise(
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


def _alone(writer: Writer, old: Draft, block: Block, gone: Mapping[int, Step]) -> Block:
    """A refusal without what of the same message had been recorded and was taken back."""
    if block.occasion != REFUSAL or block.entry not in gone or not block.extra["recorded"]:
        return block
    extra = {key: value for key, value in block.extra.items() if key != NOW}
    message = Message(REFUSAL, writer.by.seat(old.to))
    return writer.stands(message, {**extra, "recorded": []}, entry=block.entry)


def _reviewed(
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
            if asked and _turned_wrong(writer, old, block, before, fold):
                wrong.append((old, sent[old.number]))
                break
    return wrong[::-1]


def _turned_wrong(writer: Writer, old: Draft, block: Block, before: Table, fold: Fold) -> bool:
    """Whether a block was right by the table before, and isn't by the writer's. Where something was
    set since, it would look otherwise anyhow, and counts as having been right.
    """
    then = replace(writer, now=old.drafted_at)
    was, now = again(replace(then, by=before), old, block, fold), again(then, old, block, fold)
    if was is None or now is None or now.body in {was.body, block.body}:
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
