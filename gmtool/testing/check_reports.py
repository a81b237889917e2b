"""Reports: nobody who looks over the host's shoulder learns what not everybody may know.

Pairs of games that everybody takes for the same (`check_secrets`) are put on two desks, and what
they show is compared: every report of the command line that stands without `--secret`, what a press
of Tab offers, and every page of the browser with secrets off (`standing`).

And a game of the kind goes out of one database and into another, and nothing is amiss.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from gmtool.desk.care import check, journal_files
from gmtool.desk.desk import Desk
from gmtool.desk.moves import record, undo
from gmtool.desk.moves.requests import Request
from gmtool.desk.problems import DeskProblem
from gmtool.desk.reports import log
from gmtool.desk.reports.all_games import games
from gmtool.desk.reports.status import status
from gmtool.desk.texts import outbox, posts
from gmtool.engine import entropy, journal
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC
from gmtool.engine.header import Header
from gmtool.engine.steps import Step
from gmtool.engine.table import openly, wanted
from gmtool.engine.text import CHANCE
from gmtool.store import Store
from gmtool.testing.broken import need, shown_by
from gmtool.testing.check_secrets import DIGEST, DONE, Pair, pairs_of
from gmtool.testing.played import LATER, Played, Subject
from gmtool.testing.standing import Report, offered, pages, reports

PAIRS, TRIED = 1, 6
"""So many pairs of a game are looked at, if among so many are such that can be."""

Desks = tuple[Desk, Desk]
"""One with each of the games of a pair."""


def no_report_tells_a_secret(subject: Subject) -> None:
    """In pairs of games that everybody takes for the same, reports and pages are the same, too."""
    tried = compared = 0
    for played in subject.random():
        of_this = 0
        for place, pair in _from_all_over(played)[:TRIED]:
            tried += 1
            one = played.taken[place]
            journal_of = partial(played.text, one.entry.number)
            with (
                shown_by(one.entry, journal_of, played.game.kind),
                TemporaryDirectory() as folder,
            ):
                desks = at_desks(played, pair, Path(folder))
                if desks:
                    show_the_same(desks, pair)
                    of_this += 1
            if of_this == PAIRS:
                break
        compared += of_this
    need(
        compared or not tried, "no two games look so alike at a desk that reports can be compared."
    )


def _from_all_over(played: Played) -> list[tuple[int, Pair]]:
    """The pairs in which everybody is in the dark, first some that lie apart."""
    found = [
        (place, pair)
        for place, pair in pairs_of(played)
        if PUBLIC in pair.viewers
        and _moved(pair.left) == _moved(pair.right)
        and (pair.entry.who != CHANCE or not any(one.takes_back for one in _before(played, pair)))
    ]  # typed, a draw would be what the next undo is about
    apart = 1 + len(found) // (1 + PAIRS)
    return [one for first in reversed(range(apart)) for one in found[first::apart]]


def _before(played: Played, pair: Pair) -> tuple[Entry, ...]:
    return played.entries[: pair.entry.number - 1]


def _moved(step: Step) -> list[object]:
    """Who has moved in which window: of those that are public, that stands in a report."""
    is_done = str(step.move) == DONE
    return [step.window, is_done, *(window.moved for window in openly(step.table))]


def at_desks(played: Played, pair: Pair, folder: Path) -> Desks | None:
    """Two desks with the pair, and reminders drafted; None where it isn't one for who counts the
    entries and the texts that follow.
    """
    at = pair.entry.recorded_at
    desks = tuple(
        Desk(str(folder / f"{side}.db"), at, "promises", clock=str(at))
        for side in ("left", "right")
    )
    before = _before(played, pair)
    if pair.entry.who == CHANCE:
        for desk, entry in zip(desks, (pair.entry, pair.other), strict=True):
            _import(desk, *_typed(played.header, (*before, entry)))
    else:
        _import(desks[0], played.header, before)
        shutil.copy(str(desks[0].where), str(desks[1].where))
        for desk, entry in zip(desks, (pair.entry, pair.other), strict=True):
            record.record(desk, _request(entry))
    for desk in desks:
        with suppress(DeskProblem):  # nobody may be waited for
            posts.remind(desk, queue=True)
    return (desks[0], desks[1]) if _count_the_same(desks) else None


def _count_the_same(desks: Iterable[Desk]) -> bool:
    """Whether they have as many entries and texts, which any report tells."""
    many = {(row["entry"], row["unsent"]) for desk in desks for row in games(desk).facts}
    return len(many) == 1


def _import(desk: Desk, header: Header, entries: tuple[Entry, ...]) -> None:
    Store.open(str(desk.where)).close()
    journal_files.import_journal(desk, journal.write(header, entries), "the journal")


def _typed(header: Header, entries: tuple[Entry, ...]) -> tuple[Header, tuple[Entry, ...]]:
    """The game as if its host had drawn elsewhere: what chance gave may then be anything."""
    settings = {**header.settings, "chance": entropy.TYPED}
    typed = (replace(one, drawn=one.drawn and "typed") for one in entries)
    return replace(header, settings=settings, seed=""), tuple(typed)


def _request(entry: Entry) -> Request:
    return Request(entry.who, entry.text, at=str(entry.received_at), late=entry.late)


def show_the_same(desks: Desks, pair: Pair) -> None:
    """Raise Broken where something that stands on a screen tells which of the two desks it is:
    right after the pair has parted, and when that is taken back and more is typed.
    """
    secrets = [log.log(desk, secret=True).facts for desk in desks]
    need(secrets[0] != secrets[1], f"even `log --secret` doesn't tell {pair.what}.")
    _compare(desks, pair)
    for desk in desks:
        _take_back(desk, pair)
    if _count_the_same(desks):
        _compare(desks, pair)


def _compare(desks: Desks, pair: Pair) -> None:
    left, right = map(shown_at, desks)
    for what in {**left, **right}:
        where = _differs(left.get(what, ""), right.get(what, ""))
        need(not where, f"“{what}” tells everybody {pair.what}:\n{where}")


def _take_back(desk: Desk, pair: Pair) -> None:
    """Take back the last entry; then send a message and a move, other words at each desk, that no
    game understands.
    """
    undo.undo(desk, None)
    who, words = pair.left.who, f"{Path(desk.shown).stem}?"
    with suppress(DeskProblem):  # it may have been chance that spoke
        record.record(desk, Request(who, pasted=words))
    with suppress(DeskProblem):
        record.record(desk, Request(who, words))


def shown_at(desk: Desk) -> dict[str, str]:
    """All that a desk shows without being asked for secrets, by what shows it; digests are replaced
    by `#`.
    """
    with desk.store() as store:
        here = replace(desk, at_hand=store)
        found = {f"gmtool {one.words}".rstrip(): told_by(one, here) for one in reports()}
        # what is copied from a page is written as JSON there
        shown = ((address, body.replace(r"\u00b7", "·")) for address, body in pages(here))
        found |= {f"the page {address}": body for address, body in shown}
    found |= {f"Tab behind gmtool {words}": repr(offers) for words, offers in offered(desk)}
    return {what: DIGEST.sub("#", text).replace(desk.shown, "#") for what, text in found.items()}


def told_by(report: Report, desk: Desk) -> str:
    """What a report prints, for a person and for a program."""
    try:
        if report.writes:
            file = Path(desk.shown).with_suffix(".txt")
            report.function(desk, **{report.writes: str(file)})
            return file.read_text("utf-8") if file.exists() else ""
        answer = report.function(desk, **report.given)
    except DeskProblem as problem:
        return str(problem)
    hints = (f"{hint.command}  {hint.why}" for hint in answer.hints)
    texts = (text.body for text in answer.texts)
    return "\n".join((*answer.lines, *texts, *hints, repr(answer.facts)))


def _differs(left: str, right: str) -> str:
    """The first lines in which two texts differ; empty where they are the same."""
    lines = zip_longest(left.split("\n"), right.split("\n"), fillvalue="")
    return next((f"{one}\nor\n{other}" for one, other in lines if one != other), "")


GAMES = 1
"""So many random games and so many recorded ones are taken to a desk."""


def a_desk_takes_it_in_and_out(subject: Subject) -> None:
    """A journal is imported and exported byte for byte; `status`, `outbox` and `check` answer; the
    public export of a game that is over can be imported, too.
    """
    for some in (subject.random(), subject.recorded()):
        for played, _ in zip(some, range(GAMES), strict=False):
            with shown_by(None, played.text, subject.game.kind), TemporaryDirectory() as folder:
                _at_a_desk(played, Path(folder) / "games.db")


def _at_a_desk(played: Played, database: Path) -> None:
    Store.open(database).close()
    desk = Desk(str(database), LATER, "promises")
    text = played.text()
    journal_files.import_journal(desk, text, "the journal")
    exported = journal_files.export(desk).facts["text"]
    whole = journal.with_end_line((journal_files.WHOLE_GAME, *text.splitlines()[:-1]))
    need(exported == whole, "the game isn't exported as it was imported.")
    need(status(desk).lines, "`status` says nothing.")
    outbox.outbox(desk)
    amiss = check.check(desk)
    need("nothing amiss" in "\n".join(amiss.lines), f"`check` finds: {' '.join(amiss.lines)}")
    if wanted(played.game, played.replay.table).nothing:
        public = journal_files.export(desk, public=True).facts["text"]
        journal_files.import_journal(desk, public, "the public journal", f"{played.header.name} II")
