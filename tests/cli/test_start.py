"""What a command loads before it does anything: start-up is what a host waits for."""

import os
import subprocess
import sys

import pytest
from hosting import Host
from registered import LINES

from gmtool.cli import argv
from gmtool.cli.registry import COMMANDS, GROUPS, Line

NOUNS = {f"gmtool.cli.{line.module}" for line in LINES.values()}
SERVING = {"gmtool.browser", "starlette", "uvicorn", "anyio"}
HEAVY = {"sqlmodel", "sqlalchemy", "pydantic", "jinja2", "alembic", "icalendar", "dateutil"}
HEAVY |= SERVING
CODE = """
import sys
from gmtool.cli.app import run
code = run(sys.argv[1:])
print("\\n" + " ".join(sys.modules))
sys.exit(code)
"""


def loaded(*words: str, **variables: str) -> set[str]:
    """The modules in memory when `gmtool WORDS…` has been answered."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *words],
        env={"GMTOOL_DB": "/nowhere/games.db", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("line", ["", "--version", "--help", "rule --help"])
def test_what_lists_commands_makes_none(line: str) -> None:
    assert not loaded(*line.split()) & (NOUNS | HEAVY)


@pytest.mark.parametrize(
    "line", ["kinds", "kinds auction-poker", "rules auction-poker AP-8", "new --help"]
)
def test_what_needs_no_database_and_no_template_loads_none(line: str) -> None:
    assert not loaded(*line.split()) & HEAVY


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["gmtool rec", "gmtool record An", "gmtool new auction", "gmtool "]
)
def test_a_completion_loads_no_database_and_no_template(line: str) -> None:
    asked = {"_GMTOOL_COMPLETE": "complete_fish", "_TYPER_COMPLETE_ARGS": line}
    assert not loaded(**asked) & HEAVY


@pytest.mark.slow
def test_a_command_loads_its_own_noun_alone_and_a_recording_no_alembic(host: Host) -> None:
    host.begin()
    assert loaded("record", "--help") & NOUNS == {"gmtool.cli.moves"}
    own = {**os.environ, "GMTOOL_DB": str(host.database), "GMTOOL_NOW": "2026-11-20T21:00:00Z"}
    assert not loaded("record", "Ann", "bid", "A", "30", **own) & {"alembic", *SERVING}
    assert not loaded("desk", "--help") & HEAVY
    assert "Ann: bid A 30" in host.snapshot()


def test_every_command_is_listed_with_its_help(host: Host) -> None:
    listed = host("--help").out.partition("\nCommands:\n")[2].partition("\n\n")[0]
    said = [(name, one.help) for menu in (COMMANDS, GROUPS) for name, one in menu.items()]
    assert [tuple(line.split(maxsplit=1)) for line in listed.splitlines()] == said


def test_options_may_stand_before_the_commands_of_each_group() -> None:
    assert set(argv.GROUPS) == set(GROUPS)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), LINES.items(), ids=str)
def test_a_commands_help_has_its_example(host: Host, name: str, line: Line) -> None:
    answered = host(f"{name} --help")
    told = " ".join(answered.out.split())
    assert answered.code == 0
    assert told.startswith(f"Usage: gmtool {name} ")
    assert line.help in told
    assert line.example.startswith(f"gmtool {name}")
    assert f"Example: {line.example}" in told
    assert ("--json" in told) == line.gives_facts
