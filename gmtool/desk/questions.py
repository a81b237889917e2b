"""Questions to players whose messages aren't clear, in the host's voice."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.desk.requests import Offer
from gmtool.engine.entries import Entry
from gmtool.engine.grammar import Grammar
from gmtool.engine.inbox import ABOUT
from gmtool.engine.wording import HOST, listed, unquote


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


def asked(entries: Iterable[Entry]) -> dict[int, str]:
    """What the host has asked back in these entries: the last question about each message, by the
    message's number.
    """
    host = (entry.text for entry in entries if entry.who == HOST)
    found = ((ABOUT.match(text), text) for text in host)
    return {
        int(about["number"]): unquote(text[about.end() :])[0]
        for about, text in found
        if about and about["verb"] == "asks"
    }
