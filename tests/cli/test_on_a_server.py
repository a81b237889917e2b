"""A host whose games are on a PostgreSQL server, which others use at the same time."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hosting import SEED, Host
from lengths import few_or_many
from server import GUEST, PASSWORD, Server

pytestmark = pytest.mark.slow  # a server, and processes that run side by side

HOSTS = 8
EACH = few_or_many(2, 5)

PLAYED = f"""
20 20:00 status | new auction-poker R3 Ann Bob Cid --zone Europe/London --seed {SEED}
20 20:00 new auction-poker r3 Ann Bob --zone UTC
20 20:01 record host start
20 21:00 record Ann bid A 30 | record Ann bid A 31 | record Bob --from - | record Cid pass --json
20 21:07 outbox | outbox 2 | sent 1-3 | sent 2 --revoke | undo | record Cid bid B 7
20 21:11 remind --queue | rule extend 2 hours | status | due
21 23:30 due --json | close | close | games | log | log --refused | export | check | check --json
21 23:32\x20
21 23:35 new auction-poker R5 Bob Dee --zone UTC --seed {SEED} | record host start | use r
21 23:36 use r3 | record Ann bid F 3 | record Dee bid A 3 | pm Dee inventory --json | use R5
21 23:36 status | record Bob pass | record Bob pass -g R5 | -g r3 status --json
21 23:37 outbox --all-games | outbox --all-games --all --json | games --json
22 20:00 remind --due 1d | remind --due 90m --json | due | due --json | outbox --all-games --json
22 20:01 rule end --why enough | set Dee name=Eve mention=@e | set suits=ascii zone=UTC
22 20:02 use R3
"""
PASTED = "hello there,\nbid A 12\nthanks 😀\n"


@pytest.fixture
def hosts(server: Server, on_server: str, host: Host, tmp_path: Path) -> tuple[Host, Host]:
    """One whose games are in a file, and one whose games are on a server."""
    return host, Host(tmp_path / "none.db", url=server.url(on_server))


def test_a_game_goes_there_as_it_does_in_a_file(
    hosts: tuple[Host, Host], server: Server, template: str, tmp_path: Path
) -> None:
    for row in PLAYED.strip("\n").split("\n"):
        for line in row[9:].split(" | "):
            in_file, on_server = (host.at(row[:8])(line, pasted=PASTED) for host in hosts)
            shown = in_file.all.replace(str(hosts[0].database), hosts[1].url)
            assert (on_server.code, on_server.all) == (in_file.code, shown), line
    codes = [host("log").code for host in hosts]
    assert codes == [0, 0], "else this test proves nothing"
    journal = hosts[0].snapshot()
    assert hosts[1].snapshot() == journal
    (tmp_path / "R3.txt").write_text(journal, encoding="utf-8")
    (tmp_path / "other").mkdir()
    others = (
        Host(tmp_path / "other" / "games.db"),
        Host(tmp_path / "none.db", url=server.url(server.make(template))),
    )
    for host in others:
        assert host(f"import {tmp_path}/R3.txt").code == 0
        assert host.snapshot() == journal


_HOSTS = """
import contextlib, json, os, sys
import sqlalchemy.dialects.postgresql.psycopg, psycopg
from gmtool.cli.app import run
with contextlib.redirect_stdout(open(os.devnull, "w")):
    run(sys.argv[1:])  # loads, once for all of them, what they need
for lines_of_each in sys.stdin:
    processes = []
    for lines in json.loads(lines_of_each):
        process = os.fork()
        if not process:
            os.setsid()  # a terminal of its own
            sys.stdout = open(os.devnull, "w")
            os._exit(max(run(line.split()) for line in lines))
        processes.append(process)
    print(*(os.waitpid(process, 0)[1] for process in processes), flush=True)
"""


@contextmanager
def _several(url: str, elsewhere: Path) -> Iterator[Callable[[list[list[str]]], None]]:
    """Has processes run their commands, one after the other in each; all must go well."""
    own = {"GMTOOL_DB": url, "GMTOOL_NOW": "2026-11-20T21:00:00Z", "GMTOOL_BUSY_SECONDS": "60"}
    first = ["new", "auction-poker", "G", "Ann", "Bob", "--zone", "UTC", "--db", str(elsewhere)]
    with subprocess.Popen(
        [sys.executable, "-c", _HOSTS, *first],
        env={**os.environ, **own},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:

        def run(lines: list[list[str]]) -> None:
            assert program.stdin
            assert program.stdout
            program.stdin.write(json.dumps(lines) + "\n")
            program.stdin.flush()
            assert program.stdout.readline().split() == ["0"] * len(lines)

        yield run


def test_eight_hosts_at_once_are_all_served(server: Server, tmp_path: Path) -> None:
    """From the first command on, when there is nothing in the database yet."""
    empty = server.make()
    host = Host(tmp_path / "none.db", url=server.url(empty))
    numbers = range(1, HOSTS + 1)
    notes = [[f"n{n}.{m}." for m in range(EACH)] for n in numbers]
    with _several(host.url, tmp_path / "elsewhere.db") as run:
        run([[f"new auction-poker G{n} Ann Bob --zone UTC"] for n in numbers])
        games = host("games").out
        assert all(games.count(f" G{n} ") == 1 for n in numbers), games
        host("use G1")
        assert host("record host start").code == 0
        run([[f"record host note {one}" for one in own] for own in notes])
    journal = host.snapshot()
    counted = Counter(journal.count(f'"{one}"') for own in notes for one in own)
    assert counted == {1: HOSTS * EACH}, journal
    assert host("check").code == 0
    server.drop(empty)


COMMANDS = """\
status | status --json | new auction-poker R3 Ann Bob --zone UTC | record host start |\
record Ann bid A 30 | record Ann bid A 30 | record Ann bid Q 30 | staus | status now |\
record host start --note two words | outbox | check --json | backup copy.db | games --json"""


def test_no_password_is_in_what_is_printed(server: Server, on_server: str, tmp_path: Path) -> None:
    url = server.url(on_server, GUEST, PASSWORD)
    for things in ("TABLES", "SEQUENCES"):
        server.run(f"GRANT ALL ON ALL {things} IN SCHEMA public TO {GUEST}", on_server)
    shown = server.url(on_server, GUEST)
    host = Host(tmp_path / "none.db")
    printed = []
    for number, line in enumerate(COMMANDS.split("|")):
        typed = f"{line} --db {url}" if number % 2 else f"--db={url} {line}"
        printed.append(host(typed).all)
    printed += [host(f"status {url}").all, host(f"status --bd {url}").all]
    assert all("se%2Fcr" not in said and "se/cr" not in said for said in printed), printed
    assert sum(shown in said for said in printed) > len(printed) / 2, "else this proves nothing"
    refused = host("status --json", "--db", server.url(on_server, GUEST, "wr0ng"))
    assert refused.code == 3
    assert "wr0ng" not in refused.all
    assert json.loads(refused.out)["error"].startswith(f"The database {shown} doesn't let you in")
