"""Who may move, what follows from a move, and what the rules force (AP-4 to AP-19, AP-26)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.cards import in_order
from gmtool.engine.game import Action, Turn, Wanted, Window
from gmtool.engine.host_moves import Adjust, Inactive, Start
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.engine.text import CHANCE, HOST
from gmtool.engine.window_moves import Close
from gmtool.games.auction_poker import bidding, change, conduct
from gmtool.games.auction_poker.moves import Bid, Keep, Pass, Stand, Trash
from gmtool.games.auction_poker.setup import deal, opening_sizes
from gmtool.games.auction_poker.showdown import results
from gmtool.games.auction_poker.state import (
    BETWEEN,
    BIDDING,
    CHANGE,
    CHANGE_BIDDING,
    ENDED,
    RE_AUCTION,
    SETUP,
    Player,
    State,
    lots_named,
)


def wanted(state: State) -> Wanted:
    """Who may or must move now, and in which window."""
    if _chance_due(state):
        task = f"the shuffled deck of {len(state.deck)} cards"
        return Wanted((Turn(CHANCE, task, (Shuffle.hint(),)),))
    if state.phase == SETUP:
        return Wanted((Turn(HOST, "the start of the first batch", ("start",)),))
    if state.batch:
        return _wanted_bids(state)
    if state.phase == CHANGE:
        return _wanted_trashes(state)
    return Wanted()


def _chance_due(state: State) -> bool:
    """Whether a catalogue is due: for the opening before the start, later after a change
    window (AP-4, AP-17).
    """
    return state.dealing or (state.phase == SETUP and not state.catalogue)


def _wanted_bids(state: State) -> Wanted:
    title = f"bids on {lots_named([lot.label for lot in state.batch])}"
    window = Window(state.window, title, state.terms.bidding_hours, "AP-6", sealed=True)
    moves, done = ("bid LOT COINS", "pass", "stand"), state.done
    turns = tuple(
        Turn(p.name, window.title, moves, window.key, expected=not p.standing, done=p.name in done)
        for p in state.bidders
    )
    return Wanted(turns, (window,))


def _wanted_trashes(state: State) -> Wanted:
    title = f"cards to trash in change session {state.session}"
    window = Window(state.window, title, state.terms.change_hours, "AP-15", sealed=True)
    done = state.done
    turns = tuple(
        Turn(
            p.name,
            "cards to trash",
            (Trash.hint(), "keep", "stand"),
            window.key,
            expected=not p.standing,
            done=p.name in done,
        )
        for p in state.players
        if _may_trash(state, p)
    )
    return Wanted(turns, (window,))


def _may_trash(state: State, player: Player) -> bool:
    return player.active and bool(player.hand or state.trashed_by(player.name))


def play(state: State, action: Action) -> State:
    """The state after the entry; raises Refused."""
    if action.who == CHANCE:
        return _dealt(state, action.move)
    if action.who == HOST:
        return _host(state, action.move)
    return _player(state, action)


def _player(state: State, action: Action) -> State:
    conduct.check_active(state.player(action.who))
    if isinstance(action.move, Stand):
        return conduct.stand(state, action)
    state = conduct.moves_again(state, action)
    match action.move:
        case Bid() as move:
            return bidding.bid(state, action, move)
        case Pass():
            return bidding.no_bid(state, action)
        case Trash() as move:
            return change.trash(state, action, move)
        case Keep():
            return change.keep(state, action)
    raise NotNow("ALL-6", "only the host says that.")


def _host(state: State, move: Move) -> State:
    match move:
        case Start():
            return _start(state)
        case Close(who=()):
            return bidding.close_batch(state) if state.batch else _close_trashing(state)
        case Close():
            raise Refused(
                "AP-10", "a window of this game closes for everybody at once; use `close`."
            )
        case Inactive():
            return conduct.rule_inactive(state, move)
        case Adjust():
            return conduct.adjust(state, move)
    raise NotNow("ALL-6", "that is for a player to say.")


def _dealt(state: State, move: Move) -> State:
    """The state with the shuffled deck dealt as lots; nobody sees the cards that are
    left (AP-4, AP-17).
    """
    if not isinstance(move, Shuffle) or not _chance_due(state):
        raise NotNow("ALL-3", "nothing is to be shuffled now.")
    check_shuffle(move, state.deck, "ALL-3")
    opening = state.phase == SETUP
    sizes = opening_sizes(state.terms.lots) if opening else change.change_sizes(state)
    lots, rest = deal(move.cards, sizes)
    state = replace(
        state,
        phase=SETUP if opening else BETWEEN,
        catalogue=lots,
        deck=in_order(rest),
        batch_number=0,
        trashes=(),
        dealing=False,
    )
    return state.tell("CatalogueDealt", session=state.session, lots=lots, secret={"rest": rest})


def _start(state: State) -> State:
    if state.phase != SETUP:
        raise NotNow("AP-5", "the first batch is open already.")
    if _chance_due(state):
        raise NotNow("AP-4", "the catalogue has to be dealt first: `shuffle CARD …`.")
    return _next_in_opening(state)


def automatic(state: State) -> State:
    """The state after the next thing that the rules force without choice or chance (ALL-3)."""
    if state.phase != BETWEEN:
        return state
    if state.in_opening:
        return _next_in_opening(state)
    if state.catalogue:
        return _next_in_change(state)
    return _next_session(state)


def _next_in_opening(state: State) -> State:
    """AP-13: opens the next batch, else offers the left-over lots one at a time, else ends the
    session.
    """
    # Only between batches: an open window is closed by `close` alone (ALL-2).
    if all(player.standing for player in state.lacking):
        return _opening_closed(state, "all-served")
    if not state.left and not state.catalogue:
        return _opening_closed(state, "all-offered")
    if not state.bidders:
        return _opening_closed(state, "nobody-may-bid")
    return _open_batch(state)


def _open_batch(state: State) -> State:
    """The state with the next lots of the catalogue open, or the first left-over lot
    where there are none.
    """
    lots = state.catalogue[: state.terms.batch_size] or state.left[:1]
    re_auction = not state.catalogue
    state = replace(
        state,
        phase=RE_AUCTION if re_auction else BIDDING if state.in_opening else CHANGE_BIDDING,
        batch=lots,
        batch_number=state.batch_number + 1,
        catalogue=tuple(lot for lot in state.catalogue if lot not in lots),
        left=tuple(lot for lot in state.left if lot not in lots),
        bids=(),
        said=(),
    )
    return state.tell(
        "BatchOpened",
        session=state.session,
        number=state.batch_number,
        lots=lots,
        re_auction=re_auction,
    )


def _opening_closed(state: State, why: str) -> State:
    """The state after the opening session. Unsold lots go back to the deck; `lacking` are the
    active players without a lot (AP-14).
    """
    returned = (*state.left, *state.catalogue)
    state = replace(state, phase=BETWEEN, in_opening=False, catalogue=(), left=())
    state = state.into_deck(card for lot in returned for card in lot.cards)
    lacking = tuple(player.name for player in state.lacking)
    return state.tell("OpeningClosed", returned=returned, why=why, lacking=lacking)


def _next_session(state: State) -> State:
    """AP-15, AP-19, AP-20: opens the next change session, or ends the game."""
    if state.session >= state.terms.change_sessions:
        state = replace(state, phase=ENDED, results=results(state))
        names = tuple(player.name for player in state.players)
        return state.tell("GameEnded", results=state.results, players=names)
    number = state.session + 1
    if not any(_may_trash(state, player) for player in state.players):
        # The window would be one in which nobody may move.
        return _session_closed(state, number, "nobody-holds-cards")
    state = replace(
        state, phase=CHANGE, session=number, batch_number=0, trashes=(), said=(), bids=()
    )
    return state.tell("ChangeOpened", session=number)


def _close_trashing(state: State) -> State:
    """The state after a change window: a lot is due for each player who trashed (AP-17, AP-19)."""
    lots = len(change.change_sizes(state))
    if not lots:
        return _session_closed(state, state.session, "nobody-trashed")
    state = replace(state, dealing=True, said=())
    return state.tell("TrashClosed", session=state.session, lots=lots)


def _next_in_change(state: State) -> State:
    """AP-18: opens the next batch, or returns all lots to the deck where nobody can bid."""
    if state.bidders:
        return _open_batch(state)
    return change.lots_done(_session_closed(state, state.session, "nobody-may-bid"))


def _session_closed(state: State, session: int, why: str) -> State:
    """The state after a change session that ends before its last lot; lots not offered go back
    (AP-19).
    """
    returned = state.catalogue
    state = replace(state, phase=BETWEEN, session=session, catalogue=(), trashes=(), said=())
    state = state.into_deck(card for lot in returned for card in lot.cards)
    return state.tell("SessionClosed", session=session, returned=returned, why=why)
