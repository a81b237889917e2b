"""Text, links and pictures in a preview: whatever comes from a text is escaped here."""

import re
from datetime import UTC, datetime
from html import escape

from gmtool.engine.lazy_regex import lazy_regex

_ADDRESS = lazy_regex(r"https?://[^\s<>\"\[\]]*[^\s<>\"\[\].,;:!?)(']", re.IGNORECASE)
_SECONDS = lazy_regex(r"0*([0-9]{1,12})")
_LATEST = 253_402_300_799
"""The last second of the year 9999."""


def is_address(url: str) -> bool:
    """Whether a link may lead there: to the web and nowhere else."""
    return re.match(r"https?://[^\s/]", url, re.IGNORECASE) is not None


def link(url: str, inside: str) -> str:
    """A link around HTML; it opens another page, which isn't told where it stood."""
    return begin_link(url) + inside + "</a>"


def begin_link(url: str) -> str:
    """The opening tag of a link."""
    return f'<a href="{escape(url)}" rel="noreferrer noopener" target="_blank">'


def picture(url: str) -> str:
    """What stands for a picture: its address, since nothing is loaded."""
    where = link(url, escape(url)) if is_address(url) else escape(url)
    return f'<span class="picture">picture: {where}</span>'


def own_time(moment: str) -> str:
    """A time that the forum shows each reader in the reader's own zone."""
    return f'<span class="time" title="in each reader’s own zone">{escape(moment)}</span>'


def unix_time(seconds: str) -> str | None:
    """The same for seconds since 1970; None where they are no such time."""
    found = _SECONDS.fullmatch(seconds)
    if not found or int(found[1]) > _LATEST:
        return None
    moment = datetime.fromtimestamp(int(found[1]), UTC)
    return own_time(moment.strftime("%a %d %b %Y %H:%M UTC"))


def mere(text: str, changes: re.Pattern[str] | None, *, linked: bool = False) -> str:
    """Text as HTML. What the forum would change into something else is marked; with `linked` web
    addresses become links, and line ends are kept.
    """
    if not linked:
        return _marked(text, changes)
    made, at = "", 0
    for found in _ADDRESS.finditer(text):
        made += _marked(text[at : found.start()], changes) + link(found[0], escape(found[0]))
        at = found.end()
    return (made + _marked(text[at:], changes)).replace("\n", "<br>\n")


def _marked(text: str, changes: re.Pattern[str] | None) -> str:
    if changes is None:
        return escape(text)
    made, at = [], 0
    for found in changes.finditer(text):
        what = f'<span class="changed" title="the forum changes this">{escape(found[0])}</span>'
        made += [escape(text[at : found.start()]), what]
        at = found.end()
    return "".join((*made, escape(text[at:])))
