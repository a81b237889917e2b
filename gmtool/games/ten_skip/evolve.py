"""The state after an event; never refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch

from gmtool.engine.game import Event
from gmtool.games.ten_skip import events as e
from gmtool.games.ten_skip.state import (
    CLAIM_HELD,
    DEAL,
    DEALT,
    DISCARDED,
    DRAW,
    ENDED,
    HAND,
    HANDED,
    KEEP,
    KEPT_LAST,
    LAID,
    NOTICE,
    NOTIFIED,
    PASSED,
    REFUTED,
    ROUND_OVER,
    SETUP,
    SHOWN,
    TOP,
    TOPPED,
    TURN,
    TURN_OVER,
    UNCHALLENGED,
    Act,
    Player,
    RoundThen,
    State,
    Unrevealed,
)
from gmtool.games.ten_skip.terms import in_order, without


def evolve(state: State, event: Event) -> State:
    """The state after `event`."""
    after = _evolve(event, state)
    return _hidden_for_good(after, event.who) if isinstance(event, e.OwnAct) else after


def _hidden_for_good(state: State, name: str) -> State:
    """The state in which that player has no hand left to reveal (TS-17)."""
    kept = tuple(won for won in state.unrevealed if won.who != name)
    return replace(state, unrevealed=kept) if kept != state.unrevealed else state


@singledispatch
def _evolve(event: Event, _state: State) -> State:
    raise TypeError(f"{type(event).__name__} is no event of this game")


def _with(state: State, name: str, change: Callable[[Player], Player]) -> State:
    """The state with that player changed."""
    players = (change(player) if player.name == name else player for player in state.players)
    return replace(state, players=tuple(players))


def _given_away(player: Player, card: str) -> Player:
    """The player less a card that everybody sees it part with."""
    return replace(player, hand=without(player.hand, card), known=without(player.known, card))


def _gaining(player: Player, *cards: str) -> Player:
    return replace(player, hand=in_order((*player.hand, *cards)))


def _told(state: State, what: str, who: str, card: str = "", **more: str) -> State:
    """The state with one more thing that everybody saw; `more` are `other` and `how`."""
    other, how = more.get("other", ""), more.get("how", "")
    act = Act(state.turn, what, who, card, other, default=bool(how))
    return replace(state, acts=(*state.acts, act))


# ---- dealing


@_evolve.register
def _dealer_drawn(event: e.DealerDrawn, state: State) -> State:
    phase = DEAL if state.started and event.dealer else state.phase
    draws = (*(state.draws if state.drawing else ()), *event.draws)
    return replace(state, phase=phase, drawing=event.tied, draws=draws, dealer=event.dealer)


@_evolve.register
def _dealt(event: e.Dealt, state: State) -> State:
    hands = dict(zip((player.name for player in state.playing), event.hands, strict=True))
    players = tuple(
        replace(p, hand=hands.get(p.name, ()), known=(), in_round=p.name in hands)
        for p in state.players
    )
    return replace(
        state,
        players=players,
        phase=DEALT if state.started else SETUP,
        deal=event.deal,
        draw_pile=event.draw_pile,
        discards=(),
        turn=0,
        actor="",
        shown="",
        victim="",
        drawn=(),
        on_notice="",
        refuted=(),
        acts=(),
    )


@_evolve.register
def _round_opened(event: e.RoundOpened, state: State) -> State:
    return replace(state, phase=TURN, started=True, turn=1, actor=event.first)


# ---- turns


@_evolve.register
def _turn_begun(event: e.TurnBegun, state: State) -> State:
    return replace(state, phase=TURN, turn=event.number, actor=event.who)


def _exchanged(state: State) -> State:
    """The turn ends by itself where nobody may be put on notice (TS-10, TS-12)."""
    phase = NOTICE if state.may_claim(state.actor) else TURN_OVER
    return replace(state, phase=phase, shown="", victim="", drawn=())


@_evolve.register
def _discarded(event: e.Discarded, state: State) -> State:
    state = _with(state, event.who, lambda player: _given_away(player, event.card))
    state = replace(state, discards=(*state.discards, event.card), shown=event.card)
    return _told(state, DISCARDED, event.who, event.card, how=event.how)


@_evolve.register
def _drew(event: e.Drew, state: State) -> State:
    state = replace(state, draw_pile=state.draw_pile[len(event.cards) :])
    if len(event.cards) > 1:
        return replace(state, phase=KEEP, drawn=event.cards)
    state = _with(state, event.who, lambda player: _gaining(player, *event.cards))
    return _exchanged(_told(state, KEPT_LAST, event.who))


@_evolve.register
def _kept(event: e.Kept, state: State) -> State:
    state = _with(state, event.who, lambda player: _gaining(player, event.card))
    state = replace(state, discards=(*state.discards, event.laid))
    return _exchanged(_told(state, LAID, event.who, event.laid, how=event.how))


@_evolve.register
def _offered(event: e.Offered, state: State) -> State:
    state = replace(state, phase=HAND, shown=event.card, victim=event.victim)
    return _told(state, SHOWN, event.who, event.card, other=event.victim)


@_evolve.register
def _handed(event: e.Handed, state: State) -> State:
    """Of who hands a card over unseen nothing is known any more but what it gets (TS-15)."""

    def change(player: Player) -> Player:
        if player.name == event.who:
            rest = replace(player, hand=without(player.hand, event.card))
            return replace(_gaining(rest, event.shown), known=(event.shown,))
        if player.name == event.taker:
            return _gaining(_given_away(player, event.shown), event.card)
        return player

    state = replace(state, players=tuple(map(change, state.players)))
    return _exchanged(_told(state, HANDED, event.who, other=event.taker, how=event.how))


@_evolve.register
def _passed(event: e.Passed, state: State) -> State:
    return _exchanged(_told(state, PASSED, event.who, how=event.how))


@_evolve.register
def _put_on_notice(event: e.PutOnNotice, state: State) -> State:
    state = _told(state, NOTIFIED, event.who)
    return replace(state, phase=TURN_OVER, on_notice=event.who)


@_evolve.register
def _finished(_event: e.Finished, state: State) -> State:
    return replace(state, phase=TURN_OVER)


@_evolve.register
def _challenged(event: e.Challenged, state: State) -> State:
    """Both hands are known. A challenger who was right is out of the round, and chooses the card on
    top where others play on (TS-14 to TS-16).
    """
    for name, hand in ((event.who, event.hand), (event.claimant, event.claimed)):
        state = _with(state, name, lambda player, hand=hand: replace(player, known=hand))  # type: ignore[misc]
    if event.runs:
        return replace(state, phase=CLAIM_HELD)
    state = _with(state, event.who, lambda player: replace(player, in_round=False))
    state = _told(state, REFUTED, event.who, other=event.claimant)
    return replace(
        state,
        phase=TOP if len(state.in_round) > 1 else TURN_OVER,
        on_notice="",
        refuted=(*state.refuted, event.claimant),
    )


@_evolve.register
def _topped(event: e.Topped, state: State) -> State:
    laid = (*without(state.player(event.who).hand, event.card), event.card)
    state = _with(state, event.who, lambda player: replace(player, hand=(), known=()))
    state = _told(state, TOPPED, event.who, event.card, how=event.how)
    return replace(state, phase=TURN_OVER, discards=(*state.discards, *laid))


@_evolve.register
def _revealed(event: e.Revealed, state: State) -> State:
    rounds = (
        replace(then, revealed=event.hand) if then.number == event.round else then
        for then in state.rounds
    )
    return _hidden_for_good(replace(state, rounds=tuple(rounds)), event.who)


# ---- scores


@_evolve.register
def _round_over(event: e.RoundOver, state: State) -> State:
    """Hands are laid aside, and the deal passes on (TS-3, TS-20)."""
    totals = {score.name: score.total for score in event.scores}
    players = tuple(
        replace(
            player,
            hand=(),
            known=(),
            in_round=False,
            score=totals.get(player.name, player.score),
            eliminated=event.number if player.name in event.eliminated else player.eliminated,
        )
        for player in state.players
    )
    unrevealed = state.unrevealed
    if event.how == UNCHALLENGED:
        hand = state.player(event.claimant).hand
        unrevealed = (*unrevealed, Unrevealed(event.claimant, event.number, hand))
    then = RoundThen(
        event.number,
        state.dealer,
        event.how,
        event.claimant,
        event.scores,
        event.eliminated,
    )
    return _dealing_next(
        replace(
            state,
            players=players,
            on_notice="",
            actor="",
            unrevealed=unrevealed,
            rounds=(*state.rounds, then),
        )
    )


def _dealing_next(state: State) -> State:
    if len(state.playing) < 2:
        return replace(state, phase=ROUND_OVER, unrevealed=())
    if state.terms.redraw_dealer:
        return replace(state, phase=DRAW, dealer="", draws=(), drawing=())
    return replace(state, phase=DEAL, dealer=state.left_of(state.dealer), draws=(), drawing=())


@_evolve.register
def _game_ended(event: e.GameEnded, state: State) -> State:
    return replace(state, phase=ENDED, winners=event.winners)


@_evolve.register
def _adjusted(event: e.Adjusted, state: State) -> State:
    return _with(state, event.who, lambda player: replace(player, score=event.after))
