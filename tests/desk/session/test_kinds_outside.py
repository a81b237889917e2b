"""Kinds of outside packages: found, their files looked for in the package, and every way in which a
package can be broken told in a sentence. No package is installed for this: its metadata lie beside
it, as an installer leaves them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoints
from pathlib import Path

import pytest
import two_rooms
from files import put
from hosting import Host

from gmtool.api import VERSION
from gmtool.desk.problems import FileProblem, UsageProblem
from gmtool.desk.session import kinds
from gmtool.games import BUILT_IN, EXAMPLE, outside
from gmtool.render.environment import TemplateProblem
from gmtool.render.folders import find_file, shipped

GOOD = "from msgspec.structs import replace\nfrom two_rooms import GAME\nGAME = replace(GAME, {})\n"
CHORUS = GOOD.format('kind="chorus"')

Supply = Callable[..., Path]


@pytest.fixture
def supply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Supply:
    """Puts a package with an entry point on the path; returns the package's folder."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))

    def supply(
        code: str = CHORUS, kind: str = "chorus", place: str = "", package: str = "its_chorus"
    ) -> Path:
        monkeypatch.delitem(sys.modules, package, raising=False)
        info, name = f"{package}-1.2.dist-info", package.replace("_", "-")
        put(site, f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        point = f"[{outside.GROUP}]\n{kind} = {place or package + ':GAME'}\n"
        put(site, f"{info}/entry_points.txt", point)
        outside._offers.cache_clear()  # several packages are put on one path
        return put(site, f"{package}/__init__.py", code).parent

    return supply


def test_a_kind_is_found_with_its_rules_and_nobody_else_s_are_touched(supply: Supply) -> None:
    folder = supply()
    put(folder, "rules.md", "# Chorus\n\n- CH-1 Sing.\n")
    assert kinds.find("chorus").game.kind == "chorus"
    assert kinds.clause("chorus", "ch-1") == "CH-1 Sing."
    assert outside.offered() == ("chorus",)
    assert [one["title"] for one in kinds.others()[0]] == ["Two Rooms"]
    assert "chorus" not in kinds.names()
    with pytest.raises(UsageProblem, match="did you mean chorus"):
        kinds.find("choris")
    with pytest.raises(UsageProblem, match=rf"the kinds are: {EXAMPLE}, .*, chorus\."):
        kinds.find("zzzzz")


def test_its_templates_come_after_the_host_s_and_are_for_no_other_kind(
    supply: Supply, tmp_path: Path
) -> None:
    folder = supply()
    own = put(folder, "templates/chorus/board.j2", "its own")
    assert find_file("chorus/board.j2", ()) == own
    hosts = put(tmp_path / "hosts", "chorus/board.j2", "the host's")
    assert find_file("chorus/board.j2", (tmp_path / "hosts",)) == hosts
    assert find_file("chorus/other.j2", (tmp_path / "hosts",)) is None
    taken = (f"any/{outside.GROUP}.j2", f"{next(iter(BUILT_IN))}/chorus.j2", "another/board.j2")
    for name in (*taken, "any/receipt.j2"):
        put(folder, f"templates/{name}", "shadow")
    assert [find_file(name, ()) for name in taken] == [None] * len(taken)
    assert find_file("any/receipt.j2", ()) == shipped() / "any/receipt.j2"
    put(folder, "secret.j2", "outside its templates")
    assert find_file("chorus/../../secret.j2", ()) is None
    assert find_file("secret.j2", ()) is None


def test_a_whole_game_of_it_is_hosted_and_without_a_template_nothing_is_recorded(
    supply: Supply, host: Host
) -> None:
    folder = supply()
    put(folder, "templates/chorus/opening.j2", two_rooms.TEMPLATES["opening"])
    begun = host("new chorus Song Ann Bob Cid")
    assert begun.code == 0, begun.all
    assert re.fullmatch(r"We begin\.\n\nrecord 0 · [0-9a-f]{32}\n", begun.out)
    before = host.snapshot()
    told = host("record host start")
    assert (told.code, told.out) == (3, "")
    missing = "the template chorus/board.j2: there is no such template, nor any/board.j2\n"
    assert told.err.endswith(missing)
    assert host.snapshot() == before
    for occasion, text in two_rooms.TEMPLATES.items():
        put(folder, f"templates/chorus/{occasion}.j2", text)
    assert "First: the vote" in host("record host start").out
    (folder / "templates/chorus/board.j2").unlink()
    told = host("post board")
    assert (told.code, told.err) == (3, f"Song: {missing}")


def test_a_mistake_in_its_rules_records_nothing(supply: Supply, host: Host) -> None:
    failing = 'kind="chorus", play=lambda state, spoken: 1 // 0'
    put(supply(GOOD.format(failing)), "templates/chorus/opening.j2", "We begin.")
    assert host("new chorus Song Ann Bob Cid").code == 0
    before = host.snapshot()
    with pytest.raises(ZeroDivisionError):  # its author wants the traceback
        host("record host start")
    assert host.snapshot() == before


def test_a_package_without_rules_is_told(supply: Supply, host: Host) -> None:
    folder = supply()
    with pytest.raises(FileProblem, match=r"chorus: the package its_chorus has no rules\.md"):
        kinds.rulebook("chorus")
    (folder / "rules.md").write_bytes(b"\xff")
    told = host("rules chorus")
    assert (told.code, told.out) == (3, "")
    assert "can't decode" in told.err


BROKEN = {
    "import nowhere_at_all": "fails with ModuleNotFoundError: No module named 'nowhere_at_all'",
    "GAME = 1 / 0": "fails with ZeroDivisionError: division by zero",
    "GAME = (": "fails with SyntaxError: '(' was never closed",
    "raise SystemExit": "fails with SystemExit",
    "OTHER = 1": "fails with AttributeError: module 'its_chorus' has no attribute 'GAME'",
    "from gmtool.engine.game import Game\nGAME = Game(kind='chorus', title='C')": (
        "fails with TypeError: Missing required argument"
    ),
    "GAME = {}": "its_chorus:GAME is a dict, not a gmtool.api.Game",
    "from two_rooms import GAME": "calls its kind “two-rooms”; the entry point has to have the",
    "suggest=None": "has no function for its role `suggest`",
    "message_types=None": "has `message_types` that are no tuple of MessageTypes",
    'options=("vote",)': "has `options` that are no tuple of Options",
    'rules_version="1"': "has a `rules_version` that is no whole",
    "state_type=dict": "has a `state_type` that is no `msgspec.Struct`",
    "api=0": "doesn't say for which gmtool.api it was written; this",
    f"api={VERSION + 1}": f"was written for gmtool.api {VERSION + 1}, and this gmtool has "
    f"{VERSION}; install a newer gmtool",
    'inactivity="ALL-2"': "but has no option `inactive_after` that",
}
"""What a package has in it; in small letters, an equals sign behind them, what it makes of GAME."""


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_package_is_told_in_a_sentence(code: str, supply: Supply, host: Host) -> None:
    changed = re.match("[a-z_]+=", code)
    supply(GOOD.format(f'kind="chorus", {code}') if changed else code)
    told = host("rules chorus")
    assert (told.code, told.out) == (3, ""), told.all
    assert told.err.startswith("the kind “chorus” of its-chorus 1.2 can't be used: its_chorus:")
    assert BROKEN[code] in told.err
    assert told.err.count("\n") == 1
    assert told.err.endswith(".\n")


def test_whatever_a_broken_package_is_asked_for(supply: Supply, host: Host) -> None:
    supply("import nowhere_at_all")
    for command in ("kinds chorus", "new chorus Song Ann Bob Cid"):
        told = host(command)
        assert (told.code, told.out) == (3, ""), told.all
        assert "No module named 'nowhere_at_all'" in told.err


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("its_chorus.nowhere:GAME", "its_chorus.nowhere:GAME fails with"),
        ("its_chorus:Game", "its_chorus:Game fails with"),
        ("lone_chorus:GAME", "lone_chorus is a lone file"),
    ],
)
def test_a_place_where_nothing_is_or_a_lone_file_is_told(
    place: str, why: str, supply: Supply
) -> None:
    put(supply(place=place).parent, "lone_chorus.py", CHORUS)
    with pytest.raises(outside.Unusable, match=why):
        kinds.find("chorus")


