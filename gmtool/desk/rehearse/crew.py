"""Plays the games of a rehearsal on all cores, in the order of their numbers."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol, TypeVar

from msgspec import Struct

from gmtool.desk.rehearse.life import Bill, Life, Rehearsed
from gmtool.desk.session import kinds

T = TypeVar("T")
FEWEST = 20
"""So many games are played in the time in which another process begins to work."""
MOST = 60
"""Windows can't wait for more processes."""


class Watched(Protocol):
    """Yields things one by one, and shows how many of so many there were so far."""

    def __call__(self, things: Iterator[T], many: int, what: str) -> Iterable[T]:
        """The things themselves; `what` is one of them."""
        ...


def unwatched(things: Iterator[T], many: int, what: str) -> Iterable[T]:
    """The things, and nothing is shown."""
    return things


class Stuck(Struct, frozen=True):
    """A game that couldn't be played on, and why."""

    number: int
    why: str


def cores() -> int:
    """How many processes can work at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


Job = tuple[Bill, int]
"""A game: what is rehearsed, and its number."""


def performed(jobs: Sequence[Job], processes: int) -> Generator[Rehearsed | Stuck, None, None]:
    """Each of these games, in order. To stop closes the iterator: what is being played is dropped.

    A few games are played in this process, where no time is lost until another begins.
    """
    processes = min(processes, len(jobs) // FEWEST, MOST)
    if processes < 2:
        yield from (_performed(*job) for job in jobs)
        return
    # spawned, as on every system: each imports gmtool anew, and finds kinds of other packages
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (jobs,))
    try:
        with _deaf():  # before a process can turn a deaf ear itself
            going = [pool.submit(_one, place) for place in range(len(jobs))]
        for one in going:
            yield one.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _performed(bill: Bill, number: int) -> Rehearsed | Stuck:
    try:
        game = kinds.of_game(bill.header)
        return Life.of(game, bill, number).to_the_end().told(number)
    except Exception as error:  # whatever the rules of another package may raise
        return Stuck(number, str(error) or type(error).__name__)


_jobs: list[Job] = []
"""What this process may be told to play, where it is one that was started for it."""


def _begin(jobs: Sequence[Job]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started it decides what to do
    _jobs.extend(jobs)


def _one(place: int) -> Rehearsed | Stuck:
    return _performed(*_jobs[place])


@contextmanager
def _deaf() -> Iterator[None]:
    """Interrupts are passed over, and by processes that are started meanwhile for good."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
