"""What a command loads before it does anything: start-up is what a host waits for."""

import inspect
import subprocess
import sys
from importlib import import_module
from keyword import iskeyword
from pathlib import Path

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
        env={"GMTOOL_DB": "/nowhere/games.db", **(environment if asked else {})},
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


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), LINES.items(), ids=str)
def test_a_commands_help_has_its_example(host: Host, name: str, line: Line) -> None:
    answered = host(f"{name} --help")
    assert answered.code == 0
    assert answered.out.startswith(f"Usage: gmtool {name} ")
    assert line.help in " ".join(answered.out.split())
    assert f"Example: {line.example}" in " ".join(answered.out.split())
    assert ("--json" in answered.out) == line.gives_facts


def test_gmtool_alone_says_in_six_lines_what_to_type_first(tmp_path: Path) -> None:
    host = Host(tmp_path / "games.db")
    answered = host("")
    assert answered.code == 0
    lines = answered.out.splitlines()
    assert len(lines) == 6
    assert max(map(len, lines)) <= 92
    typed = [line.strip().split("  ")[0].split() for line in lines[1:]]
    assert [words[1] for words in typed] == ["demo", "kinds", "new", "status", "--help"]
    assert {words[1] for words in typed[:-1]} <= set(COMMANDS)
    assert not host.database.exists()
    assert host(f"--db {tmp_path / 'other.db'}").out == answered.out


def test_gmtool_alone_says_what_waits_once_there_are_games(host: Host) -> None:
    assert host("").out == "no games on this desk yet\nnext:\n  " + (
        "gmtool new  the next game; it asks for what it needs\n"
    )
    host.begin("Ann Bob")
    assert host("sent all").code == 0
    assert host("new auction-poker", "Cup Final", "Cid", "Dee", "--zone", "UTC").code == 0
    answered = host.at("21 20:00")("")
    assert answered.code == 0
    rows = [" ".join(line.split()) for line in answered.out.splitlines()]
    assert rows == [
        "game what closes waiting for to go out",
        "OVERDUE R3 bids on lots A, B, C, D, E Sat 21 Nov 20:00 GMT (20:00 UTC) Ann, Bob -",
        "Cup Final the start of the first batch - host 1 text",
        "next:",
        "gmtool close --game R3 its deadline has passed",
        "gmtool status --game R3 where it stands and what to type next",
        "gmtool outbox what is still to be posted or sent",
        "gmtool status where it stands and what to type next",
    ]
    facts = host("--json").facts
    assert [(row["game"], row["unsent"], row["overdue"]) for row in facts] == [
        ("R3", 0, True),
        ("Cup Final", 1, False),
    ]
    assert host("rule end --why off").code == 0
    assert host("rule end --why off --game R3").code == 0
    assert host("").out.startswith("no game is running\n")


def test_close_says_what_its_time_is(host: Host) -> None:
    told = " ".join(host("close --help").out.split())
    assert "--at WHEN the time it counts as closed, at the deadline or later;" in told
    assert "when it arrived" not in told
    assert "when it arrived" in " ".join(host("record --help").out.split())


def test_a_start_and_a_close_may_be_given_their_time(host: Host) -> None:
    assert host("new auction-poker R3 Ann Bob --zone UTC").code == 0
    started = host.at("20 21:07")("record host start --at 21:00")
    assert "open: bids on lots A, B, C, D, E, until Sat 21 Nov 21:00 UTC" in started.all
    closed = host.at("21 21:09")("close --at 21:00")
    assert "host: close (Sat 21 Nov 21:00 UTC)" in closed.all
    assert "until Sun 22 Nov 21:00 UTC" in closed.all


def test_rules_without_a_kind_lists_them_as_kinds_does(host: Host) -> None:
    rules, kinds = host("rules"), host("kinds")
    assert rules.code == kinds.code == 0
    listed, _, following = rules.out.partition("next:\n")
    assert listed == kinds.out.partition("next:\n")[0]
    assert following.split()[:2] == ["gmtool", "rules"]
    assert host("rules --json").facts == host("kinds --json").facts


def test_a_word_that_is_missing_is_told_without_a_traceback(host: Host) -> None:
    answered = host("rule adjust Ann coins")
    assert answered.code == 2
    assert "Missing argument 'AMOUNT'" in answered.err
