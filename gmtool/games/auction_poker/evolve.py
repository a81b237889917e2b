"""The state after an event; never refuses."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from gmtool.engine.cards import in_order
from gmtool.engine.game import Event
from gmtool.games.auction_poker import events as e
from gmtool.games.auction_poker.state import (
    BETWEEN,
    BIDDING,
    CHANGE,
    CHANGE_BIDDING,
    ENDED,
    OPENING,
    RE_AUCTION,
    SETUP,
    LiveBid,
    Lot,
    Player,
    State,
    Trashing,
)


def evolve(state: State, event: Event) -> State:
    """The state after `event`."""
    return _evolve(event, state)


def _with_player(state: State, player: Player) -> State:
    players = tuple(player if p.name == player.name else p for p in state.players)
    return replace(state, players=players)


def _into_deck(state: State, cards: tuple[str, ...]) -> State:
    return replace(state, deck=in_order((*state.deck, *cards)))


def _return_lots(state: State, lots: tuple[Lot, ...]) -> State:
    return _into_deck(state, tuple(card for lot in lots for card in lot.cards))


@singledispatch
def _evolve(event: Event, _state: State) -> State:
    raise TypeError(f"{event} is no event of this game")


@_evolve.register
def _catalogue_dealt(event: e.CatalogueDealt, state: State) -> State:
    return replace(
        state,
        catalogue=event.lots,
        deck=in_order(event.rest),
        dealing=False,
        trashes=(),
        batch_number=0,
        phase=SETUP if event.session == OPENING else BETWEEN,
    )


@_evolve.register
def _batch_opened(event: e.BatchOpened, state: State) -> State:
    phase = CHANGE_BIDDING if event.session else RE_AUCTION if event.re_auction else BIDDING
    return replace(
        state,
        phase=phase,
        batch=event.lots,
        batch_number=event.number,
        catalogue=tuple(lot for lot in state.catalogue if lot not in event.lots),
        left=tuple(lot for lot in state.left if lot not in event.lots),
        bids=(),
        said=(),
    )


@_evolve.register
def _bid_made(event: e.BidMade, state: State) -> State:
    bid = LiveBid(event.who, event.lot, event.coins, event.received, event.entry, event.place)
    return replace(state, bids=(*state.bids, bid))


@_evolve.register
def _passed(event: e.Passed, state: State) -> State:
    return replace(state, said=(*state.said, event.who))


@_evolve.register
def _kept(event: e.Kept, state: State) -> State:
    return replace(state, said=(*state.said, event.who))


@_evolve.register
def _trashed(event: e.Trashed, state: State) -> State:
    player = state.player(event.who)
    hand = tuple(card for card in player.hand if card not in event.cards)
    state = _with_player(state, replace(player, hand=hand))
    state = _into_deck(state, event.cards)
    trashing = Trashing(event.who, event.cards, event.received, event.entry)
    return replace(state, trashes=(*state.trashes, trashing))


@_evolve.register
def _stood(event: e.Stood, state: State) -> State:
    return _with_player(state, replace(state.player(event.who), standing=True))


@_evolve.register
def _stand_taken_back(event: e.StandTakenBack, state: State) -> State:
    return _with_player(state, replace(state.player(event.who), standing=False))


@_evolve.register
def _lot_decided(event: e.LotDecided, state: State) -> State:
    """The last lot of the batch ends the window (AP-10)."""
    decision = event.decision
    lot = decision.lot
    if decision.winner:
        player = state.player(decision.winner)
        player = replace(
            player,
            coins=player.coins - decision.price,
            hand=in_order((*player.hand, *lot.cards)),
            lot=lot.label if state.in_opening else player.lot,
        )
        state = _with_player(state, player)
    elif not state.in_opening:
        state = _return_lots(state, (lot,))
    elif state.phase == BIDDING:
        state = replace(state, left=(*state.left, lot))
    else:
        state = _return_lots(state, (lot,))
    batch = tuple(other for other in state.batch if other != lot)
    state = replace(state, batch=batch, decided=(*state.decided, decision))
    return state if batch else replace(state, phase=BETWEEN, bids=(), said=())


@_evolve.register
def _opening_closed(event: e.OpeningClosed, state: State) -> State:
    state = _return_lots(state, event.returned)
    return replace(state, catalogue=(), left=(), in_opening=False, phase=BETWEEN)


@_evolve.register
def _change_opened(event: e.ChangeOpened, state: State) -> State:
    return replace(
        state, session=event.session, phase=CHANGE, trashes=(), said=(), bids=(), batch_number=0
    )


@_evolve.register
def _trash_closed(_event: e.TrashClosed, state: State) -> State:
    return replace(state, dealing=True, said=())


@_evolve.register
def _session_closed(event: e.SessionClosed, state: State) -> State:
    state = _return_lots(state, event.returned)
    return replace(state, session=event.session, catalogue=(), trashes=(), said=(), phase=BETWEEN)


@_evolve.register
def _ruled_inactive(event: e.RuledInactive, state: State) -> State:
    player = state.player(event.who)
    state = _into_deck(state, player.hand)
    state = _with_player(state, replace(player, hand=(), coins=0, active=False, standing=False))
    return replace(state, bids=tuple(bid for bid in state.bids if bid.who != event.who))


@_evolve.register
def _coins_adjusted(event: e.CoinsAdjusted, state: State) -> State:
    return _with_player(state, replace(state.player(event.who), coins=event.after))


@_evolve.register
def _game_ended(event: e.GameEnded, state: State) -> State:
    return replace(state, phase=ENDED, results=event.results)
