"""How a refusal puts things into words."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.games.split_decision.hands import ACE, JOKER


def called(card: str) -> str:
    """A card in the middle of a sentence; a free Ace has no suit."""
    return {JOKER: "a Joker", ACE: "an Ace"}.get(card, card)


def listed(items: Sequence[str], word: str) -> str:
    """`a, b and c`, for the word “and”."""
    return f" {word} ".join([", ".join(items[:-1]), items[-1]] if items[1:] else items)
