"""What a command loads before it does anything: start-up is what a host waits for."""

import inspect
import subprocess
import sys
from importlib import import_module
from keyword import iskeyword

import pytest
from hosting import Host

from gmtool.cli.menu import COMMANDS, GROUPS, RULINGS, Line

LINES = {**COMMANDS, **{f"rule {name}": line for name, line in RULINGS.items()}}
NOUNS = {f"gmtool.cli.{line.module}" for line in LINES.values()}
HEAVY = {"sqlmodel", "sqlalchemy", "pydantic", "jinja2", "alembic", "icalendar", "dateutil"}


def loaded(*words: str, asked: str = "") -> set[str]:
    """The modules in memory when `gmtool WORDS…` has been answered."""
    code = (
        "import sys\n"
        "from gmtool.cli.app import run\n"
        f"code = run({list(words)!r})\n"
        "print('\\n' + ' '.join(sys.modules))\n"
        "sys.exit(code)\n"
    )
    environment = {"_GMTOOL_COMPLETE": "complete_fish", "_TYPER_COMPLETE_ARGS": asked}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment if asked else {},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("words", [(), ("--version",), ("--help",), ("rule", "--help")])
def test_what_lists_commands_makes_none(words: tuple[str, ...]) -> None:
    assert not loaded(*words) & (NOUNS | HEAVY)


@pytest.mark.parametrize(
    "words",
    [("kinds",), ("kinds", "auction-poker"), ("rules", "auction-poker", "AP-8"), ("new", "--help")],
)
def test_what_needs_no_database_and_no_template_loads_none(words: tuple[str, ...]) -> None:
    assert not loaded(*words) & HEAVY


@pytest.mark.parametrize(
    "line", ["gmtool rec", "gmtool record An", "gmtool new auction", "gmtool "]
)
def test_a_completion_loads_no_database_and_no_template(line: str) -> None:
    assert not loaded(asked=line) & HEAVY


def test_a_command_loads_its_own_noun_alone() -> None:
    assert loaded("record", "--help") & NOUNS == {"gmtool.cli.moves"}


@pytest.mark.parametrize(("name", "line"), LINES.items(), ids=str)
def test_the_list_of_commands_says_what_they_say_of_themselves(name: str, line: Line) -> None:
    word = name.rsplit(maxsplit=1)[-1]
    module = import_module(f"gmtool.cli.{line.module}")
    function = getattr(module, f"{word}_" if iskeyword(word) else word)
    assert (inspect.getdoc(function) or "").partition("\n")[0] == line.help
    assert line.example.startswith(f"gmtool {name}")


def test_every_command_is_listed_with_its_help(host: Host) -> None:
    listed = host("--help").out.partition("\nCommands:\n")[2].partition("\n\n")[0]
    lines = {name: line.help for name, line in COMMANDS.items()}
    groups = {name: group.help for name, group in GROUPS.items()}
    rows = [line.split(maxsplit=1) for line in listed.splitlines()]
    assert rows == [[name, said] for name, said in (lines | groups).items()]


@pytest.mark.parametrize(("name", "line"), LINES.items(), ids=str)
def test_a_commands_help_has_its_example(host: Host, name: str, line: Line) -> None:
    answered = host(f"{name} --help")
    assert answered.code == 0
    assert answered.out.startswith(f"Usage: gmtool {name} ")
    assert line.help in " ".join(answered.out.split())
    assert f"Example: {line.example}" in " ".join(answered.out.split())
    assert ("--json" in answered.out) == line.gives_facts


def test_a_word_that_is_missing_is_told_without_a_traceback(host: Host) -> None:
    answered = host("rule adjust Ann coins")
    assert answered.code == 2
    assert "Missing argument 'AMOUNT'" in answered.err
