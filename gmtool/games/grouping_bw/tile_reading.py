"""Tiles as they are written in a list: in digits or words, parted by anything, joined in chains."""

from __future__ import annotations

import re

from gmtool.engine.phrases import words
from gmtool.engine.sentences import NUMBER, Word, words_in
from gmtool.games.grouping_bw.sentence_reading import FILLERS

_JOINED = r"[-–—~.·>]"
_CHAIN = re.compile(
    rf"(?<![\w.])[0-9](?P<join>[^\S\n]?{_JOINED}[^\S\n]?)[0-9](?:(?P=join)[0-9])+(?![\w.]?\w)"
)
_RANGE = re.compile(
    r"(?<![\w.,])(?P<least>[0-9])"
    r"(?:[^\S\n]?(?:[-–—~→]|\.{2,}|…)[^\S\n]?|\s+(?:to|through|thru|until|till)\s+)"
    r"(?P<most>[0-9])(?!\w)",
    re.IGNORECASE,
)
_TILE = re.compile(r"[-+−–]?[^\W_]+(?:\.[^\W_]+)*")
_PARTING = re.compile(r"[][(){}<>,;:/|&+=→\"“”]")
_TILE_FILLERS = FILLERS | words(
    "group groups grouping groupings tile tiles number numbers put putting has have gets get "
    "contain contains contained hold holds take takes with in into to goes for as are set these "
    "those you here's there's new next time follows following below consists of first "
    "second third last"
)


def is_tile_word(word: str) -> bool:
    """Whether a word may stand for a tile: a wrong one too, such as 9, ½ or x."""
    if len(word) == 1 and word.isalpha():
        return word not in "abcABC"
    return _TILE.fullmatch(word) is not None and any(map(str.isnumeric, word))


def apart(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Tiles written without anything between them, such as 234, one by one."""
    glued = len(tiles) == 1 and tiles[0].isascii() and tiles[0].isdigit()
    return tuple(tiles[0]) if glued else tiles


def without_chains(text: str) -> str:
    """`4-5-6-7` as `4 5 6 7`."""
    return _CHAIN.sub(lambda found: found[0].replace(found["join"], " "), text)


def without_ranges(text: str, *, spread: bool) -> str:
    """`4-7` as `4 5 6 7` if it is `spread`, else as `4 7`."""
    return _RANGE.sub(lambda found: _range(found, spread=spread), text)


def range_in(text: str) -> str:
    """The first range in a text that isn't just two neighbours, as 0-1 are; or nothing."""
    for found in _RANGE.finditer(text):
        if abs(int(found["least"]) - int(found["most"])) != 1:
            return found[0]
    return ""


def _range(found: re.Match[str], *, spread: bool) -> str:
    least, most = int(found["least"]), int(found["most"])
    step = 1 if least <= most else -1
    tiles = range(least, most + step, step) if spread else (least, most)
    return f" {' '.join(map(str, tiles))} "


def tiles_in(text: str) -> tuple[tuple[str, ...], list[Word]]:
    """The tiles of a list, as written, and the words that are none and mean something else."""
    said_words = words_in(_PARTING.sub(" ", text))
    tiles = tuple(_tile(word) for word in said_words if _is_tile(word))
    rest = [w for w in said_words if not _is_tile(w) and w.text not in _TILE_FILLERS]
    return apart(tiles), rest


def _is_tile(word: Word) -> bool:
    return is_tile_word(word.text) and word.text != "i"


def _tile(word: Word) -> str:
    return word.text if word.kind == NUMBER else word.written


_BETWEEN_LISTS = ("\n", r"\|", "/", ";", r"\s[-–—]\s", r"[-–—]", ",", r"\s")
_TITLE = re.compile(r"[^0-9\n:=]*[:=]\s*")
_BRACKETS = re.compile(r"[\[({][^\[\](){}]*[\])}]")


def lists_in(text: str) -> tuple[tuple[str, ...], ...]:
    """The three lists of a text without letters, where it is surely three; else nothing."""
    bare = text.strip().strip(".!")
    title = _TITLE.match(bare)
    if title and tiles_in(title[0]) == ((), []):
        bare = bare[title.end() :]
    bracketed = _BRACKETS.findall(bare)
    if len(bracketed) == 3 and tiles_in(_BRACKETS.sub(" ", bare)) == ((), []):
        return _all_tiles(bracketed)
    for between in _BETWEEN_LISTS:
        parts = [part for part in re.split(between, bare) if re.search(r"\w", part)]
        if len(parts) == 3:
            return _all_tiles(parts)
    return ()


def _all_tiles(parts: list[str]) -> tuple[tuple[str, ...], ...]:
    """Each part as tiles; nothing where there is anything else, or a range."""
    lists = []
    for part in map(without_chains, parts):
        tiles, rest = tiles_in(without_ranges(part, spread=False))
        if rest or not tiles or range_in(part):
            return ()
        lists.append(tiles)
    return tuple(lists)
