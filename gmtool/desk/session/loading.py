"""Loads a game for one command, and writes it back with the snapshot that the next begins with.

A command that only looks at a game loads its rules and its snapshot, and nothing that changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from gmtool.desk.desk import Desk, the_game
from gmtool.desk.problems import DeskProblem, Meanwhile
from gmtool.desk.session import kinds, snapshots
from gmtool.desk.session.other_games import OtherGames
from gmtool.desk.session.other_terminals import entries_since, tell_of_the_clock
from gmtool.desk.session.position import Position
from gmtool.engine.game import Game
from gmtool.engine.rulings import clauses
from gmtool.store import GameRecord, ReadTransaction, WriteTransaction

if TYPE_CHECKING:
    from gmtool.desk.session.session import Session

Loaded = TypeVar("Loaded", bound=Position)


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


def look_at(transaction: ReadTransaction, record: GameRecord) -> Position:
    """The position of a game; raises as `load` does, which is called only where the game has no
    snapshot that is whole.
    """
    kept = snapshots.kept_position(transaction, record, _rules_of(record))
    return kept[0] if kept else load(transaction, record)


def look_if_possible(transaction: ReadTransaction, record: GameRecord) -> Position | None:
    """The position of a game; None for one that can't be loaded here."""
    with suppress(DeskProblem):
        return look_at(transaction, record)
    return None


def running_games(transaction: ReadTransaction) -> Iterator[tuple[GameRecord, Position | None]]:
    """The games that go on, each with its position; None for one that can't be loaded here."""
    for game_id in transaction.running_games():
        record = transaction.game(game_id)
        position = look_if_possible(transaction, record) if record else None
        if record and not (position and position.ended):
            yield record, position


def other_games(transaction: ReadTransaction, record: GameRecord) -> OtherGames:
    """The other games of the database."""
    return OtherGames(transaction, record.id, look_if_possible)


def load(transaction: ReadTransaction, record: GameRecord) -> Session:
    """The session of a game: from its snapshot, if this user's program made that and it is of the
    last entry, else by replay; then the snapshot is made anew.

    Raises DeskProblem for a game under another version of the rules, and for a kind that
    isn't there any more.
    """
    from gmtool.desk.session.session import Session, replayed_session

    game, journal = _rules_of(record), partial(transaction.entries, record.id)
    kept = snapshots.kept_position(transaction, record, game)
    if kept:
        position, folded = kept
        session = Session(**vars(position), folded=folded, journal=journal, from_snapshot=True)
    else:
        session = replayed_session(record, game, journal())
        if not session.failure:
            made = snapshots.snapshot_of(session)
            snapshots.keep_for_later(transaction, record.id, made)
    session.others = other_games(transaction, record)
    session.stored_hash = partial(transaction.hash_of, record.id)
    return session


def _rules_of(record: GameRecord) -> Game:
    game = kinds.of_game(record.header)
    if not game.adjudicates(record.header.rules):
        why = unknown_rules(game, record.header.rules)
        raise DeskProblem(f"{record.header.name}: {why} `log` and `export` still work.")
    return game


def the_session(desk: Desk, transaction: ReadTransaction) -> Session:
    """The session of the game that is meant; raises as `load` and `the_game` do, and Meanwhile
    where the host hasn't seen its last entry. The host is told where the rules have changed since
    it began.
    """
    return _tell_host(desk, transaction, load(transaction, the_game(transaction, desk)))


def the_position(desk: Desk, transaction: ReadTransaction) -> Position:
    """The same for a command that only looks at the game."""
    return _tell_host(desk, transaction, look_at(transaction, the_game(transaction, desk)))


def _tell_host(desk: Desk, transaction: ReadTransaction, game: Loaded) -> Loaded:
    if desk.seen is not None and desk.seen != game.number:
        raise Meanwhile(game.name, entries_since(transaction, game, desk.seen))
    tell_of_the_clock(desk, transaction, game)
    if game.undecided:
        line = desk.commands.line("rule", "adopt")
        desk.tell(
            f"{game.name}: the rules have changed since it began ({clauses(game.undecided)}); it "
            f"goes by those of version {game.table.state.rules} until you decide: {line}"
        )
    return game


def write(transaction: WriteTransaction, session: Session, terminal: str) -> None:
    """Write the applied steps and the snapshot, unless that holds already, in the transaction; a
    game with a failure gets none.
    """
    transaction.append(session.record.id, session.applied_entries, terminal, session.hashes)
    if session.failure:
        transaction.drop_snapshot(session.record.id)
    elif session.applied or not session.from_snapshot:
        transaction.put_snapshot(session.record.id, snapshots.snapshot_of(session))
