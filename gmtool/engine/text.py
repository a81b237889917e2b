"""Words, names and quoted strings as text forms and journals write them.

Numbers in words: “thirty”, “a hundred and five”, “twenty-six”.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.unicode_hygiene import cleaned, harmless, is_harmful, set_aside

HOST = "host"
CHANCE = "chance"

OPEN, ANSWERED, REFUSED = "open", "answered", "refused"
"""The states of a waiting message: it waits for the host; the host has asked its sender back; or
the rules refused it and its sender was told.
"""
IN_PRIVATE = "what goes on in private"
"""The task of a turn of which a report tells no more."""

_STRINGS = json.JSONDecoder()
# a name in which the word stands would end before it, and the rest be taken for the reason
_NEEDS_QUOTES = lazy_regex(r'[,:\[\]"#]|^\s|\s$|^$|\bwhy\b')


def quote(text: str) -> str:
    """`text` as a JSON string on one line, safe wherever it is shown: no character in it ends a
    line, steers a terminal or changes the direction of reading.
    """
    return harmless(json.dumps(text, ensure_ascii=False))


def unquote(text: str) -> tuple[str, str]:
    """The JSON string at the beginning of `text`, and the rest of the text.

    Raises ValueError where there is none, or where it holds half a character, which can't be
    stored.
    """
    try:
        if not text.startswith('"'):  # of anything else nothing is read, however deep it is nested
            raise ValueError(text)
        value, end = _STRINGS.raw_decode(text)
        str(value).encode()
    except ValueError:
        raise ValueError(
            f"“{short(text)}” doesn't begin with a string in quotation marks"
        ) from None
    return value, text[end:]


def said(text: str) -> str:
    """The content of a free text: of a quoted string what stands in the quotation
    marks, else all of it.
    """
    text = text.strip()
    if text.startswith('"'):
        try:
            value, rest = unquote(text)
        except ValueError:
            return text
        return value if not rest.strip() else text
    return text


def join_words(words: Sequence[str]) -> str:
    """The text of a move from the words of a command line: joined by blanks, with words quoted
    again that hold blanks or quotation marks. A single word is the whole text.
    """
    if len(words) == 1:
        return words[0]
    return " ".join(quote(w) if re.search(r'[\s"]', w) or not w else w for w in words)


@lru_cache(maxsize=1024)
def write_name(name: str) -> str:
    """A name as journals write it: bare, or as a JSON string where it would be misread."""
    misread = _NEEDS_QUOTES.search(name) or is_harmful(name) or cleaned(name) != name
    return quote(name) if misread else name


def write_names(names: tuple[str, ...]) -> str:
    """Names separated by commas, each written by `write_name`."""
    return ", ".join(map(write_name, names))


def read_names(text: str) -> tuple[str, ...]:
    """The names that `write_names` wrote; raises ValueError for a wrong comma or quotation mark."""
    names = []
    rest = text.strip()
    while True:
        if rest.startswith('"'):
            name, rest = unquote(rest)
        else:
            name, comma, tail = rest.partition(",")
            name, rest = name.strip(), comma + tail
        if not name:
            raise ValueError(f"a name is missing in “{short(text)}”")
        names.append(name)
        rest = rest.strip()
        if not rest:
            return tuple(names)
        if not rest.startswith(","):
            raise ValueError(f"a comma is missing before “{short(rest)}”")
        rest = rest[1:].strip()


def casefolded(text: str) -> str:
    """`text` in a form in which equal names are equal: without case, width, extra blanks and unseen
    characters. A picture of several joined ones equals those without the joiners.
    """
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFKC", set_aside(text))
    return " ".join(text.casefold().split())


LONGEST_TOLD = 1000
"""The most characters of a text that is told in full; only a player's text can be longer."""


def short(text: str) -> str:
    """A long text as a sentence quotes it: on one line, cut at 100 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 120 else f"{line[:100].rstrip()} …"


def told(text: str) -> str:
    """A text in full, or cut where it is longer than any text that gmtool itself writes."""
    return text if len(text) <= LONGEST_TOLD else short(text)


def listed(items: Iterable[str], word: str = "and") -> str:
    """`A, B and C`, or with another `word` before the last; the empty string for no items."""
    *most, last = tuple(items) or ("",)
    return f"{', '.join(most)} {word} {last}" if most else last


def plural(count: int, one: str, many: str = "") -> str:
    """`1 lot`, `2 lots`; `many` where the plural isn't made with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


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
"""Each scale, its size, and the largest number that can count it."""
FIRST_NUMERALS = tuple(_SPOKEN)
"""The words with which a number may begin."""
_OF_A_NUMBER = frozenset(_SPOKEN) | {scale for scale, _, _ in _SCALES}


def spelled_number(said: list[str]) -> int | None:
    """The number below a million that the words spell (“a hundred and five”), or None."""
    for scale, size, most in _SCALES:
        if scale in said:
            place = said.index(scale)
            many = 1 if said[:place] == ["a"] else spelled_number(said[:place])
            few = _rest(said[place + 1 :])
            if many is None or few is None or not 0 < many <= most or few >= size:
                return None
            return many * size + few
    return _below_hundred(said)


def _rest(said: list[str]) -> int | None:
    if said[:1] == ["and"]:
        return spelled_number(said[1:])
    return spelled_number(said) if said else 0


def _below_hundred(said: list[str]) -> int | None:
    numbers = [_SPOKEN.get(word) for word in said]
    match numbers:
        case [int(number)]:
            return number
        case [int(tens), int(unit)] if tens in range(20, 100) and unit in range(1, 10):
            return tens + unit
    return None


LONGEST_SPOKEN = 12
"""The most words of a number: “nine hundred and ninety-nine thousand nine hundred and
ninety-nine”.
"""


def spoken_first(said: Sequence[str]) -> tuple[int, int]:
    """How many of the first words spell one number, as many as can, and the number;
    (0, 0) where none do.

    Words are in small letters and may be joined by hyphens.
    """
    length = 0
    for word in said[:LONGEST_SPOKEN]:
        if not is_spoken(word) and word != ("and" if length else "a"):
            break
        length += 1
    while length:
        number = spelled_number([part for word in said[:length] for part in word.split("-")])
        if number is not None:
            return length, number
        length -= 1
    return 0, 0


def is_spoken(word: str) -> bool:
    """Whether `word`, in small letters, is a number word or several joined by hyphens."""
    return all(part in _OF_A_NUMBER for part in word.split("-"))


def in_words(number: int) -> str:
    """A number as a sentence writes it: in words from 0 to 99, else in digits."""
    if 0 <= number < len(_UNITS):
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    if not 20 <= number < 100:
        return str(number)
    return _TENS[tens - 2] + (f"-{_UNITS[unit]}" if unit else "")