def test_a_game_in_a_module_of_its_package_has_the_package_s_files(supply: Supply) -> None:
    folder = supply("", place="its_chorus.rules:GAME")
    put(folder, "rules.py", CHORUS)
    put(folder, "rules.md", "- CH-1 Sing.\n")
    template = put(folder, "templates/chorus/board.j2", "")
    assert kinds.clause("chorus", "CH-1") == "CH-1 Sing."
    assert find_file("chorus/board.j2", ()) == template


def test_a_kind_that_two_packages_supply_is_neither_s(supply: Supply) -> None:
    supply()
    supply(package="my_chorus")
    both = r"its-chorus 1\.2 and my-chorus 1\.2|my-chorus 1\.2 and its-chorus 1\.2"
    with pytest.raises(outside.Unusable, match=rf"supplied by ({both}); uninstall all but one\."):
        kinds.find("chorus")


def test_a_built_in_kind_stays_what_it_is(supply: Supply, host: Host) -> None:
    kind = next(iter(BUILT_IN))
    supply(GOOD.format(f'kind="{kind}"'), kind=kind)
    assert kinds.find(kind).package == BUILT_IN[kind].partition(":")[0]
    assert "its-chorus" not in host(f"kinds {kind}").all
    described, broken = kinds.others()
    assert described == ()
    taken = "can't be used: gmtool has a kind of that name already."
    assert broken == (f"the kind “{kind}” of its-chorus 1.2 {taken}",)


