"""What a desk must stand: kills, Ctrl-C, full disks, closed streams, writers at once, damage.

After each attack what was answered is there, `check` says the truth, and the next command works.
Each has a short form here; with GMTOOL_LONG=1 they are a soak (docs/reliability.md).
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from getpass import getuser
from pathlib import Path
from platform import node
from typing import Any

import pytest
from hosting import Answered, Host
from lengths import few_first, few_or_many, one_in, some_of
from registered import FILES, REPORTS

from gmtool.desk.moves import undo
from gmtool.desk.session import loading

pytestmark = [pytest.mark.slow, pytest.mark.attack]  # processes, one for each command
resource = pytest.importorskip("resource", reason="processes are ended otherwise there")

DONE, REFUSED, USAGE, UNUSABLE, STOPPED = 0, 1, 2, 3, 130
LASTS = 1.2
"""Seconds within which a command is over, mostly; whatever it is, it is hit at any of its steps."""
Begun = subprocess.Popen[str]
READ = (
    *("new --setup", "import", "verify", "verify --posts", "verify --receipt", "record --from"),
    *("record --thread", "sent --text", "rehearse --setup", "setup check"),
)
"""Up to the name of a file that is only read."""
WRITTEN = {
    **{line: line for line in ("export", "due --ics", "backup", "verify --page")},
    "rehearse --texts": "rehearse free --setup poll --one 1 --texts",
    "setup copy x": "setup copy minority",
}
"""And of one that is written, as all of it is typed."""


@pytest.fixture
def begin(host: Host) -> Iterator[Callable[..., Begun]]:
    """Starts commands as processes of their own, at the desk of the test's host."""
    begun: list[Begun] = []
    host.begin()

    def begin(*words: str, code: str = "", **how: Any) -> Begun:
        own = {"GMTOOL_DB": str(host.database), "GMTOOL_NOW": host.now, "GMTOOL_BUSY_SECONDS": "60"}
        # where little can be written, half a compiled module would be left behind
        limited = ["-B"] if "preexec_fn" in how else []
        program = ["-c", code] if code else ["-m", "gmtool"]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        process = subprocess.Popen(
            [sys.executable, *limited, "-W", "error", *program, *words],
            **{"env": {**os.environ, **own}, "stdin": subprocess.DEVNULL, **streams, **how},
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def ended(process: Begun) -> Answered:
    out, err = process.communicate(timeout=120)
    answered = Answered(process.returncode, out or "", err or "")
    assert "Traceback" not in answered.all, answered.all
    return answered


def note(number: int) -> tuple[str, ...]:
    """A command that is always taken, and can be found again."""
    return ("rule", "note", f"note {number}")


def noted(host: Host) -> list[str]:
    """The notes on record."""
    moves = (row["move"] for row in host("log --secret --json").facts)
    return [move for move in moves if move.startswith("note")]


def is_whole(host: Host) -> None:
    """The database is sound, and the next command works."""
    assert host("check").code == DONE, host("check").all
    done = host("rule note", "the next command")
    assert done.code == DONE, done.all


# ---- kills and interrupts


@pytest.mark.parametrize("attack", few_first(1, range(10)))
def test_a_command_that_is_killed_is_done_or_not(
    host: Host, begin: Callable[..., Begun], attack: int
) -> None:
    rng = random.Random(attack)  # noqa: S311 -- when, by chance
    answered = []
    for number in range(few_or_many(1, 40)):
        process = begin(*note(number))
        time.sleep(rng.uniform(0, LASTS))
        process.kill()
        if "recorded entry" in ended(process).out:
            answered.append(f'note "note {number}"')
    there = noted(host)
    assert [one for one in there if one in answered] == answered
    assert len(there) == len(set(there))
    is_whole(host)


@pytest.mark.parametrize("attack", few_first(1, range(10)))
def test_what_is_said_of_a_command_that_is_stopped_is_true(
    host: Host, begin: Callable[..., Begun], attack: int
) -> None:
    rng = random.Random(attack)  # noqa: S311 -- when, by chance
    for number in range(few_or_many(1, 30)):
        process = begin(*note(number))
        time.sleep(rng.uniform(0.05, LASTS))
        for _ in range(rng.choice((1, 1, 2))):
            process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        said = Answered(process.returncode, out, err)
        if f'note "note {number}"' in noted(host):
            assert "nothing was recorded" not in said.all, said.all
            assert "recorded entry" in said.out or "was kept" in said.err, said
            assert said.code == DONE, said
        elif said.code == STOPPED:
            assert said.err.endswith("stopped; nothing was recorded.\n"), said
        else:  # before the program itself began, or behind its end, it is Python that is stopped
            assert said.code in {-signal.SIGINT, 1}, said
            assert "recorded entry" not in said.all, said
    is_whole(host)


STRUCK = """
import os, signal, sys
from pkgutil import resolve_name
where, what, how = sys.argv[1:4]
del sys.argv[1:4]
place = resolve_name(where)
do = getattr(place, what)
def struck(*args, **named):
    os._exit(9) if how == "dies" else os.kill(os.getpid(), signal.SIGINT)
    return do(*args, **named)
setattr(place, what, struck)
from gmtool.__main__ import main
main()
"""
"""Runs a command that is stopped, or dies, when it comes to that function."""


@pytest.mark.parametrize(
    ("where", "code", "kept"),
    [
        ("gmtool.store.transactions:WriteTransaction append stopped", STOPPED, False),
        ("gmtool.cli.command show stopped", DONE, True),
        ("gmtool.desk.moves.record _keep_attempts dies", 9, False),
    ],
)
def test_a_command_stopped_before_it_keeps_leaves_nothing_and_a_late_stop_is_put_off(
    host: Host, begin: Callable[..., Begun], where: str, code: int, kept: bool
) -> None:
    before = host.snapshot()
    said = ended(begin(*where.split(), "record", "Ann", "bid", "A", "30", code=STRUCK))
    assert said.code == code, said
    assert ("recorded entry" in said.err, host.snapshot() != before) == (kept, kept), said
    assert ("nothing was recorded" in said.err) == (code == STOPPED), said
    is_whole(host)


@pytest.mark.parametrize("command", few_first(1, ["backup", "export", "due --ics"]))
def test_a_file_that_was_begun_by_a_killed_command_has_no_name(
    host: Host, begin: Callable[..., Begun], tmp_path: Path, command: str
) -> None:
    rng = random.Random(command)  # noqa: S311
    before = host.snapshot()
    for number in range(few_or_many(1, 120 if command == "backup" else 40)):
        file = tmp_path / f"copy-{number}"
        process = begin(*command.split(), str(file))
        time.sleep(rng.uniform(0, LASTS))
        process.kill()
        process.communicate()
        if file.exists() and command == "backup":
            assert Host(file)("check").code == DONE
        elif file.exists() and command == "export":
            assert file.read_text(encoding="utf-8") == before
        elif file.exists():
            assert file.read_bytes().endswith(b"END:VCALENDAR\r\n")
    is_whole(host)


# ---- several at once


def test_several_at_once_are_all_taken(host: Host, begin: Callable[..., Begun]) -> None:
    each, many = few_or_many((1, 4), (25, 8))
    for turn in range(each):
        processes = [begin(*note(10 * turn + writer)) for writer in range(many)]
        for process in processes:
            said = ended(process)
            assert (said.code, "recorded entry" in said.out) == (DONE, True), said
    there = noted(host)
    assert sorted(there) == sorted(
        f'note "note {10 * turn + writer}"' for turn in range(each) for writer in range(many)
    )
    is_whole(host)


def test_two_hosts_cant_close_two_windows_by_accident(
    host: Host, begin: Callable[..., Begun]
) -> None:
    host.at("21 20:00")
    hosts = [begin("close", start_new_session=True) for _ in range(2)]  # each at its own terminal
    _, refused = sorted((ended(one) for one in hosts), key=lambda said: said.code)
    assert refused.code == REFUSED
    assert "refused (ALL-2)" in refused.err
    assert "3 host: close" in refused.err
    assert host.snapshot().count(" host: close\n") == 1


def test_what_another_terminal_recorded_lately_is_mentioned(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin().at("20 21:00")("record Ann bid A 30")
    monkeypatch.setattr("gmtool.cli.command.terminal", lambda: "elsewhere")
    answered = host.at("20 21:05")("record Bob bid A 31")
    assert "recorded at another terminal in the last ten minutes" in answered.err
    assert (
        f"3 Ann: (sealed) (recorded Fri 20 Nov 21:00 GMT by {getuser()}@{node()})" in answered.err
    )
    assert "bid A 30" not in answered.all
    assert "another terminal" not in host.at("20 21:15:01")("record Cid pass").err


def test_who_takes_back_or_amends_is_told_of_another_terminal_too(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.begin().at("20 21:00")("record Ann bid A 30")
    monkeypatch.setattr("gmtool.cli.command.terminal", lambda: "bob@other 7")
    lines = ("amend 3 bid A 31 --why slip", "amend 3 bid A 31 --why slip --yes", "undo", "redo")
    for line in lines:
        said = host(line).all
        assert "3 Ann: (sealed) (recorded Fri 20 Nov 21:00 GMT by " in said, said
        assert "recorded at another terminal" in said, said


def test_undo_takes_back_what_was_the_last_when_it_began(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And redo puts back what could be put back then."""
    host.begin()("record Ann bid A 30")
    look = loading.the_session

    def overtaken(*how: Any) -> Any:
        seen = look(*how)
        monkeypatch.setattr(undo, "the_session", look)
        assert host("record Bob bid A 31").code == DONE
        return seen

    monkeypatch.setattr(undo, "the_session", overtaken)
    refused = host("undo")
    assert refused.code == REFUSED
    assert "entry 3 isn't the last that was said; that is entry 4 (Bob" in refused.err
    assert host("undo").code == DONE
    monkeypatch.setattr(undo, "the_session", overtaken)
    refused = host("redo")
    assert refused.code == REFUSED
    assert host.snapshot().count("Bob: bid A 31") == 2


def test_a_database_locked_by_another_program(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    before = host.begin().snapshot()
    monkeypatch.setenv("GMTOOL_BUSY_SECONDS", "0.1")
    with closing(sqlite3.connect(host.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answered = host("record Ann bid A 30")
        other.execute("ROLLBACK")
    assert (answered.code, "in use by another program" in answered.err) == (UNUSABLE, True)
    assert host.snapshot() == before


def test_first_commands_at_once_make_one_database(
    host: Host, begin: Callable[..., Begun], tmp_path: Path
) -> None:
    where = tmp_path / "new.db"
    line = ("--db", str(where), "new", "auction-poker")
    many = few_or_many(3, 8)
    processes = [begin(*line, f"Round {n}", "Ann", "Bob") for n in range(many)]
    assert [ended(process).code for process in processes] == [DONE] * many
    assert Host(where)("check --json").facts == {"games": many, "problems": [], "notes": []}


# ---- streams, limits, and folders that are gone


def _without(*numbers: int) -> Callable[[], None]:
    """Closes those of the three streams before the command begins."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


@pytest.mark.parametrize(
    ("closed", "code"),
    one_in(2, [((0,), DONE), ((1,), UNUSABLE), ((2,), DONE), ((0, 1, 2), UNUSABLE)]),
)
def test_with_a_closed_stream_the_truth_is_told_where_it_can_be(
    host: Host, begin: Callable[..., Begun], closed: Sequence[int], code: int
) -> None:
    said = ended(begin(*note(1), preexec_fn=_without(*closed)))
    assert said.code == code, said
    assert noted(host) == ['note "note 1"']
    if closed == (1,):
        assert "something was kept" in said.err
    refused = ended(begin("record", "Zed", "bid A 1", preexec_fn=_without(*closed)))
    assert refused.code == REFUSED, refused
    is_whole(host)


def test_a_full_standard_output_is_told_and_so_is_what_was_recorded(
    host: Host, begin: Callable[..., Begun]
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        said = ended(begin(*note(1), stdout=full))
        assert (said.code, "something was kept" in said.err) == (UNUSABLE, True), said
        said = ended(begin("log", stdout=full))
        assert (said.code, "nothing was recorded" in said.err) == (UNUSABLE, True), said
        assert ended(begin(*note(2), stderr=full)).code == DONE
        assert ended(begin("record", "Zed", "bid A 1", stderr=full)).code == REFUSED
        assert ended(begin("--help", stdout=full)).code == UNUSABLE
    assert noted(host) == ['note "note 1"', 'note "note 2"']
    is_whole(host)


def test_an_interrupt_that_is_to_be_ignored_is(host: Host, begin: Callable[..., Begun]) -> None:
    """As in a script that begins a command with & or `trap '' INT`."""
    process = begin(
        *note(1), preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN) and None
    )
    for _ in range(3):
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
    assert ended(process).code == DONE
    assert noted(host) == ['note "note 1"']


def test_a_reader_who_has_read_enough_changes_no_exit_code(begin: Callable[..., Begun]) -> None:
    read, write = os.pipe()
    os.close(read)
    assert ended(begin("demo", stdout=write)).code == DONE
    assert ended(begin(*note(1), stdout=write)).code == DONE
    assert ended(begin("record", "Zed", "bid A 1", stdout=write)).code == REFUSED
    assert ended(begin("record", "Zed", "bid A 1", "--json", stdout=write)).code == REFUSED
    os.close(write)


@pytest.mark.parametrize("most", some_of({8}, range(6, 13)))
def test_with_too_few_open_files_it_is_done_or_not_and_told(
    host: Host, begin: Callable[..., Begun], most: int
) -> None:
    limit = (most, most)
    said = ended(
        begin(*note(1), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit))
    )
    kept = noted(host) == ['note "note 1"']
    assert (said.code, "recorded entry" in said.out) in {(DONE, True), (UNUSABLE, False)}, said
    assert kept == (said.code == DONE) or "something was kept" in said.err, said
    is_whole(host)


@pytest.mark.parametrize("where", some_of({1.1}, [0.2, 0.5, 0.9, 1.0, 1.1, 1.5]))
def test_on_a_full_disk_it_is_done_or_not_and_no_file_is_half(
    host: Host, begin: Callable[..., Begun], tmp_path: Path, where: float
) -> None:
    """No file may grow beyond a limit, as on a disk that is full from there on."""
    for _ in range(5):
        assert host("rule note", "x" * 2000).code == DONE
    before = host.snapshot()
    sizes = {"backup": host.database.stat().st_size, "export": len(before), "rule": 8000}
    for command, size in sizes.items():
        file = tmp_path / f"{command}-{where}"
        words = note(1) if command == "rule" else (command, str(file))
        most = (int(size * where),) * 2

        def full(most: tuple[int, int] = most) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, most)

        said = ended(begin(*words, preexec_fn=full))
        assert said.code in {DONE, UNUSABLE}, said
        if command == "rule":
            assert (said.code == DONE) == ('note "note 1"' in noted(host)), said
        else:
            assert file.exists() == (said.code == DONE), said
            assert not list(tmp_path.glob(".gmtool*"))
    if (whole := tmp_path / f"export-{where}").exists():
        assert whole.read_text(encoding="utf-8") == before
    if (whole := tmp_path / f"backup-{where}").exists():
        assert Host(whole)("check").code == DONE
    is_whole(host)


def test_a_working_folder_that_is_gone(
    host: Host, begin: Callable[..., Begun], tmp_path: Path
) -> None:
    gone = tmp_path / "gone"

    def away() -> None:
        os.mkdir(gone)
        os.chdir(gone)
        os.rmdir(gone)

    assert ended(begin(*note(1), preexec_fn=away)).code == DONE
    assert noted(host) == ['note "note 1"']
    for words in (("--db", "other.db", "status"), ("export", "x"), ("backup", "x")):
        said = ended(begin(*words, preexec_fn=away))
        assert said.code == UNUSABLE, said
    is_whole(host)


# ---- damage


def test_a_flipped_bit_stops_no_command_with_a_traceback_and_check_tells_what_differs(
    host: Host, tmp_path: Path
) -> None:
    host.begin()
    for line in ("record Ann bid A 30", "record Bob bid B 31", "sent 1", "record Cid bid A zero"):
        host(line)
    reads = (*REPORTS, "log --secret", "export", "outbox 1")
    good = {line: host(line).out for line in reads}
    writes = ("record Cid bid C 5", "undo", "repair", "repair --yes", "check")
    content, harmed = host.database.read_bytes(), Host(tmp_path / "harmed.db")
    for number in range(few_or_many(8, 600)):
        rng = random.Random(number)  # noqa: S311
        bits = bytearray(content)
        for _ in range(rng.choice((1, 1, 3, 20))):
            bits[rng.randrange(len(bits))] ^= 1 << rng.randrange(8)
        for old in tmp_path.glob("harmed.db*"):
            old.unlink()
        harmed.database.write_bytes(bits)
        answers = {line: harmed(line) for line in reads}
        checked = harmed("check")
        assert checked.code in {DONE, REFUSED, UNUSABLE}, number
        if checked.code == DONE:
            for line in ("status", "log --secret", "export"):
                assert answers[line].out == good[line], (number, line)
        for line in writes:
            assert harmed(line).code in {DONE, REFUSED, UNUSABLE}, (number, line)


@pytest.mark.parametrize("what", ["folder", "picture", "empty", "pipe", "loop", "device"])
def test_no_file_that_is_there_is_ever_written_over(host: Host, tmp_path: Path, what: str) -> None:
    """test_care.py has files of other kinds."""
    host.begin()
    file = Path("/dev/null") if what == "device" else tmp_path / what
    picture = b"\x89PNG\r\n\x1a\n" * 99
    made: dict[str, Callable[[], object]] = {
        "folder": file.mkdir,
        "picture": lambda: file.write_bytes(picture),
        "empty": file.touch,
        "pipe": lambda: os.mkfifo(file),
        "loop": lambda: file.symlink_to(file),
        "device": file.exists,
    }
    made[what]()
    before = sorted(tmp_path.iterdir())
    assert {*WRITTEN} | {*READ} == {*FILES}, "one is new"
    for line in WRITTEN.values():
        if what == "folder" and line.startswith("setup copy"):
            continue  # it goes in there
        said = host(f"{line} {file}")
        assert said.code == UNUSABLE, (line, said.all)
        assert str(file) in said.err
    if what not in {"empty", "device", "pipe"}:
        assert host(f"status --db {file}").code == UNUSABLE
    assert sorted(tmp_path.iterdir()) == before
    assert what not in {"picture", "empty"} or file.read_bytes() == picture * (what == "picture")
    is_whole(host)


def test_a_hundred_megabytes_of_remarks_are_turned_away(host: Host, tmp_path: Path) -> None:
    host.begin()
    big = tmp_path / "big.journal"
    big.write_text(host.snapshot() + "#\n" * 5_000_000, encoding="utf-8")
    said = host(f"import {big} --as big")
    assert (said.code, "at most 200,000" in said.err) == (UNUSABLE, True), said.err[:500]
    assert host("games --json").facts[-1]["game"] == "R3"
