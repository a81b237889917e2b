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

PLAIN = "plain"


def shown(dialect: Dialect, text: str) -> str:
    """The HTML of a block that shows `text` as the forum of that dialect would, for a page with
    the style sheet `look`.

    The forum is the one that the dialect `reads` like, else the one of the dialect's name; a
    forum that isn't known shows the text as it stands.
    """
    name = dialect.reads or dialect.name
    return f'<div class="shown {html.escape(name)}">{_inside(name, dialect, text)}</div>'


def _inside(name: str, dialect: Dialect, text: str) -> str:
    # What a preview of one forum doesn't need isn't loaded.
    from gmtool.render.showing.forums import BBCODE

    if name in BBCODE:
        from gmtool.render.showing.bbcode import read

        return read(BBCODE[name], text, hides=dialect.spoiler)
    from gmtool.render.showing.markdown import READERS, read_markdown

    if name in READERS:
        return read_markdown(name, text)
    return f"<pre>{html.escape(text)}</pre>"


@cache
def look() -> str:
    """The style sheet for what `shown` makes, light and dark."""
    return (Path(__file__).parent / "shown.css").read_text("utf-8")
