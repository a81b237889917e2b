"""Measuring things in turn, so that a machine busy with something else slows all of them alike."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

Contest = Mapping[str, Callable[[], object]]
"""What takes turns, by name."""


class Size(NamedTuple):
    """How much of everything."""

    rounds: int
    replays: int
    appends: int
    games: int
    short: int
    long: int


FULL = Size(rounds=21, replays=5, appends=20, games=1_000, short=100, long=10_000)
QUICK = Size(rounds=1, replays=1, appends=2, games=3, short=40, long=60)


class Times:
    """The seconds that each contestant took, round by round."""

    def __init__(self, rounds: Sequence[Mapping[str, float]]) -> None:
        self._rounds = rounds

    def seconds(self, who: str) -> float:
        """The median of all rounds."""
        return median(times[who] for times in self._rounds)

    def ratio(self, who: str, beside: str) -> float:
        """The median of the rounds' ratios: neighbours in time are compared, not averages."""
        return median(times[who] / times[beside] for times in self._rounds)

    def row(self, who: str, beside: str, *, each: int = 0) -> str:
        """Both times and their ratio; where a time was for `each` things, how many a second."""

        def shown(name: str) -> str:
            seconds = self.seconds(name)
            return f"{each / seconds:,.0f} a second" if each else f"{1000 * seconds:,.1f} ms"

        ratio = self.ratio(who, beside)
        return f"{who:<36} {shown(who):>14}  {beside:<30} {shown(beside):>14}  {ratio:>8,.2f}"


def in_turn(contest: Contest, rounds: int) -> Times:
    """Let everybody run once in each round; the first round, in which caches fill, isn't counted.

    Every other round goes backwards, so that nobody always runs behind the same neighbour.
    """
    names = list(contest)
    measured = []
    for number in range(rounds + 1):
        order = names if number % 2 else names[::-1]
        measured.append({who: _seconds(contest[who]) for who in order})
    return Times(measured[1:])


def _seconds(do: Callable[[], object]) -> float:
    start = perf_counter()
    do()
    return perf_counter() - start


class Processes:
    """Starts processes of this Python, whose compiled modules are kept in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def python(self, code: str, *words: str) -> None:
        """Run the code to its end; raises CalledProcessError unless that is a good one."""
        subprocess.run(  # noqa: S603 -- this Python, and words of ours
            [sys.executable, "-c", code, *words],
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=True,
        )

    def gmtool(self, *words: str) -> None:
        """Run a command as the installed script does."""
        self.python("from gmtool.__main__ import main; main()", *words)
