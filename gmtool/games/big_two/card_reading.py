"""Cards in the prose of these games, and the plays that are called by name."""

from __future__ import annotations

from gmtool.engine import card_words
from gmtool.engine.card_words import Item
from gmtool.games.big_two import terms

_KINDS = {
    "straight flush": terms.STRAIGHT_FLUSH,
    "full house": terms.FULL_HOUSE,
    "five of a kind": terms.FIVES,
    "four of a kind": terms.FOURS,
    "three of a kind": terms.TRIPLE,
    "single": terms.SINGLE,
    "pair": terms.PAIR,
    "triple": terms.TRIPLE,
    "trips": terms.TRIPLE,
    "quad": terms.QUAD,
    "quads": terms.QUAD,
    "straight": terms.STRAIGHT,
    "flush": terms.FLUSH,
}


def scan(text: str) -> tuple[Item, ...]:
    """All that a tidied sentence says, in order."""
    return card_words.scan(text, _KINDS)
