"""Text to the answer of the player asked, kept as written (SD-11)."""

from __future__ import annotations

import re

from gmtool.engine.paste import plain
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned
from gmtool.engine.refusals import Entangled
from gmtool.engine.wording import said, short
from gmtool.games.split_decision.moves import Answer
from gmtool.games.split_decision.sentence_reading import is_frame

_ANSWER = re.compile(
    r"answer\b\s*(?:[:=]|[-–—](?=\s))?\s*(?P<said>\S.*)", re.IGNORECASE | re.DOTALL
)
_OUTRIGHT = re.compile(
    r"(?:answer\b|my (?:final )?answer(?: is\b|\s*:))\s*[:=]?\s*\S", re.IGNORECASE
)
_LEAD = re.compile(
    r"""(?:(?:here(?:'s| is) )?(?:my|the) )?(?:final )?answer(?: is)?\s*[:=.]?\s*(?:""|“”)?""",
    re.IGNORECASE,
)


def read_answer(text: str) -> Answer | None:
    """`answer Paris`, with or without quotation marks; None for anything else."""
    found = _ANSWER.fullmatch(text.strip())
    answer = said(found["said"]) if found else ""
    return Answer(answer) if _says_something(answer) else None


def read_any_answer(who: str, text: str) -> Answer | None:
    """What the player asked has written: the line that says so, else the only one that isn't a
    greeting, thanks or a signature. Raises Ambiguous for several.
    """
    lines = [line.strip() for line in text.split("\n") if _says_something(line)]
    lines = [line for line in lines if not _LEAD.fullmatch(line)]
    around = [line for line in lines if is_frame(who, line)]
    left = [line for line in lines if line not in around]
    outright = [line for line in left if _OUTRIGHT.match(line)]
    if len(outright) == 1 and not any(_leaves_doubt(line) for line in left if line not in outright):
        left = outright
    if len(left) == 1:
        return read_answer(left[0]) or Answer(left[0])
    if not lines:
        return None
    raise _ambiguous(text, left or around)


def _says_something(text: str) -> bool:
    """Whether there is anything to see in it."""
    return any(char.isprintable() and not char.isspace() for char in plain(text))


def _leaves_doubt(line: str) -> bool:
    said_words = re.split(r"[\s,;.!]+", unadorned(line).casefold().replace("?", " ? "))
    return bool((HEDGES | DENIALS).intersection(said_words))


def _ambiguous(quoted: str, lines: list[str]) -> Entangled:
    """Several lines could be the answer, or one that may be only a greeting."""
    several = "could be more than one answer" if len(lines) > 1 else "may be no answer at all"
    return Entangled(
        "SD-11",
        '“{text}” {several}; write just the answer, as in `answer "Paris"`.',
        readings=tuple(str(read_answer(line) or Answer(line)) for line in dict.fromkeys(lines)),
        quoted=quoted,
        text=short(quoted),
        several=several,
    )
