"""Which texts a step of the game gives rise to, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gmtool.desk.session.message_types import (
    BRIEFING,
    FINAL,
    MIXED,
    PLAN_VOID,
    RECEIPT,
    RECORD,
    RULING,
    UNCLEAR,
    WORDS,
    life_of,
)
from gmtool.desk.session.seals import has_seal
from gmtool.desk.session.session import Session
from gmtool.desk.session.visibility import is_for_all, put_off
from gmtool.engine import entropy
from gmtool.engine.amendments import Adopt, AdoptThroughout, Amendment
from gmtool.engine.game import CALL, PUBLIC, Message
from gmtool.engine.host_moves import (
    Active,
    Adjust,
    Alias,
    Clarify,
    Dismiss,
    End,
    Inactive,
    Note,
    Redeal,
    Replace,
    Set,
    Words,
)
from gmtool.engine.moves import HostMove, RawMessage
from gmtool.engine.policy import POLICY_KEYS
from gmtool.engine.steps import Step
from gmtool.engine.table import OpenWindow, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Absent, Extend, Pause, Resume

RULED = (
    Extend,
    Absent,
    Replace,
    Pause,
    Resume,
    Inactive,
    Active,
    Adjust,
    Redeal,
    Adopt,
    AdoptThroughout,
)
"""The host's moves that have a post of their own."""


class Trigger(Struct, frozen=True):
    """A text that arose, with the step that gave rise to it. Where it is
    `followed`, another part of the same post tells what comes next. Where its command made more
    entries, by plans, it tells how things are `as_of` the last of them.
    """

    message: Message
    step: Step
    followed: bool = False
    as_of: int = 0


def _sender(session: Session, step: Step, move: Clarify) -> str:
    """Whom the host asks back: the sender of the message, which may have been taken since, and
    counts as of its arrival then.
    """
    waiting = (one.who for one in step.table.inbox if one.number == move.number)
    who = next(waiting, None)
    if who is None:
        sent = session.replay().step(move.number, void=True)
        assert sent is not None  # noqa: S101 - only a message on record is asked about
        who = sent.entry.who
    return step.table.seat(who)


def find_triggers(session: Session, steps: Sequence[Step]) -> tuple[Trigger, ...]:
    """The texts that arose from `steps`, in order: those of the game, receipts of sealed moves,
    void plans, who is back, questions about messages, and posts of rulings.
    """
    found = []
    for step in steps:
        if step.back:
            found.append(Trigger(Message(RULING), step))
        is_ruling = isinstance(step.move, HostMove)
        if is_ruling and isinstance(step.move, Words):
            found.append(Trigger(Message(WORDS), step))
        is_first = step.entry.who == CHANCE and step.table.drawn == 1
        if session.mode == entropy.HOLD and is_first:
            found.append(Trigger(Message(MIXED), step))
        found += _receipts(session, step)
        found += [Trigger(Message(PLAN_VOID, one.who), step) for one in step.void_plans]
        if is_ruling and isinstance(step.move, Clarify):
            found.append(Trigger(Message(UNCLEAR, _sender(session, step, step.move)), step))
        if is_ruling:
            found += [Trigger(message, step) for message in _rulings(session, step)]
        if isinstance(step.move, Replace):
            found.append(Trigger(Message(BRIEFING, step.move.who), step))
        if not step.entry.takes_back:
            messages = session.game.messages(step.news)
            if isinstance(step.move, End) and any(
                o.name == FINAL for o in session.game.message_types
            ):
                messages = (*messages, Message(FINAL))
            found += [
                Trigger(message, step) for message in messages if _is_for(session, step, message)
            ]
        if _ends(session, step):
            found.append(Trigger(Message(RECORD), step))
    return tuple(found)


def _ends(session: Session, step: Step) -> bool:
    """Whether the game is over by a step: after its end only the desk's own moves are made."""
    after = (Set, Alias, Note, RawMessage, Clarify, Dismiss, Amendment)
    if step.table.windows or step.entry.takes_back:  # where a window is open, something is wanted
        return False
    return wanted(session.game, step.table).nothing and not isinstance(step.move, after)


def _is_for(session: Session, step: Step, message: Message) -> bool:
    """Whether a text is for somebody: an inactive player isn't asked for anything (ALL-11)."""
    is_inactive = message.to in step.table.inactive
    return not (is_inactive and life_of(session.game, message.occasion) == CALL)


def _receipts(session: Session, step: Step) -> Iterator[Trigger]:
    """The receipt of what a player sent: of a sealed move; of one that everybody may know, which
    isn't written unless the host wants one for every move. What a plan played in public has none.
    """
    if step.entry.who in {HOST, CHANCE}:
        return
    is_public = bool(step.move.public)
    if (is_public and not step.entry.planned) or has_seal(step.move):
        is_asked = not is_public or session.table.setting("receipts") == "all"
        yield Trigger(Message(RECEIPT, step.who, on_demand=not is_asked), step)


def _rulings(session: Session, step: Step) -> Iterator[Message]:
    """The post of a ruling. Where the ruling moves the deadline of a private window, which the post
    leaves out, also a message to each player who may move in it; where it moves a player's own in
    one that is announced, to that player.
    """
    is_policy = isinstance(step.move, Set) and step.move.key in POLICY_KEYS
    if is_policy and step.table.started:
        yield Message(RULING)
    is_of_words = isinstance(step.move, Set) and step.move.key == entropy.WORDS_UNTIL
    if is_of_words and not _is_set_up(session, step):
        yield Message(RULING)
    keeps = isinstance(step.move, Adopt) and step.move.instead > 0
    if keeps or not isinstance(step.move, RULED):
        return
    if is_for_all(step):
        yield Message(RULING)
    if isinstance(step.move, (Extend, Absent, Resume)):
        moved = put_off(step)
        private = {w.key for w in moved if not w.known_to(PUBLIC)}
        turns = wanted(session.game, step.table).turns
        asked = [turn.who for turn in turns if turn.window in private]
        announced = (w for w in moved if w.announced)
        own = (who for w in announced for who in _put_off_for(step, w))
        for who in dict.fromkeys((*asked, *own)):
            yield Message(RULING, who)


def _put_off_for(step: Step, window: OpenWindow) -> Iterator[str]:
    """The players whose own deadline in a window was changed by a step."""
    was = next(one for one in step.was if one.key == window.key)
    return (who for who, at in window.own.items() if was.own.get(who) != at)


def _is_set_up(session: Session, step: Step) -> bool:
    """Whether `new` made that entry, of which the opening post tells."""
    entry = step.entry
    return entry.number == 1 and entry.recorded_at == session.record.created_at
