"""How long a match can take (GB-2, GB-5, GB-6, GB-9 to GB-13, GB-16)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.engine.course import Course, Span, Stretch
from gmtool.engine.wording import plural
from gmtool.games.grouping_bw.state import State
from gmtool.games.grouping_bw.terms import DEATH_MATCH, FINAL_MATCH

_ALL_IN = 4
"""So many betting actions it takes until 30 chips of each are in the pot of the first round: after
the ante of 1, `bet 10`, `raise 10`, `raise 9`, `call`. With fewer nobody can lose 30: two cost at
most 11 chips, three 21 (GB-6, GB-10).
"""
_LIKELY = {DEATH_MATCH: (2, 25), FINAL_MATCH: (4, 14)}
"""Sets, and betting actions in each, of 1,500 matches of either variant by what `suggest` gives:
2.3 sets and 53 actions in a death match, 4.1 sets and 57 actions in a final match.
"""


def course(state: State) -> Course:
    """The course of a match with these terms and items."""
    return Course(
        _least_final(state) if state.terms.is_final else _least_death(state),
        _likely(state),
        Span((_ENDLESS[state.terms.variant],), None),
    )


_ENDLESS = {
    DEATH_MATCH: (
        "A drawn round costs nobody a chip, so rounds and sets can follow one another for ever."
    ),
    FINAL_MATCH: (
        "If neither player can pay and their chips are equal, a drawn round is followed by "
        "another, and there can be draws for ever."
    ),
}


def _least_death(state: State) -> Span:
    rests_on = (
        f"In the first round all chips are in after {_ALL_IN} betting actions, and somebody wins "
        "it.",
    )
    betting = Stretch("set 1: bets until all chips are in", state.terms.betting_hours, _ALL_IN)
    return Span(rests_on, (_grouping(state, 1), betting))


def _least_final(state: State) -> Span:
    """An agreed ante may be all that the poorer player has, and then nobody bets (GB-6, GB-12)."""
    chips = min(player.chips for player in state.players)
    rests_on = (
        f"Both agree on an ante of {plural(chips, 'chip')} for the first set, and somebody wins "
        "the first round, which nobody can bet in.",
    )
    return Span(rests_on, (_grouping(state, 1),))


def _likely(state: State) -> Span:
    sets, actions = _LIKELY[state.terms.variant]
    rests_on = (
        f"It takes {plural(sets, 'set')} with about {actions} betting actions each, as matches "
        "between random players did.",
    )
    return Span(rests_on, tuple(_sets(state, sets, actions)))


def _sets(state: State, sets: int, actions: int) -> Iterator[Stretch]:
    for number in range(1, sets + 1):
        # The holder of the Bonus names who starts meanwhile (GB-5).
        yield _grouping(state, number, beside=number == 1 and bool(state.namer))
        yield Stretch(f"set {number}: betting actions", state.terms.betting_hours, actions)


def _grouping(state: State, number: int, *, beside: bool = False) -> Stretch:
    what = f"set {number}: the groupings"
    return Stretch(what, state.terms.grouping_hours, beside=int(beside))
