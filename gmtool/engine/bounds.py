"""How much is read of what somebody says, so that no text keeps a desk from its other games.

What was said once is on record and is read again whatever its length: only what is new is bounded.
"""

from __future__ import annotations

import re

from gmtool.engine.moves import HostMove, Move
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.wording import short

MOST_CHARACTERS = 60_000
"""of a message with all that it quotes, or of a text that is typed: as much as forums let one write
in a post.
"""
MOST_OWN_CHARACTERS = 8_000
MOST_OWN_LINES = 550
"""in which a move is looked for, quotations apart; the longest is a list of 500 numbers."""
MOST_DIGITS = 20
"""of a number; the largest that any rule allows has ten."""

_LONG_NUMBER = re.compile(rf"(?<![0-9])(?:0*)[1-9][0-9]{{{MOST_DIGITS},}}")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def too_long(what: str, most: int = MOST_CHARACTERS) -> str:
    """That a text, called `what`, has more than so many characters, in a sentence."""
    return (
        f"{what} has more than {most:,} characters, and no more are read; cut out what isn't "
        "needed, quotations first."
    )


def check_own_words(text: str) -> None:
    """Raises Unreadable for more than anybody needs to say a move."""
    lines = text.count("\n") + 1
    if len(text) <= MOST_OWN_CHARACTERS and lines <= MOST_OWN_LINES:
        return
    raise Unreadable(
        "ALL-6",
        "quotations apart this has {count:,} characters on {lines:,} line{s}, and a move is looked "
        "for in up to {most:,} on {most_lines:,} lines; send just the move.",
        quoted=short(text),
        count=len(text),
        lines=lines,
        s="s" * (lines > 1),
        most=MOST_OWN_CHARACTERS,
        most_lines=MOST_OWN_LINES,
    )


def check_numbers(*texts: str) -> None:
    """Raises Refused for a number, in the text forms of moves, that no rule could take; what stands
    in quotation marks is free.
    """
    for text in texts:
        found = _LONG_NUMBER.search(_QUOTED.sub('""', text))
        if found:
            raise Refused(
                "ALL-6",
                "“{number}” has {count:,} digits; no number in a game has more than {most}.",
                quoted=shortened_number(found[0]),
                number=shortened_number(found[0]),
                count=len(found[0]),
                most=MOST_DIGITS,
            )


def check_numbers_of(move: Move) -> None:
    """The same of a move; what players are called is free, and a host's own moves are bounded by
    their forms.
    """
    if isinstance(move, HostMove):
        return
    text = str(move)
    for name in move.named:
        text = text.replace(name, "")
    check_numbers(text)


def shortened_number(digits: str) -> str:
    """The first digits of a long number."""
    return f"{digits[:MOST_DIGITS]}…"
