"""The report of one game: where it stands, and what comes next. Secrets are shown on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves import next_steps
from gmtool.desk.session import labels
from gmtool.desk.session.disclosure import Disclosure
from gmtool.desk.session.loading import load, look_at, other_games
from gmtool.desk.session.position import Position, newer_changes
from gmtool.engine.game import PUBLIC, SECRET
from gmtool.engine.instants import Instant
from gmtool.engine.plans import Plan
from gmtool.engine.rulings import clauses
from gmtool.engine.text import HOST, IN_PRIVATE, plural
from gmtool.store import ReadTransaction


def status(desk: Desk, *, secret: bool = False) -> Answer:
    """The state of the current game, who is awaited until when, and the next commands."""
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, desk)
        game = look_at(transaction, record)
        told, more = Disclosure(game, secret), _rules(transaction, game, secret=secret)
        more += _late_hands(transaction, game)
        unsent = transaction.how_many_wait(record.id)
        hints = next_steps.hints(desk, told, other_games(transaction, record))
    if game.undecided:
        hints = (*hints, Hint(desk.commands.line("rule", "adopt"), "by which rules it goes on"))
    if unsent:
        hints = (Hint(desk.commands.line("outbox"), "what is still to be posted or sent"), *hints)
    facts = {**_facts(desk, told, hints), "unsent": unsent}
    lines = [
        f"{game.name}: {game.game.title}, {facts['phase']}, entry {game.number}",
        *(f"  {line}" for line in next_steps.summary(desk, told)),
        *([f"  still to be posted or sent: {plural(unsent, 'text')}"] if unsent else []),
        *(f"  {line}" for line in more),
        *_people(desk, told),
        *_at_a_glance(game, facts["public"]),
        *table(list(_players(facts["players"])), "  "),
        *_hidden(facts.get("secret", {})),
        *(
            f"  plan {one['number']} of {one['who']}'s: {one['plan']}"
            for one in facts.get("plans", ())
        ),
    ]
    return Answer(tuple(lines), hints=hints, facts=facts)


def _rules(transaction: ReadTransaction, game: Position, *, secret: bool) -> list[str]:
    """Lines about the rules by which a game goes that aren't the newest; what those would make of
    it, while its host hasn't decided, takes a replay.
    """
    version, undecided = game.table.state.rules, game.undecided
    if undecided:
        from gmtool.desk.session import versions

        return [
            f"the rules have changed since it began ({clauses(undecided)}); "
            f"it goes by version {version} until you decide",
            *(
                f"  {line}"
                for line in versions.by_now(load(transaction, game.record).replay(), secret=secret)
            ),
        ]
    stays = not game.ended and newer_changes(game.game, game.table)
    return [f"it goes by version {version} of the rules, as you decided"] if stays else []


def _late_hands(transaction: ReadTransaction, game: Position) -> list[str]:
    """A line about what was recorded after the deadline of a sealed window that is open, for which
    the moves are read.
    """
    sealed = [window for window in game.table.windows if window.sealed]
    since = min((window.deadline for window in sealed), default=None)
    if since is None or not transaction.kept_since(game.record.id, since):
        return []
    from gmtool.desk.session import backdated

    entries = transaction.entries(game.record.id, min(window.entry for window in sealed))
    many = len(backdated.in_open(game.table, entries))
    put_down = f"{plural(many, 'move')} put on record after the deadline, as the result will say"
    return [put_down] if many else []


def _hidden(secret: dict[str, Any]) -> Iterator[str]:
    """The host's secrets beside those of the players, as far as they are words."""
    for key, value in secret.items():
        words = [value] if isinstance(value, str) else value
        is_list = isinstance(words, (list, tuple))
        if value and is_list and all(isinstance(item, str) for item in words):
            yield f"  {key.replace('_', ' ')}: {' '.join(words)}"


