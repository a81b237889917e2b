"""Rulings about players and coins, and players who stand (AP-25 to AP-28)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Action
from gmtool.engine.host_moves import Adjust, Inactive
from gmtool.engine.refusals import Refused
from gmtool.games.auction_poker.state import Player, State


def check_active(player: Player) -> None:
    """Raise Refused for a move by a player who was ruled inactive (AP-26)."""
    if not player.active:
        raise Refused("AP-26", f"{player.name} was ruled inactive and makes no more moves.")


def stand(state: State, action: Action) -> State:
    """The state after `stand`: the player wants to do nothing more, unless a move of its arrived
    later (AP-26).
    """
    name = action.who
    if state.player(name).standing:
        raise Refused("AP-26", f"{name} stands already; nothing more is needed.")
    moved = state.player(name).moved
    state = state.but(name, standing=True, stood=action.received_at)
    state = state.tell("Stood", only_to=[name], who=name)
    return _taken_back(state, name) if moved > action.received_at else state


def moves_again(state: State, action: Action) -> State:
    """The state with a move of the player's to come, which takes back a `stand` that arrived before
    it (AP-26).
    """
    player, at = state.player(action.who), action.received_at
    if at > player.moved:
        state = state.but(player.name, moved=at)
    is_back = player.standing and at >= player.stood
    return _taken_back(state, player.name) if is_back else state


def _taken_back(state: State, name: str) -> State:
    """The state with the player awaited again, and the host told (AP-26)."""
    remark = f"AP-26: {name} doesn't stand any more, and is awaited again."
    state = state.but(name, standing=False)
    return state.tell("StandTakenBack", only_to=[name], remark=remark, who=name)


def rule_inactive(state: State, move: Inactive) -> State:
    """The state after the host's ruling: cards go to the deck, coins are lost, live
    bids are void (AP-26).
    """
    player = state.player(move.who)
    if not player.active:
        raise Refused("AP-26", f"{move.who} was already ruled inactive.")
    state = state.into_deck(player.hand)
    state = state.but(move.who, hand=(), coins=0, active=False, standing=False)
    state = replace(state, bids=tuple(bid for bid in state.bids if bid.who != move.who))
    return state.tell("RuledInactive", who=move.who, why=move.why)


def adjust(state: State, move: Adjust) -> State:
    """The state after the host adjusts coins (ALL-6); live bids must stay payable (AP-7, AP-18)."""
    player = state.player(move.who)
    unit_of(move, "coins")
    check_active(player)
    live = [bid.coins for bid in state.bids_of(player.name)]
    bound = max(live, default=0) if state.in_opening else sum(live)
    after = adjusted(move, player.coins)
    if after < bound:
        raise Refused(
            "AP-7" if state.in_opening else "AP-18",
            f"{player.name} has live bids that need {bound} coins; {after} would not pay them, so "
            "leave at least that many.",
        )
    state = state.but(player.name, coins=after)
    return state.tell(
        "CoinsAdjusted", who=player.name, before=player.coins, after=after, why=move.why
    )
