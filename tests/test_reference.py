"""The reference of commands, kinds, templates and forums: made from the program, and fresh."""

from __future__ import annotations

import pytest
from gallery import DOCS, page
from manual import kinds, reference, sampling, variables
from manual.sampling import Facts, Samples
from manual.shapes import Shape
from manual.tree import Commands

from gmtool.desk.problems import REFUSED, UNUSABLE, USAGE

STALE = "stale; run: python docs/generate.py"
WHOLE = {"commands.md", "template-reference.md", "dialects.md"}
"""Pages that are told without any session."""


@pytest.mark.slow
def test_what_is_told_without_a_session_is_on_each_page() -> None:
    for place, found in reference.pages(Commands(), Samples()).items():
        both = [found, page(place)]
        if place not in WHOLE:
            both = ["\n".join(reference.without_sessions(one)) for one in both]
        assert both[0] == both[1], f"{place} is {STALE}"


@pytest.mark.slow
@pytest.mark.long
def test_every_command_and_text_is_shown_and_the_pages_are_fresh() -> None:
    tree = Commands()
    samples = sampling.take(tree)
    assert not samples.missing(tree)
    for place, found in reference.pages(tree, samples).items():
        assert found == page(place), f"{place} is {STALE}"


def test_each_kind_has_its_page_and_nothing_else_has_one() -> None:
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.glob("kinds/*")}
    assert there == set(kinds.titles())


def test_all_commands_are_found_with_their_help_options_and_examples() -> None:
    commands = Commands()
    assert {"new", "record", "log", "rule extend"} <= set(commands.all)
    assert "rule" not in commands.all
    assert [group.name for group in commands.groups] == ["rule", "template", "setup"]
    log = commands.all["log"]
    assert log.about == "The journal, a line an entry."
    assert log.example == "gmtool log --secret"
    assert {"N", "--secret", "--refused"} <= {p.written for p in log.parameters}
    assert [p.written for p in commands.everywhere if p.variable == "GMTOOL_DB"] == ["--db PATH"]
    assert commands.gives_facts("log")
    assert not commands.gives_facts("demo")
    assert commands.name_in('rule extend +12h --why "x"') == "rule extend"
    assert commands.name_in("record Ann bid A 30") == "record"


def test_a_command_or_text_that_no_session_shows_is_named() -> None:
    commands = Commands()
    samples = Samples()
    missing = set(samples.missing(commands))
    assert "gmtool log --json" in missing
    assert "gmtool demo --json" not in missing
    assert "auction-poker: a player receipt" in missing
    samples.answers["log"] = Shape()
    samples.answers["log"].add({"entries": 1})
    samples.facts["auction-poker", "receipt", True] = Facts()
    still = set(samples.missing(commands))
    assert missing - still == {"gmtool log --json", "auction-poker: a player receipt"}


@pytest.mark.slow
def test_exit_codes_and_variables_come_with_what_the_source_says_of_them() -> None:
    codes = dict(variables.exit_codes())
    assert list(codes) == [0, REFUSED, USAGE, UNUSABLE, 130]
    assert codes[USAGE] == "wrong usage"
    found = dict(variables.environment_variables())
    assert "in seconds" in found["GMTOOL_BUSY_SECONDS"]
    assert "templates" in found["GMTOOL_TEMPLATES"]


def test_a_shape_tells_names_kinds_and_what_isnt_always_there() -> None:
    shape = Shape()
    shape.add({"who": "Ann", "at": "2026-11-20T20:00:00Z", "place": 1, "cards": ["3S"], "ok": True})
    shape.add({"who": "Bob", "at": None, "cards": [], "ok": False, "window": {"key": "a"}})
    shape.add({"who": "Cid", "at": None, "cards": [], "ok": False, "window": None})
    assert list(shape.lines()) == [
        "- `who`: text",
        "- `at`: instant or none",
        "- `place`: number, not always there",
        "- `cards`: list of text",
        "- `ok`: yes or no",
        "- `window`: this, or none, not always there",
        "    - `key`: text",
    ]


def test_shapes_of_lists_are_those_of_all_that_is_in_them() -> None:
    shape = Shape()
    shape.add([{"lot": "A", "bids": []}, {"lot": "B", "bids": [{"coins": 3}]}])
    assert shape.kind == "list"
    assert list(shape.lines()) == ["- `lot`: text", "- `bids`: list", "    - `coins`: number"]


def test_two_shapes_make_one_of_all_samples() -> None:
    first, second = Shape(), Shape()
    first.add({"who": "Ann", "bids": [1]})
    second.add({"who": None, "why": "late", "bids": ["x"]})
    assert list(first.with_(second).lines()) == [
        "- `who`: text or none",
        "- `bids`: list of number or text",
        "- `why`: text, not always there",
    ]
