"""The error gallery: every refusal and error of the program, with what provokes it."""

from __future__ import annotations

import ast
import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from gallery import page
from lengths import few_or_many
from manual import errors, sites
from manual.cases import NOTHING, Case, Misprint, Room, Scene, Step, read_all
from manual.excused import Excuse
from manual.performing import Company, Performed
from manual.stage import theatre

STALE = "stale; run: python docs/generate.py"
MOST_AT_ONCE = 40
"""cases in one test, so that several processes can share the work."""
APART = few_or_many(30, 1)
"""One of so many is performed: a sample of all rooms, in the long form all."""


@dataclass(frozen=True)
class Part:
    """Some of the cases of one room, by their places."""

    room: int
    first: int
    title: str

    @property
    def name(self) -> str:
        return f"{self.room}-{self.first}"


ROOMS, SCENES = read_all()
PARTS = [
    Part(number, first, room.title)
    for number, room in enumerate(ROOMS)
    for first in range(0, len(room.cases), MOST_AT_ONCE)
]
Shown = tuple[list[Performed], list[str]]


@dataclass
class Stages:
    """What the processes of one test run have performed so far: a file for each part."""

    company: Company
    shared: Path

    def shown(self, part: Part) -> Shown:
        """The cases of a part as they went, and the misprints among them; performed if nobody has
        done that yet.
        """
        kept = self.shared / part.name
        if kept.exists():
            found: Shown = pickle.loads(kept.read_bytes())  # noqa: S301 - written below
            return found
        shown = self._perform(part)
        own = kept.with_suffix(f".{os.getpid()}")
        own.write_bytes(pickle.dumps(shown))
        own.replace(kept)
        return shown

    def _perform(self, part: Part) -> Shown:
        room = ROOMS[part.room]
        performed, misprints = [], []
        for case in room.cases[part.first : part.first + MOST_AT_ONCE : APART]:
            try:
                performed.append(self.company.perform(room, case))
            except Misprint as misprint:
                misprints.append(str(misprint))
        return performed, misprints


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Iterator[Stages]:
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # the folder of all processes
    shared = base / f"gallery-{testrun_uid}"
    shared.mkdir(exist_ok=True)
    with theatre() as folder:
        yield Stages(Company(folder, SCENES), shared)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.title} from {part.first}")
def test_every_case_is_a_mistake_and_what_leads_to_it_goes_well(part: Part, stages: Stages) -> None:
    performed, misprints = stages.shown(part)
    assert not misprints
    rows = set(page("errors.md").splitlines())
    assert [one.case.title for one in performed if errors.entry(one) not in rows] == []


@pytest.mark.slow
def test_what_the_program_says_where_it_refuses_or_fails_stands_on_the_page() -> None:
    assert not errors.unsaid(page("errors.md")), STALE


@pytest.mark.slow
def test_all_cases_stand_on_the_page() -> None:
    shown = page("errors.md")
    assert shown.endswith(errors.end()), STALE
    cases = [case for room in ROOMS for case in room.cases]
    assert [case.title for case in cases if errors.typed(case) not in shown] == []


@pytest.mark.slow
@pytest.mark.long
def test_every_place_that_refuses_or_fails_is_shown_and_the_page_is_fresh(stages: Stages) -> None:
    performed = [
        replace(one, room=ROOMS[part.room]) for part in PARTS for one in stages.shown(part)[0]
    ]
    gallery = errors.Gallery(tuple(performed), ())
    assert not [str(site) for site in gallery.not_provoked()]
    assert not gallery.idle_excuses()
    assert gallery.page() == page("errors.md"), STALE


SOURCE = """
def check(kind, known):
    near = find(kind, known)
    hint = f"did you mean {near}?" if near else f"there are only {known} of them"
    if not known:
        raise ValueError("nothing is known " + why(kind))
    if kind == 7:
        refuse("seven is no kind at all")
    try:
        known[kind]
    except KeyError:
        raise
    raise LookupError(f"no such kind: {kind}; {hint}")

def why(kind) -> str:
    if kind:
        return f"of the kind {kind}"
    return "of anything whatever"

def refuse(sentence: str) -> NoReturn:
    raise TypeError(sentence)

def leave():
    raise SystemExit
"""


