"""The demos: each goes as its script says, and shows what there is to show of its kind of game."""

from __future__ import annotations

import io
import os
import re
import shlex
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
from lengths import some_of
from recorded import Recording, Taken

from gmtool.cli.app import run
from gmtool.cli.demo import _page
from gmtool.cli.menu import COMMANDS, RULINGS
from gmtool.cli.script import Script, play, read
from gmtool.desk import kinds
from gmtool.desk.kinds import Kind
from gmtool.desk.occasion_names import MIXED, WORDS
from gmtool.desk.occasions import occasions
from gmtool.engine import moves
from gmtool.engine.entries import Entry
from gmtool.engine.grammar import Line
from gmtool.engine.instants import Instant
from gmtool.engine.options import write_value
from gmtool.engine.wording import CHANCE, HOST, write_name
from gmtool.games import BUILT_IN, EXAMPLE

TESTS_OF_KINDS = Path(__file__).parents[1] / "games"
NOON = Instant("2026-11-20T12:00:00Z")
IN_THE_DEMO, RESULTS = "in_the_demo.py", "results.py"
"""Where the FEATURES stand that a kind's demos must show. Where several kinds are one package, each
has its own, `in_the_demo_of_KIND.py`. A kind without FEATURES has WAYS that its recorded games
show, and any demo of it may.
"""


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

    @property
    def games(self) -> list[str]:
        """The names of its games."""
        return [str(game["game"]) for game in self.kept("games --json").facts]


@pytest.fixture(scope="module", params=some_of({"ten-skip"}, BUILT_IN))
def kind(request: pytest.FixtureRequest) -> Kind:
    return kinds.find(request.param)


@pytest.fixture(scope="module")
def demos(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> tuple[Demo, ...]:
    """All demos of the kind, played."""
    found = []
    for demo in kinds.demos(kind.game.kind):
        folder = tmp_path_factory.mktemp("demo")
        copy = folder / "copy.db"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tempfile.tempdir", str(folder))
            shown = played(f"{demo.script}\ngmtool backup {copy}\n")
        found.append(Demo(demo.command(kind.game.kind), *shown, Host(copy)))
    return tuple(found)


@pytest.fixture(scope="module")
def games(
    kind: Kind, demos: tuple[Demo, ...], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Recording, ...]]:
    """The demos' games in place of the recorded ones."""
    top = tmp_path_factory.mktemp("journals")
    folder = top / kind.game.kind
    folder.mkdir()
    for number, (demo, name) in enumerate(_games(demos), 1):
        path = folder / f"of-the-demo-{number:02}.journal"
        done = demo.kept("export --game", name, str(path))
        assert done.code == 0, done.all
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded, "RECORDED", top)
        yield recorded.recordings(kind.game)


def _games(demos: Sequence[Demo]) -> Iterator[tuple[Demo, str]]:
    return ((demo, name) for demo in demos for name in demo.games)


@pytest.fixture(scope="module")
def to_show(kind: Kind, games: tuple[Recording, ...]) -> ModuleType:
    """The module of the kind's tests that says what is to be shown, seeing only these games."""
    folder = TESTS_OF_KINDS / kind.package.rpartition(".")[2]
    of_kind = f"in_the_demo_of_{kind.game.kind.replace('-', '_')}.py"
    names = (of_kind, IN_THE_DEMO, RESULTS)
    path = next(folder / name for name in names if (folder / name).is_file())
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


@pytest.mark.slow
def test_demos_show_every_feature_that_their_kind_names(
    to_show: ModuleType, demos: tuple[Demo, ...], games: tuple[Recording, ...]
) -> None:
    """Each in the game where it is to be seen; what recorded games show, in any game."""
    if Path(to_show.__file__ or "").name == RESULTS:
        assert not recorded.never_told(to_show.WAYS, games)
        return
    missing = [
        f"{feature.what}, in {feature.shown_in}"
        for feature in to_show.FEATURES
        if not any(feature.sees(one) for one in games if one.header.name == feature.shown_in)
    ]
    assert not missing, f"not in the demo: {'; '.join(missing)}"
    spoken_of = {feature.shown_in for feature in to_show.FEATURES}
    bare = [demo.command for demo in demos if not spoken_of & set(demo.games)]
    assert not bare, f"nobody says what is to be seen in {', '.join(bare)}"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("kind", [EXAMPLE], indirect=True)
def test_what_recorded_games_must_have_the_first_demo_has_too(
    kind: Kind, games: tuple[Recording, ...]
) -> None:
    """All news, every move of its own, and every option with another value than its default."""
    missing = recorded.never_happened(kind.package, games)
    missing += recorded.never_said(import_module(f"{kind.package}.moves"), moves.Move, games)
    assert missing + recorded.never_chosen(kind.game, games) == []


@pytest.mark.slow
def test_demos_show_every_move_of_their_kind(kind: Kind, games: tuple[Recording, ...]) -> None:
    if [place.partition(":")[0] for place in BUILT_IN.values()].count(kind.package) == 1:
        own = import_module(f"{kind.package}.moves")
        assert not recorded.never_said(own, moves.Move, games)
    said = [taken for game in games for taken in game.taken]
    missing = [
        f"{form.who}: {form.text}"
        for form in kind.game.grammar.lines
        if not any(reads_as(form, taken, by_verb=bool(kind.game.made)) for taken in said)
    ]
    assert not missing, f"not in the demo: {', '.join(missing)}"


