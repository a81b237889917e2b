"""The forums with BBCode: which tags each knows, as installed, and what they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.preview.escaped_html import begin_link, is_address, link, picture, unix_time

Values = Mapping[str, str]
"""What a tag says of itself: `[size=5]` has 5 as the value of an empty name."""


class Tag(Struct, frozen=True):
    """A tag, as HTML.

    begin    what it begins with; None where its values are none that it can have
    end      what it ends with
    whole    what it shows where its content is read as it stands; None where that can't be
    within   the tags of which one must be right around it
    alone    it has no end
    block    the forum swallows a line end within it at its ends, and that many after it
    frames   only other tags stand in it, so line ends between them aren't shown
    hides    only a board that hides text knows it
    """

    begin: Callable[[Values], str | None] = lambda _: None
    end: str = ""
    whole: Callable[[Values, str], str | None] | None = None
    within: frozenset[str] = frozenset()
    alone: bool = False
    block: int = 0
    frames: bool = False
    hides: bool = False


class Forum(Struct, frozen=True):
    """A forum with BBCode: its tags, and what in mere text it changes, or takes for the beginning
    of something that it throws away, with all that follows.
    """

    tags: Mapping[str, Tag]
    changes: re.Pattern[str] | None = None
    loses: re.Pattern[str] | None = None
    keeps_gaps: bool = False
    """Whether line ends between the rows of a table and the items of a list are shown."""


def _pair(
    name: str, sort: str = "", *, within: Collection[str] = (), block: int = 0, frames: bool = False
) -> Tag:
    """A tag that is one of HTML's, of that class."""
    begin = f'<{name} class="{sort}">' if sort else f"<{name}>"
    return Tag(lambda _: begin, f"</{name}>", within=frozenset(within), block=block, frames=frames)


def _value(values: Values, *names: str) -> str:
    return next((values[name] for name in ("", *names) if values.get(name)), "")


