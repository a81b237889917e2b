"""Messages as players write them, each with what a careful host does: `tests/messages/*.txt`.

A file holds situations, each a journal, and messages that arrive in one of them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path

from gmtool.desk.care import journal_files
from gmtool.desk.desk import Desk
from gmtool.desk.moves import record
from gmtool.desk.moves.requests import Request
from gmtool.engine.instants import Instant

FOLDER = Path(__file__).parent.parent / "messages"
TAKE, ASK, REFUSE, ASIDE = "take", "ask", "refuse", "aside"
_SITUATION = re.compile(r"^situation: (\S+)\n(.*?)\n\.$", re.MULTILINE | re.DOTALL)
_MESSAGE = re.compile(
    r"^message (\d+): (\S+), ([^\n]+)\n=====\n(.*?)\n=====\n(.*?)(?=\n\n|\n?\Z)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Case:
    """A message in a situation; `does` is what a careful host does about it, `moves` what it takes
    or, where it asks, what could be meant, `clause` that by which the rules refuse it.
    """

    kind: str
    number: int
    situation: str
    who: str
    text: str
    does: str
    moves: tuple[str, ...]
    clause: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


def cases(folder: Path = FOLDER) -> Iterator[Case]:
    """All messages, file by file."""
    for file in sorted(folder.glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        for number, situation, who, said, expected in _MESSAGE.findall(text):
            lines = [line.partition(": ") for line in expected.strip().split("\n")]
            does = lines[0][0]
            named = TAKE if does == TAKE else "could"
            moves = tuple(value for key, _, value in lines if key == named)
            clause = lines[0][2] if does == REFUSE else ""
            yield Case(file.stem, int(number), situation, who, said, does, moves, clause)


@cache
def _situations(file: Path) -> dict[str, str]:
    return dict(_SITUATION.findall(file.read_text(encoding="utf-8")))


@dataclass
class Tables:
    """Imports each situation once, and tries messages out on it."""

    folder: Path
    where: Path
    empty: Path
    """An empty database."""

    def applied(self, case: Case) -> dict[str, object]:
        """The facts of what the desk would do about a message; nothing is kept."""
        database = self.where / f"{case.kind}-{case.situation}.db"
        journal = _situations(self.folder / f"{case.kind}.txt")[case.situation]
        last = re.findall(r"^(\d{4}-\S+Z) ", journal, re.MULTILINE)[-1]
        now = Instant.of(Instant(last).moment + timedelta(minutes=5))
        desk = Desk(str(database), now, "corpus")
        if not database.exists():
            shutil.copy(self.empty, database)
            journal_files.import_journal(desk, journal + "\n", case.situation)
        facts: dict[str, object] = record.record(
            desk, Request(case.who, pasted=case.text), dry_run=True
        ).facts
        return facts


def verdict(case: Case, facts: dict[str, object]) -> str:
    """`right`, `missed` where a host is asked that needn't be, or `wrong` where something was
    recorded that shouldn't have been.
    """
    recorded, proposed = facts["recorded"], facts["proposed"]
    assert isinstance(recorded, list)
    assert isinstance(proposed, list)
    assert isinstance(facts["refused"], list)
    refused = [one["clause"] for one in facts["refused"]]
    told = " ".join(map(str, facts["doubts"] or ()))  # type: ignore[call-overload]
    if recorded and tuple(recorded) != case.moves:
        return "wrong"
    if case.does == TAKE:
        return "right" if case.moves in {tuple(recorded), tuple(proposed)} else "missed"
    if recorded:
        return "wrong"
    if case.does == REFUSE:
        return "right" if case.clause in refused or f"({case.clause})" in told else "missed"
    return "right" if not proposed or facts["doubts"] or facts["left"] else "missed"
