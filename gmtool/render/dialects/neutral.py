"""Makes text harmless on every forum: one line, with nothing in it that changes how other text
shows.
"""

import re
from collections.abc import Iterable

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.unicode_hygiene import DIRECTION

RESERVED = "".join(map(chr, range(0xFDD0, 0xFDF0)))
"""Code points that are no characters: gmtool marks its own unfinished texts with them."""

_BLANKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_UNSHOWN = "\ufffd"
_CONTROL = (*range(0x20), *range(0x7F, 0xA0), *range(0xFFF9, 0xFFFC), *map(ord, RESERVED))

_NEUTRAL: dict[int, str | None] = dict.fromkeys(_CONTROL, _UNSHOWN)
_NEUTRAL |= {ord(c): " " for c in _BLANKS}
_NEUTRAL |= {ord(c): None for c in DIRECTION}
_NO_BRACKETS = str.maketrans("[]\"'", "()”’")
_SURROGATES = lazy_regex("[\ud800-\udfff]")


def one_line(text: str) -> str:
    """`text` with blanks for line ends, � for other control characters, and without the characters
    that change the direction of reading: they would turn the text around it as well.
    """
    text = text.replace("\r\n", "\n").translate(_NEUTRAL)
    return _SURROGATES.sub(_UNSHOWN, text)


def unreserved(text: str) -> str:
    """`text` of several lines without the reserved characters."""
    return text.translate(dict.fromkeys(map(ord, RESERVED)))


def unbracketed(text: str) -> str:
    """`text` without characters that would end the tag around it, or a title within the tag."""
    return text.translate(_NO_BRACKETS)


def longest_run(sign: str, texts: Iterable[str]) -> int:
    """The length of the longest run of `sign` in the texts."""
    if not sign:
        return 0
    return max((len(run) for text in texts for run in re.findall(f"{sign}+", text)), default=0)
