"""What the rules force next, without choice or chance (ALL-3; GB-5, GB-9 to GB-12, GB-16)."""

from __future__ import annotations

from gmtool.engine.game import Event
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.betting import shown_at_once
from gmtool.games.grouping_bw.grouping import agreed_ante
from gmtool.games.grouping_bw.items import order_told
from gmtool.games.grouping_bw.state import BETWEEN, GROUPING, Player, Round, State
from gmtool.games.grouping_bw.terms import TILES, colour, scheduled_ante


def forced(state: State) -> tuple[Event, ...]:
    """What happens next by itself; nothing where somebody is awaited."""
    if state.phase == GROUPING and all(player.grouping for player in state.players):
        agreed = agreed_ante(state)
        return (e.AllGrouped(state.set, agreed or state.ante, bool(agreed)),)
    if state.phase != BETWEEN:
        return ()
    if state.round is not None:
        return _round_begun(state, state.round)
    over = _match_over(state)
    if over is not None:
        return (over,)
    if state.set and all(player.order for player in state.players):
        return _in_order(state)
    return next_set(state)


def _round_begun(state: State, now: Round) -> tuple[Event, ...]:
    """Nobody bets where somebody has nothing left, or nobody paid (GB-6, GB-16)."""
    if state.sudden or not all(player.chips for player in state.players):
        return shown_at_once(state, now)
    return (e.BettingOpened(now.starter),)


def _match_over(state: State) -> Event | None:
    """The end that the round just over brings (GB-11, GB-16)."""
    if not state.rounds:
        return None
    if state.sudden:
        winner = state.rounds[-1].winner if _was_sudden(state) else ""
        return _won(state, winner, "won-the-hand") if winner else None
    broke = [player for player in state.players if not player.chips]
    if state.terms.is_final or not broke:
        return None
    return _won(state, state.other(broke[0].name).name, "out-of-chips")


def _was_sudden(state: State) -> bool:
    """Whether the last round was one without ante and bets (GB-16)."""
    return not any(state.rounds[-1].bets)


def _won(state: State, winner: str, why: str) -> e.MatchEnded:
    return e.MatchEnded(winner, state.other(winner).name, why, state.ante)


def _in_order(state: State) -> tuple[Event, ...]:
    """The tiles lie in order: the Order item is answered, then the next round begins, or the half
    or the set is over.
    """
    asked = [player for player in state.players if player.order_asked]
    if asked:
        return (order_told(asked[0]),)
    if state.dealt == len(TILES):
        if state.half < state.terms.halves:
            return (e.HalfOver(state.set),)
        return (e.SetOver(state.set),)
    if not state.starter:
        return (e.FirstAwaited(),)
    return _cannot_pay(state, state.ante) or (_dealt(state),)


def next_set(state: State) -> tuple[Event, ...]:
    """The next set, unless somebody couldn't pay its scheduled ante (GB-16)."""
    number = state.set + 1
    ante = scheduled_ante(state.terms.variant, number)
    return _cannot_pay(state, ante) or (e.SetOpened(number, ante),)


def _cannot_pay(state: State, ante: int) -> tuple[Event, ...]:
    """What follows where somebody can't pay the ante in `final-match` (GB-16)."""
    if not state.terms.is_final or state.sudden:
        return ()
    able = [player for player in state.players if player.chips >= ante]
    if len(able) == len(state.players):
        return ()
    one, other = state.players
    if len(able) == 1:
        return (e.MatchEnded(able[0].name, state.other(able[0].name).name, "cannot-pay", ante),)
    if one.chips == other.chips:
        return (e.NobodyPays(ante, one.chips),)
    richer = max(state.players, key=_chips)
    return (e.MatchEnded(richer.name, state.other(richer.name).name, "more-chips", ante),)


def _chips(player: Player) -> int:
    return player.chips


def _dealt(state: State) -> e.RoundDealt:
    """Both tiles face down, and the ante: all of it, or what the poorer has (GB-4, GB-10)."""
    place = state.dealt
    one, other = state.players
    tiles = (one.order[place], other.order[place])
    ante = 0 if state.sudden else min(state.ante, one.chips, other.chips)
    return e.RoundDealt(
        set=state.set,
        half=state.half,
        number=state.round_number,
        tiles=tiles,
        colours=(colour(tiles[0]), colour(tiles[1])),
        ante=ante,
        starter=state.starter,
        chips=(one.chips - ante, other.chips - ante),
    )
