"""What a dialect is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gmtool.render.dialects.columns import Column, Inline, in_code
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.units import Unit

Tags = tuple[str, str]
"""What stands before and after."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One forum's markup. The defaults are those of text without any.

    `dataclasses.replace` gives the dialect with other settings, for a board that differs.

    literal     text inside a line of a post, made so that nothing in it is markup
    joint       what keeps texts from becoming markup together: by what stands before in the line
                and what comes after; none where a literal text is safe beside any other
    verbatim    one line of a code block, made so that it can't end the block
    title       the title of hidden text, made so that it is mere text within `hidden`
    address     a web address, made so that it stands for itself in the tag of a link
    typed       tags around what a player is to type
    ticks       what stands, as often as it takes, around what a player is to type and around code,
                as `{ticks}`; then `typed` isn't used
    mention     tags around the name of a player who is to be told of it
    username    what a name must be for that, as a regular expression; any other stands in bold
    underline   what is repeated under a heading, or nothing
    between     what stands between the items of a list and the rows of a table
    apart       whether lists, tables and the like need an empty line before and after
    spoiler     whether the board hides text; if not, it stands under its title
    hidden      tags of hidden text, with `{title}`
    link        tags of a link, with `{url}`
    deadline    a deadline, with `{text}` and `{unix}`, and `{date}` and `{time}` in UTC
    table       how a table is written
    post_limit  the longest post, as `counted` counts it; `pm_limit` likewise
    """

    name: str
    literal: Callable[[str], str] = one_line
    joint: Callable[[str, str], str] | None = None
    verbatim: Callable[[str], str] = one_line
    title: Callable[[str], str] = one_line
    address: Callable[[str], str] = str
    bold: Tags = ("", "")
    italic: Tags = ("", "")
    typed: Tags = ("“", "”")
    ticks: str = ""
    mention: Tags = ("", "")
    username: str = ".*"
    heading: Tags = ("", "")
    underline: str = ""
    code: Tags = ("", "")
    list: Tags = ("", "")
    item: Tags = ("- ", "")
    between: str = "\n"
    apart: bool = False
    spoiler: bool = False
    hidden: Tags = ("", "")
    link: Tags = ("", " ({url})")
    deadline: str = "{text}"
    rule: str = "─" * 30
    table: Callable[[Dialect, Sequence[Column], Sequence[Sequence[Inline]]], Unit] = in_code
    post_limit: int = 60_000
    pm_limit: int = 60_000
    counted: Callable[[str], int] = len
