"""A whole command, beside a plain process that only imports the same libraries"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import desks
from measuring import Processes, Size, in_turn

LIBRARIES = ("typer", "typer, sqlmodel", "typer, sqlmodel, jinja2")
COMPARED = (
    ("--version", LIBRARIES[0]),
    ("--help", LIBRARIES[0]),
    ("status", LIBRARIES[1]),
    ("record", LIBRARIES[1]),
    ("record", LIBRARIES[2]),
    ("post", LIBRARIES[2]),
)


def rows(folder: Path, size: Size) -> Iterator[str]:
    database, processes = folder / "games.db", Processes(folder)
    desks.set_up(database, "Round 1")
    gmtool = partial(processes.gmtool, "--db", str(database))
    said = iter(desks.bids())
    contest: dict[str, Callable[[], object]] = {
        "--version": partial(processes.gmtool, "--version"),
        "--help": partial(processes.gmtool, "--help"),
        "status": partial(gmtool, "status"),
        "record": lambda: gmtool("record", *next(said)),
        "post": partial(gmtool, "post", "opening"),
        **{f"import {these}": partial(processes.python, f"import {these}") for these in LIBRARIES},
    }
    times = in_turn(contest, size.rounds)
    for command, libraries in COMPARED:
        yield times.row(command, f"import {libraries}")
