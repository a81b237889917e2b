"""The draw for dealer and the deal (TS-3, TS-4)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.engine.game import Event
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.state import DEAL, DRAW, SETUP, Drawn, State
from gmtool.games.ten_skip.terms import deck, height, in_order


def draw_due(state: State) -> bool:
    """Whether the dealer is to be drawn for: before the start, later by option (TS-3, ALL-3)."""
    return state.phase == DRAW or (state.phase == SETUP and not state.dealer)


def deal_due(state: State) -> bool:
    """Whether the cards of a round are to be dealt: before the start, later at once (ALL-3)."""
    return state.phase == DEAL or (state.phase == SETUP and bool(state.dealer) and not state.deal)


def shuffled(state: State, move: Move) -> tuple[Event, ...]:
    """What the shuffled deck gives: the draw for dealer, or the hands of the round."""
    if not isinstance(move, Shuffle) or not (draw_due(state) or deal_due(state)):
        raise NotNow("ALL-3", "no deck is to be shuffled now.", quoted=str(move))
    check_shuffle(move, deck(state.terms.decks), "TS-3" if draw_due(state) else "TS-4")
    if draw_due(state):
        return (_drawn_for(state, move.cards),)
    return (_dealt(state, move.cards),)


def _drawn_for(state: State, cards: Sequence[str]) -> e.DealerDrawn:
    """One card for each in seat order; those tied for the highest draw again from what is left, and
    from a new shuffle where that isn't enough for all of them.
    """
    names = state.drawing or tuple(player.name for player in state.playing)
    draws: list[tuple[Drawn, ...]] = []
    top = 0
    while len(names) > 1 and top + len(names) <= len(cards):
        drawn = tuple(
            Drawn(name, card)
            for name, card in zip(names, cards[top : top + len(names)], strict=True)
        )
        draws.append(drawn)
        top += len(names)
        highest = max(height(one.card) for one in drawn)
        names = tuple(one.who for one in drawn if height(one.card) == highest)
    if len(names) > 1:
        return e.DealerDrawn(state.round, tuple(draws), "", names)
    return e.DealerDrawn(state.round, tuple(draws), names[0])


def _dealt(state: State, cards: tuple[str, ...]) -> e.Dealt:
    """One card at a time, beginning left of the dealer (TS-4)."""
    names = [player.name for player in state.playing]
    first = names.index(state.left_of(state.dealer))
    seats, size = len(names), state.terms.hand_size
    given, rest = cards[: seats * size], cards[seats * size :]
    hands = tuple(in_order(given[(seat - first) % seats :: seats]) for seat in range(seats))
    return e.Dealt(state.deal + 1, state.round, hands, rest)


def round_opened(state: State) -> e.RoundOpened:
    """The round with its dealer; the player to the left begins (TS-4)."""
    return e.RoundOpened(state.round, state.dealer, state.left_of(state.dealer), state.draws)
