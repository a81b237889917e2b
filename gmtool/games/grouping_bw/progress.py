"""What the rules force next, without choice or chance (ALL-3; GB-5, GB-9 to GB-12, GB-16)."""

from __future__ import annotations

from msgspec.structs import replace

from gmtool.games.grouping_bw.betting import shown_at_once
from gmtool.games.grouping_bw.grouping import agreed_ante
from gmtool.games.grouping_bw.items import tell_order
from gmtool.games.grouping_bw.state import (
    BETTING,
    BETWEEN,
    ENDED,
    FIRST,
    GROUPING,
    ORDER,
    Player,
    Round,
    State,
)
from gmtool.games.grouping_bw.terms import TILES, colour, scheduled_ante
from gmtool.games.grouping_bw.wanting import ask


def automatic(state: State) -> State:
    """The state after the next thing that happens by itself; the same object where
    somebody is awaited.
    """
    if state.phase == GROUPING and all(player.grouping for player in state.players):
        return _all_grouped(state)
    if state.phase != BETWEEN:
        return state
    if state.round is not None:
        return _round_begun(state, state.round)
    over = _match_over(state)
    if over is not None:
        return over
    if state.set and all(player.order for player in state.players):
        return _in_order(state)
    return next_set(state)


def _all_grouped(state: State) -> State:
    """The state with the ante of the set fixed, by agreement or as scheduled (GB-12)."""
    agreed = agreed_ante(state)
    state = replace(state, phase=ORDER, ante=agreed or state.ante, agreed=bool(agreed))
    return state.tell("AllGrouped", set=state.set, ante=state.ante, agreed=state.agreed)


def _round_begun(state: State, now: Round) -> State:
    """The state with betting open, or with tiles shown where a player has no chips left or nobody
    paid (GB-6, GB-16).
    """
    # Also where a short ante took a player's last chips (GB-10).
    if state.sudden or not all(player.chips for player in state.players):
        return shown_at_once(state)
    return ask(replace(state, phase=BETTING).tell("BettingOpened", who=now.starter))


def _match_over(state: State) -> State | None:
    """The state after a match that the last round ended; None where it goes on (GB-11, GB-16)."""
    if not state.rounds:
        return None
    if state.sudden:
        winner = "" if state.rounds[-1].pot else state.rounds[-1].winner
        return _won(state, winner, "won-the-hand", state.ante) if winner else None
    broke = [player for player in state.players if not player.chips]
    if state.terms.is_final or not broke:
        return None
    return _won(state, state.other(broke[0].name).name, "out-of-chips", state.ante)


def _won(state: State, winner: str, why: str, ante: int) -> State:
    """The state after a match. `why` the winner won: the loser is `out-of-chips` (GB-11) or
    `cannot-pay` the ante; neither can pay and the winner has `more-chips`; or it `won-the-hand`
    that decided (GB-16). `ante` is the one that couldn't be paid.
    """
    loser = state.other(winner).name
    state = replace(state, phase=ENDED, winner=winner, why=why)
    return state.tell("MatchEnded", winner=winner, loser=loser, why=why, ante=ante)


def _in_order(state: State) -> State:
    """The state after the tiles are in order: the Order item is answered, then the next round
    begins, or the half or the set is over.
    """
    asked = [player.name for player in state.players if player.order_asked]
    if asked:
        return tell_order(state, asked[0])
    if state.dealt == len(TILES):
        return _half_over(state) if state.half < state.terms.halves else _set_over(state)
    if not state.starter:
        return ask(replace(state, phase=FIRST).tell("FirstAwaited"))
    return _cannot_pay(state, state.ante) or _dealt(state)


def _half_over(state: State) -> State:
    """The state after nine rounds: the same groups are put in order again (GB-9)."""
    state = state.each(lambda player: replace(player, order=(), order_told=False))
    return replace(state, phase=ORDER, half=state.half + 1).tell("HalfOver", set=state.set)


def _set_over(state: State) -> State:
    """The state after the last tile of a set; the groups stay until the next set opens."""
    state = state.each(lambda player: replace(player, order=()))
    return state.tell("SetOver", number=state.set)


def next_set(state: State) -> State:
    """The state with the next set open, or the match over where a player can't pay its
    scheduled ante (GB-16).
    """
    number = state.set + 1
    ante = scheduled_ante(state.terms.variant, number)
    return _cannot_pay(state, ante) or _set_opened(state, number, ante)


def _set_opened(state: State, number: int, ante: int) -> State:
    """The state with both players asked to group; what they had becomes their last
    grouping (GB-2, GB-15).
    """

    def afresh(player: Player) -> Player:
        last = player.grouping or player.last
        return replace(player, grouping=None, last=last, order=(), order_told=False, proposal=0)

    state = state.each(afresh)
    state = replace(state, phase=GROUPING, set=number, half=1, ante=ante, agreed=False)
    return ask(state.tell("SetOpened", number=number, ante=ante))


def _cannot_pay(state: State, ante: int) -> State | None:
    """The state where a player can't pay the ante in `final-match`: the match is over or, where
    neither can and both have equal chips, the next hand decides (GB-16). None where both can pay.
    """
    if not state.terms.is_final or state.sudden:
        return None
    able = [player for player in state.players if player.chips >= ante]
    if len(able) == len(state.players):
        return None
    one, other = state.players
    if able:
        return _won(state, able[0].name, "cannot-pay", ante)
    if one.chips == other.chips:
        state = replace(state, phase=BETWEEN, sudden=True)
        return state.tell("NobodyPays", ante=ante, chips=one.chips)
    richer = one if one.chips > other.chips else other
    return _won(state, richer.name, "more-chips", ante)


def _dealt(state: State) -> State:
    """The state with both tiles dealt face down and the ante paid: all of it, or as much as the
    poorer player has (GB-4, GB-5, GB-10).
    """
    place, starter = state.dealt, state.starter
    one, other = state.players
    tiles = (one.order[place], other.order[place])
    ante = 0 if state.sudden else min(state.ante, one.chips, other.chips)
    now = Round(state.round_number, tiles, ante, starter, actor=starter)
    state = state.each(lambda player: replace(player, chips=player.chips - ante, bet=ante))
    return replace(state, round=now).tell(
        "RoundDealt",
        secret={"tiles": tiles},
        set=state.set,
        half=state.half,
        number=now.number,
        colours=tuple(map(colour, tiles)),
        ante=ante,
        starter=starter,
        chips=tuple(player.chips for player in state.players),
    )
