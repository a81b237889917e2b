"""The items Peek and Order (GB-17)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.grouping_bw.state import BETTING, FIRST, GROUPING, ORDER, Player, State
from gmtool.games.grouping_bw.terms import ORDER as ORDER_ITEM
from gmtool.games.grouping_bw.terms import PEEK, colour


def has(player: Player, item: str) -> bool:
    """Whether that player has the item and hasn't used it yet."""
    return item in player.items and item not in player.used


def peek(state: State, who: str) -> State:
    """The state after a Peek: its holder alone sees the opponent's tile, while betting is open, on
    anybody's turn. That it was used is public.
    """
    _check_item(state, who, PEEK)
    now = state.round
    if state.phase != BETTING or now is None:
        raise NotNow(
            "GB-17", "a Peek is used while betting in a round is open; no betting is open now."
        )
    state = replace(_used(state, who, PEEK), round=replace(now, peeks=(*now.peeks, who)))
    return shown_to(state.tell("Peeked", who=who), who, PEEK)


def shown_to(state: State, who: str, why: str) -> State:
    """The state after that player saw the opponent's tile, by its fold or its Peek (GB-7,
    GB-17).
    """
    now, other = state.round, state.other(who).name
    assert now is not None  # noqa: S101 - tiles are on the table
    tile = now.tiles[state.seat(other)]
    return state.tell(
        "TileShown",
        only_to=[who],
        who=who,
        of=other,
        set=state.set,
        number=now.number,
        colour=colour(tile),
        tile=tile,
        why=why,
    )


def _used(state: State, who: str, item: str) -> State:
    return state.but(who, used=(*state.player(who).used, item))


def ask_order(state: State, who: str) -> State:
    """The state after the Order was used, with or after one's grouping and before the first betting
    action of the set; it is answered once the tiles are in order.
    """
    player = state.player(who)
    _check_item(state, who, ORDER_ITEM)
    if state.phase in {GROUPING, ORDER}:
        if player.grouping is None:
            raise NotNow(
                "GB-17",
                "the Order is used with or after one's grouping: group first, as in "
                "`group A 0 1 B 2 3 4 C 5 6 7 8`.",
            )
        state = _used(state, who, ORDER_ITEM).but(who, order_asked=True)
        return state.tell("OrderAsked", only_to=[who], who=who)
    if not may_ask_order(state):
        raise NotNow(
            "GB-17",
            "the Order is used at the start of a set, from one's grouping to the first betting "
            "action; now isn't the time.",
        )
    return tell_order(_used(state, who, ORDER_ITEM), who)


def may_ask_order(state: State) -> bool:
    """Whether the tiles are in order and nobody has acted in the set (GB-17)."""
    if state.phase == FIRST:
        return True
    now = state.round
    return state.phase == BETTING and now is not None and now.number == 1 and not now.actions


def tell_order(state: State, who: str) -> State:
    """The state after the player alone learned the order of its groups; that the Order
    was used is public.
    """
    state = state.but(who, order_asked=False, order_told=True)
    groups = order_of(state.player(who))
    return state.tell("OrderTold", who=who, secret={"groups": groups}, known_to=[who])


def order_of(player: Player) -> tuple[str, ...]:
    """The letters of a player's groups in the order in which they are dealt."""
    assert player.grouping is not None  # noqa: S101 - its tiles are in order
    letter_of = {tile: letter for letter, tiles in player.grouping.groups for tile in tiles}
    return tuple(dict.fromkeys(letter_of[tile] for tile in player.order))


def _check_item(state: State, who: str, item: str) -> None:
    player = state.player(who)
    if item not in player.items:
        raise Refused("GB-17", f"{who} has no {item.capitalize()}.")
    if item in player.used:
        raise Refused(
            "GB-17", f"{who} has used the {item.capitalize()} already; it can be used once."
        )
