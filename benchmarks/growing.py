"""A command where there is much, beside the same where there is little; flat would be 1.00"""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import desks
from measuring import Cost, Processes, Size, in_turn

SEALED = 20
"""Bids in the short game and in the long one."""


def rows(folder: Path, size: Size) -> Iterator[str]:
    one, many = folder / "one.db", folder / "many.db"
    desks.set_up_many(many, size.games - 1)
    for database in (one, many):
        desks.set_up(database, "The last one")
    yield from _compared(folder, (f"{size.games:,} games", many), ("1 game", one), size)

    short, long = folder / "short.db", folder / "long.db"
    desks.import_game(short, size.short, SEALED)
    desks.import_game(long, size.long, SEALED)
    large, small = f"{size.long:,} entries", f"{size.short:,} entries"
    yield from _compared(folder, (large, long), (small, short), size)


def _compared(
    folder: Path, much: tuple[str, Path], little: tuple[str, Path], size: Size
) -> Iterator[str]:
    with closing(Processes(folder)) as processes:
        yield from _measured(processes, much, little, size)


def _measured(
    processes: Processes, much: tuple[str, Path], little: tuple[str, Path], size: Size
) -> Iterator[str]:
    contest: dict[str, Callable[[], Cost]] = {}
    for what, database in (much, little):
        gmtool = partial(processes.gmtool, database)
        said = iter(desks.bids()[SEALED:])
        contest[f"record, {what}"] = partial(_record, gmtool, said)
        contest[f"status, {what}"] = partial(gmtool, "status")
    times = in_turn(contest, size.rounds)
    for command in ("record", "status"):
        yield times.row(f"{command}, {much[0]}", f"{command}, {little[0]}", aim="≤ 1.1")


def _record(gmtool: Callable[..., Cost], said: Iterator[tuple[str, str]]) -> Cost:
    return gmtool("record", *next(said))
