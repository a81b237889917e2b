"""What the rules force next, without choice or chance (ALL-3): turns, how a round ends, what it
costs, and whom it puts out of the game (TS-14, TS-16 to TS-20).
"""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.games.ten_skip.dealing import open_round
from gmtool.games.ten_skip.state import (
    CLAIM_HELD,
    CLAIM_TRUE,
    DEAL,
    DEALT,
    DRAW,
    ENDED,
    ONE_LEFT,
    PILE_EMPTY,
    ROUND_OVER,
    TURN,
    TURN_OVER,
    UNCHALLENGED,
    Counted,
    Player,
    RoundThen,
    Score,
    State,
    Unrevealed,
)
from gmtool.games.ten_skip.terms import pairs_in, points, runs_in


def automatic(state: State) -> State:
    """The state after the next thing that happens by itself; the same object where
    somebody is awaited.
    """
    if state.phase == DEALT:
        return open_round(state)
    if state.phase == TURN_OVER:
        return _after_turn(state)
    if state.phase == CLAIM_HELD:
        return _round_over(state, CLAIM_TRUE, (state.actor,))
    if state.phase == ROUND_OVER:
        won = _winners(state)
        return replace(state, phase=ENDED, winners=won).tell("GameEnded", winners=won)
    return state


def _after_turn(state: State) -> State:
    """The state after a turn: the round is over, or the next turn begins (TS-5, TS-16 to TS-18)."""
    still_in = tuple(player.name for player in state.in_round)
    if len(still_in) == 1:
        return _round_over(state, ONE_LEFT, still_in)
    following = state.coming[0]
    if following == state.on_notice:
        losers = tuple(name for name in still_in if name != following)
        return _round_over(state, UNCHALLENGED, losers)
    if not state.draw_pile and not state.on_notice:
        return _round_over(state, PILE_EMPTY, still_in)
    state = replace(state, turn=state.turn + 1, actor=following)
    return state.tell("TurnBegun", number=state.turn, who=following).ask(TURN)


def _round_over(state: State, how: str, losers: tuple[str, ...]) -> State:
    """The state after a round: losers score, some may be eliminated, and hands are
    laid aside (TS-20).
    """
    number, claimant, playing = state.round, state.on_notice, state.playing
    claimed = state.player(claimant).hand if how == CLAIM_TRUE else ()
    scores = tuple(score_of(player, claimed) for player in playing if player.name in losers)
    totals = {player.name: player.score for player in playing}
    totals |= {score.name: score.total for score in scores}
    out = tuple(name for name, total in totals.items() if total >= state.terms.limit)
    then = RoundThen(
        number,
        state.dealer,
        how,
        claimant,
        scores,
        out,
        safe=tuple(name for name in totals if name not in losers),
        runs=runs_in(claimed, state.terms.run_length),
    )
    if how == UNCHALLENGED:
        won = Unrevealed(claimant, number, state.player(claimant).hand)
        state = replace(state, unrevealed=(*state.unrevealed, won))
    state = state.each(
        lambda player: replace(
            player,
            hand=(),
            known=(),
            in_round=False,
            score=totals.get(player.name, player.score),
            eliminated=number if player.name in out else player.eliminated,
        )
    )
    state = replace(state, on_notice="", actor="", rounds=(*state.rounds, then))
    return _dealing_next(state).tell(
        "RoundOver", number=number, how=how, claimant=claimant, scores=scores, eliminated=out
    )


def _dealing_next(state: State) -> State:
    """The state with the deal passed on, or the dealer to be drawn for, if at least two
    players are left (TS-3).
    """
    if len(state.playing) < 2:
        # At the end of the game the transcript shows every hand.
        return replace(state, phase=ROUND_OVER, unrevealed=())
    if state.terms.redraw_dealer:
        return replace(state, phase=DRAW, dealer="", draws=(), drawing=())
    return replace(state, phase=DEAL, dealer=state.turn_order[0], draws=(), drawing=())


def score_of(player: Player, claimed: tuple[str, ...] = ()) -> Score:
    """What a losing player scores, with the cards of a true claimant whom it challenged
    (`claimed`). A pair in its own hand doubles the sum (TS-19).
    """
    own = tuple(Counted(card, points(card)) for card in player.hand)
    taken = tuple(Counted(card, points(card)) for card in claimed)
    own_sum, taken_sum = (sum(one.points for one in cards) for cards in (own, taken))
    pairs, of_all = pairs_in(player.hand), own_sum + taken_sum
    scored = of_all * 2 if pairs else of_all
    total = player.score + scored
    return Score(player.name, own, taken, pairs, own_sum, taken_sum, of_all, scored, total)


def _winners(state: State) -> tuple[str, ...]:
    """The last player left, or of those whom the last round eliminated the one with the
    lowest total (TS-20).
    """
    if state.playing:
        return tuple(player.name for player in state.playing)
    last = [player for player in state.players if player.eliminated == len(state.rounds)]
    lowest = min(player.score for player in last)
    return tuple(player.name for player in last if player.score == lowest)
