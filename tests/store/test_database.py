"""Which databases are opened, how, and what is said of the others (design: store, secrecy)."""

import os
import sqlite3
import stat
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from rows import cells, rows
from sqlalchemy.exc import OperationalError
from storing import START, Begin, Process, said

from gmtool.engine.header import Header
from gmtool.store import ReadTransaction, Store, StoreProblem, default_path
from gmtool.store.passwords import without_password
from gmtool.store.problems import plainly


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def careless() -> Iterator[None]:
    """Whatever is made is everybody's unless it is said otherwise."""
    umask = os.umask(0)
    yield
    os.umask(umask)


def _refused(where: str | Path | None) -> str:
    with pytest.raises(StoreProblem) as problem:
        Store.open(where, busy_timeout=0)
    return str(problem.value)


@pytest.mark.usefixtures("careless")
def test_a_missing_database_is_set_up_for_its_owner_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "münchen #1 100%?.db"
    with Store.open(str(path)) as store:
        assert store.fresh
        assert store.file == path
        with store.writing() as transaction:
            assert transaction.games() == ()
            files = list(tmp_path.iterdir())
            assert len(files) > 1, "the WAL file is there"
            assert {_rights(file) for file in files} == {0o600}
    with Store.open(path) as store:
        assert not store.fresh
    assert [file.name for file in tmp_path.iterdir()] == [path.name], "nothing is left behind"
    assert _rights(tmp_path) == 0o755


@pytest.mark.usefixtures("careless")
def test_the_file_is_private_before_anything_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"

    def look(_: Store) -> None:
        assert (path.stat().st_size, _rights(path)) == (0, 0o600)
        raise InterruptedError

    monkeypatch.setattr(Store, "_look", look)
    with pytest.raises(InterruptedError):
        Store.open(path)


def test_an_empty_file_becomes_a_database_of_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch(0o644)
    with Store.open(path) as store:
        assert store.fresh
    assert _rights(path) == 0o600


def test_the_rights_of_what_is_there_stay(path: Path) -> None:
    path.chmod(0o640)
    path.parent.chmod(0o750)
    with Store.open(path) as store, store.writing():
        pass
    assert (_rights(path), _rights(path.parent)) == (0o640, 0o750)


@pytest.mark.usefixtures("careless")
def test_the_hosts_own_database_has_a_folder_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def user_data_dir(name: str, *, appauthor: bool) -> str:
        assert not appauthor
        return str(tmp_path / "made" / "share" / name)

    monkeypatch.setattr("platformdirs.user_data_dir", user_data_dir)
    assert default_path() == tmp_path / "made" / "share" / "gmtool" / "games.db"
    with Store.open() as store:
        assert store.file == default_path()
        assert _rights(default_path()) == 0o600
    made = [*default_path().parents][:3]
    assert {_rights(folder) for folder in made} == {0o700}
    made[0].chmod(0o755)
    Store.open().close()
    assert _rights(made[0]) == 0o755, "it is there by now, and its rights are its owner's"


def test_a_relative_path_is_of_the_folder_one_is_in_and_a_url_names_a_file_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = (f"/{path}", f"/file:{path}?mode=ro&uri=true", f"/{path.as_uri()}?uri=true")
    of_file = (f"sqlite+pysqlite:///{path}?mode=rw", *(f"sqlite://{url}" for url in urls))
    for where in ("games.db", *of_file):
        monkeypatch.chdir(path.parent)
        with Store.open(where) as store:
            monkeypatch.chdir("/")
            assert store.file == path
            with store.reading() as transaction:
                assert transaction.games() == ()


def test_what_isnt_there_is_not_made_and_a_folder_or_device_is_no_database(tmp_path: Path) -> None:
    for mode in ("ro", "rw"):
        said = _refused(f"sqlite:///{tmp_path}/games.db?mode={mode}")
        assert "No such file or directory" in said
    assert _refused(tmp_path / "typo" / "games.db") == (
        f"There is no folder {tmp_path}/typo, so no database games.db in it. Make the folder "
        "first, or check the name given with --db or GMTOOL_DB."
    )
    said = f"{tmp_path} is a folder, not a database; name a file in it, such as {tmp_path}/"
    assert said in _refused(tmp_path)
    assert list(tmp_path.iterdir()) == []
    rights = _rights(Path(os.devnull))
    assert f"{os.devnull} is no file that could keep a database" in _refused(os.devnull)
    assert _rights(Path(os.devnull)) == rights


