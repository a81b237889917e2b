"""Compiled templates are kept for the next command, where nobody else can have written them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gmtool.render.environment import loader
from gmtool.render.environment.loader import Compiled

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
_WRITES = """
from zoneinfo import ZoneInfo
from gmtool.render import dialects
from gmtool.render.environment import amiss_in
from gmtool.render.environment.loader import COMPILED
print(amiss_in("any/pm.j2", ()))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled templates are kept, with one in it."""
    monkeypatch.setenv(loader.VARIABLE, str(tmp_path))
    _keep("1 + 1")
    return tmp_path / "templates"


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder on a system that tells nothing of owners and rights, as Windows."""
    for name in ("getuid", "O_NOFOLLOW", "O_NONBLOCK"):
        monkeypatch.delattr(os, name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    return home


class _Bucket:
    key, checksum = "a-template", "its text"

    def __init__(self, code: object = None) -> None:
        self.code = code


def _keep(source: str) -> None:
    Compiled().dump_bytecode(_Bucket(compile(source, "kept", "eval")))  # type: ignore[arg-type]


def _kept(checksum: str = "its text") -> object:
    """What the code that the next process finds comes to; None where it finds none."""
    bucket = _Bucket()
    bucket.checksum = checksum
    Compiled().load_bytecode(bucket)  # type: ignore[arg-type]
    return bucket.code and eval(bucket.code)  # type: ignore[arg-type]  # noqa: S307


def test_the_next_process_finds_it_in_files_of_their_owner_alone(folder: Path) -> None:
    assert _kept() == 2
    (file,) = folder.iterdir()
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    _keep("2 + 2")
    assert [*folder.iterdir()] == [file]
    assert _kept() == 4


def test_of_another_text_or_by_another_release_it_is_compiled_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder.is_dir()
    assert _kept("another text") is None
    monkeypatch.setattr(loader, "_compiler", lambda: b"another release")
    assert _kept() is None


@pytest.mark.parametrize("rights", [0o720, 0o702, 0o770, 0o750])
def test_where_others_may_write_or_read_nothing_is_used(folder: Path, rights: int) -> None:
    folder.chmod(rights)
    assert _kept() is None
    _keep("3 + 3")
    folder.chmod(0o700)
    assert _kept() == 2, "nor is anything written"


def test_a_file_that_others_may_write_isnt_used(folder: Path) -> None:
    (file,) = folder.iterdir()
    file.chmod(0o620)
    assert _kept() is None


def test_what_was_laid_there_by_a_link_or_changed_isnt_used(folder: Path, tmp_path: Path) -> None:
    (file,) = folder.iterdir()
    content = file.read_bytes()
    for changed in (b"", content[:40], content[:-1] + bytes([content[-1] ^ 1]), b"\0" * 32):
        file.write_bytes(changed)
        assert _kept() is None
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(content)
    elsewhere.chmod(0o600)
    file.unlink()
    file.symlink_to(elsewhere)
    assert _kept() is None
    file.unlink()
    os.mkfifo(file, 0o600)
    assert _kept() is None, "and nobody waits for what comes out of it"
    elsewhere.replace(file)
    assert _kept() == 2
    folder.rename(tmp_path / "real")
    folder.symlink_to(tmp_path / "real")
    assert _kept() is None


def test_somebody_elses_isnt_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder.is_dir()
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    assert _kept() is None


def test_where_nothing_can_be_kept_nothing_fails(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folder.is_dir()
    (tmp_path / "file").touch()
    for named in ("", str(tmp_path / "file"), "/proc/nowhere"):
        monkeypatch.setenv(loader.VARIABLE, named)
        _keep("1")
        assert _kept() is None


def test_on_windows_it_is_kept_within_the_users_own_folder(
    windows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(loader.VARIABLE, raising=False)
    monkeypatch.setattr(loader, "_users_own", lambda: windows / "Cache" / "templates")
    _keep("1 + 1")
    (file,) = (windows / "Cache" / "templates").iterdir()
    file.chmod(0o666)
    file.parent.chmod(0o777)  # so they look there, whoever may write
    assert _kept() == 2
    monkeypatch.setenv(loader.VARIABLE, str(windows / "another"))
    _keep("3 + 3")
    assert _kept() == 6


def test_on_windows_nothing_is_kept_in_another_folder_and_nothing_there_is_used(
    windows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(loader.VARIABLE, str(windows / "own"))
    _keep("1 + 1")
    (windows / "own").rename(tmp_path / "elsewhere")
    (windows / "link").symlink_to(tmp_path / "elsewhere")
    (file,) = (tmp_path / "elsewhere" / "templates").iterdir()
    content = file.read_bytes()
    for named in (tmp_path / "elsewhere", windows / "link", windows / ".." / "elsewhere"):
        monkeypatch.setenv(loader.VARIABLE, str(named))
        assert _kept() is None
        _keep("2 + 2")
        assert file.read_bytes() == content


def test_where_another_command_reads_the_file_just_then_it_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows doesn't let a file be replaced that is open."""

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refuse)
    _keep("2 + 2")
    assert _kept() == 2
    assert len([*folder.iterdir()]) == 1


@pytest.mark.slow
def test_a_template_is_compiled_by_one_process_and_read_by_the_next(tmp_path: Path) -> None:
    environment = {**os.environ, loader.VARIABLE: "", "XDG_CACHE_HOME": str(tmp_path)}
    del environment[loader.VARIABLE]
    written = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", _WRITES], env=environment, check=True)
        assert done.returncode == 0
        written.append({one: one.stat().st_mtime_ns for one in tmp_path.rglob("templates/*")})
    assert written[0]
    assert written[0] == written[1]
