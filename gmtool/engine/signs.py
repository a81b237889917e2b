r"""Signs that aren't seen: those that steer a terminal, turn the direction of reading, or hide.

A text of a player's may hold any of them, and with them paint over what the program itself has
said. They are shown as JSON writes them, ESC as `\u001b`: the form they have in a journal too, with
which no terminal does anything.
"""

from __future__ import annotations

import re
from functools import cache

DIRECTION = (
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f"
)
"""Marks, embeddings, overrides and isolates, and the old signs beside them. Arabic and Hebrew read
right without them; a name with one turns the rest of the line it stands in.
"""
_STEERING = "\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb"
"""Control signs, line ends other than LF, and what is no character of any text."""
_HIDDEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What Unicode wants to be shown as nothing at all: it can make two names look alike."""

# Joiners and selectors are a part of how pictures and some scripts are written, tags of how flags
# are: there they hide nothing, and without them a picture of a family would fall into four. Beside
# a Latin letter they do nothing, so that there they are shown.
_JOINS = (
    "\u0600-\u109f\u1780-\u18af\u2190-\u2bff\ufb50-\ufdcf\ufe0f\ufe70-\ufefc\U0001f000-\U0001faff"
)
_PICTURE = "0-9#*\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
_IDEOGRAPH = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IN_PLACE = (
    f"(?<=[{_JOINS}])[\u200c\u200d](?=[{_JOINS}])"
    f"|(?<=[{_PICTURE}])[\ufe0e\ufe0f]"
    f"|(?<=[{_IDEOGRAPH}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
_ANY = f"{_STEERING}{DIRECTION}{_HIDDEN}"
_HARMFUL = f"[{_STEERING}{DIRECTION}]"
_UNSEEN = f"(?P<in_place>{_IN_PLACE})|[{_ANY}]"
_NOT_SEEN_IN_A_NAME = f"(?P<in_place>{_IN_PLACE})|[{DIRECTION}{_HIDDEN}]"
_SET_ASIDE = rf"(?!\s)[{_ANY}]"  # what parts words still does

# To Python all others of them aren't printable, which is found out at once; most texts have none,
# and the patterns take longer to compile than a command may take to begin.
_PRINTABLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_LOOKS_BLANK = str.maketrans("\u2800", " ")  # a pattern of Braille without a dot
_ON_ONE_LINE = str.maketrans({"\n": "⏎", "\t": " "})
_NO_BREAKS = str.maketrans("", "", "\n\t")


def shown(line: str) -> str:
    r"""`line` with every sign that isn't seen shown: ESC as `\u001b`, a line end as ⏎, so that
    nothing in it can look like another line; a tab is a blank. What has been shown stays so.
    """
    return line if _is_plain(line) else escaped(line).translate(_ON_ONE_LINE)


def escaped(text: str) -> str:
    """`text` of several lines with such signs shown; inside of a JSON string they say the same."""
    if _is_plain(text.translate(_NO_BREAKS)):
        return text
    return _compiled(_UNSEEN).sub(lambda found: found["in_place"] or _as_json(found), text)


def harmless(text: str) -> str:
    """`text` of several lines with the signs shown that steer a terminal or turn the direction of
    reading; those that hide are left, since markup is made with some of them.
    """
    return _compiled(_HARMFUL).sub(_as_json, text) if is_harmful(text) else text


def is_harmful(text: str) -> bool:
    """Whether `text` has a sign that `harmless` shows; line feeds and tabs are none."""
    return not text.isprintable() and _compiled(_HARMFUL).search(text) is not None


def without_harm(text: str) -> str:
    """`text` of several lines without the signs that `harmless` shows."""
    return _compiled(_HARMFUL).sub("", text) if is_harmful(text) else text


def tidied(name: str) -> str:
    """A name as it was meant where one was copied from a page, with signs in it that nobody sees
    and blanks around it. Control signs, which no page has, are left for `names.check` to refuse.
    """
    if not _is_plain(name):
        name = _compiled(_NOT_SEEN_IN_A_NAME).sub(_in_place, name)
    return name.strip(" \u00a0\u3000")


def typeable(words: str) -> str:
    """Words as they can be typed, and mean the same: without what is set aside in a name."""
    return words if _is_plain(words) else _compiled(_UNSEEN).sub(_in_place, words)


def set_aside(text: str) -> str:
    """`text` without any sign that isn't seen, in whatever place; what looks blank is a blank."""
    if _is_plain(text):
        return text
    return _compiled(_SET_ASIDE).sub("", text).translate(_LOOKS_BLANK)


def _is_plain(text: str) -> bool:
    """Whether it has surely no such sign, line ends and tabs among them."""
    return text.isprintable() and _PRINTABLE.isdisjoint(text)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _in_place(found: re.Match[str]) -> str:
    return found["in_place"] or ""


def _as_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
