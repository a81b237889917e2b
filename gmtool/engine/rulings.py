"""What a kind rules where its source is silent or unclear, and what changed between the versions of
its rules. Each is said once, here, and read wherever it is told: to hosts, players and tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from gmtool.engine.options import write_value
from gmtool.engine.text import listed


class Ruling(Struct, frozen=True):
    """A ruling, one for each **R** of a clause.

    `source` is what the source says of it, or what it leaves open, and `rule` what holds. A ruling
    of taste is chosen by `options`, the names of options of the kind; any other is fixed, and
    `fixed` says why. `told` are sentences for the players, which the opening post has at their
    place, by the value of the first option as a host types it; the one under the empty value stands
    for any other value, which it may quote as `{value}`.
    """

    clause: str
    source: str
    rule: str
    options: tuple[str, ...] = ()
    fixed: str = ""
    told: Mapping[str, str] = {}


class Change(Struct, frozen=True):
    """What another version of the rules changed for games that had begun: the clause, what held
    before that `version`, and what holds since.
    """

    version: int
    clause: str
    before: str
    since: str


def clauses(changes: Iterable[Change]) -> str:
    """The clauses that changed, in words."""
    return listed(list(dict.fromkeys(change.clause for change in changes)))


def told(rulings: Iterable[Ruling], options: Mapping[str, Any]) -> dict[str, str]:
    """What the opening post says about rulings, by clause, as the options of a game have them."""
    found: dict[str, str] = {}
    for ruling in rulings:
        value = options.get(ruling.options[0]) if ruling.options else None
        typed = "" if value is None else write_value(value)
        sentence = ruling.told.get(typed) or ruling.told.get("", "")
        if sentence:
            said = sentence.replace("{value}", typed)
            found[ruling.clause] = f"{found.get(ruling.clause, '')} {said}".strip()
    return found


def about(rulings: Iterable[Ruling], clause: str) -> tuple[Ruling, ...]:
    """The rulings of a clause, in the order of its sentences."""
    return tuple(ruling for ruling in rulings if ruling.clause == clause)


def doc(rulings: Iterable[Ruling], option: str) -> str:
    """What an option is about: the rule of the first ruling that it belongs to."""
    return next(ruling.rule for ruling in rulings if option in ruling.options)
