"""The promises of every kind for Big Two and President, and what else holds after every entry, of
random games and of recorded ones (BT-2, BT-3, BT-14, BT-22, BT-23, BT-25, BT-29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from lengths import every_third, few_or_many
from recorded import few_or_all

from gmtool.engine.game import Game
from gmtool.engine.steps import Step
from gmtool.engine.table import Table
from gmtool.games.big_two import GAME, PRESIDENT_GAME
from gmtool.games.big_two.questions import parse
from gmtool.games.big_two.state import State
from gmtool.testing import promises

from .reference_plays import deck, rising
from .reference_trades import Haggle


def broken(before: Table, step: Step, after: Table) -> Iterator[str]:
    state: State = after.state
    if state.phase in {"trading", "free-trade", "play"}:
        yield from cards_wrong(state)
        yield from sizes_wrong(state)
    yield from rounds_wrong(state, step)
    for news in step.news:
        if news.name == "DealtAnew" and any(player.hand for player in state.players):
            yield "hands are out between two deals"
        if news.name == "Answered":
            taker, giver = news["parties"]
            if parse(news["question"]) is None:  # in words; the host answers it
                if not {*news["cards"]} <= {*before.state.player(giver).hand}:
                    yield "a card is revealed that isn't there"
                continue
            one = Haggle(taker, giver, 52, {giver: [*before.state.player(giver).hand], taker: []})
            one.hold(giver)
            one.ask(taker, news["question"], state.terms.jokers)
            if one.asked != [(news["question"], news["yes"], [*news["cards"]])]:
                yield f"the answer isn't true: {one.asked}"


def cards_wrong(state: State) -> Iterator[str]:
    """Every card of the deck is in a hand, in the rest of it, or was played in this round."""
    actions = [action for then in state.tricks for action in then.actions]
    actions += state.trick.actions if state.trick else ()
    cards = [*state.stock, *(card for action in actions for card in action.cards)]
    cards += [card for player in state.players for card in player.hand]
    if sorted(cards) != sorted(deck(state.terms.jokers)):
        yield "a card is missing or there twice"
    if any(rising([*player.hand]) != [*player.hand] for player in state.players):
        yield "a hand is out of order"


def sizes_wrong(state: State) -> Iterator[str]:
    sizes = tuple(len(player.hand) for player in state.players)
    begins = state.phase == "play" and not state.has_played
    if begins and sizes != state.sizes:
        yield f"play begins with hands of {sizes}, but {state.sizes} were dealt"
    first = len(state.rounds) % len(sizes)
    around = [*state.sizes[first:], *state.sizes[:first]]
    if max(around) > min(around) + 1 or (
        not state.floating and around != sorted(around, reverse=True)
    ):
        yield f"{state.sizes} were dealt"
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
    for over in (news for news in step.news if news.name == "RoundOver"):
        if len(state.rounds) != over["number"] or state.rounds[-1].places != over["places"]:
            yield "a round is over that isn't among them"
    if state.phase == "play" and state.trick and not state.player(state.trick.actor).hand:
        yield f"it is {state.trick.actor}'s turn, who is out"


def kept(game: Game, *games: int) -> Callable[..., None]:
    return promises(game, games=games, keeps=broken)


def more(game: Game, *games: int) -> Callable[..., None]:
    numbers = few_or_many(games, (*games, *range(2000, 2024)))
    kept = promises(game, games=numbers, journals=few_or_all(game.kind), keeps=broken)
    test: Callable[..., None] = pytest.mark.slow(every_third(kept))
    return test


test_promises = kept(GAME, 4, 0)
test_promises_of_president = pytest.mark.slow(kept(PRESIDENT_GAME, 5))
test_more_promises = more(GAME, 8, 1)
test_more_promises_of_president = more(PRESIDENT_GAME, 12)
