"""Loads a game for one command, and writes it back with the snapshot that the next begins with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import asdict

from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import DeskProblem, Meanwhile
from gmtool.desk.session import bulletin, kinds, recipients, snapshots, versions
from gmtool.desk.session.bulletin_compiler import parts_of
from gmtool.desk.session.other_games import OtherGames
from gmtool.desk.session.other_terminals import entries_since
from gmtool.desk.session.session import Journal, Session, digest_after, lay_recorded_table
from gmtool.desk.session.snapshots import tell_of_the_clock
from gmtool.desk.times.deadline_calculation import CALENDAR
from gmtool.engine import table as codec
from gmtool.engine.entries import Entry
from gmtool.engine.game import PUBLIC, Game
from gmtool.engine.instants import Instant
from gmtool.engine.replay import Replay
from gmtool.engine.replay.journal_reader import replay_journal
from gmtool.engine.table import (
    Table,
    decode,
    encode,
    openly,
)
from gmtool.store import GameRecord, ReadTransaction, Snapshot, WriteTransaction


def unknown_rules(game: Game, version: int) -> str:
    """Why no game of that kind goes on by that version of the rules."""
    if version < game.oldest:
        return (
            f"it goes by rules of {game.title} that a gmtool in development had before the first "
            "release, and no release knows them."
        )
    return (
        f"it goes by version {version} of the rules of {game.title}, and this gmtool adjudicates "
        f"version {game.rules_version}; use the release it was begun with."
    )


def load(transaction: ReadTransaction, record: GameRecord) -> Session:
    """The session of a game: from its head, if this user's program made that and it is of the last
    entry, else by replay; then the head is made anew.

    Raises DeskProblem for a game under another version of the rules, and for a kind that
    isn't there any more.
    """
    game = kinds.of_game(record.header)
    if not game.adjudicates(record.header.rules):
        why = unknown_rules(game, record.header.rules)
        raise DeskProblem(f"{record.header.name}: {why} `log` and `export` still work.")
    session = _loaded(transaction, record, game)
    if not (session.from_snapshot or session.failure):
        with suppress(DeskProblem):  # no such time zone here, or so: who needs it says so
            snapshots.keep_for_later(transaction, record.id, snapshot_of(session))
    session.others = OtherGames(transaction, record.id, state_anew)
    session.stored_hash = partial(transaction.hash_of, record.id)
    return session


def _loaded(transaction: ReadTransaction, record: GameRecord, game: Game) -> Session:
    number = transaction.last_number(record.id)
    snapshot = transaction.snapshot(record.id)
    journal = partial(transaction.entries, record.id)
    if (
        snapshot is not None
        and snapshot.entry == number
        and snapshots.is_of_this_program(snapshot, game)
    ):
        with suppress(ValueError):  # whatever is wrong with the head: it is only a cache
            return _from_snapshot(record, game, snapshot, journal)
    return replayed_session(record, game, journal())


def _from_snapshot(record: GameRecord, game: Game, snapshot: Snapshot, journal: Journal) -> Session:
    kept = json.loads(snapshot.state)
    last = None
    if kept["last_said"]:
        number, who, text, at = kept["last_said"]
        last = Entry(number, who, text, Instant(at), Instant(at))
    table = decode(game, json.dumps(kept["table"]).encode(), CALENDAR)
    redoable, so_far = kept["redoable"], kept["folded"]
    return Session(
        record,
        game,
        table,
        snapshot.entry,
        last,
        redoable,
        so_far,
        journal=journal,
        from_snapshot=True,
    )


def replayed_session(record: GameRecord, game: Game, entries: Sequence[Entry]) -> Session:
    """The session of a game by replay; raises DeskProblem where the rules refuse its set-up."""
    replay = replay_journal(
        game, lay_recorded_table(game, record.header), entries, bytes.fromhex(record.header.seed)
    )
    return session_at(record, replay, entries)


def session_at(record: GameRecord, replay: Replay, entries: Sequence[Entry]) -> Session:
    """The session of a game whose `entries` were replayed."""
    redoable = replay.redoable()
    return Session(
        record,
        replay.game,
        replay.table,
        entries[-1].number if entries else 0,
        replay.last_by_a_person(),
        redoable.number if redoable else None,
        None,
        replay.failure,
        journal=lambda: entries,
        replays={0: replay.copy()},
    )


def snapshot_of(session: Session) -> Snapshot:
    """The head to cache, so that the next command needn't replay the journal."""
    table, last = session.table, session.last_by_a_person
    deadline = min((w.deadline for w in table.windows), default=session.planned_start)
    state = {
        "table": json.loads(encode(table)),
        "last_said": [last.number, last.who, last.text, last.received_at] if last else None,
        "redoable": session.redoable,
        "folded": digest_after(session.digest, session.applied_entries),
        "told": parts_of(session),
    }
    return Snapshot(
        entry=session.number,
        rules_version=session.game.rules_version,
        codec=codec.VERSION,
        state=json.dumps(state, ensure_ascii=False, separators=(",", ":")),
        ended=session.ended,
        paused=table.paused is not None,
        deadline=None if session.ended else deadline,
        brief=_brief(session),
        program=snapshots.program(session.header.kind),
    )


