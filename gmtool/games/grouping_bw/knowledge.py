"""What a player knows of its own and of the opponent's tiles (GB-4, GB-7, GB-14, GB-17).

It rests only on what the player was told: colours dealt, tiles shown to all, what a fold or a Peek
showed, an 8 folded openly or not, its own grouping, the order of its groups if it asked, and the
rules about groups. What follows from that is told, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from gmtool.games.grouping_bw import possible
from gmtool.games.grouping_bw.items import order_of
from gmtool.games.grouping_bw.possible import EVEN, ODD, UNSEEN, Groups, Seen
from gmtool.games.grouping_bw.state import SHOWDOWN, Grouping, Player, RoundThen, State
from gmtool.games.grouping_bw.terms import EIGHT, SIZES, WHITE, colour

TO_ALL, AFTER_A_FOLD, BY_PEEK, AN_EIGHT = "showdown", "fold", "peek", "eight"
"""How a player came to see a tile."""


class Dealt(Struct, frozen=True):
    """A tile dealt in the set, as one player knows it. `tile` is None where it didn't see it; `how`
    is how it did. `not_eight`: its owner folded it without the penalty for an 8.
    """

    half: int
    number: int
    colour: str
    tile: int | None = None
    how: str = ""
    not_eight: bool = False


def dealt(state: State, viewer: str, owner: str) -> tuple[Dealt, ...]:
    """The tiles of `owner` dealt in this set so far, as `viewer` knows them."""
    return (*_of_rounds(state, viewer, owner, state.set), *_in_play(state, viewer, owner))


def _of_rounds(state: State, viewer: str, owner: str, number: int) -> Iterator[Dealt]:
    place = state.seat(owner)
    for then in state.rounds:
        if then.set != number:
            continue
        tile, how = then.tiles[place], _how_seen(then, viewer, owner)
        yield Dealt(
            then.half,
            then.number,
            colour(tile),
            tile if how else None,
            how,
            not_eight=not how and then.not_eight and then.folder == owner,
        )


def _how_seen(then: RoundThen, viewer: str, owner: str) -> str:
    if then.ended == SHOWDOWN:
        return TO_ALL
    if then.folder == owner and then.eight:
        return AN_EIGHT
    if viewer != owner and then.folder == viewer:
        return AFTER_A_FOLD
    return BY_PEEK if viewer != owner and viewer in then.peeks else ""


def _in_play(state: State, viewer: str, owner: str) -> Iterator[Dealt]:
    now = state.round
    if now is None:
        return
    tile = now.tiles[state.seat(owner)]
    peeked = viewer != owner and viewer in now.peeks
    shown = (tile, BY_PEEK) if peeked else (None, "")
    yield Dealt(state.half, now.number, colour(tile), *shown)


def possible_now(state: State, viewer: str, owner: str) -> tuple[int, ...]:
    """The tiles, in rising order, that the one of `owner` in play can be, by all that `viewer`
    knows.
    """
    if state.round is None:
        return ()
    halves = _halves(dealt(state, viewer, owner), state.terms.halves)
    now = halves[state.half - 1]
    place = state.dealt - 1
    if viewer == owner:
        player = state.player(owner)
        groups = _sets(player.grouping)
        orders = _orders_known(player)
        found = possible.at_place([groups], now, place, orders)
    else:
        before = tuple(halves[: state.half - 1])
        found = _theirs(_sets_before(state, viewer, owner), before, now, place)
    return possible.listed(found)


def _orders_known(player: Player) -> tuple[tuple[int, ...], ...]:
    """The possible orders of a player's groups, as it knows them: only one if it was told
    (GB-17).
    """
    if not player.order_told:
        return possible.ORDERS
    letters = tuple(SIZES)
    return (tuple(letters.index(letter) for letter in order_of(player)),)


def _sets(grouping: Grouping | None) -> Groups:
    assert grouping is not None  # noqa: S101 - tiles are dealt
    return (possible.tiles(grouping.a), possible.tiles(grouping.b), possible.tiles(grouping.c))


def _halves(of_the_set: tuple[Dealt, ...], halves: int) -> list[Seen]:
    """For each half of the set, the tiles that can lie at its nine places."""
    found = []
    for half in range(1, halves + 1):
        seen = [_can_be(one) for one in of_the_set if one.half == half]
        found.append((*seen, *UNSEEN[len(seen) :]))
    return found


def _can_be(one: Dealt) -> possible.Tiles:
    if one.tile is not None:
        return 1 << one.tile
    these = ODD if one.colour == WHITE else EVEN
    return these & ~(1 << EIGHT) if one.not_eight else these


@lru_cache(maxsize=256)
def _theirs(
    sets: tuple[Seen, ...], halves: tuple[Seen, ...], now: Seen, place: int
) -> possible.Tiles:
    """The tiles that the opponent's tile at `place` can be, by what was seen of the sets before, of
    this set's earlier half, and of this half.
    """
    groupings = _after(sets)
    for half in halves:
        groupings = possible.fitting(groupings, half)
    return possible.at_place(groupings, now, place)


def _sets_before(state: State, viewer: str, owner: str) -> tuple[Seen, ...]:
    """What was seen of earlier sets, where it tells about the groups: in `final-match` few tiles
    may leave them (GB-15), else they are made freely in each set (GB-9).
    """
    if not state.terms.is_final:
        return ()
    before = []
    for number in range(1, state.set):
        of_the_set = tuple(_of_rounds(state, viewer, owner, number))
        before.append(_halves(of_the_set, 1)[0])
    return tuple(before)


@lru_cache(maxsize=256)
def _after(sets: tuple[Seen, ...]) -> tuple[Groups, ...]:
    """The groupings that can follow sets seen so; cached, since each set builds on the one
    before.
    """
    if not sets:
        return possible.EVERY
    return possible.regrouped(possible.fitting(_after(sets[:-1]), sets[-1]))
