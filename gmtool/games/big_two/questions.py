"""The questions of a trade: what can be asked, what a yes reveals, and the true answer (BT-25 to
BT-27).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from gmtool.engine.cards import JOKERS, RANK_WORDS, rank, suit
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import quote, said, unquote
from gmtool.games.big_two.terms import RANKS, THE_JOKER, in_order

CARD, HIGHEST, LOWEST = "card", "highest", "lowest"
HIGHEST_PAIR, ANY, AT_LEAST = "highest pair", "any", "at least"
SUIT_WORDS = {"D": "diamonds", "C": "clubs", "H": "hearts", "S": "spades"}
FORMS = (
    "ask CARD",
    "ask highest",
    "ask lowest",
    "ask 2 highest",
    "ask 2 lowest",
    "ask highest SUIT",
    "ask lowest SUIT",
    "ask highest pair",
    "ask any SUIT",
    "ask any RANK",
    "ask at least 2 SUIT",
    "ask at least 2 RANK",
    'ask "…"',
)
"""The possible questions, as text forms with placeholders."""

_SUITS = {word: letter for letter, word in SUIT_WORDS.items()}
_OF_ONE_RANK = {"pairs": 2, "triples": 3, "quads": 4}
_NUMBERED = lazy_regex(r"(?:([1-9]\d?) )?(highest|lowest)(?: (\w+))?")
_AT_LEAST = lazy_regex(r"at least ([1-9]\d?) (\w+)")


class Question(Struct, frozen=True):
    """One question: about `count` cards of the suit or rank `of`, where it names one. In a question
    for a card `of` is that card.
    """

    what: str
    count: int = 1
    of: str = ""

    def __str__(self) -> str:
        of = SUIT_WORDS.get(self.of, self.of)
        if self.what == CARD:
            return self.of
        if self.what in {HIGHEST, LOWEST}:
            many = f"{self.count} " if self.count != 1 else ""
            return f"{many}{self.what}{' ' + of if of else ''}"
        if self.what == AT_LEAST:
            return f"at least {self.count} {of}"
        return f"{self.what} {of}" if of else self.what


@lru_cache(maxsize=256)
def parse(text: str) -> Question | None:
    """The question of that text form; None where it isn't on the list (BT-25)."""
    known = next(iter(_parsed(text)), None)
    return known if known and str(known) == text else None


def _parsed(text: str) -> Iterable[Question]:
    numbered, at_least = _NUMBERED.fullmatch(text), _AT_LEAST.fullmatch(text)
    any_of = text.removeprefix("any ")
    if text in JOKERS or (rank(text) in RANKS and suit(text) in SUIT_WORDS):
        yield Question(CARD, 1, text)
    elif text == HIGHEST_PAIR:
        yield Question(HIGHEST_PAIR, 2)
    elif numbered and (numbered[3] or "") in {"", *_SUITS}:
        yield Question(numbered[2], int(numbered[1] or 1), _SUITS.get(numbered[3], ""))
    elif at_least and _of(at_least[2]):
        yield Question(AT_LEAST, int(at_least[1]), _of(at_least[2]))
    elif any_of != text and _of(any_of):
        yield Question(ANY, 1, _of(any_of))


def read(text: str) -> tuple[str, ...] | None:
    """The questions of a text form, separated by commas: those of the list, and others in quotation
    marks; None where it is none.
    """
    found: list[str] = []
    while text:
        if text.startswith('"'):
            try:
                one, text = unquote(text)
            except ValueError:
                return None
            found.append(one if _is_listed(one) else quote(one))
            is_question = bool(one.strip())
        else:
            one, comma, behind = text.partition(", ")
            text = comma + behind
            found.append(quote(one) if of_one_rank(one) else one)
            is_question = bool(of_one_rank(one)) or _is_listed(one)
        goes_on = text.startswith(", ") and text != ", "
        if not is_question or (text and not goes_on):
            return None
        text = text.removeprefix(", ")
    return tuple(found) or None


def _is_listed(text: str) -> bool:
    return text != THE_JOKER and parse(text) is not None


def is_in_words(question: str) -> bool:
    """Whether a question isn't on the list, so that the host answers it (BT-26)."""
    return question.startswith('"')


def aloud(question: str) -> str:
    """A question in typographic quotation marks."""
    return f"“{said(question)}”"


def _of(word: str) -> str:
    return _SUITS.get(word) or (word if word in RANKS else "")


def of_one_rank(text: str) -> int:
    """How many cards a yes to “any triples” and the like would reveal; 0 for any other text."""
    return _OF_ONE_RANK.get(text.removeprefix("any "), 0)


def concerns(question: Question, of: str) -> bool:
    """Whether the question is only about cards of that suit or rank (BT-27)."""
    if question.what == CARD:
        return is_of(question.of, of)
    return question.of == of


def is_of(card: str, of: str) -> bool:
    """Whether a card is of that suit or rank; a joker is of none."""
    return card not in JOKERS and of in {rank(card), suit(card)}


def named(of: str) -> str:
    """The word for cards of a suit or rank: `hearts`, `sevens`."""
    if of in SUIT_WORDS:
        return SUIT_WORDS[of]
    word = RANK_WORDS[of]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def answer(question: Question, hand: tuple[str, ...]) -> tuple[bool, tuple[str, ...]]:
    """Whether the true answer from a hand is yes, and the cards that it names, from low to high;
    none where a yes leaves open which (BT-27).
    """
    if question.what == HIGHEST_PAIR:
        pair = _highest_pair(hand)
        return bool(pair), pair
    of = question.of
    if question.what == CARD:
        return of in hand, (of,) * (of in hand)
    held = in_order(card for card in hand if not of or is_of(card, of))
    if question.what in {ANY, AT_LEAST}:
        return len(held) >= question.count, ()
    found = held[: question.count] if question.what == LOWEST else held[-question.count :]
    return bool(found), found


def _highest_pair(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The two highest cards of the highest rank held twice. Two jokers are the highest pair, but a
    joker makes no pair with another card (BT-16).
    """
    jokers = in_order(card for card in hand if card in JOKERS)
    if len(jokers) == 2:
        return jokers
    natural = in_order(card for card in hand if card not in JOKERS)
    ranks = [tuple(cards) for _, cards in groupby(natural, rank)]
    pairs = [cards[-2:] for cards in ranks if len(cards) > 1]
    return pairs[-1] if pairs else ()
