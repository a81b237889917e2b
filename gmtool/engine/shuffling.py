"""A shuffled deck, as chance gives it or a host types it (ALL-3)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gmtool.engine.cards import read_card
from gmtool.engine.moves import Move
from gmtool.engine.paste import plain
from gmtool.engine.refusals import Refused, Unreadable
from gmtool.engine.wording import short

FORM = "shuffle CARD …"
"""The text form with a placeholder."""
_MOST_WORDS = 3
"""in a card: “ten of hearts”."""


@dataclass(frozen=True)
class Shuffle(Move):
    """The cards, the top one first. Not public as such: the rules tell what is dealt from them."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(("shuffle", *self.cards))


def read_shuffle(text: str) -> Shuffle:
    """The shuffle that is typed; raises Unreadable, or Refused for a word that is no card."""
    quoted = text.strip()
    verb, *words = re.findall(r"[^\s,;]+", plain(quoted)) or [""]
    if verb.casefold().rstrip(":") != "shuffle" or not words:
        raise Unreadable(
            "ALL-3",
            "“{text}” is nothing that chance gives; that is `shuffle 3S 10H …`, the whole deck, "
            "the top card first.",
            quoted=quoted,
            text=short(quoted),
        )
    return Shuffle(read_deck(words, quoted))


def read_deck(words: Sequence[str], quoted: str) -> tuple[str, ...]:
    """The cards that these words are, one to three words each; raises Refused for a word that is
    none, with what was typed as `quoted`.
    """
    cards = []
    place = 0
    while place < len(words):
        for size in range(_MOST_WORDS, 0, -1):
            card = read_card(" ".join(words[place : place + size]))
            if card:
                break
        else:
            raise Refused(
                "ALL-3",
                "“{word}” is no card; cards are written 3S, 10H, KD, JOKER. Nothing of “{text}” "
                "was taken.",
                quoted=words[place],
                word=short(words[place]),
                text=short(quoted),
            )
        cards.append(card)
        place += min(size, len(words) - place)
    return tuple(cards)


def check_shuffle(move: Shuffle, deck: Sequence[str], clause: str) -> None:
    """Refuse, by the clause of the deal, what doesn't name each card of the deck as often as it is
    in it.
    """
    wrong = amiss(move.cards, deck)
    if wrong:
        raise Refused(
            clause,
            "a shuffle names each of the {count} cards of the deck, the top one first: {amiss}.",
            count=len(deck),
            amiss=wrong,
            quoted=str(move),
        )


def amiss(given: Sequence[str], wanted: Sequence[str]) -> str:
    """What a list that names each of the things wanted as often as it is there lacks or has too
    often; empty where it is right.
    """
    there, named = Counter(wanted), Counter(given)
    extra = dict.fromkeys((named - there).elements())
    parts = (
        (dict.fromkeys((there - named).elements()), "missing"),
        ([thing for thing in extra if thing in there], "named too often"),
        ([thing for thing in extra if thing not in there], "not in it"),
    )
    return ", ".join(f"{' '.join(things)} {what}" for things, what in parts if things)
