"""Parsers of what stands behind a verb, the slots that games share: a number, cards, a player,
a list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, pairwise, product

from gmtool.engine.card_words import (
    BOTH_JOKERS,
    CARD,
    COUNT,
    EITHER,
    GROUP,
    RANK,
    SUIT,
    suit_of,
)
from gmtool.engine.cards import JOKERS, rank
from gmtool.engine.forms import read_amount
from gmtool.engine.grammar import UNSAID, Asked, Match, Slot
from gmtool.engine.names import MYSELF
from gmtool.engine.stop_words import FILLERS
from gmtool.engine.stop_words import words as words_of
from gmtool.engine.text import casefolded
from gmtool.engine.words import DOUBTS, NUMBER, WORD, Word

MOST_CHOICES = 20
"""The most readings of one sentence."""
_ALL = frozenset({"everything", "all", "hand"})
EXCEPT = "except"
_TOWARDS = FILLERS | words_of("against")
_LETS = words_of(
    "let lets let's want give tell show remind excuse pardon forgive help ask pm dm message send "
    "text count put from it's its"
)
_TOO = words_of("too neither either also")


def number(*, may: bool = False, alone: bool = False, optional: bool = False) -> Slot:
    """A slot for one number, as it is written."""

    def find(_asked: Asked, words: Sequence[Word]) -> list[Match]:
        numbers = (
            (read_amount(w.text), place) for place, w in enumerate(words) if w.kind == NUMBER
        )
        return [Match(value, frozenset({place})) for value, place in numbers if value]

    return Slot(
        find,
        may=may,
        alone=alone,
        optional=optional,
    )


def cards(
    hand: Callable[[Asked], Collection[str]],
    *,
    verbs: Collection[str] = (),
    may: bool = True,
    alone: bool = False,
) -> Slot:
    """A slot for cards, which together are one value; ranks and suits are looked for in the
    `hand`, which “all” means beside one of the `verbs` alone.
    """

    def find(asked: Asked, words: Sequence[Word]) -> list[Match]:
        is_named = any(word.text in verbs for word in words)
        called = [w if is_named or w.text not in _ALL else w._replace(text="") for w in words]
        if is_named and _is_count(words, verbs):
            return []
        return _each_side(called, tuple(hand(asked)))

    return Slot(find, may=may, alone=alone)


def _is_count(words: Sequence[Word], verbs: Collection[str]) -> bool:
    """Whether the only word for cards is a small number right behind a verb: in “swap two” it
    says how many, and not which; “swap 2” may say either.
    """
    named = [place for place, word in enumerate(words) if word.kind not in {WORD, *DOUBTS}]
    (place, *others) = named or [0]
    is_small = words[place].kind in {RANK, COUNT} and words[place].text in {*"2345"}
    is_small = is_small and words[place].written.isalpha()
    return is_small and not others and place > 0 and words[place - 1].text in verbs


def _each_side(words: Sequence[Word], hand: Sequence[str]) -> list[Match]:
    """The cards on each side of an “or”, which may be meant alone, followed by all cards
    together.
    """
    bounds = [-1, *(place for place, word in enumerate(words) if word.text == "or"), len(words)]
    sides = []
    for before, end in pairwise(bounds):
        found = cards_meant(words[before + 1 : end], hand)
        places = (frozenset(before + 1 + place for place in one.used) for one in found)
        sides += [Match(one.value, at, UNSAID) for one, at in zip(found, places, strict=True)]
    return [*(sides if len(sides) > 1 else ()), *cards_meant(words, hand)][:MOST_CHOICES]


def cards_meant(words: Sequence[Word], hand: Sequence[str]) -> list[Match]:
    """The cards that a sentence names, without those behind an “except”; ranks and suits mean cards
    of the hand. Several where it could mean one or another.
    """
    cut = next((place for place, word in enumerate(words) if word.text == EXCEPT), -1)
    if cut < 0:
        return _cards_named(words, hand)
    whole = [Match(tuple(hand), frozenset())]
    spared = _cards_named(words[cut + 1 :], hand)
    return [
        Match(left, one.used | {cut} | {cut + 1 + at for at in other.used}, UNSAID)
        for one in _cards_named(words[:cut], hand) or whole
        for other in spared
        if {*other.value} <= {*one.value}
        if (left := tuple(card for card in one.value if card not in other.value))
    ][:MOST_CHOICES]


def _cards_named(words: Sequence[Word], hand: Sequence[str]) -> list[Match]:
    """The cards that words name."""
    used: set[int] = set()
    choices: list[list[tuple[str, ...]]] = []
    is_sure = True
    for place, word in enumerate(words):
        meant = _meant(words, place, hand)
        if meant is None:
            continue
        used.add(place)
        choices += [meant] if meant else []
        is_named = word.kind == COUNT or [(word.text,)] == meant or word.text == BOTH_JOKERS
        is_sure = is_sure and (is_named or not meant)
    if not choices:
        return []
    found = []
    for choice in product(*choices):
        named = dict.fromkeys(found_card for each in choice for found_card in each)
        outright = tuple(card for each in choice for card in each)
        value = outright if is_sure else tuple(named)
        found.append(Match(value, frozenset(used), "" if is_sure and outright else UNSAID))
        if len(found) == MOST_CHOICES:
            break
    return found


def _meant(words: Sequence[Word], place: int, hand: Sequence[str]) -> list[tuple[str, ...]] | None:
    """The choices of cards that the word at `place` may mean: none for a word that only counts;
    None for a word that names no card, or none of this hand.
    """
    word = words[place]
    if word.kind == CARD:
        return [_outright(word, hand)]
    if word.kind == COUNT:
        return []
    is_every = place > 0 and words[place - 1].text == "those"
    if word.kind in {GROUP, EITHER, RANK}:
        fits = tuple(card for card in hand if rank(card) == word.text)
        return _as_many(words, place, fits, whole=word.kind != RANK or is_every)
    if word.kind == SUIT:
        fits = tuple(card for card in hand if suit_of(card) == word.text)
        is_plural = word.written.casefold().endswith("s")
        return _as_many(words, place, fits, whole=is_plural or is_every)
    is_of = any(w.kind in {GROUP, EITHER, SUIT} for w in words[place + 1 : place + 3])
    if word.text in _ALL and hand and not is_of:
        return [tuple(hand)]
    return None


def _outright(word: Word, hand: Sequence[str]) -> tuple[str, ...]:
    """The cards that a word names; “7s” means the sevens where the hand holds several but
    not the 7 of spades.
    """
    if word.text == BOTH_JOKERS:
        return tuple(card for card in hand if card in JOKERS) or JOKERS[1:]
    fits = tuple(card for card in hand if rank(card) == rank(word.text))
    is_plural = word.written.endswith("s") and word.text not in hand and len(fits) > 1
    return fits if is_plural else (word.text,)


def _as_many(
    words: Sequence[Word], place: int, fits: tuple[str, ...], *, whole: bool
) -> list[tuple[str, ...]] | None:
    """The choices of cards for a rank or suit: all that fit, as many as a count says, or one."""
    if not fits:
        return None
    near = words[max(0, place - 3) : place]  # “one of the hearts”
    near = near if any(word.text == "of" for word in near) else near[-2:]
    counts = [
        "1" if w.text == "one" else w.text for w in near if w.kind == COUNT or w.text == "one"
    ]
    size = int(counts[-1]) if counts else len(fits) if whole else 1
    return list(combinations(fits, size))[:MOST_CHOICES] or None


def player(*, may: bool = False, others: bool = True, optional: bool = False) -> Slot:
    """A slot for a player, by any name it may be called; with `others` never the speaker."""

    def find(asked: Asked, words: Sequence[Word]) -> list[Match]:
        named = names_in(asked, words)
        return [
            Match(name, used) for name, used in named.items() if not others or name != asked.who
        ]

    return Slot(find, may=may, optional=optional)


def players(*, others: bool = True) -> Slot:
    """A slot for players, by any names they may be called; with `others` without the speaker."""

    def find(asked: Asked, words: Sequence[Word]) -> list[Match]:
        named = names_in(asked, words, together=True)
        meant = {name: at for name, at in named.items() if not others or name != asked.who}
        return [Match(tuple(meant), frozenset().union(*meant.values()))] if meant else []

    return Slot(find)


def names_in(
    asked: Asked, words: Sequence[Word], *, together: bool = False
) -> dict[str, frozenset[int]]:
    """The players that a sentence names, each with the places of the words. The longest name
    wins. “Me” and “myself” are the speaker (ALL-4): behind a verb of its moves, alone, or where
    several may be named `together`, beside others.
    """
    found: dict[str, frozenset[int]] = {}
    longest = max((len(name.split()) for name in asked.called), default=1)
    place = 0
    while place < len(words):
        for size in range(min(longest, len(words) - place), 0, -1):
            called = casefolded(" ".join(w.written for w in words[place : place + size]))
            name = asked.called.get(called) or asked.called.get(called.removesuffix("'s"))
            if name:
                at = frozenset(range(place, place + size))
                found[name] = found.get(name, frozenset()) | at
                break
        else:
            size = 1
        place += size
    own = frozenset(_speaker_in(asked, words, beside=bool(found), together=together))
    if own:
        found[asked.who] = found.get(asked.who, frozenset()) | own
    return dict(sorted(found.items(), key=lambda named: min(named[1])))


def _speaker_in(
    asked: Asked, words: Sequence[Word], *, beside: bool, together: bool
) -> Iterator[int]:
    """The places of “me” and “myself” where they name the speaker: right behind a verb, alone, or
    `beside` others with whom they may be named `together`.
    """
    verbs = tuple(verb.removesuffix("e") for verb in asked.verbs)
    at: int | None = None  # the place of the last verb
    for place, word in enumerate(words):
        called = casefolded(word.written)
        at = place if verbs and called.startswith(verbs) else at
        if not (is_speaker(asked, called) and _may_be_named(words, place)):
            continue
        is_next = at is not None and all(w.text in _TOWARDS for w in words[at + 1 : place])
        if is_next or (beside and together) or len(words) == 1:
            yield place


def is_speaker(asked: Asked, word: str) -> bool:
    """Whether a word in small letters is a player's word for itself, which is nobody's name
    (ALL-4).
    """
    return word in MYSELF and word not in asked.called and asked.who in asked.called.values()


def _may_be_named(words: Sequence[Word], place: int) -> bool:
    """Whether a word for oneself isn't part of a turn such as “let me” or “me too”."""
    before, after = words[max(0, place - 1) : place], words[place + 1 : place + 2]
    return not any(w.text in _LETS for w in before) and not any(w.text in _TOO for w in after)
