"""What forums with BBCode share: how text is kept from being markup or pictures there.

Players' text is made literal where it is written (`spaced`, `enclosed`). What becomes a picture or
another sign can also come about where texts meet, and in a template's own words: so the finished
text is guarded as a whole (`guard`), except within its tags and where the forum shows it verbatim.
"""

import re
from collections.abc import Callable

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.render.dialects.neutral import one_line, unbracketed

SPACE = "\u200b"
_MARKUP = lazy_regex(r"[\[@]|:(?=//|$)|^/(?=/)|www(?=\.)", re.IGNORECASE)
"""What begins a tag, a mention or a web address, even one that the template's next character goes
on with.
"""
SMILEY = r"[:;](?=[^\s\d/\u200b\[]|/(?!/))|8(?=-?\))|\?(?=\?\?)"
"""The first sign of a smiley on forums that see them anywhere; a colon in a time is none."""
_TAG = r"\[/?[a-z*-][^\]\n]*\]"
_FLAGS = re.IGNORECASE | re.DOTALL | re.MULTILINE

Written = Callable[[str], str]


def spaced(text: str) -> str:
    """`text` made literal by a zero-width space, for forums without a tag for that."""
    return _MARKUP.sub(lambda trap: trap[0] + SPACE, one_line(text))


def enclosed(tag: str) -> Written:
    """A function that makes text literal by a tag of the forum's own; text without anything that
    could be markup stays as it is.
    """
    before, after = f"[{tag}]", f"[/{tag}]"
    ends = lazy_regex(rf"\[(?=/{tag})", re.IGNORECASE)

    def literal(text: str) -> str:
        text = one_line(text)
        if not _MARKUP.search(text):
            return text
        return before + ends.sub(f"[{after}{before}", text) + after

    return literal


def guard(
    traps: str, verbatim: tuple[str, ...] = ("code",), tag: str = "", like_tags: str = ""
) -> Written:
    """A function that guards a finished text by a zero-width space after each of the `traps`, or by
    the forum's own `tag` around it. What is `like_tags` is a trap too, though it looks like a tag.
    """
    shown = "|".join(rf"\[{name}\].*?\[/{name}\]" for name in (*verbatim, *filter(None, (tag,))))
    kept = rf"(?P<kept>{shown}|{f'(?!{like_tags})' if like_tags else ''}{_TAG})"
    found = lazy_regex(f"{kept}|{like_tags or '(?!)'}|{traps}", _FLAGS)
    before, after = (f"[{tag}]", f"[/{tag}]") if tag else ("", SPACE)

    def guarded(text: str) -> str:
        return found.sub(lambda one: one[0] if one["kept"] else before + one[0] + after, text)

    return guarded


def verbatim(*tags: str) -> Written:
    """A function that keeps a line within any of these tags from ending it."""
    found = lazy_regex(rf"\[(?=/?(?:{'|'.join(tags)}))", re.IGNORECASE)
    return lambda text: found.sub("[" + SPACE, one_line(text))


def titled(text: str) -> str:
    """A title within a tag."""
    return one_line(unbracketed(text))
