"""Suggests legal moves, for hints, rehearsals and tests; for chance the shuffled deck."""

from __future__ import annotations

from gmtool.engine.chance import Choose
from gmtool.engine.moves import Move, Start
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.ten_skip.moves import (
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Take,
    Top,
)
from gmtool.games.ten_skip.state import HAND, KEEP, NOTICE, TOP, State
from gmtool.games.ten_skip.terms import deck, runs_in
from gmtool.games.ten_skip.wanting import wanted

_BLUFFS, _DOUBTS, _TAKES, _REVEALS = 8, 4, 3, 2
"""One of this many chances is used: to bluff, to challenge a claim, to take a card, to show a
hand.
"""


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    turn = wanted(state).turn(who)
    if turn is None:
        return None
    if who == CHANCE:
        return Shuffle(choose.shuffle(deck(state.terms.decks)))
    if who == HOST:
        return Start()
    if state.awaited != who or (state.unrevealed_of(who) and choose.below(_REVEALS) == 0):
        return Reveal()
    return _move(state, who, choose)


def _move(state: State, who: str, choose: Choose) -> Move:
    hand = state.player(who).hand
    if state.phase == KEEP:
        return Keep(_one(state.drawn, choose))
    if state.phase == HAND:
        return Hand(_one(hand, choose))
    if state.phase == TOP:
        return Top(_one(hand, choose))
    if state.phase == NOTICE:
        has_made = bool(runs_in(hand, state.terms.run_length))
        return Notice() if has_made or choose.below(_BLUFFS) == 0 else Done()
    return _at_start(state, who, choose)


def _at_start(state: State, who: str, choose: Choose) -> Move:
    if state.on_notice and choose.below(_DOUBTS) == 0:
        return Challenge()
    card, victims = _one(state.player(who).hand, choose), state.victims(who)
    if victims and (not state.draw_pile or choose.below(_TAKES) == 0):
        return Take(_one(victims, choose), card)
    return Discard(card) if state.draw_pile else Pass()


def _one(things: tuple[str, ...], choose: Choose) -> str:
    return things[choose.below(len(things))]
