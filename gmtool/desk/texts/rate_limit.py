"""How long a forum takes to let so many messages out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from gmtool.desk.session.recipients import Recipients
from gmtool.engine.instants import Instant
from gmtool.engine.text import listed, plural
from gmtool.render.delivery import THREAD
from gmtool.render.when import span
from gmtool.store import Draft

if TYPE_CHECKING:
    from gmtool.render.dialects import Dialect

_WORTH_TELLING, _AN_HOUR = timedelta(minutes=1), timedelta(hours=1)


def rate_limit_lines(
    dialect: Dialect, book: Recipients, now: Instant, drafts: Iterable[Draft]
) -> Iterator[str]:
    """A line that says what the forum allows, if it takes a while to send all of these; none where
    nothing holds up what goes through the forum.
    """
    posts, letters = 0, 0
    for one in drafts:
        own = book.ways.get(book.names.get(one.to, one.to), {}).get("channel", "")
        way = own if one.to else THREAD
        posts += len(one.parts) * (way == THREAD)
        letters += len(one.parts) * (way in {"", dialect.channel})
    allowed, takes = held_up(dialect, posts, letters)
    if takes >= _WORTH_TELLING:
        until = f", till {book.show(now.plus(takes))}" if takes >= _AN_HOUR else ""
        many = posts + letters
        yield f"  {dialect.name} {allowed}: all {many} take {span(takes)} at least{until}"


def held_up(dialect: Dialect, posts: int, letters: int) -> tuple[str, timedelta]:
    """What the forum allows, in words, and how long so many posts and messages to players take by
    it. Each is for its own reader: however many a message may have, none can go to several.
    """
    waits = [dialect.between_posts] * posts + [dialect.between_messages] * letters
    takes = timedelta(seconds=sum(sorted(waits)[:-1]))  # one of them waits for nothing
    most = dialect.messages_an_hour
    allowed = []
    if takes:
        what = "messages" if dialect.between_messages else "posts"
        allowed.append(f"wants {plural(max(waits), 'second')} between {what}")
    if most and letters > most:
        takes = max(takes, timedelta(hours=(letters - 1) // most))
        allowed.append(f"lets {most} messages an hour out")
    if dialect.recipients and letters > 1:
        allowed.append(
            f"takes {dialect.recipients} recipients a message (each of these is for one)"
        )
    return listed(allowed), takes
