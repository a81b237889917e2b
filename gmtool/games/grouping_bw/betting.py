"""Betting: what may be put in, calls, folds, and what becomes of the chips (GB-5 to GB-14)."""

from __future__ import annotations

import re
from typing import NoReturn

from msgspec.structs import replace

from gmtool.engine.refusals import Ambiguous, NotNow, Refused
from gmtool.engine.text import told
from gmtool.games.grouping_bw.items import shown_to
from gmtool.games.grouping_bw.moves import Bet, Call, Fold, Raise
from gmtool.games.grouping_bw.state import (
    BET,
    BETTING,
    BETWEEN,
    CALL,
    CHECK,
    DISCARDED,
    FOLD,
    GROUPING,
    KEPT,
    NO_ANTE,
    NO_CHIPS,
    NOTHING,
    POT,
    RAISE,
    SETUP,
    SHOWDOWN,
    SPARED,
    SPLIT,
    Action,
    Round,
    RoundThen,
    State,
)
from gmtool.games.grouping_bw.terms import EIGHT, MOST_BET, PENALTY
from gmtool.games.grouping_bw.wanting import ask


def act(state: State, who: str, move: Bet | Raise | Call | Fold, how: str = "") -> State:
    """The state after a betting action of the player whose turn it is; `how` marks a default."""
    now = state.round
    if state.phase != BETTING or now is None:
        raise NotNow("GB-6", f"no betting is open; {_instead(state)}.")
    if now.actor != who:
        raise NotNow("GB-6", f"it is {now.actor}'s turn.")
    match move:
        case Bet():
            return _bet(state, now, who, move)
        case Raise():
            return _raise(state, now, who, move)
        case Call():
            return _call(state, now, who)
        case Fold():
            return _fold(state, now, who, how)


def _instead(state: State) -> str:
    """What the match waits for where no betting is open."""
    if state.phase == SETUP:
        return "the first set hasn't begun"
    if state.phase == GROUPING:
        return f"the tiles of set {state.set} are being grouped"
    return "the tiles aren't dealt yet"


# ---- bets, raises, calls


def _acted(state: State, now: Round, who: str, what: str, chips: int = 0) -> State:
    """The state after the player put in what it takes to match, and `chips` more; it is the
    opponent's turn (GB-6).
    """
    player, matched = state.player(who), state.to_call(who)
    paid = matched + chips
    actions = (*now.actions, Action(who, what, chips))
    state = state.but(who, chips=player.chips - paid, bet=player.bet + paid)
    state = replace(state, round=replace(now, actions=actions, actor=state.other(who).name))
    return state.tell("Acted", who=who, what=what, chips=chips, matched=matched, paid=paid)


def _bet(state: State, now: Round, who: str, move: Bet) -> State:
    if now.actions:
        _doubt_bet(state, who, move)
    chips = _within(state, who, move)
    return ask(_acted(state, now, who, BET, chips))


def _doubt_bet(state: State, who: str, move: Bet) -> NoReturn:
    """Raise a refusal for a bet in answer to a bet, with what it could mean (GB-6)."""
    stands = state.level
    chips = int(move.chips) if re.fullmatch(r"[0-9]{1,6}", move.chips) else 0
    readings = [f"raise {chips}"] if 1 <= chips <= state.most(who) else []
    if chips == stands:
        readings.append("call")
    if 1 <= chips - stands <= state.most(who):
        readings.append(f"raise {chips - stands}")
    said = told(move.chips)
    doubt = (
        f"the bet stands at {stands} already, so “{move}” could be a raise by {said} or to {said}; "
        "a raise says by how much it goes up"
    )
    if not readings:
        raise Refused("GB-6", f"{doubt}. {limits_told(state, who)}")
    right = " or ".join(f"`{reading}`" for reading in readings)
    raise Ambiguous("GB-6", f"{doubt}: {right}.", readings=tuple(readings))


def _raise(state: State, now: Round, who: str, move: Raise) -> State:
    if not now.actions:
        calls = " calls" if state.terms.opening_check else ""
        opens = f"bets, as in `bet {min(MOST_BET, state.most(who))}`,{calls} or folds"
        raise NotNow(
            "GB-6", f"nothing has been bet that could be raised; the starting player {opens}."
        )
    chips = _within(state, who, move)
    return ask(_acted(state, now, who, RAISE, chips))


def _within(state: State, who: str, move: Bet | Raise) -> int:
    """The chips of a bet or raise; raises Refused outside the limits, which it tells (GB-6)."""
    if re.fullmatch(r"[0-9]{1,6}", move.chips) and 1 <= int(move.chips) <= state.most(who):
        return int(move.chips)
    raise Refused("GB-6", f"“{told(str(move))}” isn't possible. {limits_told(state, who)}")


