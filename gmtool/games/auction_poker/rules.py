"""Who may speak, what follows, and what the rules force next (AP-4 to AP-19, AP-26)."""

from __future__ import annotations

from gmtool.engine.cards import in_order
from gmtool.engine.chance import Choose
from gmtool.engine.entries import Spoken
from gmtool.engine.forced import with_forced
from gmtool.engine.game import Event, Turn, Wanted, Window
from gmtool.engine.moves import Adjust, Close, Inactive, Move, Start
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import FORM, Shuffle, check_shuffle
from gmtool.engine.wording import CHANCE, HOST
from gmtool.games.auction_poker import bidding, change, conduct
from gmtool.games.auction_poker.events import (
    BatchOpened,
    CatalogueDealt,
    ChangeOpened,
    GameEnded,
    OpeningClosed,
    SessionClosed,
    StandTakenBack,
    TrashClosed,
)
from gmtool.games.auction_poker.evolve import evolve
from gmtool.games.auction_poker.moves import Bid, Keep, Pair, Pass, Stand, Trash
from gmtool.games.auction_poker.setup import deal, opening_sizes
from gmtool.games.auction_poker.showdown import results
from gmtool.games.auction_poker.state import (
    BETWEEN,
    CHANGE,
    SETUP,
    Player,
    State,
    lots_named,
)


def wanted(state: State) -> Wanted:
    """Who may or must speak now, and in which window."""
    if _chance_due(state):
        task = f"the shuffled deck of {len(state.deck)} cards"
        return Wanted((Turn(CHANCE, task, (FORM,)),))
    if state.phase == SETUP:
        return Wanted((Turn(HOST, "the start of the first batch", ("start",)),))
    if state.batch:
        return _wanted_bids(state)
    if state.phase == CHANGE:
        return _wanted_trashes(state)
    return Wanted()


def _chance_due(state: State) -> bool:
    """Set-up wants the opening catalogue, a closed change window its own (AP-4, AP-17)."""
    return state.dealing or (state.phase == SETUP and not state.catalogue)


def _wanted_bids(state: State) -> Wanted:
    title = f"bids on {lots_named([lot.label for lot in state.batch])}"
    window = Window(state.window, title, state.terms.bidding_hours, "AP-6", sealed=True)
    moves = ("bid LOT COINS", "pass", "stand")
    turns = tuple(
        Turn(p.name, window.title, moves, window.key, expected=not p.standing)
        for p in state.players
        if state.may_bid(p)
    )
    return Wanted(turns, (window,))


def _wanted_trashes(state: State) -> Wanted:
    title = f"cards to trash in change session {state.session}"
    window = Window(state.window, title, state.terms.change_hours, "AP-15", sealed=True)
    turns = tuple(
        Turn(
            p.name,
            "cards to trash",
            ("trash CARD …", "keep", "stand"),
            window.key,
            expected=not p.standing,
        )
        for p in state.players
        if _may_trash(state, p)
    )
    return Wanted(turns, (window,))


def _may_trash(state: State, player: Player) -> bool:
    return player.active and bool(player.hand or state.trashed_by(player.name))


def decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    """What follows from `spoken`, with all that the rules force after it; raises Refused."""
    return with_forced(state, _decide(state, spoken), evolve, _forced)


def _decide(state: State, spoken: Spoken) -> tuple[Event, ...]:
    if spoken.who == CHANCE:
        return _dealt(state, spoken.move)
    if spoken.who == HOST:
        return _host(state, spoken.move)
    return _player(state, spoken)


def _player(state: State, spoken: Spoken) -> tuple[Event, ...]:
    player = state.player(spoken.who)
    conduct.check_active(player, str(spoken.move))
    events: tuple[Event, ...]
    match spoken.move:
        case Bid() as move:
            events = bidding.bid(state, spoken, move)
        case Pass():
            events = bidding.no_bid(state, spoken)
        case Trash() as move:
            events = change.trash(state, spoken, move)
        case Keep():
            events = change.keep(state, spoken)
        case Stand():
            return conduct.stand(state, player.name)
        case _:
            raise NotNow("ALL-6", "only the host says that.", quoted=str(spoken.move))
    return (StandTakenBack(player.name), *events) if player.standing else events


def _host(state: State, move: Move) -> tuple[Event, ...]:
    match move:
        case Start():
            return _start(state)
        case Close(who=()):
            return _close(state)
        case Close():
            raise Refused(
                "AP-10",
                "a window of this game closes for everybody at once; use `close`.",
                quoted=str(move),
            )
        case Inactive():
            return conduct.rule_inactive(state, move)
        case Adjust():
            return conduct.adjust(state, move)
    raise NotNow("ALL-6", "that is for a player to say.", quoted=str(move))


