"""Reads three groups of tiles in any layout (GB-2): letters with tiles, or lists of 2, 3 and 4."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from gmtool.engine.grammar import Asked, WholeMatch
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.stop_words import FILLERS, words
from gmtool.engine.text import spoken_first
from gmtool.engine.words import DENIAL, TAKEN_BACK, words_in
from gmtool.games.grouping_bw.terms import SIZES, TILES

Tiles = tuple[str, ...]
Groups = tuple[Tiles, ...]
_IN_ORDER = [*SIZES.values()]
_BESIDE = FILLERS | words(
    "group groups grouping groupings tile tiles number numbers put putting has have gets get into "
    "contain contains hold holds take takes as set these those of consists follows following below"
)
_REST = "@"
_THE_REST = lazy_regex(
    r"\b(?:all )?(?:the )?(?:rest|remainder|remaining|others?|leftovers?)\b(?: (?:two|three|four"
    r"|[234])\b)?(?: (?:tiles|ones|numbers)\b)?|\b(?:everything|all) else\b"
    r"|\bwhat(?:ever)?(?:'s| is)? (?:left|remains)\b",
    re.IGNORECASE,
)
_SIZE = lazy_regex(
    r"\(\s*(?:[234]|two|three|four)\s*(?:tiles?)?\s*\)|\b(?:of )?size [234]\b"
    r"|(?<=[0-9])(?=[a-c][0-9])",
    re.I,
)
_ORDINAL = lazy_regex(
    r"^\W*(?:(two|first|1st)|(three|second|2nd)|(four|third|3rd))(?: group)? ?[:=]", re.I | re.M
)
_RANGE = lazy_regex(
    r"(?<![\w.,])([0-9])(?: ?(?:[-–—~→]|\.{2,}|…) ?| (?:to|thru|through|until) )([0-9])(?!\w)", re.I
)
_NUMBER = "zero|one|two|three|four|five|six|seven|eight"
_HAS = "is|are|has|have|gets?|contains?|holds?|takes?|with|consists|groups?|and|then"
_UPPER = lazy_regex(
    r"(?<![\w'])([A-C])(?![^\W\d]|')[-–—]*"
    rf"(?=\s*[.;!\n]|\W*(?:$|[0-9@]|[^\W\d](?![\w'])|(?:{_NUMBER}|{_HAS})\b))"
)
_SMALL = lazy_regex(rf"(?<![\w'])([a-c])(?![^\W\d]|')[-–—]*(?=\W*[0-9@]|\W+(?:{_NUMBER})\b)", re.I)
_WORD = lazy_regex(
    r"[0-9]+:[0-9]{2}\b|(?:(?<!\S)[-−])?[^\W_]+(?:[.'][^\W_]+)*"
    r"|[^\s\w,;:/|&+=→>()\[\]{}.!\"“”*~'–—-]"
)
_TILE = lazy_regex(r"[-−]?[0-9]+(?:\.[0-9]+)?|[^\W_]")
_LISTS = lazy_regex(r"[\[({]?(?:[0-9][\s,;/|\[\](){}.&+–—-]*){6,}")
_BETWEEN = ("\n", r"\|", "/", ";", r"[\])}]\s*,?\s*[\[({]", r"\s[-–—]\s", r"[-–—]", ",", r"\s")
_SWAP = r"([0-8])\W+(?:(?:and|with|for)\W+)?(?:the |my )?([0-8])\b"
_SAME = lazy_regex(
    r"^(?=.*(?:\b(?:same|unchanged|as before|no changes?|not changing|groups? stay|last group\w*"
    r"|keep\w*(?: my| the| these| those)* group\w*|swap|switch|exchange)|[0-8] ?<-+>))"
    r"(?:\W*\b(?:not changing anything|keep(?:ing)?|leav(?:e|ing)|use|take|the|my|these|those|them"
    r"|exactly|same|unchanged|as|before|no|changes?|in|groups?|groupings?|is|are|it|they|were|was"
    r"|rest|stays?|everything|else|last|time|this|set|again|but|with|and|just|only|i|i'd like to"
    r"|i want to|(?:swap|switch|exchang)\w*"
    rf"|{_SWAP.replace('([', '(?:[')})\b)*\W*(?:(?<=[.!;])\s|$)",
    re.IGNORECASE | re.MULTILINE,
)
_PAIR = r"(?:the |my )*[0-8](?: ?(?:<-*>|[/&-]) ?| (?:(?:and|with|for) )?(?:the |my )*)[0-8]"
_JOINT = r"(?:,? and |\s*[,;.\n]\s*(?:and )?)(?:(?:swap|switch|exchange) )?"
_PAIRS = lazy_regex(rf"{_PAIR}(?:{_JOINT}{_PAIR})*(?!.*\b(?:again|before|last)\b)", re.IGNORECASE)
"""Pairs of tiles that change places, told so that they can't be taken for others."""
_TYPED_PAIRS = lazy_regex(r"[^\s,]+ [^\s,]+(?:, [^\s,]+ [^\s,]+)*")
_SWAPS = lazy_regex(r"\b(?:swap|switch|exchang)", re.IGNORECASE)
_BUT = lazy_regex(r"\b(?:but|just|only|else|rest|with|for|no)\b(?! changes?\b)", re.IGNORECASE)