def reads_as(form: Line, taken: Taken, *, by_verb: bool = False) -> bool:
    """Whether an entry is the form with other values: `low as 9` with other than `low`, or `draw
    57` with other than `draw`. Its words in small letters stand so in the entry, but for a last
    one that is a value, as in `suit hearts`, and for players' names, wherever they stand. Why a
    host rules so is no part of a form. Where games are made of files what follows the verb is
    theirs; `by_verb` that is enough.
    """
    who = taken.entry.who
    if by_verb:
        return form.text.split()[0] == taken.entry.text.split()[0]
    text, named = _without_names(taken)
    words, shape = (said.partition(" why ")[0].split() for said in (text, form.text))
    fixed = list(takewhile(lambda word: re.fullmatch("[a-z]+", word), shape))
    if fixed == shape and not named:
        fixed = fixed[: max(1, len(fixed) - 1)]
    others = {HOST, CHANCE}
    return (
        (form.who == who if who in others else form.who not in others)
        and len(words) >= len(fixed)
        and all(word in {given, _NAME} for word, given in zip(words, fixed, strict=False))
        and (len(words) == len(fixed)) == (len(shape) == len(fixed))
    )


_NAME = "NAME"


def _without_names(taken: Taken) -> tuple[str, bool]:
    """The move as it was said, with a placeholder for each player's name, and whether there was
    any.
    """
    names = "|".join(re.escape(write_name(name)) for name in taken.before.players)
    text, many = re.subn(rf"(?<= )(?:{names})(?= |$)", _NAME, taken.entry.text)
    return text, many > 0


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
        ("order ann 3 1 2", "order Bob 1 2 3", True),
        ("order ann 3 1 2", "order", False),
        ("order", "order Bob 1 2 3", False),
        ("redeal", 'redeal why "a card was shown"', True),
        ("give ann 4S for 5S", "give Bob 3S for 9S", True),
        ("give 4S to ann for 5S", "give 3S to Bob for 9S", True),
        ("fine ann coins +20", "fine Bob coins +3", True),
        ("fine ann coins +20", "fine Bob chips +3", False),
        ("play 5S from ann", "order Bob 5S", False),
    ],
)
def test_a_form_is_told_from_another(form: str, text: str, reads: bool) -> None:
    entry = Entry(1, "Ann", text, NOON, NOON)
    taken = Taken(entry, mock.Mock(players=("Ann", "Bob")), mock.sentinel.step)
    assert reads_as(Line("player", form, ""), taken) is reads
    assert not reads_as(Line("host", form, ""), taken)


def test_the_first_demo_shows_every_command() -> None:
    typed = re.findall(r"^(?:! )?gmtool (rule \w+|\w+)", kinds.demo(EXAMPLE).script, re.MULTILINE)
    there_are = {*COMMANDS, *(f"rule {name}" for name in RULINGS)}
    # `desk` waits for its host; `rule adopt` is for games that began under older rules
    there_are -= {"demo", "desk", "rule adopt"}
    assert there_are <= set(typed), f"not in the demo: {sorted(there_are - set(typed))}"


@pytest.mark.slow
def test_demos_show_every_occasion(kind: Kind, demos: tuple[Demo, ...]) -> None:
    drafted = {
        (occasion, bool(row["to"]))
        for demo, name in _games(demos)
        for row in demo.kept("outbox --all --json --secret --game", name).facts
        for occasion in row["occasions"].split(", ")
    }
    there_are = {(o.name, o.to_player) for o in occasions(kind.game)}
    if kind.game.kind != EXAMPLE:  # they are the same in every kind
        there_are -= {(WORDS, False), (MIXED, False)}
    missing = [f"{name} {'by PM' if pm else 'as a post'}" for name, pm in there_are - drafted]
    assert not missing, f"not in the demo: {', '.join(sorted(missing))}"


@pytest.mark.slow
def test_a_digest_in_a_demo_stands_in_the_receipt_the_transcript_and_a_post(
    demos: tuple[Demo, ...], games: tuple[Recording, ...]
) -> None:
    """In a post where the kind has sealed windows, whose results list the digests."""
    for demo in demos:
        sealed = any(
            window.sealed and not window.private
            for game in games
            if game.header.name in demo.games
            for taken in game.taken
            for window in taken.windows
        )
        checked = re.findall(
            r"^\$ printf %s '(\w{32}) (.*)\n(\w{64})  -$", demo.shown, re.MULTILINE
        )
        assert checked, demo.command
        for nonce, line, digest in checked:
            short = digest[:32]
            # Only of a player's move: not of chance, nor of a message that is none.
            has_receipt = not re.search(r" (?:host|chance): |: says ", line)
            receipt = re.search(rf"\b{nonce} .*\n{short}\n", demo.shown)
            assert bool(receipt) is has_receipt, demo.command
            found = re.search(rf"^# seal \d+ {digest}: {nonce} ", demo.shown, re.MULTILINE)
            assert found, demo.command
            above = re.findall(rf"^(.*)\n\W*{short}\b", demo.shown, re.MULTILINE)
            in_a_post = [line for line in above if nonce not in line]
            assert bool(in_a_post) is sealed, demo.command
