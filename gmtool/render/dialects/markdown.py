"""What forums with Markdown share: how players' text is kept from being markup there.

A backslash keeps players' text from being Markdown, from becoming typographic and from becoming a
link. What a forum replaces only after that (emoji, mentions, hashtags, dates, checkboxes) doesn't
see the backslash any more; there a zero-width space does it. Where one forum has a trap that
another hasn't, the guard shows on neither. What depends on where a text stands, at the start of a
line or beside other text, is decided when the whole is put together.
"""

import re
from collections.abc import Callable

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects.atomic import AFTER_TAG, SEAM
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.markup_tables import piped
from gmtool.render.dialects.neutral import one_line

SPACE = "\u200b"
_TRAPS = lazy_regex(
    r"""
      (?P<both> \[ (?= date | [\ xX_*-]?\] ) )  # a date, a checkbox
    | (?P<space>
          [@\#]
        | : (?=\S) (?! (?<=\d:) \d\d (?!\d) )   # an emoji or a link, but not a time
        | ; (?=[^\s\w]|[pPdD])
        | 8 (?=-\))
        | \^ (?=_)
      )
    | (?P<backslash>
          [\\`*_~\[\]<>|]
        | & (?=[#\w])
        | \( (?= (?:c|r|p|tm|pa)\) )
        | (?<=[-+]) -
        | (?<=\.) \.
        | (?<=,) ,
        | (?<=[?!]{3}) [?!]
        | (?<=/) /
        | (?<=\S) \. (?=[^\W\d_]{2})            # a web address
      )
    | (?P<seam> (?<=\S) \. (?=[^\W\d_]?$) )     # what may become one
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GUARDS = {
    "both": ("\\", SPACE),
    "space": ("", SPACE),
    "backslash": ("\\", ""),
    "seam": (SEAM, ""),
}
_LINE = r"^[ ]*(?:-[ ]+)*"
_LETTER = r"[^\s!-/:-@\[-`{-~]"  # what Markdown doesn't take for a blank or a punctuation mark
_JOINTS = tuple(
    (lazy_regex(before), lazy_regex(after, re.IGNORECASE))
    for before, after in (
        (rf"{_LINE}$", r"[ =+-]|\d{1,9}[.)](?:\s|$)"),
        (rf"\*{AFTER_TAG}?$", r"\*"),
        (rf"{_LETTER}\*+{AFTER_TAG}$", r"[^\w\s]|_"),
        (r"[^\w\s]$|_$", rf"\*+{_LETTER}|\*{{3}}"),
        (r"`$", r"`"),
        (r":$", r"\S"),
        (r";$", r"[^\s\w]|[pd]"),
        (r"8$", r"-\)"),
        (r"8-$", r"\)"),
        (r"!$", r"[\[!]"),
        (r"\?$", r"\?"),
        (r"\.$", r"\."),
        (r",$", r","),
        (r"[-+]$", r"[->]"),
        (r"/$", r"/"),
        (r"\($", r"(?:c|r|p|tm|pa)\)"),
        (r"(?i:\((?:c|r|p|tm|pa))$", r"\)"),
        (r"&#?\w*$", r"[#\w;]"),
        (r"@[\w.\\-]+$", r"[\w-]"),
    )
)
_DOMAIN = lazy_regex(r"\.[^\W\d_]{2}")


def literal(text: str) -> str:
    """`text` in which nothing is markup, with seams at its ends."""
    return SEAM + _TRAPS.sub(_guarded, one_line(text)) + SEAM


def _guarded(trap: re.Match[str]) -> str:
    before, after = _GUARDS[trap.lastgroup or ""]
    return before + trap[0] + after


def joint(before: str, after: str) -> str:
    """What keeps two texts from becoming markup together."""
    met = any(left.search(before) and right.match(after) for left, right in _JOINTS)
    host = met or not before[-1:].isspace()
    return SPACE * met + "\\" * bool(host and _DOMAIN.match(after))


_KEPT = (
    r"^[ ]*(?P<fence>`{3,})[^`\n]*$.*?^[ ]*(?P=fence)[ ]*$"  # a block of code
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|\]\([^)\n]*\)|\[/?[a-z]+[ =][^\]\n]*\]|<[^>\n]*>|\\."
)
_PICTURES = r"\((?=(?:c|r|p|tm|pa)\))|:(?=[a-z]\w*:|100:)|(?<!\S)[:;](?=-?[()DPp/](?!\S))"


def guard(traps: str = _PICTURES) -> Callable[[str], str]:
    """A function that guards a finished text, outside of code and addresses, by a zero-width space
    after each of the `traps`: what a template's own words become.
    """
    found = lazy_regex(rf"(?P<kept>{_KEPT})|{traps}", re.DOTALL | re.MULTILINE)
    return lambda text: found.sub(lambda one: one[0] if one["kept"] else one[0] + SPACE, text)


def address(url: str) -> str:
    """A web address within the brackets of a link."""
    return re.sub(r"&(?=#?\w+;)", r"\\&", url)


MARKDOWN = Dialect(
    name="markdown",
    reads="markdown",
    literal=literal,
    joint=joint,
    guard=guard(),
    address=address,
    bold=(f"{SEAM}**{AFTER_TAG}", f"{SEAM}**{SEAM}"),
    italic=(f"{SEAM}*{AFTER_TAG}", f"{SEAM}*{SEAM}"),
    struck=(f"{SEAM}~~{AFTER_TAG}", f"{SEAM}~~{SEAM}"),
    typed=("", ""),
    ticks="`",
    heading=("## ", ""),
    code=("{ticks}text\n", "\n{ticks}"),
    apart=True,
    link=(f"{SEAM}[", "]({url})"),
    image="![]({url})",
    rule="---",
    table=piped,
)
"""Markdown as its reference has it; the forums differ from it in what they say themselves."""
