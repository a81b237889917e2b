"""How an episode came out, in figures: money, titles, and what a host may not want (SD-9, SD-11,
SD-34).
"""

from __future__ import annotations

from gmtool.engine.outcome import Outcome
from gmtool.games.split_decision.state import ENDED, State
from gmtool.games.split_decision.terms import MOST_TITLES

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
