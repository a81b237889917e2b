"""The words of a sentence: the kind of each, with spelled-out numbers in digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gmtool.engine import stop_words
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import LONGEST_SPOKEN, spoken_first

NUMBER, WORD = "nw"
OPEN, SOFT, DENIAL, TAKEN_BACK, SECOND = "hsxzt"
"""The kinds of words that leave a doubt, as `stop_words` lists them."""
DOUBTS = frozenset({OPEN, SOFT, DENIAL, TAKEN_BACK, SECOND})


class Word(NamedTuple):
    """A word in small letters, or a number in digits; `written` is the original spelling.

    `kind` is one of the kinds above, or one of the kinds of cards (`card_words`).
    """

    kind: str
    text: str
    written: str


_KINDS = {
    **dict.fromkeys(stop_words.SOFT, SOFT),
    **dict.fromkeys(stop_words.DENIALS, DENIAL),
    **dict.fromkeys(stop_words.SECOND_THOUGHTS, SECOND),
    **dict.fromkeys(stop_words.TAKING_BACK, TAKEN_BACK),
    **dict.fromkeys(stop_words.OPEN, OPEN),
}
_BETWEEN_WORDS = lazy_regex(
    r"(?<=[^\W\d])[.!…/:]+(?=[^\W\d])|(?<=[A-Za-z])[:=]+|(?<=\s)[:=]+(?=\S)|[;|&=→]"
    r"|(?<!\.)\.{2,}(?=[A-Za-z])|(?<![0-9]),|,(?![0-9])|(?<=[A-Za-z]{2})[-–](?=[0-9])|->"
)
_AROUND = "()[]{}\"“”„«»*_~'#!<>"
_AFTER = ".!:=…"
_BEFORE_DIGITS = lazy_regex(r"^(?:usd?)?[-+−–$£€.]*")
_MARKS_ONLY = lazy_regex(r"[-–—−.…=:*~/\\_^'\"()!,+]*")


def words_in(text: str) -> list[Word]:
    """The words of a tidied text. Spelled-out numbers become digits, question marks are words."""
    apart = _BETWEEN_WORDS.sub(" ", text.replace("?", " ? ")).split()
    written = [word for word in map(_bare, apart) if word]
    folded = [word.casefold() for word in written]
    words = []
    place = 0
    while place < len(written):
        length, number = spoken_first(folded[place : place + LONGEST_SPOKEN])
        if length:
            said = " ".join(written[place : place + length])
            words.append(Word(NUMBER, str(number), said))
        else:
            words.append(Word(kind_of(folded[place]), folded[place], written[place]))
        place += length or 1
    return words


WordsOf = Callable[[str], list[Word]]


def kind_of(word: str) -> str:
    """The kind of a word in small letters."""
    kind = _KINDS.get(word)
    if kind:
        return kind
    return NUMBER if _BEFORE_DIGITS.sub("", word, count=1)[:1].isnumeric() else WORD


def _bare(chunk: str) -> str:
    """A chunk without the punctuation around it; empty where it is nothing else."""
    bare = chunk.strip(_AROUND).rstrip(_AFTER).strip(_AROUND)
    return "" if _MARKS_ONLY.fullmatch(bare) else bare
