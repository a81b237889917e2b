"""Betting: what may be put in, calls, folds, and what becomes of the chips (GB-5 to GB-14)."""

from __future__ import annotations

import re
from typing import NoReturn

from gmtool.engine.game import Event
from gmtool.engine.refusals import Ambiguous, NotNow, Refused
from gmtool.games.grouping_bw import events as e
from gmtool.games.grouping_bw.moves import Bet, Call, Fold, Raise
from gmtool.games.grouping_bw.settling import round_over
from gmtool.games.grouping_bw.state import (
    BET,
    BETTING,
    CALL,
    FOLD,
    GROUPING,
    RAISE,
    SETUP,
    SHOWDOWN,
    Round,
    State,
)
from gmtool.games.grouping_bw.terms import EIGHT, MOST_BET, PENALTY


def act(state: State, who: str, move: Bet | Raise | Call | Fold, how: str) -> tuple[Event, ...]:
    """A betting action of the player whose turn it is; `how` tells a default."""
    now = state.round
    if state.phase != BETTING or now is None:
        raise NotNow("GB-6", "no betting is open; {now}.", now=_instead(state), quoted=str(move))
    if now.actor != who:
        raise NotNow("GB-6", "it is {actor}'s turn.", actor=now.actor, quoted=str(move))
    match move:
        case Bet():
            return (_bet(state, now, who, move),)
        case Raise():
            return (_raise(state, now, who, move),)
        case Call():
            return _call(state, now, who, move)
        case Fold():
            return _fold(state, now, who, how)


def _instead(state: State) -> str:
    """What the match waits for where no betting is open."""
    if state.phase == SETUP:
        return "the first set hasn't begun"
    if state.phase == GROUPING:
        return f"the tiles of set {state.set} are being grouped"
    return "the tiles aren't dealt yet"


def is_open(state: State) -> bool:
    """Whether nothing has been bet in the round in play."""
    return state.round is not None and not state.round.actions


def level(state: State) -> int:
    """What each player who matches has bet in the round, in chips, without the ante."""
    ante = state.round.ante if state.round else 0
    return max(player.bet for player in state.players) - ante


def _bet(state: State, now: Round, who: str, move: Bet) -> Event:
    if now.actions:
        _doubt_bet(state, who, move)
    chips = _within(state, who, str(move), move.chips)
    return e.Acted(who, BET, chips, chips)


def _doubt_bet(state: State, who: str, move: Bet) -> NoReturn:
    """Refuse a bet in answer to a bet, with what it could mean (GB-6)."""
    stands = level(state)
    chips = int(move.chips) if re.fullmatch(r"[0-9]{1,6}", move.chips) else 0
    readings = [f"raise {chips}"] if 1 <= chips <= state.most(who) else []
    if chips == stands:
        readings.append("call")
    if 1 <= chips - stands <= state.most(who):
        readings.append(f"raise {chips - stands}")
    facts = {"move": move, "chips": move.chips}
    sentence = (
        "the bet stands at {stands} already, so “{move}” could be a raise by {chips} or to "
        "{chips}; a raise says by how much it goes up{right}"
    )
    if not readings:
        right = f". {limits_told(state, who)}"
        raise Refused("GB-6", sentence, stands=stands, right=right, quoted=str(move), **facts)
    right = f": {' or '.join(f'`{reading}`' for reading in readings)}."
    raise Ambiguous(
        "GB-6",
        sentence,
        readings=tuple(readings),
        stands=stands,
        right=right,
        quoted=str(move),
        **facts,
    )


def _raise(state: State, now: Round, who: str, move: Raise) -> Event:
    if not now.actions:
        calls = " calls" if state.terms.opening_check else ""
        raise NotNow(
            "GB-6",
            "nothing has been bet that could be raised; the starting player {opens}.",
            opens=f"bets, as in `bet {min(MOST_BET, state.most(who))}`,{calls} or folds",
            quoted=str(move),
        )
    chips = _within(state, who, str(move), move.chips)
    return e.Acted(who, RAISE, chips, state.to_call(who) + chips)


def _within(state: State, who: str, quoted: str, chips: str) -> int:
    """The chips of a bet or raise; raises Refused outside of the limits, telling them (GB-6)."""
    if re.fullmatch(r"[0-9]{1,6}", chips) and 1 <= int(chips) <= state.most(who):
        return int(chips)
    raise Refused(
        "GB-6",
        "“{move}” isn't possible. {limits}",
        move=quoted,
        limits=limits_told(state, who),
        quoted=quoted,
    )


def limits_told(state: State, who: str) -> str:
    """How much that player may bet or raise by, and why, as a sentence (GB-6)."""
    other, missing, most = state.other(who), state.to_call(who), state.most(who)
    own = state.player(who).chips - missing
    what = "A bet" if is_open(state) else "A raise"
    matching = f" after matching {missing}" if missing else ""
    why = (
        f"never more than {MOST_BET}, than the {other.chips} that {other.name} still has, or than "
        f"the {max(own, 0)} that {who} has{matching}"
    )
    if most < 1:
        return f"No raise is possible ({why}), only `call` or `fold`."
    amount = "can only be 1 chip" if most == 1 else f"is 1 to {most} chips"
    return f"{what} {amount}: {why}."


def _call(state: State, now: Round, who: str, move: Call) -> tuple[Event, ...]:
    if not now.actions and not state.terms.opening_check:
        raise Refused(
            "GB-6",
            "nothing has been bet that could be called; the starting player bets or folds. "
            "{limits}",
            limits=limits_told(state, who),
            quoted=str(move),
        )
    paid = state.to_call(who)
    called = e.Acted(who, CALL, 0, paid)
    shown = e.TilesShown(now.tiles, "call" if now.actions else "check")
    return (called, shown, round_over(state, now, SHOWDOWN, paid={who: paid}))


def _fold(state: State, now: Round, who: str, how: str) -> tuple[Event, ...]:
    """The folder sees the opponent's tile; in `final-match` an 8 costs more (GB-7, GB-14)."""
    other = state.other(who)
    eight = state.terms.is_final and now.tiles[state.seat(who)] == EIGHT
    penalty = min(PENALTY, state.player(who).chips) if eight else 0
    return (
        e.Folded(who, how, eight, penalty),
        e.TileShown(who, other.name, now.tiles[state.seat(other.name)], FOLD),
        round_over(state, now, FOLD, folder=who, eight=eight, penalty=penalty),
    )


def shown_at_once(state: State, now: Round) -> tuple[Event, ...]:
    """The tiles are shown without betting: somebody has nothing left, or nobody pays an ante (GB-6,
    GB-16).
    """
    why = "no-ante" if state.sudden else "no-chips"
    return (e.TilesShown(now.tiles, why), round_over(state, now, SHOWDOWN))
