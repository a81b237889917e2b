"""Reports: one game, all games, all deadlines. Secrets are shown only on demand."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from gmtool.desk import (
    across,
    calendar,
    late_hands,
    next_steps,
    reasons,
    reminders,
    texts,
    versions,
)
from gmtool.desk.addresses import Book
from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.problems import DeskProblem
from gmtool.desk.session import Desk, Session, load, the_game
from gmtool.engine.game import SECRET, Turn
from gmtool.engine.instants import Instant
from gmtool.engine.plans import Plan
from gmtool.engine.table import OpenWindow, is_secret, is_up, openly, undone, wanted
from gmtool.engine.wording import HOST, IN_PRIVATE, listed, plural
from gmtool.store import GameRecord, Head, NothingThere, ReadingRoom, WritingRoom


def status(desk: Desk, *, secret: bool = False) -> Answer:
    """The state of the current game, who is awaited until when, and the next commands."""
    with desk.store() as store, store.reading() as room:
        session = load(room, the_game(room, desk))
        unsent = room.how_many_wait(session.record.id)
        hints = next_steps.hints(desk, session, secret=secret)
        rules = _rules(session, secret=secret)
        hands = _late_hands(room, session)
    if session.undecided:
        hints = (*hints, Hint(desk.commands.line("rule", "adopt"), "by which rules it goes on"))
    if unsent:
        hints = (Hint(desk.commands.line("outbox"), "what is still to be posted or sent"), *hints)
    facts = {**_facts(desk, session, hints, secret=secret), "unsent": unsent}
    lines = [
        f"{session.name}: {session.game.title}, {facts['phase']}, entry {session.number}",
        *(f"  {line}" for line in next_steps.summary(desk, session, secret=secret)),
        *([f"  still to be posted or sent: {plural(unsent, 'text')}"] if unsent else []),
        *(f"  {line}" for line in rules),
        *hands,
        *_people(session, desk.now, secret=secret),
        *_at_a_glance(session, facts["public"]),
        *table(list(_players(facts["players"])), "  "),
        *_hidden(facts.get("secret", {})),
        *(
            f"  plan {one['number']} of {one['who']}'s: {one['plan']}"
            for one in facts.get("plans", ())
        ),
    ]
    return Answer(tuple(lines), hints=hints, facts=facts)


def _late_hands(room: ReadingRoom, session: Session) -> list[str]:
    """How many moves of open sealed windows were put on record after their deadline."""
    since = min((w.entry for w in session.table.windows if w.sealed), default=None)
    entries = () if since is None else room.entries(session.record.id, since)
    many = len(late_hands.in_open(session.table, entries))
    told = f"  {plural(many, 'move')} put on record after the deadline, as the result will say"
    return [told] if many else []


def _rules(session: Session, *, secret: bool) -> list[str]:
    """What has changed in the rules since the game began, while the host hasn't decided about it;
    no secret of the game is told, unless `secret`.
    """
    version = session.table.state.rules
    if not session.undecided:
        stays = versions.newer(session.game, session.table) and not session.ended
        return [f"it goes by version {version} of the rules, as you decided"] if stays else []
    lines = versions.by_now(session.replay(), secret=secret)
    return [
        f"the rules have changed since it began ({versions.clauses(session.undecided)}); "
        f"it goes by version {version} until you decide",
        *(f"  {line}" for line in lines),
    ]


def _hidden(secret: dict[str, Any]) -> Iterator[str]:
    """The host's secrets beside those of the players, as far as they are words."""
    for key, value in secret.items():
        words = [value] if isinstance(value, str) else value
        if value and isinstance(words, list) and all(isinstance(item, str) for item in words):
            yield f"  {key.replace('_', ' ')}: {' '.join(words)}"


def _people(session: Session, now: Instant, *, secret: bool) -> Iterator[str]:
    """Lines about who has moved and who hasn't, for the host alone; what they did only with
    --secret, and in secret also who can't add anything.
    """
    windows, turns = _told_of(session, secret=secret)
    asked, adding = wanted(session.game, session.table), undone(session.game, session.table, now)
    for window in windows:
        of = f" in {window.title}" if len(windows) > 1 else ""
        tells = window.early and (secret or not is_secret(asked, window))
        done = set(window.moved) - set(adding) if tells else ()
        moved = [f"{who} (done)" if who in done else who for who in window.moved]
        yield f"  has moved{of}: {', '.join(moved) or 'nobody yet'}"
        missing = [turn.who for turn in turns if turn.window == window.key]
        yield f"  hasn't yet: {', '.join(missing) or 'nobody who may move'}"


