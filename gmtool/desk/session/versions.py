"""Games begun under an older version of their rules: what newer rules would make of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import asdict

from gmtool.desk.session.diff import StateChange, describe, state_diff
from gmtool.desk.session.position import newer_changes
from gmtool.engine.amendments import AdoptThroughout
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.instants import NEVER
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.fold import Recount
from gmtool.engine.steps import Step, apply
from gmtool.engine.table import Table, by_rules, wanted
from gmtool.engine.text import HOST, plural

MOST_TOLD = 4
"""The most differences that an entry makes which are told with the refusal of it."""
UNSAID = "?"
"""The reason of an entry that is only tried out."""
Asked = tuple[str, str, bool]
"""A turn: whose it is, in which window, and whether it is expected."""


def throughout(replay: Replay) -> Recount:
    """The journal of a replay by the newest rules from its beginning."""
    move = AdoptThroughout(0, UNSAID, (), replay.game.rules_version)
    at = replay.table.last_at or NEVER
    last = max((entry.number for entry in replay.on_record), default=0)
    return replay.judge_amendment(Entry(last + 1, HOST, str(move), at, at))


def of_entry(game: Game, before: Table, step: Step) -> str:
    """What the newest rules make otherwise of an entry, from the table before it on, in a few words
    for the host; empty where it comes to the same.
    """
    newest = by_rules(before, game.rules_version)
    try:
        other = apply(game, newest, step.entry, noted=True).table
    except Refusal as refusal:
        return f"it is refused ({refusal.clause})"
    return _added(_differing(game, before, newest), _differing(game, step.table, other))


def of_late_entry(was: Replay, now: Replay) -> str:
    """The same of an entry that counts before others that are on record, with which all is
    replayed: the journal `was` without it, and `now` is with it.
    """
    game = now.game
    before = _differing(game, was.table, throughout(was).fold.table)
    return _added(before, _differing(game, now.table, throughout(now).fold.table))


class _Differing(Struct, frozen=True):
    """What differs between two tables: what everybody may know, what the host knows, and who is
    asked for something, if that differs.
    """

    public: tuple[StateChange, ...]
    every: tuple[StateChange, ...]
    asked: tuple[Asked, ...]

    def __str__(self) -> str:
        """In a few words for the host, first what everybody may know."""
        lines = list(dict.fromkeys((*describe(self.public), *describe(self.every))))
        more = [f"and {len(lines) - MOST_TOLD} more"] if lines[MOST_TOLD:] else []
        return "; ".join((*lines[:MOST_TOLD], *more)) or "what is asked of whom next"


def _differing(game: Game, was: Table, now: Table) -> _Differing | None:
    """What differs between two tables; None where nothing does."""
    public = state_diff(game, was, now, PUBLIC)
    every, asked = state_diff(game, was, now), _asked(game, now)
    asked = () if asked == _asked(game, was) else asked
    return _Differing(public, every, asked) if every or asked else None


def _added(before: _Differing | None, after: _Differing | None) -> str:
    """What differs after an entry, where that isn't what differed before it; else empty."""
    if before == after:
        return ""
    return str(after) if after else "what differed comes to the same"


def _asked(game: Game, table: Table) -> tuple[Asked, ...]:
    turns = wanted(game, table).turns
    return tuple((turn.who, turn.window, turn.expected) for turn in turns)


def in_words(replay: Replay) -> Iterator[str]:
    """What newer rules changed, in lines."""
    for change in newer_changes(replay.game, replay.table):
        yield f"{change.clause}, since version {change.version}: {change.since}"
        yield f"  before: {change.before}"


def by_now(replay: Replay, *, secret: bool) -> Iterator[str]:
    """What would stand otherwise by now had the game gone by newer rules from its beginning, in
    lines; only what everybody may know, unless `secret`.
    """
    told, falls = _by_now(replay, secret=secret)
    if falls:
        yield f"by the newest {plural(falls, 'entry', 'entries')} on record wouldn't stand"
    if told:
        yield "by the newest from its beginning it would stand otherwise now:"
        yield from (f"  {line}" for line in told)
    elif not falls:
        yield "so far everything came out just as by the newest"


def facts(replay: Replay, *, secret: bool) -> dict[str, object]:
    """The same as plain data."""
    told, falls = _by_now(replay, secret=secret)
    return {
        "version": replay.table.state.rules,
        "newest": replay.game.rules_version,
        "changes": [asdict(change) for change in newer_changes(replay.game, replay.table)],
        "otherwise": told,
        "falls": falls,
    }


def _by_now(replay: Replay, *, secret: bool) -> tuple[list[str], int]:
    if replay.failure:
        return [], 0
    outcome = throughout(replay)
    viewer = HOST if secret else PUBLIC
    changes = state_diff(replay.game, replay.table, outcome.fold.table, viewer)
    return list(describe(changes)), len((*outcome.invalidated, *outcome.void))
