"""The demo: it goes as its script says, and shows whatever the recorded games show."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hosting import Host

from gmtool.cli.app import run
from gmtool.cli.menu import COMMANDS, RULINGS
from gmtool.cli.script import play
from gmtool.desk import kinds
from gmtool.desk.occasions import occasions
from gmtool.games import BUILT_IN
from gmtool.games.auction_poker import GAME

SCRIPT = kinds.script(GAME.kind)
CHECKS = Path(__file__).parents[1] / "games" / "auction_poker" / "test_recorded.py"


# ---- how a script is run


def played(script: str, by: Callable[[Sequence[str]], int] = run) -> tuple[bool, str, str]:
    """Whether it went as the script says, what it printed, what it complained of."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        went_well = play(script, by)
    return went_well, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("line", "code", "goes_well"),
    [
        ("gmtool status", 0, True),
        ("gmtool status", 1, False),
        ("gmtool status", 2, False),
        ("! gmtool status", 1, True),
        ("! gmtool status", 0, False),
        ("! gmtool status", 2, False),
    ],
)
def test_a_command_must_end_as_the_script_says(line: str, code: int, goes_well: bool) -> None:
    script = f"gmtool games\n{line}\ngmtool games\n"
    answers = iter([0, code, 0])
    went_well, shown, complaint = played(script, lambda _words: next(answers))
    assert went_well is goes_well
    assert shown.count("$ gmtool games\n") == 2
    assert shown.count("$ gmtool status\n") == 1
    assert bool(complaint) is not goes_well


def test_a_demo_that_went_wrong_ends_with_exit_code_1(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "script", lambda _kind: "gmtool games\n! gmtool games\n")
    answered = host("demo")
    assert answered.code == 1
    assert "expected exit code 1" in answered.err


def test_what_a_script_says_is_shown_and_what_it_pastes_is_handed_on() -> None:
    script = "# Noon.\n@ 2026-11-20T12:00:00Z\ngmtool record Ann --from - <<END\nA 30\n\nbye\nEND\n"
    read: list[str] = []

    def reads(_words: Sequence[str]) -> int:
        read.extend((sys.stdin.read(), os.environ["GMTOOL_NOW"]))
        return 0

    _, shown, _ = played(script, reads)
    assert read == ["A 30\n\nbye", "2026-11-20T12:00:00Z"]
    assert shown.startswith("# Noon.\n[2026-11-20 12:00 UTC]\n\n$ gmtool record Ann --from - <<END")


def test_a_digest_is_what_a_shell_gives() -> None:
    _, shown, _ = played("printf %s 'Ann: bid A 30' | sha256sum\n")
    assert shown.endswith(f"\n{sha256(b'Ann: bid A 30').hexdigest()}  -\n")


def test_a_script_touches_nothing_but_its_own_folder(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    host.begin()
    monkeypatch.setenv("GMTOOL_DB", str(host.database))
    monkeypatch.setenv("GMTOOL_GAME", "R3")
    went_well, shown, _ = played("gmtool games\ngmtool backup copy.db\n")
    assert went_well
    assert "no games on this desk yet" in shown
    assert [path for path in sorted(tmp_path.iterdir()) if path.suffix != ".db"] == [
        path for path in before if path.suffix != ".db"
    ]
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("kind", BUILT_IN)
def test_the_clock_of_a_script_goes_forward_only(kind: str) -> None:
    times = re.findall(r"^@ (.*)$", kinds.script(kind), re.MULTILINE)
    assert times == sorted(times)


# ---- what the demo shows


@dataclass(frozen=True)
class Demo:
    """The demo played: what it showed, and a copy of its database before it was thrown away."""

    went_well: bool
    shown: str
    complaint: str
    kept: Host


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    copy = folder / "copy.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(folder))
        found = played(f"{SCRIPT}\ngmtool backup {copy}\n")
    return Demo(*found, Host(copy))


@pytest.fixture(scope="module")
def recorded(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The checks of the recorded games, with the demo's games instead of these."""
    folder = tmp_path_factory.mktemp("journals")
    for number, game in enumerate(demo.kept("games --json").facts, 1):
        done = demo.kept("export", "--game", game["game"], str(folder / f"{number:02}.journal"))
        assert done.code == 0, done.all
    spec = spec_from_file_location("recorded_in_the_demo", CHECKS)
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, found)
        spec.loader.exec_module(found)
    vars(found).update(FOLDER=folder, NAMES=sorted(path.stem for path in folder.iterdir()))
    return found


@pytest.mark.slow
def test_the_demo_goes_as_its_script_says(demo: Demo) -> None:
    assert demo.went_well, demo.complaint
    assert not demo.complaint
    assert "Traceback" not in demo.shown


@pytest.mark.slow
def test_all_games_of_the_demo_come_to_their_end(demo: Demo) -> None:
    games = demo.kept("games --json").facts
    assert len(games) >= 10
    assert [game["game"] for game in games if not game["ended"]] == []
    assert demo.kept("check").code == 0


@pytest.mark.slow
def test_the_demo_has_whatever_the_recorded_games_have(recorded: ModuleType) -> None:
    games = recorded.recordings()
    missing = [f.what for f in recorded.FEATURES if not any(f.sees(game) for game in games)]
    assert not missing, f"not in the demo: {'; '.join(missing)}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "check",
    [
        "test_every_event_and_every_move_has_a_recording",
        "test_every_way_in_which_a_session_can_end_has_a_recording",
        "test_every_option_has_a_recording_with_another_value_than_its_default",
    ],
)
def test_what_recorded_games_must_have_the_demo_has_too(recorded: ModuleType, check: str) -> None:
    getattr(recorded, check)()


def test_the_demo_shows_every_command() -> None:
    typed = re.findall(r"^(?:! )?gmtool (rule \w+|\w+)", SCRIPT, re.MULTILINE)
    there_are = {*COMMANDS, *(f"rule {name}" for name in RULINGS)} - {"demo"}
    assert there_are <= set(typed), f"not in the demo: {sorted(there_are - set(typed))}"


@pytest.mark.slow
def test_the_demo_shows_every_occasion(demo: Demo) -> None:
    drafted = {
        occasion
        for game in demo.kept("games --json").facts
        for row in demo.kept("outbox --all --json --game", game["game"]).facts
        for occasion in row["occasions"].split(", ")
    }
    missing = [o.name for o in occasions(GAME) if o.name not in drafted]
    assert not missing, f"not in the demo: {', '.join(missing)}"


@pytest.mark.slow
def test_a_digest_in_the_demo_stands_in_the_receipt_the_transcript_and_a_post(demo: Demo) -> None:
    checked = re.findall(r"^\$ printf %s '(\w{32}) .*\n(\w{64})  -$", demo.shown, re.MULTILINE)
    assert checked
    for nonce, digest in checked:
        assert re.search(rf"\b{nonce} .*\n{digest}\b", demo.shown)
        assert f"nonce {nonce}, digest {digest}" in demo.shown
        assert re.search(rf"\b{digest[:32]}\b", demo.shown)
