"""phpBB 3.3 as installed: BBCode without tables and without hidden text.

A zero-width space keeps players' text from being markup, as there is no tag for that: after a
bracket, in what would become a link, and after the first character of a smiley, which phpBB sees at
a start and after a blank, a point or a bracket.
"""

import html
import re

from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.neutral import one_line, unbracketed

_SPACE = "\u200b"
_TRAPS = re.compile(
    r"""
      \[                            # a tag
    | @                             # an address, and a mention where the board has them
    | : (?=//|$)                    # a link
    | ^/ (?=/)
    | www (?=\.)
    | (?:^|(?<=[\s.\]])) [:;] (?!\s)  # a smiley, even one that the template's next character ends
    | (?:^|(?<=[\s.\]])) 8 (?=-)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CODE_TAG = re.compile(r"\[(?=/?code)", re.IGNORECASE)


def _literal(text: str) -> str:
    return _TRAPS.sub(lambda trap: trap[0] + _SPACE, one_line(text))


def _title(text: str) -> str:
    return _literal(unbracketed(text))


def _verbatim(text: str) -> str:
    return _CODE_TAG.sub("[" + _SPACE, one_line(text))


def _counted(text: str) -> int:
    """phpBB counts the characters of the text after escaping it for HTML."""
    return len(html.escape(text))


DIALECT = Dialect(
    name="phpbb",
    literal=_literal,
    verbatim=_verbatim,
    title=_title,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    typed=("[b]", "[/b]"),
    mention=("[b]", "[/b]"),
    heading=("[size=150][b]", "[/b][/size]"),
    code=("[code]", "[/code]"),
    list=("[list]\n", "\n[/list]"),
    item=("[*]", ""),
    hidden=("[spoiler={title}]\n", "\n[/spoiler]"),
    link=("[url={url}]", "[/url]"),
    counted=_counted,
    recipients=5,
    between_posts=15,
    between_messages=15,  # PMs share its flood interval, and its clock
)
