"""Reads lists of numbers in any layout: buzzcodes, and places of the bonus board (SD-5, SD-30)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from gmtool.engine.forms import read_amount
from gmtool.engine.grammar import Asked, WholeMatch
from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.refusals import Refused
from gmtool.engine.stop_words import unadorned, without_politeness
from gmtool.engine.text import in_words, short
from gmtool.engine.words import DENIAL, DOUBTS, NUMBER, TAKEN_BACK, Word, words_in
from gmtool.games.split_decision.terms import PICKS

_MARKS = lazy_regex(
    r"(?<=\d)[-–—/](?=\d)|[()\[\]:=>→#|;&*•·\"]|\.(?!\d)|\bno\. ?(?=\d)|\b[a-d][.):](?= ?\d)",
    re.IGNORECASE,
)
_COMMAS = lazy_regex(r",")
_COMMAS_BETWEEN = lazy_regex(r",(?!\d{3}(?!\d))")
ORDINAL = lazy_regex(r"[0-9](?:st|nd|rd|th)$")
_LABEL = lazy_regex(r"[0-9][)\]:]|#[0-9]")
_RANGE = lazy_regex(
    r"(?<![\w.,])[0-9]+(?:[-–—~→]|\.\.+|…| (?:[-–—~→]|\.\.+|to|through|until) )[0-9]+(?!\w)"
)
_LINE = lazy_regex(r"\n|(?<=\d)[.!;]\s+(?=[A-Za-z][^\d\n]*$)", re.MULTILINE)
"""The end of a line, and a place behind the last number where only words follow."""
_HEADING = (
    r"^\W*(?:(?:row|line|set|codes|numbers)? ?#?\d+ ?(?:-|–|to) ?\d+|(?:row|line|set) ?#?\d+"
    r"|(?:first|second|next|third|last|final) (?:\d+|ten|five|six|fifteen)\b.*?)(?: are)? ?:"
)
_FEW = 4
"""With no more numbers before a word, a line of prose is no list."""
_RANDOM = lazy_regex(
    r"\brandom|\bsurprise me|\byour choice|\byou (?:choose|pick|decide)|\bfor me\b", re.IGNORECASE
)


def codes_of(asked: Asked, text: str) -> WholeMatch | None:
    """The codes in a message; None where it holds no list. Raises Refused for a range, and for a
    message that leaves the choice to others.
    """
    if "codes" not in asked.verbs:
        return None
    needed, most = asked.state.terms.buzzcodes, asked.state.terms.buzz_max
    many = rf"\b(?:{needed}|{in_words(needed)}) (?=(?:random |buzz ?)*(?:codes|numbers))"
    span = rf"(?<=codes|mbers) \(?(?:(?:from|between) )?1 ?(?:-|–|to|and) ?{most}\b\)?"
    bare = re.sub(rf"(?im){many}|{span}|\b(?:episode|game|show) ?#?[0-9]+\b|{_HEADING}", "", text)
    found = _list_of(bare, needed, min(3, needed))
    if found and len(found.values[0]) == needed:
        return found
    span_found = _RANGE.search(unadorned(text))
    if span_found and not (found and _LABEL.search(text)):
        raise _refused("ranges aren't read", span_found[0], needed)
    if not re.search("[0-9]", bare) and _RANDOM.search(text):
        raise _refused("nobody chooses codes for a player", text, needed)
    return found


def places_of(asked: Asked, text: str) -> WholeMatch | None:
    """The places of the bonus board that a message lists; None where it lists none."""
    found = _list_of(text, PICKS, 2) if "pick" in asked.verbs else None
    is_odd = found and any(word.kind in DOUBTS for word in words_in(found.rest))
    is_whole = found and (len(found.values[0]) == PICKS and "\n" in text.strip())
    return found if found and not is_odd and (is_whole or not found.rest.strip()) else None


def _refused(why: str, quoted: str, needed: int) -> Refused:
    many = "code" if needed == 1 else f"{in_words(needed)} codes"
    return Refused(
        "SD-5",
        f"“{short(quoted)}”: {why}; write the {many} out, as in `codes 17 4 100 …`.",
        quoted=quoted,
    )


def _list_of(text: str, needed: int, least: int) -> WholeMatch | None:
    """The list of numbers in a text: one of the length that is needed, else all numbers; None where
    there are too few.
    """
    lines = [without_politeness(unadorned(line), numbered=True) for line in _LINE.split(text)]
    whole, rest = _numbers(_COMMAS_BETWEEN.sub(" ", line) for line in lines)
    apart, _ = _numbers(_COMMAS.sub(" ", line) for line in lines)
    if all("." in number for number in whole):
        whole = _counted(".".join(whole).split(".")) or whole  # “1.17, 2.4, 3.100”
    for numbers in (whole, apart):
        for listed in (numbers, _counted(numbers)):
            if len(listed) == needed:
                is_sure = listed != numbers or not _LABEL.search(text)
                return WholeMatch(
                    (listed,), rest, "" if is_sure else "it may have numbers that only count"
                )
    listed = _counted(apart) or apart
    if len(listed) < (2 if re.search(r"codes?\b|numbers?\b", rest, re.IGNORECASE) else least):
        return None
    is_sure = whole == apart and (listed != apart or not _LABEL.search(text))
    return WholeMatch((listed,), rest, "" if is_sure else "it may have numbers that only count")


def _numbers(lines: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """The numbers of the lines, each from its first one to the next word, and the rest of the
    text. Where few numbers stand before a word the line is no list.
    """
    numbers: list[str] = []
    rest: list[str] = []
    for line in lines:
        said = [word for word in words_in(_MARKS.sub(" ", line)) if word.text != "and"]
        first = next((n for n, word in enumerate(said) if word.kind == NUMBER), len(said))
        listed = [*takewhile(_is_number, said[first:])]
        others = said[first + len(listed) :]
        is_denied = any(word.kind in {DENIAL, TAKEN_BACK} for word in others)
        is_list = not others or (len(listed) > _FEW and not is_denied)
        numbers += [word.text for word in listed if is_list]
        left = [word.written for word in (*said[:first], *others)]
        rest.append(" ".join(left) if is_list else line)
    return tuple(numbers), "\n".join(rest)


def _is_number(word: Word) -> bool:
    return (
        word.kind == NUMBER and not ORDINAL.search(word.text) and read_amount(word.text) is not None
    )


def _counted(numbers: Sequence[str]) -> tuple[str, ...]:
    """Every second number, if those before them count 1, 2, 3 and so on; else empty."""
    labels, values = numbers[::2], tuple(numbers[1::2])
    counts = len(values) > 1 and tuple(labels) == tuple(map(str, range(1, len(values) + 1)))
    return values if counts else ()