def limits_told(state: State, who: str) -> str:
    """How much the player may bet or raise by, and why, as a sentence (GB-6)."""
    limits, missing, most = state.limits(who), state.to_call(who), state.most(who)
    what = "A bet" if state.is_open else "A raise"
    matching = f" after matching {missing}" if missing else ""
    why = (
        f"never more than {MOST_BET}, than the {limits['opponent']} that {state.other(who).name} "
        f"still has, or than the {max(limits['own'], 0)} that {who} has{matching}"
    )
    if most < 1:
        return f"No raise is possible ({why}), only `call` or `fold`."
    amount = "can only be 1 chip" if most == 1 else f"is 1 to {most} chips"
    return f"{what} {amount}: {why}."


def _call(state: State, now: Round, who: str) -> State:
    if not now.actions and not state.terms.opening_check:
        raise Refused(
            "GB-6",
            "nothing has been bet that could be called; the starting player bets or folds. "
            f"{limits_told(state, who)}",
        )
    paid = state.to_call(who)
    state = _acted(state, now, who, CALL)
    return _showdown(state, CALL if now.actions else CHECK, paid)


# ---- how a round ends


def _fold(state: State, now: Round, who: str, how: str) -> State:
    """The state after a fold: the folder sees the opponent's tile. In `final-match` an 8 costs
    more, which everybody is told (GB-7, GB-14).
    """
    eight = state.terms.is_final and now.tiles[state.seat(who)] == EIGHT
    penalty = min(PENALTY, state.player(who).chips) if eight else 0
    state = replace(state, round=replace(now, actions=(*now.actions, Action(who, FOLD))))
    state = state.tell("Folded", who=who, how=how, eight=eight, penalty=penalty)
    state = shown_to(state, who, FOLD)
    shown = tuple(EIGHT if eight and p.name == who else None for p in state.players)
    return _over(state, FOLD, shown, folder=who, penalty=penalty, late=bool(how))


def shown_at_once(state: State) -> State:
    """The state after tiles are shown without betting: a player has no chips left, or nobody pays
    an ante (GB-6, GB-16).
    """
    return _showdown(state, NO_ANTE if state.sudden else NO_CHIPS)


def _showdown(state: State, why: str, paid: int = 0) -> State:
    """The state after both tiles are shown to all; the larger one wins (GB-8). `paid` is
    what a call put in.
    """
    assert state.round is not None  # noqa: S101 - its tiles are shown
    tiles = state.round.tiles
    return _over(state.tell("TilesShown", tiles=tiles, why=why), why, tiles, paid=paid)


def _over(
    state: State,
    why: str,
    shown: tuple[int | None, ...],
    *,
    folder: str = "",
    penalty: int = 0,
    late: bool = False,
    paid: int = 0,
) -> State:
    """The state after the round is decided. Its winner starts the next one; after a draw the same
    player does (GB-5).
    """
    now = state.round
    assert now is not None  # noqa: S101 - it is in play until here
    winner = _winner(state, now, folder)
    loser = state.other(winner).name if winner else ""
    result, back = _taken(state, winner)
    after = tuple(
        player.chips + took - penalty * (player.name == folder)
        for player, took in zip(state.players, back, strict=True)
    )
    then = RoundThen(
        set=state.set,
        half=state.half,
        number=now.number,
        tiles=now.tiles,
        shown=shown,
        due=state.ante,
        ante=now.ante,
        starter=now.starter,
        actions=now.actions,
        peeks=now.peeks,
        ended=FOLD if folder else SHOWDOWN,
        why=why,
        folder=folder,
        winner=winner,
        loser=loser,
        eight=bool(folder) and EIGHT in shown,
        not_eight=bool(folder) and EIGHT not in shown and state.terms.is_final,
        penalty=penalty,
        broke=tuple(player.name for player in state.players if not player.chips),
        bets=tuple(player.bet for player in state.players),
        pot=state.pot,
        result=result,
        back=back,
        kept=max(back),
        lost=state.player(loser).bet if loser else 0,
        discarded=state.pot - sum(back) + penalty,
        chips=after,
    )
    state = replace(
        state,
        phase=BETWEEN,
        players=tuple(
            replace(player, chips=chips, bet=0)
            for player, chips in zip(state.players, after, strict=True)
        ),
        round=None,
        rounds=(*state.rounds, then),
        starter=winner or now.starter,
        discards=state.discards + then.discarded,
    )
    spared = result == SPARED
    return state.tell("RoundOver", **then.known, spared=spared, late=late, paid=paid)


def _winner(state: State, now: Round, folder: str) -> str:
    """The winner, empty for a draw: the player with the larger number, or the one who didn't
    fold (GB-7, GB-8).
    """
    if folder:
        return state.other(folder).name
    one, other = now.tiles
    return "" if one == other else state.players[one < other].name


def _taken(state: State, winner: str) -> tuple[str, tuple[int, ...]]:
    """What becomes of the bets, and how many chips each player takes out (GB-10, GB-13)."""
    bets, final = tuple(player.bet for player in state.players), state.terms.is_final
    if not any(bets):
        return NOTHING, bets
    if winner:
        result, takes = (KEPT, state.player(winner).bet) if final else (POT, state.pot)
        return result, tuple(takes * (player.name == winner) for player in state.players)
    if not final:
        return SPLIT, (state.pot // 2,) * 2
    return (DISCARDED, (0, 0)) if any(p.chips for p in state.players) else (SPARED, bets)
