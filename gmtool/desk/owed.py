"""What readers were told that has turned out otherwise since, and so is owed to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gmtool.desk.drafting import DROPPED, correction, last_words, revise
from gmtool.desk.occasions import CORRECTION
from gmtool.desk.writing import NOW, Writer
from gmtool.engine.replay import Fold
from gmtool.store import Block, Draft, Sent, WritingRoom

SETTLED = "there is nothing to correct any more"
"""Why a correction was withdrawn that hadn't gone out."""
TAKEN_BACK = "taken_back"
"""Of a message in a correction: that it told of entries which were taken back, or put back. It
didn't hold for another reason otherwise: what it told of how things stood has changed.
"""


@dataclass
class Account:
    """What went out, and what has still to be told of it: by the number of the message whether it
    holds. `moves` are those of whose entries the reader believes otherwise; `standing` those that
    `fell`, as they told how things stood, and those that fell by the undo that is `undone`.
    """

    drafts: Mapping[int, Draft]
    sent: Mapping[int, Sent]
    moves: dict[int, bool]
    standing: dict[int, bool]
    fell: Collection[int]
    undone: int

    @classmethod
    def of(
        cls,
        writer: Writer,
        room: WritingRoom,
        fold: Fold,
        *,
        fell: Collection[int] = (),
        undone: int = 0,
    ) -> Account:
        """The account of the game as it stands."""
        game = writer.sitting.record.id
        drafts = {one.number: one for one in room.drafts(game)}
        sent = room.all_sent(game)
        live = {step.entry.number for step in fold.live}
        holds = {number: _holds(drafts[number], live) for number in sent}
        told = _told(drafts, sent, taken_back=True)
        moves = {n: holds[n] for n, (was, _) in told.items() if holds[n] != was}
        told = _told(drafts, sent, taken_back=False)
        standing = {n: False for n in fell if told[n][0]}
        standing |= {n: True for n, (was, by) in told.items() if not was and by == undone}
        return cls(drafts, sent, moves, standing, fell, undone)

    def owed(self, *, holds: bool) -> Iterator[tuple[Draft, Sent, bool]]:
        """The messages to be corrected, or that hold after all; and whether for their entries."""
        for which in (self.moves, self.standing):
            for number in sorted(which):
                if which[number] == holds:
                    yield self.drafts[number], self.sent[number], which is self.moves

    def settle(self, writer: Writer, room: WritingRoom) -> list[Draft]:
        """Cut the corrections that wait down to what has still to be told, and take it off the
        account, as what the host didn't want to tell. Returns the drafts that say less by now.
        """
        revised = []
        for old in room.waiting(writer.sitting.record.id, passing=True):
            blocks = tuple(b for block in old.blocks for b in self._cut(writer, old, block))
            if blocks != old.blocks:
                revised.append(revise(writer, room, old, blocks, SETTLED))
            self._take_off(blocks)
        for one in self.drafts.values():
            if one.note == DROPPED:
                self._take_off(last_words(room, writer.sitting, one).blocks)
        return revised

    def _cut(self, writer: Writer, old: Draft, block: Block) -> Iterator[Block]:
        if block.occasion != CORRECTION:
            yield block
            return
        wrong = [one for one in block.extra["wrong"] if self._wants(block, one)]
        if wrong == block.extra["wrong"]:
            yield block
        elif wrong:
            extra = {**block.extra, "wrong": wrong}
            yield correction(writer, writer.by.seat(old.to), extra, entry=block.entry)

    def _wants(self, block: Block, wrong: Mapping[str, Any]) -> bool:
        number: int = wrong["number"]
        again: bool = block.extra["again"]
        if wrong[TAKEN_BACK]:
            return number in self.moves and self.moves[number] == again
        if again:
            return number in self.sent and number not in self.fell
        return number in self.sent and block.entry != self.undone

    def _take_off(self, blocks: Sequence[Block]) -> None:
        for block, wrong in _corrected(blocks):
            which = self.moves if wrong[TAKEN_BACK] else self.standing
            if which.get(wrong["number"]) == block.extra["again"]:
                del which[wrong["number"]]


def tells_of_an_entry(block: Block) -> bool:
    """Whether an entry gave rise to a block, which holds as long as that stands."""
    return not block.extra.get(NOW)


def _corrected(blocks: Sequence[Block]) -> Iterator[tuple[Block, Mapping[str, Any]]]:
    """The corrections among `blocks`, with each message that they are about."""
    for block in blocks:
        if block.occasion == CORRECTION:
            for wrong in block.extra["wrong"]:
                yield block, wrong


def _holds(one: Draft, live: Collection[int]) -> bool:
    return all(block.entry in live for block in one.blocks if tells_of_an_entry(block))


def _told(
    drafts: Mapping[int, Draft], sent: Mapping[int, Sent], *, taken_back: bool
) -> dict[int, tuple[bool, int]]:
    """Whether its reader believes each message that went out, as far as corrections of that kind
    have told, and the entry by which the last of them arose.
    """
    told = dict.fromkeys(sorted(sent), (True, 0))
    for number in list(told):
        for block, wrong in _corrected(drafts[number].blocks):
            if wrong[TAKEN_BACK] == taken_back and wrong["number"] in told:
                told[wrong["number"]] = block.extra["again"], block.entry
    return told
