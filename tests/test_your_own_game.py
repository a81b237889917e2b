"""The tutorial: the package that `docs/your-own-game.md` builds is what it says, installed and
played as a stranger would; and what a mistake in it leads to.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from unittest import mock

import pytest
import tutorial
from hosting import Host
from lengths import few_or_many

from gmtool.cli.app import run
from gmtool.desk.session import kinds
from gmtool.testing.broken import Broken
from gmtool.testing.played import Subject
from gmtool.testing.promised import PROMISES, Promise

SETTINGS = ("GMTOOL_DB", "GMTOOL_NOW", "GMTOOL_GAME", "GMTOOL_TEMPLATES", "GMTOOL_DIALECTS")
MOST_LINES = 450


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package lies as if it had been installed there."""
    return tutorial.unpack_installed(tmp_path_factory.mktemp("site"))


@pytest.fixture
def installed(site: Path) -> Iterator[Path]:
    """The package is installed."""
    with tutorial.on_path(site):
        yield site


# ---- the page


def test_the_page_is_short_and_names_what_there_is() -> None:
    text = tutorial.page()
    assert text.count("\n") <= MOST_LINES
    for path in re.findall(r"\]\(([\w-]+\.md)\)", text):
        assert (tutorial.PAGE.parent / path).is_file(), path
    assert len(tutorial.session()) > 10


# ---- the session


@dataclass
class Shell:
    """Runs the page's command lines, in a folder of their own."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    def goes_as_shown(self, steps: tuple[tutorial.Step, ...]) -> None:
        for step in steps:
            program, *words = step.words
            if program == "export":
                self.settings |= dict(word.split("=", 1) for word in words)
                continue
            assert program == "gmtool", step.line
            code, printed = self.run(words)
            assert not step.differs(printed), step.line + "\n" + step.differs(printed)
            assert code == ("refused" in printed.split("\n")[0]), printed

    def run(self, words: list[str]) -> tuple[int, str]:
        """The exit code, and all that was printed, on whichever stream."""
        out = io.StringIO()
        settings = {**self.settings, "GMTOOL_DB": str(self.folder / self.settings["GMTOOL_DB"])}
        with mock.patch.dict(os.environ), redirect_stdout(out), redirect_stderr(out):
            for name in SETTINGS:
                os.environ.pop(name, None)
            os.environ.update(settings)
            code = run(words)
        return code, out.getvalue()


class StrangersShell(Shell):
    """Runs them as programs of their own."""

    site: Path

    def run(self, words: list[str]) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", *words],
            cwd=self.folder,
            env={**as_installed(self.site), **self.settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout


def as_installed(site: Path) -> dict[str, str]:
    """The environment of a program that finds what is installed in that folder."""
    own = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**own, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}


def test_the_session_goes_as_shown(installed: Path, tmp_path: Path) -> None:
    assert installed.is_dir()
    Shell(tmp_path).goes_as_shown(tutorial.session())


@pytest.mark.slow
@pytest.mark.long
def test_a_stranger_installs_it_tests_it_and_plays_it(tmp_path: Path) -> None:
    source, target = tutorial.unpack(tmp_path / "gmtool-lone-number"), tmp_path / "installed"
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *offline]
    done = subprocess.run(
        [*pip, "--target", str(target), str(source)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shell = StrangersShell(tmp_path)
    shell.site = target
    shell.goes_as_shown(tutorial.session())
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(source / "tests")],
        cwd=tmp_path,
        env=as_installed(target),
        capture_output=True,
        text=True,
        check=False,
    )
    assert tests.returncode == 0, tests.stdout
    assert " passed" in tests.stdout


# ---- the promises, and mistakes that break them


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("kind", tutorial.KINDS)
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_its_kinds_keep_all_promises(kind: str, promise: Promise) -> None:
    promise.check(Subject.of(kinds.find(kind).game, games=few_or_many(1, 2)))


def test_a_game_whose_package_is_gone_is_kept(host: Host, site: Path) -> None:
    with tutorial.on_path(site):
        assert host("new lone-number Sunday Ann Bob Cid").code == 0
        assert host("record host start").code == 0
        before = host("export").out
    told = host("status")
    assert told.code in {1, 2, 3}
    assert "lone-number" in told.err
    assert told.err.count("\n") == 1
    assert host("games").code == host("due").code == 0
    assert host("export").out == before


@pytest.mark.usefixtures("installed")
def test_a_kind_needn_t_say_how_long_a_game_takes(host: Host) -> None:
    told = host("new lone-number Sunday Ann Bob Cid --dry-run")
    assert told.code == 0
    assert "nothing was set up for Ann, Bob, Cid.\nHow long it takes isn't known" in told.out
    facts = host("new lone-number Sunday Ann Bob Cid --dry-run --json").facts
    assert (facts["sentence"], facts["timetable"], facts["ends"]) == (None, [], None)


@pytest.mark.usefixtures("installed")
def test_a_kind_is_rehearsed_by_what_everybody_may_know_of_its_end(host: Host) -> None:
    told = host("rehearse sealed-number Ann Bob Cid --games 2 --seed x -o rounds=3")
    assert "2 games of Sealed Number (rounds=3), played by bots for Ann, Bob, Cid." in told.out
    assert "the game is over  2  100 %\npoints, of each player in the end:" in told.out
    facts = host("rehearse sealed-number Ann Bob Cid --games 2 --seed x -o rounds=3 --json").facts
    assert facts["spreads"]["windows"]["most"] == 3
    assert sum(bar["count"] for bar in facts["figures"][0]["bars"]) == 6


def test_a_kind_may_say_how_long_a_game_takes(host: Host, site: Path, tmp_path: Path) -> None:
    rounds = "((state.rounds, state.hours),)"
    for more, says in (
        ("", "about 5 evenings"),
        (", turns=True", "about 2 days (5 moves at 3 a day)"),
    ):
        folder = tmp_path / f"site{more}"
        planted(site, folder, course_of(f"{rounds}{more}, longer_if='it rains'"))
        with tutorial.on_path(folder):
            told = host("new sealed-number Sunday Ann Bob Cid --zone UTC --dry-run")
        assert f"How long it takes: {says}, longer if it rains.\nThat is 5 windows of" in told.out


CODE, SEALED, TEMPLATES = "__init__.py", "sealed.py", "templates/lone-number/"
ALLIES = (
    (CODE, "class Player", """
