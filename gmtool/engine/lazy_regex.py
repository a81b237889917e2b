"""Regular expressions that are compiled when they are used for the first time."""

from __future__ import annotations

import re
from typing import Any, cast


class LazyRegex:
    """It stands for the compiled one, and keeps what of it was used: after the first time a call
    costs no more than one of the compiled one.
    """

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.said = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(re.compile(self.pattern, self.said), name)
        setattr(self, name, found)
        return found

    def __reduce__(self) -> Any:
        return lazy_regex, (self.pattern, self.said)


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` makes of it, when it is used; a module that a command imports has more of
    them than the command will use.
    """
    return cast("re.Pattern[str]", LazyRegex(pattern, flags))
