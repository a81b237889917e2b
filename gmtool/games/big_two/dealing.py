"""The deal (BT-2 to BT-5)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.engine.moves import Move, Redeal
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.games.big_two import events as e
from gmtool.games.big_two.state import DEAL, ENDED, SETUP, State, roles_after
from gmtool.games.big_two.terms import (
    FACE_UP,
    FLOATING,
    IN_ITS_STEAD,
    NO_FLOATING,
    PRESIDENT_ROLE,
    VICE_PRESIDENT,
    deck,
    in_order,
)


def is_due(state: State) -> bool:
    """Whether chance is to shuffle: for the first deal before the start, later at once (ALL-3)."""
    return state.phase == DEAL or (state.phase == SETUP and not state.deal)


def deal(state: State, move: Move) -> tuple[Event, ...]:
    """The deck dealt one card at a time from the top, in seat order; the only joker of a deck may
    be written as such (BT-2).
    """
    if not isinstance(move, Shuffle) or not is_due(state):
        raise NotNow("ALL-3", "no deck is to be shuffled now.", quoted=str(move))
    only_one = {"JOKER": "LJ"} if state.terms.jokers == 1 else {}
    move = Shuffle(tuple(only_one.get(card, card) for card in move.cards))
    check_shuffle(move, deck(state.terms.jokers), "BT-2")
    return (dealt(state, move.cards),)


def dealt(state: State, cards: tuple[str, ...]) -> e.Dealt:
    """The hands that this deck gives, in seat order, and what is left."""
    seats, terms = len(state.players), state.terms
    if terms.hand_size:
        given, rest = cards[: seats * terms.hand_size], cards[seats * terms.hand_size :]
    elif terms.floating_card != NO_FLOATING:
        given, rest = cards[:-1], cards[-1:]
    else:
        given, rest = cards, ()
    hands = tuple(in_order(given[(s - state.first_dealt) % seats :: seats]) for s in range(seats))
    if terms.floating_card == NO_FLOATING:
        return e.Dealt(state.deal + 1, state.round, hands, stock=rest)
    return e.Dealt(state.deal + 1, state.round, hands, floating=rest[0])


def claimed_by(hands: tuple[tuple[str, ...], ...], floating: str) -> int:
    """The seat that gets the floating card: the holder of 3D, or of 3C where it is that (BT-4)."""
    claim = IN_ITS_STEAD if floating == FLOATING else FLOATING
    return next(seat for seat, hand in enumerate(hands) if claim in hand)


def round_opened(state: State) -> e.RoundOpened:
    """The round with its roles: none in the first, later by the places of the last (BT-21)."""
    roles = _roles(state)
    return e.RoundOpened(
        number=state.round,
        roles=tuple(roles.get(player.name, "") for player in state.players),
        counts=state.sizes,
        floating=state.floating if state.terms.floating_card == FACE_UP else "",
        floating_to=state.floating_to,
    )


def _roles(state: State) -> dict[str, str]:
    if not state.terms.president or not state.rounds:
        return {}
    title = state.terms.bum_title
    titles = (PRESIDENT_ROLE, VICE_PRESIDENT, f"vice {title}", title)
    return roles_after(state.rounds[-1].places, titles)


def redeal(state: State, move: Redeal) -> tuple[Event, ...]:
    """The hands are void and dealt anew; roles stay (BT-2)."""
    if state.phase in {SETUP, DEAL, ENDED} or not state.deal:
        raise NotNow("BT-2", "no hands are out that could be dealt anew.", quoted=str(move))
    if state.has_played:
        raise Refused(
            "BT-2",
            "cards have been played in round {round}, and cards played can't be taken back "
            "(BT-14); a redeal comes before the first play.",
            round=state.round,
            quoted=str(move),
        )
    return (e.DealtAnew(state.round, move.why),)