_COLOUR = lazy_regex(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?|[a-z]{3,20}", re.IGNORECASE)


def _coloured(values: Values) -> str | None:
    colour = _value(values, "color")
    return f'<font color="{colour}">' if _COLOUR.fullmatch(colour) else None


def _sized(*steps: float, unit: str = "") -> Callable[[Values], str | None]:
    """The size as one of seven; `steps` are the largest values of the first six."""

    def begin(values: Values) -> str | None:
        found = re.fullmatch(rf"(\d{{1,3}}){unit}", _value(values, "size").casefold())
        if not found:
            return None
        place = sum(int(found[1]) > step for step in steps)
        return f'<span class="size{1 + place}">'

    return begin


_BY_PERCENT = _sized(60, 85, 110, 140, 170, 200)
_BY_STEP = _sized(1, 2, 3, 4, 5, 6)
_BY_POINT = _sized(8, 10, 12, 14, 18, 24, unit=r"(?:pt|px|)")


def _font(values: Values) -> str | None:
    """ProBoards' and SMF's, with what it says in words of HTML."""
    if "color" in values:
        return _coloured(values)
    if "size" in values:
        size = _BY_STEP(values)
        return size and size.replace("span", "font", 1)
    face = _value(values, "face")
    if not face:
        return None
    return f'<font class="{"mono" if "courier" in face.casefold() else "face"}">'


def _link(values: Values) -> str | None:
    url = _value(values, "href")
    return begin_link(url) if is_address(url) else None


def _own_link(_values: Values, url: str) -> str | None:
    return link(url.strip(), escape(url)) if is_address(url.strip()) else None


def _picture(values: Values, url: str) -> str:
    return picture(_value(values, "src") or url.strip())


def _quotation(values: Values) -> str:
    who = _value(values, "author", "name").split(",")[0]
    said = f"<cite>{escape(who)} wrote:</cite>" if who else ""
    return f"<blockquote>{said}"


def _folded(values: Values) -> str:
    title = _value(values, "title") or "Spoiler"
    return f"<details><summary>{escape(title)}</summary>"


def _heading(values: Values) -> str | None:
    step = _value(values)
    return f'<div class="heading{step}">' if step in {"1", "2", "3"} else None


def _listed(values: Values) -> str:
    numbered = _value(values, "type") in {"1", "a", "A", "i", "I", "decimal"}
    return f'<ul class="{"numbers" if numbered else "points"}">'


def _as_it_stands(_values: Values, inside: str) -> str:
    return escape(inside).replace("\n", "<br>\n")


def _boxed(_values: Values, inside: str) -> str:
    return f"<pre>{escape(inside.strip(chr(10)))}</pre>"


def _typed(_values: Values, inside: str) -> str:
    return f"<code>{escape(inside)}</code>"


def _time(_values: Values, inside: str) -> str | None:
    return unix_time(inside.strip())


_BOLD, _HIDDEN = _pair("b"), _pair("span", "hidden")
_ITEM = _pair("li", within={"list"}, block=1)
_URL = Tag(_link, "</a>", _own_link)
_IMG = Tag(whole=_picture)
_CODE, _INLINE_CODE = Tag(whole=_boxed, block=1), Tag(whole=_typed)
_RAW, _RULE = Tag(whole=_as_it_stands), Tag(lambda _: "<hr>", alone=True)
_LIST = Tag(_listed, "</ul>", block=1, frames=True)
_QUOTE = Tag(_quotation, "</blockquote>", block=1)
_SPOILER = Tag(_folded, "</details>", block=1)
_COMMON = {
    "b": _BOLD,
    "i": _pair("i"),
    "u": _pair("u"),
    "color": Tag(_coloured, "</font>"),
    "url": _URL,
    "img": _IMG,
    "quote": _QUOTE,
    "code": _CODE,
    "list": _LIST,
    "*": _ITEM,
}
_S = {"s": _pair("s")}
_SIDES = {side: _pair("div", side, block=1) for side in ("left", "center", "right")}


def _table(row: str = "table", *, heads: bool = False) -> dict[str, Tag]:
    """A table's tags; rows stand in the tag `row`."""
    cells = {"td": _pair("td", within={"tr"})}
    if heads:
        cells["th"] = _pair("th", within={"tr"})
    body = _pair("tbody", within={"table"}, frames=True)
    return {
        "table": _pair("table", block=1, frames=True),
        **({row: body} if row != "table" else {}),
        "tr": _pair("tr", within={row}, frames=True),
        **cells,
    }


_SMILEY = r":-?[)(DPpOox|]|;-?\)|8-\)"

BBCODE: Mapping[str, Forum] = {
    "phpbb": Forum(
        {
            **_COMMON,
            **{name: replace(tag, block=2) for name, tag in _COMMON.items() if tag.block},
            "*": _ITEM,
            "size": Tag(_BY_PERCENT, "</span>"),
            "email": Tag(whole=_as_it_stands),
            "spoiler": replace(_SPOILER, hides=True),
        },
        changes=lazy_regex(
            rf"(?:^|(?<=[\s.\]]))(?:{_SMILEY}|:(?:grin|smile|wink|sad|eek|shock|cool|lol|mad|razz|oops"
            r"|cry|evil|twisted|roll|idea|arrow|mrgreen|geek|ugeek|\?\?\?|!|\?):|:\?)"
        ),
    ),
    "proboards": Forum(
        {
            **{
                name: tag
                for name, tag in _COMMON.items()
                if name not in {"list", "*", "url", "color"}
            },
            **_S,
            "font": Tag(_font, "</font>"),
            "a": Tag(_link, "</a>"),
            "img": Tag(lambda values: picture(_value(values, "src")), alone=True),
            "hr": _RULE,
            "spoiler": _SPOILER,
            "ul": Tag(_listed, "</ul>", frames=True),
            "ol": Tag(lambda _: '<ul class="numbers">', "</ul>", frames=True),
            "li": _pair("li", within={"ul", "ol"}),
            **{name: replace(tag, block=0) for name, tag in _table("tbody").items()},
            **_SIDES,
        },
        changes=lazy_regex(rf"(?i){_SMILEY}|::\)|;d|;-\||:-[\[/*]|:'\(|\?\?\?"),
        keeps_gaps=True,
    ),
    "xenforo": Forum(
        {
            **_COMMON,
            **_S,
            **_SIDES,
            **_table(heads=True),
            "heading": Tag(_heading, "</div>", block=1),
            "size": Tag(_BY_STEP, "</span>"),
            "font": _pair("span"),
            "spoiler": _SPOILER,
            "ispoiler": _HIDDEN,
            "icode": _INLINE_CODE,
            "plain": _RAW,
            "hr": Tag(lambda _: "<hr>", ""),
            "user": _BOLD,
            "indent": _pair("div", "indent", block=1),
        },
        changes=lazy_regex(rf"(?:^|(?<=\s))(?:{_SMILEY})(?=\s|$)"),
    ),
    "smf": Forum(
        {
            **_COMMON,
            **_S,
            **_SIDES,
            **_table(),
            "size": Tag(_BY_POINT, "</span>"),
            "font": _pair("span"),
            "tt": _pair("code"),
            "li": _pair("li", within={"list"}, block=1),
            "nobbc": _RAW,
            "hr": _RULE,
            "time": Tag(whole=_time),
            "spoiler": replace(_SPOILER, hides=True),
        },
        changes=lazy_regex(
            rf"(?:^|(?<=[\s:\]>]))(?:{_SMILEY}|\(8\)|8\)|O0|:[oO0P])(?![\w])|\[[xoO0*@+#]\]"
            r"|[“”‘’…]"
        ),
    ),
    "bgg": Forum(
        {
            **{
                name: tag
                for name, tag in _COMMON.items()
                if name not in {"quote", "code", "list", "*"}
            },
            "-": _pair("s"),
            "size": Tag(_BY_POINT, "</span>"),
            "q": _QUOTE,
            "o": _HIDDEN,
            "c": Tag(whole=_boxed),
            "hr": _RULE,
            "user": Tag(lambda values: f"<b>{escape(_value(values))}", "</b>"),
        },
        changes=lazy_regex(rf"{_SMILEY}|:[a-z]+:"),
        loses=lazy_regex(r"<(?=\S)"),
    ),
    "mybb": Forum(
        {
            **_COMMON,
            **_S,
            "size": Tag(_BY_POINT, "</span>"),
            "font": _pair("span"),
            "hr": _RULE,
            "php": _CODE,
            "align": _pair("div"),
        },
        changes=lazy_regex(rf"(?i)\((?:c|r|tm)\)|{_SMILEY}|:[sd@/$](?!/)|:[a-z]+:"),
    ),
    "vbulletin": Forum(
        {
            **_COMMON,
            **_SIDES,
            "size": Tag(_BY_STEP, "</span>"),
            "font": _pair("span"),
            "noparse": _RAW,
            "php": _CODE,
            "html": _CODE,
            "indent": _pair("div", "indent", block=1),
        },
        changes=lazy_regex(rf"{_SMILEY}|:[a-z]+:"),
    ),
}
"""The forums by the names of their dialects."""
