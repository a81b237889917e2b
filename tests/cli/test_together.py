"""Two terminals at once, and a process that dies: nothing lost, nothing doubled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import Host
from lengths import few_or_many

pytestmark = pytest.mark.slow  # processes that run side by side

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"][: few_or_many(4, 8)]


def start(host: Host, *words: str) -> subprocess.Popen[str]:
    own = {"GMTOOL_DB": str(host.database), "GMTOOL_NOW": host.now, "GMTOOL_BUSY_SECONDS": "60"}
    return subprocess.Popen(
        [sys.executable, "-m", "gmtool", *words],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal of its own
    )


def test_terminals_recording_at_the_same_time_lose_and_double_nothing(host: Host) -> None:
    host.begin(" ".join(NAMES))
    host.at("20 21:00")
    running = [start(host, "record", name, "bid", "A", str(n)) for n, name in enumerate(NAMES, 1)]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    journal = host.snapshot()
    for number, name in enumerate(NAMES, 1):
        assert journal.count(f" {name}: bid A {number}\n") == 1
    assert host("status --json").facts["entry"] == 2 + len(NAMES)


def test_two_hosts_cant_close_two_windows_by_accident(host: Host) -> None:
    host.begin()
    host.at("21 20:00")
    running = [start(host, "close") for _ in range(2)]
    results = [(process.communicate(timeout=120), process.returncode) for process in running]
    assert sorted(code for _, code in results) == [0, 1]
    refused = next(errors for (_, errors), code in results if code == 1)
    assert "refused (ALL-2)" in refused
    assert "3 host: close" in refused
    assert host.snapshot().count(" host: close\n") == 1


def test_what_another_terminal_recorded_lately_is_mentioned(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin()
    host.at("20 21:00")("record Ann bid A 30")
    monkeypatch.setattr("gmtool.cli.command.terminal", lambda: "elsewhere")
    answered = host.at("20 21:05")("record Bob bid A 31")
    assert "recorded at another terminal in the last ten minutes" in answered.err
    assert "3 Ann: (sealed) (recorded Fri 20 Nov 21:00 GMT)" in answered.err
    assert "bid A 30" not in answered.all
    assert "another terminal" not in host.at("20 21:15:01")("record Cid pass").err


def test_a_command_that_dies_before_its_end_leaves_nothing(host: Host, tmp_path: Path) -> None:
    host.begin()
    before = host.snapshot()
    script = tmp_path / "dies.py"
    script.write_text(
        "import os, sys\n"
        "from gmtool.desk import recording\n"
        "recording._keep_attempts = lambda hearing: os._exit(9)\n"
        "from gmtool.cli.app import run\n"
        "run(['record', 'Ann', 'bid', 'A', '30'])\n"
    )
    own = {"GMTOOL_DB": str(host.database), "GMTOOL_NOW": "2026-11-20T21:00:00Z"}
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, **own}, check=False, timeout=120
    )
    assert done.returncode == 9
    assert host.snapshot() == before
    assert host.at("20 21:10")("record Ann bid A 31").code == 0


@pytest.mark.parametrize(
    "words", [("--help",), ("--version",), ("rules", "auction-poker"), ("kinds",)]
)
def test_commands_without_a_game_load_no_database_and_no_templates(words: tuple[str, ...]) -> None:
    code = (
        "import sys\n"
        "from gmtool.cli.app import run\n"
        f"run({list(words)!r})\n"
        "heavy = {'sqlmodel', 'sqlalchemy', 'jinja2', 'alembic', 'icalendar'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_a_recording_loads_no_alembic(host: Host) -> None:
    host.begin()
    code = (
        "import sys\n"
        "from gmtool.cli.app import run\n"
        "run(['record', 'Ann', 'bid', 'A', '30'])\n"
        "sys.exit('alembic' in sys.modules)\n"
    )
    own = {"GMTOOL_DB": str(host.database), "GMTOOL_NOW": "2026-11-20T21:00:00Z"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Ann: bid A 30" in host.snapshot()
