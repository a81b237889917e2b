"""Unsent texts of before a ruling, an undo or a redo: drafted anew, asked for again, put back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from gmtool.desk.drafting import (
    ANEW,
    MOOT,
    REPLACED,
    again,
    as_written,
    block_as_written,
    is_moot,
    remade,
    replace_unsent,
    revise,
)
from gmtool.desk.holding import reads_otherwise
from gmtool.desk.occasions import REFUSAL, life_of
from gmtool.desk.writing import Writer
from gmtool.engine.game import EVENT, STATE
from gmtool.engine.moves import Move, Set
from gmtool.engine.replay import Fold
from gmtool.engine.table import Table, wanted
from gmtool.store import Block, Draft, WritingRoom

TAKEN_BACK = "what it was about was taken back by entry "
"""Why a draft says less, or nothing any more: by the undo of that number."""


def restored(
    writer: Writer, room: WritingRoom, fold: Fold, no_more: Sequence[int]
) -> Iterator[Draft]:
    """Unsent texts that wait again: what replaced them is no more, or their window is open."""
    again_wanted = {MOOT, *(f"{REPLACED}{number}" for number in no_more)}
    for old in _unsent(writer, room):
        if old.note in again_wanted:
            last = _before(room, writer, old, again_wanted)
            blocks = as_written(writer, last, fold)
            blocks = tuple(b for b in blocks if not is_moot(writer, last, b, fold.live))
            if len(blocks) > len(old.blocks):
                yield revise(writer, room, old, blocks, "asked for again")


def _before(room: WritingRoom, writer: Writer, old: Draft, whys: Collection[str]) -> Draft:
    """A message as it was before all, or part of it, was taken out for one of those reasons."""
    revisions = room.revisions(writer.sitting.record.id, old.number)
    return next((one for one in reversed(revisions) if one.note not in whys), old)


def undo_put_back(writer: Writer, room: WritingRoom) -> int:
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


def put_back(writer: Writer, room: WritingRoom, fold: Fold, undo: int) -> Iterator[Draft]:
    """Unsent texts that wait as they did before that undo."""
    for old in _unsent(writer, room):
        revisions = room.revisions(writer.sitting.record.id, old.number)
        while revisions[-1].note == ANEW:
            revisions = revisions[:-1]
        if revisions[-1].note == f"{TAKEN_BACK}{undo}":
            new = revise(writer, room, old, remade(writer, revisions[-2], fold), "put back")
            replace_unsent(writer, room, new)
            yield new


def redrafted(
    writer: Writer, room: WritingRoom, before: Table, fold: Fold, moves: Sequence[Move]
) -> Iterator[Draft]:
    """Unsent texts that would read otherwise because of `moves`, said or taken back. What is only
    set tells the news it told.
    """
    everything = any(isinstance(move, Set) for move in moves)
    for old in room.waiting(writer.sitting.record.id):
        asked = () if everything else old.blocks
        other = [b for b in asked if reads_otherwise(writer, old, b, before, fold)]
        if everything or other:
            ways = [again if block in other else block_as_written for block in old.blocks]
            found = [way(writer, old, b, fold) for way, b in zip(ways, old.blocks, strict=True)]
            new = revise(writer, room, old, tuple(b for b in found if b is not None), ANEW)
            if new is not old:
                yield new


def turned(writer: Writer, room: WritingRoom, before: Table, fold: Fold) -> Iterator[Draft]:
    """Unsent texts that tell how things stand, since the game has ended, or goes on after all."""
    game = writer.sitting.game
    if wanted(game, before).nothing == wanted(game, writer.by).nothing:
        return
    for old in room.waiting(writer.sitting.record.id, passing=True):
        blocks = tuple(_turned(writer, old, block, before, fold) for block in old.blocks)
        if blocks != old.blocks:
            yield revise(writer, room, old, blocks, ANEW)


def _turned(writer: Writer, old: Draft, block: Block, before: Table, fold: Fold) -> Block:
    """A block as it reads since. Where it told news as well, it still does: they go out nowhere
    else, and are wanted all the more once the end of the game is taken back.
    """
    game = writer.sitting.game
    if block.occasion != REFUSAL and life_of(game, block.occasion) != STATE:
        return block
    if wanted(game, writer.by).nothing and reads_otherwise(writer, old, block, before, fold):
        return again(writer, old, block, fold) or block
    was = block_as_written(replace(writer, by=before), old, block, fold)
    now = block_as_written(writer, old, block, fold)
    return block if was is None or now is None or was.body == now.body else now


def refused_meanwhile(writer: Writer, room: WritingRoom, fold: Fold, since: int) -> Iterator[Draft]:
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


def is_outdone(writer: Writer, room: WritingRoom, old: Draft, block: Block) -> bool:
    """Whether a newer message tells the same as it stands since."""
    if life_of(writer.sitting.game, block.occasion) == EVENT:
        return False
    return any(
        one.number > old.number and one.to == old.to and newer.occasion == block.occasion
        for one in room.drafts(writer.sitting.record.id)
        for newer in one.blocks
    )
