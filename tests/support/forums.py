"""What forums make of a text, by parsers that aren't ours.

`check` names what is wrong with a text that is to be pasted, `shown` gives the words that a reader
sees. BBCode is read by `bbcode`, which repairs what isn't closed; so that tags are closed, and in
their order, is looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import bbcode
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from gmtool.render.dialects import NAMES, find
from gmtool.render.dialects.dialect import in_code
from gmtool.render.dialects.markup_tables import lined, narrow_or_lined
from gmtool.render.dialects.neutral import RESERVED

LINED = tuple(name for name in NAMES if find(name).table in {lined, narrow_or_lined})
"""Where a table is lines of text, and signs are no titles."""
ALIGNED = tuple(name for name in NAMES if find(name).table is in_code)
"""Where it is text in columns."""
GUARDS = "\u200b"
"""What keeps players' text from being markup and isn't seen."""


def check(dialect_name: str, text: str) -> list[str]:
    """What is wrong with a text for that forum; nothing, if it is as it should be."""
    return [*_everywhere(text), *FORUMS[dialect_name].check(text)]


def shown(dialect_name: str, text: str) -> str:
    """The words that a reader of that forum sees, hidden ones too, line by line, unguarded."""
    seen = FORUMS[dialect_name].shown(text)
    lines = (re.sub(" +", " ", line).strip() for line in seen.split("\n"))
    return re.sub("\n{3,}", "\n\n", "\n".join(lines)).strip("\n").translate({ord(GUARDS): None})


def _everywhere(text: str) -> Iterator[str]:
    if set(text) & set(RESERVED):
        yield "a mark of gmtool's own was left in it"
    if re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text):
        yield "a control character"
    if re.search("[\u202a-\u202e\u2066-\u2069]", text):
        yield "a character that turns the direction of reading"
    for line in text.split("\n"):
        if line != line.rstrip():
            yield f"blanks at the end of “{line}”"
    if "\n\n\n" in text:
        yield "two empty lines"
    if text != text.strip("\n"):
        yield "empty lines around it"


_LINKS = re.compile(r"(?i)\w+://[^\s\[\]]*|\bwww\.[^\s\[\]]+|[\w.]+@\w[^\s\[\]]*")


class Plain:
    """No markup at all: what is written is what is seen."""

    def check(self, _text: str) -> Iterator[str]:
        yield from ()

    def shown(self, text: str) -> str:
        return text


@dataclass(frozen=True, eq=False)
class BBCode:
    """A forum with BBCode.

    tags     those that it knows, however it may show them
    alone    those of them that have no end
    verbatim those that show everything up to their end as it is
    within   where some may stand only: by tag, the tags that may be right around it
    smilies  what becomes a picture, or another sign
    deletes  what deletes the rest of a post, wherever it stands
    """

    tags: frozenset[str]
    alone: frozenset[str]
    verbatim: frozenset[str]
    within: dict[str, set[str]]
    smilies: re.Pattern[str]
    deletes: re.Pattern[str] | None = None

    def check(self, text: str) -> Iterator[str]:
        if self.deletes and self.deletes.search(text):
            yield "the rest of the post is deleted"
        opened: list[str] = []
        for tag in self._tags(text):
            name = tag[2].casefold()
            around = opened[-1] if opened else ""
            if tag[1] and name == around:
                opened.pop()
            elif tag[1]:
                yield f"{tag[0]} closes what wasn't opened last ({around or 'nothing'})"
            elif name in self.within and around not in self.within[name]:
                yield f"{tag[0]} stands in {around or 'no tag'}"
            elif name not in self.alone:
                opened.append(name)
        for name in opened:
            yield f"[{name}] isn't closed"
        mere = self._outside(text)
        for smiley in self.smilies.finditer(mere):
            yield f"“{smiley[0]}” becomes a picture"
        for link in _LINKS.finditer(mere):
            yield f"“{link[0]}” becomes a link"

    def shown(self, text: str) -> str:
        return str(_parser(self).format(self._unquoted(text))).replace(_BRACKET, "[")

    def _unquoted(self, text: str) -> str:
        """The text without brackets that begin no tag; after one of them, `=` and a quotation mark
        the parser would read on to the next, over all tags between.
        """
        verbatim = "|".join(self.verbatim)
        text = re.sub(
            rf"(?is)(?<=\[)({verbatim})\](.*?)(?=\[/\1\])",
            lambda found: f"{found[1]}]{found[2].replace('[', _BRACKET)}",
            text,
        )
        text = re.sub(r"(?i)(\[[a-z]+)=\]", r"\1]", text)
        return text.replace("[" + GUARDS, _BRACKET + GUARDS)

    def _tags(self, text: str) -> Iterator[re.Match[str]]:
        at = 0
        while tag := self._pattern.search(text, at):
            yield tag
            at = tag.end()
            if not tag[1] and tag[2].casefold() in self.verbatim:
                end = text.casefold().find(f"[/{tag[2].casefold()}]", at)
                at = len(text) if end < 0 else end

    @property
    def _pattern(self) -> re.Pattern[str]:
        names = "|".join(map(re.escape, self.tags))
        return re.compile(rf"(?i)\[(/?)({names})(?:[= ][^\]\n]*)?\]")

    def _outside(self, text: str) -> str:
        """The text without tags and without what is shown verbatim; a tag leaves its last sign."""
        for name in self.verbatim:
            text = re.sub(rf"(?is)\[{name}\].*?\[/{name}\]", "]", text)
        return self._pattern.sub("]", text)


_BRACKET = RESERVED[0]


@cache
def _parser(forum: BBCode) -> Any:
    as_it_is = dict.fromkeys(("escape_html", "replace_links", "replace_cosmetic"), False)
    parser = bbcode.Parser(newline="\n", install_defaults=False, **as_it_is)

    def shows(render: Callable[[str], str]) -> Callable[..., str]:
        return lambda name, value, options, *_rest: _title(name, options) + render(value)

    for name in forum.tags:
        parser.add_formatter(
            name,
            shows(_SHOWN.get(name, str)),
            standalone=name in forum.alone,
            render_embedded=name not in forum.verbatim,
            **as_it_is,
        )
    return parser


def _title(name: str, options: dict[str, str]) -> str:
    return options.get(name, "") + "\n" if name == "spoiler" else ""


_SHOWN: dict[str, Callable[[str], str]] = {
    "*": lambda _: "• ",
    "li": lambda text: f"• {text}\n",
    "td": lambda text: f"{text} ",
    "th": lambda text: f"{text} ",
    "tr": lambda text: f"{text}\n",
    "hr": lambda _: "\n———\n",
    "img": lambda url: f"<picture {url}>",
}

_COMMON = {"b", "i", "u", "s", "quote", "code", "url", "email", "img", "color", "size", "list", "*"}

_PHPBB = BBCode(
    tags=frozenset(_COMMON | {"attachment", "flash", "spoiler"}),
    alone=frozenset({"*"}),
    verbatim=frozenset({"code"}),
    within={"*": {"list"}},
    smilies=re.compile(
        r"(?:(?<=^)|(?<=[\n .\]]))"
        r"(?::-?[D)(oO?xP|]|;-?\)|8-\)|:(?:grin|smile|wink|sad|eek|shock|cool|lol|mad|razz|oops|cry"
        r"|evil|twisted|roll|idea|arrow|mrgreen|geek|ugeek|\?\?\?|!|\?):)"
        r"|:(?!\d\d:)[-+\w]+:"
    ),
)

_TAGS = "a b br code div font hr i img li ol quote s spoiler sub sup table tbody td tr u ul video"
_PROBOARDS = BBCode(
    tags=frozenset(_TAGS.split()),
    alone=frozenset({"hr", "br", "img", "video"}),
    verbatim=frozenset({"code"}),
    within={"li": {"ul", "ol"}, "tbody": {"table"}, "tr": {"tbody"}, "td": {"tr"}},
    smilies=re.compile(r"(?i)>?:-?[)(]|::\)|[:;]d|:[op]|;\)|;-\||:-[\[x/*]|:'\(|8-\)|\?\?\?"),
)


_XF_TAGS = "font heading hr table tr th td spoiler ispoiler plain icode user media"
_SMF_TAGS = "li tt hr table tr td nobbc time font spoiler left pre"
_BGG_TAGS = "b i u - o c q size color url img user hr thing list * floatleft"
_TABLE = {"tr": {"table"}, "td": {"tr"}, "th": {"tr"}}

_XENFORO = BBCode(
    tags=frozenset(_COMMON | set(_XF_TAGS.split())),
    alone=frozenset({"*"}),
    verbatim=frozenset({"code", "icode", "plain"}),
    within={"*": {"list"}, **_TABLE},
    smilies=re.compile(
        r"(?i):-?[)(pd]|;-?\)|8-\)|:(?:mad|confused|eek|oops|rolleyes|cool|cautious):|\bo_o\b"
    ),
)

_SMF = BBCode(
    tags=frozenset((_COMMON - {"*"}) | set(_SMF_TAGS.split())),
    alone=frozenset({"hr"}),
    verbatim=frozenset({"code", "nobbc"}),
    within={"li": {"list"}, "tr": {"table"}, "td": {"tr"}},
    smilies=re.compile(
        r"(?i)(?:(?<=^)|(?<=[>:?.\s\]\[()*\\;]))(?::[)(dop]|;[)d]|>:[(d]|8\)|\?\?\?|::\)|:-[\[x*\\]"
        r"|:'\(|\^-\^|o0|[co]:-\))(?=[^a-z0-9]|$)|\[[xo0*@+#]\]|[“”‘’…]"
    ),
)

_VBULLETIN = BBCode(
    tags=frozenset(_COMMON | {"noparse", "spoiler", "indent", "php", "html"}),
    alone=frozenset({"*"}),
    verbatim=frozenset({"code", "noparse"}),
    within={"*": {"list"}},
    smilies=re.compile(r"(?i):[)(dop]|;\)|:(?:eek|cool|confused|mad|rolleyes):"),
)

_MYBB = BBCode(
    tags=frozenset(_COMMON | {"hr", "font", "align", "php", "video"}),
    alone=frozenset({"*", "hr"}),
    verbatim=frozenset({"code"}),
    within={"*": {"list"}},
    smilies=re.compile(
        r"(?i):[)(dps@]|;\)|:-/|:'\(|:(?:cool|rolleyes|shy|at|angel|blush|dodgy|exclamation|heart|huh"
        r"|idea|sleepy):|\((?:c|r|tm)\)"
    ),
)

_BGG = BBCode(
    tags=frozenset(_BGG_TAGS.split()),
    alone=frozenset({"hr", "*"}),
    verbatim=frozenset({"c"}),
    within={},
    smilies=re.compile(r"(?i):[)(dop]|;\)|:(?:cool|what|meeple|star|d6-1):"),
    deletes=re.compile(r"<(?=\S)"),
)


@dataclass(frozen=True, eq=False)
class Markdown:
    """A forum with Markdown.

    What it replaces in a text once Markdown has been read (`later`) is looked for here; so are
    signs that were to be markup and aren't. Times stand as the forum would show them to a reader in
    UTC. `own` is markup of the forum's own, from which a backslash keeps text. `breaks` tells
    whether it keeps line ends, `before` are marks of its own with what is seen of them.
    """

    later: dict[str, re.Pattern[str]]
    own: dict[str, re.Pattern[str]] = field(default_factory=dict)
    html: bool = False
    breaks: bool = True
    typographer: bool = False
    table: bool = True
    before: tuple[tuple[re.Pattern[str], str], ...] = ()

    def check(self, text: str) -> Iterator[str]:
        for token in self._tokens(text):
            if problem := _BLOCKS.get(token.type, ""):
                yield f"{problem}: {token.content.strip()!r}"
            if token.type == "heading_open" and token.markup != "##":
                yield f"a heading made by {token.markup}"
            lines = self._mere(text).split("\n")[slice(*token.map)] if token.map else [""]
            if token.type == "hr" and lines[0].strip() != "---":
                yield "a line across"
            if token.type == "fence" and lines[-1].strip() != token.markup:
                yield f"code that isn't closed: {token.content!r}"
            if token.type == "inline":
                yield from self._inline(token)

    def _inline(self, inline: Token) -> Iterator[str]:
        children = inline.children or []
        for token in children:
            if problem := _INLINES.get(token.type, ""):
                yield f"{problem}: {token.content!r}"
            if token.type == "softbreak" and not self.breaks:
                yield "lines that flow together"
            if token.type == "link_open" and token.markup in {"linkify", "autolink"}:
                yield f"{token.attrs['href']} becomes a link"
            if token.type == "text":
                yield from self._left(token.content)
        for mere in _runs(children):
            for what, pattern in self.later.items():
                for found in pattern.finditer(mere):
                    yield f"{found[0]!r} becomes {what}"
            for date in re.finditer(r"\[date[^\]]*\]?", mere):
                if not _DATE.fullmatch(date[0]):
                    yield f"{date[0]!r} is no date"

    def _left(self, text: str) -> Iterator[str]:
        left = re.search(r"[*`~<>]|\[(?!date=)|\\", text)
        if left:
            yield f"{left[0]!r} is shown in {text!r}"
        for what, pattern in self.own.items():
            if met := pattern.search(text):
                yield f"{met[0]!r} becomes {what}"

    def shown(self, text: str) -> str:
        lines: list[str] = []
        prefix, cell = "", False
        for token in self._tokens(text):
            if token.type == "list_item_open":
                prefix = "• "
            elif token.type == "list_item_close" and prefix:
                lines.append(prefix)
                prefix = ""
            elif token.type == "tr_open":
                lines.append("")
            elif token.type == "inline":
                seen = prefix + "".join(map(_word, token.children or []))
                if cell:
                    lines[-1] += f"{seen} "
                else:
                    lines += [*seen.split("\n"), ""]
                prefix = ""
            elif token.type in {"fence", "code_block", "html_block", "details"}:
                lines += [*token.content.rstrip("\n").split("\n"), ""]
            elif token.type == "hr":
                lines += ["———", ""]
            cell = token.type in {"td_open", "th_open"}
        return "\n".join(lines)

    def _tokens(self, text: str) -> list[Token]:
        return _markdown(self).parse(self._mere(text))

    def _mere(self, text: str) -> str:
        """The text without marks that the forum alone knows."""
        for mark, seen in self.before:
            text = mark.sub(seen, text)
        return text


def _runs(children: Sequence[Token]) -> Iterator[str]:
    """Texts that the forum looks through for what it replaces: each as Markdown left it."""
    run = ""
    for token in children:
        if token.type in {"text", "text_special"}:
            run += token.content
            continue
        yield run
        run = ""
    yield run


def _word(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    if token.type == "image":
        return f"<picture {token.attrs['src']}>"
    return _DATE.sub(r"\1 \2 UTC", token.content) if token.type == "text" else token.content


_BLOCKS = {
    "code_block": "indented text becomes code",
    "html_block": "HTML",
    "blockquote_open": "a quotation",
    "ordered_list_open": "a numbered list",
}
_INLINES = {"html_inline": "HTML", "image": "a picture"}
_EDGE = r"(?:(?<=^)|(?<=[\s!-/:-@\[-`{-~]))"
_DISCOURSE = {
    "a mention of all": re.compile(rf"(?i){_EDGE}@(?:all|here|everyone)\b"),
    "a hashtag": re.compile(rf"{_EDGE}#[\w:-]"),
    "an emoji": re.compile(
        rf"{_EDGE}(?::[\w+-]+:|(?::'?-?[()]|:-'\(|:-?[DOPp|$]|:/|;-?[)Pp]|8-\)|\^__?\^)(?=\s|$))"
    ),
    "a checkbox": re.compile(r"\[[ xX_*-]?\]"),
}
_DATE = re.compile(r"\[date=(\d{4}-\d\d-\d\d) time=(\d\d:\d\d:\d\d) timezone=[\"“]UTC[\"”]\]")


_NODEBB = {
    "a mention of all": re.compile(rf"(?i){_EDGE}@(?:administrators|registered-users)\b"),
    "an emoji": re.compile(rf"{_EDGE}(?::[\w+-]+:|[:;]-?[()DPp](?=\s|$))"),
}
_REDDIT = {
    "a name": re.compile(r"(?i)(?<!\w)r/(?=\w)"),
}
_OWN_OF_REDDIT = {"a power": re.compile(r"\^"), "hidden text": re.compile(r">!")}
_DISCORD = {
    "a mention of all": re.compile(r"@(?:everyone|here)\b"),
    "an emoji": re.compile(r":(?:[a-z_]\w*|100|1234):|(?<!\S)[:;]-?[()DPp](?!\S)"),
    "small print": re.compile(r"(?m)^-# "),
}
_OWN_OF_DISCORD = {"hidden text": re.compile(r"\|\|"), "a mention": re.compile(r"<[@#]")}
_OF_DISCORD = (
    (re.compile(r"<t:(\d+):[FR]>"), r"\1"),
    (re.compile(r"(?<!\\)\|\|"), "\n"),
    (re.compile(r"<@\d+>"), "@"),
)


@cache
def _markdown(forum: Markdown) -> MarkdownIt:
    options = {
        "html": forum.html,
        "breaks": forum.breaks,
        "linkify": True,
        "typographer": forum.typographer,
    }
    extra = ["strikethrough", "linkify", "replacements", "smartquotes"]
    parser = MarkdownIt("commonmark", options).enable(extra + ["table"] * forum.table)
    parser.disable("text_join")
    if not forum.html:
        return parser
    ends = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.after("fence", "details", _details, {"alt": ends})
    return parser


def _details(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """`[details="T"]`, alone in its line, to the `[/details]` that belongs to it, whatever stands
    between, code too.
    """

    def line(number: int) -> str:
        return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]

    opened = re.fullmatch(r"(?i)\[details(?:=([^\]]*))?\]\s*", line(first))
    if not opened:
        return False
    if silent:
        return True
    depth, end = 1, first
    while depth:
        end += 1
        if end >= last:
            return False
        tag = re.fullmatch(r"(?i)\[(/?)details[^\]]*\]\s*", line(end))
        depth += 0 if not tag else -1 if tag[1] else 1
    token = state.push("details", "", 0)
    token.content = re.sub('^"(.*)"$', r"\1", opened[1] or "")
    around, state.lineMax = state.lineMax, end
    state.md.block.tokenize(state, first + 1, end)
    state.lineMax, state.line = around, end + 1
    return True


FORUMS: dict[str, Plain | BBCode | Markdown] = {
    "plain": Plain(),
    "phpbb": _PHPBB,
    "discourse": Markdown(_DISCOURSE, html=True, typographer=True),
    "discord": Markdown(_DISCORD, _OWN_OF_DISCORD, table=False, before=_OF_DISCORD),
    "proboards": _PROBOARDS,
    "xenforo": _XENFORO,
    "smf": _SMF,
    "vbulletin": _VBULLETIN,
    "reddit": Markdown(_REDDIT, _OWN_OF_REDDIT, breaks=False),
    "bgg": _BGG,
    "nodebb": Markdown(_NODEBB),
    "mybb": _MYBB,
}
