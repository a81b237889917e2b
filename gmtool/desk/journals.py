"""The journal as a text: log, export and import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from gmtool.desk import kinds, next_steps
from gmtool.desk.answers import Answer, Text, table
from gmtool.desk.problems import DeskProblem, FileProblem, TurnedAway, UsageProblem
from gmtool.desk.setting_up import check_header
from gmtool.desk.sitting import Desk, Sitting, laid, load, the_game
from gmtool.engine import journal, modes
from gmtool.engine.chance import SEED_BYTES
from gmtool.engine.entries import Entry
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Header, Journal, Misread
from gmtool.engine.moves import Move
from gmtool.engine.options import UnknownOption
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Fold, LineRefused, Reader, live, replay
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.render.when import deadline, when
from gmtool.store import NameTaken

SEALED = "(sealed)"
RUNNING = "# what everybody may know of a game that goes on; sealed moves are left out"
"""The first line of a public export that is no whole journal."""


def log(desk: Desk, number: int | None = None, *, secret: bool = False) -> Answer:
    """The journal for a host's eyes: every entry, those taken back marked; sealed moves are shown
    with `secret`, or of one entry asked for by its number.
    """
    with desk.store() as store, store.reading() as room:
        record = the_game(room, desk)
        entries = room.entries(record.id)
    name, zone = record.header.name, ZoneInfo(record.header.zone)
    moves, ended = _moves(record.header, entries)
    standing = {entry.number for entry in live(entries)}
    complete = secret or ended or number is not None
    rows = [_row(entry, moves, standing, secret=complete) for entry in entries]
    if number is not None:
        rows = [row for row in rows if row["number"] == number]
        if not rows:
            raise DeskProblem(f"{name}: there is no entry {number}.")
        lines = [f"{name}: entry {number}", *_whole(rows[0], zone)]
        return Answer(tuple(lines), facts=rows)
    cells = [
        (
            str(row["number"]),
            when(row["received"].moment, zone, short=True),
            row["who"],
            next_steps.shortened(row["move"]),
            row["state"],
        )
        for row in rows
    ]
    return Answer((f"{name}: {len(rows)} entries", *table(cells)), facts=rows)


def _moves(header: Header, entries: tuple[Entry, ...]) -> tuple[dict[int, Move], bool]:
    """The live moves as far as they go through the rules, and whether the game has ended, and its
    secrets with it. A log is shown all the same where they don't, or where the game was begun
    under other rules.
    """
    game = kinds.find(header.kind).game
    if header.rules != game.rules_version:
        return {}, False
    fold, _ = replay(game, laid(game, header), header.aliases, entries)
    moves = {step.entry.number: step.move for step in fold.live}
    return moves, wanted(game, fold.table).nothing


def _row(
    entry: Entry, moves: dict[int, Move], standing: set[int], *, secret: bool
) -> dict[str, Any]:
    move = moves.get(entry.number)
    public = move.public if move else entry.text if entry.takes_back else ""
    stands = entry.takes_back or entry.number in standing
    return {
        "number": entry.number,
        "who": entry.who,
        "move": entry.text if secret else public or SEALED,
        "received": entry.received_at,
        "recorded": entry.recorded_at,
        "from": entry.source,
        "link": entry.link,
        "late": entry.late,
        "note": entry.note if secret else "",
        "raw": entry.raw if secret else "",
        "drawn": entry.drawn,
        "state": "" if stands else "taken back",
    }


def _whole(row: dict[str, Any], zone: ZoneInfo) -> Iterator[str]:
    for key, value in row.items():
        if value not in ("", None):
            shown = deadline(value.moment, zone) if isinstance(value, Instant) else value
            yield f"  {key}: {shown}"


def export(desk: Desk, file: str | None = None, *, public: bool = False) -> Answer:
    """The game in the journal's text form. A public one of a running game holds what everybody
    may know; once the game has ended both hold every entry and the seed.
    """
    with desk.store() as store, store.reading() as room:
        record = the_game(room, desk)
        entries = room.entries(record.id)
        sitting = load(room, record) if public else None
        steps = sitting.fold(room).live if sitting else []
    header = record.header
    if sitting is not None:
        text, entries = _public_part(sitting, steps, entries)
    else:
        text = journal.write(header, entries)
    if file is None or file == "-":
        facts = {"game": header.name, "entries": len(entries), "text": text}
        line = f"{header.name}: {len(entries)} entries"
        return Answer((line,), (Text("journal", text),), facts=facts)
    _write_file(Path(file), text)
    return Answer(
        (f"{header.name}: {len(entries)} entries written to {file}",), facts={"file": file}
    )


def _public_part(
    sitting: Sitting, steps: Sequence[Step], entries: tuple[Entry, ...]
) -> tuple[str, tuple[Entry, ...]]:
    """What everybody may know of the journal by now: all of it once the game has ended."""
    if sitting.ended:
        entries = tuple(map(_bare, entries))
        return journal.write(sitting.header, entries), entries
    by_number = {step.entry.number: step for step in steps}
    entries = tuple(_bare(entry) for entry in entries if _is_public(entry, by_number))
    return f"{RUNNING}\n{journal.write(replace(sitting.header, seed=''), entries)}", entries


def _bare(entry: Entry) -> Entry:
    """An entry without the host's own remarks and the text as it was pasted."""
    return replace(entry, note="", raw="")


