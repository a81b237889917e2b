"""The reader of a game's file: what a round asks for, and each mistake with its line, key and cure.
What a file makes of a game is in `*.clauses`.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from gmtool.api import Misset, canonical
from gmtool.desk.session import kinds
from gmtool.games.free import terms as t
from gmtool.games.free.file import read
from gmtool.games.free.terms import Asks

KIND = "free"


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
        read(GOOD.replace("start = 5", "start = '5'").replace("left = 2", "left = true"))
    lines = [one.line for one in misset.value.mistakes]
    assert len(lines) == 2
    assert all(a < b for a, b in pairwise(lines))
