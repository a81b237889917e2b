"""What a PostgreSQL server does otherwise than a file (design: store)."""

import re
import subprocess
import time
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from server import GUEST, OWNER, PASSWORD, Server, programs
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from storing import Begin, Outside, Release, said

from gmtool.store import GameRecord, ReadTransaction, Store, StoreProblem, connections
from gmtool.store.append_only import TRIGGERS_ON_SERVER
from gmtool.store.schema import Row
from gmtool.store.sqlalchemy_engines import _TURN as TURN

pytestmark = pytest.mark.slow  # a server, and a database on it for each


@pytest.fixture
def keeper() -> str:
    """Each test here is for a server."""
    return "server"


@pytest.fixture
def where(server: Server, on_server: str) -> str:
    return server.url(on_server)


def test_an_error_of_a_guard_is_said_plainly(store: Store, kept: GameRecord) -> None:
    def change() -> None:
        with store.writing() as transaction:
            transaction.use(kept.id)
            transaction._statements.rows("UPDATE entry SET text = 'secret'")

    with pytest.raises(StoreProblem) as problem:
        change()
    assert str(problem.value) == (
        f"The database {store.name} refused to change what is on record (gmtool: this row of entry "
        "is never changed); nothing was changed."
    )
    with store.reading() as transaction:
        assert transaction.current() is None


DOES_NOTHING = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"


@pytest.mark.parametrize(
    ("harm", "guards"),
    [
        ("ALTER TABLE game DISABLE TRIGGER game_no_truncate", ["game_no_truncate"]),
        (
            "DROP TRIGGER sent_no_update ON sent; CREATE TRIGGER sent_no_update BEFORE UPDATE ON "
            "sent FOR EACH ROW WHEN (false) EXECUTE FUNCTION gmtool_guard('is never changed')",
            ["sent_no_update"],
        ),
        (f"CREATE OR REPLACE FUNCTION gmtool_guard() {DOES_NOTHING}", [*TRIGGERS_ON_SERVER]),
    ],
)
def test_a_guard_of_no_use_is_none(
    where: str, outside: Outside, harm: str, guards: list[str]
) -> None:
    outside.connection.execute(harm.encode())
    with Store.open(where) as damaged:
        assert damaged.damage == tuple(f"the guard {name} is missing" for name in guards)


def test_what_is_missing_is_made_anew(where: str, kept: GameRecord, outside: Outside) -> None:
    for harm in (
        "DROP FUNCTION gmtool_guard() CASCADE",
        "ALTER TABLE entry DISABLE TRIGGER ALL",
        f"CREATE FUNCTION other() {DOES_NOTHING}; DROP TRIGGER entry_no_update ON entry; CREATE "
        "TRIGGER entry_no_update BEFORE UPDATE ON entry FOR EACH ROW EXECUTE FUNCTION other()",
        "DROP TABLE waiting",
        "DROP INDEX ix_head_ended_seal",
    ):
        outside.connection.execute(harm.encode())
        with Store.open(where) as damaged:
            assert damaged.check(), harm
            damaged.mend()
            assert damaged.damage == damaged.check() == (), harm
            with damaged.writing() as transaction:
                transaction.append(kept.id, [said(transaction.last_number(kept.id) + 1)], "laptop")
        with pytest.raises(psycopg.IntegrityError, match="never changed"):
            outside.ask("UPDATE entry SET text = 'bid B 1'")


def test_alembic_finds_nothing_to_migrate(where: str, store: Store) -> None:
    assert store.damage == ()
    engine = create_engine(where.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Row.metadata) == []


