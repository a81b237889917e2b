"""Pasted messages: which lines count as the player's own words, and the moves they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

from gmtool.engine.bounds import check_own_words
from gmtool.engine.moves import Divisible, Move
from gmtool.engine.refusals import Ambiguous, Entangled, Refusal, Unreadable

ReadLine = Callable[[str], tuple[Move, ...]]

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SENTENCES = "\ufdfa\ufdfb"
_PICTURE_SELECTORS = range(0xFE00, 0xFE10)
_TURN_AROUND = "\u202d\u202e"  # show digits in another order than they are written in

# A line with this mark is shown to the host but never read.
_DOUBT = "\0"
# No tag is longer. Without a bound, tags that never end would be gone through again from each on.
_NAMED = "{0,500}"
_ADDRESS = "{0,1000}"
_REGION = re.compile(
    rf"\[(?P<bb_end>/?)(?P<bb>quote\b(?:(?!\[/quote\])[^\]]){_NAMED}|(?:s|strike|del))\]"
    rf"|<(?P<html_end>/?)(?P<html>blockquote\b[^>]{_ADDRESS}|(?:s|strike|del))>",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"^.*~~.+~~.*$", re.MULTILINE)
_FORWARDED = re.compile(r"^[ \t]*-{2,} *(?:original|forwarded) message\b.*\Z", re.I | re.M | re.S)

_BB_MORE = rf"(?:(?:=| +\w+=)[^\]\n]{_ADDRESS})?"
_HTML_MORE = r"(?:\s+[\w-]+=[^<>]*)?\s*/?"
_BREAKS = re.compile(
    rf"\[(?:\*|br|hr)\]|\[/?(?:list|li|ul|ol|tr|td|th|table){_BB_MORE}\]"
    rf"|</?(?:br|hr|p|div|ul|ol|li|tr|td|th|table|h[1-6]|pre){_HTML_MORE}>",
    re.IGNORECASE,
)
_TAGS = re.compile(
    r"\[/?(?:colou?r|size|font|cent(?:er|re)|left|right|justify|indent|align|url|email|img|code|"
    rf"spoiler|hide|hidden|h[1-6]|highlight|mention|user|background|bg|bold|italic){_BB_MORE}\]"
    r"|</?(?:b|i|u|em|strong|span|font|small|big|code|a|mark|tt|center)"
    rf"{_HTML_MORE}>",
    re.IGNORECASE,
)
_LETTER_TAGS = re.compile(r"\[(/?)([biu])\]", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^\n*_`]+)(?<=\S)\1(?!\w)")


@dataclass(frozen=True)
class Reading:
    """What a pasted message says.

    `refused` are lines with the reason, `not_understood` lines that are no move at all. Where a
    line could mean several things nothing of the message may be recorded: `moves` is then empty
    and `withheld` has what the other lines say.
    """

    moves: tuple[Move, ...]
    refused: tuple[tuple[str, Refusal], ...] = ()
    not_understood: tuple[str, ...] = ()
    withheld: tuple[Move, ...] = ()


class Remarked(Ambiguous):
    """A move surely said, and beside it sentences that surely change nothing about it.

    Typed it is Ambiguous, since a typed move must read as a whole. Of a pasted message `moves`,
    none of which names a player, are taken and `remarks` listed as not understood.
    """

    def __init__(
        self, doubted: Ambiguous, moves: tuple[Move, ...], remarks: tuple[str, ...]
    ) -> None:
        super().__init__(
            doubted.clause,
            doubted.template,
            readings=tuple(map(str, moves)),
            quoted=doubted.quoted,
            **doubted.facts,
        )
        self.moves = moves
        self.remarks = remarks


def plain(text: str) -> str:
    """`text` as a reader of moves takes it: nothing invisible, one form for every letter.

    Raised and small digits and fractions stay as they are, so that 3² isn't read as 32; and so do
    signs for a whole sentence, which would make a text eighteen times as long.
    """
    if text.isascii():
        return text
    shown = _without_invisible(text)
    pieces = groupby(shown, key=_is_kept)
    return "".join(
        "".join(piece) if is_kept else unicodedata.normalize("NFKC", "".join(piece))
        for is_kept, piece in pieces
    )


def _is_kept(char: str) -> bool:
    return unicodedata.category(char) in {"No", "Nl"} or char in _SENTENCES


def kept_lines(raw: str) -> tuple[str, ...]:
    """The lines of `raw` that count, without markup: no quotes, nothing struck out, none empty."""
    return tuple(line for line, counts in _lines(raw) if counts)


def read_message(read_line: ReadLine, raw: str) -> Reading:
    """The moves of a pasted message.

    The kept text is read as one move first, then line by line. A game whose move may take many
    lines finds a single one of them Unreadable; then the reason why the whole was refused counts.
    Where the whole is Entangled or Remarked no line of it is read alone. Of more than a move can
    need none is read.
    """
    found = tuple(_lines(raw))
    lines = tuple(line for line, counts in found if counts)
    doubtful = tuple(line for line, counts in found if not counts)
    whole = "\n".join(lines)
    try:
        check_own_words(whole)
    except Unreadable as refusal:
        return Reading((), refused=((whole, refusal),))
    answer_to = cache(partial(_try, read_line))  # the same line over and over is read once
    answer = answer_to(whole) if len(lines) > 1 else ()
    if answer and not isinstance(answer, Refusal):
        return Reading(_joined(answer), not_understood=doubtful)
    if isinstance(answer, Remarked):
        return Reading(_joined(answer.moves), not_understood=(*answer.remarks, *doubtful))
    if isinstance(answer, Entangled):
        return Reading((), refused=((whole, answer),), not_understood=doubtful)
    reading = _by_line(answer_to, lines, doubtful)
    if isinstance(answer, Refusal) and not isinstance(answer, Unreadable) and _is_mute(reading):
        return Reading((), refused=((whole, answer),), not_understood=doubtful)
    return reading


def _try(read_line: ReadLine, text: str) -> tuple[Move, ...] | Refusal:
    try:
        return read_line(text)
    except Refusal as refusal:
        return refusal


def _is_mute(reading: Reading) -> bool:
    """Whether no line was anything like a move."""
    return not (reading.moves or reading.withheld or reading.refused)


def _by_line(
    answer_to: Callable[[str], tuple[Move, ...] | Refusal],
    lines: tuple[str, ...],
    doubtful: tuple[str, ...],
) -> Reading:
    moves: list[Move] = []
    refused = []
    strange = []
    for line in lines:
        answer = answer_to(line)
        if isinstance(answer, Unreadable):
            strange.append(line)
        elif isinstance(answer, Remarked):
            moves += answer.moves
            strange += answer.remarks
        elif isinstance(answer, Refusal):
            refused.append((line, answer))
        else:
            moves += answer
    read = _joined(moves)
    unsure = any(isinstance(refusal, Ambiguous) for _, refusal in refused)
    return Reading(
        moves=() if unsure else read,
        refused=tuple(refused),
        not_understood=(*strange, *doubtful),
        withheld=read if unsure else (),
    )


def _joined(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Divisible moves of one class as one, in the order written, where the first of them stood."""
    groups: dict[object, list[Move]] = {}
    for place, move in enumerate(moves):
        key = type(move) if isinstance(move, Divisible) else place
        groups.setdefault(key, []).append(move)
    return tuple(_one(group) for group in groups.values())


