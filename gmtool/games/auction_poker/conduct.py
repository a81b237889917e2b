"""Rulings on players and coins, and players who stand (AP-25 to AP-28)."""

from __future__ import annotations

from gmtool.engine.adjusting import adjusted, unit_of
from gmtool.engine.game import Event
from gmtool.engine.moves import Adjust, Inactive
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.auction_poker.events import CoinsAdjusted, RuledInactive, Stood
from gmtool.games.auction_poker.state import ENDED, Player, State


def check_active(player: Player, quoted: str) -> None:
    """Refuse a move of a player ruled inactive (AP-26)."""
    if not player.active:
        raise Refused(
            "AP-26",
            "{who} was ruled inactive and makes no more moves.",
            quoted=quoted,
            who=player.name,
        )


def stand(state: State, name: str) -> tuple[Event, ...]:
    """`stand`: content to do nothing more (AP-26)."""
    if state.phase == ENDED:
        raise NotNow("AP-26", "the game has ended.", quoted="stand")
    if state.player(name).standing:
        raise Refused(
            "AP-26", "{who} stands already; nothing more is needed.", quoted="stand", who=name
        )
    return (Stood(name),)


def rule_inactive(state: State, move: Inactive) -> tuple[Event, ...]:
    """The host's ruling: cards to the deck, coins revoked, live bids void (AP-26)."""
    if not state.player(move.who).active:
        raise Refused("AP-26", "{who} was already ruled inactive.", quoted=str(move), who=move.who)
    return (RuledInactive(move.who, move.why),)


def adjust(state: State, move: Adjust) -> tuple[Event, ...]:
    """Coins corrected by the host (ALL-6); live bids stay payable (AP-7, AP-18)."""
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
    return (CoinsAdjusted(player.name, player.coins, after, move.why),)
