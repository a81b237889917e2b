"""Everyone on notice, and who doubts it (TS-10 to TS-15, TS-17)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.wording import listed
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.exchange import check_turn
from gmtool.games.ten_skip.moves import Challenge, Done, Notice, Reveal, Top
from gmtool.games.ten_skip.state import KEEP, NOTICE, OPEN, TOP, TURN, State
from gmtool.games.ten_skip.terms import ONCE, runs_in
from gmtool.games.ten_skip.wording import check_held, now


def notice(state: State, who: str) -> tuple[Event, ...]:
    """Everyone on notice, truthfully or as a bluff (TS-10)."""
    quoted = str(Notice())
    if state.on_notice:
        raise Refused(
            "TS-10",
            "{notifier} has put everyone on notice already; a claim comes only when nobody has.",
            notifier=state.on_notice,
            quoted=quoted,
        )
    if state.phase in OPEN and not state.may_claim(who):
        raise Refused(
            "TS-12",
            "a claim has been refuted in this round, and by the option `claims={claims}` {right}.",
            claims=state.terms.claims,
            right="there is no other in it"
            if state.terms.claims == ONCE
            else f"only {listed(dict.fromkeys(state.refuted), 'or')} may claim again",
            quoted=quoted,
        )
    if state.awaited == who and state.phase in {TURN, KEEP}:
        raise NotNow(
            "TS-10",
            "a claim comes at the end of a turn, after the exchange; {now}.",
            now=now(state),
            quoted=quoted,
        )
    check_turn(state, who, NOTICE, "TS-10", quoted)
    return (e.PutOnNotice(who),)


def done(state: State, who: str, how: str = "") -> tuple[Event, ...]:
    """The end of a turn without a claim (TS-10)."""
    check_turn(state, who, NOTICE, "TS-10", str(Done()))
    return (e.Finished(who, how),)


def challenge(state: State, who: str) -> tuple[Event, ...]:
    """Both hands are shown; whether the claim was true decides what follows (TS-13)."""
    quoted = str(Challenge())
    if not state.on_notice:
        raise NotNow(
            "TS-13",
            "nobody has put everyone on notice, so nobody can be challenged.",
            quoted=quoted,
        )
    check_turn(state, who, TURN, "TS-13", quoted)
    claimed = state.player(state.on_notice).hand
    runs = runs_in(claimed, state.terms.run_length)
    return (e.Challenged(who, state.on_notice, state.player(who).hand, claimed, runs),)


def top(state: State, who: str, move: Top, how: str = "") -> tuple[Event, ...]:
    """The cards of a challenger who was right, with the one that it wants on top (TS-15)."""
    check_turn(state, who, TOP, "TS-15", str(move))
    check_held(state, who, move.card, "TS-15", str(move))
    return (e.Topped(who, move.card, how),)


def reveal(state: State, who: str) -> tuple[Event, ...]:
    """The hand that won the last round unchallenged, shown by choice (TS-17)."""
    won = state.unrevealed_of(who)
    if won is None:
        last = state.rounds[-1] if state.rounds else None
        shown = last is not None and last.claimant == who and last.revealed
        raise NotNow(
            "TS-17",
            "{who} has no hand to reveal: {why}.",
            who=who,
            why="that of the last round has been shown already"
            if shown
            else "that is for who has won a round unchallenged, until its next move",
            quoted=str(Reveal()),
        )
    return (e.Revealed(who, won.round, won.hand, runs_in(won.hand, state.terms.run_length)),)
