"""The state after an event of Luck of the Draw; never refuses."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from gmtool.engine.game import Event
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.moves import SUITS
from gmtool.games.split_decision.state import (
    BETWEEN,
    BONUS_BOARD,
    BONUS_DECK,
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_SUIT_BOARD,
    BONUS_WAGER,
    ENDED,
    Bonus,
    HandThen,
    State,
)
from gmtool.games.split_decision.terms import AGAIN, NO, SECOND


def bonus(state: State) -> Bonus:
    """The bonus that is being played."""
    if state.bonus is None:
        raise TypeError("no bonus is being played")
    return state.bonus


@singledispatch
def evolve_bonus(event: Event, _state: State) -> State:
    """The state after `event`."""
    raise TypeError(f"{event} is no event of this game")


@evolve_bonus.register
def _began(event: e.BonusBegan, state: State) -> State:
    """A new deck for the bonus; what was placed in the rounds is over (SD-27)."""
    begun = Bonus(event.who, event.day, event.factor, event.bankroll)
    return replace(
        state, bonus=begun, phase=BONUS_DECK, deck=(), play=None, asking=None, reshuffled=0
    )


@evolve_bonus.register
def _shuffled(event: e.BonusDeckShuffled, state: State) -> State:
    return replace(state, deck=event.cards, phase=BONUS_BOARD)


@evolve_bonus.register
def _laid(event: e.BoardLaid, state: State) -> State:
    return replace(state, bonus=replace(bonus(state), board=event.cards), phase=BONUS_PICK)


@evolve_bonus.register
def _revealed(event: e.Revealed, state: State) -> State:
    return replace(state, bonus=replace(bonus(state), picked=event.numbers), phase=BONUS_RANGE)


@evolve_bonus.register
def _range_named(event: e.RangeNamed, state: State) -> State:
    named = replace(bonus(state), high=event.high, low=event.low)
    return replace(state, bonus=named, phase=BONUS_WAGER)


@evolve_bonus.register
def _wagered(event: e.Wagered, state: State) -> State:
    return replace(state, bonus=replace(bonus(state), wager=event.amount), phase=BETWEEN)


@evolve_bonus.register
def _dealt(event: e.BonusDealt, state: State) -> State:
    now = bonus(state)
    now = replace(now, dealt=(*now.dealt, event.card))
    return replace(state, bonus=now, deck=state.deck[1:], phase=BETWEEN)


@evolve_bonus.register
def _second_chance(event: e.SecondChanceOffered, state: State) -> State:
    return replace(state, phase=BONUS_SUIT_BOARD if event.new_board else BONUS_SUIT)


@evolve_bonus.register
def _suits_laid(event: e.SuitBoardLaid, state: State) -> State:
    laid = replace(bonus(state), suits=event.behind, uncovered=())
    return replace(state, bonus=laid, phase=BONUS_SUIT)


@evolve_bonus.register
def _suit_uncovered(event: e.SuitUncovered, state: State) -> State:
    """PICK AGAIN asks for another suit; the rest decides (SD-32)."""
    now = bonus(state)
    now = replace(now, uncovered=(*now.uncovered, event.suit), tried=(*now.tried, event.behind))
    return replace(state, bonus=now, phase=BONUS_SUIT if event.behind == AGAIN else BETWEEN)


@evolve_bonus.register
def _hand_ended(event: e.HandEnded, state: State) -> State:
    """The suit board stays until the second chance or both NO are uncovered (SD-33)."""
    now = bonus(state)
    hand = HandThen(
        now.number,
        now.revealed,
        now.high,
        now.low,
        now.wager,
        now.dealt,
        now.tried,
        event.outcome,
        event.bankroll,
    )
    behind = dict(zip(SUITS, now.suits, strict=False))
    seen = [behind[suit] for suit in now.uncovered]
    if SECOND in seen or seen.count(NO) == 2:
        now = replace(now, suits=(), uncovered=())
    return replace(
        state,
        bonus=replace(now, bankroll=event.bankroll, hands=(*now.hands, hand), board=(), picked=()),
    )


@evolve_bonus.register
def _topped_up(event: e.ToppedUp, state: State) -> State:
    return replace(state, bonus=replace(bonus(state), bankroll=event.bankroll, topped_up=True))


@evolve_bonus.register
def _hand_began(event: e.HandBegan, state: State) -> State:
    now = replace(
        bonus(state),
        number=event.number,
        bankroll=event.bankroll,
        high="",
        low="",
        wager=0,
        dealt=(),
        tried=(),
    )
    return replace(state, bonus=now, phase=BONUS_BOARD)


@evolve_bonus.register
def _ended(event: e.EpisodeEnded, state: State) -> State:
    return replace(state, phase=ENDED, titles=event.titles)
