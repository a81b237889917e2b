"""The demos: each goes as its script says, and the first one shows every command."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from unittest import mock

import pytest
from hosting import Host
from lengths import some_of

from gmtool.cli.app import run
from gmtool.cli.demo import _page
from gmtool.cli.registry import COMMANDS, RULINGS
from gmtool.cli.script import Script, play, read
from gmtool.desk.session import kinds
from gmtool.engine.options import write_value
from gmtool.games import BUILT_IN, EXAMPLE

# ---- how a script is run


def played(
    script: str, by: Callable[[Sequence[str]], int] = run, only: int | None = None
) -> tuple[bool, str, str]:
    """Whether it went as the script says, what it printed, what it complained of."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        went_well = play(read(script), by, only=only)
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
    monkeypatch.setattr(kinds, "story", lambda _kind: "gmtool kinds\n! gmtool kinds\n")
    answered = host("demo")
    assert answered.code == 1
    assert "expected exit code 1" in answered.err


def test_what_a_script_says_is_shown_and_what_it_pastes_is_handed_on() -> None:
    script = f"{TITLE}@ 2026-11-20T12:00:00Z\ngmtool record Ann --from - <<END\nA 30\n\nbye\nEND\n"
    read: list[str] = []

    def reads(_words: Sequence[str]) -> int:
        read.extend((sys.stdin.read(), os.environ["GMTOOL_NOW"]))
        assert sys.stdin.isatty()
        return 0

    _, shown, _ = played(script, reads)
    assert read == ["A 30\n\nbye", "2026-11-20T12:00:00Z"]
    told = f"{TITLE}[2026-11-20 12:00 UTC]\n$ gmtool record Ann --from -\nA 30\n\nbye\n"
    assert shown == told


RULE = f"# {'-' * 92}"
TITLE = f"{RULE}\n# Noon\n{RULE}\n"
CHAPTERS = f"""\
{RULE.replace("-", "=")}
# A game: all of it
{RULE.replace("-", "=")}
# It begins.
{RULE}
# Cup, chapter 1: noon
{RULE}
@ 2026-11-20T12:00:00Z
gmtool one
{RULE}
# Chapter 2: later
{RULE}
gmtool two
gmtool three
{RULE.replace("-", "=")}
# More of it
{RULE.replace("-", "=")}
# It goes on.
{RULE}
# In short
{RULE}
gmtool four
"""


def test_a_script_is_told_in_chapters_and_what_leads_to_one_is_played_unseen() -> None:
    script = read(CHAPTERS)
    assert script.title == "A game: all of it"
    assert [one.title for one in script.chapters] == ["Noon", "Later", "In short"]
    said: list[tuple[str, str]] = []

    def runs(words: Sequence[str]) -> int:
        said.append((words[0], os.environ["GMTOOL_NOW"]))
        sys.stdout.write(f"{words[0]} is done\n")
        return 0

    whole = played(CHAPTERS, runs)[1]
    assert [word for word, _ in said] == ["one", "two", "three", "four"]
    assert {now for _, now in said} == {"2026-11-20T12:00:00Z"}
    alone = [played(CHAPTERS, runs, only=number)[1] for number in (1, 2, 3)]
    assert "".join(alone) == whole
    assert alone[1] == (
        f"{RULE}\n# Chapter 2: later\n{RULE}\n$ gmtool two\ntwo is done\n\n$ gmtool three\n"
        "three is done\n\n"
    )
    assert [word for word, _ in said[4:]] == [
        "one",
        "one",
        "two",
        "three",
        *(w for w, _ in said[:4]),
    ]


def test_a_chapter_that_cant_be_reached_is_complained_of() -> None:
    went_well, shown, complaint = played(CHAPTERS, lambda words: int(words[0] == "one"), only=2)
    assert not went_well
    assert "one" not in shown
    assert complaint == "the demo expected exit code 0 of this, not 1: gmtool one\n"


