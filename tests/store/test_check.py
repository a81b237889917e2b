"""Whether a database is sound, and copies of it (design: commands `check` and `backup`)."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from rows import headed
from storing import Begin, Outside, drafted, head, said, went

from gmtool.store import GameRecord, Store, StoreProblem

pytestmark = pytest.mark.slow  # a database for each


HARMS = """
DELETE FROM entry WHERE number = 2
    Round 3: the journal goes from 1 to 3 but has 2 entries.
DELETE FROM entry WHERE number = 1
    Round 3: the journal goes from 2 to 3 but has 2 entries.
UPDATE entry SET number = 0 WHERE number = 3
    Round 3: the journal goes from 0 to 2 but has 3 entries.
    Round 3: the cached state is of entry 3, the journal ends at 2.
DELETE FROM entry
    Round 3: the cached state is of entry 3, the journal ends at 0.
UPDATE entry SET game_id = 9 WHERE number = 3
    row 3 of entry belongs to a row of game that isn't there.
    Round 3: the cached state is of entry 3, the journal ends at 2.
DROP INDEX ix_head_ended_seal
    the index ix_head_ended_seal is missing: commands grow slow.
DROP INDEX ix_waiting_game_id_passing_number
    the index ix_waiting_game_id_passing_number is missing: commands grow slow.
DELETE FROM message WHERE number = 2
    Round 3: the outbox goes from 1 to 4 but has 3 messages.
DELETE FROM sent WHERE number = 1; DELETE FROM message WHERE game_id = 1 AND number = 1
    Round 3: the outbox goes from 2 to 4 but has 3 messages.
UPDATE sent SET number = 0 WHERE number = 1; UPDATE message SET number = 0 WHERE id = 1
    Round 3: the outbox goes from 0 to 4 but has 4 messages.
DELETE FROM message WHERE number = 4 AND revision = 1
    Round 3: message 4 lacks some of its 2 revisions.
UPDATE message SET revision = 3 WHERE number = 2 AND revision = 2
    Round 3: message 2 lacks some of its 3 revisions.
UPDATE message SET revision = 0 WHERE number = 2 AND revision = 1
    Round 3: message 2 lacks some of its 2 revisions.
DELETE FROM waiting
    Round 3: message 3 doesn't wait, though it didn't go out.
    Round 3: message 4 doesn't wait, though it didn't go out.
    Round 4: message 1 doesn't wait, though it didn't go out.
DELETE FROM sent
    Round 3: message 1 doesn't wait, though it didn't go out.
INSERT INTO waiting (game_id, number, revision, passing) VALUES (1, 1, 1, false)
    Round 3: message 1 waits, though it went out.
UPDATE sent SET revoked = false
    Round 3: message 3 waits, though it went out.
INSERT INTO waiting (game_id, number, revision, passing) VALUES (1, 2, 2, false)
    Round 3: message 2 waits, though it was withdrawn.
UPDATE waiting SET revision = 1, passing = true WHERE number = 4
    Round 3: message 4 waits otherwise than its last revision, 2, says.
UPDATE waiting SET passing = false
    Round 3: message 4 waits otherwise than its last revision, 2, says.
UPDATE waiting SET number = 7 WHERE game_id = 2
    row 6 of waiting belongs to a row of message that isn't there.
    Round 4: message 1 doesn't wait, though it didn't go out.
UPDATE sent SET revision = 7 WHERE number = 1
    row 1 of sent belongs to a row of message that isn't there.
DELETE FROM waiting WHERE game_id = 2; UPDATE message SET game_id = 9 WHERE game_id = 2
    row 7 of message belongs to a row of game that isn't there.
    game 9: message 1 doesn't wait, though it didn't go out.
