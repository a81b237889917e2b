"""Lists of numbers in any layout: the numbers in their order, and what only counts the lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gmtool.engine.phrases import LONGEST_SPOKEN, spoken_first

LEAST_COUNTED = 3
"""So many numbers that count 1, 2, 3 don't do so by chance."""

_THOUSANDS = r"[0-9]{1,3}(?:,[0-9]{3})+"
_NUMBER = rf"[-+−–]?(?:{_THOUSANDS}(?![\w])|[^\W_]+(?:\.[^\W_]+)*|\.[0-9]+)"
"""Letters and digits as a number may be written, wrong ones too."""
_IS_NUMBER = re.compile(_NUMBER)
_IS_THOUSANDS = re.compile(_THOUSANDS)
_GAP = re.compile(r"(?:[\s,;|&]|\band\b)*", re.IGNORECASE)
_COUNTED = re.compile(
    rf"""(?P<name>[\#(\[]|\b(?:no|nr)\.?[ ]?|\b(?:buzz)?(?:code|set|number)[ ])?
        (?P<label>[0-9]{{1,4}})
        (?P<link>[ ]?(?:[)\]:=>→]|\.(?![0-9]))+[ ]?(?:[-–—=]*[>→]?[ ])?
          | [ ][-–—]+>?[ ] | [ ]?→[ ]? | [.\-–—](?=[0-9]) | [ ])
        (?P<value>{_NUMBER}|[a-z]+(?:-[a-z]+)?)(?=[\s,;.!|&]|$)[.!]*""",
    re.IGNORECASE | re.VERBOSE,
)
_SURE_LINK = re.compile(r"[)\]:=>→]")
_BULLET = re.compile(r"^ ?[-*•–·] ", re.MULTILINE)
_CHAIN = re.compile(r"(?<![\w.,])[0-9]+(?P<join> [-–—/] |[-–—/.])[0-9]+(?:(?P=join)[0-9]+)+(?!\w)")
_RANGE = re.compile(
    r"(?<![\w.,])[0-9]+"
    r"(?:[-–—~→]|\.{2,}|…| (?:[-–—~→]|\.{2,}|…|to|through|thru|until) )[0-9]+(?!\w)",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"[\s;|&]+|,(?![0-9])|(?<![0-9]),")
_LABEL = re.compile(r"[(\[#]?[0-9]{1,4}[)\]:]|#[0-9]{1,4}")
_AROUND = "()[]{}\"“”'*_"


@dataclass(frozen=True)
class Listed:
    """What a text lists. `readings` are the lists it could be, the likeliest first; `why` says why
    there is more than one. `strange` is the first word that is no number, `span` a range.
    """

    readings: tuple[tuple[str, ...], ...] = ()
    why: str = ""
    strange: str = ""
    span: str = ""


def is_number(text: str) -> bool:
    """Whether it is one number, as it may be written."""
    return any(map(str.isnumeric, text)) and _IS_NUMBER.fullmatch(text) is not None


def range_in(text: str) -> str:
    """The first range of numbers in an unadorned text, or nothing."""
    found = _RANGE.search(text)
    return found[0] if found else ""


def listed(text: str, needed: int) -> Listed:
    """The numbers of an unadorned text, of which `needed` are awaited: their count helps to tell
    numbers from what counts them.
    """
    text = _BULLET.sub("", text)
    text = _CHAIN.sub(lambda found: found[0].replace(found["join"], " "), text)
    counted = list(_counted(text))
    if counted and counted[-1] is not None:
        told = _told_by_counts([each for each in counted if each], needed)
        if told:
            return told
    span = range_in(text)
    return Listed(span=span) if span else _plain(text, needed)


class _Counted(NamedTuple):
    """A number with one before it that may count the lines, and what links them."""

    label: int
    link: str
    value: str


def _counted(text: str) -> Iterator[_Counted | None]:
    """The pairs that the text wholly consists of; None last where it is made otherwise."""
    place = _after_gap(text, 0)
    while place < len(text):
        found = _COUNTED.match(text, place)
        value = _value(found["value"]) if found else ""
        if found is None or not value:
            yield None
            return
        yield _Counted(int(found["label"]), "#" if found["name"] else found["link"], value)
        place = _after_gap(text, found.end())


def _after_gap(text: str, place: int) -> int:
    gap = _GAP.match(text, place)
    return gap.end() if gap else place


def _value(written: str) -> str:
    """A number as written, in digits where it is spelled out; nothing for another word."""
    if is_number(written):
        return written
    length, number = spoken_first([written.casefold()])
    return str(number) if length else ""


