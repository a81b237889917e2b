"""Reads the Markdown of forums, by markdown-it with what each forum adds or leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.blockquote import blockquote
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.preview.escaped_html import (
    begin_link,
    is_address,
    mere,
    own_time,
    picture,
    unix_time,
)

_OWN = "own"
"""The type of the tokens that are HTML of ours."""
_DEEPEST = 20
_ENDS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
"""What a block ends that begins without an empty line before it."""
_EDGE = r"(?:(?<=^)|(?<=[\s!-/:-@\[-`{-~]))"
_EMOJI = lazy_regex(
    rf"{_EDGE}(?::[\w+-]+:|(?::'?-?[()]|:-?[DOPp|$]|:/|;-?[)Pp]|8-\))(?=\s|$))|\[[ xX_*-]?\]"
)


def read_markdown(name: str, text: str) -> str:
    """The text as HTML, as the forum of that name shows it."""
    html: str = _reader(name).render(text)
    return html


class _Reader(MarkdownIt):
    """A reader whose links lead only to the web."""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return is_address(url)


@cache
def _reader(name: str) -> _Reader:
    reader = _Reader("commonmark", {"xhtmlOut": False})
    reader.enable(["strikethrough", "table", "linkify"])
    for token, rule in _RULES.items():
        reader.add_render_rule(token, rule)
    _FORUMS[name](reader)
    return reader


def _discourse(reader: _Reader) -> None:
    reader.options.update({"breaks": True, "linkify": True, "typographer": True})
    reader.enable(["replacements", "smartquotes"])
    reader.options["changes"] = _EMOJI
    reader.block.ruler.before("fence", "details", _tags_alone, _ENDS)
    for sign, html in _TAGS.items():
        _add_pair(reader, sign, (rf"\[{sign}\]", rf"\[/{sign}\]"), html)
    _add_sign(reader, "date", _DATE, _date)


def _discord(reader: _Reader) -> None:
    reader.options.update({"breaks": True, "linkify": True, "html": False})
    reader.disable(["table", "hr", "lheading", "code", "reference", "image", "entity"])
    if reader.linkify:
        reader.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    reader.inline.add_terminator_char("|")
    _add_pair(reader, "hidden", (r"\|\|", r"\|\|"), _HIDDEN)
    reader.block.ruler.before("fence", "hidden", _bars_alone, _ENDS)
    _add_sign(reader, "time", re.compile(r"<t:(\d{1,12})(?::[tTdDfFR])?>"), _stamp)
    _add_sign(reader, "mention", re.compile(r"<@[!&]?\d+>|@(?:everyone|here)\b"), _mentioned)
    reader.add_render_rule("heading_open", _low_heading)
    reader.add_render_rule("heading_close", _low_heading)
    reader.add_render_rule("strong_open", _strong)
    reader.add_render_rule("strong_close", _strong)


def _reddit(reader: _Reader) -> None:
    reader.options.update({"linkify": True, "html": False})
    _add_pair(reader, "hidden", (r">!", r"!<"), _HIDDEN)
    reader.block.ruler.at("blockquote", _quotation_but_hidden, _ENDS)


def _nodebb(reader: _Reader) -> None:
    reader.options.update({"breaks": True, "linkify": True, "html": False})


_FORUMS: Mapping[str, Callable[[_Reader], None]] = {
    "discourse": _discourse,
    "discord": _discord,
    "reddit": _reddit,
    "nodebb": _nodebb,
}
"""What each forum adds to Markdown, and leaves out."""

# ---- what forums add

_HIDDEN = ('<span class="hidden">', "</span>")
_TAGS = {
    "spoiler": _HIDDEN,
    **{sign: (f"<{sign}>", f"</{sign}>") for sign in ("b", "i", "u", "s")},
}
_DATE = lazy_regex(
    r"\[date=(\d{4}-\d\d-\d\d)(?: time=(\d\d:\d\d)(?::\d\d)?)?"
    r"(?: timezone=[\"“]([\w/+-]+)[\"”])?[^\]\n]*\]"
)
_ALONE = lazy_regex(r"\[(details|quote|spoiler)(?:=([^\]\n]*))?\]\s*", re.IGNORECASE)


def _date(found: re.Match[str]) -> str:
    return own_time(" ".join(filter(None, (found[1], found[2], found[3]))))


def _stamp(found: re.Match[str]) -> str | None:
    return unix_time(found[1])


def _mentioned(found: re.Match[str]) -> str:
    return f'<span class="mention">{escape(found[0])}</span>'


def _own(state: StateInline | StateBlock, html: str, nesting: Any = 0) -> None:
    token = state.push(_OWN, "", nesting)
    token.content = html


def _add_sign(
    reader: _Reader,
    name: str,
    pattern: re.Pattern[str],
    shows: Callable[[re.Match[str]], str | None],
) -> None:
    """Let the reader know a sign that stands for something else."""

    def rule(state: StateInline, silent: bool) -> bool:
        found = pattern.match(state.src, state.pos, state.posMax)
        html = shows(found) if found else None
        if found is None or html is None:
            return False
        if not silent:
            _own(state, html)
        state.pos = found.end()
        return True

    reader.inline.ruler.before("link", name, rule)


def _add_pair(reader: _Reader, name: str, signs: tuple[str, str], html: tuple[str, str]) -> None:
    """Let the reader know a pair of signs around text."""
    opening, closing = (re.compile(sign, re.IGNORECASE) for sign in signs)

    def rule(state: StateInline, silent: bool) -> bool:
        opened = opening.match(state.src, state.pos, state.posMax)
        closed = closing.search(state.src, opened.end(), state.posMax) if opened else None
        if opened is None or closed is None or closed.start() == opened.end():
            return False
        if state.level >= _DEEPEST:
            return False
        if not silent:
            last, state.posMax = state.posMax, closed.start()
            state.pos = opened.end()
            _own(state, html[0], 1)
            state.md.inline.tokenize(state)
            _own(state, html[1], -1)
            state.posMax = last
        state.pos = closed.end()
        return True

    reader.inline.ruler.before("link", name, rule)


def _tags_alone(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Discourse's tags that stand alone in their lines, with blocks between them."""

    opened = _ALONE.fullmatch(_line(state, first))
    if opened is None or state.level >= _DEEPEST:
        return False
    name = opened[1].casefold()
    ends = state.env.setdefault(f"{name} {last} {state.level}", {})
    if first not in ends:
        ends |= _ends(state, name, first, last)
    end = ends[first]
    if end is None:
        return False
    if silent:
        return True
    value = re.sub('^"(.*)"$', r"\1", opened[2] or "")
    begin, close = {
        "details": (f"<details><summary>{escape(value or 'Summary')}</summary>", "</details>"),
        "quote": (f"<blockquote>{_said_by(value)}", "</blockquote>"),
        "spoiler": ('<div class="hidden">', "</div>"),
    }[name]
    return _blocks_within(state, first, end, begin, close)


