"""The words of Auction Poker among those that players use anyway."""

from __future__ import annotations

from gmtool.engine import phrases
from gmtool.engine.phrases import (
    DENIALS,
    LONGEST_SPOKEN,
    is_spoken,
    spoken,
    spoken_first,
    words,
)

__all__ = [
    "DENIALS",
    "HEDGES",
    "LONGEST_SPOKEN",
    "is_spoken",
    "spoken",
    "spoken_first",
    "tidied",
    "words",
]

HEDGES = phrases.HEDGES | words(
    "range change changed make raise increase lower replace switch correct"
)
"""Words beside a move that make it depend on something, leave it open, or change another."""

_BEFORE_VERBS = phrases.intent(
    r"""bid|bidding|offer|trash|trashing|change|changing|discard|discarding|exchange|exchanging
        |keep|keeping|pass|passing|(?:place|make|put|enter)\s+(?:an?\s+|my\s+)?bids?"""
)


def tidied(text: str) -> str:
    """`text` without what surrounds a move, “I'd like to bid” as “bid”; line breaks stay."""
    return phrases.tidied(text, _BEFORE_VERBS)
