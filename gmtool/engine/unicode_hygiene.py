r"""Characters that aren't seen: they steer a terminal, change the direction of reading, or hide.

A player's text may hold any of them and could paint over what gmtool itself prints. They are shown
as JSON writes them, ESC as `\u001b`, to which no terminal reacts; a journal has the same form.
"""

from __future__ import annotations

import re
from functools import cache

DIRECTION = (
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f"
)
"""Direction marks, embeddings, overrides, isolates and their older forms. Arabic and Hebrew read
right without them; a name that holds one turns round the rest of its line.
"""
_STEERING = (
    "\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"
)
"""Control characters, line ends other than LF, and code points that are no characters."""
_HIDDEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that Unicode displays as nothing: with them two different names can look alike."""

# Joiners and selectors belong to the spelling of pictures and of some scripts, tags to that of
# flags. There they hide nothing, and without them the picture of a family would fall into four.
# Beside a Latin letter they have no effect, so there they are shown.
_JOINS = (
    "\u0600-\u109f\u1780-\u18af\u2190-\u2bff\ufb50-\ufdcf\ufe0f\ufe70-\ufefc\U0001f000-\U0001faff"
)
_PICTURE = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
_IDEOGRAPH = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IN_PLACE = (
    f"(?<=[{_JOINS}])[\u200c\u200d](?=[{_JOINS}])"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?<=[{_PICTURE}])[\ufe0e\ufe0f]"
    f"|(?<=[{_IDEOGRAPH}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
_ANY = f"{_STEERING}{DIRECTION}{_HIDDEN}"
_HARMFUL = f"[{_STEERING}{DIRECTION}]"
_UNSEEN = f"(?P<in_place>{_IN_PLACE})|[{_ANY}]"
_NOT_SEEN_IN_A_NAME = f"(?P<in_place>{_IN_PLACE})|[{DIRECTION}{_HIDDEN}]"
_SET_ASIDE = rf"(?!\s)[{_ANY}]"  # not blanks, which separate words
OVERRIDES = "\u202d\u202e"
"""They show digits in another order than they are written in."""
_NOT_READ = f"(?![{OVERRIDES}])[{_ANY}]"
_NO_WORDS = f"(?P<in_place>{_IN_PLACE})|{_NOT_READ}"
_LINE_ENDS = "\r\n|[\r\x85\u2028\u2029]"

# All other such characters are unprintable to Python, so `isprintable` finds them fast. Most texts
# have none, and compiling the patterns may take longer than a command takes to start.
_PRINTABLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_LOOKS_BLANK = str.maketrans("\u2800", " ")  # a pattern of Braille without a dot
_BLANKS = dict.fromkeys(
    (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000, 0x2800, 0x115F, 0x3164, 0xFFA0),
    " ",
)
"""All of Unicode's blanks, and the fillers that are as wide as one."""
_ON_ONE_LINE = str.maketrans({"\n": "⏎", "\t": " "})
_NO_BREAKS = str.maketrans("", "", "\n\t")


def shown(line: str) -> str:
    r"""`line` with every unseen character shown: ESC as `\u001b`, a line end as ⏎, so that no part
    of it can look like another line. A tab becomes a blank. Applying it twice changes nothing more.
    """
    return line if _is_plain(line) else escaped(line).translate(_ON_ONE_LINE)


def escaped(text: str) -> str:
    """`text` of several lines with unseen characters shown; in a JSON string the
    result means the same.
    """
    if _is_plain(text.translate(_NO_BREAKS)):
        return text
    return _compiled(_UNSEEN).sub(lambda found: found["in_place"] or _as_json(found), text)


def harmless(text: str) -> str:
    """`text` of several lines with those characters shown that steer a terminal or change the
    direction of reading. Hidden ones are kept, since markup is made with some of them.
    """
    return _compiled(_HARMFUL).sub(_as_json, text) if is_harmful(text) else text


def is_harmful(text: str) -> bool:
    """Whether `text` has a character that `harmless` shows; line feeds and tabs are harmless."""
    return not text.isprintable() and _compiled(_HARMFUL).search(text) is not None


def without_harm(text: str) -> str:
    """`text` of several lines without the characters that `harmless` shows."""
    return _compiled(_HARMFUL).sub("", text) if is_harmful(text) else text


def tidied(name: str) -> str:
    """A name without unseen characters and outer blanks, which come with it when it is
    copied from a page.

    Control characters, which no page has, are kept for `names.check` to refuse.
    """
    if not _is_plain(name):
        name = _compiled(_NOT_SEEN_IN_A_NAME).sub(_in_place, name)
    return name.strip(" \u00a0\u3000")


def typeable(words: str) -> str:
    """Words with the same meaning that can be typed: without unseen characters."""
    return words if _is_plain(words) else _compiled(_UNSEEN).sub(_in_place, words)


def cleaned(text: str) -> str:
    """`text` from outside as it is read, and as a move made of it is kept: the door through which
    whatever a player or a host wrote comes in. Applying it twice changes nothing more.

    Line ends are line feeds and blanks are blanks. What isn't seen is gone, but for what joins
    pictures and letters; so a word or a number is read as it looks. Overrides stay, for with them
    a number looks otherwise than it is written: with one inside nothing is read.
    """
    if _is_plain(text.translate(_NO_BREAKS)):
        return text
    text = _compiled(_LINE_ENDS).sub("\n", text).translate(_BLANKS)
    while (left := _compiled(_NO_WORDS).sub(_in_place, text)) != text:
        text = left  # what joined a sign that is gone joins nothing any more: three turns at most
    return text


def without_joins(text: str) -> str:
    """A cleaned text without what joins pictures and letters, too."""
    return text if text.isascii() else _compiled(_NOT_READ).sub("", text)


def set_aside(text: str) -> str:
    """`text` without any unseen character, wherever it stands; what looks blank becomes a blank."""
    if _is_plain(text):
        return text
    return _compiled(_SET_ASIDE).sub("", text).translate(_LOOKS_BLANK)


def _is_plain(text: str) -> bool:
    """Whether the text surely has no unseen character, line end or tab."""
    return text.isprintable() and _PRINTABLE.isdisjoint(text)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _in_place(found: re.Match[str]) -> str:
    return found["in_place"] or ""


def _as_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
