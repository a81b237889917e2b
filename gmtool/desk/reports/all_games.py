"""Reports over all games: how each stands, and all deadlines. Secrets are shown only on demand."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from datetime import timedelta
from typing import Any

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves import next_steps
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import look_if_possible, running_games
from gmtool.desk.session.position import Position
from gmtool.desk.session.recipients import Recipients
from gmtool.desk.texts.reminders import past_reminders
from gmtool.engine.instants import Instant
from gmtool.engine.text import listed, plural
from gmtool.engine.unicode_hygiene import shown
from gmtool.store import GameRecord, NothingThere, ReadTransaction, WriteTransaction


def games(desk: Desk) -> Answer:
    """All games of this database, in the order in which they were set up, with the current one
    marked. Where there is no database the answer says so.
    """
    try:
        with desk.store() as store, store.reading() as transaction:
            current, unsent = transaction.current(), transaction.how_many_wait_in_each()
            every = [(one, look_if_possible(transaction, one)) for one in transaction.games()]
            rows = [
                {
                    **_game(transaction, record, game, desk.now),
                    "current": record.id == current,
                    **_to_do(game),
                    "unsent": unsent.get(record.id, 0),
                }
                for record, game in every
            ]
    except NothingThere as nothing:
        return Answer((str(nothing),), facts=[])
    if not every:
        return Answer(("no games on this desk yet; begin with: gmtool new",), facts=[])
    cells = [("", "game", "kind", "stands at", "entries", "next deadline", "to read", "to go out")]
    cells += [
        (
            "*" if row["current"] else "",
            row["game"],
            row["kind"],
            row["phase"],
            str(row["entry"]),
            _shown(record, game, row["deadline"]),
            _to_read(row),
            _to_go_out(row),
        )
        for (record, game), row in zip(every, rows, strict=True)
    ]
    return Answer(table(_told(cells), ""), hints=tuple(_undecided(desk, rows)), facts=rows)


def _game(
    transaction: ReadTransaction, record: GameRecord, game: Position | None, now: Instant
) -> dict[str, Any]:
    """Where a game stands; of one that can't be loaded here what its snapshot says of its end."""
    kept = None if game else transaction.snapshot(record.id)
    ended = game.ended if game else kept is not None and kept.ended
    told = Disclosure(game, secret=False) if game else None
    return {
        "game": record.header.name,
        "kind": record.header.kind,
        "phase": game.phase if game else "ended" if ended else "",
        "entry": game.number if game else kept.entry if kept else 0,
        "ended": ended,
        "paused": game is not None and game.table.paused is not None,
        "deadline": _next_deadline(told, now) if told else None,
    }


def _to_do(game: Position | None) -> dict[str, Any]:
    """What waits in a game for its host to read or to decide."""
    return {
        "messages": [one.number for one in game.unread] if game else [],
        "rules": [change.clause for change in game.undecided] if game else [],
    }


def _undecided(desk: Desk, rows: Sequence[dict[str, Any]]) -> Iterator[Hint]:
    """Hints about games whose rules have changed since they began, until their hosts decide."""
    older = [row for row in rows if row.get("rules")]
    more = len(older) - next_steps.MOST_NAMED
    for row in older[: next_steps.MOST_NAMED]:
        told = f"its rules have changed ({listed(list(dict.fromkeys(row['rules'])))})"
        yield Hint(desk.commands.line("rule", "adopt", "--game", row["game"]), told)
    if more > 0:
        rest = plural(more, "game more", "games more")
        yield Hint(desk.commands.line("check"), f"names {rest} whose rules have changed")


def use(desk: Desk, name: str) -> Answer:
    """Make the game of that name the current one."""
    from msgspec.structs import replace

    def work(transaction: WriteTransaction) -> GameRecord:
        record = the_game(transaction, replace(desk, game_name=name))
        transaction.use(record.id)
        return record

    with desk.store() as store:
        record = store.write(work)
    return Answer(
        (f"{record.header.name}: now the current game",),
        hints=(Hint(desk.commands.line("status"), "where it stands"),),
        facts={"game": record.header.name},
    )


