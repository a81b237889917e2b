"""A text as the forum shows it, as a page of its own for a frame."""

from __future__ import annotations

from gmtool.render.dialects import Dialect
from gmtool.render.showing import look, shown

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>As the forum shows it</title><base target="_blank"><style>
body {{ margin: .5rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }}
{look}</style></head><body>{inside}</body></html>
"""
"""In the frame no window may be opened, so a link that is clicked by mistake leads nowhere."""


def framed(dialect: Dialect, text: str) -> str:
    """The page with what that forum would show for a text."""
    return _PAGE.format(look=look(), inside=shown(dialect, text))
