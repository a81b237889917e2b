"""The demos: each goes as its script says, and shows what there is to show of its kind of game."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest
import recorded
from hosting import Host
from recorded import Feature, Recording, Taken

from gmtool.cli.app import run
from gmtool.cli.menu import COMMANDS, RULINGS
from gmtool.cli.script import play
from gmtool.desk import kinds
from gmtool.desk.kinds import Kind
from gmtool.desk.occasions import occasions
from gmtool.engine import moves
from gmtool.engine.entries import Entry
from gmtool.engine.game import MoveForm
from gmtool.engine.instants import Instant
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games import BUILT_IN, EXAMPLE

TESTS_OF_KINDS = Path(__file__).parents[1] / "games"
NOON = Instant("2026-11-20T12:00:00Z")
WHAT_IT_SHOWS = ("in_the_demo.py", "test_recorded.py")
"""Where FEATURES of a kind are looked for; those of its recorded games, unless it has others."""


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


# ---- what a demo shows


@dataclass(frozen=True)
class Demo:
    """A demo played: what it showed, and a copy of its database before it was thrown away."""

    kind: Kind
    went_well: bool
    shown: str
    complaint: str
    kept: Host

    @property
    def games(self) -> list[str]:
        """The names of its games."""
        return [str(game["game"]) for game in self.kept("games --json").facts]


@pytest.fixture(scope="module", params=BUILT_IN)
def demo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Demo:
    kind = kinds.find(request.param)
    folder = tmp_path_factory.mktemp("demo")
    copy = folder / "copy.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(folder))
        found = played(f"{kinds.script(kind.game.kind)}\ngmtool backup {copy}\n")
    return Demo(kind, *found, Host(copy))


@pytest.fixture(scope="module")
def games(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Recording, ...]]:
    """The demo's games in place of the recorded ones."""
    top = tmp_path_factory.mktemp("journals")
    folder = top / demo.kind.game.kind
    folder.mkdir()
    for number, name in enumerate(demo.games, 1):
        path = folder / f"of-the-demo-{number:02}.journal"
        done = demo.kept("export --game", name, str(path))
        assert done.code == 0, done.all
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded, "RECORDED", top)
        yield recorded.recordings(demo.kind.game)


@pytest.fixture(scope="module")
def to_show(demo: Demo, games: tuple[Recording, ...]) -> ModuleType:
    """The module of the kind's tests that says what is to be shown, seeing only these games."""
    folder = TESTS_OF_KINDS / demo.kind.package.rpartition(".")[2]
    path = next(folder / name for name in WHAT_IT_SHOWS if (folder / name).is_file())
    spec = spec_from_file_location(f"shown_in_the_demo_of_{folder.name}", path)
    assert games
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, found)
        spec.loader.exec_module(found)
    return found


@pytest.mark.slow
def test_a_demo_goes_as_its_script_says(demo: Demo) -> None:
    assert demo.went_well, demo.complaint
    assert not demo.complaint
    assert "Traceback" not in demo.shown


@pytest.mark.slow
def test_all_games_of_a_demo_come_to_their_end(demo: Demo) -> None:
    ended = {game["game"]: game["ended"] for game in demo.kept("games --json").facts}
    assert ended
    assert all(ended.values()), ended
    assert demo.kept("check").code == 0


@pytest.mark.slow
def test_a_demo_shows_every_feature_that_its_kind_names(
    to_show: ModuleType, games: tuple[Recording, ...]
) -> None:
    """All of them in one game where IN_ONE_GAME says so."""
    ways = [(game,) for game in games] if vars(to_show).get("IN_ONE_GAME") else [games]
    missing = min((missing_in(way, to_show.FEATURES) for way in ways), key=len)
    assert not missing, f"not in the demo: {'; '.join(missing)}"


def missing_in(games: Sequence[Recording], features: Sequence[Feature]) -> list[str]:
    return [feature.what for feature in features if not any(map(feature.sees, games))]


