"""Files of free games at random, from the whole vocabulary: what a host might write, and more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from gmtool.api import Misset
from gmtool.games.free import fitting
from gmtool.games.free.file import read

CHOICES = (
    "choice yes, no",
    "choice red, green, blue",
    "split 5 over red, blue",
    "order of a, b, c",
)
PLAYERS = ("player", "another player", "player or nobody", "another player or nobody")
LISTS = ("players 2", "other players 2", "split 5 over players", "order of players")
SILENT = ("out", "strike 2", "self", "answer yes", "answer 1", "answer nobody")
_ALSO = {"another": "player", "other": "players"}


def file_of(seed: int) -> str:
    """The first file by that seed in which the reader finds no mistake."""
    random = Random(seed)  # noqa: S311 - games, no secrets
    many = random.randint(1, 3)
    while True:
        text = _Dice(random).file(many)
        try:
            read(text)
        except Misset:
            continue
        return text


class _Dice:
    """Draws the lines of a file."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []

    def now_and_then(self, often: float, key: str, *values: Any) -> None:
        """A line, now and then, with one of some values."""
        if values and self.random.random() < often:
            self.lines.append(f"{key} = {_written(self.random.choice(values))}")

    def some(self, things: list[str], most: int = 2) -> list[str]:
        return self.random.sample(things, self.random.randint(1, min(most, len(things))))

    def file(self, many: int) -> str:
        random, lines = self.random, self.lines
        fewest = random.randint(4, 5)
        has_roles = random.random() < 0.6
        units = random.sample(["gold", "lives", "idols"], random.randint(0, 2))
        groups = ["fox", "hen", "pack"] if has_roles else []
        lines.append(f'players = "{fewest}-{random.randint(fewest, 7)}"')
        self.now_and_then(0.5 * has_roles, "show_roles", "out")
        lines += ["[words]", 'title = "At random"']
        for unit in units:
            lines.append(f"[unit.{unit}]")
            self.now_and_then(0.6, "start", 1, 3, 5)
            self.now_and_then(0.4, "secret", True)
            self.now_and_then(0.2, "least", -2)
            self.now_and_then(0.3, "out", 0)
        if has_roles:
            lines += ["[roles]", f"fox = {random.randint(1, 2)}", 'hen = "rest"']
            lines += ["[group.pack]", 'roles = ["fox"]']
            self.now_and_then(0.7, "meets", True)
        names = [f"r{number}" for number in range(1, many + 1)]
        for name in names:
            self.round(name, [one for one in names if one != name], units, groups)
        self.end(fewest, names, units, groups)
        return "\n".join(lines) + "\n"

    def round(self, name: str, others: list[str], units: list[str], groups: list[str]) -> None:
        random, lines = self.random, self.lines
        number = ("number 1-9", *(f"number 0-{unit}" for unit in units))
        asks = random.choice(["text", "lines 2", *CHOICES, *number, *PLAYERS, *LISTS])
        what = asks.split()[0]
        lines += [f"[round.{name}]", f'asks = "{asks}"']
        self.now_and_then(0.2, "title", f"the {name}")
        self.now_and_then(0.5, "for", "in", "all", "out", *groups, *groups)
        self.now_and_then(0.6, "sealed", True)
        self.now_and_then(0.2, "secret", True)
        self.now_and_then(0.5, "hours", 1, 7, 48)
        self.now_and_then(0.2, "until", "21:00")
        self.now_and_then(0.2, "change", "first")
        self.now_and_then(0.5, "early", "all-in", "majority", "host")
        self.now_and_then(0.4, "silent", *SILENT)
        self.now_and_then(
            0.3, "costs", *(f"{many} {unit}" for many in ("1", "answer") for unit in units)
        )
        self.now_and_then(0.2, "weights", *units, *({group: 2} for group in groups))
        self.now_and_then(0.2, "uses", 1, 2)
        self.now_and_then(0.5 * bool(others), "then", self.some(others) if others else "")
        if random.random() < 0.1:
            lines.append('resolve = "host"')
            return
        counts = fitting._COUNTS[_ALSO.get(what, what)]
        hits = ["out", "nothing", "tells role", "tells fox"]
        hits += [f"{by} {unit}" for unit in units for by in ("+1", "-2", "pays its answer")]
        hits += [f"{does} {one}" for one in others for does in ("safe from", "immune in", "flips")]
        lines += [f"[round.{name}.resolve]", f'count = "{random.choice(counts)}"']
        self.now_and_then(0.8, "hit", self.some(hits))
        self.now_and_then(0.5, "tie", "all", "revote", "draw", "host")
        self.now_and_then(0.6, "show", "counts", "result")
        self.now_and_then(0.5 * bool(others), "after", self.some(others) if others else "")

    def end(self, fewest: int, names: list[str], units: list[str], groups: list[str]) -> None:
        self.lines.append("[end]")
        self.now_and_then(0.6, "left", *range(1, fewest))
        self.now_and_then(0.6, "after", *(f"{many} {name}" for name in names for many in (1, 3)))
        self.now_and_then(0.3, "reach", *(f"7 {unit}" for unit in units))
        self.now_and_then(0.4, "gone", *groups)
        self.now_and_then(0.4, "parity", *groups[:1])
        self.now_and_then(
            0.6, "winner", *(f"{by} {unit}" for unit in units for by in ("most", "least"))
        )
        self.now_and_then(0.5, "share", "60, 30, 10", *(f"by {unit}" for unit in units))
        self.now_and_then(0.6, "prize", *(f"50 {unit}" for unit in units))


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {one}" for key, one in value.items()) + " }"
    return json.dumps(value)
