"""The benchmark runs and prints every figure; what the figures are is no business of a test."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which

import pytest

SOME = ("appending", "replaying", "moves", "amending", "clicking")
RUN = Path(__file__).parent.parent / "benchmarks" / "run.py"
TYPER, SQLMODEL = "import typer", "import typer, sqlmodel"
JINJA2 = "import typer, sqlmodel, jinja2"
COMPARED = [
    *((command, TYPER) for command in ("--version", "--help")),
    *((f"{command} auction-poker", TYPER) for command in ("rules", "kinds")),
    *((command, SQLMODEL) for command in ("status", "outbox", "outbox 1", "due", "games", "inbox")),
    *((command, JINJA2) for command in ("post opening", "pm Player A receipt")),
    *((command, SQLMODEL) for command in ("record", "close", "sent")),
    *((f"{command}, 7 games", SQLMODEL) for command in ("gmtool", "games", "due")),
    ("record, 3 games", "record, 1 game"),
    ("status, 3 games", "status, 1 game"),
    ("record, 60 entries", "record, 40 entries"),
    ("status, 60 entries", "status, 40 entries"),
    ("record, at a warm desk", "plain sqlite3, the same row"),
    ("append, in the store", "plain sqlite3, the same row"),
    ("60 entries, one long game", "sqlite3 and json"),
    ("entries, games played at random", "sqlite3 and json"),
    *(
        (kind, "json, the same states")
        for kind in ("auction-poker", "split-decision", "grouping-bw", "big-two", "ten-skip")
    ),
    ("entries", "replay"),
    ("GET, the page", "sqlite3, the entries"),
    ("GET, and POST of a bid", "sqlite3, the entries"),
]
PEER = ("status", "hledger balance")
"""What is compared where it is installed."""
FIGURE = r"[\d,.]+ (?:ms|a second)(?: +\d+ MB)?"


@pytest.mark.slow
@pytest.mark.long
def test_every_figure_is_printed() -> None:
    peer = [PEER] * bool(which("hledger"))
    prints([*COMPARED[:18], *peer, *COMPARED[18:]])


@pytest.mark.slow
def test_every_figure_of_some_parts_is_printed() -> None:
    prints(COMPARED[22:], "--only", *SOME)


def prints(compared: Sequence[tuple[str, str]], *words: str) -> None:
    """The benchmark, run with these words, prints these figures."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(RUN), "--quick", *words],
        env={**os.environ, "GMTOOL_DB": "/nowhere/games.db", "GMTOOL_GAME": "another"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if re.search(FIGURE, line)]
    assert len(rows) == len(compared)
    for row, (who, beside) in zip(rows, compared, strict=True):
        figures = rf"{re.escape(who)} +{FIGURE} +{re.escape(beside)} +{FIGURE} +[\d,]+\.\d\d\d"
        assert re.search(rf"(^  |[0-9] ){figures}( +[≤≥] [\d.]+)?$", row), row
