"""The report of one game: where it stands, and what comes next. Secrets are shown on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.desk.answers import Answer, Hint, table
from gmtool.desk.desk import Desk, the_game
from gmtool.desk.moves import next_steps
from gmtool.desk.session import bulletin, labels, snapshots
from gmtool.desk.session.bulletin import Bulletin, windows_told
from gmtool.desk.session.game_lookup import state_of
from gmtool.desk.session.other_games import OtherGames
from gmtool.engine.instants import Instant
from gmtool.engine.text import HOST, plural
from gmtool.store import GameRecord, ReadTransaction


def status(desk: Desk, *, secret: bool = False) -> Answer:
    """The state of the current game, who is awaited until when, and the next commands. It reads the
    head and replays nothing where that is whole.
    """
    with desk.store() as store, store.reading() as transaction:
        record = the_game(transaction, desk)
        told, more = _stands(transaction, record, secret=secret)
        unsent = transaction.how_many_wait(record.id)
        hints = next_steps.hints(desk, told, OtherGames(transaction, record.id, state_of))
    if told["rules"]["undecided"]:
        hints = (*hints, Hint(desk.commands.line("rule", "adopt"), "by which rules it goes on"))
    if unsent:
        hints = (Hint(desk.commands.line("outbox"), "what is still to be posted or sent"), *hints)
    facts = {**_facts(desk, told, hints), "unsent": unsent}
    lines = [
        f"{told['game']}: {told['title']}, {told['phase']}, entry {told['entry']}",
        *(f"  {line}" for line in next_steps.summary(desk, told)),
        *([f"  still to be posted or sent: {plural(unsent, 'text')}"] if unsent else []),
        *(f"  {line}" for line in more),
        *_people(told, desk.now),
        *_at_a_glance(told),
        *table(list(_players(facts["players"])), "  "),
        *_hidden(facts.get("secret", {})),
        *(
            f"  plan {one['number']} of {one['who']}'s: {one['plan']}"
            for one in facts.get("plans", ())
        ),
    ]
    return Answer(tuple(lines), hints=hints, facts=facts)


def _stands(
    transaction: ReadTransaction, record: GameRecord, *, secret: bool
) -> tuple[Bulletin, list[str]]:
    """The bulletin of a game, and lines about what isn't in it: what newer rules would make of the
    game, which takes a replay, and late hands, for which the moves are read.
    """
    told = snapshots.stored_bulletin(transaction, record, secret=secret)
    if (
        told
        and not told["rules"]["undecided"]
        and not _may_have_backdated(transaction, record, told)
    ):
        return told, _rules(told)
    from gmtool.desk.session import backdated, versions
    from gmtool.desk.session.bulletin_compiler import bulletin_of
    from gmtool.desk.session.loading import load

    session = load(transaction, record)
    told = bulletin_of(session, secret=secret)
    lines = _rules(told)
    if session.undecided:
        otherwise = versions.by_now(session.replay(), secret=secret)
        lines += [
            f"the rules have changed since it began ({versions.clauses(session.undecided)}); "
            f"it goes by version {told['rules']['version']} until you decide",
            *(f"  {line}" for line in otherwise),
        ]
    since = min((w.entry for w in session.table.windows if w.sealed), default=None)
    entries = () if since is None else transaction.entries(record.id, since)
    many = len(backdated.in_open(session.table, entries))
    put_down = f"{plural(many, 'move')} put on record after the deadline, as the result will say"
    return told, [*lines, *([put_down] if many else [])]


def _may_have_backdated(transaction: ReadTransaction, record: GameRecord, told: Bulletin) -> bool:
    """Whether anything was recorded after the deadline of a sealed window that is open."""
    since = min((w["deadline"] for w in told["windows"] if w["sealed"]), default=None)
    return since is not None and bool(transaction.kept_since(record.id, Instant(since)))


def _rules(told: Bulletin) -> list[str]:
    """The version of the rules by which the game goes on, where its host decided about that."""
    version = told["rules"]["version"]
    stays = told["rules"]["stays"]
    return [f"it goes by version {version} of the rules, as you decided"] if stays else []


def _hidden(secret: dict[str, Any]) -> Iterator[str]:
    """The host's secrets beside those of the players, as far as they are words."""
    for key, value in secret.items():
        words = [value] if isinstance(value, str) else value
        if value and isinstance(words, list) and all(isinstance(item, str) for item in words):
            yield f"  {key.replace('_', ' ')}: {' '.join(words)}"


