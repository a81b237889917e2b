"""The order in which chance has the tiles dealt, in many draws (GB-3)."""

from __future__ import annotations

from collections import Counter

from playing import head, play, timed

from gmtool.engine.steps import draw
from gmtool.games.grouping_bw import GAME

GROUP = "group A 0 1 B 2 3 4 C 5 6 7 8"
LETTERS = "AABBBCCCC"


def test_gb_03_tiles_in_each_group_and_the_groups_are_in_random_order_for_each_player() -> None:
    """Every order of the groups and of the tiles in each is met in 400 draws, about as often."""
    header = head("Ann, Bob", GAME.kind).replace("---", "set chance: typed\n---")
    grouped = play(header + timed(["host: start", f"Ann: {GROUP}", f"Bob: {GROUP}"]))
    then = grouped.then(timed(["chance: order Ann 0 1 2 3 4 5 6 7 8"], grouped.table.last_at))
    groups: Counter[str] = Counter()
    inside: dict[str, Counter[str]] = {letter: Counter() for letter in "ABC"}
    alike = 0
    for number in range(400):
        seed = number.to_bytes(32, "big")
        tiles = draw(GAME, grouped.table, seed).split()[2:]
        alike += tiles == draw(GAME, then.table, seed).split()[2:]
        groups["".join(LETTERS[int(tile)] for tile in tiles)] += 1
        for letter in "ABC":
            inside[letter]["".join(t for t in tiles if LETTERS[int(t)] == letter)] += 1
    assert alike < 20
    assert len(groups) == 6
    assert min(groups.values()) > 400 / 6 / 2
    assert [len(inside[letter]) for letter in "ABC"] == [2, 6, 24]
    assert min(inside["A"].values()) > 150
    assert min(inside["B"].values()) > 30
