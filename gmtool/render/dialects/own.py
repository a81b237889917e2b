"""A dialect of the host's own: one of gmtool's, with what a file of settings says otherwise.

The file is `NAME.toml` in one of the host's folders:

    base = "phpbb"
    post_limit = 20000
    spoiler = true
    hidden = ["[hide={title}]", "[/hide]"]
    smilies = [":town:"]
"""

from __future__ import annotations

import difflib
import re
import string
import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gmtool.engine.lazy_regex import lazy_regex
from gmtool.engine.text import short
from gmtool.render.delivery import NAMES
from gmtool.render.dialects.dialect import Dialect

SUFFIX = ".toml"
PLACE = "is a file NAME.toml in the folder “dialects” beside the database"
BASE, SMILIES = "base", "smilies"
_NAME = lazy_regex(r"[a-z0-9][a-z0-9_-]*")
_PLACES = {
    "hidden": {"title"},
    "link": {"url"},
    "image": {"url"},
    "quote": {"name"},
    "mention": {"name"},
    "deadline": {"text", "unix", "date", "time"},
    "code": {"ticks"},
    "item": {"number"},
    "numbered_item": {"number"},
}
"""What stands for something else in the tags of a dialect, in curly brackets."""
_FIXED = ("name", "reads", "ticks", "table")
_TAG = lazy_regex(r"\[(/?)([A-Za-z*-]\w*)[^\]]*\]")
_LARGEST = 9_999_999
_REPEATED = r"[*+?]|\{\d{1,2}(?:,\d{0,2})?\}"
_ONE = r"(?:\[(?:\\.|[^\]\\])+\]|\\.|[^\\()\[\]{}*+?|])"
_SIGNS = lazy_regex(f"(?:{_ONE}(?:{_REPEATED})?)+")
_MOST_REPEATED = 3
"""A pattern without groups, and with few parts that are repeated, is matched at once."""


