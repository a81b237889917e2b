"""Numbers in words: “thirty”, “a hundred and five”, “twenty-six”."""

from __future__ import annotations

from collections.abc import Sequence

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
FIRST = tuple(_SPOKEN)
"""The words with which a number may begin."""
_OF_A_NUMBER = frozenset(_SPOKEN) | {scale for scale, _, _ in _SCALES}


def spoken(said: list[str]) -> int | None:
    """The number below a million that the words spell (“a hundred and five”), or None."""
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
        number = spoken([part for word in said[:length] for part in word.split("-")])
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
