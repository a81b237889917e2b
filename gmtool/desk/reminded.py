"""Who was reminded of which open window, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.desk.addresses import Book
from gmtool.desk.occasion_names import REMINDER
from gmtool.engine.instants import Instant
from gmtool.store import ReadingRoom

WINDOW = "window_key"
"""The key in a block's `extra` for the window that a CALL is about."""

OF_PRIVATE = "of_private"
"""The key in the `extra` of a reminder about a window of which not everybody knows whom it asks."""


class Reminded(NamedTuple):
    """A reminder that was `sent` at an instant, or else drafted then, about the open window of that
    key; `number` is the message's.
    """

    who: str
    window: str
    at: Instant
    sent: bool
    number: int


def reminded(
    room: ReadingRoom, game_id: int, book: Book, windows: Sequence[Mapping[str, Any]]
) -> Iterator[Reminded]:
    """The reminders about open windows, given as in the brief of a head, that went out or wait, in
    the order in which they were drafted.
    """
    opened = {window["key"]: window["entry"] for window in windows}
    since = min(opened.values(), default=0)
    for draft in room.drafts(game_id, since) if opened else ():
        reminders = (block for block in draft.blocks if block.occasion == REMINDER)
        for key in (block.extra.get(WINDOW, "") for block in reminders):
            # A window may have been open before, and opened again after an undo.
            if key in opened and draft.entry >= opened[key]:
                sent = room.sent(game_id, draft.number)
                at = sent.at if sent else draft.drafted_at
                yield Reminded(book.reader(draft, sent), key, at, bool(sent), draft.number)