def _one(group: list[Move]) -> Move:
    first = group[0]
    if len(group) > 1 and isinstance(first, Divisible):
        return first.joined(tuple(group))
    return first


def _lines(raw: str) -> Iterator[tuple[str, bool]]:
    """The lines of `raw` with whether they count; what is surely a quote isn't among them."""
    text = "\n".join(_without_invisible(raw).splitlines())
    text = _without_quotes(text)
    text = _FORWARDED.sub(lambda found: _doubted(found[0]), text)
    text = _STRUCK.sub(lambda found: _doubted(found[0]), text)
    text = _without_letter_tags(_TAGS.sub("", _BREAKS.sub("\n", text)))
    for line in text.split("\n"):
        shown = _without_emphasis(line.replace(_DOUBT, "").strip())
        if shown and not shown.startswith((">", "&gt;")):
            yield shown, _DOUBT not in line


def _without_invisible(text: str) -> str:
    """`text` without characters that show nothing; blanks of any width, letters of full width
    made plain.
    """
    return text if text.isascii() else "".join(map(_visible, text)).translate(_FULL_WIDTH)


def _visible(char: str) -> str:
    if char.isascii():
        return char
    category = unicodedata.category(char)
    if category == "Zs":
        return " "
    hidden = category == "Cf" or ord(char) in _PICTURE_SELECTORS
    return "" if hidden and char not in _TURN_AROUND else char


def _without_quotes(text: str) -> str:
    """`text` without quoted blocks. What a block that isn't closed or opened may hold is doubted,
    and so is what is struck out.
    """
    kept: list[str] = []
    held = ""
    unopened = quotes = strikes = end = 0
    for tag in _REGION.finditer(text):
        before, end = text[end : tag.start()], tag.end()
        step = -1 if tag["bb_end"] or tag["html_end"] else 1
        is_quote = "quote" in (tag["bb"] or tag["html"]).lower()
        if quotes:
            held += before + tag[0]
            quotes += step * is_quote
            held = held if quotes else ""
            continue
        kept.append(_doubted(before) if strikes else before)
        if is_quote and step > 0:
            kept.append("\n")
            quotes, held = 1, tag[0]
            continue
        kept.append(_doubted(tag[0]))
        if step < 0 and (is_quote or not strikes):
            unopened = len(kept)
        else:
            strikes += step
    rest = _doubted(held + text[end:]) if quotes or strikes else text[end:]
    return _doubted("".join(kept[:unopened])) + "".join(kept[unopened:]) + rest


def _doubted(text: str) -> str:
    return re.sub(rf"^(?!{_DOUBT})(?=.*\S)", _DOUBT, text, flags=re.MULTILINE)


def _without_emphasis(line: str) -> str:
    for _ in range(3):
        line = _EMPHASIS.sub(r"\2", line)
    return line


def _without_letter_tags(text: str) -> str:
    """`text` without [b], [i], [u] that are closed: an open [B] may well be a lot's label."""
    waiting: dict[str, list[tuple[int, int]]] = {"b": [], "i": [], "u": []}
    spans = []
    for tag in _LETTER_TAGS.finditer(text):
        opened = waiting[tag[2].lower()]
        if not tag[1]:
            opened.append(tag.span())
            continue
        spans.append(tag.span())
        if opened:
            spans.append(opened.pop())
    pieces = []
    end = 0
    for start, after in sorted(spans):
        pieces.append(text[end:start])
        end = after
    return "".join((*pieces, text[end:]))