def _told_of(session: Session, *, secret: bool) -> tuple[tuple[OpenWindow, ...], tuple[Turn, ...]]:
    """The open windows and the awaited turns of which a report tells."""
    if secret:
        return session.table.windows, session.awaited
    return openly(session.table), session.awaited_openly


def _at_a_glance(session: Session, public: dict[str, Any]) -> Iterator[str]:
    """The table in one line, as everybody sees it, without empty facts."""
    if not session.table.windows:
        return
    told = ((key.replace("_", " "), public[key]) for key in session.game.at_a_glance)
    line = ", ".join(f"{key} {_cell(value)}" for key, value in told if value not in ("", None))
    if line:
        yield f"  {line}"


def _players(players: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """The players' facts in columns, without columns that are empty for everybody."""
    every = dict.fromkeys(key for player in players for key in player)
    keys = [key for key in every if any(player.get(key) not in ("", None) for player in players)]
    if not keys:
        return
    yield tuple(key.replace("_", " ") for key in keys)
    for player in players:
        yield tuple(_cell(player.get(key, "")) for key in keys)


def _part(key: str, value: Any) -> str:
    """One of several facts on a line; a fact that is true is told by its name."""
    return key if value is True else _cell(value)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(_cell, value)) or "-"
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    if isinstance(value, dict):
        told = {k: v for k, v in value.items() if v is not False and not isinstance(v, Instant)}
        return ":".join(_part(key, item) for key, item in told.items())
    return f"{value:,}" if isinstance(value, int) else "-" if value is None else str(value)


def _facts(
    desk: Desk, session: Session, hints: tuple[Hint, ...], *, secret: bool
) -> dict[str, Any]:
    view = texts.seen(session, session.table, HOST)
    windows, _ = _told_of(session, secret=secret)
    facts = {
        "game": session.name,
        "kind": session.header.kind,
        "phase": view["phase"],
        "entry": session.number,
        "ended": session.ended,
        "paused": session.table.paused is not None,
        "deadline": min((w.deadline for w in windows), default=None),
        "moved": [name for window in windows for name in window.moved],
        "messages": [
            {"number": m.number, "who": session.table.seat(m.who), "at": m.at, "state": m.state}
            for m in session.table.inbox
        ],
        "waiting": list(_waiting(desk, session, secret=secret)),
        "absent": [vars(absence) for absence in session.table.absences],
        "inactive": list(session.table.inactive),
        "replaced": [vars(one) for one in session.table.replaced],
        "next": [hint.command for hint in hints],
        "rules": {
            "version": session.table.state.rules,
            "newest": session.game.rules_version,
            "undecided": [change.clause for change in session.undecided],
        },
        "players": [_player(player, secret=secret) for player in view["players"]],
        "public": view["public"],
    }
    plans = [
        {"number": one.number, "who": one.who, "plan": str(Plan(one.stages))}
        for one in session.table.plans
    ]
    return {**facts, "secret": view.get(SECRET, {}), "plans": plans} if secret else facts


def _player(player: dict[str, Any], *, secret: bool) -> dict[str, Any]:
    private = player.get(SECRET, {}) if secret else {}
    return {key: value for key, value in player.items() if key != SECRET} | private


def _waiting(desk: Desk, session: Session, *, secret: bool) -> Iterator[dict[str, Any]]:
    due, paused = session.table.overdue(desk.now), session.table.paused
    windows, turns = _told_of(session, secret=secret)
    for turn in turns:
        window = session.table.window(turn.window)
        yield {
            "who": turn.who,
            "for": turn.task,
            "deadline": window.deadline_of(turn.who) if window else None,
            "moves": list(turn.moves),
            "overdue": window in due or (not paused and is_up(session.table, turn, desk.now)),
        }
    for window in due:
        is_told = window in windows
        yield {
            "who": HOST,
            "for": f"the close of: {window.title if is_told else IN_PRIVATE}",
            "deadline": window.deadline if is_told else None,
            "moves": ["close"],
            "overdue": True,
        }


