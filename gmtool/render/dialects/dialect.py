"""What a dialect is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gmtool.render.dialects.columns import Column, Inline, in_code
from gmtool.render.dialects.neutral import one_line

Tags = tuple[str, str]
"""What stands before and after."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One forum's markup. The defaults are those of text without any.

    `dataclasses.replace` gives the dialect with other settings, for a board that differs.

    literal     text inside a line of a post, made so that nothing in it is markup
    verbatim    one line of a code block, made so that it can't end the block
    typed       tags around what a player is to type
    underline   what is repeated under a heading, or nothing
    spoiler     whether the board hides text; if not, it stands under its title
    hidden      tags of hidden text, with `{title}`
    link        tags of a link, with `{url}`
    deadline    a deadline, with `{text}` and `{unix}`, and `{date}` and `{time}` in UTC
    table       how a table is written
    post_limit  the longest post, as `counted` counts it; `pm_limit` likewise
    """

    name: str
    literal: Callable[[str], str] = one_line
    verbatim: Callable[[str], str] = one_line
    bold: Tags = ("", "")
    italic: Tags = ("", "")
    typed: Tags = ("“", "”")
    mention: Tags = ("", "")
    heading: Tags = ("", "")
    underline: str = ""
    code: Tags = ("", "")
    list: Tags = ("", "")
    item: Tags = ("- ", "")
    spoiler: bool = False
    hidden: Tags = ("", "")
    link: Tags = ("", " ({url})")
    deadline: str = "{text}"
    rule: str = "─" * 30
    table: Callable[[Dialect, Sequence[Column], Sequence[Sequence[Inline]]], str] = in_code
    post_limit: int = 60_000
    pm_limit: int = 60_000
    counted: Callable[[str], int] = len