def typed(rest: str) -> Groups | None:
    """The groups of `A 0 1 B 2 3 4 C 5 6 7 8`, with any words for tiles, for the rules to refuse;
    None for any other text.
    """
    found = re.fullmatch("A( .*)? B( .*)? C( .*)?", rest)
    lists = [tuple((part or "").split()) for part in found.groups()] if found else []
    fits = lists and all(tile == _tile(tile) for tiles in lists for tile in tiles)
    return tuple(map(_apart, lists)) if fits else None


def groups(asked: Asked, text: str) -> WholeMatch | None:
    """The groups in a message; None where it names none."""
    text = _ORDINAL.sub(lambda said: f"{' ABC'[said.lastindex or 0]} ", _SIZE.sub(" ", text))
    plainly = _THE_REST.sub(f" {_REST} ", text)
    found = _lettered(plainly)
    if found is None:
        return _listed(text)
    spread = _RANGE.sub(_spread, plainly)
    if spread == plainly or all(map(_fits, found.values)):
        return found
    found = _lettered(spread) or found
    values = tuple(filter(_fits, found.values))
    return found._replace(values=values, doubt="a range may be two tiles or all of it")


def _spread(span: re.Match[str]) -> str:
    """A range such as `4-7` as ` 4 5 6 7 `."""
    least, most = sorted((int(span[1]), int(span[2])))
    return f" {' '.join(map(str, range(least, most + 1)))} "


def _fits(lists: Sequence[Tiles]) -> bool:
    """Whether the lists hold each tile once, in groups of the right sizes."""
    return [*map(len, lists)] == _IN_ORDER and sorted(sum(lists, ())) == [*map(str, TILES)]


def _tile(word: str) -> str:
    """The tile that a word stands for, or a wrong one such as 9, ½ or x; empty for any other
    word.
    """
    length, number = spoken_first([word.casefold()])
    is_one = _TILE.fullmatch(word) and word not in {*"abcABCiI"}
    return str(number) if length else word if is_one else ""


def _apart(tiles: Tiles) -> Tiles:
    """Tiles written together, such as 234, one by one."""
    return tuple(tiles[0]) if len(tiles) == 1 and re.fullmatch("[0-9]+", tiles[0]) else tiles


def _run(text: str, most: int = len(TILES)) -> tuple[Tiles, str]:
    """The tiles with which a text begins, and what follows them where that means something. Beyond
    `most`, further numbers belong to the words behind them, as in “7 8, 3 is my ante”.
    """
    tiles: list[str] = []
    ends = [0]
    for word in _WORD.finditer(text):
        tile = _REST if word[0] == _REST else _tile(word[0])
        is_full = len("".join(tiles)) >= most and "\n" in text[ends[-1] : word.start()]
        if tile and not is_full:
            tiles.append(tile)
            ends.append(word.end())
        elif is_full or word[0].casefold() not in _BESIDE:
            few = tuple(tiles[:most])
            return _apart(few), text[ends[len(few)] :]
    return _apart(tuple(tiles)), ""


def _lettered(body: str) -> WholeMatch | None:
    """Groups named by letters, which stand before or behind their tiles; None where there are
    none.
    """
    labels = [*_UPPER.finditer(body)]
    if {label[1] for label in labels} != {*SIZES}:
        labels = [*_SMALL.finditer(body)]
    if len(labels) < 2:
        return None
    ends = [*(label.start() for label in labels[1:]), len(body)]
    parts = [body[label.end() : end] for label, end in zip(labels, ends, strict=True)]
    before, last = body[: labels[0].start()], parts[-1]
    if before.strip() and not _run(last)[0]:
        parts, before = [before, *parts[:-1]], ""
    else:
        last = ""
    letters = [label[1].upper() for label in labels]
    runs = [_run(part, SIZES[letter]) for letter, part in zip(letters, parts, strict=True)]
    lists = [tiles for tiles, _ in runs]
    if not any(lists[:-1]):
        lists = [*_three_lists(parts[-1].removesuffix(runs[-1][1]))] or lists
    if len(sum(lists, ())) < 3:
        return None
    rests = [*(rest for _, rest in runs), _run(last)[1]]
    values, doubt = _grouped([*zip(letters, lists, strict=False)], leaves_out=_REST in body)
    if _denies(before, rests):
        values, doubt = values[1:] and values, "it says no to something"
    left = (rest.replace(_REST, " ").strip(" ,;.:-–)") for rest in rests)
    return WholeMatch(values, "\n".join([before, *left]), doubt)


