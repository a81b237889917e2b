"""The question that goes back to a player whose message isn't clear: one, in the host's voice."""

from __future__ import annotations

from gmtool.desk.hearing import Offer
from gmtool.engine.grammar import Grammar
from gmtool.engine.wording import listed


def question(grammar: Grammar, offer: Offer) -> str:
    """What to ask of a message of which that may be made."""
    if offer.proposed:
        return f"{listed(map(grammar.aloud, offer.proposed))}, right?"
    if len(offer.readings) == 1:
        return f"do you mean {grammar.aloud(offer.readings[0])}?"
    if offer.readings:
        return f"which do you mean: {listed(map(grammar.aloud, offer.readings), 'or')}?"
    return "what would you like me to record?"