def games(desk: Desk) -> Answer:
    """All games of this database, in the order in which they were set up, with the current one
    marked. Where there is no database the answer says so.
    """
    try:
        return _games(desk)
    except NothingThere as nothing:
        return Answer((str(nothing),), facts=[])


def _games(desk: Desk) -> Answer:
    with desk.store() as store, store.reading() as room:
        current, unsent, kept = room.current(), room.how_many_wait_in_each(), room.heads()
        every = [(r, across.state_of(room, r, kept.get(r.id))) for r in room.games()]
    if not every:
        return Answer(("no games on this desk yet; begin with: gmtool new",), facts=[])
    rows = [_game(record, head, current, unsent, desk.now) for record, head in every]
    cells = [("", "game", "kind", "stands at", "entries", "next deadline", "to read", "to go out")]
    cells += [
        (
            "*" if row["current"] else "",
            row["game"],
            row["kind"],
            row["phase"],
            str(row["entry"]),
            _shown(record, head, row["deadline"]),
            _to_read(row),
            _to_go_out(row),
        )
        for (record, head), row in zip(every, rows, strict=True)
    ]
    return Answer(table(_told(cells), ""), hints=tuple(_undecided(desk, rows)), facts=rows)


def _game(
    record: GameRecord,
    head: Head | None,
    current: int | None,
    unsent: Mapping[int, int],
    now: Instant,
) -> dict[str, Any]:
    return {
        "game": record.header.name,
        "kind": record.header.kind,
        "phase": head.brief.get("phase", "") if head else "",
        "entry": head.entry if head else 0,
        "ended": head.ended if head else False,
        "paused": head.paused if head else False,
        "deadline": _next_deadline(_told_in_brief(head, secret=False), now) if head else None,
        "current": record.id == current,
        "messages": head.brief.get("messages", []) if head else [],
        "rules": head.brief.get("rules", []) if head else [],
        "unsent": unsent.get(record.id, 0),
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
    from dataclasses import replace

    def work(room: WritingRoom) -> GameRecord:
        record = the_game(room, replace(desk, game_name=name))
        room.use(record.id)
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
    deadlines, people, texts; overdue first. It reads heads and replays nothing.
    """
    with desk.store() as store, store.reading() as room:
        rows = sorted(_due(desk, room), key=lambda row: (row["deadline"] or "~", row["game"]))
        rows += _over(room, {row["game"] for row in rows})
        current = room.current()
        for row in rows:
            record = room.find_game(row["game"])
            row["current"] = record is not None and record.id == current
        names = [record.header.name for record in room.games()]
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
    head = ("", "game", "what", "closes", "waiting for", "to read", "to go out")
    facts = [{k: v for k, v in row.items() if k != "shown"} for row in rows]
    return Answer(table(_told([head, *cells]), ""), hints=tuple(_first(desk, rows)), facts=facts)


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
        if row["overdue"]:
            yield Hint(desk.commands.line("close", *game), "its deadline has passed")
        if row["messages"]:
            yield Hint(desk.commands.line("inbox", *game), "what players sent, and waits for you")
        if row["unsent"]:
            yield Hint(desk.commands.line("outbox", *game), "what is still to be posted or sent")
        yield Hint(desk.commands.line("status", *game), "where it stands and what to type next")


def due(desk: Desk, ics: str | None = None, *, why: bool = False, secret: bool = False) -> Answer:
    """The deadlines of all running games, overdue first. It reads heads and replays nothing. With
    `ics` they are also written to that file, for a calendar; with `why` it is told how each came
    about; with `secret` also what private windows wait for, from whom and until when.
    """
    told: list[str] = []
    with desk.store() as store, store.reading() as room:
        rows = sorted(
            _due(desk, room, secret=secret), key=lambda row: (row["deadline"] or "~", row["game"])
        )
        for row in rows if why else ():
            row["why"], lines = _why(room, row["game"], secret=secret)
            told += lines
    if ics is not None:
        calendar.write(ics, rows, desk.now)
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
    pressing = (hint for row in rows for hint in _pressing(desk, row))
    hints = (*pressing, *_undecided(desk, rows))
    return Answer((*table(_told(cells), ""), *told, *written), hints=hints, facts=facts)


def _why(room: ReadingRoom, name: str, *, secret: bool) -> tuple[list[dict[str, Any]], list[str]]:
    """Why the windows of a game close when they do, as facts and in lines."""
    record = room.find_game(name)
    try:
        session = load(room, record) if record else None
    except DeskProblem as problem:
        return [], [str(problem)]
    if session is None:
        return [], []
    windows, _ = _told_of(session, secret=secret)
    return reasons.reasons(windows), [*reasons.lines(session, windows)]


def _pressing(desk: Desk, row: dict[str, Any]) -> Iterator[Hint]:
    """Hints about what is to be done in a game at once."""
    game = ("--game", row["game"])
    if row["messages"]:
        yield Hint(desk.commands.line("inbox", *game), "what players sent, and waits for you")
    if row["overdue"]:
        yield Hint(desk.commands.line("close", *game), "its deadline has passed")


def _due(desk: Desk, room: ReadingRoom, *, secret: bool = False) -> Iterator[dict[str, Any]]:
    unsent = room.how_many_wait_in_each()
    for record, head in across.running(room):
        if head is None:
            yield {**_unknown(record), "unsent": unsent.get(record.id, 0)}
            continue
        ends = head.brief.get("ends") or head.deadline
        book = Book.kept(record, head)
        told = _told_in_brief(head, secret=secret)
        reminded = list(_reminded(room, record, told, book))
        overdue = ends is not None and ends <= desk.now and not head.paused
        deadline = told["deadline"] if overdue else _next_deadline(told, desk.now)
        closes = "the clock stands still" if head.paused else _shown(record, head, deadline)
        yield {
            "game": record.header.name,
            "kind": record.header.kind,
            "for": told["for"],
            "deadline": None if head.paused else deadline,
            "overdue": overdue,
            "paused": head.paused,
            "waiting": told["waiting"],
            "messages": head.brief.get("messages", []),
            "rules": head.brief.get("rules", []),
            "unsent": unsent.get(record.id, 0),
            "reminded": reminded,
            "shown": {"deadline": closes, "reminded": _when_reminded(book, reminded)},
        }


def _over(room: ReadingRoom, running: Container[str]) -> Iterator[dict[str, Any]]:
    """The rows of games that are over, but for texts that are still to go out."""
    for number, unsent in room.how_many_wait_in_each().items():
        record = room.game(number)
        if record is not None and record.header.name not in running:
            yield {**_without_state(record, "it is over"), "unsent": unsent}


def _told_in_brief(head: Head, *, secret: bool) -> dict[str, Any]:
    """What the brief of a head tells of the open windows: what is awaited, from whom, and until
    when; without `secret` as far as it is for everybody.
    """
    brief = {"for": "", "waiting": [], "windows": (), **head.brief, "deadline": head.deadline}
    if secret or "openly" not in brief:
        return brief
    windows = [window for window in brief["windows"] if not window["private"]]
    at = brief["openly"]["deadline"]
    return {**brief["openly"], "windows": windows, "deadline": Instant(at) if at else None}


def _next_deadline(told: dict[str, Any], now: Instant) -> Instant | None:
    """The next deadline of anybody in the windows told of; the last one where none is to come."""
    every = (Instant(at) for window in told["windows"] for at in window["deadlines"])
    return min((at for at in every if at >= now), default=told["deadline"])


def _reminded(
    room: ReadingRoom, record: GameRecord, told: dict[str, Any], book: Book
) -> Iterator[dict[str, Any]]:
    """The last reminder of each player who is awaited, about a window that is told of."""
    last = {one.who: one for one in reminders.reminded(room, record.id, book, told["windows"])}
    for who in filter(last.__contains__, told["waiting"]):
        yield {"who": who, "at": last[who].at, "sent": last[who].sent}


def _when_reminded(book: Book, rows: Sequence[dict[str, Any]]) -> str:
    """Who was reminded when, or is to be by a text that waits."""
    told = (book.show(row["at"]) if row["sent"] else "drafted" for row in rows)
    return ", ".join(f"{row['who']} {when}" for row, when in zip(rows, told, strict=True))


def _unknown(record: GameRecord) -> dict[str, Any]:
    """A row for a game whose state this gmtool can't tell."""
    return _without_state(record, "this gmtool can't tell; see: gmtool check")


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


def _shown(record: GameRecord, head: Head | None, deadline: Instant | None) -> str:
    from gmtool.render.when import deadline as show
    from gmtool.render.when import zone_or_utc

    zone = head.brief.get("zone", record.header.zone) if head else record.header.zone
    return show(deadline.moment, zone_or_utc(zone)) if deadline else "-"