def overview(desk: Desk) -> Answer:
    """What waits for the host in all running games, and in others whose last texts are to go out:
    deadlines, people, texts; overdue first.
    """
    with desk.store() as store, store.reading() as transaction:
        rows = sorted(
            _due(desk, transaction), key=lambda row: (row["deadline"] or "~", row["game"])
        )
        rows += _over(transaction, {row["game"] for row in rows})
        current = transaction.current()
        for row in rows:
            record = transaction.find_game(row["game"])
            row["current"] = record is not None and record.id == current
        names = [record.header.name for record in transaction.games()]
    begin = Hint(desk.commands.line("new"), "the next game; it asks for what it needs")
    if not rows:
        told = "no game is running" if names else "no games on this desk yet"
        return Answer((told,), hints=(begin,), facts=[])
    cells = [
        (
            "OVERDUE" if row["overdue"] else "",
            row["game"],
            row["for"] or "-",
            row["shown"]["deadline"],
            ", ".join(row["waiting"]) or "nobody",
            _to_read(row),
            _to_go_out(row) or "-",
        )
        for row in rows
    ]
    snapshot = ("", "game", "what", "closes", "waiting for", "to read", "to go out")
    facts = [{k: v for k, v in row.items() if k != "shown"} for row in rows]
    return Answer(
        table(_told([snapshot, *cells]), ""), hints=tuple(_first(desk, rows)), facts=facts
    )


def _to_read(row: dict[str, Any]) -> str:
    """The numbers of a game's messages that wait for the host."""
    numbers = ", ".join(map(str, row["messages"]))
    return f"message{'s' * (len(row['messages']) > 1)} {numbers}" if numbers else ""


def _to_go_out(row: dict[str, Any]) -> str:
    """How many texts of a game wait to go out; empty for none."""
    return plural(row["unsent"], "text") if row["unsent"] else ""


