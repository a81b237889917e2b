"""A page with texts as their forum shows them, each beside what is to be pasted: one file, which
needs nothing else and loads nothing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from msgspec import Struct

from gmtool.render.dialects.dialect import Dialect
from gmtool.render.preview import style_sheet, to_html

_HERE = Path(__file__).parent


class Shown(Struct, frozen=True):
    """A text for the page: where it goes, its subject, what is to be pasted, and the dialect."""

    title: str
    subject: str
    body: str
    dialect: Dialect


def page(title: str, texts: Sequence[Shown]) -> str:
    """The page. Its policy lets only its own script and style run, by their digests."""
    style, script = style_sheet() + _read("page.css"), _read("page.js")
    parts = {
        "title": escape(title),
        "style-digest": digest(style),
        "script-digest": digest(script),
        "style": style,
        "script": script,
        "texts": "\n".join(_section(number, one) for number, one in enumerate(texts, 1)),
    }
    made, *rest = _read("page.html").split("{{")
    for piece in rest:  # what stands in a part isn't looked through again
        name, _, after = piece.partition("}}")
        made += parts[name] + after
    return made


def _section(number: int, one: Shown) -> str:
    subject = (
        f'<p class="subject">Subject: <span id="subject{number}">{escape(one.subject)}</span> '
        f'<button type="button" data-of="subject{number}">copy the subject</button></p>'
    )
    rows = min(30, 3 + one.body.count("\n"))
    # The line end after the tag isn't part of the text, which may begin with one itself.
    return f"""\
<section aria-labelledby="title{number}">
<h2 id="title{number}">{escape(one.title)}</h2>
{subject if one.subject else ""}
<div class="beside">
<div><h3>As {escape(one.dialect.name)} shows it</h3>{to_html(one.dialect, one.body)}</div>
<div><h3><label for="raw{number}">To paste</label>
<button type="button" data-of="raw{number}">copy</button></h3>
<textarea id="raw{number}" rows="{rows}" readonly spellcheck="false">
{escape(one.body)}</textarea></div>
</div>
</section>"""


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


def digest(text: str) -> str:
    """The digest of a script or style, as a page's policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
