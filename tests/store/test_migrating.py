"""Databases are set up and brought up to date by the migrations (design: store)."""

import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from lengths import few_or_many
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable
from storing import Begin, Outside, Process, Release, said

from gmtool.store import GameRecord, Store, StoreProblem, connections, migrating
from gmtool.store.append_only import TRIGGERS
from gmtool.store.database_urls import APPLICATION_ID, migrations_folder
from gmtool.store.schema import Row

pytestmark = pytest.mark.slow  # a database for each


MOOD = """
how = "always" if op.get_bind().dialect.name == "sqlite" else "never"
with op.batch_alter_table("entry", recreate=how) as table:
    table.add_column(sa.Column("mood", sa.String(), nullable=False, server_default="calm"))
with op.batch_alter_table("game", recreate=how) as table:
    table.alter_column("zone", existing_type=sa.String(), nullable=True)
op.execute("UPDATE entry SET mood = 'grim'")
"""


@pytest.fixture
def played(store: Store, begin: Begin) -> GameRecord:
    """A game of two entries in the test's database, which nobody has open."""
    game = begin("Round 3")
    with store.writing() as transaction:
        transaction.append(game.id, [said(1), said(2)], "laptop")
        transaction.use(game.id)
    store.close()
    return game


def _normal(sql: str) -> str:
    """A definition whose constraints stand in one order: a table made anew has them in any."""
    plain = re.sub(r"\s+", " ", sql.replace('"', "")).replace("( ", "(").replace(" )", ")").strip()
    columns, *constraints = plain.removesuffix(")").split(", CONSTRAINT ")
    return "\n".join([columns, *sorted(constraints)])


