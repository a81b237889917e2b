"""The promises of every kind for Big Two and President; hands keep their sizes while cards are
traded, and every round gives each player a place (BT-2, BT-3, BT-14, BT-23, BT-29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from lengths import few_or_many
from recorded import RECORDED

from gmtool.engine.game import Game
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.big_two import GAME, PRESIDENT_GAME
from gmtool.games.big_two.state import State, conserved
from gmtool.testing import promises

from .tables import deck_of


def broken(_before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if state.phase in {"trading", "free-trade", "play"}:
        yield from cards_wrong(state)
        yield from sizes_wrong(state)
    yield from rounds_wrong(state, step)


def cards_wrong(state: State) -> Iterator[str]:
    """Every card of the deck is in a hand, in the rest of it, or was played in this round."""
    if conserved(state) != {"cards": sorted(deck_of(state.terms.jokers))}:
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


def kept(game: Game, *games: int) -> Callable[..., None]:
    return promises(game, games=games, keeps=broken)


def more(game: Game, *games: int) -> Callable[..., None]:
    numbers = few_or_many(games, (*games, *range(2000, 2024)))
    kept = promises(game, games=numbers, journals=RECORDED / game.kind, keeps=broken)
    test: Callable[..., None] = pytest.mark.slow(kept)
    return test


test_promises = kept(GAME, 0, 11)
test_promises_of_president = kept(PRESIDENT_GAME, 5)
test_more_promises = more(GAME, 67, 3, 4)
test_more_promises_of_president = more(PRESIDENT_GAME, 12, 32)
