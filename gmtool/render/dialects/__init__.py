"""Forum dialects: how each forum marks text up, and how players' text is kept from
being markup there.

A dialect is a value (`Dialect`): tags, switches and limits as data, and a few functions for what
differs in kind. `nodes` builds marked-up text with it. Modules are loaded when asked for.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gmtool.render.dialects.dialect import Dialect

NAMES = (
    *("plain", "phpbb", "discourse", "discord", "proboards", "xenforo"),
    *("smf", "vbulletin", "reddit", "bgg", "nodebb", "mybb"),
)
"""The names that `find` knows; a dialect's module has its name and holds the value DIALECT."""
LIMITS = ("post_limit", "pm_limit")
OVERRIDES = (*LIMITS, "spoiler")
"""The settings in which a board may differ from its forum software as installed."""
LEAST_LIMIT = 500

__all__ = ["LEAST_LIMIT", "NAMES", "OVERRIDES", "Dialect", "find", "known"]

_LARGEST_LIMIT = 9_999_999


def find(
    name: str, overrides: Mapping[str, str] | None = None, folders: Sequence[Path] = ()
) -> Dialect:
    """The dialect of that name with the settings of one board; limits are whole numbers as text,
    `spoiler` is on or off. The host's own are files in `folders`.

    Raises ValueError, saying what would be right.
    """
    dialect = _shipped(name) if name in NAMES else _own(name, folders)
    changes = {key: _read(dialect, key, value) for key, value in (overrides or {}).items()}
    return replace(dialect, **changes) if changes else dialect


def known(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all dialects, the host's own after gmtool's."""
    from gmtool.render.dialects import own

    return (*NAMES, *(name for name in own.names(folders) if name not in NAMES))


def _shipped(name: str) -> Dialect:
    dialect: Dialect = import_module(f"{__name__}.{name}").DIALECT
    return dialect


def _own(name: str, folders: Sequence[Path]) -> Dialect:
    from gmtool.render.dialects import own

    every = known(folders)
    if name not in every:
        hint = own.nearest(name, every)
        more = "" if hint.endswith("?") or not folders else f"; one of your own {own.PLACE}"
        raise ValueError(f"there is no dialect “{name}”; {hint}{more}")
    paths = (folder / f"{name}{own.SUFFIX}" for folder in folders)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        raise ValueError(f"{name}{own.SUFFIX}: that is no file that can be read")
    return own.read(path, find, LEAST_LIMIT)


def _read(dialect: Dialect, key: str, value: str) -> Any:
    if key in LIMITS:
        return _limit(key, value)
    if key != "spoiler":
        from gmtool.render.dialects import own

        hint = own.nearest(key, OVERRIDES)
        raise ValueError(f"a board can't have “{key}” otherwise; {hint}")
    if value not in {"on", "off"}:
        raise ValueError(f"spoiler is on or off, not “{value}”")
    if value == "on" and not any(dialect.hidden):
        raise ValueError(f"{dialect.name} has no way to hide text, so spoiler can only be off")
    return value == "on"


def _limit(key: str, value: str) -> int:
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0
    if not LEAST_LIMIT <= number <= _LARGEST_LIMIT:
        right = f"a whole number of characters from {LEAST_LIMIT} to {_LARGEST_LIMIT}"
        raise ValueError(f"{key} is {right}, not “{value}”")
    return number
