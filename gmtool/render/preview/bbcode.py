"""Reads BBCode, as strictly as a careful eye: what isn't closed, or stands where it can't, isn't
repaired but shown with its brackets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.preview.escaped_html import mere
from gmtool.render.preview.forums import Forum, Tag, Values

_VALUE = r"\"[^\"\n]{0,2000}\"|'[^'\n]{0,2000}'|[^\[\]\n]{0,2000}"
_SIGN = lazy_regex(
    rf"\[(/?)(\*|-|[a-z]+)(?:=({_VALUE})|((?:\s+[a-z]+=[^\]\n]*)))?\]", re.IGNORECASE
)
_NAMED = lazy_regex(r"([a-z]+)=(\"[^\"\n]*\"|'[^'\n]*'|\S+)", re.IGNORECASE)
_ITEM = "*"
_DEEPEST = 40
"""How many tags may stand one within the other."""


def read(forum: Forum, text: str, *, hides: bool) -> str:
    """The text as HTML; with `hides` the board knows the tags that hide text."""
    lost = forum.loses.search(text) if forum.loses else None
    read_up_to = lost.start() if lost else len(text)
    html = _Reading(forum, text[:read_up_to], hides=hides).html()
    if lost is None:
        return html
    gone = escape(text[read_up_to:]).replace("\n", "<br>\n")
    return f'{html}<span class="lost" title="the forum throws this away">{gone}</span>'


class Text(str):
    """A piece of the text that is shown as it stands."""

    __slots__ = ()


@dataclass
class _Open:
    """A tag that isn't closed yet, where it began among the pieces, and how it was written; `signs`
    are the tags that can only stand in it.
    """

    name: str
    tag: Tag
    place: int
    written: str
    signs: list[tuple[int, str]] = field(default_factory=list)


class _Reading:
    """The reading of one text."""

    def __init__(self, forum: Forum, text: str, *, hides: bool) -> None:
        self._forum, self._text, self._hides = forum, text, hides
        self._pieces: list[str] = []
        self._open: list[_Open] = []
        self._swallow = 0
        self._endless: set[str] = set()

    def html(self) -> str:
        """The text as HTML."""
        at = 0
        while sign := _SIGN.search(self._text, at):
            self._say(self._text[at : sign.start()])
            at = self._sign(sign)
        self._say(self._text[at:])
        while self._open:
            self._give_up()
        return self._joined()

    def _sign(self, sign: re.Match[str]) -> int:
        """Take what may be a tag; returns the place after it."""
        closes, name = bool(sign[1]), sign[2].casefold()
        tag = self._forum.tags.get(name)
        if tag is None or (tag.hides and not self._hides):
            self._say(sign[0])
        elif closes:
            self._close(name, sign[0])
        elif tag.whole and (sign[3] is None or not tag.end):
            return self._whole(tag, name, sign)
        else:
            self._begin(name, tag, sign)
        return sign.end()

    def _whole(self, tag: Tag, name: str, sign: re.Match[str]) -> int:
        end = None
        if name not in self._endless:
            end = re.compile(rf"\[/{name}\]", re.IGNORECASE).search(self._text, sign.end())
        if end is None:
            self._endless.add(name)  # nor will there be one for the next
        inside = self._text[sign.end() : end.start()] if end else ""
        html = tag.whole(_values(sign), inside) if tag.whole and end else None
        if html is None or end is None:
            self._say(sign[0])
            return sign.end()
        self._put(html, tag)
        self._swallow = tag.block
        return end.end()

    def _begin(self, name: str, tag: Tag, sign: re.Match[str]) -> None:
        if name == _ITEM:
            self._end_item()
        around = self._open[-1].name if self._open else ""
        html = tag.begin(_values(sign))
        fits = not tag.within or around in tag.within
        if html is None or not fits or len(self._open) >= _DEEPEST:
            self._say(sign[0])
            return
        if not tag.alone:
            self._open.append(_Open(name, tag, len(self._pieces), sign[0]))
        self._put(html, tag)
        self._swallow = 1 if tag.block else 0

    def _end_item(self) -> None:
        """End the item of the list in which the next one begins."""
        names = [one.name for one in self._open]
        if (
            _ITEM in names
            and "list" in names
            and names[::-1].index(_ITEM) < names[::-1].index("list")
        ):
            self._close(_ITEM, "")

    def _close(self, name: str, written: str) -> None:
        if all(one.name != name for one in self._open):
            self._say(written)
            return
        while self._open[-1].name != name:
            if self._open[-1].name == _ITEM:
                self._close(_ITEM, "")
            else:
                self._give_up()
        one = self._open.pop()
        end = len(self._pieces)
        self._put(one.tag.end, one.tag)
        if one.tag.within:
            own = [(one.place, one.written), (end, written)]
            self._open[-1].signs += [*own, *one.signs]
        self._swallow = one.tag.block

    def _give_up(self) -> None:
        """Show the innermost open tag as it was written, and what could only stand in it."""
        one = self._open.pop()
        for place, written in ((one.place, one.written), *one.signs):
            self._pieces[place] = Text(written)

    def _put(self, html: str, tag: Tag) -> None:
        """Add the sign of a tag. Before a block's a line end isn't shown."""
        if tag.block and self._pieces and isinstance(self._pieces[-1], Text):
            self._pieces[-1] = Text(self._pieces[-1].removesuffix("\n"))
        self._pieces.append(html)

    def _say(self, text: str) -> None:
        while self._swallow and text.startswith("\n"):
            text = text[1:]
            self._swallow -= 1
        if not text:
            return
        self._swallow = 0
        in_frame = bool(self._open) and self._open[-1].tag.frames
        if in_frame and not self._forum.keeps_gaps and not text.strip():
            return
        self._pieces.append(Text(text))

    def _joined(self) -> str:
        """The pieces as HTML: texts beside each other are read as one."""
        made: list[str] = []
        words = ""
        for piece in (*self._pieces, ""):
            if isinstance(piece, Text):
                words += piece
                continue
            made += [mere(words, self._forum.changes, linked=True), piece]
            words = ""
        return "".join(made)


def _values(sign: re.Match[str]) -> Values:
    if sign[3] is not None:
        return {"": _bare(sign[3])}
    return {name.casefold(): _bare(value) for name, value in _NAMED.findall(sign[4] or "")}


def _bare(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value.strip()
