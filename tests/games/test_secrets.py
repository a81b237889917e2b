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
from hosting import Host
from lengths import few_first

from gmtool.engine import journal
from gmtool.engine.game import SECRET, View
from gmtool.engine.table import awaited
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games import BUILT_IN, load
from gmtool.testing.played import Played, Subject
from gmtool.testing.secrets import DIGEST, ON, Pair, pairs_of, played_on

GAMES = 6
UNVARIED = {
    "split-decision": {"kept_answer", "suggested_verdict", "waiting_codes"},
    "grouping-bw": {"last_grouping"},
    "big-two": {"to_answer", "trades"},
    "president": {"offers", "swaps"},
}
"""What pairs of random games hardly differ in; cases of the kind's `*.clauses` hold it."""


@cache
def pairs(kind: str) -> tuple[tuple[Played, int, Pair], ...]:
    """Pairs of random games, with the game and the place in it where they begin to differ."""
    games = Subject.of(load(BUILT_IN[kind]), GAMES).random()
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


LINES = ("log", "status", "games", "due", "outbox", "inbox", "export --public", "post")


@pytest.fixture
def hosts(migrated: Path, tmp_path: Path) -> list[Host]:
    """Two hosts, each with an empty desk."""
    for side in ("left", "right"):
        (tmp_path / side).mkdir()
        shutil.copy(migrated, tmp_path / side / "games.db")
    return [Host(tmp_path / side / "games.db") for side in ("left", "right")]


def reports(host: Host, text: str, seer: str) -> dict[str, str]:
    """What a desk shows that has that journal: reports without secrets, and texts for a reader."""
    imported = host("import -", pasted=text)
    assert imported.code == 0, imported.all
    lines = [line.split() for line in LINES]
    lines += [["post", row["occasion"]] for row in host("post --json").facts]
    if seer:
        lines += [["pm", seer, row["occasion"]] for row in host("pm --json", seer).facts]
    return {" ".join(words): DIGEST.sub("#", host("", *words).all) for words in lines}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "number"),
    few_first(6, ((kind, number) for number in range(4) for kind in BUILT_IN)),
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
        shown.append(reports(host, text, pair.seers[-1]))
    left, right = shown
    if awaited(game.game, pair.left.table) != awaited(game.game, pair.right.table):
        for line in ("status", "games", "due"):
            left[line] = right[line]  # the host is always told for whom the game waits
    assert len(left) > len(LINES)
    return {what: (left[what], right[what]) for what in left if left[what] != right[what]}


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
