"""The tutorial: the package that `docs/your-own-game.md` builds is what it says, installed and
played as a stranger would.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pytest
import tutorial
from hosting import Answered, Host
from lengths import some_of
from playing import by_hand

from gmtool.cli.app import run
from gmtool.desk import kinds
from gmtool.render import dialects

SETTINGS = ("GMTOOL_DB", "GMTOOL_NOW", "GMTOOL_GAME", "GMTOOL_TEMPLATES")


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


def test_the_page_shows_the_whole_package() -> None:
    shown = tutorial.files()
    (tree,) = re.findall(r"^```\n(gmtool-lone-number/.*?)^```$", tutorial.page(), re.M | re.S)
    named = re.findall(r"(\w[\w.]*\.(?:py|md|toml))\b", tree)
    assert sorted(Path(path).name for path in shown if not path.endswith(".j2")) == sorted(named)
    source = "".join(text for path, text in shown.items() if path.endswith("told.py"))
    occasions = re.findall(r'Occasion\("([\w-]+)"', source)
    templates = [Path(path).stem for path in shown if path.endswith(".j2")]
    assert sorted(templates) == sorted(occasions)


def test_the_page_names_what_there_is() -> None:
    text = tutorial.page()
    for path in re.findall(r"\]\(([\w-]+\.md)\)", text):
        assert (tutorial.PAGE.parent / path).is_file(), path
    assert len(tutorial.session()) > 12


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (("a", "b"), "a\nb\n", True),
        (("a",), "a\nb\n", False),
        (("a", "b"), "a\n", False),
        (("…", "b"), "a\nb\n", True),
        (("…", "a"), "a\nb\n", False),
        (("a", "…"), "a\nb\n", True),
        (("b", "…"), "a\nb\n", False),
        (("a", "…", "c"), "a\nb\nc\n", True),
        (("a", "…", "d", "…"), "a\nb\nc\n", False),
        (("a", "…", "c", "…", "b"), "a\nb\nc\n", False),
        ((), "a\n", False),
    ],
)
def test_what_is_shown_is_compared_line_by_line(
    shown: tuple[str, ...], printed: str, *, same: bool
) -> None:
    assert (tutorial.Step("gmtool x", shown).differs(printed) == "") is same


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


# ---- the game, at the command line


PLAYED = """\
20 20:00 new lone-number Friday Ann Bob Cid -o rounds=2 --zone Europe/London
20 20:00 record host start
20 20:30 record Ann 10
20 20:40 record Bob 10
20 20:45 record Bob my number is 4
20 20:50 record Cid 4
20 21:00 record Ann 9
20 21:01 record Bob 9
21 21:05 close
"""


def hosted(host: Host, lines: str, options: str = "") -> list[Answered]:
    """The answers to those commands, all of which went well."""
    answers = []
    for line in lines.splitlines():
        day, time, command = line.split(" ", 2)
        extra = options if command.startswith("new ") else ""
        answers.append(host.at(f"{day} {time}")(f"{command} {extra}"))
        assert answers[-1].code == 0, answers[-1].all
    return answers


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_a_game_is_hosted_to_its_end(host: Host, tmp_path: Path) -> None:
    *_, closed = hosted(host, PLAYED)
    assert "host: close" in closed.err
    assert host("status --json").facts["ended"]
    assert [p["name"] for p in host("status --json").facts["players"]] == ["Ann", "Bob", "Cid"]
    public = host("export --public").out
    assert "Bob: number 10" in public  # its secrets end with the game
    for mode in ("", "--public"):
        copy = tmp_path / f"copy{mode}.journal"
        copy.write_text(host(f"export {mode}").out, encoding="utf-8")
        read = host(f"import {copy} --as Copy{mode}")
        assert read.code == 0, read.all
        assert (
            host("status --json").facts["public"]
            == (host("--game Friday status --json").facts["public"])
        )
    assert "nothing amiss" in host("check").all


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_what_a_journal_holds_that_can_t_be_is_refused_at_its_line(
    host: Host, tmp_path: Path
) -> None:
    hosted(host, PLAYED)
    wrong = tmp_path / "wrong.journal"
    text = by_hand(host("export").out).replace("Cid: number 4", "Cid: number 44")
    wrong.write_text(text, encoding="utf-8")
    refused = host(f"import {wrong} --as Wrong")
    assert refused.code == 1
    line = 1 + next(n for n, said in enumerate(text.split("\n")) if "number 44" in said)
    assert f"line {line}" in refused.err
    assert "LN-2" in refused.err
    assert "“44” is no whole number from 1 to 10" in refused.err


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("mode", ["--hold", "--typed-chance"])
def test_chance_can_be_held_and_typed(host: Host, mode: str) -> None:
    begun = host(f"new lone-number Friday Ann Bob Cid {mode}")
    assert ("--hold" in mode) is ("your words" in begun.out)
    assert ("--typed" in mode) is ("SHA-256" not in begun.out)
    if "--hold" in mode:
        assert host('record host words "a banana"').code == 0
    assert host("record host start").code == 0
    if "--typed" in mode:
        refused = host("record chance prize 7")
        assert refused.code == 1
        assert "LN-3" in refused.err
        assert host("record chance prize 5").code == 0
        assert host("status --json").facts["public"]["pot"] == 5
    assert host("status --json").facts["phase"] == "choosing"


CALLED_OFF = "21 22:00 rule end --why forum-burnt-down"


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("last", some_of([CALLED_OFF], ["", CALLED_OFF]))
def test_every_text_can_be_had_whenever_it_is_asked_for(host: Host, last: str) -> None:
    own = kinds.find(tutorial.KIND).game.occasions
    asked = [f"pm Cid {o.name}" if o.to_player else f"post {o.name}" for o in own]
    lines = PLAYED.splitlines()
    for line in [*lines[:3], CALLED_OFF] if last else lines:
        hosted(host, line)
        had = {text: told for text in asked if (told := host(text)).code == 0}
        assert all(told.out.strip() for told in had.values())
        others = [host(text).err for text in asked if text not in had]
        assert all("hasn't arisen yet" in said for said in others), others
        assert {"post opening", "post standings"} <= set(had)
    assert ("forum-burnt-down" in host("post final").out) is bool(last)
    for dialect in dialects.NAMES:
        assert host(f"set dialect={dialect}").code == 0
        for text in asked if not last else ["post final"]:
            told = host(text)
            assert told.code == 0, told.all


def test_a_game_whose_package_is_gone_is_kept(host: Host, site: Path) -> None:
    with tutorial.on_path(site):
        hosted(host, "\n".join(PLAYED.splitlines()[:3]))
        before = host("export").out
    told = host("status")
    assert told.code in {1, 2, 3}
    assert "lone-number" in told.err
    assert told.err.count("\n") == 1
    assert host("games").code == host("due").code == 0
    assert host("export").out == before


# ---- as a stranger does it


@pytest.mark.slow
@pytest.mark.long
def test_a_stranger_installs_it_tests_it_and_hosts_it(tmp_path: Path) -> None:
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
    code, printed = shell.run(["status", "--json"])
    assert code == 0
    assert json.loads(printed)["public"]["round"] == 2
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
