"""Finds which tiles can lie where, by all that a player was shown. It is exact: all
groupings are tried.

A set of tiles is a number with bit n set for tile n. What was seen of a half is nine such sets, the
tiles that can lie at each place in the order of dealing. A grouping is three sets, for A, B and C.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from gmtool.games.grouping_bw.terms import MAY_LEAVE, SIZES, TILES

Tiles = int
Seen = tuple[Tiles, ...]
Groups = tuple[Tiles, Tiles, Tiles]

ALL: Tiles = (1 << len(TILES)) - 1
EVEN: Tiles = sum(1 << tile for tile in TILES if tile % 2 == 0)
ODD: Tiles = ALL ^ EVEN
UNSEEN: Seen = (ALL,) * len(TILES)
ORDERS: tuple[tuple[int, ...], ...] = tuple(permutations(range(len(SIZES))))
"""The possible orders of three groups."""


def tiles(these: Iterable[int]) -> Tiles:
    """The set of these tiles."""
    return sum(1 << tile for tile in these)


def listed(these: Tiles) -> tuple[int, ...]:
    """The tiles of the set in rising order."""
    return tuple(tile for tile in TILES if these >> tile & 1)


def all_groupings() -> Iterator[Groups]:
    """Every possible grouping (GB-2)."""
    for a in combinations(TILES, SIZES["A"]):
        rest = [tile for tile in TILES if tile not in a]
        for b in combinations(rest, SIZES["B"]):
            yield tiles(a), tiles(b), ALL ^ tiles(a) ^ tiles(b)


def at_place(
    groupings: Iterable[Groups],
    seen: Seen,
    place: int,
    orders: tuple[tuple[int, ...], ...] = ORDERS,
) -> Tiles:
    """The tiles that can lie at `place`, from 0, given what was seen and the possible groupings;
    `orders` are the possible orders of the groups.
    """
    known = tuple(groupings)
    # Nothing is known about the groups; the order alone is enough and saves trying every grouping.
    if len(known) == len(EVERY):
        return _Segment(0, seen, place).tiles(ALL)  # any order comes from some grouping
    found = 0
    for order in orders:
        segments = _segments(seen, place, order)
        for grouping in known:
            found |= _laid(grouping, segments)
    return found


def fitting(groupings: Iterable[Groups], seen: Seen) -> tuple[Groups, ...]:
    """Those of the groupings from which an order can come that fits what was seen."""
    ways = [_segments(seen, 0, order) for order in ORDERS]
    return tuple(g for g in groupings if any(_laid(g, segments) for segments in ways))


def regrouped(before: Iterable[Groups]) -> tuple[Groups, ...]:
    """The groupings that can follow one of those `before` in the next set (GB-15)."""
    known = tuple(before)
    return tuple(now for now in EVERY if any(_can_follow(now, old) for old in known))


def _can_follow(now: Groups, old: Groups) -> bool:
    most_a, most_b, most_c = MAY_LEAVE.values()
    return (
        (old[0] & ~now[0]).bit_count() <= most_a
        and (old[1] & ~now[1]).bit_count() <= most_b
        and (old[2] & ~now[2]).bit_count() <= most_c
    )


class _Segment:
    """The places of one group within an order of the groups, and what was seen there. `place` is
    the place asked for, counted within the group, or -1 where it is in another group.
    """

    def __init__(self, number: int, seen: Seen, place: int) -> None:
        self.number = number
        self.seen = seen
        self.place = place
        self._known: dict[Tiles, Tiles] = {}

    def tiles(self, group: Tiles) -> Tiles:
        """The tiles of the group that can lie at the place asked for while all others fit too; all
        of the group where the place is in another group. 0 where the group doesn't fit.
        """
        if group not in self._known:
            self._known[group] = self._find(group)
        return self._known[group]

    def _find(self, group: Tiles) -> Tiles:
        if self.place < 0:
            return group if _fit(group, self.seen) else 0
        others = self.seen[: self.place] + self.seen[self.place + 1 :]
        here = _each(group & self.seen[self.place])
        return sum(tile for tile in here if _fit(group ^ tile, others))


def _segments(seen: Seen, place: int, order: tuple[int, ...]) -> tuple[_Segment, ...]:
    """The segments of an order of the groups, with the one that holds the place asked for last."""
    found = []
    start = 0
    for number in order:
        end = start + _SIZES[number]
        inside = place - start if start <= place < end else -1
        found.append(_Segment(number, seen[start:end], inside))
        start = end
    return tuple(sorted(found, key=lambda segment: segment.place))


def _laid(grouping: Groups, segments: tuple[_Segment, ...]) -> Tiles:
    """The tiles that can lie at the place asked for if the groups come in this order;
    0 where they can't.
    """
    found = 0
    for segment in segments:
        found = segment.tiles(grouping[segment.number])
        if not found:
            return 0
    return found


def _fit(group: Tiles, seen: Seen) -> bool:
    """Whether the tiles can lie at these places, one at each. A place where any of them can lie
    needs no check: it gets what is left.
    """
    tight = tuple(here for here in seen if group & ~here)
    if not tight:
        return True
    return any(_fit(group ^ tile, tight[1:]) for tile in _each(group & tight[0]))


def _each(these: Tiles) -> Iterator[Tiles]:
    """Each tile of the set, as a set of its own."""
    while these:
        tile = these & -these
        yield tile
        these ^= tile


_SIZES = tuple(SIZES.values())
EVERY = tuple(all_groupings())
"""Every possible grouping."""