def _people(told: Bulletin, now: Instant) -> Iterator[str]:
    """Lines about who has moved and who hasn't, for the host alone; what they did only with
    --secret, and in secret also who can't add anything.
    """
    windows = windows_told(told)
    for window in (one for one in windows if one["named"]):
        adding = bulletin.adding(told, now, window)
        of = f" in {window['title']}" if len(windows) > 1 else ""
        tells = window["early"] and (told["whole"] or not window["secret"])
        done = set(window["moved"]) - set(adding) if tells else ()
        missing = [turn["who"] for turn in told["turns"] if turn["window"] == window["key"]]
        stand = [who for who in window["moved"] if who not in missing]  # some have taken it back
        moved = [f"{who} (done)" if who in done else who for who in stand]
        yield f"  has moved{of}: {', '.join(moved) or 'nobody yet'}"
        yield f"  hasn't yet: {', '.join(missing) or 'nobody who may move'}"


def _at_a_glance(told: Bulletin) -> Iterator[str]:
    """The table in one line, as everybody sees it, without empty facts."""
    if not told["windows"]:
        return
    facts = ((key.replace("_", " "), told["public"][key]) for key in told["glance"])
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
    if isinstance(value, list):
        return " ".join(map(_cell, value)) or "-"
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    if isinstance(value, dict):
        told = {k: v for k, v in value.items() if v is not False and not isinstance(v, Instant)}
        return ":".join(_part(key, item) for key, item in told.items())
    return f"{value:,}" if isinstance(value, int) else "-" if value is None else str(value)


def _facts(desk: Desk, told: Bulletin, hints: tuple[Hint, ...]) -> dict[str, Any]:
    windows = windows_told(told)
    rules, beside = told["rules"], told["own"] or [{}] * len(told["players"])
    facts = {
        "game": told["game"],
        "kind": told["kind"],
        "phase": told["phase"],
        "entry": told["entry"],
        "ended": told["ended"],
        "paused": told["paused"] is not None,
        "deadline": min((w["deadline"] for w in windows), default=None),
        "moved": [name for window in windows for name in window["moved"]],
        "messages": [
            {key: one[key] for key in ("number", "who", "at", "state")} for one in told["messages"]
        ],
        "waiting": list(_waiting(desk, told)),
        "absent": told["absent"],
        "inactive": told["inactive"],
        "replaced": told["replaced"],
        "next": [hint.command for hint in hints],
        "rules": {key: rules[key] for key in ("version", "newest", "undecided")},
        "players": [one | own for one, own in zip(told["players"], beside, strict=True)],
        "public": told["public"],
    }
    return {**facts, "secret": told["secret"], "plans": told["plans"]} if told["whole"] else facts


def _waiting(desk: Desk, told: Bulletin) -> Iterator[dict[str, Any]]:
    due, windows = bulletin.overdue(told, desk.now), windows_told(told)
    for turn in told["turns"]:
        window = next((one for one in windows if one["key"] == turn["window"]), None)
        who = turn["who"]
        is_up = window is not None and bulletin.last_call(window, who) < desk.now
        yield {
            "who": who,
            "for": turn["task"],
            "deadline": bulletin.deadline_of(window, who) if window else None,
            "moves": turn["moves"],
            "overdue": window in due or (not told["paused"] and is_up),
        }
    for window in due:
        yield {
            "who": HOST,
            "for": f"the close of: {window['title']}",
            "deadline": window["deadline"] if window["told"] else None,
            "moves": ["close"],
            "overdue": True,
        }
