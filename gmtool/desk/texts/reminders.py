"""Who is to be reminded and who was, of which open window; and when a reminder has served."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtool.desk.session.message_types import REMINDER
from gmtool.desk.session.recipients import Recipients
from gmtool.desk.texts.blocks import WINDOW
from gmtool.engine.instants import Instant
from gmtool.engine.text import CHANCE, HOST
from gmtool.store import Block, ReadTransaction

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session
    from gmtool.desk.texts.context import Context
    from gmtool.engine.game import Turn
    from gmtool.engine.table import OpenWindow, Table


def by_player(session: Session) -> dict[str, list[Turn]]:
    """The turns in open windows that are awaited, by player."""
    turns = [t for t in session.awaited if t.who not in {HOST, CHANCE} and t.window]
    return {t.who: [other for other in turns if other.who == t.who] for t in turns}


def is_quiet(context: Context, turns: Sequence[Turn]) -> bool:
    """Whether nothing has come from the player of these turns, or the player was asked back and
    hasn't answered; a player who is away isn't quiet.
    """
    who, now = turns[0].who, context.now
    if context.by.is_away(who, now, now):
        return False
    return not has_come(context.by, turns) or bool(context.asked_back(who))


def has_come(table: Table, turns: Sequence[Turn]) -> bool:
    """Whether the player of these turns has sent a message, from which no move was made, in every
    window in which it is awaited. Where it has moved there and is awaited again, only a message
    that waits is such a one.
    """
    who = turns[0].who
    waits = any(table.seat(one.who) == who for one in table.inbox)
    windows = [table.window(turn.window) for turn in turns]
    return all(w and (waits if who in w.moved else who in w.wrote) for w in windows)


def has_served(context: Context, reminder: Block, who: str, window: OpenWindow) -> bool:
    """Whether a reminder about an open window need not go out any more: the player has moved, or
    something has come since, or the question that it repeats doesn't stand any more.
    """
    own = [turn for turn in context.awaited if (turn.who, turn.window) == (who, window.key)]
    if not own:
        return True
    asked, question = reminder.extra.get("asked", {}), context.asked_back(who)
    if question or asked.get("question"):
        return bool(question != asked.get("question"))
    return has_come(context.by, own) and not asked.get("came")


class Reminder(NamedTuple):
    """A reminder that was `sent` at an instant, or else drafted then, about the open window of that
    key; `number` is the message's.
    """

    who: str
    window: str
    at: Instant
    sent: bool
    number: int


def past_reminders(
    transaction: ReadTransaction,
    game_id: int,
    recipients: Recipients,
    windows: Sequence[OpenWindow],
) -> Iterator[Reminder]:
    """The reminders about these open windows that went out or wait, in the order in which they were
    drafted.
    """
    opened = {window.key: window.entry for window in windows}
    since = min(opened.values(), default=0)
    for draft in transaction.drafts(game_id, since) if opened else ():
        reminders = (block for block in draft.blocks if block.occasion == REMINDER)
        for key in (block.extra.get(WINDOW, "") for block in reminders):
            # A window may have been open before, and opened again after an undo.
            if key in opened and draft.entry >= opened[key]:
                sent = transaction.sent(game_id, draft.number)
                at = sent.at if sent else draft.drafted_at
                yield Reminder(recipients.reader(draft, sent), key, at, bool(sent), draft.number)
