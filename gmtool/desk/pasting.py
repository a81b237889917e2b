"""The texts of a message as they are pasted."""

from __future__ import annotations

from gmtool.desk.addresses import Book
from gmtool.desk.answers import Text
from gmtool.store import Draft, ReadingRoom


def last_words(room: ReadingRoom, game_id: int, one: Draft) -> Draft:
    """A message as it was before it was withdrawn."""
    if one.parts:
        return one
    revisions = room.revisions(game_id, one.number)
    return next((old for old in reversed(revisions) if old.parts), one)


def to_paste(book: Book, one: Draft) -> tuple[Text, ...]:
    """The texts of a draft, each with a title for the host."""
    number = f"outbox {one.number}, " if one.number else ""
    where, many = f"{number}{book.goes_to(book.names.get(one.to, one.to))}", len(one.parts)
    return tuple(
        Text(
            f"{where}: {one.subject}" + (f" ({part}/{many})" if many > 1 else ""),
            body,
            one.subject,
            one.to,
        )
        for part, body in enumerate(one.parts, 1)
    )
