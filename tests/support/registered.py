"""The commands, reports and pages that there are, by the table of commands and the page's routes:
what must hold for all is tested with all, so that none is missed that is new.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.browser.app import App
from gmtool.cli.command import command
from gmtool.cli.registry import COMMANDS, GROUPS
from gmtool.desk.desk import Desk
from gmtool.engine.instants import Instant
from gmtool.testing import standing

LINES = COMMANDS | {
    f"{group} {n}": one for group in GROUPS for n, one in GROUPS[group].lines.items()
}
"""Each command as it is typed, with its line in the table."""
REPORTS = tuple(one.words for one in standing.reports() if not one.writes)
"""Each report that stands on a screen."""


def reports_but(*excepted: str) -> list[str]:
    """All but those, which must be there."""
    missing = {*excepted} - {*REPORTS}
    assert not missing, f"no such report: {missing}"
    return [one for one in REPORTS if one not in excepted]


def _parameters() -> Iterator[tuple[str, Any]]:
    """Each parameter, by what is typed before its value; `x` stands for words before that."""
    for words, line in LINES.items():
        before = words
        for one in command(words.split(" ")[-1], line).params:
            if one.opts[0].startswith("-"):
                yield f"{words} {one.opts[0]}", one
            else:
                yield before, one
                before += " x"


PARAMETERS = dict(_parameters())
FILES = [typed for typed, one in PARAMETERS.items() if one.metavar == "FILE"]
"""Each command up to the name of a file."""
_ROUTES = App(Desk(None, Instant("2026-11-20T20:00:00Z"), "")).routes()
PAGES = [one.path[1:] for one in _ROUTES if "GET" in (one.methods or ())]
FORMS = [one.path[1:] for one in _ROUTES if "POST" in (one.methods or ())]
