"""Random matches (`random_play`): no chip comes from nowhere or goes nowhere, and each round gives
out what was put into it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from random_play import random_game

from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.grouping_bw import GAME
from gmtool.games.grouping_bw.state import State

FAST_MATCHES = 4
SLOW_PARTS = 4
MATCHES_IN_A_PART = 40


def test_gb_10_gb_13_random_matches_keep_chips() -> None:
    played = [random_game(GAME, number, broken) for number in range(FAST_MATCHES)]
    assert sum(match.did["fold"] for match in played) > FAST_MATCHES * 2
    assert sum(match.did["call"] for match in played) > FAST_MATCHES


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
def test_gb_10_gb_13_many_random_matches_keep_chips(part: int) -> None:
    first = 1000 + part * MATCHES_IN_A_PART
    for number in range(first, first + MATCHES_IN_A_PART):
        random_game(GAME, number, broken)


def broken(_before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if _chips(state) != _begun_with(state) + state.adjusted:
        yield "chips come from nowhere or go nowhere"
    if any(player.chips < 0 or player.bet < 0 for player in state.players):
        yield "somebody owes chips"
    if state.discards and not state.terms.is_final:
        yield "chips were discarded"
    if not step.entry.takes_back:
        yield from _rounds_wrong(step)


def _chips(state: State) -> int:
    """Chips in hand, in the round and out of play."""
    return sum(player.chips + player.bet for player in state.players) + state.discards


def _begun_with(state: State) -> int:
    bonus = sum("bonus" in player.items for player in state.players)
    return (200 if state.terms.is_final else 60) + 10 * bonus


def _rounds_wrong(step: Step) -> Iterator[str]:
    """What was put into each round is taken out of it or discarded."""
    penalties = {event["who"]: event["penalty"] for event in step.news if event.name == "Folded"}
    for event in step.news:
        if event.name == "RoundOver":
            put_in = sum(event["bets"]) + penalties.get(event["folder"], 0)
            if put_in != sum(event["back"]) + event["discarded"]:
                yield "a round doesn't add up"
            if event["pot"] != sum(event["bets"]) or event["kept"] not in event["back"]:
                yield "a round is told otherwise than it went"
            if event["bets"][0] != event["bets"][1] and not event["folder"]:
                yield "a showdown of unequal bets"
