"""Care of the database: is all well with it, and a copy of it."""

from __future__ import annotations

from pathlib import Path

from gmtool.desk import kinds
from gmtool.desk.answers import Answer
from gmtool.desk.problems import DeskProblem
from gmtool.desk.sitting import Desk, laid
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import replay
from gmtool.render.figures import plural
from gmtool.store import GameRecord, ReadingRoom


def check(desk: Desk) -> Answer:
    """Check the database and replay every game; names each problem found."""
    with desk.store() as store:
        problems = list(store.check())
        with store.reading() as room:
            games = room.games()
            for record in games:
                problems += _problems(room, record)
    found = tuple(problems) or ("nothing amiss",)
    lines = (f"{plural(len(games), 'game')} checked, replayed from the journals:", *found)
    facts = {"games": len(games), "problems": problems}
    return Answer(lines, facts=facts, ok=not problems)


def _problems(room: ReadingRoom, record: GameRecord) -> list[str]:
    header = record.header
    try:
        game = kinds.of_game(header.name, header.kind)
    except DeskProblem as problem:
        return [str(problem)]
    if header.rules != game.rules_version:
        return [f"{header.name}: begun under version {header.rules} of the rules, not replayed"]
    try:
        start = laid(game, header)
    except (Refusal, DeskProblem, ValueError) as error:
        return [f"{header.name}: its set-up doesn't go through: {error}"]
    _, failure = replay(game, start, room.entries(record.id))
    if failure is None:
        return []
    return [
        f"{header.name}: entry {failure.entry.number} doesn't go through the rules "
        f"({failure.refusal}); what comes before it does"
    ]


def backup(desk: Desk, file: str) -> Answer:
    """A consistent copy of the database, also while others use it; never over another file."""
    with desk.store() as store:
        store.backup(Path(file))
    return Answer((f"the database was copied to {file}",), facts={"file": file})
