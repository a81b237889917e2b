"""How a game came out, in figures: coins, results in ¥, and what a host may not want (AP-13 to
AP-24).
"""

from __future__ import annotations

from gmtool.engine.outcome import Outcome
from gmtool.games.auction_poker.showdown import PIG
from gmtool.games.auction_poker.state import State

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
            "players who end with a debt": (
                sum(result.result < 0 for result in results),
                many,
                90,
            ),
        },
    }
