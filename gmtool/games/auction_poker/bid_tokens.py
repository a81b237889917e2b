"""A bid cut into tokens of one letter each, so that its forms can be written as patterns.

L lot · N coins · w “lot” · c “coins” · : between lot and coins · f “for” · o “on” · s separator
p “bid” · q “pass” · h leaves a doubt · x denies · g lot and coins glued together
u not understood
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gmtool.engine.cards import read_card
from gmtool.games.auction_poker.phrases import (
    DENIALS,
    HEDGES,
    LONGEST_SPOKEN,
    is_spoken,
    spoken_first,
)


class Token(NamedTuple):
    kind: str
    text: str
    written: str


_WORDS = {
    **dict.fromkeys(HEDGES, "h"),
    **dict.fromkeys(DENIALS, "x"),
    **dict.fromkeys(("pass", "passing"), "q"),
    **dict.fromkeys(("and", "&", "+", "also", "plus", "then"), "s"),
    **dict.fromkeys(("bid", "bids", "bidding", "offer"), "p"),
    **dict.fromkeys(("lot", "lots"), "w"),
    **dict.fromkeys(("coin", "coins"), "c"),
    **dict.fromkeys(("-", "–", "—", "is", "at"), ":"),
    "for": "f",
    "on": "o",
}
_LEAD = re.compile(
    r"""(?<![\w'])(?:
        (?:(?:here|these|this|those)\s+(?:are|is)\s+)?my\s+bids?(?:\s+are)?
      | (?:place|make|put|enter)\s+(?:a\s+|my\s+)?bids?(?:\s+of)?
      | a\s+bid\s+of | bids?\s+of
    )(?![\w'])""",
    re.IGNORECASE | re.VERBOSE,
)
_CHUNK = re.compile(r"\n|\S+")
_COMMA = re.compile(r"(;|,(?![0-9])|(?<![0-9]),)")
_BEGINS = re.compile(r"(?P<word>[^\W\d_]*)(?P<link>[:=]*)")
_ENDS = ".!?:="
GLUED = re.compile(r"(?P<lot>[A-Za-z]|A[A-Z])-?(?P<coins>[0-9]+)")


def tokens_of(text: str, labels: set[str]) -> list[Token]:
    """The tokens of a tidied text; `labels` are those of the game's lots, which may be small."""
    tokens: list[Token] = []
    for chunk in _CHUNK.findall(_LEAD.sub("bid", text)):
        if chunk == "\n":
            tokens.append(Token("s", "\n", chunk))
            continue
        for piece in _COMMA.split(chunk):
            tokens += _token(piece, labels) if piece not in {",", ";"} else [Token("s", "", piece)]
    return _without_small_words(_with_numbers(tokens))


def _token(piece: str, labels: set[str]) -> Iterator[Token]:
    first, link, rest, end = _cut(piece)
    words = (first, rest) if link else (first + rest,)
    for place, word in enumerate(words):
        if place:
            yield Token(":", "", link)
        if word:
            yield Token(*_kind(word, labels), word)
    if "?" in end:
        yield Token("h", "?", end)
    elif end:
        yield Token(":" if set(end) <= {":", "="} else "s", "", end)


def _cut(piece: str) -> tuple[str, str, str, str]:
    """The letters that a piece begins with, what links them to the rest, the rest, and the marks
    that it ends with.
    """
    begins = _BEGINS.match(piece)
    assert begins is not None  # noqa: S101 - of nothing it finds nothing
    left = piece[begins.end() :]
    rest = left.rstrip(_ENDS)
    return begins["word"], begins["link"], rest, left[len(rest) :]


def _kind(word: str, labels: set[str]) -> tuple[str, str]:
    folded = word.casefold().strip("()")
    if folded in _WORDS and not re.fullmatch("A[A-Z]", word):
        return _WORDS[folded], folded
    if _is_label(word, labels):
        return "L", word.upper()
    if is_spoken(folded):
        return "#", folded
    if GLUED.fullmatch(word):
        return "g", word
    if _is_amount(word):
        return "N", amount(word)
    return "u", folded


def _is_amount(word: str) -> bool:
    """Whether there is a number in it, and it would be one word by itself."""
    _, link, _, _ = _cut(word)
    has_number = any(char.isnumeric() for char in word) and read_card(word) is None
    return has_number and not link


def _is_label(word: str, labels: set[str]) -> bool:
    if not re.fullmatch("[A-Za-z]{1,2}", word):
        return False
    if len(word) == 1 or word.upper() in labels:
        return True
    return word.isupper() and (word.startswith("A") or read_card(word) is None)


def amount(word: str) -> str:
    """Coins as written; only digits lose the zeros before them."""
    return (word.lstrip("0") or "0") if re.fullmatch("[0-9]+", word) else word


def _with_numbers(tokens: list[Token]) -> list[Token]:
    """The longest runs of number words made one amount."""
    said = [t.text.casefold() if _is_of_number(t) else "" for t in tokens]
    merged = []
    place = 0
    while place < len(tokens):
        length, number = spoken_first(said[place : place + LONGEST_SPOKEN])
        token = tokens[place]
        if length:
            merged.append(Token("N", str(number), token.written))
        else:
            merged.append(token if token.kind != "#" else token._replace(kind="u"))
        place += length or 1
    return merged


def _is_of_number(token: Token) -> bool:
    return token.kind == "#" or token.text == "and" or token.written == "a"


def _without_small_words(tokens: list[Token]) -> list[Token]:
    """The words “a” and “I” are lots only beside coins, or after “lot” or “on”."""
    kinds = kinds_of(tokens)
    return [
        t._replace(kind="u")
        if t.kind == "L"
        and t.written in {"a", "i", "I"}
        and not re.match("[:f]?N", kinds[place + 1 :])
        and kinds[max(0, place - 1) : place] not in {"w", "o", "f"}
        else t
        for place, t in enumerate(tokens)
    ]


def kinds_of(tokens: Iterable[Token]) -> str:
    return "".join(t.kind[:1] for t in tokens)
