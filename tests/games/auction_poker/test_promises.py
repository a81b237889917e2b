"""The promises of every kind for Auction Poker; and no coin comes from nowhere or goes nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lengths import every_third, few_or_many
from recorded import few_or_all

from gmtool.engine.cards import DECK
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.state import State, conserved
from gmtool.testing import promises


def broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if conserved(state) != {"cards": sorted(DECK)}:
        yield "not the 52 cards"
    if any(player.coins < 0 for player in state.players):
        yield "somebody owes coins"
    due = {player.name: player.coins for player in before.state.players}
    for one in step.news:  # only payments, corrections and revocations change what a player has
        match one.name:
            case "RuledInactive":
                due[one["who"]] = 0
            case "CoinsAdjusted":
                due[one["who"]] += one["after"] - one["before"]
            case "LotDecided" if one["decision"].winner:
                due[one["decision"].winner] -= one["decision"].price
    if not step.entry.takes_back and [player.coins for player in state.players] != [*due.values()]:
        yield "coins come from nowhere or go nowhere"


test_promises = promises(GAME, games=2, keeps=broken)
test_more_promises = pytest.mark.slow(
    every_third(
        promises(
            GAME,
            games=range(2, few_or_many(3, 400)),
            journals=few_or_all(GAME.kind),
            keeps=broken,
        )
    )
)
