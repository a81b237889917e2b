"""What programs look for in a post: the line with which it ends and that vouches for all on record,
and the seals of a window, each on a line of its own.

Players read these off the thread, and so does `verify`: in any other words they are written
otherwise.
"""

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.paste import plain

MARK = (
    r"</?[a-zA-Z][^>\n]{0,200}>|\[/?[a-zA-Z*]{1,12}(?:=[^\]\n]{0,200})?\]"
    "|[*`~_\u200b-\u200d\u2060\ufeff\u00ad]"
)
"""A mark of a forum, or a character that nobody sees; a page shows none of them."""
_BLANK = r"[^\S\n]"
_LINE = rf"(?:^|(?<=\n)){_BLANK}*"
_LINE_END = rf"{_BLANK}*(?=\n|$)"
_SIGN = r"(?:[·•‧]|&middot;|&#183;)"
_RECORD = rf"record{_BLANK}+(0|[1-9][0-9]{{0,8}}){_BLANK}*{_SIGN}"
LAST_LINE = rf"{_LINE}{_RECORD}{_BLANK}*([0-9a-f]{{32}}){_LINE_END}"
"""The last line of a post, without marks: the number of an entry, and 32 digits of its hash."""
LISTED = rf"{_LINE}(?:[-•]{_BLANK}*)?([0-9a-f]{{32}}){_LINE_END}"
"""A line of a list of seals, without marks: 32 digits."""

_MARK = lazy_regex(MARK)
_LOOKS_SO = lazy_regex(rf"{_LINE}{_RECORD}|{LISTED}")
_SHORTEST = len("record 1 ·")


def disarmed(text: str) -> str:
    """Words that aren't gmtool's own; lines that could be taken for one of these are in quotation
    marks.
    """
    if len(text) < _SHORTEST:
        return text
    return "".join(map(_disarmed, text.splitlines(keepends=True)))


def _disarmed(line: str) -> str:
    words = line.rstrip("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
    # Pages are read with each letter in one form.
    return (
        f"“{words}”{line[len(words) :]}" if _LOOKS_SO.search(_MARK.sub("", plain(words))) else line
    )
