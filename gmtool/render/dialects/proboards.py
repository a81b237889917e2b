"""ProBoards 5: BBCode with tables, lists in HTML's tags, and hidden text.

As in phpBB a zero-width space keeps players' text from being markup; here a smiley may
stand anywhere. How the forum aligns a cell isn't documented, so no column is aligned. Lists
and tables are on one line, as the forum's own editor writes them: a line end between their
tags would be shown.
"""

import re

from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.tables import tagged
from gmtool.render.dialects.units import SEAM

_SPACE = "\u200b"
_TRAPS = re.compile(
    r"""
      \[                     # a tag
    | @                      # an address, a mention
    | [:;] (?=[^\s\d])       # a link, a smiley
    | www (?=\.)
    | 8 (?=-\))
    | \? (?=\?)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_JOINTS = tuple(
    (re.compile(before), re.compile(after, re.IGNORECASE))
    for before, after in (
        (r"[:;]$", r"[^\s\w\[]|[dop]"),
        (r"[:;]-$", r"\S"),
        (r"\?$", r"\?"),
        (r"8$", r"-\)"),
        (r"8-$", r"\)"),
    )
)
_CODE_TAG = re.compile(r"\[(?=/?code)", re.IGNORECASE)


def _literal(text: str) -> str:
    return SEAM + _TRAPS.sub(lambda trap: trap[0] + _SPACE, one_line(text)) + SEAM


def _joint(before: str, after: str) -> str:
    smiley = any(left.search(before) and right.match(after) for left, right in _JOINTS)
    return _SPACE * smiley


def _verbatim(text: str) -> str:
    return _CODE_TAG.sub("[" + _SPACE, one_line(text))


DIALECT = Dialect(
    name="proboards",
    literal=_literal,
    joint=_joint,
    verbatim=_verbatim,
    title=_literal,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    typed=('[font face="Courier New"]', "[/font]"),
    mention=("@", ""),
    username="[A-Za-z0-9_]+",
    heading=('[font size="4"][b]', "[/b][/font]"),
    code=("[code]", "[/code]"),
    list=('[ul type="disc"]', "[/ul]"),
    item=("[li]", "[/li]"),
    between="",
    spoiler=True,
    hidden=("[b]{title}[/b]\n[spoiler]", "[/spoiler]"),
    link=('[a href="{url}"]', "[/a]"),
    rule="[hr]",
    table=tagged(
        ("[table][tbody]", "[/tbody][/table]"),
        row=("[tr]", "[/tr]"),
        head=("[td][b]", "[/b][/td]"),
        cell=("[td]", "[/td]"),
    ),
)
