"""`gmtool desk` as a process of its own, with a browser that only tells how it was called."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from hosting import Host

BEGINS = "the desk in the browser is at:\nkeep the address to yourself; Ctrl-C closes the desk\n"
ENDS = "the desk in the browser is closed; what was done there is on record\n"


@dataclass
class Served:
    """A desk while it runs, and the address that its terminal shows."""

    process: subprocess.Popen[str]
    address: str
    folder: Path

    @property
    def port(self) -> int:
        return urlparse(self.address).port or 0

    @property
    def path(self) -> str:
        return urlparse(self.address).path

    @property
    def home(self) -> Path:
        """The host's home folder."""
        return self.folder / "home"

    def called(self) -> str:
        """The words with which a browser was called, and its environment, a line each."""
        return (self.folder / "called").read_text()

    def file(self) -> Path:
        """The file to which a browser was called."""
        return Path(unquote(urlparse(self.called().splitlines()[0]).path))

    def ask(self, path: str, **headers: str) -> tuple[int, str]:
        """The code and the text of an answer; it has to come at once."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as here:
            here.request("GET", path, headers=headers)
            answer = here.getresponse()
            return answer.status, answer.read().decode()

    def said(self) -> str:
        """What it has said so far, but for the address."""
        return (self.folder / "said").read_text()

    def ended(self, by: int = signal.SIGINT) -> tuple[int, str]:
        """The exit code, and all that it said, once it was ended; with 0 it ends by itself."""
        if by:
            self.process.send_signal(by)
        return self.process.wait(30), self.said()


@contextmanager
def served(host: Host, *words: str, code: str = "", **how: Any) -> Iterator[Served]:
    """The desk of that host; `code` is Python that runs it otherwise."""
    folder = host.database.parent
    (folder / "home").mkdir()
    os.mkfifo(folder / "called")
    caller = folder / "caller"
    caller.write_text(f'#!/bin/sh\n{{ printf "%s\\n" "$@"; env; }} >{folder}/called\n')
    caller.chmod(0o700)
    own = {
        "GMTOOL_DB": str(host.database),
        "GMTOOL_NOW": host.now,
        "BROWSER": str(caller),
        "HOME": str(folder / "home"),
    }
    program = ["-c", code] if code else ["-m", "gmtool"]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(
            [sys.executable, *program, "desk", *words],
            env=os.environ | own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            **how,
        )
    assert process.stdout is not None
    try:
        found = re.fullmatch(r"(http://127\.0\.0\.1:\d+/\S+/)\n", process.stdout.readline())
        assert found, (folder / "said").read_text()
        yield Served(process, found[1], folder)
    finally:
        process.kill()
        process.communicate(timeout=20)
