"""Rounds: who plays, in which order, and how one ends (SD-13, SD-14, SD-22 to SD-26)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.games.split_decision import events as e
from gmtool.games.split_decision.plays import won
from gmtool.games.split_decision.state import (
    FREE_ACE,
    HEAD_START,
    LONG_ROUND,
    ROUNDS,
    RoundThen,
    SeatThen,
    State,
)
from gmtool.games.split_decision.terms import FACTORS, STAKE


def next_of(state: State, entry: int) -> Event:
    """What the rules force while no card is on its way and no question is in play."""
    if not state.round:
        return e.RoundBegan(1, tuple(player.name for player in state.players), False)
    if state.won:
        return _after(state)
    if len(state.standing) == 1:
        return won(state, state.standing[0], "", "default", entry)
    if state.free_aces:
        return e.TurnCame(state.free_aces[0], FREE_ACE, 1)
    if state.head_starts:
        return e.TurnCame(state.head_starts[0], HEAD_START, 1)
    return e.QuestionAwaited(state.completed + 1)


def _after(state: State) -> Event:
    """What follows a round that is won: the gift, the record, the next round or the bonus."""
    winner = state.winners[-1]
    if len(state.rounds) < state.round:
        loser = next((name for name in state.playing if name != winner), "")
        owed = state.round == 2 and loser != state.is_champion
        if owed and not state.player(loser).gift:
            return e.GiftGiven(loser)
        return e.RoundEnded(_record(state, winner))
    if state.round < ROUNDS:
        return _next_round(state)
    day = day_of(state, winner)
    factor = FACTORS.get(day, 1)
    return e.BonusBegan(winner, day, factor, STAKE * factor)


def day_of(state: State, winner: str) -> int:
    """The winner's day: a challenger's is the first (SD-27)."""
    return state.terms.titles + 1 if winner == state.is_champion else 1


def _record(state: State, winner: str) -> RoundThen:
    seats = tuple(
        SeatThen(p.name, p.hand, p.third, p.chips, p.money, p.out, p.out_by)
        for p in (state.player(name) for name in state.playing)
    )
    return RoundThen(state.round, winner, state.won, state.abbreviated, seats, state.asked)


def _next_round(state: State) -> Event:
    if state.round == 1:
        others = [player for player in state.players if player.name != state.winners[0]]
        # seats are in the order red, gold, blue, which sorting keeps where all else is equal
        order = tuple(p.name for p in sorted(others, key=lambda p: (-p.money, p.reached)))
        return e.RoundBegan(2, order, abbreviated=len(state.rounds[0].questions) > LONG_ROUND)
    return e.RoundBegan(3, state.winners, abbreviated=False)