def test_a_text_file_and_the_database_of_another_program_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in ("x", "Dear Ann,\n", "Ann: bid A 30\n" * 1000):
        path.write_text(text)
        said = _refused(path)
        assert said.startswith(f"The database {path} is not a database but some other file; it was")
        assert path.read_text() == text
    path = tmp_path / "bookmarks.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE game (id)")
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()
    before = path.read_bytes()
    said = _refused(path)
    assert said.startswith(f"The database {path} belongs to another program and was left as it is")
    assert path.read_bytes() == before


MEMORY = """:memory: sqlite:// sqlite:///:memory: sqlite:///file::memory:?uri=true
sqlite:///games?mode=memory sqlite:///file:games?mode=memory&cache=shared&uri=true"""
ONLY = "only the path and mode=ro, rw or rwc are understood"
OF_A_KIND = "is a database of a kind that isn't used here"


@pytest.mark.parametrize(
    ("where", "why"),
    [
        *(
            (where, f"{where} is a database in memory, which would forget")
            for where in MEMORY.split()
        ),
        ("", "No database is named"),
        (" ", "No database is named"),
        ("file:games.db", "write sqlite:///file:games.db"),
        ("://games.db", "is no database's URL"),
        *((f"sqlite://{rest}", ONLY) for rest in ("/x?timeout=3", "/x?mode=new", "host/x")),
        ("nosuch://games", f"nosuch://games {OF_A_KIND}"),
        ("sqlite+nosuch:///games.db", OF_A_KIND),
        ("postgresql+psycopg2://host/games", OF_A_KIND),
    ],
)
def test_a_name_that_names_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in _refused(where)
    assert list(tmp_path.iterdir()) == []


SHOWN = """
postgresql://ann:secret@host/games = postgresql://ann@host/games
postgres://ann:s%65cret@host:1/games = postgres://ann@host:1/games
postgresql://ann:se/cr?et:@host/games = postgresql://ann@host/games
postgresql://:secret@[::1]:5432/games = postgresql://@[::1]:5432/games
postgresql://ann:sec@ret@host/games = postgresql://ann@host/games
postgresql:///ann:secret@host/games = postgresql:///ann@host/games
postgresql://h/x?sslmode=require&password=secret&user=a = \
postgresql://h/x?sslmode=require&password=&user=a
postgresql:///games?pasword=sec/r@et = postgresql:///games?pasword=
nosuch://ann:secret@host/games = nosuch://ann@host/games
sqlite://ann:secret@host/games.db = sqlite://ann@host/games.db
--db=postgresql://ann:secret@host/games = --db=postgresql://ann@host/games
"""
UNTOUCHED = """
postgresql://ann@host:5432/games?host=/tmp/pg&port=5433&application_name=x@y | /home/a:b@c/games.db
sqlite:////home/a:b@c/games.db?mode=ro | https://forum.example.org:80/@ann/t?p=1&secret=2
Ann: bid A 30 @Bob
"""


@pytest.mark.parametrize(
    ("url", "shown"), [*rows(SHOWN), *((one, one) for one in cells(UNTOUCHED))]
)
def test_what_is_printed_of_a_url(url: str, shown: str) -> None:
    assert without_password(url) == without_password(shown) == shown


SECRETIVE = """
nosuch://ann:secret@host/games | sqlite://ann:secret@host/games.db | ://ann:secret@host/games
postgresql://ann:secret@/games?host=/nowhere | postgresql://ann@/games?host=/nowhere&password=secret
postgresql://ann:s%65cret@127.0.0.1:1/games | postgresql://127.0.0.1:1/games?pasword=secret
postgresql://ann:top@secret@host/games | postgresql:///ann:secret@host/games
postgresql://ann:secret | postgresql:/ann:secret@host/games | postgresql//ann:secret@host/games
postgresql;//ann:secret@host/games | https://ann:secret@host/games | ann:secret@host/games
host=127.0.0.1 password=secret dbname=games
"""


@pytest.mark.parametrize("where", cells(SECRETIVE))
def test_a_password_is_never_shown(where: str) -> None:
    with pytest.raises(StoreProblem) as problem:
        Store.open(where, busy_timeout=0)
    assert str(problem.value).endswith(".")
    assert "secret" not in "".join(traceback.format_exception(problem.value))


def test_a_server_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = _refused("postgresql://ann:secret@host/games")
    assert said == (
        "The database postgresql://ann@host/games is reached with psycopg, which isn't there. "
        'Install it with `pip install "gmtool[postgresql]"`, or name a file.'
    )


