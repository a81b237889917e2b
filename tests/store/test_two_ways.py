"""A file is read without SQLAlchemy, a server through it: both read the same, and what the tables
say (design: store).
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from lengths import few_or_many
from sqlalchemy import JSON, Boolean, Integer, String, TypeDecorator
from sqlalchemy.types import TypeEngine
from sqlmodel import select
from storing import START, drafted, head, said, went

from gmtool.engine.header import Header
from gmtool.store import Attempt, ReadTransaction, Store, WriteTransaction, rows
from gmtool.store.on_server import Through
from gmtool.store.problems import Damaged
from gmtool.store.schema import Row
from gmtool.store.sqlalchemy_engines import session_for_tables

_WORDS = (
    "",
    "bid A 30",
    "“Ann”: 30%",
    "it's [b]\r\n\t♠ 😀",
    "\\ / :game ?1 {x}",
    '"occasion": "receipt"',
)
_LOOKS: dict[str, Callable[[ReadTransaction, int], object]] = {
    "games": lambda transaction, _: transaction.games(),
    "game_ids": lambda transaction, _: transaction.game_ids(),
    "game": lambda transaction, game: transaction.game(game),
    "find_game": lambda transaction, game: transaction.find_game(f"  GAME {game}"),
    "current": lambda transaction, _: transaction.current(),
    "kept": lambda transaction, game: transaction.kept(game, game % 3),
    "hash_of": lambda transaction, game: transaction.hash_of(game, 2),
    "hashes": lambda transaction, game: transaction.hashes(game),
    "kept_since": lambda transaction, game: transaction.kept_since(game, START.next_full_minute()),
    "last_number": lambda transaction, game: transaction.last_number(game),
    "mark": lambda transaction, game: transaction.mark(game),
    "attempts": lambda transaction, game: transaction.attempts(game),
    "how_many_wait": lambda transaction, game: transaction.how_many_wait(game),
    "how_many_wait_in_each": lambda transaction, _: transaction.how_many_wait_in_each(),
    "waiting": lambda transaction, game: transaction.waiting(game),
    "waiting, passing": lambda transaction, game: transaction.waiting(game, passing=True),
    "drafts": lambda transaction, game: transaction.drafts(game, 2),
    "draft": lambda transaction, game: transaction.draft(game, 1),
    "revisions": lambda transaction, game: transaction.revisions(game, 1),
    "last_message": lambda transaction, game: transaction.last_message(game),
    "sent": lambda transaction, game: transaction.sent(game, 1),
    "first_post": lambda transaction, game: transaction.first_post(game, "receipt"),
    "all_sent": lambda transaction, game: transaction.all_sent(game),
    "snapshot": lambda transaction, game: transaction.snapshot(game),
    "stored_snapshot": lambda transaction, game: transaction.stored_snapshot(game),
    "has_snapshot": lambda transaction, game: transaction.has_snapshot(game),
    "running_games": lambda transaction, _: transaction.running_games(),
    "running_players": lambda transaction, _: [*transaction.running_players()],
}


def test_every_look_is_compared() -> None:
    public = {name for name in vars(ReadTransaction) if not name.startswith("_")}
    assert public - {"entries"} == {name.partition(",")[0] for name in _LOOKS}


@pytest.mark.parametrize("seed", few_or_many((1, 2, 3), range(40)))
def test_both_ways_read_the_same(store: Store, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 -- the same each time
    with store.writing() as transaction:
        games = [_begun(transaction, number, chance) for number in range(1, chance.randint(2, 5))]
    with session_for_tables(store._place, 5) as session, store.reading() as bare:
        through = ReadTransaction(Through(session.connection()))
        for name, look in _LOOKS.items():
            for game in (*games, 99):
                assert look(bare, game) == look(through, game), name
        for table in Row.__subclasses__():
            name = str(table.__tablename__)
            read = [rows.read(name, row) for row in bare._all(name, "")]
            told = [vars(row) for row in session.exec(select(table))]
            assert len(read) == len(told), name
            for one, other in zip(read, told, strict=True):
                assert one == {column: _as_ours(other[column]) for column in one}


def _as_ours(value: Any) -> Any:
    return rows.instant(value) if isinstance(value, datetime) else value


def _begun(transaction: WriteTransaction, number: int, chance: random.Random) -> int:
    """A game with anything in it that a game may have."""

    def word() -> str:
        return chance.choice(_WORDS)

    names, given = ("Ann", "Bob", word() or "Cid"), {word(): word(), word(): word()}
    aliases = {"Ann": (word(),), "Bob": ()}
    more = (given, given, "1f" * 32, word())
    header = Header("a-kind", 2, f"Game {number}", "UTC", names, aliases, *more)
    at = START.plus(timedelta(seconds=chance.randint(0, 100_000)))
    game = transaction.add_game(header, at).id
    last = chance.randint(0, 6)
    said_then = {"link": word(), "late": word(), "note": word(), "raw": word(), "drawn": word()}
    entries = [
        said(
            n,
            word(),
            START.plus(timedelta(seconds=chance.randint(0, 100_000))),
            of=n - 1,
            **said_then,
        )
        for n in range(1, last + 1)
    ]
    transaction.append(game, entries, word(), {n: word() for n in range(1, last + 1)})
    if chance.random() < 0.8:
        players = chance.choice([(), ("Ann", word())])
        transaction.put_snapshot(game, head(last, ended=chance.random() < 0.3, players=players))
    transaction.add_attempt(game, Attempt("Ann", word(), at, START, "AP-8", word(), word(), last))
    for message in range(1, chance.randint(1, 5)):
        to = chance.choice(["", "Ann"])
        revisions = range(1, chance.randint(2, 4))
        for revision in revisions:
            passing = chance.random() < 0.5
            transaction.put_draft(
                game, drafted(message, revision, to=to, passing=passing, note=word())
            )
        if chance.random() < 0.5:
            transaction.add_sent(game, went(message, link=word()))
            if chance.random() < 0.3:
                transaction.add_sent(game, went(message, revoked=True))
    if chance.random() < 0.5:
        transaction.use(game)
    return game


_KINDS: tuple[tuple[type[TypeEngine[Any]], Any], ...] = (
    (JSON, rows.data),
    (Boolean, rows.flag),
    (Integer, rows.number),
    (String, rows.text),
)


def test_the_columns_are_those_of_the_tables() -> None:
    assert Row.metadata.tables.keys() == rows.COLUMNS.keys()
    for table in Row.metadata.sorted_tables:
        assert not any(column.nullable for column in table.columns)
        kinds = {column.name: _kind(column.type) for column in table.columns}
        assert list(kinds.items()) == list(rows.COLUMNS[table.name].items()), table.name


def _kind(of: TypeEngine[Any]) -> Any:
    if isinstance(of, TypeDecorator):
        of = of.impl_instance
    return next((kind for known, kind in _KINDS if isinstance(of, known)), rows.instant)


@pytest.mark.usefixtures("path")
def test_a_head_of_other_types_is_none(store: Store) -> None:
    with store.writing() as transaction:
        _begun(transaction, 1, random.Random(1))  # noqa: S311
    no_text = "CAST(x'41ff' AS TEXT)"
    for column, value in (
        ("ended", "2"),
        ("entry", "'one'"),
        ("players", "'[1'"),
        ("players", "'[1]'"),
        ("players", "'1'"),
        ("state", no_text),
    ):
        with store.writing() as transaction:
            transaction.put_snapshot(1, head(0))
            transaction._statements.run(f"UPDATE head SET {column} = {value}", {})
            assert transaction.snapshot(1) is None, "it is only a cache"
            assert transaction.has_snapshot(1)


@pytest.mark.usefixtures("path")
def test_what_is_not_in_utf8_is_told_without_its_words(store: Store) -> None:
    with store.writing() as transaction:
        game = _begun(transaction, 1, random.Random(1))  # noqa: S311
        word = "CAST(CAST('bid A 177' AS BLOB) || x'ff' AS TEXT)"
        transaction._statements.run(
            f"INSERT INTO attempt SELECT 99, :game, who, {word}, received_at, recorded_at, "
            "clause, sentence, raw, after_entry FROM attempt",
            {"game": game},
        )
    with pytest.raises(Damaged, match="not in UTF-8") as told, store.reading() as transaction:
        transaction.attempts(game)
    assert "177" not in str(told.value)
    assert not any("177" in sentence for sentence in store.check())


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2026-11-20 20:44:00.000000", "2026-11-20T20:44:00Z"),
        ("2026-11-20 20:44:00.5", "2026-11-20T20:44:00Z"),
        ("20261120T204400", "2026-11-20T20:44:00Z"),
        ("2026-W47-5 20:44:00.000000", "2026-11-20T20:44:00Z"),
        ("2026-11-20 22:44:00+02:00", "2026-11-20T20:44:00Z"),
        ("2026-11-20", "2026-11-20T00:00:00Z"),
    ],
)
def test_an_instant_is_read_however_it_was_written(written: str, at: str) -> None:
    assert rows.instant(written) == at


def test_what_was_written_lies_in_the_one_file_in_the_end(store: Store, path: Path) -> None:
    with store.writing() as transaction:
        _begun(transaction, 1, random.Random(1))  # noqa: S311
    with store.reading() as transaction:  # on a connection that was opened beside the writer's
        assert transaction.games()
    store.close()
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_reading_leaves_nothing_and_changes_nothing(store: Store, path: Path) -> None:
    with store.writing() as transaction:
        _begun(transaction, 1, random.Random(1))  # noqa: S311
    store.close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    with Store.open(path) as again, again.reading() as transaction:
        assert len(transaction.games()) == 1
        with pytest.raises(Exception, match="readonly"):
            transaction._statements.run("DELETE FROM choice", {})
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]
