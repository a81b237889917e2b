"""Whatever is named where a command reads a file: it answers at once, and in plain words."""

import os
import socket
import tracemalloc
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from hosting import Host
from lengths import few_or_many

from gmtool.cli import input_files

READERS = (
    "new free W Ann Bob --zone UTC --setup",
    "setup check",
    "rehearse free --setup",
    "import",
    "record Ann --from",
    "record --thread",
    "verify",
    "verify %/public --posts",
    "verify %/public --receipt",
    "sent 1 --text",
)
"""Every command that reads a file, which is named behind it."""


@pytest.fixture
def begun(host: Host) -> Host:
    host.begin()
    assert host(f"export --public {host.database.parent}/public").code == 0
    return host


def _made(what: str, folder: Path) -> str:
    file = folder / what
    if what.startswith("/dev/"):
        return what
    if what == "pipe":
        os.mkfifo(file)
    elif what == "folder":
        file.mkdir()
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(os.path.relpath(file))
    return str(file)


NO_FILES = ("/dev/zero", "/dev/full", "pipe", "folder", "socket", "nothing")


@pytest.mark.parametrize(
    ("reader", "what"),
    [*zip(READERS, cycle(NO_FILES), strict=False), *(("import", what) for what in NO_FILES)],
)
def test_what_is_no_file_is_refused_at_once(
    begun: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, reader: str
) -> None:
    monkeypatch.setattr(input_files, "_PATIENCE", 0.05)
    file = _made(what, tmp_path)
    line = reader.replace("%", str(tmp_path))
    said = begun(f"{line} {file}")
    assert said.code == 3, said
    why = {"/": "is a device", "p": "is a pipe into which nobody writes"}.get(what[0], "can't be")
    assert said.err.startswith(f"{file} {why}")


@pytest.mark.parametrize("wait", [0, 0.2])
def test_what_is_written_into_a_pipe_is_read(begun: Host, tmp_path: Path, wait: float) -> None:
    """As with `gmtool import <(…)`, also where it takes some time, and comes bit by bit."""
    journal, pipe = begun.snapshot().encode(), tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            sleep(wait)
            for place in range(0, len(journal), 100):
                file.write(journal[place : place + 100])

    writer = Thread(target=write)
    writer.start()
    assert begun(f"import {pipe} --as Again").code == 0
    writer.join()
    assert begun("export --game Again").out.partition("---")[2].split("end:")[0] in journal.decode()


@pytest.mark.parametrize("reader", ["import", "verify", "setup check", "record Ann --from"])
def test_of_what_has_no_end_only_so_much_is_read(
    begun: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    monkeypatch.setattr(input_files.read_text, "__defaults__", (3_000_000,))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            while True:
                file.write(b"y\n" * 50_000)

    writer = Thread(target=write)
    writer.start()
    tracemalloc.start()
    said = begun(f"{reader} {pipe}")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    writer.join()
    assert said.code == 2
    assert "and no more are read" in said.err
    assert most < 30_000_000


LONG = ("0x" + "f" * 6000, "-0x" + "f" * 6000, "1" * 6000, "0b" + "1" * 30_000, "1e" + "9" * 6000)
SETUP = """players = {players}
[words]
title = {title}
[unit.coins]
start = {start}
least = {least}
[group.wolves]
roles = {roles}
[role]
wolf = {wolf}
[round.vote]
asks = {asks}
hours = {hours}
change = {change}
costs = {costs}
weights = {weights}
[end]
left = {left}
reach = {reach}
"""
KEYS = (
    *("players", "title", "start", "least", "roles", "wolf", "asks", "hours", "change", "costs"),
    *("weights", "left", "reach"),
)


@pytest.mark.parametrize("number", LONG)
def test_a_number_of_thousands_of_digits_is_refused_and_shown_short(
    begun: Host, tmp_path: Path, number: str
) -> None:
    file = tmp_path / "long.toml"
    apart = few_or_many(len(LONG), 1)  # in the short form each key has one of the numbers
    for key in KEYS[LONG.index(number) % apart :: apart]:
        for value in (number, f"[{number}]", f'"{number}"', f"[[{number}]]"):
            file.write_text(SETUP.format(**{**dict.fromkeys(KEYS, "1"), key: value}))
            for line in (f"setup check {file}", f"new free W Ann Bob --zone UTC --setup {file}"):
                said = begun(line)
                assert said.code in {1, 3}, (key, value[:20], said)
                assert len(said.all) < 4000, (key, value[:20])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *zip(cycle(("post_limit", "spoiler", "bold", "base")), LONG, strict=False),
        *((key, "[" * 3000 + "]" * 3000) for key in ("post_limit", "spoiler", "bold", "base")),
    ],
    ids=lambda value: value[:10],
)
def test_a_dialect_of_the_hosts_own_may_hold_none_either(
    begun: Host, tmp_path: Path, key: str, value: str
) -> None:
    folder = tmp_path / "dialects"
    folder.mkdir()
    said = {"base": '"phpbb"', key: value}
    text = "".join(f"{name} = {one}\n" for name, one in said.items())
    (folder / "mine.toml").write_text(text)
    answered = begun("set dialect=mine")
    assert answered.code in {1, 2, 3}
    assert "mine.toml" in answered.err
    assert len(answered.err) < 1000


def test_a_dialect_or_template_that_is_a_pipe_is_not_waited_for(
    begun: Host, tmp_path: Path
) -> None:
    for place in ("dialects/mine.toml", "templates/auction-poker/final.j2"):
        (tmp_path / place).parent.mkdir(parents=True)
        os.mkfifo(tmp_path / place)
    assert "is no file" in begun("set dialect=mine").err
    for line in ("template show auction-poker/final", "template check", "template list"):
        assert begun(line).code in {0, 1, 3}
