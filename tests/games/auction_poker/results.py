"""What a recorded game's result says: how everybody ended, and what became of each lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playing import Played
from recorded import Recording

WAYS = (
    *(f"OpeningClosed: why = {why}" for why in ("all-served", "all-offered", "nobody-may-bid")),
    "OpeningClosed: why = all-served; returned = -",
    "OpeningClosed: why = all-served; returned != -; lacking = -",
    "OpeningClosed: lacking != -",
    "SessionClosed: why = nobody-trashed",
    "SessionClosed: why = nobody-may-bid",
    "SessionClosed: why = nobody-holds-cards",
    "ChangeOpened: session = 5",
    "BatchOpened: re_auction = yes",
    "BatchOpened: session = 1; number = 3",
    "LotsDone: summed_up = yes",
    "LotsDone: summed_up = no",
    "LotDecided: decision.winner != -; decision.bids = 1",
    "EqualBids: first != -",
    "LotDecided: decision.offers counts 2",
    "LotDecided: decision.winner = -; decision.bids = 0; again = yes",
    "LotDecided: decision.winner = -; decision.bids != 0; again = yes",
    "LotDecided: decision.winner = -; decision.session = 0; again = no",
    "LotDecided: decision.winner = -; decision.session != 0",
    "BidMade: equals != -",
    "BidMade: place = 2",
    "LotDecided: decision.winner = -; decision.bids != 0; again = no; decision.session = 0",
    "LotDecided: decision.winner != -; decision.price = 0",
    "BatchOpened: re_auction = yes; number = 5",
    *(f"GameEnded: players counts {number}" for number in (2, 6, 10, 13)),
    "GameEnded: results.0.hand_name = Pig",
    "GameEnded: results.-2.hand_name != Pig; results.-1.hand_name = Pig",
    "GameEnded: results.0.place = 1; results.-2.hand_name = Pig",
    "GameEnded: results.-1.place = -; results.-1.hand_name != Pig; results.-2.place != -",
    "GameEnded: results.-2.place = -; results.-2.hand_name != Pig",
    "GameEnded: results.0.drawn_with != -; results.-1.place = -",
    "GameEnded: results.-1.place = 1",
    "GameEnded: results.0.place = 1; results.1.place = -",
    "GameEnded: results.1.place = 2; results.1.drawn_with counts 2; results.1.payout = 833333",
    "GameEnded: results.1.place = 2; results.1.payout = 2500000",
    "GameEnded: results.-2.place = 5; results.-2.payout = 0",
)


def report(one: Recording) -> str:
    """What a .result says, as the program has it."""
    played = one.played
    return "\n".join([*_end(played), "", *_places(played), "", *_lots(played), ""])


def _end(played: Played) -> Iterator[str]:
    yield f"entries: {len(played.entries)}"
    off = played.table.called_off
    ended = "shown down" if played.state.phase == "ended" else "running"
    yield f"end: {f'called off: {off}' if off else ended}"


def _places(played: Played) -> Iterator[str]:
    yield "place | player | hand | coins | payout | result | cards"
    players = {player.name: player for player in played.state.players}
    rows = [
        (r.place or "last", r.name, r.hand_name, r.payout, r.result) for r in played.state.results
    ]
    for place, name, hand, payout, result in rows or [("-", n, "-", "-", "-") for n in players]:
        held = " ".join(players[name].hand) or "-"
        yield f"{place} | {name} | {hand} | {players[name].coins} | {payout} | {result} | {held}"


def _lots(played: Played) -> Iterator[str]:
    yield "session | lot | winner | price | bids"
    equal = {(d.session, d.lot.label) for d, others in _told(played) if others}
    for d in played.state.decided:
        price = d.price if d.winner else "-"
        same = " | same instant" if d.winner and (d.session, d.lot.label) in equal else ""
        yield f"{d.session} | {d.lot.label} | {d.winner or '-'} | {price} | {d.bids}{same}"


def _told(played: Played) -> Iterator[tuple[Any, bool]]:
    """What was decided, and whether players were told of equal bids on it."""
    for step in played.replay.effective:
        equal = {one["lot"] for one in step.news if one.name == "EqualBids"}
        for one in step.news:
            if one.name == "LotDecided":
                yield one["decision"], one["decision"].lot.label in equal
