"""What a shell offers at Tab: asked as Typer's script for fish asks, and by the shells."""

import os
import shlex
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from unittest import mock

import pexpect
import pytest
from evenings import change_database
from hosting import Host

from gmtool.cli.app import run
from gmtool.games import BUILT_IN

pytestmark = pytest.mark.slow  # a database and a shell for each

NAMES = ["Ann", "Cid, Jr.", "O'Neil", 'say "x"', "$HOME", "a:b c", "Änne", "*"]


@pytest.fixture
def game(host: Host) -> Host:
    """A game of players with all sorts of names, and an older one."""
    assert host("new auction-poker", "Older: one", "Ann", "Bob").code == 0
    assert host("new auction-poker", "Round 3", *NAMES).code == 0
    return host


def offered(host: Host, line: str, capsys: pytest.CaptureFixture[str], **more: str) -> list[str]:
    """The words that fish would offer behind `gmtool LINE`."""
    asked = {
        "_GMTOOL_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_ARGS": f"gmtool {line}",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "GMTOOL_DB": str(host.database),
    }
    with mock.patch.dict(os.environ, asked | more):
        assert run([]) == 0
    return [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines() if line]


@pytest.mark.parametrize(("line", "begun"), [("use ", ""), ("--game 'Older: one' use R", "R")])
def test_powershell_gets_names_that_it_takes_as_they_are(
    game: Host, line: str, begun: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"_GMTOOL_COMPLETE": "complete_powershell", "_TYPER_COMPLETE_WORD_TO_COMPLETE": begun}
    assert "'Round 3'::: " in offered(game, line, capsys, **asked)
    asked["_TYPER_COMPLETE_WORD_TO_COMPLETE"] = ""
    told = offered(game, "record ", capsys, **asked)
    assert [one.partition(":::")[0] for one in told][:5] == [
        *("Ann", "'Cid, Jr.'", "'O''Neil'", "'say \"x\"'", "'$HOME'")
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("re", ["redo", "record", "rehearse", "remind", "repair"]),
        ("rule in", ["inactive"]),
        ("rule pause --js", ["--json"]),
        ("--vers", ["--version"]),
        ("record --la", ["--late"]),
        ("use ", ["Round 3", "Older: one"]),
        ("use 'rou", ["Round 3"]),
        ("use Round\\ ", ["Round 3"]),
        ("status --game=R", ["--game=Round 3"]),
        ("--game O", ["Older: one"]),
        ("--db nowhere.db --game ", []),
        ("--game Ro use", ["use"]),
        ("record ", [*NAMES, "host", "chance"]),
        ("record än", ["Änne"]),
        ("record A", ["Ann"]),
        ("record a", ["a:b c"]),
        ("record Ann --game Older", ["Older: one"]),
        ("--game 'older: ONE' record ", ["Ann", "Bob", "host", "chance"]),
        ("-g o record ", ["Ann", "Bob", "host", "chance"]),
        ("-g '' record ", ["host", "chance"]),
        ("record Ann ", ["bid", "pass", "trash", "keep", "stand"]),
        ("record host ", ["start", "close"]),
        ("record chance ", ["shuffle"]),
        ("record Ann --at 20:44 tr", ["trash"]),
        ("record Ann bid ", []),
        ("record Ann --from ", []),
        ("close Ann ", NAMES[1:]),
        ("pm Ann inv", ["inventory"]),
        ("post batch", ["batch-open", "batch-result"]),
        ("rule adjust O", ["O'Neil"]),
        ("template copy auction-poker/inv", ["auction-poker/inventory"]),
        ("kinds ", list(BUILT_IN)),
        ("new auction-poker ", []),
        ("new --dialect php", ["phpbb"]),
        ("rules auction-poker all-1", ["ALL-1", "ALL-10", "ALL-11"]),
        ("rules frob ", []),
        ("new auction-poker Next Cid --from=R", ["--from=Round 3"]),
    ],
)
def test_what_is_offered(
    game: Host, capsys: pytest.CaptureFixture[str], line: str, words: list[str]
) -> None:
    assert sorted(offered(game, line, capsys)) == sorted(words)


