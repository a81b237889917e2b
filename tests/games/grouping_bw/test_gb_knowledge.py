"""What a player is told that a tile can be, against every order of the tiles that it can't exclude.

The order of a set is laid out group after group, in all ways; a grouping stands if some order has
everything the player was shown (GB-3, GB-4, GB-7, GB-8, GB-14, GB-17), in both halves (GB-9) and,
in `final-match`, if it can come from one that stood in the set before (GB-15). What the player was
shown is taken from `reference`, never from the program.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

import pytest

from gmtool.games.grouping_bw import GAME

from .reference import LETTERS, SIZE, Reference, colour
from .test_against_reference import NAMES, Match, Talk, begin, begin_with

TILES = frozenset(range(9))
FAST_MATCHES = 1
SLOW_PARTS = 3
MATCHES_IN_A_PART = 10
FINAL = {"variant": "final-match"}
UP = "group A 0 1 B 2 3 4 C 5 6 7 8"

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


def all_groupings() -> Iterator[Groups]:
    """GB-2: 1260 of them."""
    for a in combinations(sorted(TILES), SIZE["A"]):
        rest = TILES - set(a)
        for b in combinations(sorted(rest), SIZE["B"]):
            yield frozenset(a), frozenset(b), rest - set(b)


ALL = list(all_groupings())
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


def halves(page: Reference, seer: str, owner: str, number: int) -> list[Places]:
    """What `seer` was shown of the tiles of that set, each half for itself."""
    rows = [row for row in page.learned(seer, owner) if row["set"] == number]
    split = [tuple(place(row) for row in rows if row["half"] == half) for half in (1, 2)]
    return [half for half in split if half]


def can_be(page: Reference, seer: str, owner: str) -> list[int]:
    """What the tile of `owner` in play can be for all that `seer` knows; empty between rounds."""
    if page.task != "bet":
        return []
    *before, now = halves(page, seer, owner, page.set)
    if seer == owner:
        a, b, c = (frozenset(page.groups[owner][letter]) for letter in LETTERS)
        return sorted(possible((a, b, c), now, page.letters(owner)))
    found: set[int] = set()
    for groups in standing(page, seer, owner):
        if all(possible(groups, half) for half in before):
            found |= possible(groups, now)
    return sorted(found)


def standing(page: Reference, seer: str, owner: str) -> list[Groups]:
    """The groupings of the set that the sets before leave possible."""
    sets = range(1, page.set) if page.final else ()
    return after(tuple(halves(page, seer, owner, number)[0] for number in sets))


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
    for seer in NAMES:
        facts = GAME.view(state, seer)["you"]
        assert facts["group_order"] == page.letters(seer)
        for owner in NAMES:
            known = facts["own" if owner == seer else "theirs"]
            expected = can_be(page, seer, owner)
            if known["possible"] != expected:
                said = f"{seer} of {owner}'s tile: {known['possible']}, but {expected}"
                match.fail([said], match.entries[-1])
            assert page.task != "bet" or page.tile(owner) in expected
            assert dealt(known["dealt"]) == seen(page, seer, owner)


def dealt(rows: Sequence[Any]) -> list[Any]:
    """The tiles of the set as the program says they were seen."""
    return [
        (row["half"], row["number"], row["colour"], row["tile"], row["not_eight"]) for row in rows
    ]


def seen(page: Reference, seer: str, owner: str) -> list[Any]:
    """The tiles of the set as the page has them seen."""
    rows = [row for row in page.learned(seer, owner) if row["set"] == page.set]
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


# ---- by hand


def lying(ann: str, bob: str, script: str = "", **options: Any) -> Match:
    """Both grouped as their orders lie, A then B then C; Ann starts. In `script` all is said in its
    turn: `Ann: fold; Bob: bet 1`.
    """
    items = options.pop("items", {})
    chosen = {**options, "opening_check": "on"}
    if items:
        chosen["items"] = "; ".join(f"{name}: {' '.join(own)}" for name, own in items.items())
    match = begin_with(chosen, items)
    lines = ["host: first Ann", "host: start"]
    for name, order in (("Ann", ann), ("Bob", bob)):
        tiles = order.split()
        lines.append(
            f"{name}: group A {' '.join(tiles[:2])} B {' '.join(tiles[2:5])} C "
            f"{' '.join(tiles[5:])}"
        )
    return say(match, *lines, f"chance: order Ann {ann}", f"chance: order Bob {bob}", script)


def say(match: Match, *lines: str) -> Match:
    for line in filter(None, (part.strip() for text in lines for part in text.split(";"))):
        who, _, text = line.partition(": ")
        assert match.apply(who, text, 0), line
    check(match)
    return match


def own(match: Match, name: str) -> list[int]:
    return list(GAME.view(match.replay.table.state, name)["you"]["own"]["possible"])


def theirs(match: Match, name: str) -> list[int]:
    return list(GAME.view(match.replay.table.state, name)["you"]["theirs"]["possible"])


def test_gb_04_at_first_every_tile_of_the_colour_is_possible() -> None:
    match = lying("0 8 2 3 4 1 5 6 7", "3 2 4 1 5 0 6 7 8")
    assert (own(match, "Ann"), theirs(match, "Ann")) == ([0, 2, 4, 6, 8], [1, 3, 5, 7])
    assert (own(match, "Bob"), theirs(match, "Bob")) == ([1, 3, 5, 7], [0, 2, 4, 6, 8])


def test_gb_08_the_other_tile_of_a_group_of_two_follows() -> None:
    """Ann's A is 0 8 and the 0 was shown: next comes the 8, and only she knows her groups."""
    match = lying("0 8 2 3 4 1 5 6 7", "3 2 4 1 5 0 6 7 8", "Ann: call")
    assert own(match, "Ann") == [8]
    assert theirs(match, "Bob") == [2, 4, 6, 8]


