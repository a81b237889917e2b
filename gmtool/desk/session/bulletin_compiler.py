"""Compiles the bulletin of a game from its session: what everybody may know, and its secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from gmtool.desk.session import bulletin, versions
from gmtool.desk.session.bulletin import AT, FORUM, OPEN_PART, SECRET_PART, UNSAID, Bulletin, Parts
from gmtool.desk.session.labels import name_entry
from gmtool.desk.session.message_types import message_types
from gmtool.desk.session.visibility import is_for_all
from gmtool.engine import entropy
from gmtool.engine.entries import Entry
from gmtool.engine.entry_texts import read
from gmtool.engine.game import PUBLIC, SECRET, Turn, View, Wanted
from gmtool.engine.instants import NEVER, Instant
from gmtool.engine.plans import Plan
from gmtool.engine.refusals import Refusal
from gmtool.engine.table import OpenWindow, Table, is_secret, may_add, wanted
from gmtool.engine.text import HOST, IN_PRIVATE
from gmtool.engine.window_moves import Close, Extend

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session

SILENT = 2
"""After so many windows in a row in which nothing came a player looks inactive, where the game has
no number of its own.
"""


_AS_IT_IS = frozenset((str, int, bool, type(None)))
"""Types, not of their subclasses, of what is kept as it is."""


def bulletin_of(session: Session, *, secret: bool = True) -> Bulletin:
    """What a report tells of a game as it is now."""
    return bulletin.of(session.header, parts_of(session), session.redoable, secret=secret)


def parts_of(session: Session) -> Parts:
    """The two parts of that, as they are kept; they are compiled once for each state."""
    number, table, parts = session.compiled or (0, None, {})
    if table is not session.table or number != session.number:
        parts = _compiled(session)
        session.compiled = (session.number, session.table, parts)
    return parts


def _compiled(session: Session) -> Parts:
    """The two parts of the bulletin: all that everybody may know, and what the host's own differs
    in from that.
    """
    table, game = session.table, session.game
    asked = wanted(game, table)
    known, host = game.view(table.state, PUBLIC), game.view(table.state, HOST)
    everybody = {
        **_at_large(session, asked),
        **_told(session, asked, secret=False),
        "phase": "ended" if table.called_off else known["phase"],
        "players": marked(known["players"]),
        "public": marked(known["public"]),
    }
    own = {
        **_told(session, asked, secret=True),
        "own": [*_own(known, host)],
        "secret": marked(host.get(SECRET, {})),
        "plans": [
            {"number": one.number, "who": one.who, "plan": str(Plan(one.stages))}
            for one in table.plans
        ],
    }
    if host["public"] != known["public"]:
        own["public"] = marked(host["public"])
    return {
        OPEN_PART: _differing(everybody, UNSAID),
        SECRET_PART: _differing(own, {**UNSAID, **everybody}),
    }


def _differing(facts: dict[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    return {key: fact for key, fact in facts.items() if key not in known or fact != known[key]}


def _at_large(session: Session, asked: Wanted) -> dict[str, Any]:
    """What holds for everybody and is no secret."""
    table, game = session.table, session.game
    settings = session.settings
    undecided = [change.clause for change in session.undecided]
    return {
        "title": game.title,
        "zone": settings.get("zone", ""),
        "entry": session.number,
        "failed": session.what_failed,
        "ended": asked.nothing,
        "called_off": table.called_off,
        "paused": table.paused,
        "messages": [{**asdict(one), "who": table.seat(one.who)} for one in table.inbox],
        "absent": [asdict(one) for one in table.absences],
        "inactive": [*table.inactive],
        "replaced": [asdict(one) for one in table.replaced],
        "words": {"until": entropy.closes(table)} if session.is_held else None,
        "planned_start": session.planned_start,
        "typed_chance": session.mode == entropy.TYPED,
        "has_sequel": game.sequel is not None,
        "silence": game.inactivity or "ALL-11",
        "quiet": {} if asked.nothing else _quiet(session),
        "rules": {
            "version": table.state.rules,
            "newest": game.rules_version,
            "begun": session.header.rules,
            "undecided": undecided,
            "stays": bool(
                not undecided and not asked.nothing and versions.newer_changes(game, table)
            ),
        },
        "glance": [*game.at_a_glance],
        "forum": {key: settings[key] for key in FORUM if settings.get(key)},
        "in_private": [one.name for one in message_types(game) if one.in_private],
    }


def _told(session: Session, asked: Wanted, *, secret: bool) -> dict[str, Any]:
    """What a report without secrets tells otherwise than one with them."""
    table = session.table
    windows = [
        _window(asked, one, told=secret or one.known_to(PUBLIC), named=secret or one.is_for(PUBLIC))
        for one in table.windows
    ]
    turns = session.awaited if secret else session.awaited_openly
    return {
        "windows": windows,
        "turns": [*map(_turn, turns)],
        "adding": [*_adding(asked, table, windows, secret=secret)],
        "whole": secret,
        "said": _said(session, asked, secret=secret),
    }


def _window(asked: Wanted, window: OpenWindow, *, told: bool, named: bool) -> dict[str, Any]:
    by_rules = next(one for one in asked.windows if one.key == window.key)
    return {
        "key": window.key if told else "",
        "name": window.name if told else "",
        "title": window.title if told else IN_PRIVATE,
        "entry": window.entry if told else 0,
        "deadline": window.deadline if told else window.ends,
        "own": dict(window.own) if named else {},
        "grace": window.policy.grace if told else 0,
        "moved": [*window.moved] if named else [],
        "came": sorted(window.came) if named else [],
        "early": told and window.early,
        "may_end_early": by_rules.early,
        "at_will": told and window.at_will,
        "sealed": told and window.sealed,
        "secret": told and is_secret(asked, window),
        "ends": window.ends,
        "named": named,
        "told": told,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {"who": turn.who, "task": turn.task, "moves": [*turn.moves], "window": turn.window}


def _adding(
    asked: Wanted, table: Table, windows: list[dict[str, Any]], *, secret: bool
) -> Iterator[list[str]]:
    """Who may add something, each with its last call. Without secrets only those of whom a report
    says whether they are done: who could still add something follows from what was said in secret.
    """
    told = [window for window in windows if window["told"]]
    every = secret or not any(window["secret"] for window in told)
    openly = {who for window in told if not window["secret"] for who in window["moved"]}
    for turn in asked.turns:
        window = table.window(turn.window)
        if window is None or not (secret or window.is_for(PUBLIC)):
            continue
        if (every or turn.who in openly) and may_add(asked, table, turn):
            yield [turn.who, window.last_call(turn.who), window.key]


def _quiet(session: Session) -> dict[str, int]:
    """Those who sent nothing in as many windows in a row as the game's option says, or in two where
    it has none, with the count.
    """
    limit = SILENT
    for option in session.game.options:
        if option.name == "inactive_after":
            given = session.header.options.get(option.name)
            limit = int(option.read(given) if given else option.default or 0)
    return {name: many for name, many in session.table.quiet.items() if many >= limit}


def _said(session: Session, asked: Wanted, *, secret: bool) -> dict[str, Any] | None:
    said = session.last_by_a_person
    if said is None:
        return None
    told = name_entry(said) if secret or _is_for_all(session, asked, said) else "what was said last"
    stays = _stays(session.table, said)
    return {"number": said.number, "told": told, "stays": stays}


def _is_for_all(session: Session, asked: Wanted, said: Entry) -> bool:
    """Whether everybody may know of that entry, the last by a person; a close of a private window
    tells of it, and one for a player of whom it asks something.
    """
    try:
        move = read(session.game, session.table, said.who, said.text)
    except Refusal:  # read with the names of that time
        return False
    if isinstance(move, (Close, Extend)) and (asked.in_private or move.who):
        step = next((one for one in session.applied if one.entry.number == said.number), None)
        step = step or session.replay().step(said.number)
        return not asked.in_private and step is not None and is_for_all(step)
    return move.public == str(move)


def _stays(table: Table, said: Entry) -> Instant | None:
    """The instant from which on an entry can't be taken back any more; None where it always can
    (ALL-3).
    """
    until = entropy.closes(table)
    for at in (NEVER, until.plus(timedelta(seconds=1))) if until else (NEVER,):
        try:
            entropy.check_back(table, said, at)
        except Refusal:
            return at
    return None


def _own(known: View, host: View) -> Iterator[dict[str, Any]]:
    """What the host knows of each player beside what everybody does."""
    for openly, player in zip(known["players"], host["players"], strict=True):
        more = {key: value for key, value in player.items() if key != SECRET}
        beside = {k: v for k, v in more.items() if k not in openly or openly[k] != v}
        yield marked(beside | player.get(SECRET, {}))


def marked(data: Any) -> Any:
    """A view as it is kept: instants can be told from words."""
    if type(data) in _AS_IT_IS:
        return data
    if isinstance(data, (list, tuple)):
        return [one if type(one) in _AS_IT_IS else marked(one) for one in data]
    if isinstance(data, dict):
        return {k: v if type(v) in _AS_IT_IS else marked(v) for k, v in data.items()}
    return {AT: str(data)} if isinstance(data, Instant) else data
