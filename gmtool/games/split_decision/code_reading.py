"""Text to buzzcodes (SD-5): a list in any layout, and the words around it."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from gmtool.engine.paste import plain
from gmtool.engine.phrases import (
    DENIALS,
    in_words,
    spoken_first,
    unadorned,
    without_politeness,
    words,
)
from gmtool.engine.refusals import Entangled, Refused
from gmtool.engine.wording import short
from gmtool.games.split_decision.list_reading import Listed, is_number, listed, range_in
from gmtool.games.split_decision.moves import Codes
from gmtool.games.split_decision.state import State

_TYPED = re.compile(r"codes((?: [^\s]+)+)", re.IGNORECASE)
_HEADING = re.compile(
    r"""\W{0,100}(?:(?:(?:here|these|this|those|that)(?:\s+(?:are|is|come)|'s)|my|the|all|of|with|are
          |random)\s+)*
        (?:(?P<many>[0-9]{1,9}|[a-z-]{1,40})\s+(?=(?:random\s+)?(?:buzz|codes|numbers)))?
        (?:random\s+)?(?:buzz[ -]?)?(?P<what>codes?|numbers?)\b
        (?:\s*(?:are|is|below|again|then|as\s+follows|in\s+order|from\s+me
          |for\s+(?:(?:the|this|tonight's|our)\s+)?(?:(?:episode|game|show|round)\s*\#?[0-9]+
            |[^\W\d]+)))*
        [^\S\n]*(?:[:=!,]|[-–—.](?=\s|$))*""",
    re.IGNORECASE | re.VERBOSE,
)
_FROM_TO = re.compile(
    r"\s*(?:\(|from\s|between\s)\s*1\s*(?:[-–]|to|and)\s*(?P<most>[0-9]+)\b\)?"
    r"\s*(?:[:=!,]|[-–—.](?=\s|$))*",
    re.IGNORECASE,
)
_RANDOM = re.compile(
    r"\b(?:random(?:ly)?|surprise\s+me|your\s+choice|whatever|any\s+(?:codes|numbers)"
    r"|you\s+(?:can\s+)?(?:choose|pick|decide)|(?:choose|pick)\s+(?:\w+\s+)?for\s+me)\b",
    re.IGNORECASE,
)
_UNSETTLED = (DENIALS - words("no")) | words(
    "maybe perhaps or unless instead change changed changing wait swap replace rest ?"
)
_KINDS = words("buzz buzzer lucky own new secret final")
LEAST = 3
"""So many numbers without a word of codes may be a list; two may well be a numbered line of one."""
_MANY = 5
"""A line of words and so many numbers was meant as a list."""


class _Parts(NamedTuple):
    """The lines of a message: those with numbers, those of words; `named` tells that one of them
    says codes.
    """

    body: tuple[str, ...]
    talk: tuple[str, ...]
    named: bool


def read_codes(state: State, text: str, *, awaited: bool) -> Codes | None:
    """The codes of a text; None where it is no list of any kind.

    Where none are `awaited` only what says “codes” is a list. Raises Refused for a range and for
    what leaves the choice to others, Ambiguous where it isn't sure which numbers are codes.
    """
    typed = _TYPED.fullmatch(plain(text).strip())
    if typed and all(map(is_number, typed[1].split())):
        return Codes(tuple(typed[1].split()))
    parts = _parts(state, text)
    if not (awaited or parts.named):
        return None
    body = "\n".join(parts.body)
    found = listed(body, state.terms.buzzcodes)
    if found.span:
        _refuse_range(state, found.span)
    if found.strange:
        _doubt_words(state, parts, found.strange)
    if not found.readings:
        _refuse_nothing(state, parts, text)
        return None
    numbers = found.readings[0]
    least = min(LEAST, state.terms.buzzcodes)
    if len(numbers) < least and not (parts.named and "\n" not in text.strip()):
        return None
    if len(found.readings) > 1:
        raise _ambiguous(state, found, text)
    _doubt_talk(state, parts, Codes(numbers))
    return Codes(numbers)


def _parts(state: State, text: str) -> _Parts:
    body: list[str] = []
    talk: list[str] = []
    named = False
    for line in without_politeness(unadorned(text.replace('"', " "))).split("\n"):
        heading = _heading(line)
        named = named or bool(heading and heading["what"].casefold().startswith("code"))
        rest = _after_heading(state, line, heading.end()) if heading else line
        has_digits = any(map(str.isnumeric, rest))
        (body if has_digits or _is_spelled(rest) else talk).append(rest)
    return _Parts(tuple(body), tuple(talk), named)


def _heading(line: str) -> re.Match[str] | None:
    """“My thirty codes:” and the like, which a line begins with."""
    found = _HEADING.match(line)
    many = ((found and found["many"]) or "one").casefold()
    is_count = many.isdigit() or many in _KINDS or spoken_first([many])[0]
    return found if is_count else None


def _after_heading(state: State, line: str, end: int) -> str:
    """What follows a heading, and the “from 1 to 100” that may belong to it."""
    found = _FROM_TO.match(line, end)
    if found and found["most"] == str(state.terms.buzz_max):
        end = found.end()
    return line[end:]


def _is_spelled(line: str) -> bool:
    """Whether it is number words and nothing else."""
    said = [word for word in re.split(r"[\s,;.!]+", line.casefold()) if word]
    return bool(said) and all(word == "and" or spoken_first([word])[0] for word in said)


def _out(state: State) -> str:
    """What a player is to write."""
    many = state.terms.buzzcodes
    return f"write the {'code' if many == 1 else f'{in_words(many)} codes'} out"


def _refuse_range(state: State, span: str) -> NoReturn:
    raise Refused(
        "SD-5",
        "“{span}”: ranges aren't read; {right}, as in `codes 17 4 100 …`.",
        quoted=span,
        span=span,
        right=_out(state),
    )


def _refuse_nothing(state: State, parts: _Parts, text: str) -> None:
    """Refuse what stands in place of a list."""
    span = range_in(unadorned(text))
    if span and not parts.body:
        _refuse_range(state, span)
    if _RANDOM.search(text):
        raise Refused(
            "SD-5",
            "“{text}”: nobody chooses codes for a player; {right}, as in `codes 17 4 100 …`.",
            quoted=text,
            text=short(text),
            right=_out(state),
        )


def _doubt_words(state: State, parts: _Parts, strange: str) -> None:
    """Raise Ambiguous for a list beside lines of words and numbers, Refused for words in a list."""
    is_mixed = {line: bool(listed(line, 0).strange) for line in parts.body}
    mixed = next(line for line in (*parts.body, "") if is_mixed.get(line, True))
    clean = listed("\n".join(line for line in parts.body if not is_mixed[line]), 0)
    if clean.readings and len(clean.readings[0]) > 1:
        raise Entangled(
            "SD-5",
            "“{line}” has words and numbers, so it isn't sure which numbers are codes; {right}, "
            "and nothing else.",
            readings=(str(Codes(clean.readings[0])),),
            quoted=mixed.strip(),
            line=short(mixed),
            right=_out(state),
        )
    body = "\n".join(parts.body)
    span = range_in(body)
    if span:
        _refuse_range(state, span)
    numbers = re.findall(r"[0-9]+", body)
    begins = any(line.lstrip()[:1].isdigit() for line in parts.body)
    if parts.named or len(numbers) >= (LEAST if begins else _MANY):
        if _leaves_open(body):
            raise Entangled(
                "SD-5",
                "“{text}” leaves open which codes are meant; {right}, and nothing else.",
                readings=(),
                quoted=body.strip(),
                text=short(body),
                right=_out(state),
            )
        raise Refused(
            "SD-5",
            "“{word}” is no code; {right}, as in `codes 17 4 100 …`.",
            quoted=strange,
            word=short(strange),
            right=_out(state),
        )


def _ambiguous(state: State, found: Listed, text: str) -> Entangled:
    return Entangled(
        "SD-5",
        "“{text}” could be read in two ways, as {why}; {right}, parted by blanks and without "
        "numbering.",
        readings=tuple(str(Codes(reading)) for reading in found.readings),
        quoted=text,
        text=short(text),
        why=found.why,
        right=_out(state),
    )


def _leaves_open(text: str) -> bool:
    """Whether some word in it may take something back."""
    said = re.split(r"[\s,;.!]+", text.casefold().replace("?", " ? "))
    return bool(_UNSETTLED.intersection(said))


def _doubt_talk(state: State, parts: _Parts, codes: Codes) -> None:
    """Raise Ambiguous where words around the list may take something of it back."""
    for line in parts.talk:
        if _leaves_open(line):
            raise Entangled(
                "SD-5",
                "“{line}” beside the codes leaves open whether they stand; {right}, and nothing "
                "else.",
                readings=(str(codes),),
                quoted=line.strip(),
                line=short(line),
                right=_out(state),
            )
