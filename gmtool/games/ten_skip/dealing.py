"""The draw for dealer, and the deal (TS-3, TS-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gmtool.engine.moves import Move
from gmtool.engine.refusals import NotNow
from gmtool.engine.shuffling import Shuffle, check_shuffle
from gmtool.games.ten_skip.state import DEAL, DEALT, DRAW, SETUP, TURN, Drawn, State
from gmtool.games.ten_skip.terms import deck, height, in_order

if TYPE_CHECKING:
    from gmtool.engine.telling import Fact


def draw_due(state: State) -> bool:
    """Whether the dealer is to be drawn for: before the start, later by option (TS-3, ALL-3)."""
    return state.phase == DRAW or (state.phase == SETUP and not state.dealer)


def deal_due(state: State) -> bool:
    """Whether the cards of a round are to be dealt: before the start, later at once (ALL-3)."""
    return state.phase == DEAL or (state.phase == SETUP and bool(state.dealer) and not state.deal)


def shuffled(state: State, move: Move) -> State:
    """The state after the shuffled deck was used, for the draw for dealer or for the
    hands of the round.
    """
    if not isinstance(move, Shuffle) or not (draw_due(state) or deal_due(state)):
        raise NotNow("ALL-3", "no deck is to be shuffled now.")
    check_shuffle(move, deck(state.terms.decks), "TS-3" if draw_due(state) else "TS-4")
    return (_drawn_for if draw_due(state) else _dealt)(state, move.cards)


def _drawn_for(state: State, cards: tuple[str, ...]) -> State:
    """The state after the draw: each player gets one card in seat order. Those tied for the
    highest draw again from what is left, or from a new shuffle where that isn't enough for
    all of them (TS-3).
    """
    names = state.drawing or tuple(player.name for player in state.playing)
    draws: list[tuple[Drawn, ...]] = []
    top = 0
    while len(names) > 1 and top + len(names) <= len(cards):
        drawn = tuple(
            Drawn(name, card)
            for name, card in zip(names, cards[top : top + len(names)], strict=True)
        )
        draws.append(drawn)
        top += len(names)
        highest = max(height(one.card) for one in drawn)
        names = tuple(one.who for one in drawn if height(one.card) == highest)
    tied, dealer = (names, "") if len(names) > 1 else ((), names[0])
    state = replace(
        state,
        phase=DEAL if state.started and dealer else state.phase,
        drawing=tied,
        draws=(*(state.draws if state.drawing else ()), *draws),
        dealer=dealer,
    )
    return state.tell(
        "DealerDrawn", round=state.round, draws=tuple(draws), dealer=dealer, tied=tied
    )


def _dealt(state: State, cards: tuple[str, ...]) -> State:
    """The state with hands dealt one card at a time, beginning left of the dealer; the rest is
    the draw pile (TS-4).
    """
    names = [player.name for player in state.playing]
    first = names.index(state.turn_order[0])
    seats, size = len(names), state.terms.hand_size
    given, rest = cards[: seats * size], cards[seats * size :]
    hands = tuple(in_order(given[(seat - first) % seats :: seats]) for seat in range(seats))
    dealt = dict(zip(names, hands, strict=True))
    state = state.each(
        lambda p: replace(
            p,
            hand=dealt.get(p.name, ()),
            known=(),
            newest="" if p.name in dealt else p.newest,
            in_round=p.name in dealt,
        )
    )
    state = replace(
        state,
        phase=DEALT if state.started else SETUP,
        deal=state.deal + 1,
        draw_pile=rest,
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
    secret: dict[str, Fact] = {"hands": hands, "draw_pile": rest}
    return state.tell("Dealt", deal=state.deal, round=state.round, secret=secret)


def open_round(state: State) -> State:
    """The state with the round open: players may see their hands, and the player left of the
    dealer begins (TS-4).
    """
    first = state.turn_order[0]
    state = replace(state, started=True, turn=1, actor=first)
    state = state.tell(
        "RoundOpened",
        number=state.round,
        dealer=state.dealer,
        first=first,
        draws=state.draws,
        playing=tuple(player.name for player in state.playing),
    )
    return state.ask(TURN)
