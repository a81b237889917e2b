"""BoardGameGeek: BBCode of its own kind, with aligned text for tables.

`<` before anything but a blank deletes the rest of a post, wherever it stands; a zero-width space
behind the blank that prevents it tells that it wasn't there.
"""

import re

from gmtool.render.dialects import bbcode
from gmtool.render.dialects.dialect import Dialect

_SMILIES = bbcode.guard(bbcode.SMILEY, ("c",))


def _guarded(text: str) -> str:
    return re.sub(r"<(?=\S)", f"< {bbcode.SPACE}", _SMILIES(text))


DIALECT = Dialect(
    name="bgg",
    reads="bbcode",
    literal=bbcode.spaced,
    guard=_guarded,
    verbatim=bbcode.verbatim(""),  # whether tags count within [c] isn't documented
    title=bbcode.spaced,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    underlined=("[u]", "[/u]"),
    struck=("[-]", "[/-]"),
    red=("[COLOR=#CC0000]", "[/COLOR]"),
    typed=("[c]", "[/c]"),
    mention=("[user={name}]", "[/user]"),
    username=r"[\w .-]+",
    heading=("[size=16][b]", "[/b][/size]"),
    own_title=True,
    code=("[c]", "[/c]"),
    spoiler=True,
    hidden=("{title}: [o]", "[/o]"),
    veil=("[o]", "[/o]"),
    quote=('[q="{name}"]', "[/q]"),
    link=("[url={url}]", "[/url]"),
    image="[img]{url}[/img]",
    rule="[hr]",
    post_limit=20_000,
    pm_limit=20_000,
    channel="geekmail",
)
