"""The order in which chance has the tiles dealt (GB-3, GB-9)."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from gmtool.engine.chance import Draw
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import write_name
from gmtool.games.grouping_bw.grouping import written_out
from gmtool.games.grouping_bw.moves import Order
from gmtool.games.grouping_bw.state import BETWEEN, ORDER, Grouping, Player, State
from gmtool.games.grouping_bw.terms import TILES


def due(state: State) -> Player | None:
    """The player whose tiles are to be put in order next, in seat order (ALL-3); None for none."""
    if state.phase != ORDER:
        return None
    return next(player for player in state.players if not player.order)


def order(state: State, move: Move) -> State:
    """The state with a player's tiles in the order in which they will be dealt, group by group;
    nobody learns it (GB-3).
    """
    player = due(state)
    if not isinstance(move, Order) or player is None:
        raise NotNow("ALL-3", "no tiles are to be put in order now.")
    if move.who != player.name:
        raise NotNow("ALL-3", f"{player.name}'s tiles are to be put in order now.")
    if sorted(move.tiles) != [str(tile) for tile in TILES]:
        raise Refused(
            "GB-3", "an order names each of the nine tiles 0 to 8 once, as they will be dealt."
        )
    tiles = tuple(map(int, move.tiles))
    assert player.grouping is not None  # noqa: S101 - both have grouped
    if not is_by_groups(tiles, player.grouping):
        raise Refused(
            "GB-3",
            f"the tiles of a group are dealt one after the other, and {player.name}'s groups are "
            f"{written_out(player.grouping)}.",
        )
    state = state.but(player.name, order=tiles)
    if all(one.order for one in state.players):
        state = replace(state, phase=BETWEEN)
    secret = {"tiles": tiles}
    return state.tell("OrderDrawn", secret=secret, who=player.name, set=state.set, half=state.half)


def is_by_groups(tiles: tuple[int, ...], grouping: Grouping) -> bool:
    """Whether the tiles come group by group."""
    letter_of = {tile: letter for letter, group in grouping.groups for tile in group}
    letters = [letter_of[tile] for tile in tiles]
    changes = sum(one != other for one, other in pairwise(letters))
    return changes == len(grouping.groups) - 1


def order_of(player: Player) -> Draw:
    """The draw of a player's order. First the tiles of A, B and C are shuffled, each from rising
    order, then the groups, from A B C; so anybody can repeat the draw (GB-3).
    """
    assert player.grouping is not None  # noqa: S101 - both have grouped
    groups = tuple(tuple(map(str, group)) for _, group in player.grouping.groups)
    return Draw(f"order {write_name(player.name)}", groups, lots_shuffled=True)
