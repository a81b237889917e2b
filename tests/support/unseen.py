"""Signs that aren't seen, as a player may have them in a message or a name."""

from __future__ import annotations

import re

from hypothesis import strategies as st

UNSEEN = frozenset(
    "\x1b\x07\x9b\r\u0085\u2028\u200b\u200e\u200f\u061c\u202e\u2066\ufeff\u2060\u00ad\u3164\ud83d"
    "\u034f\u180e\U000e0041"
)
_SPOKEN = "Ann bid30[]\"',:#\n\tÄ👨\u200d\ufe0f🏴\U000e007fम♥"
_JOINED = re.compile("(?<=[^\x00-\x7f])[\u200c\u200d\ufe0f]|(?<=[0-9])\ufe0f")
_ANY = re.compile(
    "[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e001f\U000e0041]"
)
PAINTED = "\x1b[1A\x1b[2K\rR3: recorded entry 9, Bob: bid A 99\u202e\x9b2J"
"""Paints the answer of another command over the line above, at a terminal that lets it."""


def texts() -> st.SearchStrategy[str]:
    """Texts with all sorts of signs in them, half a character among them."""
    some = st.sampled_from(sorted(UNSEEN | set(_SPOKEN)))
    return st.text(some | st.characters(), max_size=30)


def unseen_in(text: str) -> list[str]:
    """The signs in a text that aren't seen, but for those that join what is written."""
    return _ANY.findall(_JOINED.sub("", text))
