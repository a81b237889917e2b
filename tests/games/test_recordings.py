"""Whole recorded games of every kind (`recorded/KIND`): each ends as its result says, is written as
the program writes it, and between them they show all that a kind knows.

NAME.journal is what a host recorded, NAME.result was worked out by hand from the rulebook, with the
reasoning in its remarks. A kind's tests have a module `results`: `report` says what a result says,
and WAYS are the news that some recording must show, written as in the files `*.clauses`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest
from hosting import Host
from lengths import few_first
from recorded import (
    RECORDED,
    Recording,
    check_canonical,
    check_import_and_export,
    check_taken_back,
    never_chosen,
    never_happened,
    never_ruled,
    never_said,
    never_told,
    recording,
    recordings,
    worked_out,
)

from gmtool.engine import moves
from gmtool.engine.game import Game
from gmtool.games import BUILT_IN, load

ALL = [
    pytest.param(kind, path.stem, id=f"{kind}: {path.stem}")
    for kind in BUILT_IN
    for path in sorted((RECORDED / kind).glob("*.journal"))
]
every_recording = pytest.mark.parametrize(("kind", "name"), ALL)
packages = pytest.mark.parametrize("package", sorted({p.split(":")[0] for p in BUILT_IN.values()}))


def rules(kind: str) -> Game:
    return load(BUILT_IN[kind])


def results_of(package: str) -> ModuleType:
    """What its tests say of recorded games."""
    return import_module(f"{package.rpartition('.')[2]}.results")


def kinds_of(package: str) -> list[Game]:
    return [rules(kind) for kind, place in BUILT_IN.items() if place.split(":")[0] == package]


def recordings_of(package: str) -> list[Recording]:
    return [one for game in kinds_of(package) for one in recordings(game)]


@every_recording
def test_a_recorded_game_ends_as_its_result_says(kind: str, name: str) -> None:
    one = recording(rules(kind), name)
    report = results_of(BUILT_IN[kind].split(":")[0]).report
    assert report(one) == worked_out(one.game, name)


@pytest.mark.slow
@every_recording
def test_what_is_taken_back_leaves_the_table_as_it_was(kind: str, name: str) -> None:
    check_taken_back(recording(rules(kind), name))


@every_recording
def test_a_recorded_journal_is_written_canonically(kind: str, name: str) -> None:
    check_canonical(recording(rules(kind), name))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), few_first(6, ALL[::-7] + ALL))
def test_import_and_export_give_the_recording_back_byte_for_byte(
    kind: str, name: str, host: Host
) -> None:
    check_import_and_export(recording(rules(kind), name), host)


@pytest.mark.parametrize("kind", BUILT_IN)
def test_every_recording_has_a_result(kind: str) -> None:
    journals, results = (
        {path.stem for path in (RECORDED / kind).glob(f"*.{ending}")}
        for ending in ("journal", "result")
    )
    assert journals
    assert journals == results


@packages
def test_all_news_and_every_move_have_a_recording(package: str) -> None:
    """Whatever the rulebook gains, here it is missed until a recorded game shows it."""
    among = recordings_of(package)
    missing = never_happened(package, among)
    missing += never_said(import_module(f"{package}.moves"), moves.Move, among)
    for game in kinds_of(package):
        missing += set(never_ruled(game, among)) - set(getattr(results_of(package), "NEVER", ()))
        missing += never_chosen(game, among)
    assert not missing, f"without a recording: {', '.join(missing)}"


@packages
def test_every_way_in_which_something_ends_has_a_recording(package: str) -> None:
    ways = results_of(package).WAYS
    missing = never_told(ways, recordings_of(package))
    assert ways
    assert not missing, f"without a recording: {missing}"