def _start(state: State) -> tuple[Event, ...]:
    if state.phase != SETUP:
        raise NotNow("AP-5", "the first batch is open already.", quoted="start")
    if _chance_due(state):
        raise NotNow(
            "AP-4", "the catalogue has to be dealt first: `shuffle CARD …`.", quoted="start"
        )
    return (_next_in_opening(state),)


def _close(state: State) -> tuple[Event, ...]:
    if state.batch:
        return bidding.close_batch(state)
    lots = len(change.change_sizes(state))
    if lots:
        return (TrashClosed(state.session, lots),)
    return (SessionClosed(state.session, (), "nobody-trashed"),)


def _dealt(state: State, move: Move) -> tuple[Event, ...]:
    """The shuffled deck as lots (AP-4, AP-17)."""
    if not isinstance(move, Shuffle) or not _chance_due(state):
        raise NotNow("ALL-3", "nothing is to be shuffled now.", quoted=str(move))
    check_shuffle(move, state.deck, "ALL-3")
    opening = state.phase == SETUP
    sizes = opening_sizes(state.terms.lots) if opening else change.change_sizes(state)
    lots, rest = deal(move.cards, sizes)
    return (CatalogueDealt(state.session, lots, rest),)


def _forced(state: State) -> tuple[Event, ...]:
    """What the rules force next without choice or chance (ALL-3)."""
    if state.phase != BETWEEN:
        return ()
    if state.in_opening:
        return (_next_in_opening(state),)
    if state.catalogue:
        return (_next_in_change(state),)
    return (_next_session(state),)


def _next_in_opening(state: State) -> Event:
    """AP-13: the next batch, else the left-over lots one at a time, else the session's end."""
    remaining = (*state.left, *state.catalogue)
    lacking = [p for p in state.players if p.active and not p.standing and not p.lot]
    if not lacking:
        return OpeningClosed(remaining, "all-served")
    if not remaining:
        return OpeningClosed((), "all-offered")
    if not any(state.may_bid(p) for p in state.players):
        return OpeningClosed(remaining, "nobody-may-bid")
    return _open_batch(state)


def _open_batch(state: State) -> BatchOpened:
    number = state.batch_number + 1
    if state.catalogue:
        lots = state.catalogue[: state.terms.batch_size]
        return BatchOpened(state.session, number, lots, re_auction=False)
    return BatchOpened(state.session, number, state.left[:1], re_auction=True)


def _next_in_change(state: State) -> Event:
    """AP-18: the next batch, or all lots back to the deck where nobody can bid."""
    if any(state.may_bid(p) for p in state.players):
        return _open_batch(state)
    return SessionClosed(state.session, state.catalogue, "nobody-may-bid")


def _next_session(state: State) -> Event:
    """AP-15, AP-19, AP-20: the next change session or the end of the game."""
    if state.session >= state.terms.change_sessions:
        return GameEnded(results(state))
    if not any(_may_trash(state, p) for p in state.players):
        return SessionClosed(state.session + 1, (), "nobody-holds-cards")
    return ChangeOpened(state.session + 1)


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None; for chance the shuffled deck."""
    if who == CHANCE:
        return Shuffle(choose.shuffle(in_order(state.deck))) if _chance_due(state) else None
    turn = wanted(state).turn(who)
    if turn is None or who == HOST:
        return Start() if turn else None
    player = state.player(who)
    return _some_bid(state, player, choose) if state.batch else _some_trash(state, player, choose)


def _some_bid(state: State, player: Player, choose: Choose) -> Move | None:
    mine = state.bids_of(player.name)
    free = [lot.label for lot in state.batch if lot.label not in {b.lot for b in mine}]
    most = player.coins - (0 if state.in_opening else sum(b.coins for b in mine))
    if free and most >= state.terms.min_bid and (mine or choose.below(8)):
        lot = free[choose.below(len(free))]
        coins = state.terms.min_bid + choose.below(most - state.terms.min_bid + 1)
        return Bid((Pair(lot, str(coins)),))
    if mine or player.name in state.said:
        return None
    return Pass()


def _some_trash(state: State, player: Player, choose: Choose) -> Move | None:
    if player.hand and choose.below(4):
        return Trash(choose.shuffle(player.hand)[: 1 + choose.below(len(player.hand))])
    if state.trashed_by(player.name) or player.name in state.said:
        return None
    return Keep()