class Ally(api.PublicMove, frozen=True):
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"ally {api.write_names(self.names)}"


class Player"""),
    (CODE, '    winner: str = ""\n', '    winner: str = ""\n    allies: tuple[str, ...] = ()\n'),
    (CODE, '("number N",)', '("number N", "ally PLAYERS")'),
    (CODE, "    raise api.NotNow", "        case Ally(names) if action.who == state.actor:\n"
        "            return replace(state, allies=names)\n    raise api.NotNow"),
    (CODE, "    return api.Start() if", "    if not state.allies and state.phase == 'choosing':\n"
        "        return Ally(tuple(one.name for one in state.players))\n    return api.Start() if"),
    (CODE, '"you are asked", api.number(alone=True)),', '"you are asked", api.number(alone=True)),'
        ' api.Form("ally Ann, Bob", Ally, "LN-1", "you are asked",'
        ' replace(api.players(), typed=api.read_names)),'),
)  # fmt: skip
"""A move with a list of names in it, and no `naming` that says so."""


def course_of(course: str) -> tuple[tuple[str, str, str], ...]:
    """A course of the sealed kind."""
    said = f"def course(state):\n    return api.Course({course})\n\n\nHOURS ="
    return (
        (SEALED, "HOURS =", said),
        (SEALED, "    wanted=wanted,", "    wanted=wanted, course=course,"),
    )


NUMBER_WRITES = """    number: str

    def __str__(self) -> str:
        return f"number %s"
