"""Makes the databases of a release, with running games of every kind in every phase:

    python tests/releases/make.py GMTOOL_PROGRAM FOLDER [SCRIPT …]

runs the scripts in `games`, or those named, with that program, each in a database of its own, and
keeps in the folder each database, packed, and what `status --secret --json` says of each game. A
script is written as those of `gmtool demo` are (`gmtool.cli.script`), with two more commands:

    cut KIND/NAME until PHASE TIMES
    fork NAME

`cut` imports the recorded game of that name up to where the phase is come to for that many times, 1
where it isn't said, and records the entry that comes to it. It is then called `PHASE, NAME`. `fork`
leaves the current game where it is, and goes on with a copy of it, of that name.

Where a game comes to what phase is found with the gmtool that runs this: it should be that of the
release, as it is in the folder from which the release is built.
"""

from __future__ import annotations

import gzip
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gmtool.cli import script
from gmtool.desk.session import empty_replay
from gmtool.engine import journal
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.header import Header
from gmtool.engine.wording import HOST
from gmtool.games import BUILT_IN, load

HERE = Path(__file__).parent
SCRIPTS = HERE / "games"
RECORDED = HERE.parent / "recorded"
NOW = "2028-03-01T12:00:00Z"
"""When `status` is asked for: later than anything that the scripts do."""
UNKEPT = ("next", "waiting")
"""What `status` says that isn't the game's state; a later version may well word it otherwise."""


@dataclass
class Host:
    """Runs commands of a program on one database. `game` is the one that was begun last; `ahead`
    has what a time of the script stands for after a cut, since a recorded game has its own times.
    """

    program: str
    database: Path
    game: str = ""
    ahead: dict[str, str] = field(default_factory=dict)

    def __call__(self, words: list[str], now: str, pasted: str = "", expected: int = 0) -> str:
        """What the command prints; it must end with the code that is expected."""
        env = {key: value for key, value in os.environ.items() if not key.startswith("GMTOOL_")}
        # no terminal of this machine gets into the databases
        env |= {"GMTOOL_DB": str(self.database), "GMTOOL_NOW": now, "LOGNAME": "host"}
        if words[0] not in {"new", "import"}:
            env["GMTOOL_GAME"] = self.game
        done = subprocess.run(
            [self.program, *words],
            input=pasted,
            env=env,
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode != expected:
            told = f"{shlex.join(words)} ended with {done.returncode}, not {expected}"
            raise SystemExit(f"{self.database.name}, {now}: {told}\n{done.stdout}{done.stderr}")
        return done.stdout

    def facts(self, *words: str) -> Any:
        """What the command says as JSON."""
        return json.loads(self([*words, "--json"], NOW))

    def play(self, step: script.Typed) -> None:
        """Run a command of a script."""
        program, *words = shlex.split(step.line)
        now = self.ahead.get(step.now, step.now)
        if program == "cut":
            self.ahead = {step.now: self.cut(*words)}
        elif program == "fork":
            self.take_in(words[0], self(["export"], now), now)
        else:
            begins = words[0] == "new"
            self(words, step.now if begins else now, step.pasted, step.expected)
            self.game = words[2] if begins else self.game

    def take_in(self, name: str, text: str, now: str) -> None:
        """Import a journal under that name."""
        self(["import", "-", "--as", name], now, text)
        self.game = name

    def cut(self, recorded: str, _until: str, phase: str, times: str = "1") -> str:
        """Import a recorded game up to a phase; the entry that comes to it is recorded, and when
        that was is returned.
        """
        read = journal.read((RECORDED / f"{recorded}.journal").read_text(encoding="utf-8"))
        entries = [line.entry for line in read.lines]
        number = _comes_to(read.header, entries, phase, int(times))
        while entries[number - 1].drawn == "seed":  # it follows by itself
            number -= 1
        last = entries[number - 1]
        text = journal.write(read.header, entries[: number - 1])
        name = f"{phase}, {Path(recorded).name}" + (f", {times}" if times != "1" else "")
        self.take_in(name, text, last.recorded_at)
        self(["record", *_typed(last)], last.recorded_at)
        return last.recorded_at


def _comes_to(header: Header, entries: list[Entry], phase: str, times: int) -> int:
    """The number of the entry with which the game comes to that phase for the nth time."""
    game = load(BUILT_IN[header.kind])
    play, was = empty_replay(game, header), ""
    for number, entry in enumerate(entries, 1):
        play.apply(replace(entry, number=number))
        now = game.view(play.table.state, PUBLIC)["phase"]
        times -= now == phase != was
        was = now
        if not times:
            return number
    raise SystemExit(f"{header.name} doesn't come to {phase} so often.")


def _typed(entry: Entry) -> Iterator[str]:
    """The words with which a host records an entry."""
    yield entry.who
    yield from shlex.split(entry.text) if entry.who == HOST else (entry.text,)
    yield from ("--at", entry.received_at)
    for option, value in (("--late", entry.late), ("--link", entry.link), ("--note", entry.note)):
        if value:
            yield from (option, value)


def make(program: str, folder: Path, names: Sequence[str]) -> None:
    """The databases of that program, and what it says of their games."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in [SCRIPTS / f"{name}.txt" for name in names] or sorted(SCRIPTS.glob("*.txt")):
        with TemporaryDirectory() as work:
            host = Host(program, Path(work) / f"{path.stem}.db")
            for step, _ in script.read(path.read_text(encoding="utf-8")).steps(None):
                if isinstance(step, script.Typed):
                    host.play(step)
            told = [_told(host, game["game"]) for game in host.facts("games")]
            lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in told)
            packed = gzip.compress(host.database.read_bytes(), mtime=0)
            (folder / f"{path.stem}.db.gz").write_bytes(packed)
            status = f"[\n{lines}\n]\n"
            (folder / f"{path.stem}.json.gz").write_bytes(gzip.compress(status.encode(), mtime=0))
        sys.stdout.write(f"{path.stem}: {len(told)} games, {len(packed):,} bytes\n")


def _told(host: Host, name: str) -> dict[str, Any]:
    status = host.facts("status", "--game", name, "--secret")
    return {key: value for key, value in status.items() if key not in UNKEPT}


if __name__ == "__main__":
    make(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
