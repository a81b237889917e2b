"""How a refusal puts things into words."""

from __future__ import annotations

from gmtool.games.split_decision.hands import ACE, JOKER


def called(card: str) -> str:
    """A card in the middle of a sentence; a free Ace has no suit."""
    return {JOKER: "a Joker", ACE: "an Ace"}.get(card, card)
