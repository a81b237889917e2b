"""Secrets of every kind: a leak of any of them would be found, and no report of a desk tells one.

What finds a leak are the pairs of games that the promises compare (`gmtool.testing.secrets`), and
the cases `twice …` and `hides …` of the kinds' `*.clauses`, for what random games hardly come to.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from clauses import Case, cases
from hosting import Host
from lengths import few_first, few_or_many
from trial import EVERYBODY

from gmtool.engine import journal
from gmtool.engine.game import SECRET, View
from gmtool.engine.table import openly
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games import BUILT_IN, load
from gmtool.testing.played import Played, Subject
from gmtool.testing.secrets import DIGEST, ON, Pair, pairs_of, played_on

GAMES = 6
ENOUGH = few_or_many({"auction-poker": 4, "split-decision": 2, "ten-skip": 2}, {})
"""Of some kinds fewer games come to pairs that differ in each secret."""
UNVARIED = {
    "split-decision": {"kept_answer", "suggested_verdict", "waiting_codes"},
    "grouping-bw": {"last_grouping"},
    "big-two": {"to_answer", "trades"},
    "president": {"offers", "swaps", "to_answer"},
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


FORMS = ("", " --json")
ACROSS = tuple(f"{line}{form}" for line in ("status", "games", "due --why", "") for form in FORMS)
LINES = (
    *ACROSS,
    *(f"{line}{form}" for line in ("log", "outbox --all", "inbox", "post") for form in FORMS),
    "export --public",
)
"""All standing reports; those of where games stand don't tell who said something in private."""


@pytest.fixture
def hosts(migrated: Path, tmp_path: Path) -> list[Host]:
    """Two hosts, each with an empty desk."""
    for side in ("left", "right"):
        (tmp_path / side).mkdir()
        shutil.copy(migrated, tmp_path / side / "games.db")
    return [Host(tmp_path / side / "games.db") for side in ("left", "right")]


def reports(host: Host, seer: str) -> dict[str, str]:
    """What a desk shows: reports without secrets, and texts for a reader."""
    lines = [["post", row["occasion"]] for row in host("post --json").facts]
    if seer:
        lines += [["pm", seer, row["occasion"]] for row in host("pm --json", seer).facts]
    texts = {" ".join(words): DIGEST.sub("#", host("", *words).all) for words in lines}
    return standing(host, LINES) | texts


def has(host: Host, text: str, name: str = "It") -> Host:
    """A desk that has that journal, by that name."""
    imported = host("import - --as", name, pasted=text)
    assert imported.code == 0, imported.all
    return host


def standing(host: Host, lines: tuple[str, ...]) -> dict[str, str]:
    """Standing reports by their commands, and the calendar."""
    shown = {line: DIGEST.sub("#", host(line).all) for line in lines}
    calendar = host.database.with_name("due.ics")
    host("due --ics", str(calendar))
    return shown | {"a calendar": calendar.read_text() if calendar.exists() else ""}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "number"),
    few_first(3, ((kind, number) for number in range(4) for kind in BUILT_IN)),
)
def test_no_report_tells_a_secret(kind: str, number: int, hosts: list[Host]) -> None:
    said = [(game, pair) for game, _, pair in pairs(kind) if pair.entry.who != CHANCE]
    assert told_apart(hosts, *said[number * (len(said) - 1) // 4]) == {}


def told_apart(hosts: list[Host], game: Played, pair: Pair) -> dict[str, tuple[str, str]]:
    """The reports that differ right after the entries in which the pair does, by command."""
    shown = []
    for host, entry in zip(hosts, (pair.entry, pair.other), strict=True):
        before = (one for one in game.entries if one.number < entry.number)
        text = journal.write(game.header, (*before, entry))
        host.now = entry.recorded_at
        shown.append(reports(has(host, text), pair.seers[-1]))
    assert len(shown[0]) > len(LINES)
    return differing(*shown)


def differing(left: dict[str, str], right: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {what: (left[what], right[what]) for what in left if left[what] != right[what]}


PAIRS = [case for case in cases() if case.is_pair]
APART = 16
"""Of the pairs one in so many is looked at always: neighbours in a file are alike."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    few_first(len(PAIRS) // APART, (c for n in range(APART) for c in PAIRS[n::APART])),
    ids=lambda case: case.id,
)
def test_no_report_tells_what_not_everybody_may_know(case: Case, hosts: list[Host]) -> None:
    """Of two games that everybody else takes for the same: who has spoken in private, too."""
    left, right = case.pair()
    for place, (_, names) in enumerate(left.asked_apart):
        games = left.so_far[place], right.so_far[place]
        # How many entries there are, and whom a sealed window waits for, a report always tells.
        alike = [(len(game.entries), [w.moved for w in openly(game.table)]) for game in games]
        if EVERYBODY not in names.split(", ") and alike[0] == alike[1]:
            shown = []
            for host, game in zip(hosts, games, strict=True):
                host.now = game.entries[-1].recorded_at
                text = journal.write(game.header, game.entries)
                shown.append(standing(has(host, text, f"After {place}"), ACROSS))
            assert differing(*shown) == {}


@pytest.mark.slow
def test_what_a_report_tells_would_be_seen(
    hosts: list[Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    bids = (
        (game, pair)
        for game, _, pair in pairs("auction-poker")
        if pair.entry.text.startswith("bid") and pair.other.text.startswith("bid")
    )
    game, pair = next(bids)
    monkeypatch.setattr("gmtool.games.auction_poker.moves.Bid.public", property(str))
    assert "log" in told_apart(hosts, game, pair)
