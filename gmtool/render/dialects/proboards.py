"""ProBoards 5: BBCode with tables, lists in HTML's tags, and hidden text.

A smiley may stand anywhere. How the forum aligns a cell isn't documented, so no column is aligned.
Lists and tables are on one line, as the forum's own editor writes them: a line end between their
tags would be shown.
"""

from gmtool.render.dialects import bbcode
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.markup_tables import tagged

DIALECT = Dialect(
    name="proboards",
    reads="bbcode",
    literal=bbcode.spaced,
    guard=bbcode.guard(bbcode.SMILEY),
    verbatim=bbcode.verbatim("code"),
    title=bbcode.spaced,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    underlined=("[u]", "[/u]"),
    struck=("[s]", "[/s]"),
    red=('[font color="#cc0000"]', "[/font]"),
    typed=('[font face="Courier New"]', "[/font]"),
    mention=("@", ""),
    username="[A-Za-z0-9_]+",
    heading=('[font size="4"][b]', "[/b][/font]"),
    own_title=True,
    code=("[code]", "[/code]"),
    boxes=False,
    list=('[ul type="disc"]', "[/ul]"),
    item=("[li]", "[/li]"),
    numbered=("[ol]", "[/ol]"),
    between="",
    spoiler=True,
    hidden=("[b]{title}[/b]\n[spoiler]", "[/spoiler]"),
    veil=("[spoiler]", "[/spoiler]"),
    quote=("[quote]", "[/quote]"),
    link=('[a href="{url}"]', "[/a]"),
    image='[img src="{url}"]',
    rule="[hr]",
    table=tagged(
        ("[table][tbody]", "[/tbody][/table]"),
        row=("[tr]", "[/tr]"),
        head=("[td][b]", "[/b][/td]"),
        cell=("[td]", "[/td]"),
    ),
)
