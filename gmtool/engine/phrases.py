"""How people write to a host: politeness, decoration, spoken numbers, words that leave a doubt.

Every list here is closed: a word that isn't on it is not understood, and never skipped. A game
gives the verbs it knows and adds words of its own to those that leave a doubt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

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
    "i'd actually"
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
_OF_A_NUMBER = frozenset(_SPOKEN) | {scale for scale, _, _ in _SCALES}

_MARKS = str.maketrans(dict.fromkeys("’‘ʼ", "'") | {"−": "-", "`": " "})
_DOUBTS = re.compile("[❓❔🤔🤷]+")
_REFUSES = re.compile("[❌❎✖✗✘✕🚫⛔👎🙅]+")
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
_INTENT = r"""(?<![\w'])(?:i|we)(?:
        (?:'d|\s+would)\s+(?:like|love)\s+to | \s+(?:want|wish)\s+to | (?:'ll|\s+will|\s+shall)
      | (?:'m|\s+am|'re|\s+are)(?:\s+going\s+to)? | \s+hereby
    )?\s+"""
_SMILEYS = re.compile(r"(?:\s(?:[:;=]-?[()DPp]|<3|xD|XD|\^\^)){1,20}\s*$", re.MULTILINE)
"""So many at the end of a line; a longer row isn't gone through again from each on."""


def intent(verbs: str) -> re.Pattern[str]:
    """What goes before one of a game's `verbs`: the “I'd like to” of “I'd like to bid”.

    `verbs` is a pattern of the alternatives, read with re.VERBOSE.
    """
    return re.compile(rf"{_INTENT}(?=(?:{verbs})\b)", re.IGNORECASE | re.VERBOSE)


def unadorned(text: str) -> str:
    """`text` in plain letters, without emoji; a doubtful emoji becomes the word for it.

    Line breaks stay, other blanks become one.
    """
    text = plain(said(text)).translate(_MARKS)
    if not text.isascii():
        text = _REFUSES.sub(" not ", _DOUBTS.sub(" ? ", text))
        text = "".join(" " if _is_decoration(char) else char for char in text)
    return _BLANKS.sub(" ", text)


def without_politeness(text: str) -> str:
    """An unadorned text without greetings, thanks and smileys."""
    return _SMILEYS.sub("", _POLITE.sub(" ", text)).strip()


def tidied(text: str, before_verbs: re.Pattern[str]) -> str:
    """`text` in plain letters, without emoji, bullets and politeness, “I'd like to bid” as “bid”.

    Line breaks stay; a doubtful emoji becomes the word for it. `before_verbs` is what `intent`
    makes of the verbs that the game knows.
    """
    text = before_verbs.sub("", _POLITE.sub(" ", _BULLET.sub("", unadorned(text))))
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


LONGEST_SPOKEN = 12
"""Words of a number, as in “nine hundred and ninety-nine thousand nine hundred and ninety-nine”."""


def spoken_first(said: Sequence[str]) -> tuple[int, int]:
    """How many words from the first on say one number, as many as can, and which; 0 if none do.

    Words are in small letters, and may be joined by hyphens.
    """
    length = 0
    for word in said[:LONGEST_SPOKEN]:
        if not is_spoken(word) and word != ("and" if length else "a"):
            break
        length += 1
    while length:
        number = spoken([part for word in said[:length] for part in word.split("-")])
        if number is not None:
            return length, number
        length -= 1
    return 0, 0


def is_spoken(word: str) -> bool:
    """Whether `word`, in small letters, is a number word or several joined by hyphens."""
    return all(part in _OF_A_NUMBER for part in word.split("-"))


def in_words(number: int) -> str:
    """A number as a sentence has it: a word below a hundred where it has one, else digits."""
    if 0 <= number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    if not 20 <= number < 100:
        return str(number)
    return _TENS[tens - 2] + (f"-{_UNITS[unit]}" if unit else "")
