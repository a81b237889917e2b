"""A database for each test: migrated once, then copied."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

import pytest
import storing
from storing import START, Begin, Outside, Process, Release, Together, said

import gmtool
from gmtool.engine.header import Header
from gmtool.store import Attempt, Draft, GameRecord, Sent, Store, connections, migrating
from gmtool.store.database_urls import migrations_folder
from gmtool.store.on_file import Bare

SOURCE = Path(gmtool.__file__).parent.parent
SUPPORT = Path(storing.__file__).parent


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "games.db"
    with Store.open(path) as store, store.writing():
        pass
    assert not path.with_name("games.db-wal").exists(), "all of it must be in the one file"
    return path


@pytest.fixture
def path(migrated: Path, tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    copyfile(migrated, path)
    return path


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test that asks for a database is for a file and for a server, unless it asks for the
    file, or for how SQLite looks for rows.
    """
    asked = set(metafunc.fixturenames)
    if "keeper" in asked and asked.isdisjoint({"path", "plans", "on_server"}):
        keepers = ["file", pytest.param("server", marks=pytest.mark.slow)]
        metafunc.parametrize("keeper", keepers, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test's own cases the first is run on a server always, the others in the long form."""
    begun = set()
    for item in items:
        case = getattr(item, "callspec", None)
        if case and case.params.get("keeper") == "server" and len(case.params) > 1:
            if item.function in begun:  # type: ignore[attr-defined]
                item.add_marker(pytest.mark.long)
            begun.add(item.function)  # type: ignore[attr-defined]


@pytest.fixture
def keeper(request: pytest.FixtureRequest) -> str:
    """What keeps the test's database: a `file` or a `server`."""
    keeper: str = getattr(request, "param", "file")
    return keeper


@pytest.fixture
def where(keeper: str, request: pytest.FixtureRequest) -> str:
    """The path or the URL of the test's database."""
    if keeper == "file":
        return str(request.getfixturevalue("path"))
    url: str = request.getfixturevalue("server").url(request.getfixturevalue("on_server"))
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store.open(where) as store:
        yield store


@pytest.fixture
def outside(keeper: str, where: str, request: pytest.FixtureRequest) -> Iterator[Outside]:
    """A connection to the test's database that nobody of gmtool has set up."""
    if keeper == "file":
        other: Any = sqlite3.connect(where, isolation_level=None)
    else:
        other = request.getfixturevalue("server").connect(request.getfixturevalue("on_server"))
    with closing(other):
        yield Outside(other)


@pytest.fixture
def begin(store: Store) -> Callable[[str], GameRecord]:
    """A game of that name in the test's database."""

    def begin(name: str) -> GameRecord:
        with store.writing() as transaction:
            return transaction.add_game(
                Header("auction-poker", 1, name, "UTC", ("Ann", "Bob")), START
            )

    return begin


@pytest.fixture
def game(begin: Begin) -> int:
    return begin("Round 3").id


@pytest.fixture
def kept(store: Store, begin: Begin) -> GameRecord:
    """A game, and another, with a row of each kind."""
    games = [begin("Round 3"), begin("Round 4")]
    draft = Draft(1, 1, "Ann", 1, "Your bids", ("Ann has bid.",), (), START)
    for game in games:
        with store.writing() as transaction:
            transaction.append(game.id, [said(1)], "laptop")
            transaction.add_attempt(
                game.id, Attempt("Ann", "bid", START, START, "AP-8", "No.", "", 0)
            )
            transaction.put_draft(game.id, draft)
            transaction.add_sent(game.id, Sent(1, 1, START, START, "", draft.parts))
    return games[0]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Has SQLite say how it looks for rows: a list that grows with every statement from then on."""

    def plans() -> list[str]:
        steps: list[str] = []

        def explained(bare: Bare, statement: str, given: Any) -> None:
            plan = bare._connection.execute(f"EXPLAIN QUERY PLAN {statement}", given)
            steps.extend(row[3] for row in plan.fetchall())

        rows, run = Bare.rows, Bare.run

        def asked(bare: Bare, statement: str, **given: Any) -> Any:
            explained(bare, statement, given)
            return rows(bare, statement, **given)

        def done(bare: Bare, statement: str, *given: Any) -> None:
            for one in given:
                explained(bare, statement, one)
            run(bare, statement, *given)

        monkeypatch.setattr(Bare, "rows", asked)
        monkeypatch.setattr(Bare, "run", done)
        return steps

    return plans


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Makes this the release after the newest, with the one more migration that it is handed;
    returns the folder of its migrations.
    """

    def release(upgrade: str) -> Path:
        folder = tmp_path / "100% new"
        copytree(migrations_folder(), folder, ignore=ignore_patterns("__pycache__"))
        body = "".join(f"    {line}\n" for line in upgrade.splitlines())
        (folder / "versions" / "next.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n\nrevision = 'next'\n"
            f"down_revision = {connections.NEWEST!r}\n\n\ndef upgrade():\n{body}    pass\n"
        )
        monkeypatch.setattr(migrating, "migrations_folder", lambda: folder)
        monkeypatch.setattr(migrating, "NEWEST", "next")
        monkeypatch.setattr(connections, "NEWEST", "next")
        monkeypatch.setattr("gmtool.store.database.NEWEST", "next")
        return folder

    return release


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a Python process of its own, which is ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def process(script: str, *words: object) -> subprocess.Popen[str]:
        begun = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", script, *map(str, words)],
            cwd=SOURCE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, SUPPORT)))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(begun)
        return begun

    yield process
    for begun in started:
        begun.kill()
        begun.communicate()


@pytest.fixture
def together(process: Process) -> Together:
    """Starts a process for each list of words, lets all that are ready go on at once, and returns
    what each of them printed to its end.
    """

    def together(script: str, *words: Sequence[object]) -> list[str]:
        processes = [process(script, *its) for its in words]
        for one in processes:
            assert one.stdout
            assert one.stdout.readline() == "ready\n", one.communicate()
        for one in processes:
            assert one.stdin
            one.stdin.write("go\n")
            one.stdin.flush()
        ends = [one.communicate() for one in processes]
        assert [one.returncode for one in processes] == [0] * len(processes), ends
        return [out for out, _ in ends]

    return together