def test_gb_03_colours_alone_tell_of_ones_own_tiles() -> None:
    """Ann's tiles were white then black: in B 2 3 4 that is the 3 first, in C 1 5 6 7 then the 6;
    a third one that is black can only be in B.
    """
    match = lying("0 8 3 2 4 1 5 6 7", "3 2 4 1 5 0 6 7 8")
    second = begin_with({}, {})
    say(second, "host: first Ann; host: start; Ann: group A 0 8 B 2 3 4 C 1 5 6 7")
    say(second, "Bob: group A 0 1 B 2 3 4 C 5 6 7 8; chance: order Ann 3 2 4 0 8 1 5 6 7")
    say(second, "chance: order Bob 0 1 2 3 4 5 6 7 8; Ann: fold")
    assert own(second, "Ann") == [2, 4, 6]
    assert own(say(second, "Bob: fold"), "Ann") == [2, 4]
    assert own(say(second, "Ann: fold"), "Ann") == [0, 6, 8]
    assert own(match, "Ann") == [0, 2, 4, 6, 8]


def test_gb_07_what_a_fold_showed_is_known_to_the_folder_alone() -> None:
    """Ann saw the 5. Bob, of A 5 7, B 2 3 4, C 0 1 6 8, knows that two white tiles are his A."""
    match = lying("0 8 3 2 4 1 5 6 7", "5 7 3 2 4 1 0 6 8", "Ann: fold")
    assert theirs(match, "Ann") == [1, 3, 7]
    assert own(match, "Bob") == [5, 7]


def test_gb_14_a_fold_without_a_penalty_excludes_the_eight() -> None:
    """Ann's A is 6 8, B 1 3 5, C 0 2 4 7; her first two tiles are black."""
    match = lying("6 8 1 3 5 0 2 4 7", "0 2 1 3 5 6 8 4 7", "Ann: fold", **FINAL)
    assert own(match, "Ann") == [0, 2, 4, 8]
    assert theirs(match, "Bob") == [0, 2, 4, 6, 8]
    match = lying("6 8 1 3 5 0 2 4 7", "0 2 1 3 5 6 8 4 7", "Ann: fold")  # nobody would be told
    assert own(match, "Ann") == [0, 2, 4, 6, 8]


def test_gb_14_an_eight_folded_is_known_to_both() -> None:
    match = lying("8 6 1 3 5 0 2 4 7", "0 2 1 3 5 6 8 4 7", "Ann: fold", **FINAL)
    assert own(match, "Ann") == [6]
    assert theirs(match, "Bob") == [0, 2, 4, 6]


