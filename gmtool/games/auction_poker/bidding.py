"""Bids and the close of a batch (AP-6 to AP-12, AP-18)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gmtool.engine.entries import Spoken
from gmtool.engine.refusals import NotNow, Refused
from gmtool.games.auction_poker.award import award, told_by_recording
from gmtool.games.auction_poker.events import BidMade, LotDecided, Passed
from gmtool.games.auction_poker.moves import Bid, Pair
from gmtool.games.auction_poker.state import (
    CHANGE,
    CHANGE_BIDDING,
    SETUP,
    Decision,
    LiveBid,
    Offered,
    Player,
    State,
)

if TYPE_CHECKING:
    from gmtool.engine.game import Event


def bid(state: State, spoken: Spoken, move: Bid) -> tuple[Event, ...]:
    """The bids of one message, all or none; the desk offers them one by one (AP-7, AP-8)."""
    player = state.player(spoken.who)
    mine = list(state.bids_of(player.name))
    made = []
    for place, pair in enumerate(move.pairs):
        _check_may_bid(state, player, pair)
        coins = _coins(state, player, pair)
        _check_lot(state, pair)
        _check_first(player, pair, mine)
        _check_sum(state, player, pair, coins, mine)
        live = LiveBid(player.name, pair.lot, coins, spoken.received_at, spoken.number, place)
        mine.append(live)
        made.append(_made(state, live))
    return tuple(made)


def _made(state: State, live: LiveBid) -> BidMade:
    same = (live.lot, live.coins, live.received)
    equals = tuple(b.who for b in state.bids if (b.lot, b.coins, b.received) == same)
    return BidMade(live.who, live.lot, live.coins, live.received, live.entry, live.place, equals)


def _check_may_bid(state: State, player: Player, pair: Pair) -> None:
    if not state.batch:
        raise NotNow(
            "AP-15" if state.phase == CHANGE else "AP-6",
            "no lots are open for bids now; {open}.",
            quoted=f"bid {pair}",
            open=_instead(state),
        )
    if state.in_opening and player.lot:
        raise Refused(
            "AP-9",
            "{who} has already won opening lot {lot} and can't bid on another opening lot.",
            quoted=str(pair),
            who=player.name,
            lot=player.lot,
        )


def _instead(state: State) -> str:
    """What is on while no lots are open."""
    if state.phase == SETUP:
        return "the first batch hasn't opened yet"
    return "a change window is open: `trash` cards or `keep`"


def _coins(state: State, player: Player, pair: Pair) -> int:
    least = state.terms.min_bid
    if not re.fullmatch(r"-?[0-9]{1,12}", pair.coins):
        raise Refused(
            "AP-7",
            "“{coins}” is not a whole number of coins; a bid on lot {lot} is {least} to {most}, "
            "written without points or commas.",
            quoted=str(pair),
            coins=pair.coins,
            lot=pair.lot,
            least=least,
            most=player.coins,
        )
    coins = int(pair.coins)
    if coins < least:
        raise Refused(
            "AP-7",
            "a bid is at least {least} {unit}, not {coins}.",
            quoted=str(pair),
            least=least,
            unit="coin" if least == 1 else "coins",
            coins=coins,
        )
    if coins > player.coins:
        raise Refused(
            "AP-7",
            "{who} has {most} coins and can't bid {coins} on lot {lot}.",
            quoted=str(pair),
            who=player.name,
            most=player.coins,
            coins=coins,
            lot=pair.lot,
        )
    return coins


def _check_lot(state: State, pair: Pair) -> None:
    if state.lot(pair.lot) is not None:
        return
    raise Refused(
        "AP-7",
        "{why}; open for bids {are}: {lots}.",
        quoted=str(pair),
        why=_why_not_open(state, pair.lot),
        are="is" if len(state.batch) == 1 else "are",
        lots=", ".join(lot.label for lot in state.batch),
    )


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


def _check_first(player: Player, pair: Pair, mine: list[LiveBid]) -> None:
    for earlier in mine:
        if earlier.lot == pair.lot:
            raise Refused(
                "AP-8",
                "{who} has already bid {coins} on lot {lot} (received {received}); a bid is final.",
                quoted=str(pair),
                who=player.name,
                coins=earlier.coins,
                lot=earlier.lot,
                received=earlier.received,
            )


def _check_sum(state: State, player: Player, pair: Pair, coins: int, mine: list[LiveBid]) -> None:
    bound = sum(b.coins for b in mine)
    if state.phase == CHANGE_BIDDING and bound + coins > player.coins:
        raise Refused(
            "AP-18",
            "{who} has {most} coins and {bound} of them in live bids of this batch; "
            "{coins} more on lot {lot} can't be paid.",
            quoted=str(pair),
            who=player.name,
            most=player.coins,
            bound=bound,
            coins=coins,
            lot=pair.lot,
        )


def no_bid(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """`pass`: no bid in this batch (AP-28)."""
    player = state.player(spoken.who)
    if not state.batch:
        raise NotNow(
            "AP-28",
            "no lots are open that could be passed on; {open}.",
            quoted="pass",
            open=_instead(state),
        )
    if not state.may_bid(player):
        why = "has its opening lot" if state.in_opening and player.lot else "has no coins to bid"
        raise Refused(
            "AP-9" if state.in_opening else "AP-7",
            "{who} {why} and needn't pass.",
            quoted="pass",
            who=player.name,
            why=why,
        )
    if state.bids_of(player.name):
        raise Refused(
            "AP-28",
            "{who} has already bid in this batch; a bid is final, so no pass can follow.",
            quoted="pass",
            who=player.name,
        )
    if player.name in state.said:
        raise Refused(
            "AP-28",
            "{who} has already passed; only a bid can still follow.",
            quoted="pass",
            who=player.name,
        )
    return (Passed(player.name),)


def close_batch(state: State) -> tuple[Event, ...]:
    """Every lot of the open batch decided at once (AP-10, AP-11)."""
    winners = award(state.batch, state.bids, one_each=state.in_opening)
    return tuple(
        LotDecided(_decision(state, lot.label, winners.get(lot.label))) for lot in state.batch
    )


def _decision(state: State, label: str, winner: LiveBid | None) -> Decision:
    lot = state.lot(label)
    assert lot is not None  # noqa: S101 - labels of the open batch
    bids = sorted((b for b in state.bids if b.lot == label), key=lambda b: (-b.coins, b.order))
    shown = bids if state.terms.reveal_bids == "all" else []
    offers = tuple(Offered(b.who, b.coins) for b in shown)
    if winner is None:
        return Decision(state.session, lot, bids=len(bids), offers=offers)
    told = told_by_recording(tuple(bids), winner)
    return Decision(state.session, lot, winner.who, winner.coins, len(bids), told, offers)
