"""A command where there is much, beside the same where there is little; flat would be 1.00"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import desks
from measuring import Processes, Size, in_turn

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
    processes = Processes(folder)
    contest = {}
    for what, database in (much, little):
        gmtool = partial(processes.gmtool, "--db", str(database))
        said = iter(desks.bids()[SEALED:])
        contest[f"record, {what}"] = partial(_record, gmtool, said)
        contest[f"status, {what}"] = partial(gmtool, "status")
    times = in_turn(contest, size.rounds)
    for command in ("record", "status"):
        yield times.row(f"{command}, {much[0]}", f"{command}, {little[0]}")


def _record(gmtool: partial[None], said: Iterator[tuple[str, str]]) -> None:
    gmtool("record", *next(said))
