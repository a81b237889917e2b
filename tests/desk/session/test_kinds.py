"""Where kinds are found: several in one package, built in or supplied by an outside package."""

from __future__ import annotations

import sys
from collections import Counter
from importlib import resources
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from files import put

from gmtool.desk.problems import UsageProblem
from gmtool.desk.session import kinds
from gmtool.games import BUILT_IN, load, outside

PACKAGE = """from msgspec.structs import replace
from two_rooms import GAME as TWO
GAME = replace(TWO, kind="pair")
OTHER = replace(TWO, kind="pair-of-others", texts="pair")
"""


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two kinds with demos; `pair` is told by the package alone."""
    folder = put(tmp_path, "a_pair/__init__.py", PACKAGE).parent
    for name in ("pair.txt", "pair-vote-off.txt", "pair-of-others.txt", "a-pair.txt", "pair.md"):
        put(folder, f"demos/{name}", f"# {name}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "a_pair", raising=False)
    found = EntryPoints(
        EntryPoint(kind, place, outside.GROUP)
        for kind, place in (("pair", "a_pair"), ("pair-of-others", "a_pair:OTHER"))
    )
    monkeypatch.setattr("importlib.metadata.entry_points", found.select)
    return folder


def test_an_entry_point_names_a_package_and_the_game_in_it(pair: Path) -> None:
    assert pair.is_dir()
    found = [kinds.find("pair"), kinds.find("pair-of-others")]
    assert [one.game.kind for one in found] == ["pair", "pair-of-others"]
    assert [one.package for one in found] == ["a_pair", "a_pair"]
    assert [one.game.text_kinds for one in found] == [("pair",), ("pair-of-others", "pair")]


def test_each_kind_of_a_package_has_its_own_demos(pair: Path) -> None:
    told = [one.command("pair") for one in kinds.demos("pair")]
    assert told == ["gmtool demo pair", "gmtool demo pair -o vote=off"]
    assert kinds.demo("pair", ("vote=off",)).script == "# pair-vote-off.txt\n"
    assert kinds.demo("pair-of-others").script == "# pair-of-others.txt\n"
    for file in (pair / "demos").iterdir():
        file.unlink()
    (pair / "demos").rmdir()
    assert kinds.demos("pair") == ()
    with pytest.raises(UsageProblem, match="brings no demo"):
        kinds.demo("pair")


def test_every_built_in_kind_is_at_its_place() -> None:
    for kind, place in BUILT_IN.items():
        assert load(place).kind == kind
        assert load(place) is kinds.find(kind).game


def test_every_demo_belongs_to_one_kind() -> None:
    claimed = Counter(str(demo.file) for kind in BUILT_IN for demo in kinds.demos(kind))
    folders = {Path(str(resources.files(kinds.find(kind).package))) for kind in BUILT_IN}
    there = {str(file) for folder in folders for file in folder.glob(f"{kinds.DEMOS}/*")}
    assert dict(claimed) == dict.fromkeys(there, 1)


def test_a_clause_is_shown_with_its_rulings() -> None:
    shown = kinds.clause("ten-skip", "ts-12").split("\n")
    assert shown[0].startswith("TS-12 ")
    assert shown[1:] == [
        "  R: After a refuted claim any player may claim again, or by option only the same one, or "
        "nobody. The source: Notice is given “if nobody else has already done so this round”; "
        "whether a refuted one counts isn't said. Chosen with -o claims=…."
    ]
    fixed = kinds.clause("auction-poker", "AP-14").split("\n")[1]
    assert fixed.endswith("Fixed: all 52 cards are to stay in the game.")
    assert [one["clause"] for one in kinds.describe("ten-skip")["rulings"]][-1] == "ALL-11"
