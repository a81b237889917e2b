"""What a forum would show for a post's raw text, as HTML for a preview.

The HTML is made by gmtool alone: nothing in a text is markup but what that forum takes for it, HTML
in it is shown as it stands, links lead only to web addresses, and no picture is loaded. What the
forum doesn't know, or what isn't closed, stands there with its brackets, as in the forum itself; so
a mistake in a template is seen before it is posted.
"""

import html
from functools import cache
from pathlib import Path

from gmtool.render.dialects.dialect import Dialect

MARKDOWN = ("discourse", "discord", "reddit", "nodebb")
"""The forums with Markdown, by the names of their dialects."""
_LIKE = {"bbcode": "phpbb", "markdown": "nodebb"}
"""The forums that are the plainest of their language."""


def to_html(dialect: Dialect, text: str) -> str:
    """The HTML of a block that shows `text` as the forum of that dialect would, for a page with
    the style sheet `look`.

    The forum is the one of the dialect's name; where that is a host's own, one that reads the same
    language. Without any the text is shown as it stands.
    """
    # What a preview of one forum doesn't need isn't loaded.
    from gmtool.render.preview.forums import BBCODE

    for name in (dialect.name, _LIKE.get(dialect.reads, "")):
        if name in BBCODE:
            from gmtool.render.preview.bbcode import read

            return _block(name, read(BBCODE[name], text, hides=dialect.spoiler))
        if name in MARKDOWN:
            from gmtool.render.preview.markdown import read_markdown

            return _block(name, read_markdown(name, text))
    return _block("plain", f"<pre>{html.escape(text)}</pre>")


def _block(name: str, inside: str) -> str:
    return f'<div class="shown {name}">{inside}</div>'


@cache
def style_sheet() -> str:
    """The style sheet for what `shown` makes, light and dark."""
    return (Path(__file__).parent / "shown.css").read_text("utf-8")