def test_a_database_may_be_read_only(path: Path, store: Store, begin: Begin) -> None:
    game = begin("Round 3")
    store.close()
    with Store.open(f"sqlite:///{path}?mode=ro") as reader:
        with reader.reading() as transaction:
            assert transaction.games() == (game,)
        assert reader.check() == ()
        with pytest.raises(StoreProblem) as problem, reader.writing() as transaction:
            transaction.use(game.id)
        assert str(problem.value).startswith(f"The database {path} can only be read; nothing was")
    empty = path.with_name("empty.db")
    empty.touch()
    assert "can only be read" in _refused(f"sqlite:///{empty}?mode=ro")
    assert empty.stat().st_size == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_one_has_no_right_to(path: Path) -> None:
    path.chmod(0o400)
    with Store.open(path) as store:
        with store.reading() as transaction:
            assert transaction.games() == ()
        with pytest.raises(StoreProblem, match="can only be read"), store.writing() as transaction:
            transaction.add_game(Header("k", 1, "Round 3", "UTC", ("Ann",)), START)
    path.chmod(0)
    assert "can't be opened" in _refused(path)
    path.parent.chmod(0o500)
    assert "Permission denied" in _refused(path.with_name("new.db"))
    path.parent.chmod(0o700)


def _pragma(transaction: ReadTransaction, name: str) -> object:
    return transaction._statements.rows(f"PRAGMA {name}")[0][0]


