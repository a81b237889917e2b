"""States: replayed twice or kept and read they are the same, and nothing is lost."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from gmtool.engine.effective import amends
from gmtool.engine.game import PUBLIC, Action, Game
from gmtool.engine.host_moves import Adjust, Inactive, Redeal
from gmtool.engine.refusals import Refusal
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.table import Table, decode, encode, wanted
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.testing.broken import Broken, need, shown_by
from gmtool.testing.played import Played, Subject, Taken

APART = 8
"""After one of so many entries the whole table is kept and read, and twice as often all views."""
UNSTEADY = "the rules depend on a clock, on chance of their own, or on the order of a set"
"""Why the same journal may give two games."""
BY_HAND = (Adjust, Inactive, Redeal)
"""The rulings by which quantities change that are conserved."""


def replays_agree(subject: Subject) -> None:
    """The journal replayed again gives the same: the rules know no clock and draw nothing."""
    for played in subject.played():
        begun = played.begun()
        again = replay_journal(played.game, begun.start, played.entries, begun.seed)
        with shown_by(None, played.text, played.game.kind):
            _same(played.replay, again)


def _same(first: Replay, again: Replay) -> None:
    need(again.failure is None, f"replayed again, the journal isn't taken: {again.failure}.")
    for one, other in zip(first.effective, again.effective, strict=True):
        if one.table != other.table:
            same = one.table.state == other.table.state
            what = (
                "windows, names or counts" if same else _differs(one.table.state, other.table.state)
            )
            told = f"replayed again, the game stands otherwise here ({what}); {UNSTEADY}."
            raise Broken(told, one.entry)
    need(first.table == again.table, "replayed again, the game stands otherwise in the end.")


def _differs(one: Any, other: Any) -> str:
    """The fields in which two states differ."""
    names = (name for name in asdict(one) if getattr(one, name) != getattr(other, name, None))
    return ", ".join(names)


def another_process_agrees(subject: Subject) -> None:
    """Another Python, which hashes otherwise and has another hour and day, replays the same
    journals alike.
    """
    games = list(subject.some())
    if not games:
        return
    here = [digest(played.replay.table) for played in games]
    elsewhere = {"PYTHONHASHSEED": "1", "TZ": "ELSEWHERE-23"}
    environment = {**os.environ, **elsewhere, "PYTHONPATH": os.pathsep.join(sys.path)}
    lines = "".join(f"{json.dumps(played.text())}\n" for played in games)
    done = subprocess.run(  # noqa: S603 - this Python, and a module of its own
        [sys.executable, "-m", "gmtool.testing.replaying", subject.game.kind],
        input=lines,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    need(done.returncode == 0, f"another process can't replay its journals: {done.stderr[-300:]}")
    for played, one, other in zip(games, here, done.stdout.split(), strict=True):
        if one != other:
            told = f"another process replays this journal to something else; {UNSTEADY}."
            raise Broken(told, None, played.text())


def digest(table: Table) -> str:
    """A digest of all that a table is."""
    return hashlib.sha256(
        json.dumps(json.loads(encode(table)), sort_keys=True).encode()
    ).hexdigest()


def views_are_plain(subject: Subject) -> None:
    """States survive the database; views are plain data, with what every view has."""
    for played in subject.some():
        played.at(_views, every=APART // 2)
        played.at(_kept, every=APART)


def _kept(played: Played, one: Taken) -> None:
    table = one.after
    again = decode(played.game, encode(table), table.calendar)
    need(
        again == table,
        f"the table isn't the same when it was kept and read: {_differs(table, again)}.",
    )


def _views(played: Played, one: Taken) -> None:
    game, table = played.game, one.after
    for viewer in (PUBLIC, HOST, *table.players):
        view = game.view(table.state, viewer)
        whose = f"the view of {viewer or 'everybody'}"
        try:
            again = json.loads(json.dumps(view))
        except TypeError as error:
            raise Broken(f"{whose} isn't plain data: {error}.") from error
        need(again == _listed(view), f"{whose} isn't plain data: keys are to be names.")
        keys = {"phase", "players", "public"} | ({"you"} if viewer in table.players else set())
        need(keys <= set(view), f"{whose} lacks {', '.join(sorted(keys - set(view)))}.")
        names = [player.get("name") for player in view["players"]]
        need(sorted(names) == sorted(table.players), f"{whose} has the players {names}.")
        lacking = [key for key in game.at_a_glance if key not in view["public"]]
        need(not lacking, f"`at_a_glance` names {lacking}, which the public view doesn't have.")


def _listed(data: Any) -> Any:
    """Plain data with lists for tuples."""
    if isinstance(data, Mapping):
        return {key: _listed(value) for key, value in data.items()}
    return [_listed(one) for one in data] if isinstance(data, list | tuple) else data


def what_is_counted_is_conserved(subject: Subject) -> None:
    """The quantities that the kind names stay the same from entry to entry, in the order in which
    the entries count.
    """
    for played in subject.played():
        before = played.replay.start
        for step in played.replay.effective:
            if not (isinstance(step.move, BY_HAND) or amends(step.entry)):
                with shown_by(step.entry, played.text, played.game.kind):
                    is_conserved(played.game, before, step.table)
            before = step.table


def is_conserved(game: Game, before: Table, after: Table) -> None:
    """Raise Broken where a quantity that is conserved is another after a step."""
    was, now = game.conserved(before.state), game.conserved(after.state)
    for what in sorted({*was} & {*now}):
        told = f"{what} aren't conserved: {was[what]} before the entry, {now[what]} after it."
        need(was[what] == now[what], told)


def no_purse_is_overdrawn(subject: Subject) -> None:
    """Nobody ever has less of what the kind names than it can have."""
    for played in subject.played():
        for step in played.replay.effective:
            for whose, many in played.game.purses(step.table.state).items():
                with shown_by(step.entry, played.text, played.game.kind):
                    need(many >= 0, f"{whose} come to {-many} less than there can be.")


def windows_are_those_wanted(subject: Subject) -> None:
    """The windows that run are those that the rules want, and each turn in one has its window."""
    for played in subject.played():
        played.at(_windows)


def _windows(played: Played, one: Taken) -> None:
    table = one.after
    asked = wanted(played.game, table)
    keys = [window.key for window in asked.windows]
    need(len(keys) == len(set(keys)), f"two windows have one key: {keys}.")
    there = [window.key for window in table.windows]
    need(sorted(keys) == sorted(there), f"wanted() has the windows {keys}, and {there} run.")
    for turn in asked.turns:
        known = not turn.window or turn.window in keys
        need(known, f"the turn of {turn.who} is in the window “{turn.window}”, which isn't there.")
    _nobody_silent_is_waited_for(played, one)


def _nobody_silent_is_waited_for(played: Played, one: Taken) -> None:
    """Whatever an inactive player is asked for has its default at once (ALL-11), unless that is
    refused or changes nothing.
    """
    game, table, entry = played.game, one.after, one.entry
    turns = wanted(game, table).turns
    is_due = CHANCE not in {turn.who for turn in turns}
    for turn in turns:
        if is_due and turn.who in table.inactive and turn.expected and turn.window:
            who = (turn.who,)
            lapsed = ((turn.who, turn.window),)
            action = Action(entry.number + 1, HOST, Close(who), entry.received_at, who, lapsed)
            try:
                after = game.play(table.state, action)
            except Refusal:
                continue
            told = f"{turn.who} is inactive, and is waited for all the same: {turn.task}."
            need(replace(after, news=()) == replace(table.state, news=()), told)
