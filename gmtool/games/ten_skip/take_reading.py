"""Text to a card taken from a victim for one that is shown (TS-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gmtool.engine.card_words import CARD, COUNT, OTHER, Item
from gmtool.engine.moves import Move
from gmtool.engine.phrases import unadorned, words
from gmtool.engine.sentences import DENIAL, WORD, Word
from gmtool.games.ten_skip.banter_reading import is_banter
from gmtool.games.ten_skip.card_reading import VAGUE, Meant, meant, refuse_strange
from gmtool.games.ten_skip.moves import Discard, Take
from gmtool.games.ten_skip.phrase_reading import (
    GIVING,
    is_name,
    is_possessive,
    named,
    scanned,
    without_names,
)
from gmtool.games.ten_skip.sentence_reading import DISCARDS, FILLERS, Sentence, rest_of, said_in

_TAKES = words("take takes taking steal steals stealing grab grabbing get getting want wants")
_SWAPS = words("swap swaps swapping trade trades trading exchange exchanging")
_GIVES = words("give giving offer offering show showing gets") | {GIVING}
_TOLD = words("give offer show trade swap")
_TO_SPEAKER = words("me us")
OF_TAKING = _SWAPS | _GIVES | _TAKES - {"get", "getting"}
"""Words that make a sentence one about taking."""
_AT_A_TAKE = (
    FILLERS
    | _TAKES
    | _SWAPS
    | _GIVES
    | words("from one card cards hand in return exchange place you victim load over")
)
_NOT_OWN = words("his her their your from") | _TAKES
_BEFORE_A_CARD = words("the a an this that of")
_PLAYER = "a player"
_WHOM = words("him her them somebody someone anybody anyone whoever you")
_BEFORE_A_NAME = words(
    "from to give giving offer offering with swap swapping trade trading show showing take taking "
    "steal stealing"
)


def read_take(said: Sentence, items: tuple[Item, ...]) -> Move | None:
    """A card of somebody's for one that is shown (TS-7); raises Ambiguous where not both are said,
    or which way the card goes isn't sure.
    """
    refuse_strange(items, said.quoted)
    spoken = said_in(items)
    found = meant(items, said.hand)
    names = list(named(said, items))
    rest = rest_of(without_names(items), _AT_A_TAKE)
    if names:
        rest = [word for word in rest if word.text not in _WHOM]
    else:
        names, rest = _name_left(items, rest)
    discards = [word for word in rest if word.text in DISCARDS]
    if discards:
        return _doubt_which(said, names, found, rest)
    if not (found.cards and names):
        return _doubt_incomplete(said, found, names, rest)
    own = tuple(card for card in found.cards if card in said.hand) or found.cards
    moves = [Take(name, card) for name in names for card in own]
    if not spoken & (_GIVES | _SWAPS | _TAKES):
        return _doubt_which(said, names, found, rest)
    is_given = bool(spoken & (_GIVES | _SWAPS)) and not (_is_theirs(items) or _is_told(said))
    is_given = is_given or _is_given_for(said, items)
    if not rest and not is_given:
        raise said.doubt(moves, "doesn't say outright which card is given")
    if not rest and not found.is_sure:
        raise said.doubt(moves, "doesn't name one card, and that in full")
    return said.settled(moves, rest)


def _name_left(items: Sequence[Item], rest: list[Word]) -> tuple[list[str], list[Word]]:
    """A single strange word where a name belongs: how else a player may be called only the engine
    knows (ALL-4).
    """
    strange = [word for word in rest if word.kind == WORD and word.text not in DISCARDS]
    if len(strange) != 1 or strange[0].text in _WHOM | _NOT_OWN:
        return [], rest
    written = [item.written for item in items]
    place = written.index(strange[0].written)
    if place == 0 or written[place - 1].casefold() not in _BEFORE_A_NAME:
        return [], rest
    return [strange[0].written], [word for word in rest if word is not strange[0]]


def _is_theirs(items: Sequence[Item]) -> bool:
    """Whether the card that is named may be one of the victim's, as in “take his 9H”."""
    place = next(n for n, item in enumerate(items) if item.kind == CARD or item.kind in VAGUE)
    before = [item for item in items[:place] if item.kind != COUNT]
    while before and before[-1].written.casefold() in _BEFORE_A_CARD:
        before.pop()
    last = before[-1] if before else None
    if last is None or last.kind != OTHER:
        return False
    return is_possessive(last) or last.written.casefold() in _NOT_OWN | {"for"}


def _is_given_for(said: Sentence, items: Sequence[Item]) -> bool:
    """Whether a card of the speaker's own surely goes to whom it takes from: “take from Bob with my
    9H”, “take Bob 9H”.
    """
    *before, card = items
    written = [_PLAYER if is_name(item) else item.written.casefold() for item in before]
    if card.value not in said.hand or "you" in written or any(map(is_possessive, items)):
        return False
    return written == ["take", _PLAYER] or written[-4:] == ["from", _PLAYER, "with", "my"]


def _is_told(said: Sentence) -> bool:
    """Whether another player may be told to give, as in “Bob, give me 9H”."""
    items = scanned(replace(said, text=unadorned(said.quoted)))
    written = [item.written.casefold() for item in items]
    if _TO_SPEAKER & {*written}:
        return True
    for place, word in enumerate(written[1:], start=1):
        before = written[place - 2] if place > 1 else ""
        is_name_there = is_name(items[place - 1]) and before not in _BEFORE_A_NAME
        if word in _TOLD and (written[place - 1] == "you" or is_name_there):
            return True
    return False


def _doubt_which(
    said: Sentence, names: Sequence[str], found: Meant, rest: Sequence[Word]
) -> Move | None:
    """“Bob, I'm discarding 9H”: thrown away, or shown to Bob?"""
    if not found.cards:
        return None
    moves: list[Move] = [Discard(card) for card in found.cards]
    moves += [Take(name, card) for name in names for card in found.cards]
    if any(word.kind != WORD for word in rest):
        raise said.doubt(moves, "leaves open what is meant")
    raise said.doubt(moves, "may be a discard or a card shown to somebody")


def _doubt_incomplete(
    said: Sentence, found: Meant, names: Sequence[str], rest: Sequence[Word]
) -> Move | None:
    """Raise Ambiguous for what is surely about taking; who may be taken from is public."""
    strange = [word for word in rest if word.kind == WORD and word.text not in _WHOM | _NOT_OWN]
    if strange:
        return None
    if found.cards:
        victims = said.state.victims(said.who)
        is_denied = any(word.kind == DENIAL for word in rest)
        cards = () if is_denied else found.cards[:1]
        moves = [Take(name, card) for name in victims for card in cards]
        raise said.doubt(moves, "doesn't say from whom a card is taken")
    if names and not is_banter(said):
        raise said.doubt((), "doesn't say which card is given")
    return None
