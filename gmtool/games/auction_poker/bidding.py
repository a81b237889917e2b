"""Bids, and the close of a batch (AP-6 to AP-12, AP-18)."""

from __future__ import annotations

import re

from msgspec.structs import asdict, replace

from gmtool.engine.cards import in_order
from gmtool.engine.game import Action
from gmtool.engine.refusals import NotNow, Refused, quoting
from gmtool.engine.text import told
from gmtool.games.auction_poker.award import award, equals
from gmtool.games.auction_poker.change import lots_done
from gmtool.games.auction_poker.moves import Bid, Pair
from gmtool.games.auction_poker.state import (
    BETWEEN,
    CHANGE,
    SETUP,
    Decision,
    LiveBid,
    Lot,
    Offered,
    Player,
    State,
)


def bid(state: State, action: Action, move: Bid) -> State:
    """The state after the bids of one message, all of them or none. The desk passes them one by
    one, so that each is valid or refused on its own (AP-7, AP-8).
    """
    player = state.player(action.who)
    for place, pair in enumerate(move.pairs):
        with quoting(pair):
            _check_may_bid(state, player, pair)
            coins = _coins(state, player, pair)
            _check_lot(state, pair)
            _check_first(state, player, pair)
            _check_sum(state, player, pair, coins)
        live = LiveBid(player.name, pair.lot, coins, action.received_at, action.number, place)
        state = _made(state, live)
    return state


def _made(state: State, live: LiveBid) -> State:
    """The state with the bid. Of equal bids in the same instant only the host learns while
    recording (AP-10).
    """
    same = (live.lot, live.coins, live.received)
    others = tuple(b.who for b in state.bids if (b.lot, b.coins, b.received) == same)
    remark = ""
    if others:
        remark = (
            f"AP-10: {live.who} and {' and '.join(others)} have bid {live.coins} on lot {live.lot} "
            f"in the same instant; the bid recorded first, {others[0]}'s, comes first."
        )
    state = replace(state.heard_from(live.who), bids=(*state.bids, live))
    secret = {"equals": others}
    return state.tell("BidMade", only_to=[live.who], secret=secret, remark=remark, **asdict(live))


def _check_may_bid(state: State, player: Player, pair: Pair) -> None:
    if not state.batch:
        raise NotNow(
            "AP-15" if state.phase == CHANGE else "AP-6",
            f"no lots are open for bids now; {_instead(state)}.",
            quoted=f"bid {pair}",
        )
    if state.in_opening and player.lot:
        raise Refused(
            "AP-9",
            f"{player.name} has already won opening lot {player.lot} and can't bid on another "
            "opening lot.",
        )


def _instead(state: State) -> str:
    """What is open while no lots are."""
    if state.phase == SETUP:
        return "the first batch hasn't opened yet"
    return "a change window is open: `trash` cards or `keep`"


def _coins(state: State, player: Player, pair: Pair) -> int:
    least = state.terms.min_bid
    if not re.fullmatch(r"-?[0-9]{1,12}", pair.coins):
        raise Refused(
            "AP-7",
            f"“{told(pair.coins)}” is not a whole number of coins; a bid on lot {pair.lot} is "
            f"{least} to {player.coins}, written without points or commas.",
        )
    coins = int(pair.coins)
    if coins < least:
        unit = "coin" if least == 1 else "coins"
        raise Refused("AP-7", f"a bid is at least {least} {unit}, not {coins}.")
    if coins > player.coins:
        raise Refused(
            "AP-7",
            f"{player.name} has {player.coins} coins and can't bid {coins} on lot {pair.lot}.",
        )
    return coins


def _check_lot(state: State, pair: Pair) -> None:
    if state.lot(pair.lot) is not None:
        return
    are = "is" if len(state.batch) == 1 else "are"
    lots = ", ".join(lot.label for lot in state.batch)
    raise Refused("AP-7", f"{told(_why_not_open(state, pair.lot))}; open for bids {are}: {lots}.")


def _why_not_open(state: State, label: str) -> str:
    for decision in reversed(state.decided):
        if (decision.session, decision.lot.label) == (state.session, label) and decision.winner:
            return f"lot {label} is sold: {decision.winner} won it for {decision.price}"
    if any(lot.label == label for lot in state.left):
        return f"lot {label} was left over and may come up again in the re-auction"
    if any(lot.label == label for lot in state.catalogue):
        return f"lot {label} isn't open yet"
    if any((d.session, d.lot.label) == (state.session, label) for d in state.decided):
        return f"lot {label} was not sold and is closed"
    return f"there is no lot {label}"


