"""Peek and Order (GB-17)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.state import BETTING, FIRST, GROUPING, ORDER, Player, State
from gmtool.games.grouping_bw.terms import ORDER as ORDER_ITEM
from gmtool.games.grouping_bw.terms import PEEK


def has(player: Player, item: str) -> bool:
    """Whether that player has the item and hasn't used it yet."""
    return item in player.items and item not in player.used


def peek(state: State, who: str, move: Move) -> tuple[Event, ...]:
    """The opponent's tile for the holder alone, while betting is open, on anybody's turn."""
    _check_item(state, who, PEEK, move)
    now = state.round
    if state.phase != BETTING or now is None:
        raise NotNow(
            "GB-17",
            "a Peek is used while betting in a round is open; no betting is open now.",
            quoted=str(move),
        )
    other = state.other(who)
    tile = now.tiles[state.seat(other.name)]
    return (e.Peeked(who), e.TileShown(who, other.name, tile, PEEK))


def ask_order(state: State, who: str, move: Move) -> tuple[Event, ...]:
    """Used with or after one's grouping until the first betting action of the set; answered once
    the tiles are in order.
    """
    player = state.player(who)
    _check_item(state, who, ORDER_ITEM, move)
    if state.phase in {GROUPING, ORDER}:
        if player.grouping is None:
            raise NotNow(
                "GB-17",
                "the Order is used with or after one's grouping: group first, as in "
                "`group A 0 1 B 2 3 4 C 5 6 7 8`.",
                quoted=str(move),
            )
        return (e.OrderAsked(who),)
    if not may_ask_order(state):
        raise NotNow(
            "GB-17",
            "the Order is used at the start of a set, from one's grouping to the first betting "
            "action; now isn't the time.",
            quoted=str(move),
        )
    return (order_told(player),)


def may_ask_order(state: State) -> bool:
    """Whether the tiles are in order and nobody has acted in the set (GB-17)."""
    if state.phase == FIRST:
        return True
    now = state.round
    return state.phase == BETTING and now is not None and now.number == 1 and not now.actions


def order_told(player: Player) -> e.OrderTold:
    """The letters of a player's groups in the order in which they are dealt."""
    assert player.grouping is not None  # noqa: S101 - its tiles are in order
    letter_of = {tile: letter for letter, tiles in player.grouping.groups for tile in tiles}
    return e.OrderTold(player.name, tuple(dict.fromkeys(letter_of[t] for t in player.order)))


def _check_item(state: State, who: str, item: str, move: Move) -> None:
    player = state.player(who)
    if item not in player.items:
        raise Refused(
            "GB-17", "{who} has no {item}.", who=who, item=item.capitalize(), quoted=str(move)
        )
    if item in player.used:
        raise Refused(
            "GB-17",
            "{who} has used the {item} already; it can be used once.",
            who=who,
            item=item.capitalize(),
            quoted=str(move),
        )
