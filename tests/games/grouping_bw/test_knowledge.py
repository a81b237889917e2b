"""What a player is told that a tile can be, against every order of the tiles that it can't exclude.

The order of a set is laid out group after group, in all ways; a grouping stands if some order has
everything the player was shown (GB-3, GB-4, GB-7, GB-8, GB-14, GB-17), in both halves (GB-9) and,
in `final-match`, if it can come from one that stood in the set before (GB-15). What the player was
shown is taken from `reference`, never from the program.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

import pytest

from gmtool.games.grouping_bw import GAME

from .reference import LETTERS, SIZE, Reference, colour
from .test_against_reference import NAMES, Match, Talk, begin

TILES = frozenset(range(9))
FAST_MATCHES = 1
SLOW_PARTS = 3
MATCHES_IN_A_PART = 10

Groups = tuple[frozenset[int], frozenset[int], frozenset[int]]
Places = tuple[frozenset[int], ...]
"""What each tile dealt in a half can be for itself alone, in order."""


def test_gb_04_random_matches_tell_what_every_consistent_order_allows() -> None:
    checked = sum(watch(number, 0.07) for number in range(FAST_MATCHES))
    assert checked > FAST_MATCHES * 2


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_gb_04_many_random_matches_tell_what_every_consistent_order_allows(part: int) -> None:
    first = 5000 + part * MATCHES_IN_A_PART
    checked = sum(watch(number, 0.15) for number in range(first, first + MATCHES_IN_A_PART))
    assert checked > MATCHES_IN_A_PART * 2


# ---- every order


ALL: list[Groups] = [
    (frozenset(a), frozenset(b), TILES - {*a, *b})
    for a in combinations(sorted(TILES), SIZE["A"])
    for b in combinations(sorted(TILES - {*a}), SIZE["B"])
]
"""GB-2: 1260 of them."""
BITS = {groups: [sum(1 << tile for tile in group) for group in groups] for groups in ALL}
"""The tiles of each group as the bits of a number: there are many to compare."""


@cache
def lie(group: frozenset[int], places: Places, at: int) -> frozenset[int]:
    """The tiles that can lie at place `at`, from 0, when a group lies in these places, which may be
    fewer than its tiles; empty where it can't lie so at all.
    """
    return frozenset(
        order[at]
        for order in permutations(sorted(group))
        if all(tile in place for tile, place in zip(order, places, strict=False))
    )


@cache
def layouts(places: Places) -> list[list[tuple[int, Places]]]:
    """In all orders of the groups: which group lies in which of the places, as far as dealt."""
    laid = []
    for letters in permutations(LETTERS):
        left, blocks = places, []
        for letter in letters:
            if left:
                blocks.append((LETTERS.index(letter), left[: SIZE[letter]]))
            left = left[SIZE[letter] :]
        laid.append(blocks)
    return laid


def possible(groups: Groups, places: Places, letters: Sequence[str] = ()) -> set[int]:
    """What the tile dealt last can be, by all orders of these groups that have the others; empty
    where there is none. `letters` are the order of the groups if it is known.
    """
    found: set[int] = set()
    for blocks in layouts(places):
        if letters and any(LETTERS[n] != key for (n, _), key in zip(blocks, letters, strict=False)):
            continue
        if all(lie(groups[which], block, 0) for which, block in blocks):
            which, block = blocks[-1]
            found |= lie(groups[which], block, len(block) - 1)
    return found


def followers(before: Sequence[Groups]) -> list[Groups]:
    """GB-15: those that one of them can become, no group losing more than it may."""
    old = [BITS[groups] for groups in before]
    return [
        new
        for new, (a, b, c) in BITS.items()
        if any(
            (was[0] & ~a).bit_count() <= 1
            and (was[1] & ~b).bit_count() <= 1
            and (was[2] & ~c).bit_count() <= 2
            for was in old
        )
    ]


def place(row: dict[str, Any]) -> frozenset[int]:
    """What a tile can be by what was shown of it alone."""
    if row["tile"] is not None:
        return frozenset({row["tile"]})
    gone = {8} if row["no_eight"] else set()
    return frozenset(tile for tile in TILES - gone if colour(tile) == row["colour"])


def halves(page: Reference, viewer: str, owner: str, number: int) -> list[Places]:
    """What `viewer` was shown of the tiles of that set, each half for itself."""
    rows = [row for row in page.learned(viewer, owner) if row["set"] == number]
    split = [tuple(place(row) for row in rows if row["half"] == half) for half in (1, 2)]
    return [half for half in split if half]


def can_be(page: Reference, viewer: str, owner: str) -> list[int]:
    """What the tile of `owner` in play can be for all that `viewer` knows; empty between rounds."""
    if page.task != "bet":
        return []
    *before, now = halves(page, viewer, owner, page.set)
    if viewer == owner:
        a, b, c = (frozenset(page.groups[owner][letter]) for letter in LETTERS)
        return sorted(possible((a, b, c), now, page.letters(owner)))
    found: set[int] = set()
    for groups in standing(page, viewer, owner):
        if all(possible(groups, half) for half in before):
            found |= possible(groups, now)
    return sorted(found)


def standing(page: Reference, viewer: str, owner: str) -> list[Groups]:
    """The groupings of the set that the sets before leave possible."""
    sets = range(1, page.set) if page.final else ()
    return after(tuple(halves(page, viewer, owner, number)[0] for number in sets))


@lru_cache(maxsize=64)
def after(sets: tuple[Places, ...]) -> list[Groups]:
    """Those that stand when that was shown in the sets before (GB-15)."""
    if not sets:
        return ALL
    return followers([groups for groups in after(sets[:-1]) if possible(groups, sets[-1])])


# ---- compared


def check(match: Match) -> None:
    """What the view of each player says of its own and of the opponent's tiles."""
    page, state = match.page, match.replay.table.state
    for viewer in NAMES:
        told = GAME.view(state, viewer)["you"]
        assert told["group_order"] == page.letters(viewer)
        for owner in NAMES:
            known = told["own" if owner == viewer else "theirs"]
            expected = can_be(page, viewer, owner)
            if known["possible"] != expected:
                said = f"{viewer} of {owner}'s tile: {known['possible']}, but {expected}"
                match.fail([said], match.entries[-1])
            assert page.task != "bet" or page.tile(owner) in expected
            facts = ("half", "number", "colour", "tile", "not_eight")
            dealt = [tuple(row[fact] for fact in facts) for row in known["dealt"]]
            assert dealt == seen(page, viewer, owner)


def seen(page: Reference, viewer: str, owner: str) -> list[Any]:
    """The tiles of the set as the page has them seen."""
    rows = [row for row in page.learned(viewer, owner) if row["set"] == page.set]
    return [
        (
            row["half"],
            row["place"] + 9 * (row["half"] - 1),
            row["colour"],
            row["tile"],
            row["no_eight"] and row["tile"] is None,
        )
        for row in rows
    ]


class Watched(Talk):
    """A random match at whose entries players are asked what they know."""

    def __init__(self, dice: random.Random, match: Match, looks: float) -> None:
        super().__init__(dice, match)
        self.looks = looks
        self.checked = 0
        self.mischief = 0.0
        self.lateness = min(self.lateness, 0.05)
        self.corrections = 0.0
        self.folds = dice.choice([0.3, 0.5, 0.9])

    def next(self) -> None:
        super().next()
        if self.often(self.looks):
            check(self.match)
            self.checked += self.page.task == "bet"


def watch(number: int, often: float) -> int:
    """Play it; how many times players were asked while tiles lay."""
    dice = random.Random(number)  # noqa: S311
    match = begin(dice)
    talk = Watched(dice, match, often)
    talk.to_the_end()
    check(match)
    return talk.checked
