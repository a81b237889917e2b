"""The way of a text into the outbox: one message a player and command, the newest of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gmtool.desk.answers import Text
from gmtool.desk.occasions import CORRECTION, REFUSAL, REMINDER, UNCLEAR, life_of
from gmtool.desk.sitting import Sitting
from gmtool.desk.texts import Arisen
from gmtool.desk.writing import MESSAGE, NOW, TRIED, WINDOW, Writer
from gmtool.engine.game import CALL, EVENT, PUBLIC, STATE, Message
from gmtool.engine.moves import Divisible, read_says
from gmtool.engine.replay import Fold, live
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.store import Block, Draft, ReadingRoom, WritingRoom

ANEW = "drafted anew"
MOOT = "nobody is asked for it any more"
REPLACED = "replaced by "
DROPPED = "dropped by the host"
"""Why there is another revision; REPLACED with the number of the message that replaced it."""


@dataclass(frozen=True)
class Outgoing:
    """A message to be drafted: to the thread (`to` is PUBLIC) or to a player."""

    to: str
    blocks: tuple[Block, ...]


def outgoing(
    writer: Writer, arisen: Iterable[Arisen], also: Iterable[tuple[str, Block]] = ()
) -> tuple[Outgoing, ...]:
    """The messages of one command in the order they go out: each post by itself, then one message
    a player, made of all that arose for it and of what is `also` to be said.
    """
    timely = (o for o in arisen if not o.message.on_demand and not _is_answered(writer, o))
    written = [(one.message.to, writer.arose(one)) for one in timely]
    posts: list[Outgoing] = []
    letters: dict[str, list[Block]] = {}
    for to, block in _newest(writer, [*written, *also]):
        if to:
            letters.setdefault(to, []).append(block)
        else:
            posts.append(Outgoing(PUBLIC, (block,)))
    return (*posts, *(Outgoing(to, tuple(blocks)) for to, blocks in letters.items()))


def _is_answered(writer: Writer, one: Arisen) -> bool:
    """Whether a text asks for what was said, too, by the end of its command."""
    game, table, to = writer.sitting.game, one.step.table, one.message.to
    if life_of(game, one.message.occasion) != CALL:
        return False
    own = {turn.window for turn in wanted(game, table).turns if turn.who == to}
    asked = [w.key for w in table.windows if w.known_to(to) and (not to or w.key in own)]
    return bool(asked) and not any(map(writer.by.window, asked))


def _newest(writer: Writer, written: Sequence[tuple[str, Block]]) -> Iterator[tuple[str, Block]]:
    """The texts of one command without those that a newer one tells anew."""
    last = {(block.occasion, to): place for place, (to, block) in enumerate(written)}
    for place, (to, block) in enumerate(written):
        life = life_of(writer.sitting.game, block.occasion)
        if life == EVENT or last[block.occasion, to] == place:
            yield to, block


def draft(writer: Writer, out: Outgoing, number: int = 0) -> Draft:
    """The draft of a message, with its texts finished; nothing is kept."""
    to = _lasting(writer, out.to)
    return _draft(writer, Draft(number, 0, to, 0, "", (), (), writer.now), out.blocks)


def _lasting(writer: Writer, to: str) -> str:
    """The name with which a player signed up: a later one may be taken back."""
    if not to:
        return PUBLIC
    return writer.sitting.header.players[writer.sitting.table.players.index(to)]


def keep(
    writer: Writer,
    room: WritingRoom,
    messages: Sequence[Outgoing],
    taken: Sequence[Step] | None = None,
) -> tuple[Draft, ...]:
    """Put the messages into the outbox, in the room's transaction, and return their drafts. What
    of an unsent one they say anew, or what is moot by now, is taken out of it; `taken` are the
    steps that may have made it so, where it isn't those just heard.
    """
    taken = writer.sitting.heard if taken is None else taken
    game = writer.sitting.record.id
    number = room.last_message(game)
    passing = list(room.waiting(game, passing=True))
    kept = []
    for out in messages:
        number += 1
        new = draft(writer, out, number)
        passing = [_left(writer, room, old, new) for old in passing]
        room.put_draft(game, new)
        kept.append(new)
    for old in (_current(writer, room, one) for one in passing):
        blocks = tuple(block for block in old.blocks if not is_moot(writer, old, block, taken))
        if blocks != old.blocks:
            revise(writer, room, old, blocks, MOOT)
    return tuple(kept)


def revise(
    writer: Writer, room: WritingRoom, old: Draft, blocks: tuple[Block, ...], why: str
) -> Draft:
    """The same message made of `blocks`, withdrawn if there are none; as it was if it reads the
    same.
    """
    new = replace(_draft(writer, old, blocks), note=why)
    if (new.blocks, new.parts) == (old.blocks, old.parts):
        return old
    room.put_draft(writer.sitting.record.id, new)
    return new


def remade(writer: Writer, old: Draft, fold: Fold) -> tuple[Block, ...]:
    """The blocks of a message written anew, those left out whose entry doesn't stand any more."""
    found = (again(writer, old, block, fold) for block in old.blocks)
    return tuple(block for block in found if block is not None)


