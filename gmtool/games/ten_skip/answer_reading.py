"""Text to the card that a player keeps, hands over or lays on top (TS-6, TS-7, TS-15)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gmtool.engine.card_words import CARD, Item
from gmtool.engine.moves import Move
from gmtool.engine.phrases import unadorned, words
from gmtool.engine.refusals import Entangled
from gmtool.engine.sentences import WORD, Word, only_doubts
from gmtool.games.ten_skip.card_reading import (
    VAGUE,
    is_of,
    meant,
    one_card,
    refuse_strange,
)
from gmtool.games.ten_skip.claim_reading import claims_in
from gmtool.games.ten_skip.moves import Hand, Keep, Top
from gmtool.games.ten_skip.phrase_reading import (
    CLAIM,
    END,
    is_possessive,
    named,
    scanned,
    without_names,
)
from gmtool.games.ten_skip.sentence_reading import FILLERS, Sentence, rest_of, said_in
from gmtool.games.ten_skip.terms import without

_KEEPS = words(
    "keep keeps keeping take taking hold holding want choose choosing pick picking stays"
)
_THROWS = words(
    "discard discards discarding throw throws throwing toss tossing dump dumping drop dropping "
    "ditch ditching lay laying put chuck"
)
_THROWN = words("discarded thrown tossed dumped dropped ditched")
_AGAIN = words("instead meant rather oops whoops mistake wrong should")
_GOES = words("go goes going")
_OTHER_ONE = words("other others")
_AWAY = re.compile(
    r"\b(?:(?:throw|toss)(?:ing)?\s+(?:away|out)|get(?:ting)?\s+rid\s+of)\b", re.IGNORECASE
)
_HOLD_ON = re.compile(r"\bhold\s+on\b(?!\s+to\b)", re.IGNORECASE)
_WHICH = words("first second left right other higher lower high low former latter both neither")
_AT_A_KEEP = FILLERS | _KEEPS | _THROWS | words("card cards one other two in hand pile drawn")
_BEFORE_A_CARD = words("the a an this that my of i'll")

_HANDS = words("hand hands handing give gives giving have take takes pass passing get gets enjoy")
_AT_A_HAND = FILLERS | _HANDS | words("over you card fine")
_OWNS = re.compile(
    r"\b(?:i|we)(?:'ve|(?:'ll|\s+will)?\s+(?:have|get|take))\b|\b(?:me|us)\b", re.IGNORECASE
)
"""Tells what is in a hand, or of what its player gets, and gives nothing."""
_FOR_THE_SHOWN = words("your his her their")
_TOPS = words("top leave leaving put lay place")
_AT_A_TOP = FILLERS | _TOPS | words("card pile discard goes")


# ---- keeping


class _Spoken(NamedTuple):
    """A card of which a sentence speaks: those it may be, and the word before it."""

    cards: tuple[str, ...]
    verb: str


def read_keep(said: Sentence) -> tuple[Move, ...]:
    """Which of the two cards drawn is kept, and how the turn ends where that is said too."""
    items = scanned(replace(said, text=_HOLD_ON.sub(" wait ", _AWAY.sub(" discard ", said.text))))
    ends = claims_in(items)
    about = tuple(item for item in items if item.written not in {CLAIM, END})
    if ends and all(item.written.casefold() in FILLERS for item in about):
        return ()
    kept = _kept(said, about)
    if kept is None:
        return ()
    if len(ends) > 1:
        raise said.doubt(ends, "ends the turn with a claim and without one", Entangled)
    return (kept, *ends)


def _kept(said: Sentence, items: tuple[Item, ...]) -> Move | None:
    drawn = tuple(dict.fromkeys(said.state.drawn))
    spoken = said_in(items)
    # “put 4S in my hand” keeps it
    throws = spoken & (_THROWS | _GOES)
    rest = rest_of(items, _AT_A_KEEP - ({"hand"} if throws else _OTHER_ONE))
    is_outright = bool(spoken & (_KEEPS | _THROWS))
    if is_outright or any(item.kind == CARD for item in items):
        refuse_strange(items, said.quoted)
    all_named = [_spoken_of(items, n, drawn) for n, item in enumerate(items) if _is_card(item)]
    if not all_named:
        _doubt_unnamed(said, items)
        return None
    _doubt_discard_again(said, spoken, all_named)
    if not throws:
        found = meant(items, drawn)
        if not found.cards and (is_outright or only_doubts(rest)):
            raise said.doubt(map(Keep, drawn), "doesn't name one of the two cards drawn")
        is_clear = is_outright or bool(spoken & words("the my"))
        return one_card(said, found, Keep, rest, is_outright=is_clear)
    is_other = bool(spoken & _OTHER_ONE)
    return _kept_of_two(said, all_named, rest, is_other=is_other)


def _doubt_discard_again(said: Sentence, spoken: set[str], all_named: Sequence[_Spoken]) -> None:
    """Raise Ambiguous for “oops, I meant to discard 9H instead”, where 9H isn't one of the two."""
    is_of_drawn = any({*one.cards} & {*said.state.drawn} for one in all_named)
    throws = spoken & (_THROWS | _THROWN)
    if throws and spoken & _AGAIN and not is_of_drawn:
        shown = said.state.shown
        raise said.doubt((), f"comes too late: {shown} is discarded, and that can't be taken back")


