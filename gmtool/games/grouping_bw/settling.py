"""What becomes of the chips of a round (GB-8, GB-10, GB-13, GB-14)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.state import FOLD, Round, State

_NOTHING: Mapping[str, int] = MappingProxyType({})


def round_over(
    state: State,
    now: Round,
    ended: str,
    *,
    folder: str = "",
    eight: bool = False,
    penalty: int = 0,
    paid: Mapping[str, int] = _NOTHING,
) -> e.RoundOver:
    """How the round ends with these tiles and bets; `paid` is what was put in last."""
    names = [player.name for player in state.players]
    bets = [p.bet + paid.get(p.name, 0) for p in state.players]
    chips = [p.chips - paid.get(p.name, 0) for p in state.players]
    winner = _winner(names, now, ended, folder)
    back, spared = _back(state, bets, chips, names.index(winner) if winner else None)
    if folder:
        chips[names.index(folder)] -= penalty
    after = [have + taken for have, taken in zip(chips, back, strict=True)]
    return e.RoundOver(
        set=state.set,
        half=state.half,
        number=now.number,
        ended=ended,
        folder=folder,
        winner=winner,
        eight=eight,
        bets=(bets[0], bets[1]),
        back=(back[0], back[1]),
        discarded=sum(bets) - sum(back) + penalty,
        chips=(after[0], after[1]),
        spared=spared,
    )


def _winner(names: list[str], now: Round, ended: str, folder: str) -> str:
    """The larger number wins, or who didn't fold; empty for a draw (GB-7, GB-8)."""
    if ended == FOLD:
        return next(name for name in names if name != folder)
    one, other = now.tiles
    return "" if one == other else names[one < other]


def _back(
    state: State, bets: list[int], chips: list[int], winner: int | None
) -> tuple[list[int], bool]:
    """What each takes out of the round in chips, and whether a draw took nothing (GB-10, GB-13)."""
    if not state.terms.is_final:
        if winner is None:
            return [sum(bets) // 2] * 2, False
        return [sum(bets) if place == winner else 0 for place in range(2)], False
    if winner is None:
        spared = not any(chips) and any(bets)
        return (list(bets) if spared else [0, 0]), spared
    return [bet if place == winner else 0 for place, bet in enumerate(bets)], False
