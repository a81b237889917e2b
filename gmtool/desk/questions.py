"""The question that goes back to a player whose message isn't clear: one, in the host's voice."""

from __future__ import annotations

from gmtool.desk.requests import Offer
from gmtool.engine.grammar import Grammar
from gmtool.engine.wording import listed


def question(grammar: Grammar, offer: Offer) -> str:
    """What to ask of a message of which that may be made; where it is one thing a yes will do."""
    said = offer.proposed or offer.readings[:1]
    if len(offer.readings) > 1 and not offer.proposed:
        return f"Which do you mean: {listed(map(grammar.aloud, offer.readings), 'or')}?"
    if not said:
        return f"What would you like me to record? Please {offer.right}."
    moves = listed(map(grammar.aloud, said)) + " and nothing else" * bool(
        offer.left and offer.doubts
    )
    return f"{moves}, right?" if offer.proposed else f"Do you mean {moves}?"
