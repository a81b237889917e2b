"""Words, names and quoted strings as the text form of moves and journals writes them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

from gmtool.engine.signs import harmless, is_harmful, set_aside

HOST = "host"
CHANCE = "chance"

_NEEDS_QUOTES = re.compile(r'[,:\[\]"#]|^\s|\s$|^$')


def quote(text: str) -> str:
    """`text` as a JSON string on one line, whatever shows it: no sign in it ends a line, steers a
    terminal or turns the direction of reading.
    """
    return harmless(json.dumps(text, ensure_ascii=False))


def unquote(text: str) -> tuple[str, str]:
    """The JSON string that `text` begins with, and what follows it; raises ValueError, also for one
    with half a character, which can't be kept.
    """
    try:
        value, end = json.JSONDecoder().raw_decode(text)
        str(value).encode()
    except ValueError:
        value, end = None, 0
    if not isinstance(value, str):
        raise ValueError(f"“{short(text)}” doesn't begin with a string in quotation marks")
    return value, text[end:]


def said(text: str) -> str:
    """What a free text says: the content of a quoted string, or bare words as they stand."""
    text = text.strip()
    if text.startswith('"'):
        try:
            value, rest = unquote(text)
        except ValueError:
            return text
        return value if not rest.strip() else text
    return text


def write_name(name: str) -> str:
    """A name as journals write it: bare, or as a JSON string where it would be misread."""
    return quote(name) if _NEEDS_QUOTES.search(name) or is_harmful(name) else name


def write_names(names: tuple[str, ...]) -> str:
    """Names separated by commas, each as `write_name` has it."""
    return ", ".join(map(write_name, names))


def read_names(text: str) -> tuple[str, ...]:
    """The names that `write_names` wrote; raises ValueError where a comma or a quote is amiss."""
    names = []
    rest = text.strip()
    while True:
        if rest.startswith('"'):
            name, rest = unquote(rest)
        else:
            name, comma, tail = rest.partition(",")
            name, rest = name.strip(), comma + tail
        if not name:
            raise ValueError(f"a name is missing in “{short(text)}”")
        names.append(name)
        rest = rest.strip()
        if not rest:
            return tuple(names)
        if not rest.startswith(","):
            raise ValueError(f"a comma is missing before “{short(rest)}”")
        rest = rest[1:].strip()


def casefolded(text: str) -> str:
    """`text` as two hosts would agree it is the same name: case, width, blanks, and signs that
    nobody sees, set aside. A picture of several joined is the same as those without what joins.
    """
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFKC", set_aside(text))
    return " ".join(text.casefold().split())


LONGEST_TOLD = 1000
"""Characters in which everything is told that isn't somebody's text of any length."""


def short(text: str) -> str:
    """What a sentence quotes of a long text."""
    line = " ".join(text.split())
    return line if len(line) <= 120 else f"{line[:100].rstrip()} …"


def told(text: str) -> str:
    """A text whole, unless it is longer than anything that is told."""
    return text if len(text) <= LONGEST_TOLD else short(text)


def listed(items: Iterable[str], word: str = "and") -> str:
    """`A, B and C`, or with another word before the last; nothing of nothing."""
    *most, last = tuple(items) or ("",)
    return f"{', '.join(most)} {word} {last}" if most else last
