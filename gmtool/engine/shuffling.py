"""A shuffled deck, as chance gives it or as a host types it (ALL-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gmtool.engine.argument_parsers import cards
from gmtool.engine.grammar import Form
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refused
from gmtool.engine.text import CHANCE


class Shuffle(Move, frozen=True):
    """The cards, the top one first. It isn't public: the rules tell what is dealt."""

    form = "shuffle {cards:cards}"

    cards: tuple[str, ...]


def shuffle(when: str, clause: str = "ALL-3") -> Form:
    """The form of a shuffle of the whole deck, the top card first."""
    slot = cards(lambda _asked: ())
    return Form("shuffle 3S 10H …", Shuffle, clause, when, slot, by=CHANCE)


def check_shuffle(move: Shuffle, deck: Sequence[str], clause: str) -> None:
    """Raise Refused, by the `clause` of the deal, unless the move names each card of the deck as
    often as the deck holds it.
    """
    wrong = amiss(move.cards, deck)
    if wrong:
        raise Refused(
            clause,
            f"a shuffle names each of the {len(deck)} cards of the deck, the top one first: "
            f"{wrong}.",
        )


def amiss(given: Sequence[str], wanted: Sequence[str]) -> str:
    """What is wrong with a list that should name each wanted thing as often as `wanted` holds it:
    what is missing, named too often or not in it. Empty where it is right.
    """
    there, named = Counter(wanted), Counter(given)
    extra = dict.fromkeys((named - there).elements())
    parts = (
        (dict.fromkeys((there - named).elements()), "missing"),
        ([thing for thing in extra if thing in there], "named too often"),
        ([thing for thing in extra if thing not in there], "not in it"),
    )
    return ", ".join(f"{' '.join(things)} {what}" for things, what in parts if things)
