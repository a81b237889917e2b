"""The words of Split Decision in a player's sentence, and what surrounds them."""

from __future__ import annotations

import re

from gmtool.engine import phrases, sentences
from gmtool.engine.phrases import DENIALS, HEDGES, unadorned
from gmtool.engine.sentences import without_chatter, without_shell_quotes

_BEFORE_VERBS = phrases.intent(
    r"""go|going|put|putting|place|placing|take|taking|have|make|making|play|set|add
      | keep|keeping|refuse|refusing|decline|declining|reject|rejecting|push|pushing
      | use|using|spend|spending|burn|discard|discarding|chip|pass|passing|cut|cutting
      | pick|picking|choose|choosing|try|wager|wagering|bet|betting|risk|name|call|say"""
)
_NO_THANKS = re.compile(r"\bno,?\s+(?:thanks|thank\s+you|thx|ty)\b", re.IGNORECASE)
_MEANING = (
    HEDGES
    | DENIALS
    | phrases.words(
        "high low refuse push chip chips keep pass cut code codes answer pick range wager bet suit"
        " clubs diamonds hearts spades ace king queen jack take discard"
    )
)
"""Words that make a line more than a greeting."""


def tidied(text: str) -> str:
    """A sentence without what surrounds it, “I'd like to go high” as “go high”; “no thanks”
    as “refuse”.
    """
    plainly = _NO_THANKS.sub(" refuse ", unadorned(without_shell_quotes(text)))
    return phrases.tidied(without_chatter(plainly), _BEFORE_VERBS)


def is_frame(who: str, line: str) -> bool:
    """Whether a line is a greeting, thanks, or the player's own name."""
    return sentences.is_frame(who, line, _MEANING)


def without_frame(who: str, text: str) -> str:
    """The lines of a text that aren't a greeting, thanks or a signature; all where all are."""
    return sentences.without_frame(who, text, _MEANING)
