"""Reddit: Markdown in which only an empty line ends a line, with names and powers of its own.

Replies in a thread are comments, which have 10,000 characters; only the text that opens it has
40,000.
"""

from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects import markdown
from gmtool.render.dialects.markdown import MARKDOWN, SPACE

_NAMES = lazy_regex(r"(?i)(?<![\w/])([ur])(?=/)")
_BLOCKS = lazy_regex(r" *(?:[-|#>]|\d+[.)] )")
_FENCE = lazy_regex(r" *(`{3,})[^`]*$")


def _literal(text: str) -> str:
    return _NAMES.sub(rf"\1{SPACE}", markdown.literal(text)).replace("^", "\\^")


def _guarded(text: str) -> str:
    """The text with an empty line between lines that would be shown as one."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        ticks = _FENCE.match(line)
        flows = not fence and lines and line and lines[-1] and not ticks
        if flows and not (_BLOCKS.match(line) and _BLOCKS.match(lines[-1])):
            lines.append("")
        lines.append(line)
        if ticks:
            fence = "" if fence == ticks[1] else fence or ticks[1]
    return "\n".join(lines)


DIALECT = replace(
    MARKDOWN,
    name="reddit",
    literal=_literal,
    guard=_guarded,
    mention=("u/", ""),
    username="[A-Za-z0-9_-]{3,20}",
    veil=(">!", "!<"),
    post_limit=10_000,
    pm_limit=10_000,
    channel="chat",
)