def _asked(path: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def _schema(path: Path) -> dict[tuple[str, str], str]:
    rows = _asked(path, "SELECT type, name, sql FROM sqlite_master")
    return {(kind, name): _normal(sql or "") for kind, name, sql in rows}


def test_the_migrations_make_what_the_tables_say(path: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    engine = create_engine(f"sqlite:///{fresh}", poolclass=NullPool)
    with engine.begin() as connection:
        Row.metadata.create_all(connection)
        for trigger in TRIGGERS.values():
            connection.exec_driver_sql(trigger)
    made = _schema(fresh)
    assert len(made) > len(Row.metadata.tables) + len(TRIGGERS)
    assert {what: sql for what, sql in _schema(path).items() if "alembic" not in what[1]} == made
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, Row.metadata) == []


def test_every_constraint_has_a_name_and_postgres_could_have_the_same_tables() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in Row.metadata.sorted_tables:
        assert all(constraint.name for constraint in table.constraints), table.name
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert index.name, table.name
            assert "CREATE INDEX" in str(CreateIndex(index).compile(dialect=dialect))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    return config


def test_the_migrations_lie_in_the_package_or_in_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ScriptDirectory.from_config(_config()).get_heads() == [connections.NEWEST]
    package = tmp_path / "site" / "gmtool"
    monkeypatch.setattr("gmtool.store.database_urls.gmtool.__file__", str(package / "__init__.py"))
    (package / "migrations").mkdir(parents=True)
    with pytest.raises(StoreProblem, match=f"{re.escape(str(package))}.* is missing"):
        migrations_folder()
    for folder in (tmp_path / "site" / "migrations", package / "migrations"):
        folder.mkdir(exist_ok=True)
        (folder / "env.py").touch()
        assert migrations_folder() == folder


def test_an_older_database_is_brought_up_to_date(
    played: GameRecord, store: Store, where: str, outside: Outside, next_release: Release
) -> None:
    game = played
    before = _schema(Path(where)) if outside.on_file else {}
    next_release(MOOD)
    with Store.open(where) as newer:
        assert not newer.fresh
        assert newer.damage == ()
        with newer.writing() as transaction:
            assert transaction.games() == (game,)
            assert transaction.entries(game.id) == (said(1), said(2))
            assert transaction.current() == game.id
            transaction.append(game.id, [said(3)], "laptop")
        assert newer.check() == ()
    for statement in ("UPDATE entry SET mood = 'glad'", "DELETE FROM entry"):
        with pytest.raises(outside.connection.IntegrityError, match="gmtool"):
            outside.ask(statement)
    moods = outside.ask("SELECT mood FROM entry ORDER BY number")
    assert moods == [("grim",), ("grim",), ("calm",)]
    assert outside.ask("SELECT * FROM alembic_version") == [("next",)]
    if outside.on_file:
        with pytest.raises(sqlite3.IntegrityError, match="gmtool"):
            outside.ask("INSERT OR REPLACE INTO game SELECT * FROM game")
        assert outside.ask("PRAGMA application_id") == [(APPLICATION_ID,)]
        after = _schema(Path(where))
        changed = {("table", "entry"), ("table", "game")}
        assert {what for what in before if before[what] != after.get(what)} == changed
        assert set(after) == set(before)


def _made(database: Outside) -> list[tuple[object, ...]]:
    """The tables with their columns, and the guards."""
    if database.on_file:
        return database.ask("SELECT name, sql FROM sqlite_master ORDER BY 1")
    columns = "SELECT table_name || '.' || column_name FROM information_schema.columns"
    return database.ask(
        f"{columns} WHERE table_schema = 'public' "
        "UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1"
    )


_KILLED = """
import os, sys
from sqlalchemy import create_engine, event
from gmtool.store import Store, connections, database, migrating
from alembic import command
if "postgresql" in sys.argv[1]:
    import psycopg
if sys.argv[2]:
    migrating.migrations_folder = lambda: sys.argv[2]
    migrating.NEWEST = connections.NEWEST = database.NEWEST = "next"
engine_for_tables = migrating.engine_for_tables
def engine(*how, **more):
    engine = engine_for_tables(*how, **more)
    event.listen(engine, "before_cursor_execute", count)
    return engine
def count(*_):
    global steps
    steps += 1
    if steps == last:
        os._exit(9)
migrating.engine_for_tables = engine
def ends(do, many):
    processes = [os.fork() or do() for _ in range(many)]
    return [os.waitstatus_to_exitcode(os.waitpid(one, 0)[1]) for one in processes]
def opens():
    with Store.open(sys.argv[1], busy_timeout=60) as store:
        os._exit(1 if store.damage or store.check() else 0)
steps, last = 0, None
for last in map(int, sys.argv[4:]):
    print(*ends(opens, 1), flush=True)
    sys.stdin.readline()
last = None
print(*ends(opens, int(sys.argv[3])))
"""
"""Opens a database, and dies at a step of the migration; and then in several processes at once."""
STEPS = 90
"""More than a set-up or a migration takes."""


def test_a_set_up_that_is_killed_is_done_again(
    where: str, outside: Outside, process: Process
) -> None:
    if outside.on_file:
        Path(where).unlink()
    else:
        outside.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    killed = process(_KILLED, where, "", 1, *few_or_many((9, 25), range(1, STEPS)))
    ends, errors = killed.communicate("go on\n" * STEPS)
    assert ends.startswith("9\n9\n"), errors
    assert ends.endswith("\n0\n"), errors
    with Store.open(where) as store:
        assert not store.fresh
        assert store.damage == store.check() == ()


@pytest.mark.attack
def test_a_migration_that_is_killed_is_done_again_by_one_of_eight(
    played: GameRecord, where: str, outside: Outside, process: Process, next_release: Release
) -> None:
    """Each time it leaves all as it was, or all as it is to be; each safety copy is whole."""

    def rows(database: Outside) -> list[tuple[object, ...]]:
        every = "FROM entry JOIN game ON game.id = game_id ORDER BY entry.id"
        return database.ask(f"SELECT name, number, entry.text, received_at, hash {every}")

    before, made, revision = rows(outside), _made(outside), connections.NEWEST
    assert len(before) == 2, played
    folder = next_release(MOOD)
    steps = few_or_many((9, 20, 40), tuple(range(1, STEPS)))
    killed = process(_KILLED, where, folder, 8, *steps)
    assert killed.stdout
    assert killed.stdin
    halves = 0
    for _ in steps:
        ended = killed.stdout.readline()
        assert ended in {"9\n", "0\n"}, killed.communicate()
        ((version,),) = outside.ask("SELECT version_num FROM alembic_version")
        assert version in {revision, "next"}
        if version == revision:
            halves += 1
            assert _made(outside) == made
        assert rows(outside) == before
        for copy in Path(where).parent.glob("games.db.before-next*") if outside.on_file else ():
            with closing(sqlite3.connect(copy)) as connection:
                assert rows(Outside(connection)) == before
            assert _asked(copy, "SELECT * FROM alembic_version") == [(revision,)]
        killed.stdin.write("go on\n")
        killed.stdin.flush()
    assert killed.communicate() == (f"{' '.join('0' * 8)}\n", "")
    assert halves > 1
    assert rows(outside) == before
    with Store.open(where) as store:
        assert store.damage == store.check() == ()


def test_a_safety_copy_is_made_before(
    store: Store, path: Path, begin: Begin, next_release: Release
) -> None:
    game = begin("Round 3")
    copy = path.with_name("games.db.before-next")
    copy.write_text("somebody else's")
    revision = connections.NEWEST
    next_release(MOOD)
    Store.open(path).close()  # while the other is still open, so that there is a WAL file too
    assert copy.read_text() == "somebody else's", "an earlier copy is never overwritten"
    second = path.with_name("games.db.before-next.2")
    assert stat.S_IMODE(second.stat().st_mode) == 0o600
    assert _asked(second, "SELECT * FROM alembic_version") == [(revision,)]
    assert _asked(second, "SELECT name FROM game") == [(game.header.name,)]


@pytest.mark.parametrize(
    ("upgrade", "why"),
    [
        ("op.execute('DELETE FROM game')", "2 rows would belong to nothing, the first in entry"),
        (MOOD + "op.execute('DELETE FROM game')", "2 rows would belong to nothing"),
        (MOOD + "op.execute('SELECT * FROM nowhere')", "no such table: nowhere"),
        (MOOD + "raise KeyError('slip')", "slip"),
    ],
)
def test_a_migration_that_fails_changes_nothing(
    played: GameRecord, path: Path, next_release: Release, upgrade: str, why: str
) -> None:
    before = path.read_bytes()
    next_release(upgrade)
    for _ in range(2):
        with pytest.raises(StoreProblem, match="couldn't be brought up to date") as problem:
            Store.open(path)
        assert why in str(problem.value)
        assert f"it is as it was. A copy made just before is {path}.before-next." in str(
            problem.value
        )
        assert path.read_bytes() == before
    copies = [copy.name for copy in path.parent.glob("games.db.before-*")]
    assert copies == ["games.db.before-next"], "one copy of the same thing is enough"


def test_no_upgrade_without_a_safety_copy(
    store: Store, path: Path, next_release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    before = path.read_bytes()
    next_release(MOOD)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrating, "copy_database", full)
    with pytest.raises(StoreProblem, match=r"no safety copy could be made.*No space left"):
        Store.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("revision", "why"),
    [
        ("0001", "was made by a version of gmtool in development and was left as it is"),
        ("0009", "was made by a version of gmtool in development and was left as it is"),
        ("9999", rf"newer gmtool \(it is of version 9999, this one knows {connections.NEWEST}\)"),
    ],
)
def test_a_newer_database_and_one_from_development_are_left_as_they_are(
    path: Path, revision: str, why: str
) -> None:
    """At rest; in use, when that version is in the WAL file only; and when its writer died."""
    orphan = path.with_name("orphan.db")

    def files() -> dict[str, bytes]:
        return {
            one.name: one.read_bytes() for one in path.parent.iterdir() if "-shm" not in one.name
        }

    def is_left(database: Path) -> None:
        there = files()
        with pytest.raises(StoreProblem, match=why):
            Store.open(database)
        assert files() == there

    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.commit()
        for ending in ("", "-wal"):
            copyfile(f"{path}{ending}", f"{orphan}{ending}")
        assert Path(f"{path}-wal").stat().st_size
        is_left(path)
        connection.execute("PRAGMA journal_mode = DELETE")
    is_left(orphan)
    is_left(path)
    assert not list(path.parent.glob("games.db-*"))


def test_only_one_of_two_processes_upgrades(
    store: Store,
    where: str,
    begin: Begin,
    next_release: Release,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other finds, once it has the lock, that there is nothing left to do."""
    begin("Round 3")
    store.close()
    next_release("op.add_column('game', sa.Column('mood', sa.String()))")
    upgrades = 0
    look, upgrade = Store._look, migrating._upgrade

    def count(*how: object) -> None:
        nonlocal upgrades
        upgrades += 1
        upgrade(*how)  # type: ignore[arg-type]

    def look_then_be_overtaken(store: Store) -> connections.DatabaseState:
        found = look(store)
        monkeypatch.setattr(Store, "_look", look)
        Store.open(where).close()
        return found

    monkeypatch.setattr(migrating, "_upgrade", count)
    monkeypatch.setattr(Store, "_look", look_then_be_overtaken)
    with Store.open(where) as overtaken:
        assert overtaken.damage == ()
    assert upgrades == 1
