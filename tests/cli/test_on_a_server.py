"""A host whose games are on a PostgreSQL server, which others use at the same time."""

import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest
from asking import browsing
from hosting import SEED, Host
from lengths import few_first, few_or_many
from server import GUEST, PASSWORD, Server

from gmtool.engine.text import CHANCE
from gmtool.store import Store

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
import contextlib, io, json, os, sys
import sqlalchemy.dialects.postgresql.psycopg, psycopg
from gmtool.cli.app import run
with contextlib.redirect_stdout(open(os.devnull, "w")):
    run(sys.argv[1:])  # loads, once for all of them, what they need
for asked in sys.stdin:
    (os.environ["GMTOOL_DB"], *lines_of_each), processes = json.loads(asked), []
    for number, lines in enumerate(lines_of_each):
        process = os.fork()
        if not process:
            os.setsid()  # a terminal of its own
            with open(f"answers-{number}", "a") as answers:
                for line in lines:
                    sys.stdout = sys.stderr = said = io.StringIO()
                    code = run(line)
                    print(json.dumps([line, code, said.getvalue()]), file=answers, flush=True)
            os._exit(0)
        processes.append(process)
    print(*processes, flush=True)
    print(*(os.waitpid(process, 0)[1] for process in processes), flush=True)
"""
"""Hosts, each a process of its own: lines of words are read for each of them, and what is answered
to one is in a file once it is answered."""


@dataclass(frozen=True)
class Typed:
    """A command, its exit code and all that it said."""

    line: str
    code: int
    said: str


@dataclass
class Several:
    """Several hosts at once."""

    program: subprocess.Popen[str]
    folder: Path
    begun: tuple[int, ...] = ()
    """Their processes."""

    def begin(self, url: str, *lines_of_each: list[str]) -> None:
        """Have each type its commands at that database, one after the other."""
        for old in self.folder.glob("answers-*"):
            old.unlink()
        assert self.program.stdin
        lines = [[shlex.split(line) for line in lines] for lines in lines_of_each]
        self.program.stdin.write(json.dumps([url, *lines]) + "\n")
        self.program.stdin.flush()
        self.begun = tuple(map(int, self._told()))

    def ended(self) -> list[list[Typed]]:
        """What each was answered, once all are done or dead."""
        self._told()
        files = (self.folder / f"answers-{number}" for number in range(len(self.begun)))
        rows = [
            [json.loads(row) for row in file.read_text().splitlines()] if file.exists() else []
            for file in files
        ]
        said = [[Typed(shlex.join(line), code, out) for line, code, out in own] for own in rows]
        assert not [one for own in said for one in own if "Traceback" in one.said], said
        return said

    def _told(self) -> list[str]:
        assert self.program.stdout
        return self.program.stdout.readline().split()


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    """Several hosts, whose program is begun once."""
    folder = tmp_path_factory.mktemp("hosts")
    own = {"GMTOOL_NOW": "2026-11-20T21:00:00Z", "GMTOOL_BUSY_SECONDS": "60"}
    first = ["new", "auction-poker", "G", "Ann", "Bob", "--zone", "UTC", "--db", "elsewhere.db"]
    with subprocess.Popen(
        [sys.executable, "-c", _HOSTS, *first],
        cwd=folder,
        env={**os.environ, **own},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        yield Several(program, folder)


@pytest.fixture
def begun(server: Server, on_server: str, tmp_path: Path) -> Host:
    """A host with a game on the server."""
    host = Host(tmp_path / "none.db", now="2026-11-20T21:00:00Z", url=server.url(on_server))
    assert host("new auction-poker G Ann Bob --zone UTC").code == 0
    return host


def _noted(host: Host) -> list[str]:
    """The notes on record, in order."""
    moves = [row["move"] for row in host("log --secret --json").facts]
    return [move.removeprefix("note ") for move in moves if move.startswith("note")]


def test_eight_hosts_at_once_are_all_served(
    server: Server, several: Several, tmp_path: Path
) -> None:
    """From the first command on, when there is nothing in the database yet."""
    empty = server.make()
    host = Host(tmp_path / "none.db", url=server.url(empty))
    numbers = range(1, HOSTS + 1)
    notes = [[f"n{n}.{m}." for m in range(EACH)] for n in numbers]
    several.begin(host.url, *([f"new auction-poker G{n} Ann Bob --zone UTC"] for n in numbers))
    assert [one.code for one in chain(*several.ended())] == [0] * HOSTS
    games = [game["game"] for game in host("games --json").facts]
    assert sorted(games) == [f"G{n}" for n in numbers]
    assert host("use G1").code == 0
    several.begin(host.url, *([f"rule note {one}" for one in own] for own in notes))
    assert [one.code for one in chain(*several.ended())] == [0] * HOSTS * EACH
    assert sorted(_noted(host)) == sorted(f'"{one}"' for own in notes for one in own)
    assert host("check").code == 0
    server.drop(empty)


_TYPED = (
    *("rule note h", "record Ann bid A {n}", "record Bob bid B {n}", "record Bob done"),
    *("undo", "undo", "redo", "amend 3 --strike --why slip --yes", "amend 3 bid C {n} --yes"),
    *("sent all", "sent 1 --revoke", "remind --queue", "rule extend +{n}m --why late", "close"),
)
_ON_RECORD = re.compile(r"(?:recorded|on record as) entry (\d+)")
_WENT = re.compile(r"^G: sent: (\d+),", re.MULTILINE)


@pytest.mark.parametrize("attack", few_first(1, range(10)))
def test_hosts_of_one_game_lose_nothing_and_double_nothing(
    server: Server, on_server: str, several: Several, begun: Host, attack: int
) -> None:
    """Each types what comes to its mind. What it was told it did is what is on record of its
    terminal, in that order, and it was told what the others did before.
    """
    rng = random.Random(attack)  # noqa: S311 -- the same for ever
    host = begun
    host("record host start")
    lines = [
        [rng.choice(_TYPED).format(n=rng.randint(1, 99)) for _ in range(few_or_many(4, 40))]
        for _ in range(few_or_many(2, 4))
    ]
    several.begin(host.url, *lines)
    answers = several.ended()
    assert [[one.line for one in own] for own in answers] == lines
    assert {one.code for one in chain(*answers)} <= {0, 1, 2}, answers
    with Store.open(host.url) as store, store.reading() as transaction:
        (game,) = transaction.games()
        journal = transaction.kept(game.id)
    of_each = defaultdict(list)
    for kept in journal:
        if kept.entry.who != CHANCE:
            of_each[kept.desk].append(kept.entry.number)
    told = [[int(n) for one in own for n in _ON_RECORD.findall(one.said)] for own in answers]
    assert sorted(of_each.values()) == sorted([[2], *filter(None, told)])
    desks = {kept.entry.number: kept.desk for kept in journal}
    for one in chain(*answers):
        for number in map(int, _ON_RECORD.findall(one.said)):
            others = (n for n in desks if n < number and desks[n] != desks[number])
            assert f"\n  {max(others)} " in one.said, one
    with closing(server.connect(on_server)) as connection:
        sent = connection.execute("SELECT number, revoked FROM sent ORDER BY id").fetchall()
    went = [int(n) for one in chain(*answers) for n in _WENT.findall(one.said)]
    assert sorted(went) == sorted(number for number, revoked in sent if not revoked)
    for number in set(went):
        marks = [revoked for one, revoked in sent if one == number]
        assert marks == [bool(n % 2) for n in range(len(marks))], (number, sent)
    assert host("check").all.endswith("nothing amiss\n")


@pytest.mark.parametrize("attack", few_first(1, range(20)))
@pytest.mark.parametrize("what", ["server", "hosts"])
def test_after_a_crash_what_was_answered_is_there_once(
    server: Server, several: Several, begun: Host, what: str, attack: int
) -> None:
    """Also on a server that is set up to answer before anything is on its disk."""
    rng = random.Random(attack)  # noqa: S311 -- when, by chance
    name = begun.url.partition("@/")[2].partition("?")[0]
    server.run(f"ALTER DATABASE {name} SET synchronous_commit = off")
    host = begun
    several.begin(host.url, *([f"rule note h{n}.{m}" for m in range(5)] for n in range(4)))
    time.sleep(rng.uniform(0, 0.6))
    if what == "server":
        server.crash()
    else:
        for process in several.begun:
            time.sleep(rng.uniform(0, 0.1))
            with suppress(ProcessLookupError):  # one that was done before
                os.kill(process, signal.SIGKILL)
    answers = several.ended()
    server.is_back()
    assert {one.code for one in chain(*answers)} <= {0, 3}, answers
    failed = [one.said for one in chain(*answers) if one.code]
    assert not [one for one in failed if not re.search(_TROUBLE, one)], failed
    there = _noted(host)
    answered = [one.line.split()[-1] for one in chain(*answers) if not one.code]
    assert len(there) == len(set(there)), "none is there twice"
    assert set(answered) <= {one.strip('"') for one in there}
    assert host("check").all.endswith("nothing amiss\n")
    assert host("rule note", "the next command").code == 0


_TROUBLE = "is no longer connected|can't be reached"

COMMANDS = """\
status | status --json | new auction-poker R3 Ann Bob --zone UTC | record host start |\
record Ann bid A 30 | record Ann bid A 30 | record Ann bid Q 30 | staus | status now |\
record host start --note two words | outbox | check --json | backup copy.db | games --json"""


RIGHTS = (
    "SELECT, INSERT ON ALL TABLES IN SCHEMA public",
    "UPDATE, DELETE ON head, choice, waiting",
    "USAGE ON ALL SEQUENCES IN SCHEMA public",
)
"""All that a host needs who isn't the owner (docs/server.md)."""


def test_no_password_is_in_what_is_printed(server: Server, on_server: str, tmp_path: Path) -> None:
    url = server.url(on_server, GUEST, PASSWORD)
    for rights in RIGHTS:
        server.run(f"GRANT {rights} TO {GUEST}", on_server)
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


@pytest.mark.long  # a game goes there as in a file, and the page uses what commands do
def test_the_page_in_the_browser_works_there_as_well(hosts: tuple[Host, Host]) -> None:
    _, there = hosts
    there(f"new auction-poker R3 Ann Bob Cid --zone Europe/London --seed {SEED}")
    there("record host start")
    with browsing(there) as browser:
        stale = browser.get()
        assert "bid A 30" in browser.send(stale, "record", who="Ann", text="bid A 30").told
        assert browser.send(stale, "record", who="Bob", text="bid A 31").code == 409
        assert browser.send(browser.get("taking-back"), "undo").code == 200
    assert there("log --secret").out.count("bid A 30") == 1
