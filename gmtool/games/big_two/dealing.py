"""The deal (BT-2 to BT-5), and the round that begins with it (BT-21)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.engine.host_moves import Redeal
from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.games.big_two import free_trade, trading
from gmtool.games.big_two.state import DEAL, ENDED, SETUP, State, Terms
from gmtool.games.big_two.terms import FACE_UP, FLOATING, IN_ITS_STEAD, NO_FLOATING, deck, in_order

Cards = tuple[str, ...]


def is_due(state: State) -> bool:
    """Whether chance is to shuffle: for the first deal before the start, later at once (ALL-3)."""
    return state.phase == DEAL or (state.phase == SETUP and not state.deal)


def deal(state: State, move: Move) -> State:
    """The state with the deck dealt. The only joker of a deck may be written JOKER (BT-2)."""
    if not isinstance(move, Shuffle) or not is_due(state):
        raise NotNow("ALL-3", "no deck is to be shuffled now.")
    only_one = {"JOKER": "LJ"} if state.terms.jokers == 1 else {}
    move = Shuffle(tuple(only_one.get(card, card) for card in move.cards))
    check_shuffle(move, deck(state.terms.jokers), "BT-2")
    state = _dealt(_cleared(state), move.cards)
    return opened(state) if state.started else state


def _dealt(state: State, cards: Cards) -> State:
    """The state with the hands of this deck; players are only told that it is dealt (BT-2 to
    BT-4).
    """
    hands, rest = shares(state.terms, len(state.players), cards, state.first_dealt)
    floating = "" if state.terms.floating_card == NO_FLOATING else rest[0]
    stock = () if floating else rest
    players = tuple(
        replace(player, hand=hand, place=0, role="")
        for player, hand in zip(state.players, hands, strict=True)
    )
    state = replace(state, players=players, deal=state.deal + 1, stock=stock, floating=floating)
    state = state.tell(
        "Dealt",
        deal=state.deal,
        round=state.round,
        secret={"hands": hands, "stock": stock, "floating": floating},
    )
    if floating:
        to = state.player(state.holder(claim(floating)))
        state = state.but(to.name, hand=in_order((*to.hand, floating)))
        state = replace(state, floating_to=to.name)
    return replace(state, sizes=tuple(len(player.hand) for player in state.players))


def shares(terms: Terms, seats: int, cards: Cards, first: int) -> tuple[tuple[Cards, ...], Cards]:
    """The hands from a deck, dealt one card at a time from the top, beginning with the seat
    `first`, in seat order; and the cards left: the rest of a short deal, or the floating card.
    """
    given = len(cards) - (terms.floating_card != NO_FLOATING)
    if terms.hand_size:
        given = seats * terms.hand_size
    dealt, rest = cards[:given], cards[given:]
    return tuple(in_order(dealt[(seat - first) % seats :: seats]) for seat in range(seats)), rest


def claim(floating: str) -> str:
    """The card whose holder gets the floating card: 3D, or 3C where the floating card is 3D
    (BT-4).
    """
    return IN_ITS_STEAD if floating == FLOATING else FLOATING


def _cleared(state: State) -> State:
    """The state without anything of the last deal except the sizes of its hands."""
    return replace(
        state,
        stock=(),
        floating="",
        floating_to="",
        trades=(),
        in_words=(),
        offers=(),
        swaps=(),
        must="",
        trick=None,
        tricks=(),
    )


def opened(state: State) -> State:
    """The state with the round open and its roles: none in the first round, later by the places in
    the last one (BT-21). Players may see their hands now.

    Roles and counts are told in seat order. A floating card that lies open is told, and
    who got it (BT-4).
    """
    roles = state.roles
    state = state.each(lambda player: replace(player, role=roles.get(player.name, "")))
    state = replace(state, started=True).tell(
        "RoundOpened",
        number=state.round,
        names=tuple(player.name for player in state.players),
        roles=tuple(player.role for player in state.players),
        counts=state.sizes,
        floating=state.floating if state.terms.floating_card == FACE_UP else "",
        floating_to=state.floating_to,
    )
    return trading.opened(state) if roles else free_trade.opened(state)


def redeal(state: State, move: Redeal) -> State:
    """The state after the host's `redeal`: hands are void and dealt again, roles stay (BT-2)."""
    if state.phase in {SETUP, DEAL, ENDED} or not state.deal:
        raise NotNow("BT-2", "no hands are out that could be dealt anew.")
    if state.has_played:
        raise Refused(
            "BT-2",
            f"cards have been played in round {state.round}, and cards played can't be taken back "
            "(BT-14); a redeal comes before the first play.",
        )
    state = replace(_cleared(state), phase=DEAL)
    state = state.each(lambda player: replace(player, hand=()))
    return state.tell("DealtAnew", round=state.round, why=move.why)
