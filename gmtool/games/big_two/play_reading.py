"""Text to a play or a pass of whose turn it is (BT-7, BT-12)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from typing import NoReturn

from gmtool.engine.card_words import (
    CARD,
    COUNT,
    EITHER,
    GROUP,
    KIND,
    OTHER,
    RANK,
    STANDS,
    SUIT,
    Item,
    looks_like_card,
    others_in,
)
from gmtool.engine.cards import rank
from gmtool.engine.moves import Move
from gmtool.engine.phrases import words
from gmtool.engine.refusals import Entangled, Refused
from gmtool.engine.sentences import WORD, Word, besides, only_doubts
from gmtool.engine.wording import short
from gmtool.games.big_two import terms
from gmtool.games.big_two.card_reading import scan
from gmtool.games.big_two.joker_reading import in_hand, plays
from gmtool.games.big_two.moves import Pass, Play
from gmtool.games.big_two.plays import readings
from gmtool.games.big_two.sentence_reading import FILLERS, Sentence
from gmtool.games.big_two.state import State
from gmtool.games.big_two.terms import in_order, is_joker

_PLAYS = words("play plays playing lead leads leading throw throwing")
_PUTS = words(
    "put putting lay laying down drop dropping beat beats beating go use using open start"
)
_PASSES = words("pass passing")
_GIVES_UP = words("check checks checking skip skipping fold folding knock nothing unable")
_AROUND = FILLERS | words(
    "from out on by top hand suit card cards those these too also as joker jokers both"
)
_AT_A_PASS = FILLERS | words(
    "one time now turn again must have unable round as usual from me sorry alas sadly "
    "unfortunately ugh ouch damn darn drat lol haha nice well played unlucky out ideas sigh"
)
_CANT_BEAT = re.compile(
    r"(?:i\s+)?(?:can'?t|can\s?not|couldn'?t|could\s+not)\s+(?:beat|top|match|play)"
    r"(?:\s+(?:that|it|this|those|these|anything|any))?(?:\s+(?:one|pair|card|play|here))?",
    re.IGNORECASE,
)
_SIZE = {terms.SINGLE: 1, terms.PAIR: 2, terms.TRIPLE: 3, terms.QUAD: 4}
_MORE = Word(WORD, "", "")
"""Says more than a move."""
_MOST_READINGS = 6
_MOST_CARDS = 13
"""Ranks without suits that are looked for in a hand; nobody plays more cards at once."""


def read_turn(said: Sentence) -> Move | None:
    """The play or pass that a tidied sentence is; None where it is nothing of the kind.

    Raises Ambiguous where a card isn't named outright, or the sentence leaves a doubt.
    """
    items = scan(_CANT_BEAT.sub(" unable ", said.text))
    others = others_in(items)
    if any(word.casefold() in _PASSES for word in others):
        return _pass(said, items)
    if any(word.casefold() in _PLAYS for word in others):
        _refuse_strange(items, said.quoted)
    if not any(item.kind in {CARD, RANK, GROUP, EITHER, KIND} for item in items):
        _doubt_pass(said, others)
        return None
    rest = besides(others, _AROUND | _PLAYS | _PUTS)
    if not _has_card(items):
        return _without_suits(said, items, rest)
    if any(word.text == "or" for word in rest):
        _doubt_or(said, items)
    _refuse_strange(items, said.quoted)
    return _cards(said, items, rest)


def read_typed_play(state: State, who: str, text: str) -> tuple[Play, ...]:
    """What `play` and nothing but cards means; several where `JOKER` could be either."""
    verb, *items = scan(text) or (Item(OTHER, "", ""),)
    if verb.value != "play" or not items or any(i.kind not in {CARD, STANDS, RANK} for i in items):
        return ()
    before, behind = _cut(items)
    if not before or any(item.kind == RANK for item in before) or (behind and not behind[1:]):
        return ()
    return plays(items, in_hand(state, who))


def _cut(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """The items before the first “as”, and those from it on."""
    place = next((n for n, item in enumerate(items) if item.kind == STANDS), len(items))
    return list(items[:place]), list(items[place:])


# ---- passing


def _pass(said: Sentence, items: Sequence[Item]) -> Move | None:
    others = others_in(items)
    rest = besides(others, _AT_A_PASS | _PASSES)
    found: list[Move] = [Pass()]
    if _has_card(items) and any(word.casefold() in _PLAYS | {"or"} for word in others):
        cards = [item for item in items if item.kind in {CARD, STANDS}]
        found += plays(cards, in_hand(said.state, said.who))
        rest = [word for word in rest if word.text not in _PLAYS]
    elif any(item.kind != OTHER for item in items):
        rest.append(_MORE)
    return said.settled(found, rest)


def _doubt_pass(said: Sentence, others: list[str]) -> None:
    """Raise Ambiguous for a pass in other words."""
    gives_up = any(word.casefold() in _GIVES_UP for word in others)
    if gives_up and only_doubts(besides(others, _AT_A_PASS | _GIVES_UP)):
        raise said.doubt([Pass()], "doesn't say outright that it is a pass")


# ---- cards named outright


def _cards(said: Sentence, items: Sequence[Item], rest: list[Word]) -> Move | None:
    found = plays(items, in_hand(said.state, said.who))
    before, _ = _cut(items)
    if any(item.kind in {RANK, GROUP, EITHER, COUNT, SUIT} for item in before):
        raise said.doubt((), "names cards without their suits, or suits without cards")
    if len(found) > 1 and not rest:
        raise said.doubt(found, "doesn't say which joker, or which suit it stands for")
    kinds = [item.value for item in items if item.kind == KIND]
    if len(found) == 1 and not rest and not _is_of_kind(said.state, found[0], kinds):
        raise said.doubt(found, f"says {kinds[0]}, which these cards aren't played as")
    return said.settled(found, rest)


def _is_of_kind(state: State, play: Play, kinds: list[str]) -> bool:
    """Whether cards are what the player calls them; where several kinds are named none is held
    against them.
    """
    if len(kinds) != 1 or play.stands:
        return True
    found = readings(play.cards, state.terms.joker_use)
    return found[:1] == () or found[0].kind == kinds[0]


def _doubt_or(said: Sentence, items: Sequence[Item]) -> NoReturn:
    """Raise Ambiguous with what stands on each side of an “or”."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == OTHER and item.value == "or":
            parts.append([])
        else:
            parts[-1].append(item)
    jokers = in_hand(said.state, said.who)
    found = [play for part in parts if _has_card(part) for play in plays(part, jokers)]
    raise said.doubt(found, "names more than one move", Entangled)


