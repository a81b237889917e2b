"""Everyone on notice, and who challenges it (TS-10 to TS-15, TS-17)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import listed, told
from gmtool.games.ten_skip.exchange import check_turn
from gmtool.games.ten_skip.moves import Top
from gmtool.games.ten_skip.state import (
    CLAIM_HELD,
    IN_A_ROUND,
    KEEP,
    NOTICE,
    NOTIFIED,
    REFUTED,
    TOP,
    TOPPED,
    TURN,
    TURN_OVER,
    State,
)
from gmtool.games.ten_skip.terms import ONCE, runs_in, without
from gmtool.games.ten_skip.wording import check_held, now


def notice(state: State, who: str) -> State:
    """The state after a player put everyone on notice, truthfully or as a bluff (TS-10)."""
    if state.on_notice:
        raise Refused(
            "TS-10",
            f"{state.on_notice} has put everyone on notice already; a claim comes only when "
            "nobody has.",
        )
    if state.phase in IN_A_ROUND and not state.may_claim(who):
        right = told(
            "there is no other in it"
            if state.terms.claims == ONCE
            else f"only {listed(dict.fromkeys(state.refuted), 'or')} may claim again"
        )
        raise Refused(
            "TS-12",
            "a claim has been refuted in this round, and by the option "
            f"`claims={state.terms.claims}` {right}.",
        )
    if state.awaited == who and state.phase in {TURN, KEEP}:
        raise NotNow(
            "TS-10", f"a claim comes at the end of a turn, after the exchange; {now(state)}."
        )
    check_turn(state, who, NOTICE, "TS-10")
    state = replace(state, phase=TURN_OVER, on_notice=who)
    return state.seen(NOTIFIED, who).tell("PutOnNotice", who=who)


def done(state: State, who: str, how: str = "") -> State:
    """The state after a turn ended without a claim (TS-10)."""
    check_turn(state, who, NOTICE, "TS-10")
    return replace(state, phase=TURN_OVER).tell("Finished", who=who, how=how)


def challenge(state: State, who: str) -> State:
    """The state after a challenge: both hands are shown, and whether the claim was true decides
    what follows (TS-13).

    A challenger who was right is out of the round, and chooses the card on top where others play
    on (TS-14 to TS-16).
    """
    if not state.on_notice:
        raise NotNow("TS-13", "nobody has put everyone on notice, so nobody can be challenged.")
    check_turn(state, who, TURN, "TS-13")
    claimant, own = state.on_notice, state.player(who).hand
    claimed = state.player(claimant).hand
    runs = runs_in(claimed, state.terms.run_length)
    # A shown card is known whoever holds it, not only in the bluffer's hand (TS-15).
    state = state.but(who, known=own, in_round=bool(runs)).but(claimant, known=claimed)
    if not runs:
        state = state.seen(REFUTED, who, other=claimant)
        state = replace(state, on_notice="", refuted=(*state.refuted, claimant))
    state = state.tell(
        "Challenged", who=who, claimant=claimant, hand=own, claimed=claimed, runs=runs
    )
    if runs:
        return replace(state, phase=CLAIM_HELD)
    return state.ask(TOP) if len(state.in_round) > 1 else replace(state, phase=TURN_OVER)


def top(state: State, who: str, move: Top, how: str = "") -> State:
    """The state after a challenger who was right laid down its cards, with the chosen
    one on top (TS-15).
    """
    check_turn(state, who, TOP, "TS-15")
    check_held(state, who, move.card, "TS-15")
    laid = (*without(state.player(who).hand, move.card), move.card)
    state = state.but(who, hand=(), known=()).seen(TOPPED, who, move.card, how=how)
    state = replace(state, phase=TURN_OVER, discards=(*state.discards, *laid))
    return state.tell("Topped", who=who, card=move.card, how=how)


def reveal(state: State, who: str) -> State:
    """The state after a player showed the hand with which it won the last round
    unchallenged (TS-17).
    """
    won = state.unrevealed_of(who)
    if won is None:
        last = state.rounds[-1] if state.rounds else None
        shown = last is not None and last.claimant == who and last.revealed
        why = (
            "that of the last round has been shown already"
            if shown
            else "that is for who has won a round unchallenged, until its next move"
        )
        raise NotNow("TS-17", f"{who} has no hand to reveal: {why}.")
    runs = runs_in(won.hand, state.terms.run_length)
    rounds = tuple(
        replace(then, revealed=won.hand, runs=runs) if then.number == won.round else then
        for then in state.rounds
    )
    state = replace(state, rounds=rounds).hidden_for_good(who)
    return state.tell("Revealed", who=who, round=won.round, hand=won.hand, runs=runs)
