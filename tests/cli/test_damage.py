"""A database with damaged pages, or with values that gmtool never writes: whatever a command makes
of it, it says so in its own words.
"""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from http import HTTPStatus
from pathlib import Path

import pytest
from asking import browsing
from hosting import Host
from lengths import few_or_many
from registered import REPORTS

DONE, REFUSED, UNUSABLE = 0, 1, 3
READS = (
    *(*REPORTS, "status --secret --json", "log --secret --json", "outbox 1", "export", "repair"),
    *("check", "check --json", "pm Ann receipt", "remind", "rule adopt"),
    "record Bob bid B 3 --dry-run",
)
WRITES = ("record Bob bid B 3", "undo", "sent all", "use R3", "repair --yes", "record host close")
PAGE = 4096
Harmed = Callable[[bytes], Host]


@pytest.fixture
def content(host: Host) -> bytes:
    """A small database with something in every table."""
    host.begin()
    for line in ("record Ann bid A 30", "record Bob bid B 31", "sent 1", "record Cid bid A zero"):
        host(line)
    host("record Cid --from -", pasted="hmm, I may bid 3 on A if Bob does")
    return host.database.read_bytes()


def _swap(pages: list[bytes], chance: random.Random) -> None:
    one, other = chance.sample(range(len(pages)), 2)
    pages[one], pages[other] = pages[other], pages[one]


def _copy(pages: list[bytes], chance: random.Random) -> None:
    pages[chance.randrange(len(pages))] = pages[chance.randrange(len(pages))]


def _empty(pages: list[bytes], chance: random.Random) -> None:
    pages[chance.randrange(1, len(pages))] = bytes(PAGE)


def _garble(pages: list[bytes], chance: random.Random) -> None:
    which = chance.randrange(len(pages))
    page, at = bytearray(pages[which]), chance.randrange(PAGE - 64)
    page[at : at + 64] = chance.randbytes(64)
    pages[which] = bytes(page)


def _cut(pages: list[bytes], chance: random.Random) -> None:
    del pages[chance.randrange(1, len(pages)) :]


HARMS = (_swap, _swap, _copy, _empty, _garble, _garble, _cut)


def _damaged(content: bytes, chance: random.Random) -> bytes:
    pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
    for _ in range(chance.choice((1, 1, 2, 5))):
        if len(pages) > 1:
            chance.choice(HARMS)(pages, chance)
    return b"".join(pages)


VALUES = (
    *("NULL", "''", "'x'", "x'ff00'", "CAST(x'ff41' AS TEXT)", "-1", "0", "7", "1.5", "1e300"),
    *("9223372036854775807", "'9999-99-99 00:00:00'", "'0000-00-00'", "'10000-01-01 00:00:00'"),
    *("'2026-11-20'", "'9999-12-31 23:59:59.999999+14:00'", "'{}'", "'[]'", "'[[[1]]]'", "'null'"),
    *("""'{"Ann": 7}'""", "'[\"Ann\", 7]'", "'\"\\ud800\"'", "'1' || hex(zeroblob(3000))"),
    *("replace(hex(zeroblob(5000)), '0', '[')", "'1e999'", "'[NaN]'", "char(0)", "'host'"),
)
SOME = ("", "ORDER BY rowid LIMIT 1", "ORDER BY rowid DESC LIMIT 1")
"""Which rows."""


def _misfill(file: Path, chance: random.Random) -> str:
    """Give columns values that gmtool never writes, as another program could that took the guards
    away and put them back; returns what was done.
    """
    done = []
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        them = dict(guards.fetchall())
        for name in them:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"
        names = [name for (name,) in database.execute(tables)]
        for _ in range(chance.choice((1, 1, 2))):
            table, value = chance.choice(names), chance.choice(VALUES)
            column = chance.choice(database.execute(f"PRAGMA table_info({table})").fetchall())[1]
            rows = f"SELECT rowid FROM {table} {chance.choice(SOME)}"
            done.append(f"UPDATE {table} SET {column} = {value} WHERE rowid IN ({rows})")
            with suppress(sqlite3.Error):  # two rows of one key
                database.execute(done[-1])
        for sql in them.values():
            database.execute(sql)
    return "; ".join(done)


def _see_that_all_is_in_plain_words(host: Host, what: str) -> None:
    """Whatever else than an answer or a problem of our own comes out of a command, or of the page,
    is raised.
    """
    for line in (*READS, *WRITES):
        try:
            answered = host(line)
        except Exception as error:
            raise AssertionError(f"{what}: gmtool {line}") from error
        assert answered.code in {DONE, REFUSED, UNUSABLE}, (what, line, answered)
        assert answered.code == DONE or answered.err or line.endswith("--json"), (what, line)
    with browsing(host) as page:
        seen = page.get()
    assert seen.code == HTTPStatus.OK or seen.told, what
    file = host.database.with_name("copy.db")
    file.unlink(missing_ok=True)
    copied = host(f"backup {file}")
    assert copied.code in {DONE, REFUSED, UNUSABLE}, (what, copied)
    assert (copied.code == DONE) == file.exists(), what


@pytest.fixture
def harmed(tmp_path: Path) -> Harmed:
    """A host with a database of these bytes."""

    def put(content: bytes) -> Host:
        folder = tmp_path / "harmed"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "games.db").write_bytes(content)
        return Host(folder / "games.db")

    return put


@pytest.mark.attack
def test_damaged_pages_are_told_in_plain_words(content: bytes, harmed: Harmed) -> None:
    for seed in range(few_or_many(3, 600)):
        chance = random.Random(seed)  # noqa: S311
        host = harmed(_damaged(content, chance))
        _see_that_all_is_in_plain_words(host, f"seed {seed}")


@pytest.mark.attack
def test_values_that_nobody_writes_are_told_in_plain_words(content: bytes, harmed: Harmed) -> None:
    for seed in range(few_or_many(3, 1500)):
        chance = random.Random(seed)  # noqa: S311
        host = harmed(content)
        what = _misfill(host.database, chance)
        _see_that_all_is_in_plain_words(host, f"seed {seed}, {what}")


def test_a_game_that_is_listed_and_not_found_is_told(host: Host) -> None:
    """Two pages have changed places: the list of games, which an index has, and its rows."""
    host.begin()
    with closing(sqlite3.connect(host.database, isolation_level=None)) as database:
        roots = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)"
        places = [root - 1 for (root,) in database.execute(roots, ("game", "sent"))]
    content = bytearray(host.database.read_bytes())
    one, other = (slice(place * PAGE, (place + 1) * PAGE) for place in places)
    content[one], content[other] = content[other], content[one]
    host.database.write_bytes(content)
    checked = host("check")
    assert (checked.code, "R3" in checked.err) == (REFUSED, False)
    assert "SQLite says" in checked.err
    assert "the database lists it and doesn't find it" in checked.err
    file = host.database.with_name("copy.db")
    copied = host(f"backup {file}")
    assert copied.code == DONE
    assert "with what is amiss in it" in copied.all
