"""Several hosts at once, and one that dies: no entry is lost, doubled or halved (design: store)."""

import re
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from lengths import few_or_many
from storing import START, Begin, Process, Together, said, write_often

from gmtool.store import Store, StoreProblem, on_file

pytestmark = pytest.mark.slow  # processes that run side by side


@pytest.fixture
def each(keeper: str) -> int:
    """How often each of them writes."""
    return few_or_many(20 if keeper == "file" else 10, 40)


_WRITES = """
import sys
from gmtool.store import Store
from storing import write_often
path, game, desk, many = sys.argv[1:]
with Store.open(path, busy_timeout=60) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    write_often(store, int(game), desk, int(many))
"""


def test_processes_that_write_at_once(
    store: Store, where: str, game: int, together: Together, each: int
) -> None:
    desks = ("laptop", "phone", "desktop")
    together(_WRITES, *[(where, game, desk, each) for desk in desks])
    _is_whole(store, game, desks, each)


def test_threads_that_write_at_once(where: str, store: Store, game: int, each: int) -> None:
    desks = ("laptop", "phone", "desktop", "tablet")
    barrier = Barrier(len(desks))

    def write(desk: str) -> None:
        barrier.wait()
        write_often(patient, game, desk, each)

    with Store.open(where, busy_timeout=60) as patient, ThreadPoolExecutor(len(desks)) as threads:
        list(threads.map(write, desks))
    _is_whole(store, game, desks, each)


def _is_whole(store: Store, game: int, desks: tuple[str, ...], each: int) -> None:
    with store.reading() as transaction:
        journal = transaction.kept(game)
        head = transaction.snapshot(game)
    everything = len(desks) * each
    assert [kept.entry.number for kept in journal] == list(range(1, everything + 1))
    assert head
    assert head.entry == everything
    assert Counter(kept.desk for kept in journal) == dict.fromkeys(desks, each)
    for desk in desks:
        texts = [kept.entry.text for kept in journal if kept.desk == desk]
        assert texts == [f"bid {desk} {n}" for n in range(each)]
    assert store.check() == ()


_DIES = """
import os, sys
from gmtool.store import Store
from storing import head, said
path, game, when = sys.argv[1], int(sys.argv[2]), sys.argv[3]
store = Store.open(path)
with store.writing() as room:
    room.append(game, [said(n, raw="x" * 9999) for n in range(1, 999)], "")
    room.put_snapshot(game, head(998))
    if when == "before":
        os._exit(9)
os._exit(9)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_writer_that_dies(where: str, game: int, process: Process, when: str) -> None:
    kept = 998 if when == "after" else 0
    died = process(_DIES, where, game, when)
    died.communicate()
    assert died.returncode == 9
    with Store.open(where) as after:  # a server takes a moment to notice
        with after.writing() as transaction:
            assert transaction.last_number(game) == kept
            assert bool(transaction.snapshot(game)) == bool(kept)
            transaction.append(game, [said(kept + 1)], "laptop")
        assert after.check() == ()


_HOLDS = """
import sys
from gmtool.store import Store
with Store.open(sys.argv[1]) as store, store.writing():
    print("locked", flush=True)
    sys.stdin.readline()
"""


def test_a_database_that_another_process_writes(where: str, process: Process, game: int) -> None:
    holder = process(_HOLDS, where)
    assert holder.stdout
    assert holder.stdout.readline() == "locked\n"
    with Store.open(where, busy_timeout=0) as store:
        with (
            pytest.raises(StoreProblem, match=f"{re.escape(where)} is in use by another program"),
            store.writing(),
        ):
            pass
        with store.reading() as transaction:
            assert transaction.last_number(game) == 0
        holder.communicate("done\n")
        with store.writing() as transaction:
            transaction.append(game, [said(1)], "laptop")


def test_a_writer_locks_before_it_reads(where: str, store: Store, begin: Begin) -> None:
    begin("Round 3")
    with Store.open(where, busy_timeout=0) as other, store.writing():
        with pytest.raises(StoreProblem, match="in use"), other.writing():
            pass
        with other.reading() as transaction:
            assert len(transaction.games()) == 1


def test_readers_wait_for_nobody_and_hold_up_nobody(where: str, store: Store, game: int) -> None:
    with Store.open(where, busy_timeout=0) as other, other.reading() as reader:
        assert reader.kept_since(game, START) == ()
        with store.writing() as transaction:
            transaction.append(game, [said(1)], "laptop")
            assert reader.entries(game) == ()
    with store.reading() as transaction:
        assert transaction.entries(game) == (said(1),)


def test_a_writer_waits_for_as_long_as_others_get_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty seconds by a clock of the test, though five without any commit are too long."""
    turns, now = 20, 0.0
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Store.open(path) as store:

        def write(turn: int) -> None:
            other.execute("BEGIN IMMEDIATE")
            other.execute("INSERT OR REPLACE INTO choice VALUES ('turn', ?)", (str(turn),))

        def pass_a_second(_: float) -> None:
            nonlocal now
            now += 1
            if now < turns:
                other.execute("COMMIT")
                write(int(now))
            elif now == turns:
                other.execute("ROLLBACK")

        monkeypatch.setattr(on_file, "monotonic", lambda: now)
        monkeypatch.setattr(on_file, "sleep", pass_a_second)
        write(0)
        with store.writing() as transaction:
            assert transaction.games() == ()
        assert now == turns
        now = turns + 1
        write(0)
        with pytest.raises(StoreProblem, match="within 5 seconds nobody else got on"):
            store.writing().__enter__()
        assert now == turns + 1 + 5


def test_who_has_the_database_is_named_where_the_system_tells(path: Path, process: Process) -> None:
    holder = process(_HOLDS, path)
    assert holder.stdout
    assert holder.stdout.readline() == "locked\n"
    named = f" (process {holder.pid}, " if Path("/proc/locks").exists() else ", and"
    with Store.open(path, busy_timeout=0) as store, pytest.raises(StoreProblem) as problem:
        store.writing().__enter__()
    assert f"{path} is in use by another program{named}" in str(problem.value)
