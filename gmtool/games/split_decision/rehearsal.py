"""Suggests legal moves, for hints, rehearsals and tests; for chance what it gives. Tells how an
episode came out, and how long it takes (SD-3, SD-5, SD-9, SD-11 to SD-18, SD-28 to SD-32).
"""

from __future__ import annotations

from gmtool.engine.chance import Choose, Draw
from gmtool.engine.game import Course, Outcome
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.text import CHANCE, HOST
from gmtool.games.split_decision import choices, moves
from gmtool.games.split_decision.bonus import free_suits, limits, ranges
from gmtool.games.split_decision.conduct import most_cut
from gmtool.games.split_decision.state import (
    ANSWER,
    BONUS_BOARD,
    BONUS_PICK,
    BONUS_RANGE,
    BONUS_SUIT_BOARD,
    BONUS_WAGER,
    CODES,
    CUT,
    DRAW,
    ENDED,
    QUESTION,
    VERDICT,
    Bonus,
    State,
)
from gmtool.games.split_decision.terms import BOARD, MOST_TITLES, PICKS, SUIT_BOARD
from gmtool.games.split_decision.wanting import deck_due, to_shuffle, wanted


def draw(state: State) -> Draw | None:
    """What chance is asked for; None where it is for nothing."""
    if wanted(state).turn(CHANCE) is None:
        return None
    if deck_due(state):
        return Draw("shuffle", (to_shuffle(state),))
    if state.phase == CODES:
        return Draw("codes", numbers=(state.terms.buzz_max,) * state.terms.buzzcodes)
    if state.phase == BONUS_BOARD:
        return Draw("board", (BOARD,))
    if state.phase == BONUS_SUIT_BOARD:
        return Draw("suits", (SUIT_BOARD,))
    return Draw("draw", numbers=(state.terms.buzz_max,))


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    if wanted(state).turn(who) is None:
        return None
    if who == HOST:
        return _by_host(state, choose)
    return _by_player(state, choose)


def _code(state: State, choose: Choose) -> str:
    return str(1 + choose.below(state.terms.buzz_max))


def _codes(state: State, choose: Choose) -> moves.Codes:
    return moves.Codes(tuple(_code(state, choose) for _ in range(state.terms.buzzcodes)))


def _by_host(state: State, choose: Choose) -> Move:
    if state.phase == QUESTION:
        number = state.next_question
        return moves.Question(f"What comes after {number}?", str(number + 1))
    if state.phase == DRAW:
        return moves.Draw() if choose.below(4) else moves.Draw(_code(state, choose))
    return moves.Verdict(bool(choose.below(2))) if state.phase == VERDICT else Start()


def _by_player(state: State, choose: Choose) -> Move:
    if state.bonus:
        return _in_bonus(state.phase, state.bonus, choose)
    if state.phase == CODES:
        return _codes(state, choose)
    if state.phase == CUT:
        return moves.Cut(str(1 + choose.below(most_cut(state))))
    if state.phase == ANSWER:
        right = state.asking.answer if state.asking else ""
        return moves.Answer(right if choose.below(2) else "I don't know")
    legal = choices.choices(state)
    return legal[choose.below(len(legal))]


def _in_bonus(phase: str, now: Bonus, choose: Choose) -> Move:
    if phase == BONUS_PICK:
        places = choose.shuffle(range(1, len(BOARD) + 1))
        return moves.Pick(tuple(map(str, places[:PICKS])))
    if phase == BONUS_RANGE:
        pairs = ranges(now.revealed)
        return moves.Range(*pairs[choose.below(len(pairs))])
    if phase == BONUS_WAGER:
        least, step, most = limits(now)
        return moves.Wager(str(least + step * choose.below((most - least) // step + 1)))
    suits = free_suits(now)
    return moves.Suit(suits[choose.below(len(suits))])


_STAYS, _RETIRES = "the champion wins again", "the champion retires undefeated"
_LOSES, _NEW = "a challenger beats the champion", "a new champion is found"


def outcome(state: State) -> Outcome | None:
    """How the episode came out; None before its end."""
    now = state.bonus
    if state.phase != ENDED or now is None:
        return None
    totals = {player.name: player.money for player in state.players}
    totals[now.who] += now.bankroll
    unanswered = [not one.winner for then in state.rounds for one in then.questions]
    return {
        "ending": _ending(state, now.who),
        "endings": _endings(state),
        "winners": (now.who,),
        "figures": {
            "money before the bonus, in dollars": tuple(one.money for one in state.players),
            "total, in dollars": tuple(totals.values()),
        },
        "shares": {
            "games in which buzzcodes run out and are collected again": (
                int(state.collections > 1),
                1,
                50,
            ),
            "questions that nobody answers right": (sum(unanswered), len(unanswered), 50),
        },
    }


def _endings(state: State) -> tuple[str, ...]:
    if not state.terms.champion:
        return (_NEW,)
    return (_RETIRES if state.terms.titles + 1 >= MOST_TITLES else _STAYS, _LOSES)


def _ending(state: State, winner: str) -> str:
    won, *lost = _endings(state)
    return won if winner == state.is_champion or not lost else lost[0]


_ANSWERS, _DECISIONS, _SETS = 34, 46, 22
"""Answers, decisions, and sets of buzzcodes that are used up in an episode between random players
who are right every second time.
"""


def course(state: State) -> Course:
    """The course of an episode with these terms. A list of buzzcodes is a decision, too."""
    terms = state.terms
    decisions = _DECISIONS + _SETS // terms.buzzcodes
    windows = (_ANSWERS, terms.answer_hours), (decisions, terms.decision_hours)
    return Course(windows, turns=True, longer_if="many answers are wrong")
