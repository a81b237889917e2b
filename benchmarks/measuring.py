"""Measuring things in turn, so that a machine busy with something else slows all of them alike."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

Contest = Mapping[str, Callable[[], "Cost | None"]]
"""What takes turns, by name. A process tells what it cost; of anything else that is measured here.
"""


class Cost(NamedTuple):
    """Seconds on the clock or of the processor, and the most memory in megabytes; 0 where that
    isn't known.
    """

    seconds: float
    megabytes: float = 0


class Size(NamedTuple):
    """How much of everything."""

    starts: int
    rounds: int
    replays: int
    appends: int
    games: int
    running: int
    short: int
    long: int


FULL = Size(
    starts=11, rounds=7, replays=5, appends=20, games=1_000, running=50, short=100, long=10_000
)
QUICK = Size(starts=1, rounds=1, replays=1, appends=2, games=3, running=7, short=40, long=60)


class Times:
    """What each contestant cost, round by round."""

    def __init__(self, rounds: Sequence[Mapping[str, Cost]]) -> None:
        self._rounds = rounds

    def seconds(self, who: str) -> float:
        """The median of all rounds."""
        return median(costs[who].seconds for costs in self._rounds)

    def ratio(self, who: str, beside: str) -> float:
        """The median of the rounds' ratios: neighbours in time are compared, not averages."""
        return median(costs[who].seconds / costs[beside].seconds for costs in self._rounds)

    def row(self, who: str, beside: str, *, each: int = 0, aim: str = "") -> str:
        """Both times and their ratio; where a time was for `each` things, how many a second. Of
        processes the memory is told too; an `aim` like `≤ 0.25` stands behind what it is for.
        """

        def shown(name: str) -> str:
            seconds = self.seconds(name)
            return f"{each / seconds:,.0f} a second" if each else f"{1000 * seconds:,.1f} ms"

        def memory(name: str) -> str:
            most = max(costs[name].megabytes for costs in self._rounds)
            return f"{most:,.0f} MB" if most else ""

        mine, theirs = (f"{shown(one):>14} {memory(one):>7}" for one in (who, beside))
        ratio = self.ratio(beside, who) if each else self.ratio(who, beside)
        return f"{who:<34} {mine}  {beside:<28} {theirs}  {ratio:>8,.3f}  {aim}".rstrip()


def in_turn(contest: Contest, rounds: int) -> Times:
    """Let everybody run once in each round; the first round, in which caches fill, isn't counted.

    Every other round goes backwards, so that nobody always runs behind the same neighbour.
    """
    names = list(contest)
    measured = []
    for number in range(rounds + 1):
        order = names if number % 2 else names[::-1]
        measured.append({who: _cost(contest[who]) for who in order})
    return Times(measured[1:])


def _cost(do: Callable[[], Cost | None]) -> Cost:
    start = perf_counter()
    return do() or Cost(perf_counter() - start)


def of_processor(do: Callable[[], object]) -> Cost:
    """What something costs the processor, in this process."""
    start = process_time()
    do()
    return Cost(process_time() - start)


_STARTER = """
import json, os, sys
for line in sys.stdin:
    words, environment = json.loads(line)
    nothing = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
    started = os.posix_spawnp(words[0], words, environment, file_actions=nothing)
    _, status, used = os.wait4(started, 0)
    print(status, used.ru_utime + used.ru_stime, used.ru_maxrss, flush=True)
"""
"""A small process that starts others: what is said of their memory is never less than that of
whoever started them.
"""


class Processes:
    """Starts processes, this Python's with compiled modules kept in a folder of their own. What is
    told of each is its processor time, which others on the machine hardly change.
    """

    def __init__(self, folder: Path) -> None:
        kept = {"PYTHONPYCACHEPREFIX": folder / "compiled", "GMTOOL_CACHE": folder / "kept"}
        self._environment = {**os.environ, **{name: str(where) for name, where in kept.items()}}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._starter = subprocess.Popen(  # noqa: S603 -- this Python, and words of ours
            [sys.executable, "-I", "-S", "-c", _STARTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End the process that starts others."""
        self._starter.communicate()

    def run(self, *words: str, database: Path | None = None) -> Cost:
        """Run a program to its end; raises RuntimeError unless that is a good one."""
        environment = {**self._environment, **({"GMTOOL_DB": str(database)} if database else {})}
        assert self._starter.stdin
        assert self._starter.stdout
        print(json.dumps([words, environment]), file=self._starter.stdin, flush=True)
        status, seconds, memory = self._starter.stdout.readline().split()
        if status != "0":
            raise RuntimeError(f"{' '.join(words)} ended with {status}")
        of_a_megabyte = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return Cost(float(seconds), int(memory) / of_a_megabyte)

    def python(self, code: str, *words: str, database: Path | None = None) -> Cost:
        """Run the code to its end."""
        return self.run(sys.executable, "-c", code, *words, database=database)

    def gmtool(self, database: Path, *words: str) -> Cost:
        """Run a command at that database as the installed script does."""
        code = "from gmtool.__main__ import main; main()"
        return self.python(code, *words, database=database)