@pytest.mark.usefixtures("kept")
def test_a_migration_that_fails_changes_nothing(
    store: Store,
    outside: Outside,
    next_release: Release,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.close()
    before = [outside.ask(f"SELECT * FROM {table}") for table in Row.metadata.tables]
    next_release("op.drop_table('waiting')\nop.execute('SELECT * FROM nowhere')")
    with pytest.raises(StoreProblem) as problem:
        Store.open(store.name)
    assert str(problem.value) == (
        f'The database {store.name} couldn\'t be brought up to date (relation "nowhere" does not '
        "exist); it is as it was. Report this."
    )
    monkeypatch.undo()  # this release again
    assert [outside.ask(f"SELECT * FROM {table}") for table in Row.metadata.tables] == before
    with Store.open(store.name) as again:
        assert again.damage == again.check() == ()


def test_a_database_that_is_newer_from_development_or_another_program_s_is_left_as_it_is(
    where: str, outside: Outside
) -> None:
    newer = rf"newer gmtool .*9999, this one knows {connections.NEWEST}"
    for revision, why in (("9999", newer), ("0009", "by a version of gmtool in development")):
        outside.ask(f"UPDATE alembic_version SET version_num = '{revision}'")
        with pytest.raises(StoreProblem, match=why):
            Store.open(where)
        assert outside.ask("SELECT * FROM alembic_version") == [(revision,)]
    outside.ask("COMMENT ON TABLE alembic_version IS 'diary'")
    with pytest.raises(StoreProblem, match="belongs to another program and was left as it is"):
        Store.open(where)


def test_a_database_without_every_letter_is_refused(server: Server) -> None:
    name = "latin"
    server.run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1'")
    with pytest.raises(StoreProblem, match="keeps its texts in LATIN1"):
        Store.open(server.url(name))
    with closing(server.connect(name)) as connection:
        tables = Outside(connection).ask("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
    assert tables == []
    server.drop(name)


def test_transactions_are_set_up(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")

    def asked(transaction: ReadTransaction, setting: str) -> object:
        return transaction._statements.rows(f"SHOW {setting}")[0][0]

    with Store.open(where, busy_timeout=1.5) as store:
        with store.reading() as transaction:
            assert asked(transaction, "transaction_isolation") == "repeatable read"
            assert asked(transaction, "transaction_read_only") == "on"
            assert asked(transaction, "client_encoding") == "UTF8"
            assert asked(transaction, "TimeZone") == "UTC"
            assert asked(transaction, "lock_timeout") == "1500ms"
        with store.writing() as transaction:
            assert asked(transaction, "transaction_isolation") == "read committed"
            assert asked(transaction, "TimeZone") == "UTC"
            assert asked(transaction, "lock_timeout") == "1500ms"
            assert asked(transaction, "idle_in_transaction_session_timeout") == "5min"


def test_a_writer_that_waited_sees_what_was_written_meanwhile(
    where: str, store: Store, game: int
) -> None:
    waiting = Event()
    numbers: list[int] = []

    def write() -> None:
        with Store.open(where, busy_timeout=60) as other:
            waiting.set()
            with other.writing() as transaction:
                numbers.append(transaction.last_number(game))
                transaction.append(game, [said(2)], "phone")

    with store.writing() as transaction:
        thread = Thread(target=write)
        thread.start()
        waiting.wait()
        time.sleep(0.1)  # it has asked for its turn by now
        transaction.append(game, [said(1)], "laptop")
    thread.join()
    assert numbers == [1]


def test_a_writer_waits_so_long_and_no_longer(where: str, store: Store, begin: Begin) -> None:
    begin("Round 3")
    with store.writing(), Store.open(where, busy_timeout=0.3) as other:
        began = time.monotonic()
        with pytest.raises(StoreProblem) as problem:
            other.writing().__enter__()
        assert 0.25 < time.monotonic() - began < 5
        assert str(problem.value) == (
            f"The database {where} is in use by another program and still was after the waiting "
            "time; nothing was changed. Wait until that one is done, then try again."
        )


def test_a_writer_waits_for_as_long_as_others_take_their_turns(
    where: str, server: Server, on_server: str, outside: Outside
) -> None:
    """It isn't served within its waiting time, but in that time another one was."""
    wrote = Event()

    def write() -> None:
        with Store.open(where, busy_timeout=0.5) as other, other.writing():
            wrote.set()

    def queue(long: int, *, but: object = None) -> object:
        """Who is the last of so many that wait, and since when."""
        asked = "SELECT pid, waitstart FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not (
            len(them := outside.ask(f"{asked} ORDER BY waitstart")) == long
            and them[-1][1]
            and them[-1] != but
        ):
            assert writer.is_alive() or not writer.ident, "it gave up"
            time.sleep(0.01)
        return them[-1]

    writer = Thread(target=write)
    with closing(server.connect(on_server)) as first, closing(server.connect(on_server)) as second:
        first.execute(f"SELECT pg_advisory_lock({TURN})".encode())
        ahead = Thread(target=second.execute, args=(f"SELECT pg_advisory_lock({TURN})".encode(),))
        ahead.start()
        queue(1)
        writer.start()
        since = queue(2)
        first.execute(f"SELECT pg_advisory_unlock({TURN})".encode())
        ahead.join()
        queue(1, but=since)  # its time is over, and it waits again
    writer.join()
    assert wrote.is_set()


def test_a_set_up_waits_for_its_turn_too(server: Server) -> None:
    empty = server.make()
    with closing(server.connect(empty)) as connection, connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({TURN})".encode())
        with pytest.raises(StoreProblem, match="is in use by another program"):
            Store.open(server.url(empty), busy_timeout=0)
    with Store.open(server.url(empty)) as store:
        assert store.fresh
    server.drop(empty)


def test_who_reads_cant_write(store: Store, kept: GameRecord) -> None:
    def write() -> None:
        with store.reading() as transaction:
            transaction._statements.run("DELETE FROM choice", {})

    with pytest.raises(StoreProblem, match="can only be read"):
        write()


def test_one_without_a_password_is_told_where_to_keep_it(
    server: Server, on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = server.url(on_server, GUEST)
    for wrong, why in (
        ("", "wants a password and got none. Keep it in the file ~/.pgpass"),
        ("se/cr:et", "doesn't let you in (connection failed"),
    ):
        with pytest.raises(StoreProblem, match=re.escape(f"The database {shown} {why}")) as problem:
            Store.open(server.url(on_server, GUEST, wrong))
        assert "se/cr" not in str(problem.value)
    server.run(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {GUEST}", on_server)
    with Store.open(server.url(on_server, GUEST, PASSWORD)) as store:
        assert store.name == shown
        assert store.check() == ()
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    with Store.open(shown) as store:
        assert store.damage == ()


def test_who_may_not_make_tables_is_told_and_that_a_database_isnt_there(server: Server) -> None:
    empty = server.make()
    with pytest.raises(StoreProblem, match=r"let you do that \(permission denied for schema"):
        Store.open(server.url(empty, GUEST, PASSWORD))
    server.drop(empty)
    with pytest.raises(StoreProblem, match=r"nowhere\?host=.* isn't there \(.*\); nothing was"):
        Store.open(server.url("nowhere"))


def test_a_connection_that_is_lost(store: Store, kept: GameRecord, outside: Outside) -> None:
    def lose() -> None:
        with store.writing() as transaction:
            transaction.append(kept.id, [said(2)], "laptop")
            outside.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            transaction.entries(kept.id)

    with pytest.raises(StoreProblem, match=r"is no longer connected \(.*Run `gmtool log` to see"):
        lose()
    with store.writing() as transaction:
        assert transaction.last_number(kept.id) == 1


def test_a_backup_is_the_servers_own(
    store: Store, kept: GameRecord, server: Server, on_server: str, tmp_path: Path
) -> None:
    """As docs/server.md has it: dumped while somebody writes, restored, checked, gone on with."""
    there, tools = server.make(), programs()
    how = ["-h", str(server.folder), "-U", OWNER]
    dump = [f"{tools}/pg_dump", *how, "--format=custom", f"--file={tmp_path}/games.dump", on_server]
    restore = [f"{tools}/pg_restore", *how, "--exit-on-error", "--no-owner", "--no-privileges"]
    with store.writing() as transaction:
        transaction.append(kept.id, [said(2)], "laptop")
        subprocess.run(dump, check=True)
    subprocess.run([*restore, f"--dbname={there}", f"{tmp_path}/games.dump"], check=True)
    with Store.open(server.url(there)) as copy:
        assert copy.damage == copy.check() == ()
        with copy.writing() as transaction:
            assert transaction.entries(kept.id) == (said(1),)
            transaction.append(kept.id, [said(2)], "laptop")
    server.drop(there)
    with pytest.raises(
        StoreProblem, match="is no file; back it up with the server's own `pg_dump`"
    ):
        store.backup(tmp_path / "copy.db", lambda _: None)
