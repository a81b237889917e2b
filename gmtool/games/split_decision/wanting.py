"""Whom an episode waits for, what for, and how long (SD-3 to SD-32, SD-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from gmtool.engine.game import Turn, Wanted, Window
from gmtool.engine.shuffling import Shuffle
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.split_decision import choices
from gmtool.games.split_decision import moves as m
from gmtool.games.split_decision.buzzing import codes_due
from gmtool.games.split_decision.moves import Place
from gmtool.games.split_decision.state import (
    ANSWER,
    BLIND,
    BONUS_BOARD,
    BONUS_DECK,
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT,
    BONUS_SUIT_BOARD,
    BONUS_WAGER,
    BY_CHANCE,
    CODES,
    CUT,
    FREE_ACE,
    FREE_LOOK,
    HEAD_START,
    KEPT,
    OWN,
    PASSED,
    QUESTION,
    SETUP,
    SHUFFLE,
    VERDICT,
    Asking,
    Bonus,
    State,
)
from gmtool.games.split_decision.terms import FULL_DECK

_ON_A_CARD = {
    HEAD_START: ("choice for the head start card", "SD-14"),
    FREE_ACE: ("choice for the free Ace", "SD-23"),
    FREE_LOOK: ("choice for the free look", "SD-21"),
    OWN: ("choice for the card", "SD-18"),
    KEPT: ("choice for the card that was kept", "SD-19"),
    PASSED: ("choice for the passed card", "SD-20"),
    BLIND: ("choice to keep or pass the card", "SD-19"),
}
"""What is awaited, and the clause on which it rests, by situation."""


def deck_due(state: State) -> bool:
    """Whether chance is to shuffle a deck (SD-3, SD-4, SD-27)."""
    return state.phase in {SHUFFLE, BONUS_DECK} or (state.phase == SETUP and not state.deck)


def to_shuffle(state: State) -> tuple[str, ...]:
    """The cards of the deck that is due: those in nobody's hand (SD-4)."""
    # Cards of a player who is out stay out of the deck until the round is over.
    held = Counter(c.card for p in state.players for c in p.hand.cards)
    if state.phase == BONUS_DECK:
        held = Counter()
    left = []
    for card in FULL_DECK:
        if held[card]:
            held[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def wanted(state: State) -> Wanted:
    """Who may or must move now, and in which window."""
    if deck_due(state):
        task = f"the shuffled deck of {len(to_shuffle(state))} cards"
        return Wanted((Turn(CHANCE, task, (Shuffle.hint(),)),))
    if state.phase == CODES:
        return _wanted_codes(state)
    if state.asking:
        return _wanted_for_question(state, state.asking)
    if state.bonus:
        return _wanted_for_bonus(state, state.bonus)
    return _wanted_in_a_round(state)


def _wanted_in_a_round(state: State) -> Wanted:
    """The turns between the codes and the bonus, while no question is in play."""
    if state.phase == SETUP:
        return Wanted((Turn(HOST, "the start, which opens the buzzcodes", ("start",)),))
    if state.phase == CUT:
        cut = _Asked("cut of the deck", (m.Cut.hint(),), CUT, "SD-3")
        return _alone(state, state.red.name, cut)
    if state.phase == QUESTION:
        task = f"question {state.next_question} of round {state.round}, with its answer"
        return Wanted((Turn(HOST, task, ('question "…" answer "…"',)),))
    return _wanted_on_a_card(state)


class _Asked(Struct, frozen=True):
    """What one player is asked for, its moves, the key of the window, and the clause."""

    what: str
    moves: tuple[str, ...]
    key: str
    clause: str


def _alone(state: State, who: str, asked: _Asked, hours: int = 0) -> Wanted:
    """The turn of the only player awaited, in a window of its own; `hours` long, else as long
    as for a decision.
    """
    hours = hours or state.terms.decision_hours
    window = Window(asked.key, f"{who}'s {asked.what}", hours, asked.clause)
    return Wanted((Turn(who, f"the {asked.what}", asked.moves, asked.key),), (window,))


def _wanted_codes(state: State) -> Wanted:
    """The turns to send codes, in one sealed window; chance gives those that are overdue
    (SD-36).
    """
    key = f"codes {state.collections}"
    many = state.terms.buzzcodes
    task = f"{many} buzzcode{'' if many == 1 else 's'}"
    window = Window(key, task, state.terms.decision_hours, "SD-5", sealed=True, final=True)
    turns = tuple(Turn(name, task, (m.Codes.hint(),), key) for name in state.waiting_codes)
    due = codes_due(state)
    if due:
        turns = (*turns, Turn(CHANCE, f"{task} for {due}", (m.Codes.hint(),)))
    return Wanted(turns, (window,) if state.waiting_codes else ())


def _wanted_for_question(state: State, asking: Asking) -> Wanted:
    if state.phase == ANSWER:
        key = f"answer {state.round}.{asking.number}.{len(asking.asked)}"
        what = f"answer to question {asking.number} of round {state.round}"
        asked = _Asked(what, ('answer "…"',), key, "SD-11")
        return _alone(state, asking.who, asked, state.terms.answer_hours)
    if state.phase == VERDICT:
        # naming the suggested verdict would reveal the kept answer in a report
        task = f"the verdict on {asking.who}'s answer"
        return Wanted((Turn(HOST, task, ("right", "wrong")),))
    code = f"the actual code of question {asking.number}, 1 to {state.terms.buzz_max}"
    if asking.drawn_by == BY_CHANCE:
        return Wanted((Turn(CHANCE, code, ("draw CODE",)),))
    return Wanted((Turn(HOST, code, ("draw", "draw CODE")),))


def _wanted_on_a_card(state: State) -> Wanted:
    play = state.play
    if play is None or state.phase not in choices.DECIDING:
        return Wanted()
    what, clause = _ON_A_CARD[play.situation]
    key = f"decision {state.decisions}"
    return _alone(state, play.who, _Asked(what, tuple(_forms(state)), key, clause))


def _forms(state: State) -> Iterator[str]:
    """The legal moves as text forms; all ranks that a Joker can be made are one form."""
    made = False
    for move in choices.choices(state):
        if not (isinstance(move, Place) and move.rank):
            yield str(move)
        elif not made:
            made = True
            yield f"{move.place} as RANK"


def _wanted_for_bonus(state: State, now: Bonus) -> Wanted:
    hand = f"hand {now.number} of the bonus"
    chance = {
        BONUS_BOARD: ("the board of " + hand, m.Board.hint()),
        BONUS_SUIT_BOARD: ("the suit board", "suits NO 2ND AGAIN NO"),
    }
    if state.phase in chance:
        task, form = chance[state.phase]
        return Wanted((Turn(CHANCE, task, (form,)),))
    asked = {
        BONUS_PICK: ("pick of four numbers", "pick 1 5 9 15", "SD-30"),
        BONUS_RANGE: ("high and low card", m.Range.hint(), "SD-30"),
        BONUS_WAGER: ("wager", m.Wager.hint(), "SD-28"),
        BONUS_SUIT: ("suit for the second chance", m.Suit.hint(), "SD-32"),
    }
    if state.phase not in asked:
        return Wanted()
    what, form, clause = asked[state.phase]
    key = f"bonus {now.number} {state.phase} {len(now.tried)}"
    return _alone(state, now.who, _Asked(f"{what} in {hand}", (form,), key, clause))
