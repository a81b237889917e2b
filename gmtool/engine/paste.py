"""Finds the sender's own words in a pasted message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from msgspec import Struct

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.unicode_hygiene import cleaned, without_joins

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SENTENCES = "\ufdfa\ufdfb"

# A line with this mark is shown to the host but never read.
_DOUBT = "\0"
# No tag is longer. Without a bound, tags that never end would be gone through again from each on.
_NAMED = "{0,500}"
_ADDRESS = "{0,1000}"
_REGION = lazy_regex(
    rf"\[(?P<bb_end>/?)(?P<bb>quote\b(?:(?!\[/quote\])[^\]]){_NAMED}|(?:s|strike|del))\]"
    rf"|<(?P<html_end>/?)(?P<html>blockquote\b[^>]{_ADDRESS}|(?:s|strike|del))>",
    re.IGNORECASE,
)
_STRUCK = lazy_regex(r"^.*~~.+~~.*$", re.MULTILINE)
_FORWARDED = lazy_regex(r"^[ \t]*-{2,} *(?:original|forwarded) message\b.*\Z", re.I | re.M | re.S)

_BB_MORE = rf"(?:(?:=| +\w+=)[^\]\n]{_ADDRESS})?"
_HTML_MORE = r"(?:\s+[\w-]+=[^<>]*)?\s*/?"
_BREAKS = lazy_regex(
    rf"\[(?:\*|br|hr)\]|\[/?(?:list|li|ul|ol|tr|td|th|table){_BB_MORE}\]"
    rf"|</?(?:br|hr|p|div|ul|ol|li|tr|td|th|table|h[1-6]|pre){_HTML_MORE}>",
    re.IGNORECASE,
)
_TAGS = lazy_regex(
    r"\[/?(?:colou?r|size|font|cent(?:er|re)|left|right|justify|indent|align|url|email|img|code|"
    rf"spoiler|hide|hidden|h[1-6]|highlight|mention|user|background|bg|bold|italic){_BB_MORE}\]"
    r"|</?(?:b|i|u|em|strong|span|font|small|big|code|a|mark|tt|center)"
    rf"{_HTML_MORE}>",
    re.IGNORECASE,
)
_LETTER_TAGS = lazy_regex(r"\[(/?)([biu])\]", re.IGNORECASE)
_EMPHASIS = lazy_regex(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^\n*_`]+)(?<=\S)\1(?!\w)")


_SIGN_OFF = lazy_regex(
    r"--|_{3,}|(?:sent from (?:my|an?)|posted from|(?:sent|posted) (?:via|with|using)"
    r"|get outlook for) .{2,60}",
    re.IGNORECASE,
)
"""The line that mail programs, phones and forums set a signature off with."""
_SAYS = lazy_regex(
    r"\W{0,9}(?:on .{4,60}, )?[^\n:]{1,60}? (?:said|wrote|says|writes|posted)[^\w:↑]*[:↑]\W*",
    re.IGNORECASE,
)
"""The heading that a quotation gets when it is copied from a page."""
_SHORT = 3
_TOLD = lazy_regex(r"[^\W\d_]{2,}")
"""A word in letters. A line with at most `_SHORT` of them may be anybody's words:
usually it is a move.
"""


class Pasted(Struct, frozen=True):
    """A pasted message.

    `lines` are the sender's own, without markup. `doubtful` are lines that may be somebody else's
    or were struck out; they are never read. With `is_guess` some quotation was recognized only by
    its look, as a browser copies it.
    """

    lines: tuple[str, ...]
    doubtful: tuple[str, ...] = ()
    is_guess: bool = False


def plain(text: str) -> str:
    """`text` as a reader of moves takes it: without invisible characters, each letter in one form.

    Superscripts, subscripts and fractions stay as they are, so that 3² isn't read as 32. So do
    ligatures for a whole sentence, which would make a text eighteen times as long.
    """
    if text.isascii():
        return cleaned(text)
    pieces = groupby(_visible(cleaned(text)), key=_is_kept)
    return "".join(
        "".join(piece) if is_kept else unicodedata.normalize("NFKC", "".join(piece))
        for is_kept, piece in pieces
    )


def _is_kept(char: str) -> bool:
    return unicodedata.category(char) in {"No", "Nl"} or char in _SENTENCES


def own_words(raw: str, texts: frozenset[str] = frozenset()) -> Pasted:
    """The sender's own lines of a pasted message: without quotations, struck-out text, the sign-off
    that a program adds, and empty lines.

    `texts` are the lines of the game's own texts, as they are pasted or as a page shows them; a
    line of the message that is among them is quotation.
    """
    found = tuple(takewhile(lambda one: not _SIGN_OFF.fullmatch(one[0]), _lines(raw)))
    own = [line for line, counts in found if counts]
    kept, is_guess = _without_copied(own, texts)
    return Pasted(
        tuple(line for line in kept if line),
        tuple(line for line, counts in found if line and not counts),
        is_guess,
    )


def compared(line: str) -> str:
    """A line as it is compared with lines of other texts: without markup, punctuation and case."""
    bare = _TAGS.sub("", _LETTER_TAGS.sub("", line))
    return " ".join(
        re.sub(r"[^\w\s♠♡♢♣♤♥♦♧]", " ", _without_emphasis(plain(bare))).casefold().split()
    )


def _without_copied(lines: Sequence[str], texts: frozenset[str]) -> tuple[list[str], bool]:
    """The lines without those copied from a page, and whether there were any.

    Copied lines are those that follow “X said:”, up to a blank line or as far as they stand in the
    game's own texts, and any other lines that stand there.
    """
    theirs = (
        [bool(line) and compared(line) in texts for line in lines]
        if texts
        else [False] * len(lines)
    )
    kept: list[str] = []
    is_guess = is_copied = is_headed = is_beside = False
    for place, line in enumerate(lines):
        if _SAYS.fullmatch(line):
            is_guess = is_copied = is_headed = True
        elif line and (is_copied or is_beside) and not compared(line):
            continue  # a table's rule, or marks below a heading
        elif theirs[place]:
            said = line.split() if is_beside else _TOLD.findall(line)
            is_between = is_beside and any(theirs[place + 1 : place + 3])
            is_copied = is_copied or is_between or len(said) > _SHORT
            is_guess = is_guess or is_copied
            if not is_copied:
                kept.append(line)
        elif is_copied and is_headed and line and not any(theirs[place - 1 : place]):
            continue
        else:
            is_beside = not line and (is_copied or is_beside)
            is_copied = is_headed = False
            kept.append(line)
    return kept, is_guess


def _lines(raw: str) -> Iterator[tuple[str, bool]]:
    """The lines of `raw`, each with whether it counts; what is surely quotation is left out."""
    text = _without_quotes(_visible(cleaned(raw)))
    text = _FORWARDED.sub(lambda found: _doubted(found[0]), text)
    text = _STRUCK.sub(lambda found: _doubted(found[0]), text)
    text = _without_letter_tags(_TAGS.sub("", _BREAKS.sub("\n", text)))
    for line in text.split("\n"):
        shown = _without_emphasis(line.replace(_DOUBT, "").strip())
        yield "" if shown.startswith((">", "&gt;")) else shown, _DOUBT not in line


def _visible(text: str) -> str:
    """`text` as it looks, with full-width letters made plain."""
    return text if text.isascii() else without_joins(text).translate(_FULL_WIDTH)


def _without_quotes(text: str) -> str:
    """`text` without quoted blocks.

    The text of a block without a beginning or an end is marked as doubtful, and so is
    what is struck out.
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
    """`text` without [b], [i], [u] that are closed: an unclosed [B] may be a lot's label."""
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
