"""What is different on Windows, as far as another system can be made to look like it."""

import errno
import os
from itertools import count
from pathlib import Path

import pytest
from hosting import Host

from gmtool.cli.command import terminal


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
