"""The plays that a sentence means: cards, what jokers stand for, ranks without suits
(BT-5, BT-7, BT-20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

from gmtool.engine import card_words
from gmtool.engine.argument_parsers import MOST_CHOICES, cards_meant
from gmtool.engine.card_words import BOTH_JOKERS, CARD, COUNT, EITHER, GROUP, KIND, RANK, STANDS
from gmtool.engine.cards import rank
from gmtool.engine.grammar import UNSAID, Asked, Match
from gmtool.engine.stop_words import words
from gmtool.engine.words import SECOND, Word
from gmtool.games.big_two import terms
from gmtool.games.big_two.moves import AS, Play
from gmtool.games.big_two.plays import best, stated
from gmtool.games.big_two.terms import HIGH_JOKER, LOW_JOKER, RANKS, THE_JOKER, in_order, is_joker

Cards = tuple[str, ...]
LEADS = words("playing lead leading throw throwing")
AROUND = words(
    "here's put putting lay laying down drop dropping beat beats beating use using open start "
    "out from by card cards those these ones kicker as joker jokers both suit of go going on "
    "pile table top over they what's own lone single opener him her them bum vice president "
    "king all burn get rid right away us off do"
)
_BOTH = (LOW_JOKER, HIGH_JOKER)
_DECK = frozenset(terms.deck(2))
_SIZE = {terms.SINGLE: "1", terms.PAIR: "2", terms.TRIPLE: "3", terms.QUAD: "4"}
_NOT_PLAYED = words("keep keeping played what what's which who whose remind")
_TWO = words("then for")


def places(said: Sequence[Word], *kinds: str) -> frozenset[int]:
    """The indexes of words of these kinds, or of these words."""
    return frozenset(n for n, word in enumerate(said) if {word.kind, word.text} & {*kinds})


def resolved(asked: Asked, cards: Sequence[str], *, own: bool = True) -> list[Cards]:
    """The cards that may be meant where `JOKER` is a joker of one's `own` hand, else one in play.
    Where there is none it is the low joker, which the rules refuse.
    """
    there = asked.hand if own else _BOTH[: asked.state.terms.jokers]
    jokers = tuple(card for card in _BOTH if card in there) or (LOW_JOKER,)
    named = [c for card in cards for c in (_BOTH if card == BOTH_JOKERS else (card,))]
    ways = product(*(jokers if card == THE_JOKER else (card,) for card in named))
    return [way for way in islice(ways, MOST_CHOICES) if all(way.count(j) < 2 for j in _BOTH)]


def typed_play(rest: str) -> Play | None:
    """The play with the text form `play` and `rest`, whose cards may be in any order; what stands
    behind `as` is a card for each of them, or the rank of five.

    A text that isn't canonical may name no card twice: one of the two may be an “AS”
    that means the word.
    """
    left, behind, right = rest.partition(f" {AS} ")
    cards, stands = tuple(left.split(" ")), tuple(right.split(" ")) if behind else ()
    is_rank = len(stands) == 1 and stands[0] in RANKS
    has_joker = any(map(is_joker, cards))
    if stands and has_joker and len(cards) != (5 if is_rank else len(stands)):
        return None  # it is read as the same words without `play` are (BT-20)
    if not _DECK.issuperset(cards if is_rank else (*cards, *stands)):
        return None
    play = _aligned(cards, stands) if len(stands) == len(cards) else Play(in_order(cards), stands)
    return play if str(play) == f"play {rest}" or len({*cards}) == len(cards) else None


def plays_in(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """The plays that a sentence may mean, or the one that it states."""
    action = {word.text for word in said}
    is_sure = "play" in asked.verbs or bool(action & (LEADS | {"play"}))
    if _NOT_PLAYED & action:
        return []
    cards = {rank(word.text) for word in said if word.kind == CARD}
    others = {word.text for word in said if word.kind in {GROUP, EITHER}} - cards
    if cards and (not others or any(word.kind == STANDS for word in said)):
        return _of_cards(asked, said, is_sure and not _TWO & action)
    spread = () if cards else _of_suits(asked, said)
    return spread or _of_ranks(asked, said)


# ---- cards named outright


def _of_cards(asked: Asked, said: Sequence[Word], is_sure: bool) -> list[Match]:
    parts: list[list[Word]] = [[]]
    for word in said:
        parts += [[]] if word.text == "or" or word.kind == SECOND else []
        parts[-1].append(word)
    found = dict.fromkeys(play for part in parts for play in _plays(asked, part))
    ranks = [rank(word.text) for word in said if word.kind == CARD]
    stands = max((n for n, word in enumerate(said) if word.kind == STANDS), default=len(said))
    used = places(said, CARD, STANDS, KIND) | {n for n in places(said, RANK) if n > stands}
    used |= {n for n in places(said, GROUP, EITHER) if ranks.count(said[n].text) > 1}
    used |= places(said, COUNT) & places(said, str(len(ranks)))
    return [
        Match(play, used, "" if is_sure and _is_called(play, said) else UNSAID) for play in found
    ]


def _is_called(play: Play, said: Sequence[Word]) -> bool:
    """Whether the cards are of the kind that the player names, if it names just one."""
    kinds = {word.text for word in said if word.kind == KIND}
    found = best(play.cards, terms.BOTH)
    return len(kinds) != 1 or bool(play.stands) or found is None or found.kind in kinds


def _plays(asked: Asked, said: Sequence[Word]) -> Iterator[Play]:
    """The plays that cards may mean, with what stands behind each “as”: “low joker as 7C,
    high joker as 7H, 7S”.
    """
    parts: list[list[str]] = [[]]
    for word in said:
        if word.kind == STANDS:
            parts.append([])
        elif word.kind == CARD or (word.kind == RANK and len(parts) > 1):
            parts[-1].append(word.text)
    first, *after = parts
    if not first or said[-1].kind == STANDS:
        return
    stands = tuple(part[0] for part in after if part) + tuple(c for p in after for c in p[1:])
    for cards in resolved(asked, first):
        held = [card for card in cards if is_joker(card)]
        told = [held[-1] if card == THE_JOKER and held else card for card in stands]
        if not told or (len(cards) == 5 and len(told) == 1 and told[0] in RANKS):
            yield Play(in_order(cards), tuple(told))
        elif len(told) == 1 and told[0] in RANKS:
            ways = (_filled(cards, [told[0] + suit], 1) for suit in terms.SUITS)
            yield from (p for p in ways if p and stated(p.cards, p.stands, terms.BOTH))
        elif play := _filled(cards, told, len(after) if len(after) > 1 else len(held)):
            yield play


def _filled(cards: Cards, told: Sequence[str], count: int) -> Play | None:
    """The play of these cards, where `told` says what all of them stand for, or only what `count`
    jokers do, followed by more cards; None where it doesn't fit.
    """
    if len(told) != len(cards):
        cards, rest = (*cards, *told[count:]), iter(told[:count])
        if sum(map(is_joker, cards)) != count or len(told) < count:
            return None
        told = [next(rest) if is_joker(card) else card for card in cards]
    return _aligned(cards, told) if _DECK.issuperset((*cards, *told)) else None


def _aligned(cards: Cards, stands: Sequence[str]) -> Play:
    """The play of the cards from low to high. A card among `stands` stands for itself; the others
    stand for what is left, in the order in which it was said (BT-20).
    """
    others = (Counter(stands) - Counter(cards)).elements()
    pairs = [(card, card if card in stands else next(others, card)) for card in cards]
    pairs.sort(key=lambda pair: terms.place(pair[0]))
    return Play(tuple(card for card, _ in pairs), tuple(stand for _, stand in pairs))


# ---- ranks without suits


def _of_ranks(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Plays such as “the pair of sevens”; sure where a number is said and the hand has
    exactly that many.
    """
    applied = [_counting(word) for word in said]
    hand, kinds = asked.hand, {word.kind for word in applied}
    ranks = sum(word.kind == RANK for word in applied)
    meant = {Play(in_order(one.value)): one.used for one in cards_meant(applied, hand)}
    plays = [play for play in meant if best(play.cards, terms.BOTH) and _is_called(play, applied)]
    found = [play for play in plays if len(play.cards) >= ranks]
    is_sure = len(found) == 1 and COUNT in kinds and not any(map(is_joker, hand))
    doubt = "" if is_sure and not kinds & {EITHER, CARD} else UNSAID
    return [Match(play, meant[play], doubt) for play in found]


def _of_suits(asked: Asked, said: Sequence[Word]) -> list[Match]:
    """Plays such as “nine, jack and king, all spades”; never sure."""
    ranks = dict.fromkeys(word.text for word in said if word.kind in {RANK, GROUP, EITHER})
    suits = dict.fromkeys(word.text for word in said if word.kind == card_words.SUIT)
    cards = [rank + suit for rank in ranks for suit in suits]
    used = places(said, RANK, GROUP, EITHER, card_words.SUIT, COUNT, KIND)
    is_meant = min(len(ranks), len(suits)) == 1 and {*cards} <= {*asked.hand}
    return [Match(Play(in_order(cards)), used, UNSAID)] if is_meant else []


def _counting(word: Word) -> Word:
    """The word; a pair and the like become a count of cards."""
    size = _SIZE.get(word.text) if word.kind == KIND else None
    return Word(COUNT, size, word.written) if size else word
