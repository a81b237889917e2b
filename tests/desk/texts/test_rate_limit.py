"""How long a forum takes to let so many messages out."""

from datetime import timedelta

import pytest

from gmtool.desk.texts.rate_limit import held_up
from gmtool.render import dialects
from gmtool.render.dialects.dialect import Dialect

EVERY = Dialect(name="every", between_posts=15, between_messages=15, recipients=5)
POSTS = Dialect(name="posts", between_posts=30)
NEWCOMER = Dialect(name="newcomer", between_messages=120)
HOURLY = Dialect(name="hourly", messages_an_hour=20, recipients=10)


@pytest.mark.parametrize(
    ("dialect", "posts", "letters", "minutes", "allowed"),
    [
        (Dialect(name="free"), 40, 40, 0, ""),
        (EVERY, 1, 0, 0, ""),
        (EVERY, 1, 8, 2, "wants 15 seconds between messages and takes 5 recipients a message"),
        (POSTS, 3, 9, 1, "wants 30 seconds between posts"),
        (NEWCOMER, 5, 1, 0, ""),
        (NEWCOMER, 5, 4, 6, "wants 120 seconds between messages"),
        (HOURLY, 9, 20, 0, "takes 10 recipients a message"),
        (HOURLY, 9, 21, 60, "lets 20 messages an hour out and takes 10 recipients a message"),
        (HOURLY, 0, 41, 120, "lets 20 messages an hour out and takes 10 recipients a message"),
    ],
)
def test_so_many_take_so_long(
    dialect: Dialect, posts: int, letters: int, minutes: int, allowed: str
) -> None:
    told, takes = held_up(dialect, posts, letters)
    assert takes == timedelta(minutes=minutes)
    assert told.removesuffix(" (each of these is for one)") == allowed


def test_what_each_forum_allows() -> None:
    """As installed: recipients, seconds between posts and between messages, messages an hour."""
    found = {name: dialects.find(name) for name in dialects.NAMES}
    allowed = {
        name: (one.recipients, one.between_posts, one.between_messages, one.messages_an_hour)
        for name, one in found.items()
    }
    assert {name: four for name, four in allowed.items() if any(four)} == {
        "phpbb": (5, 15, 15, 0),
        "smf": (10, 0, 0, 20),
        "mybb": (5, 0, 0, 0),
        "nodebb": (0, 0, 120, 0),
    }
    ways = {name: one.channel for name, one in found.items() if one.channel != "pm"}
    assert ways == {"discord": "dm", "reddit": "chat", "nodebb": "chat", "bgg": "geekmail"}
