"""What is different on Windows, as far as another system can be made to look like it."""

import errno
import os
import subprocess
from itertools import count
from pathlib import Path

import pytest
from files import put
from hosting import Host

from gmtool.cli import clipboard
from gmtool.cli.command import terminal
from gmtool.desk.answers import Commands
from gmtool.render.folders import find_file


def _refuse(*_: object) -> None:
    """What Windows says of a function that a file or a file system doesn't have."""
    raise OSError(errno.EINVAL, "Incorrect function")


def test_files_are_read_where_only_a_pipe_can_be_told_to_wait(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin()
    message = tmp_path / "message.txt"
    message.write_bytes(b"bid A 30\r\n")
    monkeypatch.delattr(os, "O_NONBLOCK")
    monkeypatch.setattr(os, "set_blocking", _refuse)
    assert "Ann: bid A 30" in host(f"record Ann --from {message}").err


def test_files_are_written_to_a_stick_without_links(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin()
    monkeypatch.setattr(Path, "hardlink_to", _refuse)
    for command in ("backup", "export"):
        stick = tmp_path / command
        stick.mkdir()
        assert host(f"{command} {stick}/R3").code == 0
        assert [one.name for one in stick.iterdir()] == ["R3"]


def test_a_command_is_not_another_terminal_because_each_has_a_launcher_of_its_own(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    launchers = count(4711)
    monkeypatch.delattr(os, "getsid")
    monkeypatch.setattr(os, "getppid", lambda: next(launchers))
    host.begin().at("20 21:00")("record Ann bid A 30")
    assert "another terminal" not in host("record Bob bid A 31").all


def test_who_has_no_name_is_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise ModuleNotFoundError("No module named 'pwd'")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert terminal().startswith("somebody@")


def test_an_editor_may_put_a_mark_before_a_text(host: Host) -> None:
    host.begin()
    own = host.database.parent
    put(own, "dialects/ours.toml", '\ufeffbase = "phpbb"\r\n')
    put(own, "templates/any/receipt.j2", "\ufeffNoted.\r\n")
    assert host("set dialect=ours").code == 0
    noted = host("record Ann bid A 30").out
    assert "\nNoted.\n" in noted
    assert "\ufeff" not in noted


def test_a_template_of_another_drive_is_none(tmp_path: Path) -> None:
    put(tmp_path, "any/x.j2", "")
    put(tmp_path, "C:/x.j2", "")
    assert find_file("any/x.j2", [tmp_path]) == tmp_path / "any/x.j2"
    assert find_file("C:/x.j2", [tmp_path]) is None


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        (r"C:\games\new round.db", r'"C:\games\new round.db"'),
        (r"\\server\games.db", r"'\\server\games.db'"),
        ("C:\\", r"'C:\'"),
        (r"a\$b", r"'a\$b'"),
    ],
)
def test_a_path_with_a_drive_is_quoted_as_each_shell_takes_it(word: str, typed: str) -> None:
    """Command Prompt knows no other marks than the double ones; a path of a network, and what ends
    with a backslash, stand between single ones, which it doesn't take.
    """
    assert Commands().line("status", "--db", word) == f"gmtool status --db {typed}"
    said = subprocess.run(["sh", "-c", f"printf %s {typed}"], capture_output=True, check=True)
    assert said.stdout.decode() == word


def test_no_file_is_made_where_a_terminal_has_no_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clipboard, "_TERMINAL", str(tmp_path / "tty"))
    clipboard._write(b"to the clipboard")
    assert not (tmp_path / "tty").exists()
    assert capfd.readouterr().out == "to the clipboard"
