"""The reader of a game's file: what it makes, and each mistake with its line, key and cure."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from gmtool.api import Misset, canonical
from gmtool.desk import kinds
from gmtool.games.free import terms as t
from gmtool.games.free.file import read
from gmtool.games.free.terms import (
    Amount,
    Asks,
    End,
    Group,
    Hit,
    Resolve,
    Role,
    Round,
    Setup,
    Silent,
    Unit,
    Weight,
)

KIND = "free"
WHOLE = '''
players = "5-15"
show_roles = "out"
[words]
title = "Everything"
rules = """
All of it.

[round.none]
"""
how = "Say it."
[words.role]
mafia = "Kill."
[unit.credits]
secret = true
start = 100
least = -5
out = 0
[unit.points]
[roles]
mafia = 2
mayor = 1
townie = "rest"
[group.evil]
roles = ["mafia"]
meets = true
[group.red]
players = ["Ann", "Bob"]
[round.vote]
title = "the vote"
words = "Choose."
asks = "another player or nobody"
for = ["in", "red"]
hours = 12
until = "21:00"
early = "majority"
silent = "strike 3"
weights = { mayor = 2, red = 0 }
then = "gift"
[round.vote.resolve]
count = "majority"
hit = ["out", "-3 points"]
tie = "revote"
show = "counts"
after = ["shield", "gift"]
[round.shield]
asks = "player"
for = "mafia"
secret = true
until = "09:30"
uses = 2
costs = "5 credits"
change = "first"
[round.shield.resolve]
count = "each"
hit = ["safe from vote", "immune in vote", "tells role", "tells evil", "nothing"]
[round.gift]
asks = "choice yes, no"
sealed = true
silent = "answer no"
weights = "points"
[round.bid]
asks = "number 0-credits"
costs = "answer credits"
[round.bid.resolve]
count = "highest"
hit = ["pays its answer credits", "+1 points"]
tie = "draw"
[round.swap]
asks = "choice yes, no"
resolve = { count = "each", hit = "flips gift" }
[round.shout]
asks = "text"
resolve = "host"
[round.gift.resolve]
after = "swap"
[end]
left = 2
after = "3 vote"
reach = "200 credits"
gone = ["evil"]
parity = "mafia"
winner = "least points"
prize = "50 points"
share = "60, 30, 10"
'''


def test_ff_1_what_a_file_makes() -> None:
    assert read(WHOLE) == Setup(
        "Everything",
        "All of it.\n\n[round.none]",
        "Say it.",
        5,
        15,
        shows_roles=True,
        units=(Unit("credits", 100, secret=True, least=-5, out_at=0), Unit("points")),
        roles=(Role("mafia", 2, "Kill."), Role("mayor", 1), Role("townie")),
        groups=(Group("evil", ("mafia",), meets=True), Group("red", players=("Ann", "Bob"))),
        rounds=(
            Round(
                "vote",
                Asks(t.PLAYER, others=True, nobody=True),
                "the vote",
                "Choose.",
                ("in", "red"),
                follows=False,
                hours=12,
                until="21:00",
                early=t.MAJORITY,
                silent=Silent(t.STRIKE, 3),
                weights=(Weight("mayor", 2), Weight("red", 0)),
                then=("gift",),
                resolve=Resolve(
                    t.MAJORITY,
                    (Hit(t.OUT), Hit(t.GIVE, Amount(-3, "points"))),
                    t.REVOTE,
                    t.COUNTS,
                    ("shield", "gift"),
                ),
            ),
            Round(
                "shield",
                Asks(t.PLAYER),
                whom=("mafia",),
                follows=False,
                secret=True,
                hours=0,
                until="09:30",
                first=True,
                uses=2,
                costs=Amount(5, "credits"),
                resolve=Resolve(
                    t.EACH,
                    (
                        Hit(t.SAFE, of="vote"),
                        Hit(t.IMMUNE, of="vote"),
                        Hit(t.TELLS, of=t.ROLE),
                        Hit(t.TELLS, of="evil"),
                        Hit(t.NOTHING),
                    ),
                ),
            ),
            Round(
                "gift",
                Asks(t.CHOICE, choices=("yes", "no")),
                sealed=True,
                silent=Silent(t.ANSWER, said="no"),
                weights=(Weight(unit="points"),),
                resolve=Resolve(after=("swap",)),
            ),
            Round(
                "bid",
                Asks(t.NUMBER, unit="credits"),
                costs=Amount(0, "credits", answer=True),
                resolve=Resolve(
                    t.HIGHEST,
                    (
                        Hit(t.PAYS, Amount(0, "credits", answer=True)),
                        Hit(t.GIVE, Amount(1, "points")),
                    ),
                    t.DRAW,
                ),
            ),
            Round(
                "swap",
                Asks(t.CHOICE, choices=("yes", "no")),
                resolve=Resolve(t.EACH, (Hit(t.FLIPS, of="gift"),)),
            ),
            Round("shout", Asks(t.TEXT), resolve=Resolve(show=t.RESULT, by_host=True)),
        ),
        end=End(
            2,
            3,
            "vote",
            Amount(200, "credits"),
            ("evil",),
            ("mafia",),
            "points",
            least=True,
            prize=Amount(50, "points"),
            share=t.BY_PLACE,
            places=(60, 30, 10),
        ),
    )


@pytest.mark.parametrize(
    ("asks", "read_as"),
    {
        "text": Asks(t.TEXT),
        "lines  5": Asks(t.LINES, 5),
        "choice Red dragon,  O'Neill": Asks(t.CHOICE, choices=("Red dragon", "O'Neill")),
        "choice it": Asks(t.CHOICE, choices=("it",)),
        "number 1-100": Asks(t.NUMBER, low=1, high=100),
        "number 1 - points": Asks(t.NUMBER, low=1, unit="points"),
        "player": Asks(t.PLAYER),
        "another player": Asks(t.PLAYER, others=True),
        "player or nobody": Asks(t.PLAYER, nobody=True),
        "players 2": Asks(t.PLAYERS, 2),
        "other players 3": Asks(t.PLAYERS, 3, others=True),
        "split 100 over a, b": Asks(t.SPLIT, 100, ("a", "b")),
        "split 9 over players": Asks(t.SPLIT, 9),
        "split 9 over other players": Asks(t.SPLIT, 9, others=True),
        "order of a, b, c": Asks(t.ORDER, choices=("a", "b", "c")),
        "order of players": Asks(t.ORDER),
    }.items(),
)
def test_ff_5_what_a_round_asks(asks: str, read_as: Asks) -> None:
    made = read(
        f'[words]\ntitle = "A"\n[unit.points]\n[round.x]\nasks = "{asks}"\nresolve = "host"\n'
    )
    assert made.rounds[0].asks == read_as


@pytest.mark.parametrize("name", [one.name for one in kinds.setups(KIND)])
def test_ff_1_files_that_travel_with_the_kind(name: str) -> None:
    text = next(one.text for one in kinds.setups(KIND) if one.name == name)
    assert canonical(text) == text
    made = read(text)
    assert made.rules.partition("\n")[0].endswith((".", "!", "?"))
    assert max(map(len, made.rules.partition("\n")[:1])) <= 100


def test_minority_rule_is_a_file_of_fifty_lines() -> None:
    text = next(one.text for one in kinds.setups(KIND) if one.name == "minority")
    assert len(text.splitlines()) <= 50


# ---- mistakes

GOOD = """\
players = "6-9"
show_roles = "out"
[words]
title = "A"
[unit.gold]
start = 5
[unit.xp]
[roles]
mafia = 2
townie = "rest"
[group.evil]
roles = ["mafia"]
[round.vote]
asks = "player"
[round.vote.resolve]
after = "save"
[round.save]
asks = "player"
[round.bid]
asks = "number 1-9"
resolve = { count = "highest" }
[round.tip]
asks = "choice yes, no"
[end]
left = 2
"""


def cases() -> list[tuple[str, str, int, str, str]]:
    found = []
    for line in (Path(__file__).parent / "mistakes.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        change, place, why = line.split(" | ")
        was, _, becomes = change.partition(" -> ")
        number, _, key = place.partition(" ")
        found.append((was, becomes, int(number), key, why))
    return found


@pytest.mark.parametrize(("was", "becomes", "line", "key", "why"), cases())
def test_each_mistake_with_its_line_and_key_and_what_would_be_right(
    was: str, becomes: str, line: int, key: str, why: str
) -> None:
    assert GOOD.count(f"{was}\n") >= 1
    for size in (61, 4001, 9999):
        becomes = becomes.replace(f"{{{size}}}", "1" * size)
    text = GOOD.replace(was, becomes.replace("; ", "\n"), 1)
    with pytest.raises(Misset) as misset:
        read(text)
    told = [(one.line, one.key, one.why) for one in misset.value.mistakes]
    assert (line, key) == told[0][:2], told
    assert why in told[0][2]
    assert len(told) == 1, told


def test_an_end_that_would_come_at_once() -> None:
    with pytest.raises(Misset) as misset:
        read(GOOD.replace("mafia = 2", "mafia = 3").replace("left = 2", 'parity = ["evil"]'))
    (told,) = misset.value.mistakes
    assert (told.line, told.key) == (25, "end.parity")
    assert "with 6 players evil has 3 at the beginning" in told.why


def test_a_good_file_has_no_mistake() -> None:
    assert read(GOOD).title == "A"


def test_all_mistakes_are_told_in_the_order_of_lines() -> None:
    with pytest.raises(Misset) as misset:
        read(WHOLE.replace("hours = 12", "hours = '12'").replace("left = 2", "left = true"))
    lines = [one.line for one in misset.value.mistakes]
    assert len(lines) == 2
    assert all(a < b for a, b in pairwise(lines))
