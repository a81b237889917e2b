"""Text to the exchange with which a turn begins, or the challenge in its place (TS-5 to TS-8)."""

from __future__ import annotations

import re
from dataclasses import replace

from gmtool.engine.card_words import CARD, OTHER, Item, cards_in
from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.refusals import Entangled
from gmtool.engine.sentences import WORD, Word, only_doubts
from gmtool.games.ten_skip.card_reading import VAGUE, meant, one_card, refuse_strange
from gmtool.games.ten_skip.claim_reading import claims_in, read_challenge
from gmtool.games.ten_skip.moves import Discard, Pass, Take
from gmtool.games.ten_skip.phrase_reading import (
    CLAIM,
    END,
    is_name,
    named,
    scanned,
    without_names,
)
from gmtool.games.ten_skip.sentence_reading import DISCARDS, FILLERS, Sentence, rest_of, said_in
from gmtool.games.ten_skip.take_reading import OF_TAKING, read_take

_RID_OF = re.compile(r"\bget(?:ting)?\s+rid\s+of\b", re.IGNORECASE)
_DRAW = "draw"
_DRAWS = re.compile(
    r"\bdraw(?:ing|s)?\b(?:\s+(?:my|the))?(?:\s+(?:top|next))?(?:\s+(?:two|2|one))?(?:\s+new)?"
    r"(?:\s+(?:cards?|ones?))?(?:\s+(?:from|off)\s+the\s+(?:draw\s+)?(?:pile|deck|top))?",
    re.IGNORECASE,
)
_AT_A_DISCARD = (
    FILLERS
    | DISCARDS
    | words("card out down pile face up from hand turn put putting lay laying top")
)
_ONE_OF_THEIRS = re.compile(
    r"\b(?:and\s+|for\s+)?(?:i(?:'ll)?\s+)?(?:(?:take|taking|get|getting|for)\s+)?"
    r"(?:one|a\s+card|any\s+card|something)"
    r"(?:\s+(?:of|from)\s+(?:his|hers?|theirs?|yours?|him|them|you)(?:\s+(?:cards?|hand))?)?"
    r"(?:\s+(?:back|in\s+(?:return|exchange)))?(?=\s*$|[.!,;])",
    re.IGNORECASE,
)
_PASSES = words("pass passing")
_KEEPS = words("keep keeping kept")
_GIVES_UP = words("skip check nothing")
_AT_A_PASS = FILLERS | _PASSES | words("turn time must have unable nothing")


def read_turn(said: Sentence) -> tuple[Move, ...]:
    """What a player does at the start of its turn; none where it says nothing of the kind.

    Only who takes the last card of the draw pile can also say how its turn ends.
    """
    items = scanned(_plainly(said))
    spoken = said_in(items)
    challenge = read_challenge(said, items)
    if challenge:
        return (challenge,)
    ends = claims_in(items)
    exchange = tuple(item for item in items if item.written not in {CLAIM, END})
    move = _exchange(said, exchange)
    if move is None or not ends:
        return (move,) if move else ()
    if len(ends) == 1 and isinstance(move, Discard) and len(said.state.draw_pile) == 1:
        return move, ends[0]
    what = (
        "puts everyone on notice at once, which comes only at the end of the turn"
        if CLAIM in spoken
        else "says more than a move; the end of the turn comes later"
    )
    raise said.doubt([move], what, Entangled)


def _plainly(said: Sentence) -> Sentence:
    """The sentence without what every draw or taking is."""
    text = _RID_OF.sub(" discard ", _DRAWS.sub(f" {_DRAW} ", said.text))
    text = _ONE_OF_THEIRS.sub(" ", text)
    return replace(said, text=text)


def _exchange(said: Sentence, items: tuple[Item, ...]) -> Move | None:
    spoken = said_in(items)
    if spoken & _PASSES:
        return _pass(said, items)
    if any(map(is_name, items)) or spoken & OF_TAKING:
        return read_take(said, items)
    if not any(item.kind == CARD or item.kind in VAGUE for item in items):
        _doubt_pass(said, items)
    if spoken & DISCARDS or any(item.kind == CARD for item in items):
        refuse_strange(items, said.quoted)
    if spoken & DISCARDS and spoken & _KEEPS and len(cards_in(items)) > 1:
        own = [Discard(card) for card in cards_in(items) if card in said.hand]
        raise said.doubt(own[:1], "says what is kept, too; that comes after it", Entangled)
    if spoken & _KEEPS and cards_in(items) and not spoken & DISCARDS:
        raise said.doubt((), "says what is kept; that comes after a discard")
    is_outright = bool(spoken & DISCARDS)
    found = meant(items, said.hand)
    rest = rest_of(items, _AT_A_DISCARD | {_DRAW})
    if _DRAW in spoken and not is_outright and only_doubts(rest):
        raise said.doubt(map(Discard, found.cards), "doesn't say outright which card is discarded")
    return one_card(said, found, Discard, rest, is_outright=is_outright)


def _pass(said: Sentence, items: tuple[Item, ...]) -> Move | None:
    found: list[Move] = [Pass()]
    cards = meant(items, ()).cards
    found += [Take(name, card) for name in named(said, items) for card in cards]
    rest = rest_of(without_names(items), _AT_A_PASS)
    if any(item.kind != OTHER for item in items):
        rest.append(Word(WORD, "", ""))
    return said.settled(found, rest)


def _doubt_pass(said: Sentence, items: tuple[Item, ...]) -> None:
    """Raise Ambiguous for a pass in other words, where there may be one."""
    gives_up = said_in(items) & _GIVES_UP
    if said.state.may_pass and gives_up and only_doubts(rest_of(items, _AT_A_PASS | _GIVES_UP)):
        raise said.doubt([Pass()], "doesn't say outright that it is a pass")
