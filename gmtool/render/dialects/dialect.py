"""The type of a dialect, and the table that each can write."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from gmtool.render.delivery import PM
from gmtool.render.dialects.atomic import LINES, Unit
from gmtool.render.dialects.columns import Column, Inline, aligned
from gmtool.render.dialects.neutral import longest_run, one_line

Tags = tuple[str, str]
"""The text before and the text after."""


def in_code(dialect: Dialect, columns: Sequence[Column], rows: Sequence[Sequence[Inline]]) -> Unit:
    """The table as aligned text in a code block, where markup would show as such."""
    titles, dashes, *lines = aligned(columns, [[cell.plain for cell in row] for row in rows])
    return coded(dialect, lines, heads=(titles, dashes))


def coded(dialect: Dialect, lines: Sequence[str], heads: Sequence[str] = ()) -> Unit:
    """The lines in a code block; where the block is divided, each piece begins with `heads`."""
    texts = [dialect.verbatim(line) for line in (*heads, *lines)]
    ticks = dialect.ticks * max(3, longest_run(dialect.ticks, texts) + 1)
    before, after = (tag.format(ticks=ticks) for tag in dialect.code)
    head = before + "".join(f"{text}\n" for text in texts[: len(heads)])
    return Unit.of(LINES, texts[len(heads) :], head=head, sep="\n", tail=after)


class Dialect(Struct, frozen=True, kw_only=True):
    """One forum's markup. The defaults are those of text without any.

    `msgspec.structs.replace` gives the dialect with other settings, for a board that differs.

    reads       what a preview reads it as: `text`, `bbcode` or `markdown`
    literal     makes text inside a line of a post literal, so that nothing in it is markup
    joint       what to put between two texts so that they don't become markup together, given what
                stands before it in the line and what comes after; None where a literal text is safe
                beside any other
    guard       makes a finished text safe against what texts become where they meet, and against
                what a template's own words become
    verbatim    makes a line of a code block such that it can't end the block
    title       makes the title of hidden text literal within `hidden`
    address     makes a web address literal in the tag of a link
    underlined, struck, veil
                tags around text that is so; `veil` is hidden text within a line
    red         tags around a card of a red suit
    typed       tags around what a player is to type
    typed_verbatim
                whether what stands between those is shown as it stands
    ticks       the character that is repeated around code and what a player is to type, where tags
                have it as `{ticks}`; `typed` isn't used then
    mention     tags around the name of a player whom the forum notifies, with `{name}`
    username    a regular expression for names that can be mentioned; any other is printed in bold
    own_title   whether a post has a title beside its text
    underline   the character that underlines a heading, or empty
    boxes       whether plain text stands in a block of code even where a line would do
    numbered    tags of a list of numbered items; `numbered_item` around one of them, with
                `{number}`, where there are none
    between     the text between the items of a list and the rows of a table
    apart       whether lists, tables and the like need an empty line before and after
    spoiler     whether the board hides text; if not, the text stands under its title
    hidden      tags of hidden text, with `{title}`
    quote       tags around what somebody wrote, with `{name}`; without the second the first
                stands before each line
    link        tags of a link, with `{url}`
    image       a picture, with `{url}`
    deadline    a deadline, with `{text}` and `{unix}`, and `{date}` and `{time}` in UTC
    table       the function that writes a table
    post_limit  the longest post, as `counted` counts it; `pm_limit` likewise
    recipients  to how many one message can go, 0 where that isn't known; `between_posts` and
                `between_messages` are the seconds that the forum wants between two of them,
                `messages_an_hour` its most
    channel     how members write to each other in private, as `gmtool.render.delivery` names it
    """

    name: str
    reads: str = "text"
    literal: Callable[[str], str] = one_line
    joint: Callable[[str, str], str] | None = None
    guard: Callable[[str], str] = str
    verbatim: Callable[[str], str] = one_line
    title: Callable[[str], str] = one_line
    address: Callable[[str], str] = str
    bold: Tags = ("", "")
    italic: Tags = ("", "")
    underlined: Tags = ("", "")
    struck: Tags = ("", "")
    veil: Tags = ("", "")
    red: Tags = ("", "")
    typed: Tags = ("“", "”")
    typed_verbatim: bool = False
    ticks: str = ""
    mention: Tags = ("", "")
    username: str = ".*"
    heading: Tags = ("", "")
    own_title: bool = False
    underline: str = ""
    code: Tags = ("", "")
    boxes: bool = True
    list: Tags = ("", "")
    item: Tags = ("- ", "")
    numbered: Tags = ("", "")
    numbered_item: Tags = ("{number}. ", "")
    between: str = "\n"
    apart: bool = False
    spoiler: bool = False
    hidden: Tags = ("", "")
    quote: Tags = ("> ", "")
    link: Tags = ("", " ({url})")
    image: str = "{url}"
    deadline: str = "{text}"
    rule: str = "─" * 30
    table: Callable[[Dialect, Sequence[Column], Sequence[Sequence[Inline]]], Unit] = in_code
    post_limit: int = 60_000
    pm_limit: int = 60_000
    counted: Callable[[str], int] = len
    recipients: int = 0
    between_posts: int = 0
    between_messages: int = 0
    messages_an_hour: int = 0
    channel: str = PM
