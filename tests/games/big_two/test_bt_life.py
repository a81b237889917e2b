"""Random games (`random_play`): no card comes from nowhere or goes nowhere, hands keep their sizes
while cards are traded, and every game ends (BT-2, BT-3, BT-14, BT-23, BT-29).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from random_play import RandomGame, by_chance, random_game

from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.big_two import GAME, PRESIDENT_GAME
from gmtool.games.big_two.state import State

from .tables import KIND, PRESIDENT, deck_of

RULES = {KIND: GAME, PRESIDENT: PRESIDENT_GAME}
FAST = ((KIND, 11), (KIND, 67), (PRESIDENT, 5), (PRESIDENT, 12), (PRESIDENT, 32))
MOVED = {"Drew", "Swapped", "SwapUndone", "Taken", "Returned", "Played"}
"""All that moves cards after a deal."""
SLOW_PARTS, GAMES_IN_A_PART = 2, 12
MOST_ROUNDS = 6
"""Longer games say nothing new."""


@pytest.mark.slow  # many games
def test_bt_02_bt_14_random_games_keep_their_cards() -> None:
    played = [keeps(kind, number) for kind, number in FAST]
    steps = [step for game in played for step in game.fold.live]
    assert {news.name for step in steps for news in step.news} >= MOVED


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(SLOW_PARTS))
@pytest.mark.parametrize("kind", RULES)
def test_bt_02_bt_14_many_random_games_keep_their_cards(kind: str, part: int) -> None:
    first = 2000 + part * GAMES_IN_A_PART
    did: Counter[str] = Counter()
    for number in range(first, first + GAMES_IN_A_PART):
        options = by_chance(RULES[kind], number).options
        if int(options.get("rounds", "1")) <= MOST_ROUNDS:
            did += keeps(kind, number).did
    assert {"play", "pass", "close", "undo"} <= set(did)
    assert (kind == PRESIDENT) == ("ask" in did)


def keeps(kind: str, number: int) -> RandomGame:
    """The random game of that number, played to its end."""
    game = random_game(RULES[kind], number, broken)
    assert game.table.state.phase == "ended" or game.table.called_off
    return game


def broken(_before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if state.phase in {"trading", "free-trade", "play"}:
        yield from cards_wrong(state)
        yield from sizes_wrong(state)
    yield from rounds_wrong(state, step)


def cards_wrong(state: State) -> Iterator[str]:
    """Every card of the deck is in a hand, in the rest of it, or was played in this round."""
    actions = [action for trick in state.tricks for action in trick.actions]
    actions += state.trick.actions if state.trick else ()
    played = [card for action in actions for card in action.cards]
    held = [card for player in state.players for card in player.hand]
    if sorted((*held, *state.stock, *played)) != sorted(deck_of(state.terms.jokers)):
        yield "a card is missing or there twice"
    order = deck_of(2).index
    if any(sorted(player.hand, key=order) != list(player.hand) for player in state.players):
        yield "a hand is out of order"


def sizes_wrong(state: State) -> Iterator[str]:
    sizes = tuple(len(player.hand) for player in state.players)
    begins = state.phase == "play" and not state.has_played
    if begins and sizes != state.sizes:
        yield f"play begins with hands of {sizes}, but {state.sizes} were dealt"
    if state.phase == "play" and [bool(p.hand) for p in state.players] != [
        not p.place for p in state.players
    ]:
        yield "who holds no cards has a place, and nobody else"
    for trade in state.trades if state.phase == "trading" else ():
        taken = len(trade.taken) - len(trade.returned)
        for name, moved in zip(trade.parties, (taken, -taken), strict=True):
            if len(state.player(name).hand) != state.sizes[state.seat(name)] + moved:
                yield f"{name}'s hand isn't what was dealt and traded"


def rounds_wrong(state: State, step: Step) -> Iterator[str]:
    names = sorted(player.name for player in state.players)
    if any(sorted(then.places) != names for then in state.rounds):
        yield "a round is over without a place for everybody"
    over = [news for news in step.news if news.name == "RoundOver"]
    if over and len(state.rounds) != over[0]["number"]:
        yield "a round is over that isn't among them"
    if state.phase == "play" and state.trick and not state.player(state.trick.actor).hand:
        yield f"it is {state.trick.actor}'s turn, who is out"
