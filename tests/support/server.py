"""A PostgreSQL server of the tests' own, on a socket in a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg

VARIABLE = "GMTOOL_TEST_POSTGRES"
"""May name the folder of PostgreSQL's programs."""
HOW = f"no PostgreSQL is installed; {VARIABLE} may name the folder of its programs"
OWNER, GUEST, PASSWORD = "gm", "ann", "se/cr:et%?"
"""Who owns everything, and somebody who has to give a password."""
_PATIENCE = 60
_CHOOSES = 150_000
"""The version since which a server may be told how to copy a database."""
_NOBODY = "nobody"
_UNTIL_LEFT = (
    'while [ ! -e "$0/left" ]; do "$@" || sleep 0.1; done & read -r _; touch "$0/left"; '
    'kill -QUIT $(head -n 1 "$0/data/postmaster.pid"); wait; rm -rf "$0"'
)
"""Runs a server, again whenever it ends, until whoever started it closes the pipe, also by being
killed; then removes the folder."""


@dataclass
class Server:
    """A server that runs; `folder` is where its socket is."""

    folder: Path
    _numbers: Iterator[int]

    def url(self, database: str, user: str = OWNER, password: str = "") -> str:
        """Of one of its databases."""
        who = f"{user}:{quote(password, safe='')}" if password else user
        return f"postgresql://{who}@/{database}?host={self.folder}"

    def make(self, template: str = "template0") -> str:
        """The name of a new database, an empty one or a copy of another that nobody is using."""
        name = f"games_{next(self._numbers)}"
        with self.connect("postgres") as connection:
            # half the time of the other way; before 15 there was no other
            how = "STRATEGY file_copy" if connection.info.server_version >= _CHOOSES else ""
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} {how}".encode())
        return name

    def drop(self, database: str) -> None:
        """Whoever is still using it is thrown out."""
        self.run(f"DROP DATABASE {database} WITH (FORCE)")

    def crash(self) -> None:
        """End it as `pg_ctl stop -m immediate` does; it comes up again by itself."""
        process = (self.folder / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(process), signal.SIGQUIT)

    def is_back(self) -> None:
        """Wait until it lets somebody in."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self.run("SELECT 1")
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return

    def run(self, statement: str, database: str = "postgres") -> None:
        """Carry something out as the owner."""
        with self.connect(database) as connection:
            connection.execute(statement.encode())

    def connect(self, database: str) -> psycopg.Connection:
        """A connection that nobody of gmtool has set up; each statement is a transaction."""
        return psycopg.connect(host=str(self.folder), user=OWNER, dbname=database, autocommit=True)


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version there is; None without any."""
    if os.name == "nt":
        return None  # its sockets are none of ours
    named, found = os.environ.get(VARIABLE), shutil.which("initdb")
    if named or found:
        return Path(named) if named else Path(str(found)).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max(
        (one.parent for one in installed), key=lambda it: float(it.parent.name), default=None
    )


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """A server from those programs, gone with all that is in it at the end."""
    own_user = {"user": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    memory = Path("/dev/shm")  # noqa: S108
    base = memory if os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="gmtool-pg-", dir=base))
    try:
        if own_user:  # it refuses to run as root
            shutil.chown(folder, _NOBODY)
        made = (
            f"{programs}/initdb -D {folder}/data -U {OWNER} -A trust -E UTF8 --locale C --no-sync"
        )
        subprocess.run(made.split(), cwd=folder, check=True, capture_output=True, **own_user)  # type: ignore[call-overload]
        rules = f"local all {OWNER} trust\nlocal all all scram-sha-256\n"
        (folder / "data" / "pg_hba.conf").write_text(rules)
        runs = f"{programs}/postgres -D {folder}/data -k {folder} -c listen_addresses= -F"
        # far from UTC, so that no instant is right by chance; and what needn't be on the disk when
        # it is answered doesn't get there by chance
        runs += " -c max_wal_size=256MB -c autovacuum=off -c timezone=Pacific/Kiritimati"
        runs += " -c wal_writer_delay=10s"
        with (
            (folder / "log").open("w") as log,
            subprocess.Popen(  # type: ignore[call-overload]
                ["sh", "-c", _UNTIL_LEFT, folder, *runs.split()],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                **own_user,
            ),
        ):
            server = Server(folder, count(1))
            server.is_back()
            server.run(f"CREATE ROLE {GUEST} LOGIN PASSWORD '{PASSWORD}'")
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)