def _denies(before: str, rests: Iterable[str]) -> bool:
    """Whether words beside the groups, in the same sentence, deny them."""
    lead = before.rstrip()
    is_beside = lead.endswith(":") or "\n" not in before[len(lead) :]
    beside = [lead.rpartition("\n")[2] * is_beside, *(re.split(r"[\n.!]", r)[0] for r in rests)]
    return any(word.kind in {DENIAL, TAKEN_BACK} for text in beside for word in words_in(text))


def _grouped(
    named: Sequence[tuple[str, Tiles]], *, leaves_out: bool
) -> tuple[tuple[Groups, ...], str]:
    """The groupings that the letters and tiles make, and what isn't sure about them."""
    if leaves_out:
        full = ((letter, tiles[: SIZES[letter]]) for letter, tiles in named)
        written = [(letter, tiles) for letter, tiles in full if tiles and _REST not in tiles]
        return _completed(written), "not every tile is written out"
    threes = [dict(named[place : place + 3]) for place in range(0, len(named), 3)]
    if all(three.keys() == SIZES.keys() for three in threes):
        made = (tuple(three[letter] for letter in SIZES) for three in threes)
        return tuple(dict.fromkeys(made)), ""
    return _completed(named), "each of the three groups is to be named once"


def _completed(named: Sequence[tuple[str, Tiles]]) -> tuple[Groups, ...]:
    """The grouping where one group takes all tiles that the two others leave; empty where
    that is impossible.
    """
    written = dict(named)
    left = tuple(str(tile) for tile in TILES if str(tile) not in sum(written.values(), ()))
    sizes = [size for letter, size in SIZES.items() if letter not in written]
    if len(written) < len(named) or sizes != [len(left)]:
        return ()
    return (tuple(written.get(letter, left) for letter in SIZES),)


def _listed(text: str) -> WholeMatch | None:
    """Three lists without letters, distinguished by their sizes; None where there are none."""
    run = _LISTS.search(text)
    if run is None:
        return None
    lists = _three_lists(run[0])
    in_order = tuple(sorted(lists, key=len))
    values = (in_order,) if [*map(len, in_order)] == _IN_ORDER else ()
    doubt = "it isn't said which tiles are in A, in B and in C" * ((lists,) != values)
    return WholeMatch(values, f"{text[: run.start()]}\n{text[run.end() :]}", doubt)


def _three_lists(text: str) -> Groups:
    """The lists of a text that surely holds three; else empty."""
    for between in _BETWEEN:
        parts = [part for part in re.split(between, text.strip()) if re.search("[0-9]", part)]
        if len(parts) == len(SIZES):
            return tuple(_run(part)[0] for part in parts)
    return ()


def typed_pairs(rest: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of `1 6, 2 7`, with any words for tiles, for the rules to refuse; None for any
    other text.
    """
    if not _TYPED_PAIRS.fullmatch(rest):
        return None
    pairs = (pair.split(" ") for pair in rest.split(", "))
    return tuple((one, other) for one, other in pairs)


def same(asked: Asked, text: str) -> WholeMatch | None:
    """Whether a message keeps the groups of the set before (GB-15); None where it doesn't."""
    said = _SAME.search(text) if _own(asked, "last") else None
    if said is None or _SWAPS.search(said[0]) or re.search("[0-9]", said[0]):
        return None
    return _as_before(asked, text, said[0], (None,), is_sure=not _BUT.search(said[0]))


def swaps(asked: Asked, text: str) -> WholeMatch | None:
    """The pairs of tiles that a message exchanges in the groups of the set before (GB-15); None
    where it names none.
    """
    said = _SAME.search(text) if _own(asked, "last") else None
    pairs = tuple(re.findall(_SWAP, said[0])) if said else ()
    if said is None or not pairs:
        return None
    left = _PAIRS.sub("", said[0], count=1)
    is_sure = not re.search(r"[0-9]|\bno\b(?! changes?\b)", left)
    return _as_before(asked, text, said[0], (pairs,), is_sure=is_sure)


def _own(asked: Asked, what: str) -> Any:
    """A fact of the seat whose words are read; None for the host, who has none."""
    own = (player for player in asked.state.players if player.name == asked.who)
    return getattr(next(own, None), what, None)


def _as_before(
    asked: Asked, text: str, said: str, values: tuple[object, ...], *, is_sure: bool
) -> WholeMatch:
    """What is told by the groups of the set before; sure unless other groups came in this set."""
    doubt = (
        "groups for this set are on record, and it may be about them"
        if _own(asked, "grouping")
        else "it isn't said outright which tiles stay"
        if not is_sure or "?" in said
        else ""
    )
    return WholeMatch(values, text.replace(said, "\n", 1), doubt)
