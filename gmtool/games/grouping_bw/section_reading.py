"""Letters of groups in a text, and what is said of each group (GB-2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gmtool.engine.sentences import HEDGE, Word
from gmtool.games.grouping_bw.moves import Group
from gmtool.games.grouping_bw.terms import SIZES, TILES
from gmtool.games.grouping_bw.tile_reading import lists_in, tiles_in

_NUMBER = r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_REST_OF_THEM = (
    r"(?:all\s+)?(?:the\s+)?(?:rest|remainder|remaining|others?|leftovers?)\b"
    r"(?:\s+(?:two|three|four|[234])\b)?(?:\s+(?:tiles|ones|numbers)\b)?"
    r"|(?:everything|all)\s+else\b|(?:whatever|what)(?:'s|\s+is)?\s+(?:left|remains)\b"
)
_GOES_ON = rf"(?=\s*(?:$|[^\w\s']|[0-9]|[^\W\d](?![\w'])|{_NUMBER}|{_REST_OF_THEM}|and\b|then\b))"
_HAS = r"(?:is|are|has|have|had|gets?|contains?|holds?|takes?|consists\s+of|with|groups?|tiles?)\b"
_MARK = rf"(?:\s*(?:[:=→>.)\]}}]|[-–—=]+>)|(?<=\w)[-–—]+|\s+[-–—]+(?=\s)|\s+{_HAS})"
_LABEL = re.compile(
    rf"""(?<![\w'])(?:(?i:groups?)\s*[-#:]?\s*)?(?:
        (?P<upper>[A-C])(?![^\W\d]|')(?:{_MARK})*{_GOES_ON}
      | (?<=[oO][uU][pP]\s)(?P<named>[a-c])(?![\w'])(?:{_MARK})*
      | (?P<marked>[a-c])(?![^\W\d]|')(?:{_MARK})+{_GOES_ON}
      | (?P<bare>[a-c])(?=\s*[0-9\[({{]|\s+{_NUMBER})
    )""",
    re.VERBOSE,
)
_REST = "@rest"
_ALL_THE_REST = re.compile(rf"(?<![\w'])(?:{_REST_OF_THEM})", re.IGNORECASE)


class Section(NamedTuple):
    """A letter, and what follows it up to the next one; `rest` tells that it takes what is left."""

    letter: str
    tiles: tuple[str, ...]
    rest: bool


def labels_in(text: str) -> list[re.Match[str]]:
    """Where groups are named. A small letter that isn't marked is one only where the others are
    small too, as it may be an article.
    """
    found = list(_LABEL.finditer(text))
    sure = [each for each in found if not each["bare"]]
    return sure if {_letter(each) for each in sure} == set(SIZES) else found


def _letter(label: re.Match[str]) -> str:
    return str(next(filter(None, label.groups()))).upper()


def sections_in(body: str) -> tuple[list[Section], list[Word]]:
    """What is said of each group, and the words that are nothing of a grouping. Letters stand
    before their tiles, or after them.
    """
    labels = labels_in(body)
    ends = [*(label.start() for label in labels), len(body)]
    parts = [body[: ends[0]]]
    parts += [body[label.end() : end] for label, end in zip(labels, ends[1:], strict=True)]
    read = [_part(part) for part in parts]
    if read[0][0] and not read[-1][0]:
        read = [*read[:-2], (read[-2][0], [*read[-2][1], *read[-1][1]], read[-2][2])]
    else:
        before = read.pop(0)
        strays = [Word(HEDGE, tile, tile) for tile in before[0]]
        read[0] = (read[0][0], [*before[1], *strays, *read[0][1]], read[0][2])
    sections = [
        Section(_letter(label), tiles, takes_rest)
        for label, (tiles, _, takes_rest) in zip(labels, read, strict=True)
    ]
    return sections, [word for _, others, _ in read for word in others]


def _part(text: str) -> tuple[tuple[str, ...], list[Word], bool]:
    """The tiles, the other words, and whether it says “the rest”."""
    shown = _ALL_THE_REST.sub(f" {_REST} ", text)
    tiles, others = tiles_in(shown)
    return tiles, [word for word in others if word.text != _REST], _REST in shown


def headed(body: str, sections: list[Section]) -> list[Section]:
    """`A/B/C: 01/234/5678`: three lists under a heading of three letters."""
    *heads, last = sections
    if any(head.tiles or head.rest for head in heads):
        return sections
    lists = lists_in(body[labels_in(body)[-1].end() :])
    if len(lists) != len(sections):
        return sections
    named = zip(sections, lists, strict=True)
    return [section._replace(tiles=tiles) for section, tiles in named] if last.tiles else sections


def groups_of(sections: list[Section]) -> Iterator[Group]:
    """The groupings that the sections make, three by three; none where letters are amiss."""
    threes = [sections[place : place + 3] for place in range(0, len(sections), 3)]
    if any({section.letter for section in three} != set(SIZES) for three in threes):
        return
    for three in threes:
        yield _group((section.letter, section.tiles) for section in three)


def _group(named: Iterable[tuple[str, tuple[str, ...]]]) -> Group:
    tiles = dict(named)
    return Group(*(tiles[letter] for letter in SIZES))


def completed(sections: list[Section]) -> list[str]:
    """The grouping where one group takes all that the two others leave, if that is possible."""
    written = {section.letter: section.tiles for section in sections if not section.rest}
    left = [str(tile) for tile in TILES if str(tile) not in sum(written.values(), ())]
    missing = [letter for letter in SIZES if letter not in written]
    said_twice = len(written) + sum(section.rest for section in sections) != len(sections)
    if len(missing) != 1 or said_twice or len(left) != SIZES[missing[0]]:
        return []
    return [str(_group([*written.items(), (missing[0], tuple(left))]))]


def fits_sizes(group: Group) -> bool:
    """Whether each group has as many tiles as it takes."""
    return [len(tiles) for tiles in (group.a, group.b, group.c)] == list(SIZES.values())
