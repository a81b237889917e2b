"""Which card a player's sentence means: one named outright, or the only one that a rank or a suit
fits among those it can choose from (ALL-5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gmtool.engine.card_words import (
    BOTH_JOKERS,
    CARD,
    EITHER,
    GROUP,
    OTHER,
    RANK,
    SUIT,
    Item,
    cards_in,
    looks_like_card,
)
from gmtool.engine.cards import rank, suit
from gmtool.engine.moves import Move
from gmtool.engine.refusals import Refused
from gmtool.engine.sentences import DENIAL, Word, only_doubts
from gmtool.engine.wording import short
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Top
from gmtool.games.ten_skip.sentence_reading import Sentence

CardMove = Discard | Keep | Hand | Top
VAGUE = frozenset({RANK, SUIT, GROUP, EITHER})
_MOST_READINGS = 6


@dataclass(frozen=True)
class Meant:
    """The cards that may be meant; `is_named` where they are so outright, `is_sure` where only one
    can be.
    """

    cards: tuple[str, ...]
    is_named: bool
    is_sure: bool


def meant(items: Iterable[Item], among: Iterable[str]) -> Meant:
    """The cards named outright, else those of `among` that ranks and suits fit."""
    said = tuple(items)
    vague = [item for item in said if item.kind in VAGUE]
    named = tuple(dict.fromkeys(cards_in(said)))
    if named:
        return Meant(named, True, len(named) == 1 and not vague and BOTH_JOKERS not in named)
    if not vague:
        return Meant((), False, False)
    fits = tuple(card for card in dict.fromkeys(among) if all(is_of(card, it) for it in vague))
    is_one = len(fits) == 1 and all(item.kind in {RANK, SUIT} for item in vague)
    return Meant(fits, False, is_one)


def is_of(card: str, item: Item) -> bool:
    """Whether a card is the one, or one of those, that a word names."""
    if item.kind == CARD:
        return card == item.value
    return (suit(card) if item.kind == SUIT else rank(card)) == item.value


def one_card(
    said: Sentence,
    found: Meant,
    kind: type[CardMove],
    rest: Sequence[Word],
    *,
    is_outright: bool,
) -> Move | None:
    """The move with the one card that is meant; None where the sentence isn't about cards.

    Raises Ambiguous where the card isn't sure or words are left over; only a sentence that is
    outright about it is taken where the card isn't named in full.
    """
    moves = [kind(card) for card in found.cards if card != BOTH_JOKERS]
    if found.is_named:
        if len(moves) == 1 and not found.is_sure and not rest:
            raise said.doubt(moves, "names more than one card")
        return said.settled(moves, rest)
    if found.is_sure and is_outright and not rest:
        return moves[0]
    if (moves and only_doubts(rest)) or is_outright:
        what = "doesn't name the card in full" if moves else "doesn't name a card"
        is_denied = any(word.kind == DENIAL for word in rest)
        raise said.doubt([] if is_denied else moves[:_MOST_READINGS], what)
    return None


def refuse_strange(items: Iterable[Item], quoted: str) -> None:
    """Refuse a word that looks like a card and is none (ALL-5)."""
    for item in items:
        if item.kind == OTHER and looks_like_card(item):
            raise Refused(
                "ALL-5",
                "“{word}” is no card; cards are written 9H, 10S, AD or nine of hearts. Nothing of "
                "“{text}” was taken.",
                quoted=item.written,
                word=item.written,
                text=short(quoted),
            )
