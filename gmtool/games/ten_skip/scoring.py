"""What a round costs, and whom it puts out of the game (TS-14, TS-16 to TS-20)."""

from __future__ import annotations

from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.state import (
    CLAIM_TRUE,
    Counted,
    Player,
    Score,
    State,
)
from gmtool.games.ten_skip.terms import pairs_in, points


def round_over(state: State, how: str, losers: tuple[str, ...]) -> e.RoundOver:
    """The end of the round with what the losers score, and who is eliminated by it."""
    claimed: tuple[str, ...] = ()
    if how == CLAIM_TRUE:
        claimed = state.player(state.on_notice).hand
    scores = tuple(_score(player, claimed) for player in state.playing if player.name in losers)
    totals = {player.name: player.score for player in state.playing}
    totals |= {score.name: score.total for score in scores}
    out = tuple(name for name, total in totals.items() if total >= state.terms.limit)
    return e.RoundOver(state.round, how, state.on_notice, scores, out)


def _score(player: Player, claimed: tuple[str, ...]) -> Score:
    """A pair in the own hand doubles all of it, the claimant's cards included (TS-19)."""
    own = tuple(Counted(card, points(card)) for card in player.hand)
    taken = tuple(Counted(card, points(card)) for card in claimed)
    pairs = pairs_in(player.hand)
    of_all = sum(counted.points for counted in (*own, *taken))
    scored = of_all * 2 if pairs else of_all
    return Score(player.name, own, taken, pairs, of_all, scored, player.score + scored)


def winners(state: State) -> tuple[str, ...]:
    """Who has won, where the round has left one player or none: the last one, or of those whom the
    round put out the lowest total; nobody while the game goes on (TS-20).
    """
    left = state.playing
    if len(left) > 1:
        return ()
    if left:
        return (left[0].name,)
    last = [player for player in state.players if player.eliminated == len(state.rounds)]
    lowest = min(player.score for player in last)
    return tuple(player.name for player in last if player.score == lowest)
