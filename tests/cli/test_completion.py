"""What a shell offers at a press of Tab, asked as Typer's scripts ask."""

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest
from evenings import change_database
from hosting import Host
from hypothesis import given
from hypothesis import strategies as st

from gmtool.cli.app import run
from gmtool.cli.shells import SHELLS, Asked, Found, split
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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("re", ["redo", "record", "rehearse", "remind", "repair"]),
        ("rule in", ["inactive"]),
        ("rule --js", ["--json"]),
        ("--vers", ["--version"]),
        ("record --la", ["--late"]),
        ("frob ", []),
        ("use ", ["Round 3", "Older: one"]),
        ("use rou", ["Round 3"]),
        ("use 'Rou", ["Round 3"]),
        ("use Round\\ ", ["Round 3"]),
        ("status --game ", ["Round 3", "Older: one"]),
        ("status --game=R", ["--game=Round 3"]),
        ("--game O", ["Older: one"]),
        ("--db nowhere.db --game ", []),
        ("record ", [*NAMES, "host", "chance"]),
        ("record o", ["O'Neil"]),
        ("record än", ["Änne"]),
        ("record Ann --game Older", ["Older: one"]),
        ("--game 'older: ONE' record ", ["Ann", "Bob", "host", "chance"]),
        ("-g old record ", ["Ann", "Bob", "host", "chance"]),
        ("-g o record ", ["Ann", "Bob", "host", "chance"]),
        ("-g '' record ", ["host", "chance"]),
        ("record Ann ", ["bid", "pass", "trash", "keep", "stand"]),
        ("record host ", ["start", "close"]),
        ("record chance ", ["shuffle"]),
        ("record Ann --at 20:44 tr", ["trash"]),
        ("record Ann bid ", []),
        ("record Ann --from ", []),
        ("close Ann ", NAMES[1:]),
        ("pm ", NAMES),
        ("pm Ann inv", ["inventory"]),
        ("post batch", ["batch-open", "batch-result"]),
        ("rule inactive ", NAMES),
        ("rule adjust O", ["O'Neil"]),
        ("template sh", ["show"]),
        ("template copy auction-poker/inv", ["auction-poker/inventory"]),
        ("kinds ", list(BUILT_IN)),
        ("new auc", ["auction-poker"]),
        ("new auction-poker ", []),
        ("new --dialect php", ["phpbb"]),
        ("rules auction-poker AP-28", ["AP-28"]),
        ("rules auction-poker all-1", ["ALL-1", "ALL-10", "ALL-11"]),
        ("rules frob ", []),
        ("undo ", []),
        ("export ", []),
        ("new auction-poker Next --from ", ["Round 3", "Older: one"]),
        ("new auction-poker Next --from 'old", ["Older: one"]),
        ("new auction-poker Next Cid --from=R", ["--from=Round 3"]),
        ("new auction-poker Next --fr", ["--from"]),
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
    lines = ("record Ann ", "record Ann bid ", "pm Ann ", "undo ", "sent ", "outbox ", "log ", "")
    told = [word for line in lines for word in offered(game, line, capsys)]
    assert told
    assert not [word for word in told if "277" in word]
    assert offered(game, "undo ", capsys) == ["3"]
    game("undo 3")
    assert offered(game, "redo ", capsys) == ["3"]
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


