"""phpBB 3.3 as installed: BBCode without tables and without hidden text.

A smiley is seen at a start and after a blank, a point or a bracket; the Emoji plugin, where a board
has it, sees names between colons anywhere. A block of code is no more than 200 pixels high, so
tables are lines of text, and what is short stands in no block.
"""

import html

from gmtool.render.dialects import bbcode
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.markup_tables import lined
from gmtool.render.dialects.neutral import unbracketed

_PICTURES = r"(?:^|(?<=[\s.\]]))(?:[:;](?=[^\s\u200b\[])|8(?=-))|:(?!\d\d:)(?=[-+\w]+:)"


def _title(text: str) -> str:
    return bbcode.spaced(unbracketed(text))


def _counted(text: str) -> int:
    """phpBB counts the characters of the text after escaping it for HTML, apostrophes apart."""
    return len(html.escape(text, quote=False)) + 5 * text.count('"')


DIALECT = Dialect(
    name="phpbb",
    reads="bbcode",
    literal=bbcode.spaced,
    guard=bbcode.guard(_PICTURES),
    verbatim=bbcode.verbatim("code"),
    title=_title,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    underlined=("[u]", "[/u]"),
    red=("[color=#cc0000]", "[/color]"),
    typed=("[b]", "[/b]"),
    mention=("[b]", "[/b]"),
    heading=("[size=150][b]", "[/b][/size]"),
    own_title=True,
    code=("[code]", "[/code]"),
    boxes=False,
    list=("[list]\n", "\n[/list]"),
    item=("[*]", ""),
    numbered=("[list=1]\n", "\n[/list]"),
    hidden=("[spoiler={title}]\n", "\n[/spoiler]"),
    quote=('[quote="{name}"]', "[/quote]"),
    link=("[url={url}]", "[/url]"),
    image="[img]{url}[/img]",
    table=lined,
    counted=_counted,
    recipients=5,
    between_posts=15,
    between_messages=15,  # PMs share its flood interval, and its clock
)
