"""SMF 2.1: BBCode with tables and a tag for literal text.

`(8)` and `O0` are smilies after most signs, and letters in brackets are bullets of a list even
outside of one. Typographic quotation marks become plain ones and an ellipsis three points: they are
written so here already, so that what is kept of a post is what its readers see.
"""

from gmtool.render.dialects import bbcode
from gmtool.render.dialects.dialect import Dialect
from gmtool.render.dialects.markup_tables import tagged

_BULLETS = r"\[[xo0*@+#]\]"
_SMILIES = r"\(8\)|(?<![a-z0-9])8\)|\bo0\b|c:-\)|o:-\)|\^-\^|>:[(d]"
_PLAINER = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "..."})

_guard = bbcode.guard(f"{_SMILIES}|{bbcode.SMILEY}", tag="nobbc", like_tags=_BULLETS)


def _guarded(text: str) -> str:
    return _guard(text.translate(_PLAINER))


DIALECT = Dialect(
    name="smf",
    reads="bbcode",
    literal=bbcode.enclosed("nobbc"),
    guard=_guarded,
    verbatim=bbcode.verbatim("code"),
    title=bbcode.titled,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    underlined=("[u]", "[/u]"),
    struck=("[s]", "[/s]"),
    red=("[color=#cc0000]", "[/color]"),
    typed=("[tt]", "[/tt]"),
    mention=("@", ""),
    username=r"[\w .-]+",
    heading=("[size=14pt][b]", "[/b][/size]"),
    own_title=True,
    code=("[code]", "[/code]"),
    boxes=False,
    list=("[list]\n", "\n[/list]"),
    item=("[li]", "[/li]"),
    numbered=("[list type=decimal]\n", "\n[/list]"),
    hidden=("[spoiler={title}]\n", "\n[/spoiler]"),
    quote=("[quote author={name}]", "[/quote]"),
    link=("[url={url}]", "[/url]"),
    image="[img]{url}[/img]",
    deadline="[time]{unix}[/time] = {text}",
    rule="[hr]",
    table=tagged(
        ("[table]\n", "\n[/table]"),
        row=("[tr]", "[/tr]"),
        head=("[td][b]", "[/b][/td]"),
        cell=("[td]", "[/td]"),
    ),
    post_limit=20_000,
    pm_limit=20_000,
    recipients=10,
    messages_an_hour=20,
)
