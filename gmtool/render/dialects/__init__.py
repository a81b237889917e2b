"""Forum dialects: how each forum marks text up, and how players' text stays mere text there.

A dialect is a value (`Dialect`): tags, switches and limits as data, and the few functions in which
forums differ in kind. `nodes` builds marked-up text with it. Modules are loaded when asked for.
"""

import difflib
from importlib import import_module

from gmtool.render.dialects.dialect import Dialect

NAMES = ("plain", "phpbb")
"""What `find` knows; a dialect's module has its name and calls the value DIALECT."""

__all__ = ["NAMES", "Dialect", "find"]


def find(name: str) -> Dialect:
    """The dialect of that name; raises ValueError with the nearest name for any other."""
    if name not in NAMES:
        near = difflib.get_close_matches(name.casefold(), NAMES, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}"
        raise ValueError(f"there is no dialect “{name}”; {hint}")
    dialect: Dialect = import_module(f"{__name__}.{name}").DIALECT
    return dialect