def _check_first(state: State, player: Player, pair: Pair) -> None:
    for earlier in state.bids_of(player.name):
        if earlier.lot == pair.lot:
            raise Refused(
                "AP-8",
                "{who} has already bid {coins} on lot {lot} (received {received}); a bid is final.",
                who=player.name,
                coins=earlier.coins,
                lot=earlier.lot,
                received=earlier.received,
            )


def _check_sum(state: State, player: Player, pair: Pair, coins: int) -> None:
    most = state.most(player)
    if coins > most:
        raise Refused(
            "AP-18",
            f"{player.name} has {player.coins} coins and {player.coins - most} of them in live "
            f"bids of this batch; {coins} more on lot {pair.lot} can't be paid.",
        )


def no_bid(state: State, action: Action) -> State:
    """The state after `pass`: no bid in this batch, or none beside those made (AP-28)."""
    player = state.player(action.who)
    if not state.batch:
        raise NotNow("AP-28", f"no lots are open that could be passed on; {_instead(state)}.")
    if not state.may_bid(player):
        why = "has its opening lot" if state.in_opening and player.lot else "has no coins to bid"
        raise Refused(
            "AP-9" if state.in_opening else "AP-7", f"{player.name} {why} and needn't pass."
        )
    if player.name in state.said:
        raise Refused("AP-28", f"{player.name} has already passed; only a bid can still follow.")
    after = bool(state.bids_of(player.name))
    state = replace(state, said=(*state.said, player.name))
    return state.tell("Passed", only_to=[player.name], who=player.name, after=after)


def close_batch(state: State) -> State:
    """The state with every lot of the open batch decided at once (AP-10, AP-11)."""
    winners = award(state)
    for lot in state.batch:
        state = _decided(state, lot, winners.get(lot.label))
    state = replace(state, phase=BETWEEN, batch=(), bids=(), said=())
    return state if state.in_opening or state.catalogue else lots_done(state)


def _decided(state: State, lot: Lot, winner: LiveBid | None) -> State:
    """The state with a lot given to its winner. An unsold lot may come up again in the re-auction
    (`again`), or goes into the deck (AP-13, AP-14, AP-19). Who made an equal bid in the instant of
    the winner's hears of it, and so does the winner (AP-10).
    """
    again = winner is None and comes_again(state, lot)
    if winner is not None:
        player = state.player(winner.who)
        state = state.but(
            player.name,
            coins=player.coins - winner.coins,
            hand=in_order((*player.hand, *lot.cards)),
            lot=lot.label if state.in_opening else player.lot,
        )
    elif again:
        state = replace(state, left=(*state.left, lot))
    else:
        state = state.into_deck(lot.cards)
    decision = _decision(state, lot, winner)
    state = replace(state, decided=(*state.decided, decision))
    state = state.tell("LotDecided", decision=decision, again=again)
    others = equals(state.bids, winner) if winner else ()
    if winner is None or not others:
        return state
    return state.tell(
        "EqualBids",
        only_to=(winner.who, *others),
        lot=lot.label,
        coins=winner.coins,
        first=winner.who,
    )


def comes_again(state: State, lot: Lot) -> bool:
    """Whether a lot of the open batch is offered once more if nobody wins it now (AP-13)."""
    if not state.in_opening or (
        state.terms.reauction == "unbid" and any(bid.lot == lot.label for bid in state.bids)
    ):
        return False
    before = sum(one.lot == lot for one in state.decided)
    return before < state.terms.reoffers


def _decision(state: State, lot: Lot, winner: LiveBid | None) -> Decision:
    bids = sorted((b for b in state.bids if b.lot == lot.label), key=lambda b: (-b.coins, b.order))
    shown = bids if state.terms.reveal_bids == "all" else []
    offers = tuple(Offered(b.who, b.coins) for b in shown)
    if winner is None:
        return Decision(state.session, lot, bids=len(bids), offers=offers)
    return Decision(state.session, lot, winner.who, winner.coins, len(bids), offers)