@pytest.mark.parametrize("kind", ["any", "../any", "Chorus", "my chorus", "_chorus", "a--b"])
def test_a_kind_s_name_can_t_be_a_way_elsewhere(kind: str, supply: Supply) -> None:
    supply(GOOD.format(f'kind="{kind}"'), kind=kind)
    with pytest.raises(outside.Unusable, match="is named in small letters, digits and single"):
        kinds.find(kind)


def test_a_broken_package_doesn_t_hide_the_others(supply: Supply, host: Host) -> None:
    supply("import nowhere_at_all", kind="choir", package="a_choir")
    folder = supply()
    described, broken = kinds.others()
    assert [one["kind"] for one in described] == ["chorus"]
    assert [why.partition(" can't")[0] for why in broken] == ["the kind “choir” of a-choir 1.2"]
    told = host("kinds")
    assert told.code == 0
    assert re.search(r"^chorus +Two Rooms$", told.out, re.M)
    assert "the kind “choir” of a-choir 1.2 can't be used" in told.out
    assert [one["kind"] for one in host("kinds --json").facts] == [*BUILT_IN, "chorus"]
    # a template that includes one of a broken kind is a problem of the template
    put(folder, "templates/chorus/opening.j2", "{% include 'choir/part.j2' %}")
    told = host("new chorus Song Ann Bob Cid")
    assert told.code == TemplateProblem.exit_code
    assert "opening.j2, line 1: " in told.err
    assert "the kind “choir” of a-choir 1.2 can't be used" in told.err


def test_built_in_kinds_are_found_without_a_look_at_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []

    def look(group: str) -> EntryPoints:
        looked.append(group)
        return EntryPoints()

    monkeypatch.setattr("importlib.metadata.entry_points", look)
    outside._offers.cache_clear()
    for kind in BUILT_IN:
        assert kinds.find(kind).game.kind == kind
        find_file(f"{kind}/no-such.j2", ())
    find_file("any/no-such.j2", ())
    assert not looked
    find_file("some-other-kind/no-such.j2", ())
    assert looked == [outside.GROUP]
    outside._offers.cache_clear()


def test_a_game_whose_package_breaks_or_goes_is_kept(
    supply: Supply, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = supply()
    put(folder, "templates/chorus/opening.j2", "We begin.")
    assert host("new chorus Song Ann Bob Cid").code == 0
    before = host.snapshot()
    (folder / "__init__.py").write_text("import nowhere_at_all", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "its_chorus")
    broken = host("status")
    assert (broken.code, broken.out) == (1, "")
    assert broken.err.startswith("Song: the kind “chorus” of its-chorus 1.2 can't be used: ")
    monkeypatch.undo()
    gone = host("status")
    assert (gone.code, gone.out) == (1, "")
    assert gone.err == (
        "Song: its kind “chorus” isn't here any more; install again the package that brought it. "
        "`log` and `export` still work.\n"
    )
    for line in ("", "due"):
        assert "this gmtool can't tell; see: gmtool check" in host(line).out
    (row,) = host("games --json").facts
    assert (row["phase"], row["entry"], row["ended"]) == ("", 0, False)
    assert host("outbox --all-games").code == 0
    assert host.snapshot() == before
    assert host("log").code == 0
    assert "its kind “chorus” isn't here" in host("check").all