def names(folders: Sequence[Path]) -> list[str]:
    """The names of the dialects in these folders."""
    found = {path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")}
    return sorted(name for name in found if _NAME.fullmatch(name))


def words() -> list[str]:
    """What a file can say."""
    own = (one for one in Dialect.__struct_fields__ if _is_data(one) and one not in _FIXED)
    return [BASE, *own, SMILIES]


def nearest(name: str, known: Collection[str]) -> str:
    """What may have been meant by a name, or what there is."""
    near = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def read(path: Path, find: Callable[[str], Dialect], least: int) -> Dialect:
    """The dialect that the file describes; `find` gives its base. Raises ValueError, naming the
    file and saying what would be right.
    """
    try:
        return made(path.stem, _said_in(path), find, least)
    except (OSError, ValueError) as error:  # tomllib's and Unicode's errors are ValueErrors too
        raise ValueError(f"{path.name}: {error}") from error


def _said_in(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8-sig")  # some editors of Windows put a mark before it
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, lists within lists
        raise ValueError("a value in it is too large to be read") from None


def _shown(value: Any) -> str:
    """A value of the file, as a sentence quotes it."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    return short(repr(value))


def made(name: str, said: dict[str, Any], find: Callable[[str], Dialect], least: int) -> Dialect:
    """The dialect of that name by what its file says; raises ValueError."""
    if not isinstance(said.get(BASE), str):
        raise ValueError(f'it needs a line like {BASE} = "phpbb", the dialect that it is like')
    known = words()
    for key in said:
        if key not in known:
            raise ValueError(f"there is no “{key}”; {nearest(key, known)}")
    base = find(said[BASE])
    changes = {
        key: _value(base, key, value, least)
        for key, value in said.items()
        if key not in {BASE, SMILIES}
    }
    if SMILIES in said:
        changes["guard"] = _guarded(base.guard, _texts(said[SMILIES]))
    dialect = replace(base, name=name, **changes)
    if dialect.spoiler and not any(dialect.hidden):
        raise ValueError("spoiler is true, but hidden has no tags")
    return dialect


def _is_data(key: str) -> bool:
    return isinstance(getattr(_PLAIN, key), (str, bool, int, tuple))


def _value(base: Dialect, key: str, value: Any, least: int) -> Any:
    """The value of a key, of the kind that the base has there."""
    now = getattr(base, key)
    if isinstance(now, bool):
        if not isinstance(value, bool):
            raise ValueError(f"{key} is true or false, not {_shown(value)}")
        return value
    if isinstance(now, int):
        lowest = least if key.endswith("_limit") else 0
        if type(value) is not int or not lowest <= value <= _LARGEST:
            raise ValueError(
                f"{key} is a whole number from {lowest} to {_LARGEST}, not {_shown(value)}"
            )
        return value
    if isinstance(now, tuple):
        if not (isinstance(value, list) and list(map(type, value)) == [str, str]):
            raise ValueError(f'{key} is what stands before and after: ["[b]", "[/b]"]')
        _see_that_they_close(key, *value)
        for one in value:
            _see_that_places_are_known(key, one)
        return tuple(value)
    if not isinstance(value, str):
        raise ValueError(f"{key} is a text in quotation marks, not {_shown(value)}")
    _see_that_places_are_known(key, value)
    if key == "channel" and value not in NAMES:
        raise ValueError(f"channel is {', '.join(NAMES)}, not {_shown(value)}")
    if key == "username":
        _see_that_it_is_a_pattern(value)
    return value


def _see_that_they_close(key: str, before: str, after: str) -> None:
    """Raise ValueError for tags that aren't closed, the last one first."""
    opened = [tag[2].casefold() for tag in _TAG.finditer(before) if not tag[1]]
    closed = [tag[2].casefold() for tag in _TAG.finditer(after) if tag[1]]
    opened = [name for name in opened if name not in {"*", "hr"}]
    if opened[::-1] != closed:
        last = f"[/{opened[-1]}]" if opened else "nothing"
        raise ValueError(f"{key}: what {before!r} opens has to be closed, with {last} first")


def _see_that_places_are_known(key: str, text: str) -> None:
    known = _PLACES.get(key, set())
    try:
        places = {
            f"{name}:" if form or conversion else name
            for _, name, form, conversion in string.Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        places = {"?"}
    if not known:
        return  # here curly brackets are signs like all others
    if places - known:
        right = ", ".join(f"{{{name}}}" for name in sorted(known))
        raise ValueError(f"{key} can have {right} in curly brackets, and nothing else")


def _see_that_it_is_a_pattern(text: str) -> None:
    try:
        re.compile(text)
    except (re.error, OverflowError) as error:
        raise ValueError(f"username isn't a regular expression: {error}") from error
    if (
        not _SIGNS.fullmatch(text)
        or len(re.findall(f"{_ONE}(?:{_REPEATED})", text)) > _MOST_REPEATED
    ):
        raise ValueError(
            r"username is a pattern such as [\w .-]+ or \d{15,20}: signs and sets of them, at most "
            f"{_MOST_REPEATED} of them repeated, without groups"
        )


def _texts(value: Any) -> list[str]:
    texts: list[str] = value if isinstance(value, list) else [""]
    if not all(isinstance(one, str) and len(one) > 1 for one in texts):
        raise ValueError(f'{SMILIES} is a list of texts: [":town:", "8)"]')
    return texts


def _guarded(guard: Callable[[str], str], smilies: Iterable[str]) -> Callable[[str], str]:
    """The guard that keeps these from becoming pictures too."""
    from gmtool.render.dialects import bbcode

    traps = "|".join(rf"{re.escape(one[0])}(?={re.escape(one[1:])})" for one in smilies)
    more = bbcode.guard(traps or "(?!)")
    return lambda text: more(guard(text))


_PLAIN = Dialect(name="")
