"""Secrets of every kind: a leak of any of them would be found, and no report of a desk tells one.

What finds a leak are the pairs of games that the promises compare (`gmtool.testing.check_secrets`),
and the cases `twice …` and `hides …` of the kinds' `*.clauses`, for what random games hardly come
to.
"""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import registered
from clauses import Case, cases
from lengths import few_first, few_or_many
from trial import EVERYBODY

from gmtool.browser import app
from gmtool.browser.form_handlers import Told
from gmtool.cli import registry
from gmtool.desk.answers import Answer
from gmtool.desk.care import journal_files
from gmtool.desk.desk import Desk
from gmtool.desk.reports import log
from gmtool.engine import journal
from gmtool.engine.game import SECRET, View
from gmtool.engine.table import openly
from gmtool.engine.text import HOST
from gmtool.games import BUILT_IN, load
from gmtool.store.completion_queries import Candidates
from gmtool.testing import standing
from gmtool.testing.broken import Broken
from gmtool.testing.check_reports import Desks, at_desks, show_the_same, shown_at
from gmtool.testing.check_secrets import ON, Pair, pairs_of, played_on
from gmtool.testing.played import Played, Subject

GAMES = 6
ENOUGH = few_or_many({"auction-poker": 4, "split-decision": 2, "ten-skip": 2}, {})
"""Of some kinds fewer games come to pairs that differ in each secret."""
UNVARIED = {
    "split-decision": {"kept_answer", "suggested_verdict", "waiting_codes"},
    "grouping-bw": {"last_grouping"},
    "big-two": {"to_answer", "trades"},
    "president": {"offers", "swaps"},
    "free": {"has", "may_answer", "not_covered", "results"},
}
"""What pairs of random games hardly differ in; cases of the kind's `*.clauses` hold it."""


@cache
def pairs(kind: str) -> tuple[tuple[Played, int, Pair], ...]:
    """Pairs of random games, with the game and the place in it where they begin to differ."""
    games = Subject.of(load(BUILT_IN[kind]), ENOUGH.get(kind, GAMES)).random()
    return tuple((game, place, pair) for game in games for place, pair in pairs_of(game))


def secrets_of(view: View) -> dict[str, Any]:
    """What the host's view keeps from everybody, by name."""
    found: dict[str, Any] = dict(view.get(SECRET, {}))
    for player in view["players"]:
        for key, value in player.get(SECRET, {}).items():
            found.setdefault(key, {})[player["name"]] = value
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", BUILT_IN)
def test_every_secret_of_a_view_would_be_missed_if_it_were_told(kind: str) -> None:
    """It differs in some pair of games that somebody can't tell apart."""
    secrets, found = set[str](), set[str]()
    for game, place, pair in pairs(kind):
        for then in played_on(pair, game.taken[place + 1 : place + 1 + ON]):
            left, right = (
                secrets_of(game.game.view(side.table.state, HOST))
                for side in (then.left, then.right)
            )
            secrets |= {*left}
            found |= {key for key in left if left[key] != right[key]}
    assert secrets - found == UNVARIED.get(kind, set())


# ---- reports


OF_ENTRIES = {
    **dict.fromkeys(("gmtool log", "the page /log"), "its lines are the entries, with who spoke"),
    **dict.fromkeys(
        (f"the page /{way}-back" for way in ("taking", "putting")), "it names the entry, too"
    ),
    "gmtool export --public": "it has a seal for each entry, and it all in the end",
}
"""What tells who said something in private, and why. No other report, no page and no Tab does."""
PAIRS = [case for case in cases() if case.is_pair]
APART = 24
"""Of the pairs one in so many is looked at always: neighbours in a file are alike."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    few_first(len(PAIRS) // APART, (c for n in range(APART) for c in PAIRS[n::APART])),
    ids=lambda case: case.id,
)
def test_nothing_on_a_screen_tells_what_not_everybody_may_know(
    case: Case, migrated: Path, tmp_path: Path
) -> None:
    """Of two games that everybody else takes for the same: who has spoken in private, too."""
    left, right = case.pair()
    for place, (_, names) in enumerate(left.asked_apart):
        games = left.so_far[place], right.so_far[place]
        # How many entries there are, and whom a sealed window waits for, a report always tells.
        alike = [(len(game.entries), [w.moved for w in openly(game.table)]) for game in games]
        if EVERYBODY not in names.split(", ") and alike[0] == alike[1]:
            shown = []
            for side, game in enumerate(games):
                database = shutil.copy(migrated, tmp_path / f"{place}-{side}.db")
                at = game.entries[-1].recorded_at
                desk = Desk(str(database), at, "test", clock=str(at))
                journal_files.import_journal(desk, journal.write(game.header, game.entries), "it")
                shown.append(shown_at(desk))
            one, other = shown
            assert OF_ENTRIES.keys() < one.keys() == other.keys()
            for what in one.keys() - OF_ENTRIES.keys():
                assert one[what] == other[what], what


def a_pair_at_desks(folder: Path) -> tuple[Desks, Pair]:
    """Two desks that differ in a sealed bid."""
    bids = (
        (game, pair)
        for game, _, pair in pairs("auction-poker")
        if pair.entry.text.startswith("bid") and pair.other.text.startswith("bid")
    )
    game, pair = next(bids)
    desks = at_desks(game, pair, folder)
    assert desks
    return desks, pair


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "instead", "where"),
    [
        ("desk.reports.log._public_part", lambda r, e: r.keep(e) and e.text, "gmtool log"),
        ("desk.moves.undo.is_public", lambda _: True, "the page /taking-back"),
        (
            "store.completion_queries.read_candidates",
            lambda db, _: Candidates(players=(Path(db).name,)),
            "Tab behind gmtool record",
        ),
    ],
)
def test_what_a_report_tells_would_be_seen(
    what: str, instead: Any, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks, pair = a_pair_at_desks(tmp_path)
    monkeypatch.setattr(f"gmtool.{what}", instead)
    with pytest.raises(Broken, match=f"“{where}” tells everybody whether"):
        show_the_same(desks, pair)


@pytest.mark.slow
def test_a_new_command_and_a_new_page_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks, pair = a_pair_at_desks(tmp_path)
    with monkeypatch.context() as there:
        peek = ModuleType("gmtool.cli.peek")
        vars(peek)["peek"] = journals_with_secrets
        there.setitem(sys.modules, "gmtool.cli.peek", peek)
        there.setitem(registry.COMMANDS, "peek", registry.Line("peek", "A peek.", "gmtool peek"))
        with pytest.raises(Broken, match="“gmtool peek” tells everybody"):
            show_the_same(desks, pair)
    monkeypatch.setitem(app.READS, "peek", lambda desk, _: Told(journals_with_secrets(desk).lines))
    with pytest.raises(Broken, match="“the page /peek” tells everybody"):
        show_the_same(desks, pair)


def journals_with_secrets(desk: Desk) -> Answer:
    return log.log(desk, secret=True)


def test_what_is_excepted_is_there() -> None:
    """The lists of what is answered with secrets name commands, switches and pages that there
    are.
    """
    there = {*registry.GROUPS, *registered.LINES, *registered.PARAMETERS}
    assert {words.removesuffix(" …") for words in standing.COMPLETE} <= there
    assert {path[1:] for path in standing.COMPLETE_PAGES} <= {*registered.PAGES}