"""
MISTAKES = {
    "the view shows who has moved": (
        ((SEALED, '{"actor": "", "dice"', '{"dice"'),),
        "secrets stay secret",
        "the view of everybody shows that something came to a sealed window: `public.actor` is",
    ),
    "the view shows what was said": (
        ((SEALED, '"dice": True', '"dice": True, "sum": sum(p.number for p in state.players)'),),
        "secrets stay secret",
        "the view of everybody shows that something came to a sealed window: `public.sum` is 0 or",
    ),
    "the view shows what chance gave in secret": (
        ((SEALED, "class Prize(api.PublicMove,", "class Prize(api.Move,"),),
        "secrets stay secret",
        "the view of everybody tells whether chance said “prize ",
    ),
    "the day in the rules": (
        ((CODE, '"choosing", round', '"choosing", prize=__import__("time").localtime().tm_yday '
          "* 24 + __import__('time').localtime().tm_hour, round"),),
        "another process agrees",
        "the rules depend on a clock, on chance of their own, or on the order of a set",
    ),
    "random in the rules": (
        ((CODE, '"choosing", round', '"choosing", prize=__import__("random").random(), round'),),
        "two replays agree",
        "replayed again, the game stands otherwise here (prize)",
    ),
    "a clock in the rules": (
        ((CODE, '"choosing", round', '"choosing", prize=__import__("time").time_ns(), round'),),
        "two replays agree",
        "replayed again, the game stands otherwise here (prize)",
    ),
    "the order of a set in the rules": (
        ((CODE, "last=state.players, winner=winner", "last=state.players, winner=[*{*names}][0]"),
         (CODE, "    state = replace(state, last", "    names = [p.name for p in state.players]\n"
          "    state = replace(state, last")),
        "another process agrees",
        "the rules depend on a clock, on chance of their own, or on the order of a set",
    ),
    "a clause that doesn't exist": (
        ((CODE, 'Refused("LN-1", f"“', 'Refused("LN-9", f"“'),),
        "it is put together right",
        "__init__.py, line 75, cites LN-9, which isn't in rules.md",
    ),
    "a clause that doesn't exist, put together": (
        ((CODE, 'Refused("LN-1", f"“', 'Refused("LN-" + "9", f"“'),),
        "refusals name a clause",
        "is refused by LN-9, which isn't in rules.md: “",
    ),
    "an option of a clause that doesn't exist": (
        ((CODE, '"how many rounds are played", "LN-1"', '"how many rounds are played", "LN-9"'),),
        "it is put together right",
        "the option `rounds` cites LN-9, which isn't in rules.md",
    ),
    "a fact that a refusal isn't given": (
        ((CODE, 'f"“{text}” is no number from 1 to 10.",',
          '"“{text}” is no number from 1 to {most}.", text=text,'),),
        "refusals name a clause",
        "names a fact that isn't given: 'most'",
    ),
    "a missing template": (
        ((CODE, '"who has won"),', '"who has won"), api.MessageType("hint", api.PM, "a hint"),'),),
        "it is put together right",
        "the text “hint” has no template lone-number/hint.j2",
    ),
    "an occasion that isn't declared": (
        ((CODE, 'api.MessageType("result"', 'api.MessageType("results"'),),
        "every text can be written",
        "messages() gives everybody “result”, but no such text is declared",
    ),
    "a name in a template that the view doesn't have": (
        ((TEMPLATES + "result.j2", "public.winner ~", "public.victor ~"),),
        "every text can be written",
        "the text “result” can't be written: ",
    ),
    "a forced step that changes nothing": (
        ((CODE, "    return over(state) if", '    if state.phase == "ended":\n'
          "        return replace(state)\n    return over(state) if"),),
        "games are played to their end",
        "automatic() of lone-number makes another state that is the same",
    ),
    "forced steps without end": (
        ((CODE, "    return over(state) if", '    if state.phase == "ended":\n'
          "        return replace(state, prize=state.prize + 1)\n    return over(state) if"),),
        "games are played to their end",
        "automatic() of lone-number goes on after 10,000 steps",
    ),
    "chance that is wanted without end": (
        ((SEALED, "            return begun(replace(state, prize=int(points)))",
          "            return replace(state, prize=int(points))"),),
        "games are played to their end",
        "chance is wanted again and again",
    ),
    "a game that never ends": (
        ((CODE, "if state.round < state.rounds:", "if state.round:"),),
        "games are played to their end",
        "it goes on after 1,500 entries",
    ),
    "a move that doesn't read back": (
        ((CODE, "    number: str\n", NUMBER_WRITES % "{self.number} points"),),
        "games are played to their end",
        "suggest() gives",
    ),
    "a move that reads back as another": (
        ((CODE, "    number: str\n", NUMBER_WRITES % "{int(self.number) % 10 + 1}"),),
        "games are played to their end",
        "doesn't read back",
    ),
    "`inactivity` without its option": (
        ((CODE, "    messages=messages,\n", '    messages=messages,\n    inactivity="LN-1",\n'),),
        "it is put together right",
        "has no option `inactive_after`",
    ),
    "`naming` with a field that isn't there": (
        (*ALLIES, (CODE, "    names: tuple[str, ...]\n",
          '    naming = ("name",)\n    names: tuple[str, ...]\n')),
        "it is put together right",
        "`naming` of Ally has “name”, which is no field of it",
    ),
    "a list of names that a rename breaks": (
        ALLIES,
        "a rename changes nothing else",
        "is still in the state; does `naming` name every field of a move with names?",
    ),
    "a move that nobody was asked for": (
        ((CODE, "if action.who == state.actor and state", "if state"),),
        "what isn't asked for is refused",
        "was taken, but wanted() didn't ask for it; where the rules want that, the game names",
    ),
    "a suggestion to who isn't asked": (
        ((CODE, "    if wanted(state).turn(who) is None:", '    if state.phase == "ended":'),),
        "what is suggested stands",
        "isn't asked for anything, but suggest() gives “",
    ),
    "a view that isn't plain data": (
        ((CODE, '"dice": False,', '"dice": False, "all": set(),'),),
        "views are plain data",
        "the view of everybody isn't plain data",
    ),
    "a close that forgets somebody": (
        ((SEALED, "in action.overdue:", "in action.overdue[:1]:"),),
        "windows end in every way",
        "is still awaited in the same window",
    ),
    "points that come from nowhere": (
        ((CODE, "    messages=messages,\n", "    messages=messages,\n"
          '    conserved=lambda state: {"points": sum(p.points for p in state.players)},\n'),),
        "what is counted is conserved",
        "points aren't conserved: 0 before the entry, 3 after it",
    ),
    "points that are spent twice": (
        ((CODE, "    messages=messages,\n", "    messages=messages,\n"
          '    purses=lambda state: {"points": -sum(p.points for p in state.players)},\n'),),
        "no purse is overdrawn",
        "points come to 3 less than there can be.",
    ),
    "rounds that a close adds": (
        ((SEALED, "            return state\n", "            return replace(state, "
          "rounds=state.rounds + 1)\n"),
         (CODE, "    messages=messages,\n", "    messages=messages,\n"
          '    conserved=lambda state: {"rounds": state.rounds},\n')),
        "windows end in every way",
        "rounds aren't conserved: ",
    ),
    "a course with too few windows": (
        course_of("((1, state.hours),), most=((1, state.hours),)"),
        "no more open than its course says",
        "windows were opened, and by its course it is 1 at most.",
    ),
    "a course without windows": (
        course_of("()"),
        "no more open than its course says",
        "its course is empty.",
    ),
    "the first to type has the last word": (
        ((SEALED, "return state.but(action.who, number=chosen(text))", "return replace(state.but("
          "action.who, number=chosen(text)), winner=state.winner or action.who)"),),
        "secrets stay secret",
        "shows that something came to a sealed window: `public.winner` is",
    ),
}  # fmt: skip


def planted(site: Path, folder: Path, changes: tuple[tuple[str, str, str], ...]) -> None:
    """The package as it is installed, with some of its words changed."""
    shutil.copytree(site, folder)
    for file, words, instead in changes:
        place = folder / "gmtool_lone_number" / file
        text = place.read_text("utf-8")
        assert words in text, words
        place.write_text(text.replace(words, instead, 1), "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_found(what: str, site: Path, tmp_path: Path) -> None:
    changes, name, says = MISTAKES[what]
    planted(site, tmp_path / "site", changes)
    (promise,) = (one for one in PROMISES if one.name == name)
    module = "gmtool_lone_number.sealed" if changes[0][0] == SEALED else "gmtool_lone_number"
    with tutorial.on_path(tmp_path / "site"):
        game = import_module(module).GAME
        with pytest.raises(Broken) as broken:
            # two processes may hash a few sets alike by chance, but not many
            promise.check(Subject.of(game, games=9 if "process" in name else 3))
    assert says in broken.value.sentence
    told = str(broken.value)
    assert told.startswith(f"{game.kind}, “{name}”: {broken.value.sentence}")
    static = name == "it is put together right"
    assert static or "gmtool-journal 2\n" in told, told
