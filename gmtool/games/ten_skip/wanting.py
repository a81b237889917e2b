"""Whom a game waits for, what for, and how long (TS-3 to TS-17, Deadlines)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.game import Turn, Wanted, Window
from gmtool.engine.moves import Move
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.ten_skip import moves as m
from gmtool.games.ten_skip.dealing import deal_due, draw_due
from gmtool.games.ten_skip.moves import (
    Challenge,
    Discard,
    Done,
    Hand,
    Keep,
    Notice,
    Pass,
    Reveal,
    Top,
)
from gmtool.games.ten_skip.state import HAND, IN_A_ROUND, KEEP, NOTICE, SETUP, TOP, TURN, State
from gmtool.games.ten_skip.terms import highest_scoring, in_order, points

_DEADLINES = "TS-5"


def wanted(state: State) -> Wanted:
    """Who may or must move now, and in which window. Tasks tell only what is public already."""
    turns = (*_awaited(state), *_revealing(state))
    return Wanted(turns, _windows(state))


def _awaited(state: State) -> Iterator[Turn]:
    if draw_due(state):
        yield Turn(CHANCE, "the shuffled deck, for the draw for dealer", (Shuffle.hint(),))
    elif deal_due(state):
        yield Turn(CHANCE, "the shuffled deck, for the deal", (Shuffle.hint(),))
    elif state.phase == SETUP:
        yield Turn(HOST, "the start of the first round", ("start",))
    elif state.awaited:
        yield Turn(state.awaited, task(state), moves(state), _key(state))


def _revealing(state: State) -> Iterator[Turn]:
    """Turns of players who may reveal a hand; nobody waits for them (TS-17)."""
    for won in state.unrevealed:
        task = f"may still show the hand that won round {won.round}"
        yield Turn(won.who, task, (str(Reveal()),), expected=False)


def _windows(state: State) -> tuple[Window, ...]:
    if state.phase not in IN_A_ROUND:
        return ()
    return (Window(_key(state), _title(state), state.terms.move_hours, _DEADLINES),)


def _key(state: State) -> str:
    return f"{state.phase} {state.round}.{state.turn}"


def _title(state: State) -> str:
    """The title of the window, with only what everybody knows."""
    shown = state.shown
    return {
        TURN: f"{state.actor}'s turn, number {state.turn} of round {state.round}",
        KEEP: f"the card that {state.actor} keeps after discarding {shown}",
        HAND: f"the card that {state.victim} hands to {state.actor} for {shown}",
        NOTICE: f"the end of {state.actor}'s turn, number {state.turn} of round {state.round}",
        TOP: f"the card that {state.actor} lays on top of the discard pile",
    }[state.phase]


def task(state: State) -> str:
    """What the player awaited is asked for, with only what everybody knows."""
    if state.phase == KEEP:
        return f"which of the two cards drawn to keep, after discarding {state.shown}"
    if state.phase == HAND:
        return f"a card to hand to {state.actor}, who shows {state.shown} for it"
    if state.phase == NOTICE:
        return "the end of its turn: everyone on notice, or done"
    if state.phase == TOP:
        return "which of its cards lies on top of the discard pile"
    return _task_at_start(state)


def _task_at_start(state: State) -> str:
    notice = f"; {state.on_notice} has everyone on notice" if state.on_notice else ""
    pile = "" if state.draw_pile else "; the draw pile is empty"
    return f"its turn{notice}{pile}"


def moves(state: State) -> tuple[str, ...]:
    """The moves of the player awaited, as text forms; the same whatever its hand."""
    if state.phase == TURN:
        return tuple(_at_start(state))
    return {
        KEEP: (m.Keep.hint(),),
        HAND: (m.Hand.hint(),),
        NOTICE: (str(Notice()), str(Done())),
        TOP: (m.Top.hint(),),
    }[state.phase]


def _at_start(state: State) -> Iterator[str]:
    if state.draw_pile:
        yield m.Discard.hint()
    if state.victims(state.actor):
        yield "take NAME giving CARD"
    if state.on_notice:
        yield str(Challenge())
    if state.may_pass:
        yield str(Pass())


def by_default(state: State) -> Move:
    """The move for the player awaited if its time is up: never a claim or a challenge, and it takes
    no card (Deadlines).
    """
    hand = state.player(state.awaited).hand
    if state.phase == KEEP:
        return Keep(min(in_order(state.drawn), key=points))
    if state.phase == HAND:
        return Hand(highest_scoring(hand))
    if state.phase == NOTICE:
        return Done()
    if state.phase == TOP:
        return Top(highest_scoring(hand))
    return Discard(highest_scoring(hand)) if state.draw_pile else Pass()