def _has_card(items: Sequence[Item]) -> bool:
    return any(item.kind == CARD for item in items)


def _refuse_strange(items: Sequence[Item], quoted: str) -> None:
    """Refuse a word that looks like a card beside others that are, and is none (ALL-5)."""
    for item in items:
        if looks_like_card(item) and item.value not in _AROUND:
            raise Refused(
                "ALL-5",
                "“{word}” is no card; cards are written 3D, 10H, KS or ten of hearts. A play "
                "stands or falls whole, so nothing of “{text}” was taken.",
                quoted=item.written,
                word=item.written,
                text=short(quoted),
            )


# ---- cards without their suits


def _without_suits(said: Sentence, items: Sequence[Item], rest: list[Word]) -> Move | None:
    """“the pair of sevens”, where the hand has exactly these; raises Ambiguous with what it could
    be, as far as the player's own hand tells.
    """
    is_play = any(item.value in _PLAYS | _PUTS for item in items if item.kind == OTHER)
    has_rank = any(item.kind in {RANK, GROUP, EITHER} for item in items)
    if not is_play and not (has_rank and only_doubts(rest)):
        return None
    found = _ways(items, said.hand) if has_rank else []
    is_outright = is_play or any(item.kind in {KIND, COUNT} for item in items)
    is_sure = is_outright and not _is_open(items) and not any(map(is_joker, said.hand))
    if len(found) == 1 and not rest and is_sure:
        return found[0]
    what = "doesn't name the suits" if has_rank else "doesn't name the cards"
    raise said.doubt(found[:_MOST_READINGS], what)


def _is_open(items: Sequence[Item]) -> bool:
    return any(item.kind in {EITHER, SUIT} for item in items)


def _ways(items: Sequence[Item], hand: tuple[str, ...]) -> list[Play]:
    """The plays of the hand that ranks alone may mean."""
    ranks = [item for item in items if item.kind in {RANK, GROUP, EITHER}]
    kinds = [item.value for item in items if item.kind == KIND]
    if len(ranks) > _MOST_CARDS or len(kinds) > 1:
        return []
    counts = [int(item.value) for item in items if item.kind == COUNT]
    counts += [_SIZE[kind] for kind in kinds if kind in _SIZE]
    groups = [item for item in ranks if item.kind != RANK]
    alone = Counter(item.value for item in ranks if item.kind == RANK)
    if not groups:
        if counts and len(ranks) == 1:
            alone = Counter({ranks[0].value: counts[0]})
        elif counts and sum(alone.values()) != counts[0]:
            return []
        return _of(alone, hand)
    if len(groups) > 1 or alone or len(set(counts)) > 1:
        return []
    of = groups[0].value
    held = sum(rank(card) == of for card in hand)
    numbers = counts[:1] or range(1 if groups[0].kind == EITHER else 2, held + 1)
    return [play for number in numbers for play in _of(Counter({of: number}), hand)]


def _of(numbers: Counter[str], hand: tuple[str, ...]) -> list[Play]:
    """Every way to take so many cards of each rank."""
    held = {of: tuple(cards) for of, cards in groupby(in_order(hand), rank)}
    choices = [combinations(held.get(of, ()), number) for of, number in numbers.items()]
    found: Iterator[tuple[tuple[str, ...], ...]] = product(*choices)
    return [Play(in_order(card for cards in some for card in cards)) for some in found]
