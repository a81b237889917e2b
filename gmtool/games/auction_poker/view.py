"""What the public, a seat or the host may know; whatever isn't listed here stays hidden."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from gmtool.engine.cards import RANKS, rank
from gmtool.engine.game import View
from gmtool.engine.views import redact
from gmtool.games.auction_poker.bidding import comes_again
from gmtool.games.auction_poker.moves import Bid, Pair, Trash
from gmtool.games.auction_poker.setup import batches, warnings
from gmtool.games.auction_poker.showdown import HAND_SIZE, last_pays, payouts, prizes
from gmtool.games.auction_poker.state import (
    CHANGE,
    RE_AUCTION,
    SETUP,
    Decision,
    LiveBid,
    Lot,
    Player,
    Result,
    State,
)


def view(state: State, viewer: str) -> View:
    """Plain data: `phase`, `players`, `public`; for a seat also `you`; for the host
    secrets under SECRET.
    """
    known: View = {
        "phase": state.phase,
        "players": [_player(state, player) for player in state.players],
        "public": _public(state),
    }
    return redact(
        viewer,
        known,
        you=lambda name: _you(state, state.player(name)),
        secret=lambda: _secret(state),
        secret_of=lambda name: _secret_of(state, state.player(name)),
    )


def _player(state: State, player: Player) -> dict[str, Any]:
    """What everybody may know of a player: coins are posted; hands, and who has moved, are not."""
    facts: dict[str, Any] = {"name": player.name, "coins": player.coins, "active": player.active}
    result = next((r for r in state.results if r.name == player.name), None)
    return {**facts, **(_result(result, player) if result else {})}


def _result(result: Result, player: Player) -> dict[str, Any]:
    return {
        "place": result.place,
        "hand_name": result.hand_name,
        "best": list(result.best),
        "hand": list(player.hand),
        "drawn_with": list(result.drawn_with),
        "worth": result.worth,
        "payout": result.payout,
        "result": result.result,
    }


def _secret_of(state: State, player: Player) -> dict[str, Any]:
    return {
        "cards": len(player.hand),
        "standing": player.standing,
        "hand": list(player.hand),
        "bids": [_bid(bid) for bid in state.bids_of(player.name)],
        "trashed": list(state.trashed_by(player.name)),
    }


def _secret(state: State) -> dict[str, Any]:
    return {
        "deck": list(state.deck),
        "trashes": [
            {"who": t.who, "cards": list(t.cards), "received": str(t.received)}
            for t in state.trashes
        ],
        "said": list(state.said),
    }


def _bid(bid: LiveBid) -> dict[str, Any]:
    return {"lot": bid.lot, "coins": bid.coins, "received": bid.received}


def _public(state: State) -> dict[str, Any]:
    terms = state.terms
    last = sum(result.place is None for result in state.results)
    return {
        "session": state.session,
        "in_opening": state.in_opening,
        "batch_number": state.batch_number,
        "batch": [_lot(lot) for lot in state.batch],
        "batches": batches(terms.lots, terms.batch_size),
        "re_auction": state.phase == RE_AUCTION,
        "offered_again": state.phase == RE_AUCTION and comes_again(state, state.batch[0]),
        "bidders": [player.name for player in state.bidders] if state.batch else [],
        "example": _bids_for_example(state) if state.batch else "",
        "decided": [_decision(decision) for decision in state.decided],
        "catalogue": [_lot(lot) for lot in state.catalogue],
        "left": [_lot(lot) for lot in state.left],
        "terms": asdict(terms),
        "starting_worth": terms.coins * terms.coin_value,
        "payouts": list(payouts(terms)),
        "last_pays": last_pays(terms),
        "prizes": list(prizes(terms, last)) if state.results else [],
        "warnings": list(warnings(state)) if state.phase == SETUP else [],
    }


def _lot(lot: Lot) -> dict[str, Any]:
    return {"lot": lot.label, "cards": list(lot.cards)}


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "session": decision.session,
        "lot": decision.lot.label,
        "cards": list(decision.lot.cards),
        "winner": decision.winner,
        "price": decision.price,
        "bids": decision.bids,
        "offers": [{"who": offer.who, "coins": offer.coins} for offer in decision.offers],
    }


def _you(state: State, player: Player) -> dict[str, Any]:
    won = [d for d in state.decided if d.winner == player.name]
    return {
        "name": player.name,
        "coins": player.coins,
        "hand": list(player.hand),
        "active": player.active,
        "standing": player.standing,
        "may_bid": bool(state.batch) and state.may_bid(player),
        "lots": list(state.lots_for(player)),
        "example": _example(state, player),
        "bids": [_bid(bid) for bid in state.bids_of(player.name)],
        "trashed": list(state.trashed_by(player.name)),
        "said": player.name in state.said,
        "won": [_decision(decision) for decision in won],
    }


def _bids_for_example(state: State) -> str:
    """An example bid on the first two open lots, or on one, that some player could pay for."""
    least = state.terms.min_bid
    most = max((player.coins for player in state.bidders), default=least)
    coins = _some(30, most, least)
    more = _some(12, most - coins, least)
    offered = (coins, more) if more and coins + more <= most else (coins,)
    pairs = (Pair(lot.label, str(bid)) for lot, bid in zip(state.batch, offered, strict=False))
    return str(Bid(tuple(pairs)))


def _some(usual: int, most: int, least: int) -> int:
    return max(min(usual, most), least)


def _example(state: State, player: Player) -> str:
    """A move that `player` could send now, or empty: a bid on the first lot without one of its
    bids; or a trash of its lowest cards, as many as it holds beyond five, but one or two.
    """
    if state.phase == CHANGE and player.hand:
        lowest = sorted(player.hand, key=lambda card: RANKS.index(rank(card)))
        return str(Trash(tuple(lowest[: _some(2, len(player.hand) - HAND_SIZE, 1)])))
    pairs = [
        Pair(label, str(_some(30, state.most(player), state.terms.min_bid)))
        for label in state.lots_for(player)[:1]
    ]
    return str(Bid(tuple(pairs))) if pairs else ""
