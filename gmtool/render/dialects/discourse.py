"""Discourse as installed: Markdown by markdown-it, with a typographer, emoji and mentions.

Times are given to the forum in UTC: it silently takes a zone that it doesn't know for UTC.
"""

import re

from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects import markdown
from gmtool.render.dialects.atomic import SEAM
from gmtool.render.dialects.markdown import MARKDOWN, SPACE
from gmtool.render.dialects.neutral import one_line, unbracketed

_DETAILS_TAG = lazy_regex(r"^(\s*\[)(?=/?details)", re.IGNORECASE)
_QUOTES = lazy_regex(r"[\"']")


def _literal(text: str) -> str:
    """Straight quotes stay so: only this forum's typographer would bend them."""
    return _QUOTES.sub(r"\\\g<0>", markdown.literal(text))


def _verbatim(text: str) -> str:
    return _DETAILS_TAG.sub(rf"\1{SPACE}", one_line(text))


def _title(text: str) -> str:
    return one_line(unbracketed(text))


DIALECT = replace(
    MARKDOWN,
    name="discourse",
    literal=_literal,
    verbatim=_verbatim,
    title=_title,
    underlined=("[u]", "[/u]"),
    mention=(f"{SEAM}@", SEAM),
    username=r"(?i)(?!(?:here|all|everyone|staff|admins|moderators)$)\w(?:[\w.-]*\w)?",
    spoiler=True,
    hidden=('[details="{title}"]\n\n', "\n\n[/details]"),
    veil=("[spoiler]", "[/spoiler]"),
    quote=('[quote="{name}"]\n\n', "\n\n[/quote]"),
    deadline='[date={date} time={time} timezone="UTC"] = {text}',
    post_limit=32_000,
    pm_limit=32_000,
)
