"""Random games (`random_play`): no card is lost, and no coin comes from nowhere or goes nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from random_play import random_game

from gmtool.engine.cards import DECK
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.auction_poker import GAME
from gmtool.games.auction_poker.state import State

FAST_GAMES = 15
SLOW_PARTS = 4
GAMES_IN_A_PART = 100


@pytest.mark.slow  # many games
def test_random_games_keep_cards_and_coins() -> None:
    played = [random_game(GAME, number, broken) for number in range(FAST_GAMES)]
    assert sum(game.did["bid"] for game in played) > FAST_GAMES * 10
    assert sum(game.did["trash"] for game in played) > FAST_GAMES * 2


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_many_random_games_keep_cards_and_coins(part: int) -> None:
    first = 1000 + part * GAMES_IN_A_PART
    for number in range(first, first + GAMES_IN_A_PART):
        random_game(GAME, number, broken)


def broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if sorted(_cards(state)) != sorted(DECK):
        yield "not the 52 cards"
    if any(player.coins < 0 for player in state.players):
        yield "somebody owes coins"
    if not step.entry.takes_back:
        due = {
            player.name: _coins_due(player.name, player.coins, step)
            for player in before.state.players
        }
        if {player.name: player.coins for player in state.players} != due:
            yield "coins come from nowhere or go nowhere"


def _cards(state: State) -> Iterator[str]:
    yield from state.deck
    for player in state.players:
        yield from player.hand
    for lot in (*state.batch, *state.catalogue, *state.left):
        yield from lot.cards


def _coins_due(name: str, coins: int, step: Step) -> int:
    """Only payments, corrections and revocations change what a player has."""
    for one in step.news:
        match one.name:
            case "RuledInactive" if one["who"] == name:
                coins = 0
            case "CoinsAdjusted" if one["who"] == name:
                coins += one["after"] - one["before"]
            case "LotDecided" if one["decision"].winner == name:
                coins -= one["decision"].price
    return coins
