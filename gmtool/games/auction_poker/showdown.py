"""The end of the game: hands ranked, places, payouts (AP-20 to AP-24), and how it came out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gmtool.engine import poker
from gmtool.engine.game import Outcome
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


_SHOWN = "hands are shown down"


def outcome(state: State) -> Outcome | None:
    """How the game came out; None before its end."""
    if not state.results:
        return None
    terms, many = state.terms, len(state.players)
    results = [next(r for r in state.results if r.name == player.name) for player in state.players]
    coins = tuple(player.coins for player in state.players)
    bought = {one.session for one in state.decided if one.session and one.winner}
    idle = terms.change_sessions - len(bought)
    return {
        "ending": _SHOWN,
        "endings": (_SHOWN,),
        "winners": tuple(result.name for result in results if result.place == 1),
        "figures": {
            "coins left": coins,
            "result, in ¥": tuple(result.result for result in results),
        },
        "shares": {
            "players without a lot after the opening session": (
                sum(not player.lot for player in state.players),
                many,
                25,
            ),
            "change sessions in which nobody buys anything": (idle, terms.change_sessions, 60),
            "coins that nobody spends": (sum(coins), terms.coins * many, 20),
            "players who end without five cards": (
                sum(result.hand_name == PIG for result in results),
                many,
                85,
            ),
            # Bots trash at random, so that this is how most of their games end.
            "games with several in last place, each of whom pays all prizes": (
                int(sum(result.place is None for result in results) > 1),
                1,
                100,
            ),
            "players who end with a debt": (sum(result.result < 0 for result in results), many, 90),
        },
    }
