"""Text to a grouping (GB-2): three lists of tiles in any layout, and the words around them."""

from __future__ import annotations

import re

from gmtool.engine.paste import plain
from gmtool.engine.phrases import DENIALS, HEDGES, spoken_first, words
from gmtool.engine.refusals import Ambiguous, Entangled, Refused
from gmtool.engine.sentences import HEDGE, Task, Word, doubt, settled, words_in
from gmtool.engine.wording import short
from gmtool.games.grouping_bw.moves import Group
from gmtool.games.grouping_bw.section_reading import (
    completed,
    fits_sizes,
    groups_of,
    headed,
    labels_in,
    sections_in,
)
from gmtool.games.grouping_bw.terms import SIZES
from gmtool.games.grouping_bw.tile_reading import (
    apart,
    is_tile_word,
    lists_in,
    range_in,
    tiles_in,
    without_chains,
    without_ranges,
)

_COUNTS = re.compile(
    r"\b(?:set|round|match|game|phase|half)\s*(?:no\.?|nr\.?|#)?\s*(?:[0-9]+|one|two|three)\b"
    r"|\(\s*(?:[234]|two|three|four)\s*(?:tiles?)?\s*\)"
    r"|\(?\b(?:of\s+)?size\s*[:=]?\s*(?:[234]|two|three|four)\b\)?",
    re.IGNORECASE,
)
"""Numbers that are no tiles: of a set, or of the tiles a group takes."""
_UNSAID = re.compile(
    r"\b(?:same|unchanged|as before|last (?:set|time)|no changes?|keep|random(?:ly)?|surprise me"
    r"|you (?:can )?(?:choose|pick|decide)|whatever|swap)\b",
    re.IGNORECASE,
)
_UNSETTLED = (HEDGES | DENIALS | words("change changed changing wait swap replace")) - words("no")
_LETTERS = "".join(SIZES)
_LEAST = 6
"""So many tiles without letters were meant as a grouping."""


def read_typed_group(quoted: str) -> Group | None:
    """`group A 0 1 B 2 3 4 C 5 6 7 8`, which is read at any time; None for anything else."""
    verb, *said = plain(quoted).split() or [""]
    if verb.casefold() != "group" or "\n" in quoted:
        return None
    places = [place for place, word in enumerate(said) if word in SIZES]
    if [said[place] for place in places] != list(_LETTERS) or places[0] != 0:
        return None
    groups = [
        tuple(said[start + 1 : end])
        for start, end in zip(places, (*places[1:], len(said)), strict=True)
    ]
    if not all(map(is_tile_word, (tile for group in groups for tile in group))):
        return None
    return Group(*map(apart, groups))


def read_group(task: Task, text: str, quoted: str) -> Group | None:
    """The grouping of a tidied text; None where it is none.

    Raises Entangled where it isn't sure which tile is in which group, Refused for tiles without
    letters and for what says them only in words such as “the same”.
    """
    lines = text.split("\n")
    body = "\n".join(line for line in lines if _is_body(line))
    talk = [line for line in lines if not _is_body(line)]
    body = without_chains(_COUNTS.sub(" ", body))
    if not labels_in(body):
        found = _without_letters(task, body, quoted)
        if found is None:
            _refuse_unsaid(task, text, quoted, body)
            return None
        return _beside(task, quoted, talk, found)
    if range_in(body):
        raise _range(task, body, quoted)
    found = _one(task, without_ranges(body, spread=False), quoted)
    return found and _beside(task, quoted, talk, found)


def _is_body(line: str) -> bool:
    """Whether a line holds tiles or letters of groups."""
    if labels_in(line) or any(map(str.isnumeric, line)):
        return True
    said = [word for word in re.split(r"[\s,;.!/|]+", line.casefold()) if word]
    return bool(said) and all(word == "and" or spoken_first([word])[0] for word in said)


def _one(task: Task, body: str, quoted: str) -> Group | None:
    """The one grouping that a text with letters says."""
    sections, rest = sections_in(body)
    many = sum(len(section.tiles) for section in sections)
    if len(sections) < 2 or many < 3:
        return None
    if len(sections) == 3:
        sections = headed(body, sections)
    found = list(dict.fromkeys(groups_of(sections)))
    letters = "".join(section.letter for section in sections)
    if not found:
        if rest and not set(_LETTERS) <= set(letters):
            return None
        twice = any(letters.count(letter) > 1 for letter in letters)
        what = "names a group more than once" if twice else "doesn't name all three groups"
        raise doubt(task, quoted, completed(sections), what, Entangled)
    if any(section.rest for section in sections):
        raise doubt(task, quoted, completed(sections), "doesn't write every tile out", Entangled)
    return _settled(task, quoted, found, rest)


def _settled(task: Task, quoted: str, found: list[Group], rest: list[Word]) -> Group:
    try:
        move = settled(task, quoted, found, rest)
    except Ambiguous as unsure:
        is_denied = not unsure.readings
        fits = () if is_denied else tuple(str(group) for group in found if fits_sizes(group))
        raise doubt(task, quoted, fits, str(unsure.facts["what"]), Entangled) from None
    assert isinstance(move, Group)  # noqa: S101 - something was found
    return move


def entangled(unsure: Ambiguous) -> Entangled:
    """The same doubt about a message as a whole, of which no line counts alone."""
    return Entangled(
        unsure.clause,
        unsure.template,
        readings=unsure.readings,
        quoted=unsure.quoted,
        **unsure.facts,
    )


def _beside(task: Task, quoted: str, talk: list[str], found: Group) -> Group:
    """The grouping, unless words on lines of their own may take something of it back."""
    for line in talk:
        if _UNSETTLED.intersection(word.text for word in words_in(line)):
            what = "beside the groups leaves open whether they stand"
            raise doubt(task, line.strip(), [str(found)], what, Entangled)
    return found


def _range(task: Task, body: str, quoted: str) -> Ambiguous:
    """Why `4-7` isn't read: it may be two tiles or four."""
    what = f"has a range, “{range_in(body)}”, and ranges aren't read, so write the tiles out"
    fits: list[str] = []
    for spread in (False, True):
        sections, rest = sections_in(without_ranges(body, spread=spread))
        found = [] if rest else list(groups_of(sections))
        fits += [str(group) for group in found if fits_sizes(group)]
    return doubt(task, quoted, fits, what, Entangled)


def _without_letters(task: Task, body: str, quoted: str) -> Group | None:
    """Three lists of two, three and four tiles in this order; raises Refused for any other."""
    lists = lists_in(body)
    if [len(tiles) for tiles in lists] == list(SIZES.values()):
        return Group(*lists)
    span = range_in(body)
    tiles, rest = tiles_in(without_ranges(body, spread=True))
    if len("".join(tiles)) < _LEAST or (rest and not any(word.kind == HEDGE for word in rest)):
        return None
    why = f", and ranges such as “{span}” aren't read" if span else ""
    raise Refused(
        task.clause,
        "“{text}” doesn't say which tiles are in A, in B and in C{why}; {right}.",
        quoted=quoted,
        text=short(quoted),
        why=why,
        right=task.right,
    )


def _refuse_unsaid(task: Task, text: str, quoted: str, body: str) -> None:
    if not body.strip() and _UNSAID.search(text):
        raise Refused(
            task.clause,
            "“{text}” doesn't write the groups out, and nobody else does; {right}.",
            quoted=quoted,
            text=short(quoted),
            right=task.right,
        )
