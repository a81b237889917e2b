"""The kinds of game and their clauses. Loads one rulebook at a time, and no database."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from importlib import import_module, resources
from typing import Any

from gmtool.desk.occasions import occasions
from gmtool.desk.problems import UsageProblem
from gmtool.engine.game import Game
from gmtool.games import BUILT_IN

ENTRY_POINTS = "gmtool.games"
COMMON_RULES = "common.md"
DEMO = "demo.txt"
_CLAUSE = re.compile(r"^- (?P<number>[A-Z]{2,4}-\d+)\b", re.MULTILINE)


@dataclass(frozen=True)
class Kind:
    """A rulebook and the package that holds it."""

    game: Game
    package: str


def names() -> tuple[str, ...]:
    """The built-in kinds."""
    return tuple(BUILT_IN)


def find(kind: str) -> Kind:
    """The kind of that name: built in, or supplied by an outside package.

    Raises UsageProblem that names the nearest kind. Entry points are read only for a kind that
    isn't built in: the scan is slow.
    """
    package = BUILT_IN.get(kind) or _outside(kind)
    if package is None:
        near = difflib.get_close_matches(kind, BUILT_IN, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the kinds are: {', '.join(BUILT_IN)}."
        raise UsageProblem(f"there is no kind of game “{kind}”; {hint}")
    game: Game = import_module(package).GAME
    return Kind(game, package)


def _outside(kind: str) -> str | None:
    from importlib.metadata import entry_points

    found = next(iter(entry_points(group=ENTRY_POINTS, name=kind)), None)
    return found.value.partition(":")[0] if found else None


def describe(kind: str) -> dict[str, Any]:
    """Options with defaults, moves and occasions of a kind, as plain data."""
    game = find(kind).game
    return {
        "kind": game.kind,
        "title": game.title,
        "rules": game.rules_version,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "takes": option.takes,
                "doc": option.doc,
                "clause": option.clause,
            }
            for option in game.options
        ],
        "moves": [{"who": m.who, "text": m.text, "when": m.when} for m in game.moves],
        "occasions": [
            {"name": o.name, "to": "a player" if o.to_player else "the thread", "doc": o.doc}
            for o in occasions(game)
        ],
    }


def rulebook(kind: str) -> str:
    """The clauses of a kind as they travel in the program, with those common to all games."""
    found = find(kind)
    own = (resources.files(found.package) / "rules.md").read_text(encoding="utf-8")
    return f"{own.rstrip()}\n\n{_common()}"


def clause(kind: str, number: str) -> str:
    """One clause with all its lines; raises UsageProblem naming the clauses there are."""
    clauses = {**split_clauses(_common()), **split_clauses(rulebook(kind))}
    wanted = number.strip().upper()
    if wanted not in clauses:
        raise UsageProblem(f"{kind} has no clause “{number}”; there are {_ranges(clauses)}.")
    return clauses[wanted]


def script(kind: str) -> str:
    """The kind's demo: commands of a whole game, as a host would type them."""
    found = resources.files(find(kind).package) / DEMO
    if not found.is_file():
        raise UsageProblem(f"{kind} brings no demo.")
    return found.read_text(encoding="utf-8")


def split_clauses(text: str) -> dict[str, str]:
    """The clauses in a rules text, by number, each up to the next clause or heading."""
    found = list(_CLAUSE.finditer(text))
    parts = {}
    for match in found:
        rest = text[match.start() :]
        end = re.search(r"\n(?=- |#|\|)", rest)
        parts[match["number"]] = rest[2 : end.start() if end else None].rstrip()
    return parts


def _common() -> str:
    return (resources.files("gmtool.games") / COMMON_RULES).read_text(encoding="utf-8")


def _ranges(clauses: dict[str, str]) -> str:
    groups: dict[str, list[int]] = {}
    for number in clauses:
        prefix, _, digits = number.rpartition("-")
        groups.setdefault(prefix, []).append(int(digits))
    return " and ".join(f"{p}-{min(n)} to {p}-{max(n)}" for p, n in groups.items())
