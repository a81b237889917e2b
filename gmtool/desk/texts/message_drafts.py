"""Drafts messages for the outbox, and revises them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gmtool.desk.answers import Text
from gmtool.desk.session.message_types import CORRECTION, RECORD, REFUSAL, UNCLEAR, life_of
from gmtool.desk.session.recipients import Recipients
from gmtool.desk.session.session import Session
from gmtool.desk.texts.blocks import POLICY
from gmtool.desk.texts.triggers import Trigger
from gmtool.desk.texts.writing import Writer
from gmtool.engine.game import CALL, EVENT, PUBLIC, STATE, Game, Message
from gmtool.engine.plans import PLAN
from gmtool.engine.table import wanted
from gmtool.store import Block, Draft, WriteTransaction

DROPPED = "dropped by the host"
"""The note of a draft that will never be sent."""


class Outgoing(Struct, frozen=True):
    """A message to be drafted: to the thread (`to` is PUBLIC) or to a player."""

    to: str
    blocks: tuple[Block, ...]


def outgoing(
    writer: Writer, arisen: Iterable[Trigger], also: Iterable[tuple[str, Block]] = ()
) -> tuple[Outgoing, ...]:
    """The messages of one command in the order in which they are sent: corrections, one post, the
    record of a game that is over, then one message a player, made of all that arose for it and of
    the blocks in `also`.
    """
    every = [o for o in arisen if not o.message.on_demand]
    timely = _timely(writer, every)
    if writer.session.table.setting("your_turn") == "post" and any(
        not o.message.to for o in timely
    ):
        said = {o.name for o in writer.session.game.message_types if o.in_post}
        timely = [o for o in timely if not (o.message.to and o.message.occasion in said)]
    posts = [n for n, o in enumerate(timely) if not (o.message.to or o.message.occasion == RECORD)]
    last = max(posts, default=0)
    followed = [
        replace(one, followed=True) if not one.message.to and n < last else one
        for n, one in enumerate(timely)
    ]
    written = [(one.message.to, _written(writer, one)) for one in followed]
    corrections: list[Outgoing] = []
    records: list[Outgoing] = []
    letters: dict[str, list[Block]] = {PUBLIC: []}
    for to, block in _newest(writer, [*written, *also]):
        if not to and block.occasion == CORRECTION:
            corrections.append(Outgoing(PUBLIC, (block,)))
        elif block.occasion == RECORD:
            records.append(Outgoing(PUBLIC, (block,)))
        else:
            letters.setdefault(to, []).append(block)
    sent = [Outgoing(to, tuple(blocks)) for to, blocks in letters.items() if blocks]
    return (*corrections, *(o for o in sent if not o.to), *records, *(o for o in sent if o.to))


def _timely(writer: Writer, arisen: Sequence[Trigger]) -> list[Trigger]:
    """The texts that nothing in the command itself has answered. A player to whom one told news
    that stands in no post gets the text that shows how things are for it instead.
    """
    game, places = writer.session.game, range(len(arisen))
    answered = [place for place in places if _is_answered(writer, arisen[place])]
    has_planned = _has_planned(writer.session)
    if not (answered or has_planned):
        return [*arisen]
    newest = {(one.message.occasion, one.message.to): place for place, one in enumerate(arisen)}
    told, state = _told_instead(game)
    found = {place: arisen[place] for place in places if place not in answered}
    for place in answered:
        one = arisen[place]
        own = (one.message.occasion, one.message.to)
        if own[0] not in told or newest[own] != place:
            continue
        # What came before it in the same command is over, too.
        found = {n: o for n, o in found.items() if (o.message.occasion, o.message.to) != own}
        if (state, own[1]) not in newest:
            found[place] = replace(one, message=Message(state, own[1]))
    if has_planned:  # who is asked in the end is shown the same by that
        calls = {n for n, o in found.items() if life_of(game, o.message.occasion) == CALL}
        asked = {found[n].message.to: n for n in sorted(calls)}
        found = {
            n: o
            for n, o in found.items()
            if o.message.occasion != state or n > asked.get(o.message.to, -1)
        }
    return [found[place] for place in sorted(found)]


def _told_instead(game: Game) -> tuple[set[str], str]:
    """The occasions that tell one player news which stand in no post, and the one that shows how
    things are for it, told instead; none where a game has no such text.
    """
    state = next((o.name for o in game.message_types if o.to_player and o.life == STATE), "")
    calls = (o for o in game.message_types if o.to_player and o.life == CALL)
    return {o.name for o in calls if state and not o.in_post}, state


def is_left_out(writer: Writer, one: Trigger, later: Iterable[Trigger]) -> bool:
    """Whether `outgoing` leaves a text out, and all others are the same without it, where these
    arose `later` in the same command.
    """
    if one.message.on_demand or not _is_answered(writer, one):
        return one.message.on_demand
    own = one.message.occasion, one.message.to
    again = any((o.message.occasion, o.message.to) == own for o in later)
    return again or own[0] not in _told_instead(writer.session.game)[0]


def _has_planned(session: Session) -> bool:
    return any(step.entry.planned for step in session.applied)


def _written(writer: Writer, one: Trigger) -> Block:
    """The text that arose; one that tells a player how things are, as they are after all that was
    planned.
    """
    session, to = writer.session, one.message.to
    is_over = one.step.entry.number < session.number and _has_planned(session)
    if is_over and to and life_of(session.game, one.message.occasion) == STATE:
        one = replace(one, as_of=session.number)
    return writer.write_block(one)


def _is_answered(writer: Writer, one: Trigger) -> bool:
    """Whether a text asks for moves that the command itself has already recorded."""
    game, table, to = writer.session.game, one.step.table, one.message.to
    if table is writer.by or life_of(game, one.message.occasion) != CALL:
        return False
    own = {turn.window for turn in wanted(game, table).turns if turn.who == to}
    asked = [w.key for w in table.windows if w.known_to(to) and (not to or w.key in own)]
    return bool(asked) and not any(map(writer.by.window, asked))


def _newest(writer: Writer, written: Sequence[tuple[str, Block]]) -> Iterator[tuple[str, Block]]:
    """The texts of one command without those that a later one supersedes."""
    # One command tells each thing once: a message may hold two moves.
    last = {(block.occasion, to): place for place, (to, block) in enumerate(written)}
    for place, (to, block) in enumerate(written):
        is_last = last[block.occasion, to] == place
        if is_last or life_of(writer.session.game, block.occasion) == EVENT:
            yield to, block


def draft(writer: Writer, out: Outgoing, number: int = 0) -> Draft:
    """The draft of a message, with its texts finished; nothing is stored."""
    to = writer.session.signed_up(out.to)
    last = writer.session.number
    begun = Draft(number, 0, to, last, "", (), (), writer.now, record=last)
    return _draft(writer, begun, out.blocks)


def revise(
    writer: Writer, transaction: WriteTransaction, old: Draft, blocks: tuple[Block, ...], why: str
) -> Draft:
    """Store the next revision of a message, made of `blocks`, or withdrawn where there are none.
    Returns it, or the `old` one where nothing differs.
    """
    # What it tells anew, what came since may have made so; else it vouches for the same entries.
    record = old.record if blocks == old.blocks else writer.session.number
    new = replace(_draft(writer, replace(old, record=record), blocks), note=why)
    if (new.blocks, new.parts) == (old.blocks, old.parts):
        return old
    transaction.put_draft(writer.session.record.id, new)
    return new


def _draft(writer: Writer, old: Draft, blocks: tuple[Block, ...]) -> Draft:
    to = writer.by.seat(old.to)
    subject, parts = writer.finished(to, blocks, old.record) if blocks else (old.subject, ())
    lives = [life_of(writer.session.game, block.occasion) for block in blocks]
    settling = any(
        block.occasion in {REFUSAL, UNCLEAR, CORRECTION} or {POLICY, PLAN} & block.extra.keys()
        for block in blocks
    )
    return replace(
        old,
        revision=old.revision + 1,
        subject=subject,
        parts=parts,
        blocks=blocks,
        drafted_at=writer.now,
        note="",
        passing=settling or any(life != EVENT for life in lives),
    )


def as_drafted(writer: Writer, old: Draft) -> tuple[Block, ...]:
    """The blocks of a message as they were drafted, in the writer's dialect."""
    found = (writer.again(old.to, block, as_drafted=True) for block in old.blocks)
    return tuple(block for block in found if block is not None)


def to_paste(session: Session, one: Draft) -> tuple[Text, ...]:
    """The texts of a draft, each with a title for the host."""
    return Recipients.of(session).texts_of(one)


def addressee_of(session: Session, to: str) -> str:
    """Where a message goes, as the host's lists name it."""
    return Recipients.of(session).goes_to(session.table.seat(to))


def is_record(one: Draft) -> bool:
    """Whether it is the record of a game, which is too long to be shown unasked."""
    return any(block.occasion == RECORD for block in one.blocks)


def title_of(session: Session, one: Draft) -> str:
    """A message as the host's lists name it."""
    return f"{one.number}, {addressee_of(session, one.to)}: {one.subject}"
