"""The type of a dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gmtool.render.channels import PM
from gmtool.render.dialects.columns import Column, Inline, in_code
from gmtool.render.dialects.neutral import one_line
from gmtool.render.dialects.units import Unit

Tags = tuple[str, str]
"""The text before and the text after."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One forum's markup. The defaults are those of text without any.

    `dataclasses.replace` gives the dialect with other settings, for a board that differs.

    reads       what a preview reads it as: `text`, `bbcode` or `markdown`
    literal     makes text inside a line of a post literal, so that nothing in it is markup
    joint       what to put between two texts so that they don't become markup together, given what
                stands before it in the line and what comes after; None where a literal text is safe
                beside any other
    verbatim    makes a line of a code block such that it can't end the block
    title       makes the title of hidden text literal within `hidden`
    address     makes a web address literal in the tag of a link
    typed       tags around what a player is to type
    ticks       the character that is repeated around code and what a player is to type, where tags
                have it as `{ticks}`; `typed` isn't used then
    mention     tags around the name of a player whom the forum notifies
    username    a regular expression for names that can be mentioned; any other is printed in bold
    underline   the character that underlines a heading, or empty
    between     the text between the items of a list and the rows of a table
    apart       whether lists, tables and the like need an empty line before and after
    spoiler     whether the board hides text; if not, the text stands under its title
    hidden      tags of hidden text, with `{title}`
    link        tags of a link, with `{url}`
    deadline    a deadline, with `{text}` and `{unix}`, and `{date}` and `{time}` in UTC
    channel     how members write to each other in private, as `gmtool.render.channels` names it
    table       the function that writes a table
    post_limit  the longest post, as `counted` counts it; `pm_limit` likewise
    """

    name: str
    reads: str = "text"
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
    channel: str = PM
    post_limit: int = 60_000
    pm_limit: int = 60_000
    counted: Callable[[str], int] = len