def test_the_connections_are_set_up(path: Path) -> None:
    asked = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    with Store.open(path) as store, store.writing() as transaction:
        assert {name: _pragma(transaction, name) for name in asked} == asked
    with Store.open(path) as store, store.reading() as transaction:
        assert _pragma(transaction, "query_only") == 1
    with Store.open(path, busy_timeout=1.5) as store, store.writing() as transaction:
        assert _pragma(transaction, "busy_timeout") == 1500


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_database_is_left_after_the_waiting_time(path: Path, lock: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {lock}")
        with Store.open(path, busy_timeout=0.01) as store:
            with store.reading() as transaction:
                assert transaction.games() == (), "who only reads needn't wait"
            with pytest.raises(StoreProblem) as problem, store.writing():
                pass
            assert str(problem.value).startswith(f"The database {path} is in use by another")
            other.execute("COMMIT")
            with store.writing() as transaction:
                assert transaction.games() == ()
    empty = path.with_name("empty.db")
    with closing(sqlite3.connect(empty, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "is in use by another program" in _refused(empty), "nor is one set up"


def test_a_file_that_is_not_yet_in_wal_mode_serves_meanwhile(
    path: Path, begin: Begin, store: Store
) -> None:
    game = begin("Round 3")
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN")
        other.execute("SELECT * FROM game").fetchall()
        with Store.open(path, busy_timeout=0) as busy, busy.reading() as transaction:
            assert transaction.games() == (game,)
    with Store.open(path) as free, free.writing() as transaction:
        assert _pragma(transaction, "journal_mode") == "wal"


_DIES = """
import os, sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("PRAGMA journal_mode = DELETE")
c.execute("PRAGMA cache_size = 1")
c.execute("BEGIN")
c.execute("CREATE TABLE half AS WITH RECURSIVE n(i) AS "
          "(SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) SELECT i, hex(zeroblob(500)) FROM n")
os._exit(9)
"""


def test_what_a_dead_writer_left_is_undone(path: Path, process: Process) -> None:
    process(_DIES, path).communicate()
    assert path.with_name("games.db-journal").stat().st_size, "else this test proves nothing"
    with Store.open(path) as store:
        assert store.check() == ()


OF_NO_USE = "CREATE TRIGGER entry_no_insert AFTER INSERT ON entry BEGIN SELECT 1; END"


def test_a_guard_of_no_use_is_none(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"DROP TRIGGER entry_no_insert; {OF_NO_USE}")
    with Store.open(path) as damaged:
        assert damaged.damage == ("the guard entry_no_insert is missing",)


def test_a_table_that_is_missing_and_pages_that_are_destroyed_are_told(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE head")
    missing = r"is damaged .*\(no such table: head\)"
    with Store.open(path) as store:
        with pytest.raises(StoreProblem, match=missing), store.reading() as transaction:
            transaction.running_games()
        assert "the table head is missing." in store.check()
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    said = _refused(path)
    assert said.startswith(f"The database {path} is damaged or was changed by another program (")


@pytest.mark.usefixtures("path")
def test_a_full_disk_is_told_and_changes_nothing(store: Store, game: int) -> None:
    def fill() -> None:
        with store.writing() as transaction:
            transaction.append(game, [said(1)], "laptop")
            transaction._statements.rows("PRAGMA max_page_count = 1")
            transaction.append(game, [said(2, raw="x" * 100_000)], "laptop")

    with pytest.raises(StoreProblem, match=f"{store.name} can't grow: the disk is full"):
        fill()
    with store.reading() as transaction:
        assert transaction.last_number(game) == 0


FROM_SQLITE = """
BUSY_SNAPSHOT = is in use by another program | LOCKED = is in use by another program
READONLY_DIRECTORY = can only be read | CANTOPEN_ISDIR = can't be opened
PERM = you have no right to | FULL = the disk is full | NOTADB = is not a database
IOERR_FSYNC = the disk or network drive failed (it said so) | TOOBIG = answered “it said so”
CORRUPT_INDEX = is damaged or was changed by another program (it said so)
CONSTRAINT_TRIGGER = refused to change what is on record (it said so) | - = answered “it said so”
"""


@pytest.mark.parametrize(("code", "words"), rows(FROM_SQLITE))
def test_what_the_libraries_say_is_said_plainly(code: str, words: str) -> None:
    cause = sqlite3.OperationalError("it\n said so")
    if code:
        cause.sqlite_errorname = f"SQLITE_{code}"
    for error in (cause, OperationalError("SELECT secret", {"raw": "secret"}, cause)):
        _is_said_plainly(error, words)


def _is_said_plainly(error: Exception, words: str) -> None:
    with pytest.raises(StoreProblem) as problem, plainly("postgresql://ann@host/games"):
        raise error
    said = str(problem.value)
    assert said.startswith("The database postgresql://ann@host/games ")
    assert words in said
    assert "secret" not in said
    assert said.endswith(".")


class _OfServer(Exception):
    """As psycopg has it: a SQLSTATE where the server said one."""

    def __init__(self, sqlstate: str | None, said: str = "it\n said so") -> None:
        super().__init__(said)
        self.sqlstate = sqlstate


FROM_A_SERVER = """
08006, 57P01, 25P03 = is no longer connected (it said so) | 25006 = can only be read (it said so)
57014, 55P03, 40001, 40P01 = is in use by another program | 53100 = the server's disk is full
23503 = refused to change what is on record (it said so) | 0A000 = answered “it said so”
28000 = doesn't let you in (it said so) | 3D000 = isn't there (it said so)
42501 = doesn't let you do that (it said so) | 53300 = has no room for you now (it said so)
42P01, XX001 = is damaged or was changed by another program (it said so)
58030 = the server's disk failed (it said so) | - = can't be reached (it said so)
"""


@pytest.mark.parametrize(("codes", "words"), rows(FROM_A_SERVER))
def test_what_a_server_says_is_said_plainly(codes: str, words: str) -> None:
    for code in codes.split(", "):
        error = _OfServer(code or None)
        _is_said_plainly(OperationalError("SELECT secret", {"raw": "secret"}, error), words)


def test_a_connection_that_broke_is_told_from_one_that_never_was() -> None:
    for why, words in (
        ("fe_sendauth: no password supplied", "~/.pgpass"),
        ("FATAL: password authentication failed", "doesn't let you in"),
        ("FATAL: no pg_hba.conf entry for user “ann”, no encryption", "to allow it"),
        ("FATAL: permission denied for database “x”", "to allow it"),
        ("FATAL: role “ann” is not permitted to log in", "to allow it"),
        ("FATAL: sorry, too many clients already", "has no room for you now"),
        ("server does not support SSL, but SSL was required", "can't be reached"),
        ("root certificate file “x” does not exist", "can't be reached"),
        ("FATAL: role “ann” does not exist", "doesn't let you in"),
        ("FATAL: database “x” does not exist", "isn't there"),
    ):
        _is_said_plainly(OperationalError("SELECT secret", {}, _OfServer(None, why)), words)
    broke = OperationalError("COMMIT", {}, _OfServer(None), connection_invalidated=True)
    _is_said_plainly(broke, "is no longer connected")


def test_a_callers_own_errors_are_not_the_databases(store: Store) -> None:
    with pytest.raises(FileNotFoundError, match="the caller's"), store.writing():
        raise FileNotFoundError("the caller's")


_LOADED = """
import sys
from gmtool.store import Store
with Store.open(sys.argv[1]) as store:
    with store.reading() as room:
        room.games()
    with store.writing() as room:
        room.games()
for name in ("alembic", "mako", "platformdirs", "pydantic", "sqlalchemy", "sqlmodel"):
    assert name not in sys.modules, name
"""


def test_nothing_is_loaded_that_an_everyday_command_needs_not(path: Path, process: Process) -> None:
    ended = process(_LOADED, path)
    _, errors = ended.communicate()
    assert ended.returncode == 0, errors
