"""The state after an event; never refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch

from gmtool.engine.game import Event
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.state import (
    BETTING,
    BETWEEN,
    ENDED,
    FIRST,
    FOLD,
    GROUPING,
    ORDER,
    Action,
    Player,
    Round,
    RoundThen,
    State,
)
from gmtool.games.grouping_bw.terms import ORDER as ORDER_ITEM
from gmtool.games.grouping_bw.terms import PEEK


def evolve(state: State, event: Event) -> State:
    """The state after `event`."""
    return _evolve(event, state)


@singledispatch
def _evolve(event: Event, _state: State) -> State:
    raise TypeError(f"{type(event).__name__} is no event of this game")


def _with(state: State, player: Player) -> State:
    players = tuple(player if p.name == player.name else p for p in state.players)
    return replace(state, players=players)


def _each(state: State, change: Callable[[Player], Player]) -> State:
    return replace(state, players=tuple(map(change, state.players)))


def _round(state: State) -> Round:
    if state.round is None:
        raise TypeError("no round is in play")
    return state.round


@_evolve.register
def _set_opened(event: e.SetOpened, state: State) -> State:
    """Both group afresh; what they had is the last grouping from now on (GB-15)."""

    def afresh(player: Player) -> Player:
        last = player.grouping or player.last
        return replace(player, grouping=None, last=last, order=(), order_told=False, proposal=0)

    state = _each(state, afresh)
    return replace(state, phase=GROUPING, set=event.number, half=1, ante=event.ante, agreed=False)


@_evolve.register
def _grouped(event: e.Grouped, state: State) -> State:
    return _with(state, replace(state.player(event.who), grouping=event.grouping))


@_evolve.register
def _ante_named(event: e.AnteNamed, state: State) -> State:
    return _with(state, replace(state.player(event.who), proposal=event.chips))


@_evolve.register
def _all_grouped(event: e.AllGrouped, state: State) -> State:
    return replace(state, phase=ORDER, ante=event.ante, agreed=event.agreed)


@_evolve.register
def _order_asked(event: e.OrderAsked, state: State) -> State:
    player = state.player(event.who)
    return _with(state, replace(player, order_asked=True, used=(*player.used, ORDER_ITEM)))


@_evolve.register
def _order_drawn(event: e.OrderDrawn, state: State) -> State:
    state = _with(state, replace(state.player(event.who), order=event.tiles))
    drawn = all(player.order for player in state.players)
    return replace(state, phase=BETWEEN if drawn else ORDER)


@_evolve.register
def _order_told(event: e.OrderTold, state: State) -> State:
    player = state.player(event.who)
    used = player.used if ORDER_ITEM in player.used else (*player.used, ORDER_ITEM)
    return _with(state, replace(player, used=used, order_asked=False, order_told=True))


@_evolve.register
def _first_named(event: e.FirstNamed, state: State) -> State:
    return replace(_if_waiting(state), starter=event.starter)


def _if_waiting(state: State) -> State:
    """Once somebody is named the round that waited for it begins."""
    return replace(state, phase=BETWEEN) if state.phase == FIRST else state


@_evolve.register
def _first_awaited(_event: e.FirstAwaited, state: State) -> State:
    return replace(state, phase=FIRST)


@_evolve.register
def _first_overdue(_event: e.FirstOverdue, state: State) -> State:
    return replace(state, first_overdue=True)


@_evolve.register
def _round_dealt(event: e.RoundDealt, state: State) -> State:
    """The tiles are face down and the ante is paid; the starting player acts (GB-5)."""
    state = _each(state, lambda p: replace(p, chips=p.chips - event.ante, bet=event.ante))
    now = Round(event.number, event.tiles, event.ante, event.starter, actor=event.starter)
    return replace(state, phase=BETWEEN, round=now)


@_evolve.register
def _betting_opened(_event: e.BettingOpened, state: State) -> State:
    return replace(state, phase=BETTING)


@_evolve.register
def _acted(event: e.Acted, state: State) -> State:
    player = state.player(event.who)
    paid = replace(player, chips=player.chips - event.paid, bet=player.bet + event.paid)
    now = _round(state)
    action = Action(event.who, event.what, event.chips)
    now = replace(now, actions=(*now.actions, action), actor=state.other(event.who).name)
    return replace(_with(state, paid), round=now)


@_evolve.register
def _folded(event: e.Folded, state: State) -> State:
    now = _round(state)
    return replace(state, round=replace(now, actions=(*now.actions, Action(event.who, FOLD))))


@_evolve.register
def _peeked(event: e.Peeked, state: State) -> State:
    player, now = state.player(event.who), _round(state)
    state = _with(state, replace(player, used=(*player.used, PEEK)))
    return replace(state, round=replace(now, peeks=(*now.peeks, event.who)))


@_evolve.register
def _tile_shown(_event: e.TileShown, state: State) -> State:
    """Who has seen what follows from the rounds: their folds, their peeks."""
    return state


@_evolve.register
def _tiles_shown(_event: e.TilesShown, state: State) -> State:
    return state


@_evolve.register
def _round_over(event: e.RoundOver, state: State) -> State:
    """The winner starts the next round; after a draw the same player does again (GB-5)."""
    now = _round(state)
    then = RoundThen(
        set=event.set,
        half=event.half,
        number=event.number,
        tiles=now.tiles,
        ante=now.ante,
        starter=now.starter,
        actions=now.actions,
        peeks=now.peeks,
        ended=event.ended,
        folder=event.folder,
        winner=event.winner,
        eight=event.eight,
        bets=event.bets,
        discarded=event.discarded,
        chips=event.chips,
    )
    players = tuple(
        replace(player, chips=chips, bet=0)
        for player, chips in zip(state.players, event.chips, strict=True)
    )
    return replace(
        state,
        players=players,
        phase=BETWEEN,
        round=None,
        rounds=(*state.rounds, then),
        starter=event.winner or now.starter,
        discards=state.discards + event.discarded,
    )


@_evolve.register
def _half_over(_event: e.HalfOver, state: State) -> State:
    state = _each(state, lambda player: replace(player, order=(), order_told=False))
    return replace(state, phase=ORDER, half=state.half + 1)


@_evolve.register
def _set_over(_event: e.SetOver, state: State) -> State:
    """No tile is left to deal; the groups stay until the next set opens."""
    return replace(_each(state, lambda player: replace(player, order=())), phase=BETWEEN)


@_evolve.register
def _nobody_pays(_event: e.NobodyPays, state: State) -> State:
    return replace(state, phase=BETWEEN, sudden=True)


@_evolve.register
def _match_ended(event: e.MatchEnded, state: State) -> State:
    return replace(state, phase=ENDED, winner=event.winner, why=event.why)


@_evolve.register
def _adjusted(event: e.Adjusted, state: State) -> State:
    state = _with(state, replace(state.player(event.who), chips=event.after))
    return replace(state, adjusted=state.adjusted + event.after - event.before)