def test_gb_17_a_peek_is_known_to_who_used_it() -> None:
    match = lying("0 8 3 2 4 1 5 6 7", "5 7 3 2 4 1 0 6 8", **FINAL, items={"Ann": ["peek"]})
    say(match, "Ann: peek")
    assert (theirs(match, "Ann"), own(match, "Bob")) == ([5], [1, 3, 5, 7])


def test_gb_17_the_order_of_the_groups_tells_where_the_tile_is_from() -> None:
    """C comes first, and of 1 5 6 7 only the 6 is black."""
    match = begin_with(FINAL | {"items": "Ann: order"}, {"Ann": ["order"]})
    say(match, "host: first Ann; host: start; Ann: group A 0 8 B 2 3 4 C 1 5 6 7; Ann: order")
    say(match, "Bob: group A 0 8 B 2 3 4 C 1 5 6 7; chance: order Ann 6 1 5 7 0 8 2 3 4")
    say(match, "chance: order Bob 6 1 5 7 0 8 2 3 4")
    assert (own(match, "Ann"), own(match, "Bob")) == ([6], [0, 2, 4, 6, 8])


def test_gb_09_the_second_half_has_the_same_groups() -> None:
    """All of Bob's tiles were shown, 0 2 4 6 8 1 3 5 7 as they lay, but not where a group ends: the
    0 is in one with the 2, the 4 or the 6, never with the 8. Now it is shown first.
    """
    bob = "0 2 4 6 8 1 3 5 7"
    match = call_rounds(lying("1 3 0 2 4 5 6 7 8", bob, ""), 9)
    assert theirs(match, "Ann") == []
    say(match, f"chance: order Ann 1 3 0 2 4 5 6 7 8; chance: order Bob {bob}")
    assert theirs(call_rounds(match, 1), "Ann") == [2, 4, 6]


def test_gb_15_groups_are_known_from_set_to_set() -> None:
    """Three sets in which all of Bob's tiles are shown, from the same groups. In the fourth he
    gives up his third tile, which is white; were it not for the sets before, the seventh, white
    too, could be the 3.
    """
    match = begin_with({**FINAL, "opening_check": "on"}, {})
    say(match, "host: first Ann; host: start")
    same, last = "group A 0 1 B 2 3 4 C 5 6 7 8", "group A 1 6 B 2 3 7 C 0 4 5 8"
    for bob, groups in (
        ("3 4 2 5 7 8 6 1 0", same),
        ("6 8 5 7 1 0 3 2 4", same),
        ("3 4 2 5 8 7 6 0 1", same),
        ("7 2 3 4 8 0 5 6 1", last),
    ):
        say(match, f"Ann: {same}; Bob: {groups}; chance: order Ann 0 1 2 3 4 5 6 7 8")
        say(match, f"chance: order Bob {bob}")
        if groups == same:
            call_rounds(match, 9)
    call_rounds(match, 2)
    say(match, "Bob: fold" if match.page.turn == "Bob" else "Ann: bet 1; Bob: fold")
    call_rounds(match, 3)
    assert theirs(match, "Ann") == [1, 5]
    (now,) = halves(match.page, "Ann", "Bob", 4)
    assert set().union(*(possible(groups, now) for groups in ALL)) == {1, 3, 5}


def call_rounds(match: Match, count: int) -> Match:
    """So many rounds shown after an opening check, by whoever starts."""
    for _ in range(count):
        assert match.apply(match.page.turn, "call", 0)
    check(match)
    return match


@pytest.mark.slow
def test_the_orders_laid_out_here_are_those_among_all_permutations() -> None:
    groups = (frozenset({0, 8}), frozenset({2, 3, 4}), frozenset({1, 5, 6, 7}))
    black, white = (frozenset(range(start, 9, 2)) for start in (0, 1))
    for places in ((white, black), (white, black, black - {8}), (black, black, white, black)):
        found = set()
        for order in permutations(range(9)):
            fits = all(tile in place for tile, place in zip(order, places, strict=False))
            if fits and all(torn_never(order, group) for group in groups):
                found.add(order[len(places) - 1])
        assert possible(groups, places) == found


def torn_never(order: tuple[int, ...], group: frozenset[int]) -> bool:
    where = sorted(order.index(tile) for tile in group)
    return where[-1] - where[0] == len(where) - 1