def _told(cells: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows below their titles, without empty columns."""
    columns = zip(*cells, strict=True)
    kept = [column for column in columns if not column[0] or any(column[1:])]
    return list(zip(*kept, strict=True))


def _first(desk: Desk, rows: list[dict[str, Any]]) -> Iterator[Hint]:
    """Hints about what waits, game by game."""
    for row in rows:
        game = () if row["current"] else ("--game", row["game"])
        yield from _pressing(desk, row, *game)
        if row["unsent"]:
            yield Hint(desk.commands.line("outbox", *game), "what is still to be posted or sent")
        yield Hint(desk.commands.line("status", *game), "where it stands and what to type next")


def due(desk: Desk, ics: str | None = None, *, why: bool = False, secret: bool = False) -> Answer:
    """The deadlines of all running games, overdue first. With `ics` they are also written to that
    file, for a calendar; with `why` it is told how each came about; with `secret` also what private
    windows wait for, from whom and until when.
    """
    told: list[str] = []
    with desk.store() as store, store.reading() as transaction:
        rows = sorted(
            _due(desk, transaction, secret=secret),
            key=lambda row: (row["deadline"] or "~", row["game"]),
        )
        for row in rows if why else ():
            row["why"], lines = _why(transaction, row["game"], secret=secret)
            told += lines
    if ics is not None:
        _write_calendar(ics, rows, desk.now)
    if not rows:
        return Answer(("nothing is running",), facts=[])
    cells = [("", "game", "what", "closes", "waiting for", "reminded", "to read", "to go out")]
    for row in rows:
        mark = "OVERDUE" if row["overdue"] else "paused" if row["paused"] else ""
        names = ", ".join(row["waiting"]) or "nobody"
        cells.append(
            (
                mark,
                row["game"],
                row["for"] or "-",
                row["shown"]["deadline"],
                names,
                row["shown"]["reminded"],
                _to_read(row),
                _to_go_out(row),
            )
        )
    facts = [{k: v for k, v in row.items() if k != "shown"} for row in rows]
    written = (f"written to {ics}",) if ics else ()
    pressing = (hint for row in rows for hint in _pressing(desk, row, "--game", row["game"]))
    hints = (*pressing, *_undecided(desk, rows))
    return Answer((*table(_told(cells), ""), *told, *written), hints=hints, facts=facts)


def _why(
    transaction: ReadTransaction, name: str, *, secret: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """Why the windows of a game close when they do, as facts and in lines."""
    from gmtool.desk.session import deadline_explanations
    from gmtool.desk.session.loading import load
    from gmtool.engine.table import openly

    record = transaction.find_game(name)
    try:
        session = load(transaction, record) if record else None
    except DeskProblem as problem:
        return [], [str(problem)]
    if session is None:
        return [], []
    windows = session.table.windows if secret else openly(session.table)
    return deadline_explanations.explain_deadlines(windows), [
        *deadline_explanations.lines(session, windows)
    ]


def _pressing(desk: Desk, row: dict[str, Any], *game: str) -> Iterator[Hint]:
    """Hints about what is to be done in a game at once, with the option that names it."""
    if row["messages"]:
        yield Hint(desk.commands.line("inbox", *game), "what players sent, and waits for you")
    if row["overdue"]:
        yield Hint(desk.commands.line("close", *game), "its deadline has passed")


def _due(
    desk: Desk, transaction: ReadTransaction, *, secret: bool = False
) -> Iterator[dict[str, Any]]:
    unsent = transaction.how_many_wait_in_each()
    for record, game in running_games(transaction):
        if game is None:
            row = _without_state(record, "this gmtool can't tell; see: gmtool check")
            yield {**row, "unsent": unsent.get(record.id, 0)}
            continue
        told, table = Disclosure(game, secret), game.table
        ends = min((window.ends for window in table.windows), default=game.planned_start)
        recipients = Recipients.listed(record, game)
        waiting = list(dict.fromkeys(turn.who for turn in told.turns))
        last = list(_reminded(transaction, told, recipients, waiting))
        overdue = ends is not None and ends <= desk.now and not table.paused
        deadline = _first_deadline(told) if overdue else _next_deadline(told, desk.now)
        closes = "the clock stands still" if table.paused else _shown(record, game, deadline)
        task = next((turn.task for turn in told.turns), "")
        yield {
            "game": game.name,
            "kind": record.header.kind,
            "for": " and ".join(window.title for window in told.windows) or task,
            "deadline": None if table.paused else deadline,
            "overdue": overdue,
            "paused": table.paused is not None,
            "waiting": waiting,
            **_to_do(game),
            "unsent": unsent.get(record.id, 0),
            "reminded": last,
            "shown": {"deadline": closes, "reminded": _when_reminded(recipients, last)},
        }


def _over(transaction: ReadTransaction, running: Container[str]) -> Iterator[dict[str, Any]]:
    """The rows of games that are over, but for texts that are still to go out."""
    for number, unsent in transaction.how_many_wait_in_each().items():
        record = transaction.game(number)
        if record is not None and record.header.name not in running:
            yield {**_without_state(record, "it is over"), "unsent": unsent}


def _first_deadline(told: Disclosure) -> Instant | None:
    """The first deadline of a window told of, or the planned start."""
    return min((window.deadline for window in told.windows), default=told.position.planned_start)


def _next_deadline(told: Disclosure, now: Instant) -> Instant | None:
    """The next deadline of anybody in the windows told of; the first one where none is to come."""
    every = (at for window in told.windows for at in told.deadlines(window))
    return min((at for at in every if at >= now), default=_first_deadline(told))


def _reminded(
    transaction: ReadTransaction, told: Disclosure, recipients: Recipients, waiting: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The last reminder of each player who is awaited, about a window of which it is told whom it
    asks.
    """
    windows = [*filter(told.names, told.windows)]
    own = told.position.record.id
    last = {one.who: one for one in past_reminders(transaction, own, recipients, windows)}
    for who in filter(last.__contains__, waiting):
        yield {"who": who, "at": last[who].at, "sent": last[who].sent}


def _when_reminded(recipients: Recipients, rows: Sequence[dict[str, Any]]) -> str:
    """Who was reminded when, or is to be by a text that waits."""
    told = (recipients.show(row["at"]) if row["sent"] else "drafted" for row in rows)
    return ", ".join(f"{row['who']} {when}" for row, when in zip(rows, told, strict=True))


def _without_state(record: GameRecord, told: str) -> dict[str, Any]:
    return {
        "game": record.header.name,
        "kind": record.header.kind,
        "for": told,
        "deadline": None,
        "overdue": False,
        "paused": False,
        "waiting": [],
        "messages": [],
        "reminded": [],
        "shown": {"deadline": "-", "reminded": ""},
    }


def _shown(record: GameRecord, game: Position | None, deadline: Instant | None) -> str:
    from gmtool.render.when import deadline as show
    from gmtool.render.when import zone_or_utc

    zone = game.zone_key if game else record.header.zone
    return show(deadline.moment, zone_or_utc(zone)) if deadline else "-"


def _write_calendar(file: str, rows: Sequence[dict[str, Any]], now: Instant) -> None:
    """Write the rows of `due` that have a deadline as the events of a calendar file (RFC
    5545). Raises StoreProblem.

    An old calendar of that name is replaced, since only its present deadlines are of
    use; no other file is.
    """
    from icalendar import Calendar, Event

    from gmtool.store.atomic_files import write_whole

    calendar = Calendar()
    calendar.add("prodid", "-//gmtool//deadlines//EN")
    calendar.add("version", "2.0")
    for row in rows:
        if not row["deadline"]:
            continue
        event = Event()
        event.add("uid", f"{row['game']}: {row['for']}@gmtool")
        event.add("dtstamp", now.moment)
        event.add("dtstart", row["deadline"].moment)
        event.add("duration", timedelta(minutes=15))
        event.add("summary", shown(f"{row['game']}: {row['for']}"))
        calendar.add_component(event)
    text = calendar.to_ical()
    write_whole(file, text, lambda there: there == text, over=b"BEGIN:VCALENDAR")
