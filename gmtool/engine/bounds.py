"""Bounds on the length of what gmtool reads, so that no text keeps it from its other games.

Only new texts are bounded: what is on record is read again whatever its length.
"""

from __future__ import annotations

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.moves import HostMove, Move
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.text import short

MOST_CHARACTERS = 60_000
"""The longest message, quotations included, or typed text: as much as forums allow in a post."""
MOST_OF_A_PAGE = 1_000_000
"""The longest copied page of a thread."""
MOST_OWN_CHARACTERS = 8_000
MOST_OWN_LINES = 550
"""The most characters and lines, quotations apart, in which a move is looked for. The longest move
is a list of 500 numbers.
"""
MOST_DIGITS = 20
"""The most digits of a number; the largest that any rule allows has ten."""

_LONG_NUMBER = lazy_regex(rf"(?<![0-9])(?:0*)[1-9][0-9]{{{MOST_DIGITS},}}")
_QUOTED = lazy_regex(r'"(?:[^"\\]|\\.)*"')


def too_long(what: str, most: int = MOST_CHARACTERS) -> str:
    """A sentence saying that a text, named by `what`, has more than `most` characters."""
    return (
        f"{what} has more than {most:,} characters, and no more are read; cut out what isn't "
        "needed, quotations first."
    )


def check_own_words(text: str) -> None:
    """Raise Unreadable for a text that is longer than any move needs to be."""
    lines = text.count("\n") + 1
    if len(text) <= MOST_OWN_CHARACTERS and lines <= MOST_OWN_LINES:
        return
    s = "s" * (lines > 1)
    raise Unreadable(
        "ALL-6",
        f"quotations apart this has {len(text):,} characters on {lines:,} line{s}, and a move is "
        f"looked for in up to {MOST_OWN_CHARACTERS:,} on {MOST_OWN_LINES:,} lines; send just the "
        "move.",
        quoted=short(text),
    )


def check_numbers(*texts: str) -> None:
    """Raise Refused where the text form of a move holds a longer number than any rule can take;
    quoted strings are exempt.
    """
    for text in texts:
        if len(text) <= MOST_DIGITS:
            continue
        found = _LONG_NUMBER.search(_QUOTED.sub('""', text))
        if found:
            raise Refused(
                "ALL-6",
                f"“{shortened_number(found[0])}” has {len(found[0]):,} digits; no number in a "
                f"game has more than {MOST_DIGITS}.",
                quoted=shortened_number(found[0]),
            )


def check_numbers_of(move: Move, text: str) -> None:
    """Raise Refused where a move, which was read from a text, holds too long a number.

    Players' names are exempt, and so are the host's own moves, whose forms bound their numbers.
    """
    if not _LONG_NUMBER.search(text) or isinstance(move, HostMove):
        return
    text = str(move)
    for name in move.named:
        text = text.replace(name, "")
    check_numbers(text)


def shortened_number(digits: str) -> str:
    """The first digits of a long number."""
    return f"{digits[:MOST_DIGITS]}…"
