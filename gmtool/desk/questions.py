"""The question to a player whose message isn't clear, in the host's voice."""

from __future__ import annotations

from gmtool.desk.requests import Offer
from gmtool.engine.grammar import Grammar
from gmtool.engine.wording import listed


def question(grammar: Grammar, offer: Offer) -> str:
    """What to ask about a message, given its possible readings; a yes answers it where there is
    one.
    """
    said = offer.proposed or offer.readings[:1]
    if len(offer.readings) > 1 and not offer.proposed:
        return f"Which do you mean: {listed(map(grammar.aloud, offer.readings), 'or')}?"
    if not said:
        return f"What would you like me to record? Please {offer.right}."
    moves = listed(map(grammar.aloud, said)) + " and nothing else" * bool(
        offer.left and offer.doubts
    )
    return f"{moves}, right?" if offer.proposed else f"Do you mean {moves}?"