def test_a_script_may_choose_what_is_shown_of_an_answer() -> None:
    answer = "first\n  second\nthird\nfourth\nfifth\n"

    def says(_words: Sequence[str]) -> int:
        sys.stderr.write(answer)
        return 0

    ranges = {
        "| sec ... third": "[…]\n  second\nthird […]\n",
        "| first\n| fourth": "first […]\nfourth […]\n",
        "| first ... fifth": answer,
    }
    for chosen, shown in ranges.items():
        assert played(f"gmtool x\n{chosen}\n", says) == (True, f"$ gmtool x\n{shown}", "")
    went_well, _, complaint = played("gmtool x\n| first\n| sixth\n", says)
    assert not went_well
    assert complaint == "the demo expected “sixth” in this: gmtool x\n"


def test_ctrl_c_ends_a_demo_and_not_one_command_of_it() -> None:
    ran: list[str] = []

    def interrupted(words: Sequence[str]) -> int:
        ran.append(words[0])
        return 130

    with pytest.raises(KeyboardInterrupt):
        played(CHAPTERS, interrupted)
    assert ran == ["one"]


# ---- the command


def test_the_story_is_told_in_two_screens_and_ends_with_what_to_type(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gmtool.cli.demo.PATIENCE", 3600)  # however slow this machine is
    answered = host("demo")
    assert answered.code == 0
    assert not answered.err
    lines = answered.out.splitlines()
    assert len(lines) <= 54
    assert max(map(len, lines)) <= 88
    typed = [line[2:].split()[:2] for line in lines if line.startswith("$ ")]
    commands = ["new", "record", "record", "record", "undo", "record", "close"]
    assert typed == [["gmtool", command] for command in commands]
    assert "paste Ann's message, then press Enter and" in answered.out
    assert "Both lots are sold." in answered.out
    assert [line.split("  ")[1] for line in lines[-2:]] == [
        f'gmtool new {EXAMPLE} "Round 1" Ann Bob Cid Dee',
        f"gmtool demo {EXAMPLE}",
    ]


def test_what_the_story_says_comes_next_can_be_typed(host: Host) -> None:
    for line in host("demo").out.splitlines()[-2:]:
        program, *words = shlex.split(line.strip().split("  ")[0])
        assert program == "gmtool"
        assert host("", *words).code == 0


@pytest.mark.parametrize("kind", BUILT_IN)
def test_a_kinds_demo_lists_its_chapters(host: Host, kind: str) -> None:
    answered = host(f"demo {kind}")
    assert answered.code == 0
    title, *rows = answered.out.partition("\nnext:\n")[0].splitlines()
    chapters = read(kinds.demo(kind).script).chapters
    assert [row.split(maxsplit=1) for row in rows] == [
        [str(number), chapter.title] for number, chapter in enumerate(chapters, 1)
    ]
    assert kinds.find(kind).game.title in title
    assert len(chapters) > 3
    assert f"gmtool demo {kind} --chapter 1 " in answered.out
    assert f"gmtool demo {kind} --all " in answered.out


def test_a_chapter_is_shown_alone_and_names_the_next_one(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = re.sub("gmtool (one|two|three|four)", "gmtool kinds", CHAPTERS)
    short = mock.Mock(script=text, command=lambda kind: f"gmtool demo {kind}")
    monkeypatch.setattr(kinds, "demo", lambda _kind, _options, _setup: short)
    second, last = host(f"demo {EXAMPLE} --chapter 2"), host(f"demo {EXAMPLE} --chapter 3")
    assert second.code == last.code == 0
    assert second.out.startswith(f"{RULE}\n# Chapter 2: later\n{RULE}\n$ gmtool kinds\n")
    assert second.out.count("$ gmtool kinds") == 2
    assert second.out.endswith(f"next:\n  gmtool demo {EXAMPLE} --chapter 3  In short\n")
    assert "# In short" in last.out
    assert "next:\n  gmtool demo" not in last.out


@pytest.mark.parametrize("number", ["0", "20", "-1", "x", "²", ""])
def test_a_chapter_that_isnt_there_is_refused(host: Host, number: str) -> None:
    answered = host(f"demo {EXAMPLE} --chapter", number)
    assert answered.code == 2
    assert f"“{number}” is no chapter of this demo; it has 19" in answered.err
    assert not answered.out


def test_a_pager_that_isnt_there_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGER", "nosuch -x")
    _page("a story\n")
    assert capsys.readouterr().out == "a story\n"


def test_one_chapter_and_all_of_them_contradict_each_other(host: Host) -> None:
    assert host(f"demo {EXAMPLE} --chapter 2 --all").code == 2


def test_what_takes_long_says_how_far_it_has_come(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gmtool.cli.demo.PATIENCE", 0)
    answered = host("demo")
    assert "playing the game:" in answered.err
    assert "100%" in answered.err
    assert "playing" not in answered.out


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
    went_well, shown, _ = played(
        "gmtool new auction-poker Own Ann Bob --zone UTC\ngmtool games\ngmtool backup copy.db\n"
    )
    assert went_well
    assert "Own" in shown
    assert "R3" not in shown
    assert [path for path in sorted(tmp_path.iterdir()) if path.suffix != ".db"] == [
        path for path in before if path.suffix != ".db"
    ]
    assert not (tmp_path / "copy.db").exists()


def test_a_key_that_is_made_during_a_demo_is_known_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = set()
    for home in ("one", "other"):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / home))
        assert played("gmtool new auction-poker Own Ann Bob --zone UTC\n")[0]
        keys |= {file.read_text("utf-8") for file in (tmp_path / home).rglob("states.key")}
    assert len(keys) == 2


@pytest.mark.parametrize("kind", BUILT_IN)
def test_the_clock_of_a_script_goes_forward_only(kind: str) -> None:
    for demo in kinds.demos(kind):
        times = re.findall(r"^@ (.*)$", demo.script, re.MULTILINE)
        assert times == sorted(times), demo.command(kind)


# ---- which of a kind's demos


@pytest.mark.parametrize("kind", BUILT_IN)
def test_a_demo_is_named_after_options_that_its_kind_has(kind: str) -> None:
    game, demos = kinds.find(kind).game, kinds.demos(kind)
    assert not demos[0].options
    assert not demos[0].setup
    chosen = [(demo.setup, kinds.read_typed(game, demo.options)) for demo in demos]
    assert all(chosen.count(options) == 1 for options in chosen)


def test_every_file_that_travels_with_a_kind_has_a_demo() -> None:
    for kind in BUILT_IN:
        made = {one.name for one in kinds.setups(kind)}
        first, *others = kinds.demos(kind)
        shown = re.findall(r"--setup (\w[\w-]*)", first.script) if made else []
        assert {*shown, *(one.setup for one in others)} - {""} == made


@pytest.mark.parametrize("kind", BUILT_IN)
def test_each_demo_of_a_kind_is_listed_with_the_command_that_plays_it(
    host: Host, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Script] = []

    def played_well(script: Script, _run: Callable[[Sequence[str]], int], **_how: object) -> bool:
        begun.append(script)
        return True

    monkeypatch.setattr("gmtool.cli.script.play", played_well)
    lines = host(f"kinds {kind}").out.partition("demos:\n")[2].splitlines()
    assert [line.strip() for line in lines] == host(f"kinds {kind} --json").facts["demos"]
    for line in lines:
        program, *words = line.split()
        assert program == "gmtool"
        assert host(" ".join(words), "--all").code == 0
    assert begun == [read(demo.script) for demo in kinds.demos(kind)]


@pytest.mark.parametrize("kind", BUILT_IN)
def test_an_option_as_it_is_by_default_chooses_nothing(kind: str) -> None:
    first, *others = kinds.demos(kind)
    options = kinds.find(kind).game.options
    typed = [f"{o.name}={write_value(o.default)}" for o in options if o.default is not None]
    assert kinds.demo(kind, typed) == first
    for other in others:
        usual = [text for text in typed if text.partition("=")[0] not in other.options]
        chosen = [f"{key}={value}" for key, value in other.options.items()]
        assert kinds.demo(kind, [*usual, *chosen], other.setup) == other


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("demo auction-poker -o lots=9", 2, "has no demo with lots=9; it brings `gmtool demo au"),
        ("demo auction-poker -o lots=9 -o min_bid=2", 2, "no demo with lots=9, min_bid=2"),
        ("demo auction-poker -o lost=9", 2, "did you mean lots?"),
        ("demo auction-poker -o lots", 2, "key=value"),
        ("demo auction-poker -o lots=9 -o lots=8", 2, "given twice"),
        ("demo auction-poker -o lots=many", 1, "(AP-4)"),
        ("demo auction-pokre", 2, "did you mean auction-poker?"),
        ("demo --setup werewolf", 2, "no demo with the file “werewolf”; it brings `gmtool demo"),
        ("demo auction-poker --setup mafia", 2, "has no demo with the file “mafia”"),
    ],
)
def test_a_demo_that_isnt_there_is_refused(host: Host, line: str, code: int, told: str) -> None:
    answered = host(line)
    assert answered.code == code
    assert told in answered.err
    assert not answered.out