@pytest.mark.slow
@pytest.mark.parametrize("demo", [EXAMPLE], indirect=True)
@pytest.mark.parametrize(
    "check",
    [
        "test_every_event_and_every_move_has_a_recording",
        "test_every_way_in_which_a_session_can_end_has_a_recording",
        "test_every_option_has_a_recording_with_another_value_than_its_default",
    ],
)
def test_what_recorded_games_must_have_the_first_demo_has_too(
    to_show: ModuleType, check: str
) -> None:
    getattr(to_show, check)()


@pytest.mark.slow
def test_a_demo_shows_every_move_of_its_kind(demo: Demo, games: tuple[Recording, ...]) -> None:
    own = import_module(f"{demo.kind.package}.moves")
    assert not recorded.never_said(own, moves.Move, games)
    said = [taken for game in games for taken in game.taken]
    missing = [
        f"{form.who}: {form.text}"
        for form in demo.kind.game.moves
        if not any(reads_as(form, taken) for taken in said)
    ]
    assert not missing, f"not in the demo: {', '.join(missing)}"


def reads_as(form: MoveForm, taken: Taken) -> bool:
    """Whether an entry is the form with other values: `low as 9` with other than `low`, or `draw
    57` with other than `draw`. Its words in small letters stand so in the entry, but for a last
    one that is a value, as in `suit hearts`.
    """
    who, words = taken.entry.who, taken.entry.text.split()
    shape = form.text.split()
    fixed = list(takewhile(lambda word: re.fullmatch("[a-z]+", word), shape))
    if fixed == shape and shape[1:]:
        fixed.pop()
    return (
        form.who == (who if who in {HOST, CHANCE} else "player")
        and words[: len(fixed)] == fixed
        and (words == fixed) == (shape == fixed)
    )


@pytest.mark.parametrize(
    ("form", "text", "reads"),
    [
        ("low", "low", True),
        ("low", "low as 9", False),
        ("low as 9", "low as K", True),
        ("low as 9", "low", False),
        ("draw 57", "draw", False),
        ("suit hearts", "suit spades", True),
        ('answer "…"', 'answer "Paris"', True),
    ],
)
def test_a_form_is_told_from_another(form: str, text: str, reads: bool) -> None:
    entry = Entry(1, "Ann", text, NOON, NOON)
    taken = Taken(entry, mock.sentinel.before, mock.sentinel.step)
    assert reads_as(MoveForm("player", form, ""), taken) is reads
    assert not reads_as(MoveForm("host", form, ""), taken)


def test_the_first_demo_shows_every_command() -> None:
    typed = re.findall(r"^(?:! )?gmtool (rule \w+|\w+)", kinds.script(EXAMPLE), re.MULTILINE)
    there_are = {*COMMANDS, *(f"rule {name}" for name in RULINGS)} - {"demo"}
    assert there_are <= set(typed), f"not in the demo: {sorted(there_are - set(typed))}"


@pytest.mark.slow
def test_a_demo_shows_every_occasion(demo: Demo) -> None:
    drafted = {
        (occasion, bool(row["to"]))
        for name in demo.games
        for row in demo.kept("outbox --all --json --game", name).facts
        for occasion in row["occasions"].split(", ")
    }
    there_are = {(o.name, o.to_player) for o in occasions(demo.kind.game)}
    missing = [f"{name} {'by PM' if pm else 'as a post'}" for name, pm in there_are - drafted]
    assert not missing, f"not in the demo: {', '.join(sorted(missing))}"


@pytest.mark.slow
def test_a_digest_in_a_demo_stands_in_the_receipt_the_transcript_and_a_post(demo: Demo) -> None:
    checked = re.findall(r"^\$ printf %s '(\w{32}) .*\n(\w{64})  -$", demo.shown, re.MULTILINE)
    assert checked
    for nonce, digest in checked:
        assert re.search(rf"\b{nonce} .*\n{digest}\b", demo.shown)
        assert f"nonce {nonce}, digest {digest}" in demo.shown
        assert re.search(rf"\b{digest[:32]}\b", demo.shown)