"""
_MAY = "UPDATE sqlite_master SET sql = replace(sql, 'players JSON{}', 'players JSON{}')"
WITHOUT_PLAYERS = (
    f"PRAGMA writable_schema = ON; {_MAY.format(' NOT NULL', '')} WHERE name = 'head';"
    "PRAGMA writable_schema = RESET; UPDATE head SET players = NULL;"
    f"PRAGMA writable_schema = ON; {_MAY.format('', ' NOT NULL')} WHERE name = 'head'",
    ["SQLite says: NULL value in head.players."],
)


@pytest.fixture
def played(store: Store, begin: Begin) -> GameRecord:
    game = begin("Round 3")
    with store.writing() as transaction:
        transaction.append(game.id, [said(1), said(2), said(3)], "laptop")
        transaction.put_snapshot(game.id, head(3))
    begin("Round 4")
    return game


@pytest.fixture
def mailed(store: Store, played: GameRecord) -> None:
    """The game with messages 1 sent, 2 withdrawn, 3 revoked, and 4 in its second revision; beside
    it another with message 1.
    """
    game = played.id
    with store.writing() as transaction:
        for number in range(1, 5):
            transaction.put_draft(game, drafted(number))
        transaction.add_sent(game, went(1))
        transaction.put_draft(game, drafted(2, 2, parts=()))
        transaction.add_sent(game, went(3))
        transaction.add_sent(game, went(3, revoked=True))
        transaction.put_draft(game, drafted(4, 2, passing=True))
        transaction.put_draft(game + 1, drafted(1))


@pytest.mark.usefixtures("mailed")
def test_a_sound_database(store: Store) -> None:
    assert store.check() == ()


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize(("harm", "found"), headed(HARMS))
def test_what_is_wrong_is_found(
    store: Store, outside: Outside, harm: str, found: list[str]
) -> None:
    with outside.unguarded():
        outside.run(harm)
    # a server lets no row belong to nothing, so nobody asks it
    expected = [one for one in found if outside.on_file or not one.startswith("row ")]
    assert list(store.check()) == expected


@pytest.mark.usefixtures("mailed")
def test_a_column_that_is_empty_and_mustnt_be_is_found(store: Store, path: Path) -> None:
    harm, found = WITHOUT_PLAYERS
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(harm)
    store.close()
    with Store.open(path) as harmed:
        assert list(harmed.check()) == found


@pytest.mark.parametrize(
    "what",
    [
        "the guard entry_no_delete is missing",
        "the table choice is missing",
        "the table waiting is missing",
        "the table alembic_version is missing",
        "its version is missing",
    ],
)
def test_a_damaged_database_is_read_but_not_written(
    store: Store, where: str, kept: GameRecord, outside: Outside, what: str
) -> None:
    """And without a table nothing else is looked for."""
    store.close()
    match what.split():
        case ["the", "guard", name, *_]:
            outside.drop_guard(name)
        case ["the", "table", name, *_]:
            outside.run(f"DROP TABLE {name}")
        case _:
            outside.run("DELETE FROM alembic_version")
    with Store.open(where) as damaged:
        assert damaged.damage == (what,)
        assert damaged.check() == (f"{what}.",)
        with damaged.reading() as transaction:
            assert transaction.games()[0] == kept
        with pytest.raises(StoreProblem, match=f"{what}.*can be read but not") as problem:
            damaged.writing().__enter__()
        assert damaged.name in str(problem.value)


@pytest.mark.usefixtures("played")
def test_a_check_of_what_cannot_be_read_says_so(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    (said,) = store.check()
    assert said.startswith(f"The database {path} is damaged or was changed by another program (")


def _sound(copy: Store) -> None:
    assert copy.check() == ()


def test_a_backup_is_made_while_others_write(store: Store, path: Path, played: GameRecord) -> None:
    target = path.with_name("copy of games.db")
    with store.writing() as transaction:
        transaction.append(played.id, [said(4)], "laptop")
        store.backup(target, _sound)
        transaction.append(played.id, [said(5)], "laptop")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.glob("copy*")] == [target.name]
    with Store.open(target) as copy, copy.writing() as transaction:
        assert not copy.fresh
        assert transaction.entries(played.id) == (said(1), said(2), said(3))
        transaction.append(played.id, [said(4)], "laptop")
        assert copy.check() == ()


@pytest.mark.usefixtures("played")
def test_a_backup_of_what_can_only_be_read(store: Store, path: Path) -> None:
    store.close()
    with Store.open(f"sqlite:///{path}?mode=ro") as reader:
        reader.backup(path.with_name("copy.db"), _sound)
    with Store.open(path.with_name("copy.db")) as copy:
        assert copy.check() == ()


def test_a_backup_overwrites_nothing_and_needs_a_folder(store: Store, path: Path) -> None:
    letter = path.with_name("letter.txt")
    letter.write_text("Dear Ann")
    for target in (path, letter):
        before = target.read_bytes()
        with pytest.raises(StoreProblem, match=f"{target} is there already; it was left as it is"):
            store.backup(target, _sound)
        assert target.read_bytes() == before
    target = path.parent / "typo" / "copy.db"
    with pytest.raises(StoreProblem, match=f"{target} can't be written: No such file or directory"):
        store.backup(target, _sound)


def test_a_backup_of_a_locked_database_does_not_wait_for_ever(path: Path) -> None:
    target = path.with_name("copy.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        with Store.open(path, busy_timeout=0) as store:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StoreProblem, match=f"{path} is in use by another program"):
                store.backup(target, _sound)
    assert not target.exists()


def test_a_backup_that_fails_leaves_no_half_of_one(path: Path) -> None:
    target = path.with_name("copy.db")
    with Store.open(path, busy_timeout=0) as store:
        path.unlink()
        with pytest.raises(StoreProblem, match=f"{path} can't be opened"):
            store.backup(target, _sound)
    assert list(path.parent.iterdir()) == [], "nor is a new database made in passing"


def test_a_backup_gets_its_name_once_it_was_looked_at(store: Store, path: Path) -> None:
    target = path.with_name("copy.db")

    def killed(copy: Store) -> None:
        assert copy.check() == ()
        assert not target.exists()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.backup(target, killed)
    assert not target.exists()
    assert not list(path.parent.glob(".gmtool*"))


def test_a_database_where_nothing_can_be_written_is_read_and_nothing_laid_beside_it(
    store: Store, path: Path, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a drive that is locked; there SQLite would need files of its own to read a WAL."""
    begin("Round 3")
    store.close()
    assert path.read_bytes()[18:20] == b"\x02\x02", "it is a WAL"
    monkeypatch.setattr("os.access", lambda _file, how: how != os.W_OK)
    with Store.open(path) as reader:
        with reader.reading() as transaction:
            assert len(transaction.games()) == 1
        assert list(path.parent.iterdir()) == [path]
        with pytest.raises(StoreProblem, match="can only be read"), reader.writing() as transaction:
            transaction.use(1)