# ---- what a demo shows


@dataclass(frozen=True)
class Demo:
    """A demo played: what it showed, and a copy of its database before it was thrown away."""

    command: str
    went_well: bool
    shown: str
    complaint: str
    kept: Host


@pytest.fixture(scope="module", params=some_of({"ten-skip"}, BUILT_IN))
def demos(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Demo, ...]:
    """All demos of a kind, played."""
    found = []
    for demo in kinds.demos(request.param):
        folder = tmp_path_factory.mktemp("demo")
        copy = folder / "copy.db"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tempfile.tempdir", str(folder))
            shown = played(f"{demo.script}\ngmtool backup {copy}\n")
        found.append(Demo(demo.command(request.param), *shown, Host(copy)))
    return tuple(found)


@pytest.mark.slow
def test_a_demo_goes_as_its_script_says(demos: tuple[Demo, ...]) -> None:
    assert demos
    for demo in demos:
        assert demo.went_well, f"{demo.command}: {demo.complaint}"
        assert not demo.complaint, demo.command
        assert "Traceback" not in demo.shown, demo.command


@pytest.mark.slow
def test_all_games_of_a_demo_come_to_their_end(demos: tuple[Demo, ...]) -> None:
    for demo in demos:
        ended = {game["game"]: game["ended"] for game in demo.kept("games --json").facts}
        assert ended, demo.command
        assert all(ended.values()), (demo.command, ended)
        assert demo.kept("check").code == 0, demo.command


def test_the_first_demo_shows_every_command() -> None:
    typed = re.findall(r"^(?:! )?gmtool (rule \w+|\w+)", kinds.demo(EXAMPLE).script, re.MULTILINE)
    there_are = {*COMMANDS, *(f"rule {name}" for name in RULINGS)}
    # `desk` waits for its host; `rule adopt` is for games that began under older rules
    there_are -= {"demo", "desk", "rule adopt"}
    assert there_are <= set(typed), f"not in the demo: {sorted(there_are - set(typed))}"


@pytest.mark.slow
def test_a_digest_in_a_demo_stands_in_its_transcript(
    demos: tuple[Demo, ...],
) -> None:
    for demo in demos:
        checked = re.findall(r"^\$ printf %s '(\w{32}) .*\n(\w{64})  -$", demo.shown, re.MULTILINE)
        assert checked, demo.command
        for nonce, digest in checked:
            found = re.search(rf"^# seal \d+ {digest}: {nonce} ", demo.shown, re.MULTILINE)
            assert found, demo.command