def _people(desk: Desk, told: Disclosure) -> Iterator[str]:
    """Lines about who has moved and who hasn't, for the host alone; what they did only with
    --secret, and in secret also who can't add anything.
    """
    windows = told.windows
    for window in filter(told.names, windows):
        of = f" in {window.title}" if len(windows) > 1 else ""
        tells = window.early and (told.secret or not told.hides(window))
        done = set(window.moved).difference(told.may_add(window, desk.now)) if tells else ()
        missing = [turn.who for turn in told.turns if turn.window == window.key]
        stand = [who for who in window.moved if who not in missing]  # some have taken it back
        moved = [f"{who} (done)" if who in done else who for who in stand]
        yield f"  has moved{of}: {', '.join(moved) or 'nobody yet'}"
        yield f"  hasn't yet: {', '.join(missing) or 'nobody who may move'}"


def _at_a_glance(game: Position, public: dict[str, Any]) -> Iterator[str]:
    """The table in one line, as everybody sees it, without empty facts."""
    if not game.table.windows:
        return
    facts = ((key.replace("_", " "), public[key]) for key in game.game.at_a_glance)
    line = ", ".join(f"{key} {_cell(value)}" for key, value in facts if value not in ("", None))
    if line:
        yield f"  {line}"


def _players(players: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """The players' facts in columns, without columns that are empty for everybody."""
    players = [*map(labels.in_columns, players)]
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
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell, value)) or "-"
    if isinstance(value, dict) and any(isinstance(item, (list, tuple)) for item in value.values()):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    if isinstance(value, dict):
        told = {k: v for k, v in value.items() if v is not False and not isinstance(v, Instant)}
        return ":".join(_part(key, item) for key, item in told.items())
    return f"{value:,}" if isinstance(value, int) else "-" if value is None else str(value)


def _facts(desk: Desk, told: Disclosure, hints: tuple[Hint, ...]) -> dict[str, Any]:
    game, state = told.position, told.position.table
    known = game.game.view(state.state, PUBLIC)
    view = game.game.view(state.state, HOST) if told.secret else known
    facts = {
        "game": game.name,
        "kind": game.header.kind,
        "phase": game.phase,
        "entry": game.number,
        "ended": game.ended,
        "paused": state.paused is not None,
        "deadline": min((window.deadline for window in told.windows), default=None),
        "moved": [n for window in told.windows if told.names(window) for n in window.moved],
        "messages": [
            {"number": one.number, "who": state.seat(one.who), "at": one.at, "state": one.state}
            for one in state.inbox
        ],
        "waiting": list(_waiting(desk, told)),
        "absent": [asdict(one) for one in state.absences],
        "inactive": list(state.inactive),
        "replaced": [asdict(one) for one in state.replaced],
        "next": [hint.command for hint in hints],
        "rules": {
            "version": state.state.rules,
            "newest": game.game.rules_version,
            "undecided": [change.clause for change in game.undecided],
        },
        "players": [*map(_own, known["players"], view["players"])],
        "public": view["public"],
    }
    if not told.secret:
        return facts
    plans = [
        {"number": one.number, "who": one.who, "plan": str(Plan(one.stages))} for one in state.plans
    ]
    return {**facts, "secret": view.get(SECRET, {}), "plans": plans}


def _own(known: dict[str, Any], player: dict[str, Any]) -> dict[str, Any]:
    """A player's facts: what everybody knows, and behind it what only its host does."""
    more = {key: value for key, value in player.items() if key != SECRET}
    return {**known, **more, **player.get(SECRET, {})}


def _waiting(desk: Desk, told: Disclosure) -> Iterator[dict[str, Any]]:
    table, windows = told.position.table, told.windows
    due = table.overdue(desk.now)
    for turn in told.turns:
        window = next((one for one in windows if one.key == turn.window), None)
        is_up = window is not None and window.last_call(turn.who) < desk.now
        yield {
            "who": turn.who,
            "for": turn.task,
            "deadline": window.deadline_of(turn.who) if window else None,
            "moves": list(turn.moves),
            "overdue": window in due or (not table.paused and is_up),
        }
    for window in due:
        yield {
            "who": HOST,
            "for": f"the close of: {window.title if told.tells(window) else IN_PRIVATE}",
            "deadline": window.deadline if told.tells(window) else None,
            "moves": ["close"],
            "overdue": True,
        }
