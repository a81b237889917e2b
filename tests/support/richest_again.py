"""Auction Poker with games that follow one another, for tests: the richer of two plays again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from unittest import mock

from msgspec.structs import replace

from gmtool.engine.options import Value
from gmtool.engine.refusals import Refused
from gmtool.games import auction_poker
from gmtool.games.auction_poker.state import ENDED, State

RICHEST = "AP-24"
"""The clause that the kind of these tests refuses by."""


def richest_again(
    state: State, signed_up: tuple[str, ...]
) -> tuple[Mapping[str, Value | None], tuple[str, ...]]:
    """Whoever has most coins left plays again, for as many lots as usual."""
    if state.phase != ENDED:
        raise Refused(RICHEST, "the game hasn't ended yet.")
    richest = max(state.players, key=lambda player: player.coins)
    if richest.name in signed_up:
        raise Refused(RICHEST, f"{richest.name} plays again anyway.", quoted=richest.name)
    if len(signed_up) != 1:
        raise Refused(RICHEST, f"one more player is needed, not {len(signed_up)}.")
    return {"min_bid": 2, "low_ace_straight": True, "lots": None}, (richest.name, *signed_up)


def known() -> AbstractContextManager[object]:
    """Auction Poker is of that kind, and its two sit North and South."""
    kind = replace(auction_poker.GAME, sequel=richest_again, seats=("North", "South"))
    return mock.patch.object(auction_poker, "GAME", kind)
