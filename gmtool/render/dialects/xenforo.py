"""XenForo 2: BBCode with tables, hidden text, and a tag for literal text."""

from gmtool.render.dialects import bbcode
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.markup_tables import tagged

DIALECT = Dialect(
    name="xenforo",
    reads="bbcode",
    literal=bbcode.enclosed("PLAIN"),
    guard=bbcode.guard(rf"{bbcode.SMILEY}|\bo_o\b", ("code", "icode"), tag="PLAIN"),
    verbatim=bbcode.verbatim("code", "icode"),
    title=bbcode.titled,
    bold=("[B]", "[/B]"),
    italic=("[I]", "[/I]"),
    underlined=("[U]", "[/U]"),
    struck=("[S]", "[/S]"),
    red=("[COLOR=#cc0000]", "[/COLOR]"),
    typed=("[ICODE]", "[/ICODE]"),
    typed_verbatim=True,
    mention=("@", ""),
    username=r"[\w .-]+",
    heading=("[HEADING=2]", "[/HEADING]"),
    code=("[CODE]", "[/CODE]"),
    boxes=False,
    list=("[LIST]\n", "\n[/LIST]"),
    item=("[*]", ""),
    numbered=("[LIST=1]\n", "\n[/LIST]"),
    spoiler=True,
    hidden=('[SPOILER="{title}"]\n', "\n[/SPOILER]"),
    veil=("[ISPOILER]", "[/ISPOILER]"),
    quote=("[QUOTE={name}]", "[/QUOTE]"),
    link=("[URL={url}]", "[/URL]"),
    image="[IMG]{url}[/IMG]",
    rule="[HR][/HR]",
    table=tagged(
        ("[TABLE]\n", "\n[/TABLE]"),
        row=("[TR]", "[/TR]"),
        head=("[TH]", "[/TH]"),
        cell=("[TD]", "[/TD]"),
    ),
    post_limit=10_000,
    pm_limit=10_000,
)
