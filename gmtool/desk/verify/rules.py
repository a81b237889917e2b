"""Plays a record again by the rules, and compares with it what the record says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import kinds, transcript
from gmtool.desk.session.seals import is_plan, is_sealed
from gmtool.desk.session.session import empty_replay, session_at
from gmtool.desk.verify.evidence import Check, Evidence, Found, counted, misfit, skipped
from gmtool.desk.verify.game_record import Record, parsed
from gmtool.desk.verify.thread import listed
from gmtool.engine import entropy, journal
from gmtool.engine.effective import about, amends, to_come
from gmtool.engine.entries import Entry
from gmtool.engine.files import Misset
from gmtool.engine.game import Game
from gmtool.engine.header import Header
from gmtool.engine.instants import Instant
from gmtool.engine.journal import Journal, Line
from gmtool.engine.ledger import as_posted
from gmtool.engine.options import UnknownOption
from gmtool.engine.policy import read_policy
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import JournalReader, LineRefused
from gmtool.engine.steps import Step
from gmtool.engine.table import wanted
from gmtool.store import GameRecord

_COMPARED = {
    "seals": ("seal",),
    "silences": ("silence",),
    "draws": ("draw", "again"),
    "standings": ("standing",),
}
"""The checks in which remarks of these kinds are held against those that the rules give."""
BY_RULES = (*_COMPARED, "rules", "windows")
"""The checks that need the rules."""


def by_rules(evidence: Evidence) -> list[Check]:
    """The checks that need the rules."""
    if not evidence.seed:
        return [skipped(name, "running") for name in BY_RULES]
    own = journal.tidied(evidence.record.journal)
    try:
        game = kinds.made(kinds.find(own.header.kind).game, own.header.file)
        if not game.adjudicates(own.header.rules):
            why = f"it goes by rules of version {own.header.rules}, which this gmtool lacks"
            return [Check("rules", skipped=why), *_others("no rules")]
        read_policy(own.header.settings, own.header.zone)
        replay = empty_replay(game, own.header)
    except (Misset, UnknownOption, Refusal, ValueError) as error:
        return [unplayed(str(error)), *_others("stopped")]
    except DeskProblem as problem:
        return [Check("rules", skipped=str(problem)), *_others("no rules")]
    return _played(evidence, game, own, replay)


def unplayed(why: str) -> Check:
    """The check of the rules for a record that can't be played by them."""
    return Check("rules", 0, 1, misfit("rules header", why=why))


def _others(why: str) -> list[Check]:
    return [skipped(name, why) for name in BY_RULES if name != "rules"]


def _played(evidence: Evidence, game: Game, own: Journal, replay: Replay) -> list[Check]:
    mode, total = own.header.settings.get("chance", entropy.SEED), len(own.lines)
    reader = JournalReader(replay, mode, check_drawn=True)
    end = own.entries[-1].recorded_at if own.lines else Instant("2000-01-01T00:00:00Z")
    good, fit, bad, last = total, total, None, None
    try:
        entries = reader.read(map(_once_arrived, own.lines), end)
    except LineRefused as error:
        refusal, number = error.refusal, error.line.entry.number
        good, fit, last = number - 1, number - 1, error.line.entry
        why = refusal.sentence()
        bad = misfit("rules refused", number, clause=refusal.clause, why=why)
        windows = skipped("windows", "stopped")
    else:
        pairs = zip(entries, own.entries, strict=False)
        made = next((ours for ours, theirs in pairs if ours.text != theirs.text), None)
        if len(entries) > total:
            made = made or entries[total]
            good, bad = made.number - 1, misfit("rules missing", made.number, said=made.text)
        elif not wanted(game, replay.table).nothing:
            bad = misfit("rules running", total)
        fit -= bool(bad)
        windows = _windows(evidence, replay)
    evidence.replay = replay
    if evidence.record.remarks:
        rest = [*_compared(evidence, replay, own.header, reader.entries[:good], last)]
    else:  # a journal of the host's own, as the check of the chain says
        rest = [skipped(name, "none") for name in _COMPARED]
    return [Check("rules", fit, total, bad), *rest, windows]


def _once_arrived(line: Line) -> Line:
    """A line by which an entry was recorded after it arrived. Where its own says otherwise, the
    check of instants tells so, and the rules go on.
    """
    arrived = to_come(line.entry)
    return replace(line, entry=replace(line.entry, recorded_at=arrived)) if arrived else line


def _compared(
    evidence: Evidence,
    replay: Replay,
    header: Header,
    entries: Sequence[Entry],
    refused: Entry | None,
) -> Iterator[Check]:
    """Whether the remarks behind these entries, the first of the record, are those that such a
    game's has, and the seal of the one behind them that the rules refuse.
    """
    begun = GameRecord(0, header, Instant("2000-01-01T00:00:00Z"))
    session = session_at(begun, replay, entries)
    session.ledger = evidence.ledger
    text, _ = transcript.whole(session, replay.effective, entries, [""] * len(entries))
    both, last = (evidence.record, parsed(text)), len(entries)
    for name, kinds_of in _COMPARED.items():
        theirs, ours = (_lines(record, kinds_of, last) for record in both)
        if name == "seals" and refused:
            number = refused.number
            said = [one.line for one in evidence.record.of("seal") if one.behind == number]
            theirs.update((number, line) for line in said)
            ours.update(
                (number, transcript.sealed(session, f"{number}", refused, replay.table))
                for _ in said[:1]
            )
        none = "none" if last == len(evidence.record.entries) else "stopped"
        yield counted(name, _other(theirs, ours), none=none)


def _lines(record: Record, kinds_of: Collection[str], last: int) -> Counter[tuple[int, str]]:
    """The remarks of these kinds up to an entry, with its number."""
    return Counter((one.behind, one.line) for one in record.of(*kinds_of) if one.behind <= last)


def _other(theirs: Counter[tuple[int, str]], ours: Counter[tuple[int, str]]) -> Found:
    yield from [None] * (theirs & ours).total()
    said, there = dict(theirs - ours), dict(ours - theirs)
    for number in sorted({behind for behind, _ in (*said, *there)}):
        yield misfit("line", number, said=_behind(number, said), there=_behind(number, there))


def _behind(number: int, lines: Iterable[tuple[int, str]]) -> str:
    return next((f"“{line}”" for behind, line in lines if behind == number), "nothing of the kind")


def _windows(evidence: Evidence, replay: Replay) -> Check:
    """Whether the posts that list seals of a window list all of them."""
    if evidence.posts is None:
        return skipped("windows", "posts")
    return counted("windows", _unlisted(evidence, replay), none="none in posts")


def _unlisted(evidence: Evidence, replay: Replay) -> Found:
    shown = listed(evidence)
    digests: dict[int, list[str]] = {}
    for one in evidence.record.of("seal"):
        digests.setdefault(one.number(), []).append(as_posted(one.parts[2]))
    quiet = {
        one.number() for one in evidence.record.of("silence") if as_posted(one.parts[1]) in shown
    }
    # What was put right or put in later is so on record.
    righted = {about(one) for one in replay.on_record if amends(one)}
    of_window: dict[tuple[str, int], list[Step]] = {}
    for step in replay.effective:
        number = step.entry.number
        has_seal = is_sealed(step) and not is_plan(step) and number in digests
        if step.sealed and has_seal and number not in righted:
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