def _bars_alone(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Discord's `||` that stand alone in their lines, with blocks between them."""
    if _line(state, first).rstrip() != "||" or state.level >= _DEEPEST:
        return False
    lines = range(first + 1, last)
    end = next((number for number in lines if _line(state, number).rstrip() == "||"), None)
    if end is None or silent:
        return end is not None
    return _blocks_within(state, first, end, '<div class="hidden">', "</div>")


def _blocks_within(state: StateBlock, first: int, end: int, begin: str, close: str) -> bool:
    around, state.lineMax = state.lineMax, end
    _own(state, begin, 1)
    state.md.block.tokenize(state, first + 1, end)
    _own(state, close, -1)
    state.lineMax, state.line = around, end + 1
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _ends(state: StateBlock, name: str, first: int, last: int) -> dict[int, int | None]:
    """The lines with such tags, each with the line in which it ends, if there is one."""
    sign = re.compile(rf"\[(/?){name}[^\]\n]*\]\s*", re.IGNORECASE)
    found: dict[int, int | None] = {}
    opened: list[int] = []
    for number in range(first, last):
        tag = sign.fullmatch(_line(state, number))
        if tag and not tag[1]:
            found[number] = None
            opened.append(number)
        elif tag and opened:
            found[opened.pop()] = number
    return found


def _said_by(value: str) -> str:
    who = value.split(",", maxsplit=1)[0]
    return f"<cite>{escape(who)} wrote:</cite>" if who else ""


def _quotation_but_hidden(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A quotation, but not where Reddit takes `>!` for hidden text."""
    begins = state.bMarks[first] + state.tShift[first]
    return not state.src.startswith(">!", begins) and blockquote(state, first, last, silent)


# ---- how it is shown

Tokens = Sequence[Token]


def _html_of_ours(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    return tokens[at].content


def _text(_self: RendererHTML, tokens: Tokens, at: int, options: Any, _env: Any) -> str:
    return mere(tokens[at].content, options.get("changes"))


def _html_in_it(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    """HTML of the text's own, as it stands: the forum would take some of it for markup."""
    said = escape(tokens[at].content)
    return f'<span class="changed" title="HTML: the forum may take it for markup">{said}</span>'


def _picture(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    return picture(str(tokens[at].attrGet("src") or ""))


def _begins_link(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    url = str(tokens[at].attrGet("href") or "")
    return begin_link(url) if url else "<a>"


def _cell(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    """A cell whose text is on the right by its class: a page may forbid styles within tags."""
    is_right = "right" in str(tokens[at].attrGet("style"))
    return f"<{tokens[at].tag}" + ' class="right"' * is_right + ">"


def _code(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    return f"<pre>{escape(tokens[at].content)}</pre>\n"


def _low_heading(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    """Discord's headings: three steps, and no more."""
    step = int(tokens[at].tag[1])
    if step > 3:
        return f"<p>{'#' * step} " if tokens[at].nesting > 0 else "</p>\n"
    return f'<div class="heading{step}">' if tokens[at].nesting > 0 else "</div>\n"


def _strong(_self: RendererHTML, tokens: Tokens, at: int, *_: Any) -> str:
    """Discord underlines what stands between `__`."""
    name = "u" if tokens[at].markup == "__" else "strong"
    return f"<{name}>" if tokens[at].nesting > 0 else f"</{name}>"


_RULES: Mapping[str, Callable[..., str]] = {
    _OWN: _html_of_ours,
    "text": _text,
    "html_inline": _html_in_it,
    "html_block": _html_in_it,
    "image": _picture,
    "link_open": _begins_link,
    "th_open": _cell,
    "td_open": _cell,
    "fence": _code,
    "code_block": _code,
}
