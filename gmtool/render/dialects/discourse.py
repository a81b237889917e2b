"""Discourse as installed: Markdown by markdown-it, with a typographer, emoji and mentions.

A backslash keeps players' text from being Markdown, from becoming typographic and from becoming a
link. What Discourse replaces only after that (emoji, mentions, hashtags, dates, checkboxes) doesn't
see the backslash any more; there a zero-width space does it. What depends on where a text stands,
at the start of a line or beside other text, is decided when the whole is put together. Times are
given to the forum in UTC: it silently takes a zone that it doesn't know for UTC.
"""

import re

from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.neutral import one_line, unbracketed
from gmtool.render.dialects.tables import piped
from gmtool.render.dialects.units import AFTER_TAG, SEAM

_SPACE = "\u200b"
_TRAPS = re.compile(
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
          [\\`*_~\[\]<>|"']
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
    "both": ("\\", _SPACE),
    "space": ("", _SPACE),
    "backslash": ("\\", ""),
    "seam": (SEAM, ""),
}
_LINE = r"^[ ]*(?:-[ ]+)*"
_LETTER = r"[^\s!-/:-@\[-`{-~]"  # what Markdown doesn't take for a blank or a punctuation mark
_JOINTS = tuple(
    (re.compile(before), re.compile(after, re.IGNORECASE))
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
_DOMAIN = re.compile(r"\.[^\W\d_]{2}")
_DETAILS_TAG = re.compile(r"^(\s*\[)(?=/?details)", re.IGNORECASE)


def _literal(text: str) -> str:
    return SEAM + _TRAPS.sub(_guarded, one_line(text)) + SEAM


def _guarded(trap: re.Match[str]) -> str:
    before, after = _GUARDS[trap.lastgroup or ""]
    return before + trap[0] + after


def _joint(before: str, after: str) -> str:
    met = any(left.search(before) and right.match(after) for left, right in _JOINTS)
    host = met or not before[-1:].isspace()
    return _SPACE * met + "\\" * bool(host and _DOMAIN.match(after))


def _verbatim(text: str) -> str:
    return _DETAILS_TAG.sub(rf"\1{_SPACE}", one_line(text))


def _title(text: str) -> str:
    return one_line(unbracketed(text))


def _address(url: str) -> str:
    return re.sub(r"&(?=#?\w+;)", r"\\&", url)


DIALECT = Dialect(
    name="discourse",
    literal=_literal,
    joint=_joint,
    verbatim=_verbatim,
    title=_title,
    address=_address,
    bold=(f"{SEAM}**{AFTER_TAG}", f"{SEAM}**{SEAM}"),
    italic=(f"{SEAM}*{AFTER_TAG}", f"{SEAM}*{SEAM}"),
    typed=("", ""),
    ticks="`",
    mention=(f"{SEAM}@", SEAM),
    username=r"(?i)(?!(?:here|all|everyone|staff|admins|moderators)$)\w(?:[\w.-]*\w)?",
    heading=("## ", ""),
    code=("{ticks}text\n", "\n{ticks}"),
    apart=True,
    spoiler=True,
    hidden=('[details="{title}"]\n\n', "\n\n[/details]"),
    link=(f"{SEAM}[", "]({url})"),
    deadline='[date={date} time={time} timezone="UTC"] = {text}',
    rule="---",
    table=piped,
    post_limit=32_000,
    pm_limit=32_000,
)