@pytest.fixture(params=["text", "folder", "empty", "another program's", "server", "half"])
def no_database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something that GMTOOL_DB may name and that has no games in it."""
    path = tmp_path / "thing"
    match request.param:
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
    return path


def test_where_there_is_no_database_nothing_is_offered_and_nothing_said(
    no_database: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert offered(Host(no_database), "use ", capfd) == []
    assert offered(Host(no_database), "record ", capfd) == ["host", "chance"]
    assert capfd.readouterr().err == ""


def test_a_locked_database_is_not_waited_for(
    game: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(game.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert offered(game, "use ", capsys) == ["Round 3", "Older: one"]
        other.execute("ROLLBACK")


def test_what_another_has_just_written_is_seen_and_left(
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


# shells


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("", Asked((), "", "")),
        ("a b", Asked(("a",), "b", "")),
        ("a b ", Asked(("a", "b"), "", "")),
        ("a  'b c", Asked(("a",), "b c", "'")),
        ("a \"b'c", Asked(("a",), "b'c", '"')),
        (r"a b\ c\ ", Asked(("a",), "b c ", "")),
        ("a '' ", Asked(("a", ""), "", "")),
        (r"'a\' b", Asked(("a\\",), "b", "")),
        ("a \\", Asked(("a",), "", "")),
    ],
)
def test_a_line_is_split_as_a_shell_does(line: str, asked: Asked) -> None:
    assert split(line) == asked


words = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)


@given(words, st.sampled_from(["", "'", '"']))
def test_what_bash_gets_is_the_word_again(word: str, mark: str) -> None:
    written = SHELLS["bash"].write(Asked((), "", mark), [Found(word)])
    assert split(mark + written + mark) == Asked((), word, "")
    if mark != '"':  # in which shlex leaves \$ as it is
        assert shlex.split(mark + written + mark) == [word]


@given(words)
def test_what_zsh_and_powershell_get_has_nothing_in_it_that_they_would_take_apart(
    word: str,
) -> None:
    code = SHELLS["zsh"].write(Asked((), "", ""), [Found(word, "what it is")])
    assert re.fullmatch(
        r"local -a found; found=\(\$'[^'\s]*'\); _describe -V gmtool found -U", code
    )
    code = SHELLS["powershell"].write(Asked((), "", ""), [Found(word)])
    written, _, _ = code.rpartition(":::")
    assert written == word or written == "'" + word.replace("'", "''") + "'"


@pytest.mark.parametrize(
    ("begun", "mark", "found", "written"),
    [
        ("--game=R", "", "--game=Round 3", r"Round\ 3"),
        ("a:", "", "a:b c", r"b\ c"),
        ("a:", "'", "a:b c", "a:b c"),
        ("a", "", "a:b c", r"a:b\ c"),
    ],
)
def test_bash_wants_only_what_follows_where_it_cuts(
    begun: str, mark: str, found: str, written: str
) -> None:
    assert SHELLS["bash"].write(Asked((), begun, mark), [Found(found)]) == written


@pytest.mark.parametrize(
    ("typed", "cursor", "asked"),
    [
        (["gmtool", "use", "Rou"], 2, Asked(("use",), "Rou", "")),
        (["gmtool", "use", ""], 2, Asked(("use",), "", "")),
        (["gmtool", "use", "'Round 3"], 2, Asked(("use",), "Round 3", "'")),
        (["gmtool", "status", "--game", "=", "R"], 4, Asked(("status",), "--game=R", "")),
        (["gmtool", "status", "--game", "="], 3, Asked(("status",), "--game=", "")),
        (["gmtool", "--at", "20", ":", "44", "re"], 5, Asked(("--at", "20:44"), "re", "")),
        (["gmtool", "re", "Ann"], 1, Asked((), "re", "")),
    ],
)
def test_what_bash_cuts_in_two_is_joined(typed: list[str], cursor: int, asked: Asked) -> None:
    environment = {"COMP_WORDS": "\n".join(typed), "COMP_CWORD": str(cursor)}
    assert SHELLS["bash"].read(environment) == asked


def test_powershell_tells_the_word_apart() -> None:
    read = SHELLS["powershell"].read
    line = {"_TYPER_COMPLETE_ARGS": "gmtool use Rou"}
    assert read({**line, "_TYPER_COMPLETE_WORD_TO_COMPLETE": "Rou"}) == Asked(("use",), "Rou", "")
    assert read(line) == Asked(("use", "Rou"), "", "")


def test_fish_asks_first_whether_there_is_anything(game: Host) -> None:
    asked = {
        "_GMTOOL_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "is-args",
        "GMTOOL_DB": str(game.database),
    }
    for line, code in (("gmtool use ", 0), ("gmtool export ", 1)):
        with mock.patch.dict(os.environ, {**asked, "_TYPER_COMPLETE_ARGS": line}):
            assert run([]) == code


def test_an_unknown_shell_gets_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch.dict(os.environ, {"_GMTOOL_COMPLETE": "complete_csh"}):
        assert run([]) == 1
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("mark", ["", "'", '"'])
def test_bash_itself_reads_the_names_again(game: Host, tmp_path: Path, mark: str) -> None:
    """Where Typer's script has been read."""
    program = tmp_path / "gmtool"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m gmtool "$@"\n')
    program.chmod(0o700)
    empty = tmp_path / "empty"  # Typer's script lets a name like * stand for files
    empty.mkdir()
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    script = f"""
        source <(_GMTOOL_COMPLETE=source_bash gmtool)
        COMP_WORDS=(gmtool pm {shlex.quote(mark)}) COMP_CWORD=2
        _gmtool_completion gmtool
        for word in "${{COMPREPLY[@]}}"; do
            eval "printf '%s\\n' "{shlex.quote(mark)}"$word"{shlex.quote(mark)}
        done
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=empty,
        env={**os.environ, "PATH": path, "GMTOOL_DB": str(game.database)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (done.stderr, done.stdout.splitlines()) == ("", NAMES)
