"""Reminders in all running games of whatever closes soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from gmtool.desk import glance
from gmtool.desk.addresses import Book
from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk
from gmtool.desk.drafting import Outgoing
from gmtool.desk.loading import load, windows_in_brief
from gmtool.desk.posting import reminder
from gmtool.desk.problems import DeskProblem, UsageProblem
from gmtool.desk.reconciling import put
from gmtool.desk.reminded import Reminded, reminded
from gmtool.desk.reminders import by_player, is_quiet
from gmtool.desk.session import Session
from gmtool.desk.writing import Writer
from gmtool.engine.game import Turn
from gmtool.engine.instants import Instant, minutes_in
from gmtool.engine.wording import casefolded, plural
from gmtool.render.when import span
from gmtool.store import GameRecord, ReadingRoom, Store, WritingRoom


def remind_due(desk: Desk, typed: str) -> Answer:
    """Draft reminders to those who are quiet in a window that closes for them within the time
    `typed`, in all running games but paused ones. Nobody is reminded of a window twice. A game that
    can't be replayed here, or whose templates have a mistake, is named and left out.

    Raises UsageProblem for a text that is no length of time.
    """
    minutes = minutes_in(typed)
    if not minutes:
        raise UsageProblem(
            f"“{typed}” is no length of time; --due takes one such as 6h, 90m or 1d 2h, and no "
            "names: it is about everybody in all running games."
        )
    within = timedelta(minutes=minutes)
    with desk.store() as store:
        with store.reading() as room:
            games = list(_closing(room, desk.now, within))
        games.sort(key=lambda one: casefolded(one.header.name))
        parts = [_part(desk, store, record, within) for record in games]
    rows = [row for part in parts for row in part.rows]
    many = sum(row["drafted"] for row in rows)
    line = f"{plural(many, 'reminder')} drafted for what closes within {span(within)}"
    cells = [cell for part in parts for cell in part.cells]
    skipped = (line for part in parts for line in part.lines)
    hints = [hint for part in parts for hint in part.hints]
    if many:
        hints.append(Hint(desk.commands.line("outbox", "--all-games"), "all that is to go out"))
    return Answer((line, *table(cells), *skipped), hints=tuple(hints), facts=rows)


def _closing(room: ReadingRoom, now: Instant, within: timedelta) -> Iterator[GameRecord]:
    """The games in which a window closes for somebody within that time, and those of which it can't
    be told.
    """
    for record, head in glance.running(room):
        windows = head.brief.get("windows") if head else None
        if head and head.paused:
            continue
        deadlines = (Instant(one) for window in windows or () for one in window["deadlines"])
        if windows is None or any(_is_soon(one, now, within) for one in deadlines):
            yield record


def _is_soon(deadline: Instant, now: Instant, within: timedelta) -> bool:
    return timedelta() < now.until(deadline) <= within


class _Part(NamedTuple):
    """The part of one game in the answer: rows, as facts and as cells, lines, and hints."""

    rows: list[dict[str, Any]]
    cells: list[tuple[str, ...]]
    lines: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()


_NOBODY: dict[str, Any] = {
    "who": "",
    "for": "",
    "deadline": None,
    "drafted": False,
    "number": None,
    "at": None,
    "sent": False,
}
"""The facts of a game that is left out."""


def _part(desk: Desk, store: Store, record: GameRecord, within: timedelta) -> _Part:
    try:
        return store.write(partial(_in_game, desk, record, within))
    except DeskProblem as problem:
        row = {"game": record.header.name, **_NOBODY, "skipped": str(problem)}
        return _Part([row], [], (f"  left out: {problem}",))


def _in_game(desk: Desk, record: GameRecord, within: timedelta, room: WritingRoom) -> _Part:
    """Draft the reminders of one game, in a transaction of its own."""
    session = load(room, record)
    session.see_that_it_is_whole()
    writer = Writer.at(desk, session, room)
    soon = dict(_quiet(writer, within))
    before = dict(_reminded(session, room, soon))
    new = [who for who in soon if who not in before]
    messages = [Outgoing(who, (reminder(writer, soon[who]),)) for who in new]
    drafts = put(writer, room, messages).drafted if messages else []
    made = {
        who: Reminded(who, "", one.drafted_at, sent=False, number=one.number)
        for who, one in zip(new, drafts, strict=True)
    }
    rows = [
        _row(session, soon[who], made.get(who) or before[who], drafted=who in made) for who in soon
    ]
    numbers = [str(one.number) for one in drafts]
    return _Part(rows, [_cells(session, row) for row in rows], hints=_hints(desk, session, numbers))


def _quiet(writer: Writer, within: timedelta) -> Iterator[tuple[str, list[Turn]]]:
    """The players who are quiet in windows that close for them within that time, with their turns
    there.
    """
    session = writer.session
    for who, turns in by_player(session).items():
        own = [turn for turn in turns if _is_soon(_deadline(session, [turn]), writer.now, within)]
        if own and is_quiet(writer, own):
            yield who, own


def _deadline(session: Session, turns: Sequence[Turn]) -> Instant:
    """The first deadline of the player of these turns."""
    windows = (session.table.window(turn.window) for turn in turns)
    return min(window.deadline_of(turns[0].who) for window in windows if window)


def _reminded(
    session: Session, room: ReadingRoom, soon: Mapping[str, Sequence[Turn]]
) -> Iterator[tuple[str, Reminded]]:
    """The last reminder of each of these players about a window of these turns."""
    windows = windows_in_brief(session.table)
    for one in reminded(room, session.record.id, Book.of(session), windows):
        if one.window in {turn.window for turn in soon.get(one.who, ())}:
            yield one.who, one


def _row(
    session: Session, turns: Sequence[Turn], made: Reminded, *, drafted: bool
) -> dict[str, Any]:
    return {
        "game": session.name,
        "who": made.who,
        "for": " and ".join(turn.task for turn in turns),
        "deadline": _deadline(session, turns),
        "drafted": drafted,
        "number": made.number,
        "at": made.at,
        "sent": made.sent,
        "skipped": "",
    }


def _cells(session: Session, row: dict[str, Any]) -> tuple[str, ...]:
    how = f"outbox {row['number']}"
    if row["sent"]:
        how = f"not again: reminded {session.show(row['at'])}"
    elif not row["drafted"]:
        how = f"not again: {how} waits"
    return row["game"], row["who"], row["for"], session.show_both(row["deadline"]), how


def _hints(desk: Desk, session: Session, numbers: Sequence[str]) -> tuple[Hint, ...]:
    """Hints about the reminders drafted in a game."""
    if not numbers:
        return ()
    commands = desk.commands.about(session.name)
    return (
        Hint(commands.line("outbox", numbers[0]), "its text, to paste"),
        Hint(commands.line("sent", *numbers), "once it went out"),
    )