def as_written(writer: Writer, old: Draft, fold: Fold) -> tuple[Block, ...]:
    """The blocks of a message as they were drafted, in the writer's dialect: what tells how things
    stand, and what had just happened, says both, also where something has happened since.
    """
    found = (block_as_written(writer, old, block, fold) for block in old.blocks)
    return tuple(block for block in found if block is not None)


def block_as_written(writer: Writer, old: Draft, block: Block, fold: Fold) -> Block | None:
    """One block as it was drafted, in a game called off since as over; None if its entry doesn't
    stand any more.
    """
    step = None if block.extra.get(NOW) else fold.step(block.entry)
    if step is None or life_of(writer.sitting.game, block.occasion) != STATE:
        return again(writer, old, block, fold)
    to = writer.by.seat(old.to) if old.to else PUBLIC
    table = replace(step.table, called_off=writer.by.called_off)
    return writer.arose(Arisen(Message(block.occasion, to), replace(step, table=table)))


def again(writer: Writer, old: Draft, block: Block, fold: Fold) -> Block | None:
    """One block of a message written anew; None if its entry doesn't stand any more. What tells how
    things stand tells it as of the writer's table.
    """
    message = Message(block.occasion, writer.by.seat(old.to) if old.to else PUBLIC)
    extra = {key: value for key, value in block.extra.items() if key not in {NOW, WINDOW}}
    if block.occasion == CORRECTION:
        return correction(writer, message.to, extra, entry=block.entry)
    if life_of(writer.sitting.game, block.occasion) == STATE:
        return writer.stands(message, extra, table=writer.by, entry=block.entry)
    if not block.extra.get(NOW):
        step = fold.step(block.entry)
        return writer.arose(Arisen(message, step)) if step else None
    table = fold.table_after(block.entry)
    return writer.stands(message, extra, table=table, entry=block.entry)


def correction(
    writer: Writer, to: str, extra: Mapping[str, Any], entry: int | None = None
) -> Block:
    """What doesn't hold, and what holds by now."""
    extra = {**extra, "recorded": list(_on_record(writer, to)) if to else []}
    return writer.stands(Message(CORRECTION, to), extra, entry=entry)


def last_words(room: ReadingRoom, sitting: Sitting, one: Draft) -> Draft:
    """A message as it last was before it was withdrawn."""
    if one.parts:
        return one
    revisions = room.revisions(sitting.record.id, one.number)
    return next((old for old in reversed(revisions) if old.parts), one)


def to_paste(sitting: Sitting, one: Draft) -> tuple[Text, ...]:
    """The texts of a draft, each under a title for the host."""
    number = f"outbox {one.number}, " if one.number else ""
    where, many = f"{number}{addressed(sitting, one.to)}", len(one.parts)
    return tuple(
        Text(f"{where}: {one.subject}" + (f" ({part}/{many})" if many > 1 else ""), body)
        for part, body in enumerate(one.parts, 1)
    )


def addressed(sitting: Sitting, to: str) -> str:
    """Where a message goes, as the host's lists name it: to a player by the name on the forum."""
    if not to:
        return "post"
    who = sitting.table.seat(to)
    own = sitting.table.people.get(who, {}).get("mention", "")
    return f"message to {who} ({own})" if own and own != who else f"message to {who}"


def titled(sitting: Sitting, one: Draft) -> str:
    """A message as the host's lists name it."""
    return f"{one.number}, {addressed(sitting, one.to)}: {one.subject}"