def _brief(session: Session) -> dict[str, Any]:
    table, parts = session.table, parts_of(session)
    known = parts[bulletin.OPEN_PART]
    turns = parts[bulletin.SECRET_PART].get("turns", known["turns"])
    mentions = {name: own["mention"] for name, own in table.people.items() if own.get("mention")}
    task = next((turn["task"] for turn in turns), "")
    return {
        "phase": known["phase"],
        "for": " and ".join(w.title for w in table.windows) or task,
        "waiting": list(dict.fromkeys(turn["who"] for turn in turns)),
        "players": list(table.players),
        "mentions": mentions,
        "ways": recipients.delivery_ways(session),
        "thread": session.settings.get("thread", ""),
        "zone": session.zone.key,
        "messages": [one.number for one in session.unread],
        "windows": windows_in_brief(table),
        "openly": _openly(session),
        "ends": min((w.ends for w in table.windows), default=""),
        "rules": [change.clause for change in session.undecided],
        "replaced": [asdict(one) for one in table.replaced],
    }


def _openly(session: Session) -> dict[str, Any]:
    """What a report of all games tells of a game without its secrets: what is awaited, from whom,
    and when the first window closes of which everybody may know.
    """
    windows, turns = openly(session.table), parts_of(session)[bulletin.OPEN_PART]["turns"]
    return {
        "for": " and ".join(w.title for w in windows) or next((t["task"] for t in turns), ""),
        "waiting": list(dict.fromkeys(turn["who"] for turn in turns)),
        "deadline": min((w.deadline for w in windows), default=session.planned_start),
    }


def windows_in_brief(table: Table) -> list[dict[str, Any]]:
    """The open windows as the brief of a head has them, each with all deadlines that it has for
    anybody, and those `told` to everybody.
    """
    found = []
    for window in table.windows:
        every = sorted({window.deadline, *map(window.deadline_of, window.own)})
        told = every if window.is_for(PUBLIC) else [window.deadline] * window.known_to(PUBLIC)
        brief = {"key": window.key, "entry": window.entry, "deadlines": every, "told": told}
        found.append({**brief, "private": bool(window.private)})
    return found


def state_anew(
    transaction: ReadTransaction, record: GameRecord, kept: Snapshot | None
) -> Snapshot | None:
    """The state of a game: its cached head where that is up to date, else one made by replay. One
    that can't be replayed here keeps its cached head.
    """
    if kept and snapshots.is_up_to_date(transaction, record, kept):
        return kept
    try:
        return snapshot_of(load(transaction, record))
    except DeskProblem:
        return kept


def the_session(desk: Desk, transaction: ReadTransaction) -> Session:
    """The session of the game that is meant; raises as `load` and `the_game` do, and Meanwhile
    where the host hasn't seen its last entry. The host is told where the rules have changed since
    it began.
    """
    session = load(transaction, the_game(transaction, desk))
    if desk.seen is not None and desk.seen != session.number:
        raise Meanwhile(session.name, entries_since(transaction, session, desk.seen))
    tell_of_the_clock(desk, transaction, session.record, session.show)
    if session.undecided:
        line = desk.commands.line("rule", "adopt")
        desk.tell(
            f"{session.name}: the rules have changed since it began "
            f"({versions.clauses(session.undecided)}); it goes by those of version "
            f"{session.table.state.rules} until you decide: {line}"
        )
    return session


def write(transaction: WriteTransaction, session: Session, terminal: str) -> None:
    """Write the applied steps and the head, unless that holds already, in the transaction; a
    game with a failure gets no head.
    """
    transaction.append(session.record.id, session.applied_entries, terminal, session.hashes)
    if session.failure:
        transaction.drop_snapshot(session.record.id)
    elif session.applied or not session.from_snapshot:
        transaction.put_snapshot(session.record.id, snapshot_of(session))