def test_places_are_raises_calls_that_never_return_and_each_way_a_sentence_goes() -> None:
    module = sites.Module("gmtool/engine/names.py", ast.parse(SOURCE))
    found = {(site.line, site.function, "|".join(site.pieces)): site for site in module.sites()}
    assert {place: set(site.part_of) for place, site in found.items()} == {
        (4, "check", "did you mean "): {13},
        (4, "check", "there are only | of them"): {13},
        (6, "check", "nothing is known "): set(),
        (8, "check", "seven is no kind at all"): set(),
        (13, "check", "no such kind: "): set(),
        (17, "why", "of the kind "): {6},
        (18, "why", "of anything whatever"): {6},
        (21, "refuse", ""): set(),
    }


TABLE = """
REASONS = {1: ("A-1", "one is too few"), 2: ("A-2", "two are too many")}

def check(kind):
    clause, reason = why(kind)
    raise KeyError(clause, reason)

def why(kind) -> tuple[str, str]:
    if kind in REASONS:
        return REASONS[kind]
    return "A-3", "nothing fits at all"
"""


def test_a_sentence_may_stand_beside_its_clause_and_in_a_table() -> None:
    module = sites.Module("gmtool/engine/names.py", ast.parse(TABLE))
    found = {(site.line, "|".join(site.pieces)): set(site.part_of) for site in module.sites()}
    assert found == {
        (6, ""): set(),
        (2, "one is too few"): {6},
        (2, "two are too many"): {6},
        (11, "nothing fits at all"): {6},
    }


@pytest.fixture
def company(tmp_path: Path) -> Company:
    scenes = {"bad": Scene("bad", "", NOTHING, [Step("gmtool", "status")])}
    return Company(tmp_path.resolve(), scenes)


def _perform(company: Company, *steps: Step, scene: str = NOTHING) -> Performed:
    return company.perform(Room("a room"), Case("a case", scene, list(steps)))


def test_a_case_provokes_the_line_its_error_came_from_if_its_words_are_printed(
    company: Company,
) -> None:
    done = _perform(company, Step("gmtool", "new auction-poker R Ann host --zone UTC"))
    assert (done.code, done.clause) == (1, "ALL-4")
    assert done.lines == ("refused (ALL-4): “host” can't be a player's name; the journal uses it.",)
    file = "gmtool/engine/names.py"
    lines = (sites.PACKAGE.parent / file).read_text("utf-8").splitlines()
    place = next(i for i, line in enumerate(lines, 1) if "the journal uses it" in line)
    said, unsaid = ("the journal uses",), ("other words",)
    assert done.provokes(sites.Site(file, place - 2, place + 2, "_check_one", said))
    assert not done.provokes(sites.Site(file, place - 2, place + 2, "_check_one", unsaid))
    assert not done.provokes(sites.Site(file, 1, 2, "_check_one", said))


def test_what_goes_well_is_no_case_and_what_leads_to_one_must_go_well(company: Company) -> None:
    with pytest.raises(Misprint, match="no mistake any more"):
        _perform(company, Step("gmtool", "kinds"))
    with pytest.raises(Misprint, match="“status” ends with 3"):
        _perform(company, Step("gmtool", "status"), Step("gmtool", "log"))
    with pytest.raises(Misprint, match="“status” ends with 3"):
        _perform(company, Step("gmtool", "log"), scene="bad")
    with pytest.raises(Misprint, match="there is no scene elsewhere"):
        _perform(company, Step("gmtool", "log"), scene="elsewhere")
    with pytest.raises(Misprint, match="the program breaks down"):
        _perform(company, Step("gmtool", 'log "'))


def test_folders_and_what_comes_next_are_left_out(company: Company) -> None:
    done = _perform(company, Step("gmtool", "status"))
    assert done.lines == (
        "There is no database games.db; none was made. Check the name given with --db or "
        "GMTOOL_DB, or begin with `gmtool new`.",
    )


def test_an_excuse_is_for_a_place_by_its_words() -> None:
    site = sites.Site("gmtool/a.py", 7, 8, "f", ("one thing or ", " another"))
    assert Excuse("gmtool/a.py", "f", "", "why").is_for(site)
    assert Excuse("gmtool/a.py", "f", "one thing", "why").is_for(site)
    assert not Excuse("gmtool/a.py", "f", "something", "why").is_for(site)
    assert not Excuse("gmtool/a.py", "g", "", "why").is_for(site)


def test_a_line_of_the_case_files_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "cases.txt").write_text("== Room\nAbout it.\n= Case\ngmtoool status\n")
    with pytest.raises(Misprint, match=r"cases\.txt: “gmtoool status” is no step"):
        read_all(tmp_path)
