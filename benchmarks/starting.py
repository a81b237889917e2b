"""A whole command, in processor time, beside a process that only imports the same libraries"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

import desks
from measuring import Cost, Processes, Size, in_turn

from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request

TYPER, SQLMODEL, JINJA2 = "typer", "typer, sqlmodel", "typer, sqlmodel, jinja2"
LIBRARIES = (TYPER, SQLMODEL, JINJA2)
COMPARED = {
    ("--version",): (TYPER, "≤ 0.9"),
    ("--help",): (TYPER, "≤ 0.9"),
    ("rules", desks.KIND): (TYPER, "≤ 1.3"),
    ("kinds", desks.KIND): (TYPER, "≤ 1.3"),
    ("status",): (SQLMODEL, "≤ 0.4"),
    ("outbox",): (SQLMODEL, "≤ 0.4"),
    ("outbox", "1"): (SQLMODEL, "≤ 0.4"),
    ("due",): (SQLMODEL, "≤ 0.4"),
    ("games",): (SQLMODEL, "≤ 0.4"),
    ("inbox",): (SQLMODEL, "≤ 0.4"),
    ("post", "opening"): (JINJA2, "≤ 0.4"),
    ("pm", desks.NAMES[0], "receipt"): (JINJA2, "≤ 0.4"),
    ("record",): (SQLMODEL, "≤ 0.95"),
    ("close",): (SQLMODEL, "≤ 0.95"),
    ("sent",): (SQLMODEL, "≤ 0.95"),
}
"""Commands, the libraries beside which each stands, and what it is to be."""
OVER_ALL = ("gmtool", "games", "due")
"""Commands over all games, which are compared where many of all kinds go on."""
PEER = "hledger"
"""A command line that reads a journal too, where it is installed."""


def rows(folder: Path, size: Size) -> Iterator[str]:
    with closing(Processes(folder)) as processes:
        yield from _measured(processes, folder, size)


def _measured(processes: Processes, folder: Path, size: Size) -> Iterator[str]:
    database = folder / "games.db"
    desks.set_up(database, "Round 1")
    first, *others = desks.bids()
    record.record(desks.desk(database), Request(*first))
    gmtool = partial(processes.gmtool, database)
    said, drafted, closed = iter(others), count(1), count(1)
    contest: dict[str, Callable[[], Cost]] = {
        " ".join(words): partial(gmtool, *words) for words in COMPARED
    }
    many = folder / "many.db"
    desks.set_up_kinds(many, size.running)
    over_all = {f"{word}, {size.running} games": word for word in OVER_ALL}
    for name, word in over_all.items():
        contest[name] = partial(processes.gmtool, many, *([word] if word != "gmtool" else ()))
    contest["record"] = lambda: gmtool("record", *next(said))
    contest["close"] = lambda: _close(processes, folder / f"close {next(closed)}.db")
    contest["sent"] = lambda: gmtool("sent", str(next(drafted)))
    for these in LIBRARIES:
        contest[f"import {these}"] = partial(processes.python, f"import {these}")
    if shutil.which(PEER):
        journal = _journal(folder / "peer.journal")
        contest[f"{PEER} balance"] = partial(processes.run, PEER, "-f", str(journal), "balance")
    times = in_turn(contest, size.starts)
    for words, (libraries, aim) in COMPARED.items():
        yield times.row(" ".join(words), f"import {libraries}", aim=aim)
    for name in over_all:
        yield times.row(name, f"import {SQLMODEL}", aim="≤ 0.8")
    if shutil.which(PEER):
        yield times.row("status", f"{PEER} balance")


def _close(processes: Processes, database: Path) -> Cost:
    """A window whose deadline is over is closed, in a game of its own."""
    desks.set_up(database, "Round 1", at=desks.BEGIN.plus(timedelta(days=-1)))
    return processes.gmtool(database, "close")


def _journal(file: Path) -> Path:
    """As many bids as there are in a batch, as a journal of the peer's."""
    bids = (f"2026-11-20 {who}\n  bids:{text[4:]}  1\n  {who}\n" for who, text in desks.bids())
    file.write_text("\n".join(bids), encoding="utf-8")
    return file
