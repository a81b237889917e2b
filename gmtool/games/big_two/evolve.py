"""The state after an event; never refuses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch

from gmtool.engine.game import Event
from gmtool.games.big_two import events as e
from gmtool.games.big_two.dealing import claimed_by
from gmtool.games.big_two.questions import is_of
from gmtool.games.big_two.state import (
    ASK,
    DEAL,
    DEALT,
    DONE,
    ENDED,
    FREE_TRADE,
    FREELY_TRADED,
    GIVE,
    PLAY,
    RETURN,
    ROUND_OVER,
    SETUP,
    TRADED,
    TRADING,
    Action,
    Asked,
    Due,
    Offer,
    RoundThen,
    State,
    Trade,
    Trick,
    TrickThen,
)
from gmtool.games.big_two.terms import in_order


def evolve(state: State, event: Event) -> State:
    """The state after `event`."""
    return _evolve(event, state)


@singledispatch
def _evolve(event: Event, _state: State) -> State:
    raise TypeError(f"{type(event).__name__} is no event of this game")


def _moved(state: State, cards: Iterable[str], one: str, other: str) -> State:
    """The state with these cards passed from the hand of `one` to that of `other`."""
    cards = tuple(cards)
    players = []
    for player in state.players:
        hand = player.hand
        if player.name == one:
            hand = tuple(card for card in hand if card not in cards)
        elif player.name == other:
            hand = in_order((*hand, *cards))
        players.append(replace(player, hand=hand))
    return replace(state, players=tuple(players))


# ---- dealing


@_evolve.register
def _dealt(event: e.Dealt, state: State) -> State:
    hands, floating_to = event.hands, ""
    if event.floating:
        seat = claimed_by(hands, event.floating)
        floating_to = state.players[seat].name
        hand = in_order((*hands[seat], event.floating))
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
    players = zip(state.players, hands, strict=True)
    return replace(
        state,
        players=tuple(replace(p, hand=hand, place=0, role="") for p, hand in players),
        phase=DEALT if state.started else SETUP,
        deal=event.deal,
        stock=event.stock,
        floating=event.floating,
        floating_to=floating_to,
        sizes=tuple(map(len, hands)),
        trades=(),
        offers=(),
        swaps=(),
        must="",
        trick=None,
        tricks=(),
    )


@_evolve.register
def _round_opened(event: e.RoundOpened, state: State) -> State:
    players = zip(state.players, event.roles, strict=True)
    named = tuple(replace(player, role=role) for player, role in players)
    phase = TRADING if event.number > 1 and state.terms.president else TRADED
    return replace(state, players=named, phase=phase, started=True)


@_evolve.register
def _dealt_anew(_event: e.DealtAnew, state: State) -> State:
    players = tuple(replace(player, hand=()) for player in state.players)
    return replace(
        state,
        players=players,
        phase=DEAL,
        stock=(),
        floating="",
        floating_to="",
        must="",
        trick=None,
        trades=(),
        offers=(),
        swaps=(),
    )


# ---- mandatory trading


@_evolve.register
def _trading_opened(event: e.TradingOpened, state: State) -> State:
    return replace(state, trades=event.trades)


def _with(state: State, trade: Trade) -> State:
    trades = tuple(trade if t.taker == trade.taker else t for t in state.trades)
    return replace(state, trades=trades)


def _trade(state: State, parties: tuple[str, str]) -> Trade:
    return next(trade for trade in state.trades if trade.parties == parties)


@_evolve.register
def _held(event: e.Held, state: State) -> State:
    return _with(state, replace(_trade(state, event.parties), stage=ASK))


@_evolve.register
def _answered(event: e.Answered, state: State) -> State:
    trade = _trade(state, event.parties)
    asked = (*trade.asked, Asked(event.question, event.yes, event.cards))
    due = Due(event.of, event.due) if event.due else trade.due
    return _with(state, replace(trade, asked=asked, due=due))


@_evolve.register
def _left_to_giver(event: e.LeftToGiver, state: State) -> State:
    return _with(state, replace(_trade(state, event.parties), stage=GIVE))


@_evolve.register
def _taken(event: e.Taken, state: State) -> State:
    """What was due is accepted with it; when all are taken the taker gives back."""
    taker, giver = event.parties
    trade = _trade(state, event.parties)
    trade = replace(
        trade,
        surrendered=event.why == e.SURRENDERED,
        taken=(*trade.taken, *event.cards),
        gives=trade.gives + (event.why == e.GIVEN),
        due=_still_due(trade.due, event.cards),
        stage=ASK if event.left else RETURN,
    )
    return _moved(_with(state, trade), event.cards, giver, taker)


def _still_due(due: Due | None, cards: tuple[str, ...]) -> Due | None:
    if due is None:
        return None
    count = due.count - sum(is_of(card, due.of) for card in cards)
    return replace(due, count=count) if count > 0 else None


@_evolve.register
def _demanded(event: e.Demanded, state: State) -> State:
    return _with(state, replace(_trade(state, event.parties), demanded=True))


@_evolve.register
def _returned(event: e.Returned, state: State) -> State:
    taker, giver = event.parties
    trade = replace(_trade(state, event.parties), returned=event.cards, stage=DONE)
    return _moved(_with(state, trade), event.cards, taker, giver)


@_evolve.register
def _trading_over(_event: e.TradingOver, state: State) -> State:
    return replace(state, phase=TRADED)


# ---- free trade


@_evolve.register
def _free_trade_opened(_event: e.FreeTradeOpened, state: State) -> State:
    return replace(state, phase=FREE_TRADE)


@_evolve.register
def _offered(event: e.Offered, state: State) -> State:
    return replace(state, offers=(*state.offers, event.offer))


def _without(state: State, offer: Offer) -> State:
    return replace(state, offers=tuple(other for other in state.offers if other != offer))


@_evolve.register
def _swapped(event: e.Swapped, state: State) -> State:
    offer = event.offer
    state = _moved(_without(state, offer), offer.gives, offer.who, offer.to)
    state = _moved(state, offer.wants, offer.to, offer.who)
    return replace(state, swaps=(*state.swaps, offer))


@_evolve.register
def _declined(event: e.Declined, state: State) -> State:
    return _without(state, event.offer)


@_evolve.register
def _withdrawn(event: e.Withdrawn, state: State) -> State:
    return _without(state, event.offer)


@_evolve.register
def _swap_undone(event: e.SwapUndone, state: State) -> State:
    """The latest of such swaps: the same two may have made the same before."""
    offer = event.offer
    place = max(place for place, swap in enumerate(state.swaps) if swap == offer)
    state = _moved(state, offer.gives, offer.to, offer.who)
    state = _moved(state, offer.wants, offer.who, offer.to)
    return replace(state, swaps=(*state.swaps[:place], *state.swaps[place + 1 :]))


@_evolve.register
def _free_trade_over(_event: e.FreeTradeOver, state: State) -> State:
    return replace(state, phase=FREELY_TRADED, offers=())


# ---- play


@_evolve.register
def _play_opened(event: e.PlayOpened, state: State) -> State:
    trick = Trick(1, event.leader, event.leader)
    return replace(state, phase=PLAY, must=event.must, trick=trick)


def _in_play(state: State) -> Trick:
    if state.trick is None:
        raise TypeError("no trick is in play")
    return state.trick


def _acted(state: State, action: Action) -> State:
    trick = _in_play(state)
    actor = state.after(action.who) if state.holding else ""
    return replace(
        state, trick=replace(trick, actor=actor, actions=(*trick.actions, action)), must=""
    )


@_evolve.register
def _played(event: e.Played, state: State) -> State:
    players = tuple(
        replace(p, hand=tuple(card for card in p.hand if card not in event.cards))
        if p.name == event.who
        else p
        for p in state.players
    )
    action = Action(event.who, event.cards, event.stands, event.kind, event.key)
    return _acted(replace(state, players=players), action)


@_evolve.register
def _passed(event: e.Passed, state: State) -> State:
    return _acted(state, Action(event.who))


@_evolve.register
def _drew(event: e.Drew, state: State) -> State:
    state = _moved(state, (event.card,), "", event.who)
    return replace(state, stock=state.stock[1:])


@_evolve.register
def _went_out(event: e.WentOut, state: State) -> State:
    players = (replace(p, place=event.place) if p.name == event.who else p for p in state.players)
    return replace(state, players=tuple(players))


def _closed(state: State, winner: str, out: str) -> State:
    trick = _in_play(state)
    then = TrickThen(trick.number, trick.leader, trick.actions, winner, out)
    return replace(state, trick=None, tricks=(*state.tricks, then))


@_evolve.register
def _trick_over(event: e.TrickOver, state: State) -> State:
    state = _closed(state, event.winner, event.out)
    return replace(state, trick=Trick(event.number + 1, event.leader, event.leader))


@_evolve.register
def _round_over(event: e.RoundOver, state: State) -> State:
    """The one still holding cards is last, and lays them aside (BT-14)."""
    state = _closed(state, "", _in_play(state).actions[-1].who)
    places = {name: place for place, name in enumerate(event.places, start=1)}
    roles = {player.name: player.role for player in state.players}
    then = RoundThen(event.number, event.places, tuple(roles[name] for name in event.places))
    return replace(
        state,
        players=tuple(replace(p, hand=(), place=places[p.name]) for p in state.players),
        phase=ROUND_OVER if event.number == state.terms.rounds else DEAL,
        rounds=(*state.rounds, then),
    )


@_evolve.register
def _game_ended(_event: e.GameEnded, state: State) -> State:
    return replace(state, phase=ENDED)
