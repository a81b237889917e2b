"""Tables, and code in them, as the generated pages write them: so that GitHub and the site, which
read two dialects of Markdown, show the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_MARKUP = re.compile(r"[`*_{}\[\]<>&|\\]")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table, and a blank one."""
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def code(text: str) -> str:
    """Text as code in a cell. A bar between backticks is read in two ways, so there it isn't."""
    if "|" in text:
        return f"<code>{escaped(text)}</code>"
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def escaped(text: str) -> str:
    """Text in which nothing is markup, in either dialect."""
    return _MARKUP.sub(lambda sign: f"&#{ord(sign[0])};", text)


def names(found: Iterable[str]) -> str:
    """Names as code, side by side."""
    return ", ".join(map(code, found))
