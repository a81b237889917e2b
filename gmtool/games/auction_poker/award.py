"""Decides who wins the lots of a batch (AP-10, AP-11, AP-18)."""

from __future__ import annotations

from collections import Counter

from gmtool.games.auction_poker.state import LiveBid, Lot

Winners = dict[str, LiveBid]
"""The winning bid of each lot that is sold, by label."""


def award(batch: tuple[Lot, ...], bids: tuple[LiveBid, ...], *, one_each: bool) -> Winners:
    """The winning bids of a batch; with `one_each`, in the opening session, nobody
    wins two lots (AP-11).
    """
    return _one_each(batch, bids) if one_each else _highest(bids)


def _highest(bids: tuple[LiveBid, ...]) -> Winners:
    """AP-10: the highest bid on each lot; of equal bids the earliest."""
    winners: Winners = {}
    for bid in sorted(bids, key=lambda b: (-b.coins, b.order)):
        winners.setdefault(bid.lot, bid)
    return winners


def _one_each(batch: tuple[Lot, ...], bids: tuple[LiveBid, ...]) -> Winners:
    """AP-11: goes through the amounts from the highest down so that nobody keeps two lots."""
    held: Winners = {}
    for amount in sorted({bid.coins for bid in bids}, reverse=True):
        level = sorted((b for b in bids if b.coins == amount), key=lambda b: b.order)
        holders = {bid.who for bid in held.values()}
        for bid in level:
            if bid.who not in holders:
                held.setdefault(bid.lot, bid)
        count = Counter(bid.who for bid in held.values())
        for bid in level:
            holder = held[bid.lot].who if bid.lot in held else bid.who
            if count[bid.who] == 0 and count[holder] > 1:
                held[bid.lot] = bid
                count[holder] -= 1
                count[bid.who] += 1
    return _first_of_each(batch, held)


def _first_of_each(batch: tuple[Lot, ...], held: Winners) -> Winners:
    """AP-11: leaves a player who still holds several lots the first in catalogue order."""
    kept: Winners = {}
    served: set[str] = set()
    for lot in batch:
        bid = held.get(lot.label)
        if bid is not None and bid.who not in served:
            kept[lot.label] = bid
            served.add(bid.who)
    return kept


def told_by_recording(bids: tuple[LiveBid, ...], winner: LiveBid) -> bool:
    """Whether an equal bid of the same instant lost to `winner` only by being recorded later."""
    return any(
        bid.who != winner.who
        and (bid.lot, bid.coins, bid.received) == (winner.lot, winner.coins, winner.received)
        and winner.order < bid.order
        for bid in bids
    )