def _told_by_counts(pairs: list[_Counted], needed: int) -> Listed | None:
    """The list whose lines are counted; None where it isn't."""
    values = tuple(pair.value for pair in pairs)
    everything = tuple(each for pair in pairs for each in (str(pair.label), pair.value))
    sure = sum(pair.link == "#" or bool(_SURE_LINK.search(pair.link)) for pair in pairs)
    if [pair.label for pair in pairs] != list(range(1, len(pairs) + 1)):
        if sure <= len(pairs) // 2 or len(pairs) < LEAST_COUNTED:
            return None
        return Listed((values, everything), "what counts its lines doesn't count 1, 2, 3 …")
    links = {pair.link for pair in pairs}
    if len(pairs) < (LEAST_COUNTED if links <= {".", " "} else 2):
        return None
    is_sure = not links <= {" ", ". "} or len(values) == needed
    if is_sure or (links != {" "} and len(everything) != needed):
        return Listed((values,))
    return Listed((values, everything), "every second number may only count the others")


class _Unit(NamedTuple):
    """One or more words of a list, taken as one number, and taken apart."""

    whole: tuple[str, ...]
    apart: tuple[str, ...]


def _plain(text: str, needed: int) -> Listed:
    """The numbers of a list whose lines aren't counted."""
    chunks = [chunk for chunk in map(_bare, _SPLIT.split(text)) if chunk]
    splits = any("," in chunk and not _IS_THOUSANDS.fullmatch(chunk) for chunk in chunks)
    splits = splits or len(chunks) == 1
    is_parted = re.search(r"[\n,;]", text.strip()) is not None
    labels = [chunk for chunk in _SPLIT.split(text) if _LABEL.fullmatch(chunk)]
    if labels and len(labels) < len(chunks):
        return _partly_counted(text)
    units: list[_Unit] = []
    place = 0
    while place < len(chunks):
        run = [chunk.casefold() for chunk in chunks[place : place + LONGEST_SPOKEN]]
        length, number = spoken_first(run)
        if length:
            units.append(_spelled(run[:length], number, is_parted))
        elif run[0] != "and":
            unit = _written(chunks[place], splits)
            if unit is None:
                return Listed(strange=chunks[place])
            units.append(unit)
        place += length or 1
    whole = tuple(each for unit in units for each in unit.whole)
    apart = tuple(each for unit in units for each in unit.apart)
    if whole == apart or len(apart) == needed or len(whole) == needed:
        return _without_dashes(whole if len(whole) == needed != len(apart) else apart)
    return Listed((apart, whole), "it isn't clear where one number ends and the next begins")


def _partly_counted(text: str) -> Listed:
    """Some numbers are marked as counting the lines, but not each has one after it."""
    chunks = [chunk for chunk in _SPLIT.split(text) if _bare(chunk)]
    everything = tuple(map(_bare, chunks))
    strange = next((each for each in everything if not is_number(each)), "")
    values = tuple(_bare(chunk) for chunk in chunks if not _LABEL.fullmatch(chunk))
    why = "some of its numbers only count the lines"
    return Listed(strange=strange) if strange else Listed((values, everything), why)


def _spelled(run: list[str], number: int, is_parted: bool) -> _Unit:
    """“twenty one” are two numbers perhaps, where nothing but blanks parts the others."""
    each = [spoken_first([word]) for word in run]
    apart = tuple(str(value) for length, value in each if length)
    whole = (str(number),)
    return _Unit(whole, whole if is_parted or len(apart) < len(run) else apart)


def _written(chunk: str, splits: bool) -> _Unit | None:
    """A chunk with commas is several numbers, but one where a comma stands before a zero and
    others are parted otherwise.
    """
    parts = tuple(filter(None, chunk.split(",")))
    if not all(map(is_number, parts)):
        return None
    if len(parts) == 1 or splits:
        return _Unit(parts, parts)
    return _Unit((chunk,), (chunk,) if ",0" in chunk else parts)


def _without_dashes(numbers: tuple[str, ...]) -> Listed:
    """A dash before every single number may be no minus."""
    if len(numbers) >= LEAST_COUNTED and all(number[0] in "-−–" for number in numbers):
        bare = tuple(number[1:] for number in numbers)
        return Listed((bare, numbers), "the dash before each number may be a minus")
    return Listed((numbers,)) if numbers else Listed()


def _bare(chunk: str) -> str:
    bare = chunk.strip(_AROUND).rstrip(".!:…").strip(_AROUND)
    return "" if bare in {"-", "–", "—"} else bare
