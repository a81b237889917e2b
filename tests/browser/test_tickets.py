"""What the browser is started with lets nobody else in, and leads to the desk once."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import pytest
from hosting import Host
from serving import BEGINS, ENDS, Served, served

from gmtool.browser.tickets import Ticket

pytestmark = pytest.mark.slow  # processes
TWICE = (
    "the desk in the browser is closed: the ticket that led your browser to it was used twice. "
    "Either the browser asked twice, or somebody else had the ticket too and may have been at the "
    "desk.\n"
    "what was done there is on record; look through it with `gmtool log`, then start `gmtool desk` "
    "again\n"
)


def ticket_in(file: Path) -> str:
    """The path of the address to which the file leads."""
    [refresh] = re.findall(
        r'content="0; url=http://127\.0\.0\.1:\d+(/open/[\w-]+)"', file.read_text()
    )
    return str(refresh)


def is_gone(file: Path) -> bool:
    """Whether the file and its folder go within a second or so."""
    ends = time.monotonic() + 5
    while file.parent.exists() and time.monotonic() < ends:
        time.sleep(0.02)
    return not file.parent.exists()


def secrets_of(desk: Served, file: Path) -> tuple[str, str]:
    return desk.path.strip("/"), ticket_in(file).rpartition("/")[2]


def test_only_its_owner_can_read_what_leads_to_the_desk(host: Host) -> None:
    """Also where all that a program makes is open to everybody."""
    with served(host.begin(), umask=0) as desk:
        called = desk.called()
        [file] = desk.home.glob("gmtool-*/*")
        assert called.splitlines()[0] == file.as_uri()
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        kept = [Path(f"/proc/{desk.process.pid}/{name}") for name in ("cmdline", "environ")]
        everywhere = [called, *(one.read_text() for one in kept if one.exists())]
        for secret in secrets_of(desk, file):
            assert len(secret) > 40
            assert [text for text in everywhere if secret in text] == []


def test_the_file_goes_once_it_was_used_and_a_second_use_ends_the_run(host: Host) -> None:
    with served(host.begin()) as desk:
        file = desk.file()
        ticket = ticket_in(file)
        code, page = desk.ask(ticket)
        assert (code, f'url={desk.path}"' in page) == (200, True)
        assert is_gone(file)
        assert "R3" in desk.ask(desk.path)[1]
        assert desk.said() == BEGINS
        assert desk.ask(ticket)[0] == 410
        assert desk.ended(by=0) == (1, BEGINS + TWICE)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_an_unused_file_goes_when_the_run_ends(host: Host, by: int) -> None:
    with served(host.begin()) as desk:
        file = desk.file()
        assert file.exists()
        assert desk.ended(by) == (0, BEGINS + ENDS)
        assert not file.parent.exists()


SHORT = """
import gmtool.browser.tickets as tickets
tickets.LASTS = 1
from gmtool.__main__ import main
main()
"""


def test_the_file_goes_when_its_ticket_is_over(host: Host) -> None:
    with served(host.begin(), code=SHORT) as desk:
        file = desk.file()
        ticket = ticket_in(file)
        assert is_gone(file)
        code, page = desk.ask(ticket)
        assert (code, "take the address of the desk from its terminal" in page) == (410, True)
        assert desk.ask(desk.path)[0] == 200
        assert desk.ended() == (0, BEGINS + ENDS)


def test_a_folder_that_is_there_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is in a new folder each time, so that nobody can have prepared it."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    tmp_path.chmod(0o755)
    first, second = Ticket(), Ticket()
    files = [one.write_file("http://127.0.0.1:1/open/x") for one in (first, second)]
    assert files[0].parent != files[1].parent
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    first.remove_file()
    assert [*tmp_path.iterdir()] == [files[1].parent]
    (files[1].parent / "of somebody else").touch()
    second.remove_file()
    assert [*tmp_path.glob("*/*")] == [files[1].parent / "of somebody else"]


HOMELESS = """
from pathlib import Path
Path.home = lambda: Path("/nowhere at all")
from gmtool.__main__ import main
main()
"""


def test_without_a_home_the_desk_is_there_and_says_that_no_browser_was_opened(host: Host) -> None:
    with served(host.begin(), code=HOMELESS) as desk:
        assert desk.ask(desk.path)[0] == 200
        code, said = desk.ended()
        assert code == 0
        assert "no browser was opened (" in said
        assert "paste the address into yours" in said
