"""The end of the game: hands ranked, places, payouts (AP-20 to AP-24), and how it came out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gmtool.engine import poker
from gmtool.games.auction_poker.state import Player, Result, State, Terms

HAND_SIZE = 5
PIG = "Pig"

_Ranked = tuple[int, Player]


def results(state: State) -> tuple[Result, ...]:
    """Everybody's result, best first and Pigs last; players who are drawn stand in seat order."""
    ranked = sorted(
        ((_strength(state, player), player) for player in state.players),
        key=lambda pair: -pair[0],
    )
    groups = [list(group) for _, group in groupby(ranked, key=lambda pair: pair[0])]
    last = _last(groups)
    done: list[Result] = []
    for group in groups:
        if group is last:
            done += [_result(state, pair, (), None, -last_pays(state.terms)) for pair in group]
        else:
            shared = prizes(state.terms, len(last))[len(done) : len(done) + len(group)]
            payout = sum(shared) // len(group)
            done += [_result(state, pair, group, len(done) + 1, payout) for pair in group]
    return tuple(done)


def _strength(state: State, player: Player) -> int:
    """The strength of the best five cards; 0 for a Pig, which is below every hand (AP-20)."""
    if len(player.hand) < HAND_SIZE:
        return 0
    return poker.strength(player.hand, state.terms.low_ace_straight)


def _last(groups: list[list[_Ranked]]) -> list[_Ranked]:
    """AP-22: the players in last place: all Pigs, else the lowest hand; nobody where all are
    drawn.
    """
    lowest = groups[-1]
    is_pig = lowest[0][0] == 0
    return lowest if is_pig or len(groups) > 1 else []


def payouts(terms: Terms) -> tuple[int, ...]:
    """¥ for places 1 to 3, for each player in last place (AP-23)."""
    return (terms.payout_first, terms.payout_second, terms.payout_third)


def last_pays(terms: Terms) -> int:
    """¥ that each player in last place pays (AP-23)."""
    return sum(payouts(terms))


def prizes(terms: Terms, last: int) -> tuple[int, ...]:
    """What places 1 to 3 get, in ¥, from that many players in last place (AP-23)."""
    return tuple(payout * last for payout in payouts(terms))


def _result(
    state: State, ranked: _Ranked, group: Sequence[_Ranked], place: int | None, payout: int
) -> Result:
    """The result of one player in a `group` that is drawn."""
    strength, player = ranked
    low_ace = state.terms.low_ace_straight
    worth = player.coins * state.terms.coin_value
    return Result(
        name=player.name,
        place=place,
        hand_name=poker.name(strength) if strength else PIG,
        best=poker.best_five(player.hand, low_ace) if strength else (),
        drawn_with=tuple(other.name for _, other in group if other != player),
        worth=worth,
        payout=payout,
        result=worth - state.terms.repayment + payout,
    )
