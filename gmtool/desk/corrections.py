"""Texts that don't hold any more: drafted anew while unsent, corrected once they went out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gmtool.desk import owed, texts
from gmtool.desk.drafting import (
    ANEW,
    DROPPED,
    MOOT,
    Outgoing,
    correction,
    is_moot,
    keep,
    last_words,
    outgoing,
    remade,
    revise,
    titled,
)
from gmtool.desk.holding import alone, asking, is_gone, refused_otherwise, speaks_of, turned_wrong
from gmtool.desk.next_steps import MOST_NAMED
from gmtool.desk.owed import Account
from gmtool.desk.redrafting import (
    TAKEN_BACK,
    is_outdone,
    put_back,
    redrafted,
    refused_meanwhile,
    restored,
    turned,
    undo_put_back,
)
from gmtool.desk.writing import Writer
from gmtool.engine.game import PUBLIC
from gmtool.engine.moves import Adjust, End, Extend, Inactive, Move, Pause, Redeal, Resume, Set
from gmtool.engine.steps import Step
from gmtool.engine.table import Table, wanted
from gmtool.store import Block, Draft, Sent, WritingRoom

WENT_OUT = "it had gone out already"
"""Why a draft says less, or nothing any more: since another had gone out."""
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
    """What rulings or settings among `moves` did to texts, and the end of the game; nothing for
    all other moves.
    """
    ruled, is_set = _rules(moves), any(isinstance(move, Set) for move in moves)
    if not (ruled or is_set or wanted(writer.sitting.game, writer.by).nothing):
        return Review()
    fold = writer.sitting.fold(room)
    review = Review(turned_wrong(writer, room, before, fold) if ruled else [])
    review.told_by = _told_by(before, moves) if ruled else ""
    if any(isinstance(move, End) for move in moves):
        review.wrong += [w for w in asking(writer, room, before) if w not in review.wrong]
    review.revised += turned(writer, room, before, fold)
    if ruled or is_set:
        review.revised += redrafted(writer, room, before, fold, moves)
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

    def held(old: Draft) -> tuple[Block, ...]:
        return tuple(
            alone(writer, old, block, steps)
            for block in old.blocks
            if not speaks_of(writer, old, block, steps, fold)
            and not refused_otherwise(writer, old, block, before, steps)
        )

    review = _taken_back(writer, room, min(steps), held)
    no_more = [one.number for one in (*review.revised, *(draft for draft, _ in review.wrong))]
    review.revised += restored(writer, room, fold, no_more)
    review.revised += turned(writer, room, before, fold)
    review.revised += redrafted(writer, room, before, fold, [step.move for step in gone])
    fell = [d for d, _ in review.wrong if not any(is_gone(block, steps) for block in d.blocks)]
    others = [w for w in turned_wrong(writer, room, before, fold) if w not in review.wrong]
    review.wrong += others
    posts = [draft for draft, _ in others if not draft.to]
    fell += posts or [draft for draft, _ in others]  # a post tells everybody
    account = Account.of(writer, room, fold, fell={one.number for one in fell})
    review.revised += account.settle(writer, room)
    review.drafted += correct(writer, room, account, steps, why=why)
    return review


def after_setting_aside(writer: Writer, room: WritingRoom, numbers: Collection[int]) -> Review:
    """What it did to texts that entries of those `numbers` were taken back which had been recorded,
    and told of, though they don't go through the rules.
    """

    def held(old: Draft) -> tuple[Block, ...]:
        return tuple(block for block in old.blocks if block.entry not in numbers)

    review = _taken_back(writer, room, min(numbers), held)
    account = Account.of(writer, room, writer.sitting.fold(room))
    review.revised += account.settle(writer, room)
    review.drafted += correct(writer, room, account)
    return review


def _taken_back(
    writer: Writer, room: WritingRoom, since: int, held: Callable[[Draft], tuple[Block, ...]]
) -> Review:
    """Which texts of entry `since` and later are wrong now, and which are drafted anew: of each
    `held` gives the blocks that still hold.
    """
    game, by_this = writer.sitting.record.id, f"{TAKEN_BACK}{writer.sitting.number}"
    sent, review = room.all_sent(game), Review()
    for old in room.drafts(game, since):
        blocks = held(old)
        if blocks == old.blocks:
            continue
        if old.number in sent:
            review.wrong.append((old, sent[old.number]))
        elif old.parts:
            review.revised.append(revise(writer, room, old, blocks, by_this))
    return review


def after_redo(writer: Writer, room: WritingRoom, before: Table, back: Sequence[Step]) -> Review:
    """What putting `back` entries did to texts: what they gave rise to goes out, unless it did."""
    sitting, game = writer.sitting, writer.sitting.record.id
    fold = sitting.fold(room)
    steps = {step.entry.number: step for step in back}
    moves = [step.move for step in back]
    review = Review(turned_wrong(writer, room, before, fold) if _rules(moves) else [])
    undo = undo_put_back(writer, room)
    review.revised += put_back(writer, room, fold, undo)
    review.revised += turned(writer, room, before, fold)
    review.revised += redrafted(writer, room, before, fold, moves)
    review.revised += refused_meanwhile(writer, room, fold, min(steps))
    drafts = (_as_intended(writer, room, one) for one in room.drafts(game, min(steps)))
    there = {_topic(writer, one, block) for one in drafts for block in one.blocks}
    arisen = [
        one
        for one in texts.arisen(sitting, back)
        if (one.message.occasion, one.step.entry.number, one.message.to) not in there
    ]
    account = Account.of(writer, room, fold, undone=undo)
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
            and not is_outdone(writer, room, old, block)
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


def _as_intended(writer: Writer, room: WritingRoom, one: Draft) -> Draft:
    """A message as the host left it: what was dropped shall not be drafted again."""
    return last_words(room, writer.sitting, one) if one.note == DROPPED else one


def _topic(writer: Writer, one: Draft, block: Block) -> tuple[str, int, str]:
    return block.occasion, block.entry, writer.by.seat(one.to)


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
