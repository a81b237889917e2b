"""How players write: politeness, decoration, spoken numbers, and words that leave a doubt.

Every list here is closed: a word that isn't on it is not understood, and never skipped.
"""

from __future__ import annotations

import re
import unicodedata

from gmtool.engine.paste import plain
from gmtool.engine.wording import said


def words(text: str) -> frozenset[str]:
    """The words of a closed list."""
    return frozenset(text.split())


HEDGES = words(
    "? or maybe perhaps possibly probably if unless whichever whatever either depending depends "
    "provided otherwise else instead rather up to most least more less than max maximum min "
    "minimum around about roughly approximately approx circa between each both apiece should "
    "could might may can would think guess prefer but only until when once case long whether any "
    "range i'd actually change changed make raise increase lower replace switch correct"
)
"""Words beside a move that make it depend on something, or leave it open."""
DENIALS = words(
    "not don't dont doesn't won't wont wouldn't can't cannot no never nor neither without except "
    "cancel withdraw retract remove forget scratch ignore"
)
"""Words beside a move that say it is none."""

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SPOKEN = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=2)
}
_SCALES = (("thousand", 1000, 999), ("hundred", 100, 19))
"""A scale, its size, and the most that can be counted of it."""

_MARKS = str.maketrans(
    dict.fromkeys("’‘ʼ", "'")
    | {"−": "-", "`": " "}
    | dict.fromkeys("❓❔🤔🤷", " ? ")
    | dict.fromkeys("❌❎✖✗✘✕🚫⛔👎🙅", " not ")
)
_NOT_DECORATION = "♠♡♢♣♤♥♦♧🔟💯🔢"
_BLANKS = re.compile(r"[^\S\n]+")
_BULLET = re.compile(r"^[^\S\n]*(?:[-*•–·]|\(?[0-9]{1,2}[.)])[^\S\n]+", re.MULTILINE)
_POLITE = re.compile(
    r"""(?<![\w'])(?:
        thank\s+you(?:\s+(?:very|so)\s+much)? | (?:many\s+)?thanks(?:\s+(?:in\s+advance|a\s+lot))?
      | please | pls | plz | thx | ty | cheers | kindly | (?:best\s+|kind\s+)?regards
      | hi | hello | hey | ok | okay | good\s+luck(?:\s+(?:everyone|everybody|all))? | gl | glhf
    )(?![\w'])""",
    re.IGNORECASE | re.VERBOSE,
)
_LEAD = re.compile(
    r"""(?<![\w'])(?:i|we)(?:
        (?:'d|\s+would)\s+(?:like|love)\s+to | \s+(?:want|wish)\s+to | (?:'ll|\s+will|\s+shall)
      | (?:'m|\s+am|'re|\s+are)(?:\s+going\s+to)? | \s+hereby
    )?\s+(?=(?:bid|bidding|offer|trash|trashing|change|changing|discard|discarding|exchange
        |exchanging|keep|keeping|pass|passing|(?:place|make|put|enter)\s+(?:an?\s+|my\s+)?bids?)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_SMILEYS = re.compile(r"(?:\s(?:[:;=]-?[()DPp]|<3|xD|XD|\^\^))+\s*$", re.MULTILINE)


def tidied(text: str) -> str:
    """`text` in plain letters, without emoji, bullets and politeness, “I'd like to bid” as “bid”.

    Line breaks stay; a doubtful emoji becomes the word for it.
    """
    text = plain(said(text)).translate(_MARKS)
    text = "".join(" " if _is_decoration(char) else char for char in text)
    text = _BLANKS.sub(" ", text)
    text = _LEAD.sub("", _POLITE.sub(" ", _BULLET.sub("", text)))
    return _SMILEYS.sub("", text).strip()


def _is_decoration(char: str) -> bool:
    if char < "\u2600" or char in _NOT_DECORATION:
        return False
    is_picture = "\u2600" <= char <= "\u27bf" or char in "⭐⭕" or char >= "\U0001f300"
    return is_picture and unicodedata.category(char) in {"So", "Sk"}


def spoken(said: list[str]) -> int | None:
    """The number below a million that `said` says (“a hundred and five”), or None."""
    for scale, size, most in _SCALES:
        if scale in said:
            place = said.index(scale)
            many = 1 if said[:place] == ["a"] else spoken(said[:place])
            few = _rest(said[place + 1 :])
            if many is None or few is None or not 0 < many <= most or few >= size:
                return None
            return many * size + few
    return _below_hundred(said)


def _rest(said: list[str]) -> int | None:
    if said[:1] == ["and"]:
        return spoken(said[1:])
    return spoken(said) if said else 0


def _below_hundred(said: list[str]) -> int | None:
    numbers = [_SPOKEN.get(word) for word in said]
    match numbers:
        case [int(number)]:
            return number
        case [int(tens), int(unit)] if tens in range(20, 100) and unit in range(1, 10):
            return tens + unit
    return None


def is_spoken(word: str) -> bool:
    """Whether `word`, in small letters, is a number word or several joined by hyphens."""
    scales = {scale for scale, _, _ in _SCALES}
    return all(part in _SPOKEN or part in scales for part in word.split("-"))