def _is_public(entry: Entry, steps: dict[int, Step]) -> bool:
    step = steps.get(entry.number)
    return step is not None and step.move.public == entry.text


def _write_file(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        path.chmod(0o600)
    except FileExistsError as error:
        raise FileProblem(f"{path} is there already; nothing was written over it.") from error
    except OSError as error:
        raise FileProblem(f"{path} can't be written: {error.strerror}.") from error


def import_journal(desk: Desk, text: str, source: str, name: str = "") -> Answer:
    """A game from its journal, made current. Refuses at the first line that the rules refuse,
    quoting its number, its text and the clause, and writes nothing.
    """
    if RUNNING in text.splitlines():
        raise UsageProblem(
            f"{source} is the public part of a running game; without the sealed moves it can't be "
            "played again. Import a full export, or the public one made after the end."
        )
    try:
        read = journal.read(text)
    except Misread as error:
        raise FileProblem(
            f"{source}, line {error.line_number}: {error.why}: “{error.line.strip()}”"
        ) from error
    header = replace(read.header, name=name or read.header.name)
    game = _checked(header, source)
    if not header.seed:
        import secrets

        header = replace(header, seed=secrets.token_bytes(SEED_BYTES).hex())
    fold, entries = _folded(game, header, read, desk, source)
    with desk.store() as store, store.writing() as room:
        try:
            record = room.add_game(header, desk.now)
        except NameTaken as taken:
            raise DeskProblem(
                f"{header.name}: there is a game of that name already; give another with --as."
            ) from taken
        redoable = fold.redoable()
        sitting = Sitting(
            record,
            game,
            fold.table,
            len(entries),
            fold.last_said(),
            redoable.number if redoable else None,
        )
        room.append(record.id, entries, desk.terminal)
        room.put_head(record.id, sitting.head())
        room.use(record.id)
    lines = [
        f"{header.name}: {len(entries)} entries imported from {source}; now the current game",
        *(f"  {line}" for line in next_steps.standing(desk, sitting)),
    ]
    facts = {"game": header.name, "entries": len(entries)}
    return Answer(tuple(lines), hints=next_steps.hints(desk, sitting), facts=facts)


def _checked(header: Header, source: str) -> Game:
    from gmtool.desk.times import TimeProblem, read_zone

    game = kinds.find(header.kind).game
    if header.rules != game.rules_version:
        raise DeskProblem(
            f"{source}: the journal is of version {header.rules} of the rules; this gmtool "
            f"adjudicates version {game.rules_version} of {game.title}."
        )
    try:
        check_header(header)
        read_zone(header.zone)
        laid(game, header)
    except (UnknownOption, TimeProblem) as error:
        raise UsageProblem(f"{source}: {error}") from error
    except Refusal as refusal:
        raise DeskProblem(
            f"{source}: refused ({refusal.clause}): {refusal.sentence()}"
        ) from refusal
    return game


def _folded(
    game: Game, header: Header, read: Journal, desk: Desk, source: str
) -> tuple[Fold, tuple[Entry, ...]]:
    """The journal folded, chance lines that are missing drawn from the seed."""
    fold = Fold(game, laid(game, header), header.aliases)
    mode = header.settings.get("chance", modes.SEED)
    reader = Reader(fold, bytes.fromhex(header.seed), mode, bool(read.header.seed))
    try:
        return fold, reader.read(read.lines, desk.now)
    except LineRefused as error:
        raise _refused(error, header.name, source) from error


def _refused(error: LineRefused, name: str, source: str) -> TurnedAway:
    line, refusal = error.line, error.refusal
    return TurnedAway(
        name,
        refusal.clause,
        refusal.quoted,
        f"{refusal.sentence()}\n"
        f"  {source}, line {line.line_number}: {line.text}\n"
        "  nothing was imported",
    )