def test_what_is_offered_goes_with_the_game_and_tells_nothing_sealed(
    game: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(game, "pm ", capsys, GMTOOL_GAME="Older: one") == ["Ann", "Bob"]
    game("record host start")
    game("record Ann bid A 277")
    lines = ("record Ann ", "record Ann bid ", "pm Ann ", "sent ", "outbox ", "log ", "")
    told = [word for line in lines for word in offered(game, line, capsys)]
    assert told
    assert not [word for word in told if "277" in word]
    game("sent 1")
    waiting = {str(row["number"]) for row in game("outbox --json").facts}
    assert "1" not in waiting
    assert set(offered(game, "sent ", capsys)) == waiting
    assert game("set Ann name=Zoe").code == 0
    assert offered(game, "pm ", capsys) == ["Zoe", *NAMES[1:]]


# what is in the way


def test_no_file_is_made(host: Host, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert offered(Host(tmp_path / "missing.db"), "use ", capsys) == []
    assert offered(host, "use ", capsys) == []
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("what", ["text", "folder", "empty", "another program's", "server", "half"])
def test_where_there_is_no_database_nothing_is_offered_and_nothing_said(
    what: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "thing"
    match what:
        case "text":
            path.write_text("not a database, and long enough to be taken for one" * 20)
        case "folder":
            path.mkdir()
        case "empty":
            path.touch()
        case "another program's":
            made = "CREATE TABLE game (id INTEGER, name TEXT); INSERT INTO game VALUES (1, 'Chess')"
            change_database(path, made)
        case "half":
            change_database(path, "PRAGMA application_id = 0x676D746C")
        case _:
            path = Path("postgresql://localhost/games")
    assert offered(Host(path), "use ", capfd) == []
    assert offered(Host(path), "record ", capfd) == ["host", "chance"]
    assert capfd.readouterr().err == ""


def test_what_another_has_just_written_is_seen_and_left_and_a_lock_is_not_waited_for(
    game: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    def there() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in game.database.parent.glob("games.db*")}

    with closing(sqlite3.connect(game.database, isolation_level=None)) as other:
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("UPDATE choice SET value = '1'")
        before = there()
        assert offered(game, "pm ", capsys) == ["Ann", "Bob"]
        after = there()
        assert len(after) == 3
        changed = {name for name in after if before[name] != after[name]}
        assert changed <= {"games.db-shm"}, "who reads leaves a mark there"
    with closing(sqlite3.connect(game.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert offered(game, "use ", capsys) == []


# the shells themselves


SHELLS = {
    "bash": ("--norc --noprofile -i", "source <(gmtool --show-completion bash)"),
    "zsh": ("-f -i", 'autoload compinit; compinit -uD; eval "$(gmtool --show-completion zsh)"'),
    "fish": ("--no-config -i", "gmtool --show-completion fish | source"),
}
"""The options with which a shell reads no file of its user's, and how it gets Typer's script."""
TYPED = {
    "use r": "use|Round 3",
    "use 'Rou": "use|Round 3",
    'use "Round ': "use|Round 3",
    "--game ol": "--game|Older: one",
    "status --game=r": "status|--game=Round 3",
    "pm cid": "pm|Cid, Jr.",
    "pm O": "pm|O'Neil",
    "pm sa": 'pm|say "x"',
    "pm '$": "pm|$HOME",
    "pm a:": "pm|a:b c",
    "record Ann --at 20:44 tra": "record|Ann|--at|20:44|trash",
}
"""What is typed before Tab, and the words that the program then gets."""


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shells_themselves_complete_names_with_blanks(
    game: Host, tmp_path: Path, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    program = tmp_path / "gmtool"
    ours = f"{shlex.quote(sys.executable)} -m gmtool"
    program.write_text(
        f'#!/bin/sh\n[ "$_GMTOOL_COMPLETE" ] && exec {ours}\n'
        f'[ "$1" = --show-completion ] && exec {ours} "$@"\n'
        "IFS='|'; printf '<%s>\\n' \"$*\"\n"
    )
    program.chmod(0o700)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "GMTOOL_DB": str(game.database), "HOME": str(tmp_path), "TERM": "dumb"}
    options, script = SHELLS[shell]
    with pexpect.spawn(
        f"{shell} {options}",
        cwd=str(tmp_path),
        env={**os.environ, **own, "LC_ALL": "C.UTF-8"},
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 200),
    ) as terminal:
        terminal.sendline(f"{script}; gmtool rea'dy'")
        terminal.expect_exact("<ready>\r\n")
        for typed, words in TYPED.items():
            terminal.send(f"gmtool {typed}\t\r")
            terminal.expect(r"<(.*)>\r\n")
            assert terminal.match[1] == words, typed
