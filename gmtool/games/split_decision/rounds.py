"""Rounds: who plays, in which order, and how a round ends (SD-13, SD-14, SD-22 to SD-26)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.games.split_decision.bonus import begun as bonus_begun
from gmtool.games.split_decision.choices import won
from gmtool.games.split_decision.hands import EMPTY
from gmtool.games.split_decision.state import (
    CHIPS,
    FREE_ACE,
    HEAD_START,
    LONG_ROUND,
    QUESTION,
    ROUNDS,
    Play,
    RoundThen,
    SeatThen,
    State,
)


def next_of(state: State) -> State:
    """The state after what the rules force while no card and no question is in play."""
    if not state.round:
        return _begun(state, 1, tuple(player.name for player in state.players))
    if state.won:
        return _after(state)
    if len(state.in_the_round) == 1:
        return won(state, state.in_the_round[0], "", "default")
    if state.free_aces:
        who, *later = state.free_aces
        return _turn(replace(state, free_aces=tuple(later)), who, FREE_ACE)
    if state.head_starts:
        who, *later = state.head_starts
        return _turn(replace(state, head_starts=tuple(later)), who, HEAD_START)
    return replace(state, phase=QUESTION).tell("QuestionAwaited", number=state.next_question)


def _begun(
    state: State,
    number: int,
    order: tuple[str, ...],
    *,
    order_by: str = "",
    abbreviated: bool = False,
) -> State:
    """The state with a round begun: hands are cleared, and its players have two chips. `order` is
    that of the head start; in round 2 it is decided by `money`, by who `reached` it first, or by
    `podium` (SD-13, SD-14, SD-23).
    """
    cleared = state.each(
        lambda player: replace(
            player,
            chips=CHIPS if player.name in order else 0,
            hand=EMPTY,
            third="",
            out="",
            out_by="",
        )
    )
    begun = replace(
        cleared,
        round=number,
        abbreviated=abbreviated,
        playing=order,
        free_aces=order if abbreviated else (),
        head_starts=order,
        asked=(),
        won="",
    )
    return begun.tell(
        "RoundBegan", number=number, order=order, order_by=order_by, abbreviated=abbreviated
    )


def _turn(state: State, who: str, situation: str) -> State:
    """The state with a card due to `who` before the questions."""
    state = replace(state, play=Play(who, situation))
    return state.tell("TurnCame", who=who, situation=situation, look=1)


def _after(state: State) -> State:
    """The state after a round was won: the gift, the record, the next round or the bonus follow."""
    winner = state.winners[-1]
    if len(state.rounds) < state.round:
        loser = next((name for name in state.playing if name != winner), "")
        owed = state.round == 2 and loser != state.is_champion
        # The reigning champion gets no gift (SD-25).
        if owed and not state.player(loser).gift:
            return state.but(loser, gift=True).tell("GiftGiven", who=loser)
        return _ended(state, winner)
    if state.round < ROUNDS:
        return _next_round(state)
    return bonus_begun(state, winner)


def _ended(state: State, winner: str) -> State:
    seats = tuple(
        SeatThen(p.name, p.hand, p.third, p.chips, p.money, p.out, p.out_by)
        for p in (state.player(name) for name in state.playing)
    )
    over = RoundThen(state.round, winner, state.won, state.abbreviated, seats, state.asked)
    return replace(state, rounds=(*state.rounds, over)).tell("RoundEnded", round=over)


def _next_round(state: State) -> State:
    if state.round > 1:
        return _begun(state, 3, state.winners)
    others = [player for player in state.players if player.name != state.winners[0]]
    # a stable sort: players who are equal stay in the order red, gold, blue
    one, two = sorted(others, key=lambda player: (-player.money, player.reached))
    by = "podium" if one.reached == two.reached else "reached"
    return _begun(
        state,
        2,
        (one.name, two.name),
        order_by="money" if one.money > two.money else by,
        abbreviated=len(state.rounds[0].questions) > LONG_ROUND,
    )
