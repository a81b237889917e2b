"""What holds for every message, whatever the game, the occasion and the forum: a subject, a text
that is shown as it is meant, and every name as its owner writes it.
"""

from __future__ import annotations

import re

from forums import check, shown
from situations import Message

WORDS = "plain"
"""The dialect in which all texts are kept, for their words."""


def check_message(message: Message, dialect: str, suits: str = "unicode") -> None:
    """All that holds for a message, with what the same message is in plain words."""
    text = check_text(message, dialect, suits)
    plain = text if dialect == WORDS else message.pasted(WORDS, suits)
    for name in message.blocks[0][1]["game"]["players"]:
        assert shown(dialect, text).count(name) == plain.count(name), name


def check_text(message: Message, dialect: str, suits: str = "unicode") -> str:
    """A subject of one line, a text that the forum shows as it is meant, and in words that nobody
    stumbles over; returns the text to paste.
    """
    written = message.written(dialect, suits)
    text = message.finished(written, dialect)
    assert written.subject.startswith(f"{message.blocks[0][1]['game']['name']}: ")
    assert written.subject == " ".join(written.subject.split())
    assert check(dialect, text) == []
    assert not re.search(r"(?m)^\S.*\w  +\w.*[.!?:]$", text), "two blanks in a sentence"
    check_words(shown(dialect, text))
    if dialect == "phpbb":
        assert not re.search(r"(?m)^\[b\].*\[/b\]\n(?:\n|\Z)", text), "a heading of nothing"
    return text


_ONE = r"coin|lot|card|hour|day|player|bid|minute|window|chip|question|set|title|code|number"


def check_words(text: str) -> None:
    """What a reader would stumble over."""
    assert text.strip()
    assert not re.search(rf"(?<![\d.,])1 (?:\w+ )?(?:{_ONE})s\b", text)
    assert not re.search(r"\b(a|(?i:the|is|of|to|you|until|for|and)) \1\b", text)
    assert not re.search(r"[a-z][.,:;](?:[.,:;]|[a-z]{3,})", re.sub(r"\S*//\S*", "", text))
    assert not re.search(r"\b(?:None(?! of)|True|False|undefined)\b|[{}]| [,.;]", text)
    assert not re.search(r"(?m)[.!?] *[.!?]$|\d{4}-\d\d-\d\dT\d\d", text)
