"""Plays a record again by the rules, and compares with it what the record says."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.desk import kinds, texts
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import empty_replay
from gmtool.desk.standings import all_standings
from gmtool.desk.verifying.given import Check, Given, Misfit, counted, misfit, skipped
from gmtool.desk.verifying.record import Record
from gmtool.desk.verifying.thread import listed
from gmtool.engine import journal, modes
from gmtool.engine.amending import to_come
from gmtool.engine.files import Misset
from gmtool.engine.frozen import replace
from gmtool.engine.game import Game
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Journal, Line, Misread
from gmtool.engine.ledger import short
from gmtool.engine.options import UnknownOption
from gmtool.engine.policy import read_policy
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import LineRefused, Reader, Replay
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted

BY_RULES = ("rules", "standings", "windows")
"""The checks that need the rules."""


def by_rules(all_: Given) -> list[Check]:
    """The checks that need the rules."""
    record = all_.record
    if not record.seed:
        return [skipped(name, "running") for name in BY_RULES]
    try:
        read = journal.tidied(journal.read(_bare(record)))
        game = kinds.made(kinds.find(read.header.kind).game, read.header.file)
        if not game.adjudicates(read.header.rules):
            why = f"it goes by rules of version {read.header.rules}, which this gmtool lacks"
            return [Check(name, skipped=why) for name in BY_RULES]
        read_policy(read.header.settings, read.header.zone)
        replay = empty_replay(game, read.header)
    except Misread as error:
        bad = misfit("rules header", why=f"line “{error.line.strip()}”: {error.why}.")
    except (Misset, UnknownOption, Refusal, ValueError) as error:
        bad = misfit("rules header", why=str(error))
    except DeskProblem as problem:
        return [Check(name, skipped=str(problem)) for name in BY_RULES]
    else:
        return _played(all_, game, read, replay)
    return [Check("rules", 0, 1, bad), *(skipped(name, "stopped") for name in BY_RULES[1:])]


def _bare(record: Record) -> str:
    """The journal in a record, in the form that has no end line."""
    header = [line for line in record.header_lines if not line.startswith("trust:")]
    lines = [journal.OLDER_FIRST_LINE, *header, journal.END_OF_HEADER, *record.entry_lines]
    return "".join(f"{line}\n" for line in lines)


def _played(all_: Given, game: Game, read: Journal, replay: Replay) -> list[Check]:
    mode, total = read.header.settings.get("chance", modes.SEED), len(read.lines)
    reader = Reader(replay, mode, check_drawn=True)
    end = read.entries[-1].recorded_at if read.lines else Instant("2000-01-01T00:00:00Z")
    bad = None
    try:
        entries = reader.read(map(_once_arrived, read.lines), end)
    except LineRefused as error:
        refusal, number = error.refusal, error.line.entry.number
        bad = misfit("rules refused", number, clause=refusal.clause, why=refusal.sentence())
        check = Check("rules", number - 1, total, bad)
        return [check, *(skipped(name, "stopped") for name in BY_RULES[1:])]
    pairs = zip(entries, read.entries, strict=False)
    made = next((ours for ours, theirs in pairs if ours.text != theirs.text), None)
    if len(entries) > total:
        made = made or entries[total]
        bad = misfit("rules missing", made.number, said=made.text)
    elif not wanted(game, replay.table).nothing:
        bad = misfit("rules running", total)
    all_.replay = replay
    standing = counted("standings", _standings(all_, game, replay))
    played = Check("rules", total - bool(bad), total, bad)
    return [played, standing, *_windows(all_, replay)]


def _once_arrived(line: Line) -> Line:
    """A line by which an entry was recorded after it arrived. Where its own says otherwise, the
    check of instants tells so, and the rules go on.
    """
    arrived = to_come(line.entry)
    return replace(line, entry=replace(line.entry, recorded_at=arrived)) if arrived else line


def _standings(all_: Given, game: Game, replay: Replay) -> Iterator[Misfit | None]:
    said = {one.number(): one.parts[1] for one in all_.record.of("standing")}
    ours = all_standings(game, replay.live)
    for number in sorted({*said, *ours}):
        there = ours.get(number, "not the end of anything")
        if number not in said:
            yield misfit("standing missing", number, there=there)
        else:
            fits = said[number] == there
            bad = misfit("standing other", number, said=said[number], there=there)
            yield None if fits else bad


def _windows(all_: Given, replay: Replay) -> list[Check]:
    """Whether the posts that list seals of a window list all of them."""
    if all_.posts is None:
        return [skipped("windows", "posts")]
    return [counted("windows", _unlisted(all_, replay), none="none in posts")]


def _unlisted(all_: Given, replay: Replay) -> Iterator[Misfit | None]:
    shown = listed(all_)
    digests: dict[int, list[str]] = {}
    for one in all_.record.of("seal"):
        digests.setdefault(one.number(), []).append(short(one.parts[2]))
    quiet = {one.number() for one in all_.record.of("silence") if short(one.parts[1]) in shown}
    of_window: dict[tuple[str, int], list[Step]] = {}
    for step in replay.live:
        number = step.entry.number
        # What was put right or put in later is so on record.
        has_seal = texts.is_sealed(step) and not texts.is_plan(step) and number in digests
        if step.sealed and has_seal and not all_.course.about(number):
            of_window.setdefault(step.sealed, []).append(step)
        for window in step.closed:
            steps = of_window.pop((window.key, window.entry), [])
            if window.announced:  # of which the last of each player is listed alone
                steps = [*{one.who: one for one in steps}.values()]
            sealed = [one.entry.number for one in steps]
            is_listed = {n: any(one in shown for one in digests[n]) for n in sealed if n <= number}
            if any(is_listed.values()) or number in quiet:
                for own, is_there in is_listed.items():
                    yield None if is_there else misfit("window seal", own, close=number)
