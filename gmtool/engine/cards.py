"""The cards of every game (ALL-5): plain text such as `10H`, read in the ways people write it."""

from collections.abc import Iterable

from gmtool.engine.lazy_regex import lazy_regex

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards, in the order in which a shuffle takes them."""
JOKERS = ("JOKER", "LJ", "HJ")
"""`LJ` and `HJ` where one joker is higher than the other, else `JOKER` (ALL-5)."""
RANK_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}

_PLACES = {card: place for place, card in enumerate(DECK + JOKERS)}

_READ_SIGN = {rank.lower(): rank for rank in RANKS} | {"t": "10"}
_READ_WORD = {word: rank for rank, word in RANK_WORDS.items()} | {"deuce": "2"}
_WAYS_TO_WRITE_A_SUIT = {
    "C": ("c", "club", "clubs", "♣", "♧"),
    "D": ("d", "diamond", "diamonds", "♦", "♢"),
    "H": ("h", "heart", "hearts", "♥", "♡"),
    "S": ("s", "spade", "spades", "♠", "♤"),
}
_READ_SUIT = {way: suit for suit, ways in _WAYS_TO_WRITE_A_SUIT.items() for way in ways}
_READ_JOKER = {joker.lower(): joker for joker in JOKERS} | {"low joker": "LJ", "high joker": "HJ"}

_SUIT = rf"(?P<suit>{'|'.join(_READ_SUIT)})"
_CARD = lazy_regex(rf"(?P<rank>{'|'.join(_READ_SIGN)})(?:\s*|\s+of\s+){_SUIT}")
_SPELLED = lazy_regex(rf"(?P<rank>{'|'.join(_READ_WORD)})\s+(?:of\s+)?{_SUIT}")
"""A rank in words needs a blank before its suit: “sevens” aren't the seven of spades."""
_VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))


def rank(card: str) -> str:
    """One of `RANKS`; a joker's rank is the joker itself."""
    return card if card in JOKERS else card[:-1]


def suit(card: str) -> str:
    """One of `SUITS`; the empty string for a joker."""
    return "" if card in JOKERS else card[-1]


def read_card(text: str) -> str | None:
    """The card that the text names, in its canonical form (ALL-5); None where it names none."""
    if text in _PLACES:
        return text
    words = " ".join(text.translate(_VARIATION_SELECTORS).lower().split())
    if words in _READ_JOKER:
        return _READ_JOKER[words]
    written = _CARD.fullmatch(words) or _SPELLED.fullmatch(words)
    if written is None:
        return None
    sign = _READ_SIGN.get(written["rank"]) or _READ_WORD[written["rank"]]
    return sign + _READ_SUIT[written["suit"]]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in the order of `DECK`, jokers last."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))
