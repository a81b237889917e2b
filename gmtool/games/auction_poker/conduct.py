"""Rulings about players and coins, and players who stand (AP-25 to AP-28)."""

from __future__ import annotations

from dataclasses import replace

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.moves import Adjust, Inactive
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.auction_poker.state import ENDED, Player, State


def check_active(player: Player, quoted: str) -> None:
    """Raise Refused for a move by a player who was ruled inactive (AP-26)."""
    if not player.active:
        raise Refused(
            "AP-26",
            "{who} was ruled inactive and makes no more moves.",
            quoted=quoted,
            who=player.name,
        )


def stand(state: State, name: str) -> State:
    """The state after `stand`: the player wants to do nothing more (AP-26)."""
    if state.phase == ENDED:
        raise NotNow("AP-26", "the game has ended.", quoted="stand")
    if state.player(name).standing:
        raise Refused(
            "AP-26", "{who} stands already; nothing more is needed.", quoted="stand", who=name
        )
    return state.but(name, standing=True).tell("Stood", only_to=[name], who=name)


def moves_again(state: State, name: str) -> State:
    """The state after a move of a player who stands: it is awaited again, and the host is told
    (AP-26).
    """
    if not state.player(name).standing:
        return state
    remark = f"AP-26: {name} doesn't stand any more, and is awaited again."
    state = state.but(name, standing=False)
    return state.tell("StandTakenBack", only_to=[name], remark=remark, who=name)


def rule_inactive(state: State, move: Inactive) -> State:
    """The state after the host's ruling: cards go to the deck, coins are lost, live
    bids are void (AP-26).
    """
    player = state.player(move.who)
    if not player.active:
        raise Refused("AP-26", "{who} was already ruled inactive.", quoted=str(move), who=move.who)
    state = state.into_deck(player.hand)
    state = state.but(move.who, hand=(), coins=0, active=False, standing=False)
    state = replace(state, bids=tuple(bid for bid in state.bids if bid.who != move.who))
    return state.tell("RuledInactive", who=move.who, why=move.why)


def adjust(state: State, move: Adjust) -> State:
    """The state after the host adjusts coins (ALL-6); live bids must stay payable (AP-7, AP-18)."""
    player = state.player(move.who)
    unit_of(move, "coins")
    check_active(player, str(move))
    live = [bid.coins for bid in state.bids_of(player.name)]
    bound = max(live, default=0) if state.in_opening else sum(live)
    after = adjusted(move, player.coins)
    if after < bound:
        raise Refused(
            "AP-7" if state.in_opening else "AP-18",
            "{who} has live bids that need {bound} coins; {after} would not pay them, so leave at "
            "least that many.",
            quoted=str(move),
            who=player.name,
            bound=bound,
            after=after,
        )
    state = state.but(player.name, coins=after)
    return state.tell(
        "CoinsAdjusted", who=player.name, before=player.coins, after=after, why=move.why
    )