def _draft(writer: Writer, old: Draft, blocks: tuple[Block, ...]) -> Draft:
    to = writer.by.seat(old.to)
    subject, parts = writer.finished(to, blocks) if blocks else (old.subject, ())
    lives = [life_of(writer.sitting.game, block.occasion) for block in blocks]
    return replace(
        old,
        revision=old.revision + 1,
        entry=old.entry if old.revision else writer.sitting.number,
        subject=subject,
        parts=parts,
        blocks=blocks,
        drafted_at=writer.now,
        note="",
        passing=any(life != EVENT for life in lives) or _may_be_settled(blocks),
    )


def replace_unsent(writer: Writer, room: WritingRoom, new: Draft) -> None:
    """Take out of the messages that wait what a draft among them tells anew."""
    for old in room.waiting(writer.sitting.record.id, passing=True):
        if old.number != new.number:
            _left(writer, room, old, new)


def _left(writer: Writer, room: WritingRoom, old: Draft, new: Draft) -> Draft:
    """What is left of an unsent message once a newer one says part of it anew."""
    if not old.parts or writer.by.seat(old.to) != writer.by.seat(new.to):
        return old
    game, anew = writer.sitting.game, {block.occasion for block in new.blocks}
    asked = {one.extra.get(MESSAGE) for one in new.blocks if one.occasion == UNCLEAR}
    blocks = tuple(
        block
        for block in old.blocks
        if (life_of(game, block.occasion) == EVENT or block.occasion not in anew)
        and not (block.occasion == UNCLEAR and block.extra[MESSAGE] in asked)
    )
    why = f"{REPLACED}{new.number}"
    return old if blocks == old.blocks else revise(writer, room, old, blocks, why)


def is_moot(writer: Writer, old: Draft, block: Block, taken: Sequence[Step] = ()) -> bool:
    """Whether what a block asks for can't be given any more, or has been; or what it refuses was
    taken since by those steps.
    """
    if block.occasion == UNCLEAR:
        return writer.by.message(block.extra[MESSAGE]) is None
    if block.occasion == REFUSAL:
        to, about = writer.by.seat(old.to), block.extra.get(MESSAGE)
        if about:
            return writer.by.message(about) is None
        since = (s for s in taken if s.who == to and s.entry.number > block.entry)
        return set(block.extra[TRIED]) <= {part for step in since for part in _parts(step)}
    if life_of(writer.sitting.game, block.occasion) != CALL:
        return False
    window = writer.by.window(block.extra.get(WINDOW, ""))
    if window is None:
        return True
    return block.occasion == REMINDER and writer.by.seat(old.to) in window.came


def _current(writer: Writer, room: WritingRoom, old: Draft) -> Draft:
    """A correction that hasn't gone out, telling what holds by now."""
    blocks = tuple(_by_now(writer, old, block) for block in old.blocks)
    return old if blocks == old.blocks else revise(writer, room, old, blocks, ANEW)


def _by_now(writer: Writer, old: Draft, block: Block) -> Block:
    if block.occasion != CORRECTION:
        return block
    extra = {key: value for key, value in block.extra.items() if key != NOW}
    new = correction(writer, writer.by.seat(old.to), extra, entry=block.entry)
    return block if new.body == block.body else new


def _on_record(writer: Writer, who: str) -> Iterator[str]:
    """What of a player's counts in the windows that are open, as far as it may know of them."""
    known = [window.entry for window in writer.by.windows if window.known_to(who)]
    if not known:
        return
    since = min(known)
    kept = writer.room.entries(writer.sitting.record.id, since)
    heard = (step.entry for step in writer.sitting.heard if step.entry.number > since)
    for entry in live((*kept, *heard)):
        if writer.by.seat(entry.who) == who and not read_says(entry.text):
            yield entry.text


def _may_be_settled(blocks: Sequence[Block]) -> bool:
    """Whether a move may come that takes back the need for the message, or changes what holds."""
    return any(block.occasion in {REFUSAL, UNCLEAR, CORRECTION} for block in blocks)


def _parts(step: Step) -> Iterator[str]:
    """What a move is, and each part of one that stands part by part."""
    yield str(step.move)
    if isinstance(step.move, Divisible):
        yield from map(str, step.move.parts())