def _kept_of_two(
    said: Sentence, all_named: Sequence[_Spoken], rest: Sequence[Word], *, is_other: bool
) -> Move | None:
    """What is kept where a sentence says what goes, too, the other one or a card that it names:
    sure only where each card stands right behind what becomes of it.
    """
    drawn = tuple(dict.fromkeys(said.state.drawn))
    kept = {one.cards for one in all_named if one.verb in _KEEPS}
    thrown = {one.cards for one in all_named if one.verb in _THROWS}
    if len(kept) == 1 and kept | thrown == {one.cards for one in all_named}:
        (cards,) = kept
        if (
            len(cards) == 1
            and (thrown or is_other)
            and thrown <= {without(said.state.drawn, cards[0])}
        ):
            return said.settled([Keep(cards[0])], rest)
    readings = drawn if kept or rest else _left(said, thrown)
    raise said.doubt(map(Keep, readings), "doesn't say outright which card is kept")


def _left(said: Sentence, thrown: set[tuple[str, ...]]) -> tuple[str, ...]:
    """What is left of the cards drawn, where it is said which of them goes; else both."""
    drawn = said.state.drawn
    gone = [cards[0] for cards in thrown if len(cards) == 1]
    left = without(drawn, gone[0]) if len(gone) == 1 else drawn
    return left or drawn


def _is_card(item: Item) -> bool:
    return item.kind == CARD or item.kind in VAGUE


def _spoken_of(items: Sequence[Item], place: int, drawn: Sequence[str]) -> _Spoken:
    item = items[place]
    fits = tuple(card for card in drawn if is_of(card, item))
    while place and items[place - 1].written.casefold() in _BEFORE_A_CARD:
        place -= 1
    verb = items[place - 1].written.casefold() if place else ""
    return _Spoken((item.value,) if item.kind == CARD else fits, verb)


def _doubt_unnamed(said: Sentence, items: tuple[Item, ...]) -> None:
    """Raise Ambiguous for “the first one”, with both cards."""
    spoken = said_in(items)
    if spoken & (_KEEPS | _THROWS | _WHICH) and only_doubts(rest_of(items, _AT_A_KEEP | _WHICH)):
        raise said.doubt(map(Keep, said.state.drawn), "doesn't name the card that is kept")


# ---- handing over, and laying on top


def read_hand(said: Sentence) -> Move | None:
    """The card that a victim hands over; raises Ambiguous where the shown one is named beside it
    (TS-7).
    """
    items = scanned(said)
    taker = said.state.actor
    is_to_taker = all(name == taker for name in named(said, items))
    about = without_names(items) if is_to_taker and not any(map(is_possessive, items)) else items
    spoken = said_in(about)
    is_outright = bool(spoken & _HANDS)
    if is_outright or any(item.kind == CARD for item in about):
        refuse_strange(about, said.quoted)
    found = meant(about, said.hand)
    rest = rest_of(about, _AT_A_HAND)
    others = [card for card in found.cards if card != said.state.shown]
    about_both = [word for word in rest if word.text not in _FOR_THE_SHOWN]
    if len(found.cards) == 2 and len(others) == 1 and only_doubts(about_both):
        raise said.doubt([Hand(others[0])], "names the card that is shown, too")
    if _OWNS.search(unadorned(said.quoted)):
        rest.append(Word(WORD, "", ""))
    return one_card(said, found, Hand, rest, is_outright=is_outright)


def read_top(said: Sentence) -> Move | None:
    """Which card lies on top (TS-15)."""
    items = scanned(said)
    is_outright = bool(said_in(items) & _TOPS)
    if is_outright or any(item.kind == CARD for item in items):
        refuse_strange(items, said.quoted)
    found = meant(items, said.hand)
    rest = rest_of(items, _AT_A_TOP)
    return one_card(said, found, Top, rest, is_outright=is_outright)
