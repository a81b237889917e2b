"""Discord: Markdown of its own, in messages of 2,000 characters.

Narrow tables are aligned in a block of code, the others are lines of text. A fence is three
backticks, never more, and two strokes end hidden text even within code.
"""

from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects.atomic import SEAM
from gmtool.render.dialects.markdown import MARKDOWN, SPACE, guard
from gmtool.render.dialects.markup_tables import narrow_or_lined
from gmtool.render.dialects.neutral import one_line

_ENDS = lazy_regex(r"([|`])(?=\1)")


def _verbatim(text: str) -> str:
    return _ENDS.sub(rf"\1{SPACE}", one_line(text))


def _title(text: str) -> str:
    return MARKDOWN.literal(" ".join(text.split()))


DIALECT = replace(
    MARKDOWN,
    name="discord",
    guard=guard(r"@(?=everyone|here)|:(?=[a-z]\w*:|100:)|(?<!\S)[:;](?=-?[()DPp/](?!\S))"),
    verbatim=_verbatim,
    title=_title,
    underlined=(f"{SEAM}__", f"__{SEAM}"),
    mention=("<@", ">"),
    username=r"\d{15,20}",
    code=("{ticks}\n", "\n{ticks}"),
    boxes=False,
    apart=False,
    spoiler=True,
    hidden=("**{title}**\n||\n", "\n||"),
    veil=("||", "||"),
    deadline="<t:{unix}:F> (<t:{unix}:R>) = {text}",
    rule="─" * 30,
    image="{url}",
    table=narrow_or_lined,
    post_limit=2_000,
    pm_limit=2_000,
    channel="dm",
)
