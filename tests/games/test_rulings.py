"""The table of a kind's rulings beside its page, its options and its opening post."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from clauses import Case, Trial
from recorded import names, recording
from trial import begun

from gmtool.engine.game import Game
from gmtool.engine.options import Option
from gmtool.engine.rulings import Ruling
from gmtool.games import BUILT_IN, load, rulings


def rules(kind: str) -> Game:
    return load(BUILT_IN[kind])


def told() -> Iterator[tuple[str, Ruling, str]]:
    """Every sentence for players, by its kind, its ruling and the value that it stands for."""
    for kind in BUILT_IN:
        for ruling in rules(kind).rulings:
            yield from ((kind, ruling, value) for value in ruling.told)


def clauses(kind: str) -> list[tuple[str, str]]:
    """The clauses of a kind's page, each with all its lines."""
    return _clauses(BUILT_IN[kind].partition(":")[0], "rules.md")


def _clauses(package: str, page: str) -> list[tuple[str, str]]:
    text = (resources.files(package) / page).read_text("utf-8")
    return re.findall(r"^- ([A-Z]+-\d+) (.*(?:\n  .*)*)", text, re.MULTILINE)


def marks(page: Iterable[tuple[str, str]]) -> list[str]:
    """The clause of each ruling that a page marks, in its order."""
    return [clause for clause, line in page for _ in range(line.count("**R**"))]


@pytest.mark.parametrize("kind", BUILT_IN)
def test_each_ruling_of_the_page_has_a_row_of_the_table(kind: str) -> None:
    assert [ruling.clause for ruling in rules(kind).rulings] == marks(clauses(kind))


def test_each_ruling_for_all_games_has_a_row_and_is_fixed() -> None:
    page = _clauses("gmtool.games", "common.md")
    assert [ruling.clause for ruling in rulings.RULINGS] == marks(page)
    assert all(ruling.fixed and not ruling.options for ruling in rulings.RULINGS)


@pytest.mark.parametrize("kind", BUILT_IN)
def test_each_ruling_is_an_option_or_says_why_not(kind: str) -> None:
    game = rules(kind)
    options = {option.name for option in game.options}
    for one in game.rulings:
        assert bool(one.options) != bool(one.fixed), one
        assert {*one.options} <= options, one
        assert one.source, one
        assert one.rule, one


@pytest.mark.parametrize("kind", BUILT_IN)
def test_a_newer_version_of_the_rules_says_what_it_changed(kind: str) -> None:
    game = rules(kind)
    assert {change.version for change in game.changes} == {
        *range(game.oldest + 1, game.rules_version + 1)
    }
    for one in game.changes:
        assert one.before != one.since
        assert one.clause in dict(clauses(kind))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "ruling", "value"),
    [pytest.param(*one, id=f"{one[0]}: {one[1].clause} {one[2]}") for one in told()],
)
def test_the_opening_post_tells_it(kind: str, ruling: Ruling, value: str) -> None:
    game = rules(kind)
    option = next((o for o in game.options if o.name in ruling.options[:1]), None)
    chosen = "" if option is None else value or next(_others(option, ruling.told))
    post = _opening(game, {option.name: chosen} if option else {})
    assert ruling.told[value].replace("{value}", chosen) in post


def _others(option: Option, listed: Iterable[str]) -> Iterator[str]:
    """Values that an option may have and no sentence names."""
    numbers = (str(number) for number in range(max(option.low, 2), option.high + 1))
    switch = isinstance(option.default, bool)
    values = option.choices or (("on", "off") if switch else numbers)
    yield from (one for one in values if one not in listed)


def _opening(game: Game, options: dict[str, str]) -> str:
    """The opening post of a game that hasn't begun, with these options."""
    players = recording(game, names(game)[0]).header.players
    header = [f"kind: {game.kind}", f"players: {', '.join(players)}"]
    header += [f"option {name}: {value}" for name, value in options.items()]
    trial = Trial(Case(Path(), "", tuple(header), (), {}), begun(header))
    trial.apply('host: note "x"')
    return " ".join(trial.written("opening").split())
