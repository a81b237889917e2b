"""Decides who wins the lots of a batch (AP-10, AP-11, AP-18)."""

from __future__ import annotations

from collections import defaultdict

from gmtool.games.auction_poker.state import LiveBid, Lot, State

Winners = dict[str, LiveBid]
"""The winning bid of each lot that is sold, by label."""


def award(state: State) -> Winners:
    """The winning bids of the open batch; in the opening session nobody wins two lots (AP-11)."""
    return _along_ways(state.batch, state.bids) if state.in_opening else _highest(state.bids)


def _in_order(bids: tuple[LiveBid, ...]) -> list[LiveBid]:
    """AP-10: from the highest down, of equal ones the earliest first."""
    return sorted(bids, key=lambda b: (-b.coins, b.order))


def _highest(bids: tuple[LiveBid, ...]) -> Winners:
    """AP-10: the highest bid on each lot; of equal bids the earliest."""
    winners: Winners = {}
    for bid in _in_order(bids):
        winners.setdefault(bid.lot, bid)
    return winners


def _along_ways(batch: tuple[Lot, ...], bids: tuple[LiveBid, ...]) -> Winners:
    """AP-11: a bid wins its lot if the lot is free, or if its holder can move to another one."""
    equal: dict[tuple[str, int], list[LiveBid]] = defaultdict(list)
    catalogue = [lot.label for lot in batch]
    for bid in sorted(bids, key=lambda b: catalogue.index(b.lot)):
        equal[bid.who, bid.coins].append(bid)
    held: Winners = {}
    for bid in _in_order(bids):
        if all(bid.who != other.who for other in held.values()):
            held |= {one.lot: one for one in _way(bid, held, equal)}
    return held


def _way(
    bid: LiveBid, held: Winners, equal: dict[tuple[str, int], list[LiveBid]]
) -> tuple[LiveBid, ...]:
    """The bid, and those by which one holder after the other moves on, up to a free lot: the way of
    the fewest moves, then through the first lots of the catalogue; empty where there is none.
    """
    ways: list[tuple[LiveBid, ...]] = [(bid,)]
    seen = {bid.lot}
    for way in ways:  # those with fewer moves first, of equally many those through the first lots
        holder = held.get(way[-1].lot)
        if holder is None:
            return way
        for other in equal[holder.who, holder.coins]:
            if other.lot not in seen:
                seen.add(other.lot)
                ways.append((*way, other))
    return ()


def equals(bids: tuple[LiveBid, ...], winner: LiveBid) -> tuple[str, ...]:
    """Who made an equal bid in the same instant that lost to `winner` only by being recorded later
    (AP-10).
    """
    return tuple(
        bid.who
        for bid in bids
        if bid.who != winner.who
        and (bid.lot, bid.coins, bid.received) == (winner.lot, winner.coins, winner.received)
        and winner.order < bid.order
    )
