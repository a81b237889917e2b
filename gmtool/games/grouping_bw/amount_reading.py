"""Chips in a betting action (GB-6): as they are written, and what amounts could mean."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gmtool.engine.moves import Move
from gmtool.engine.refusals import Ambiguous
from gmtool.engine.wording import short
from gmtool.games.grouping_bw.betting import is_open, level, limits_told
from gmtool.games.grouping_bw.moves import Bet, Call, Fold, Raise
from gmtool.games.grouping_bw.state import State

_CHIPS = re.compile(r"[-−–]?[^\W_]+(?:[.,][^\W_]+)*")


def chips_said(word: str) -> str:
    """A number of chips as it is written, a wrong one too; a plus before it is left out. Nothing
    for what is no number.
    """
    number = word.removeprefix("+")
    return number if _CHIPS.fullmatch(number) and any(map(str.isnumeric, number)) else ""


def extreme(state: State, who: str, *, most: bool) -> str:
    """The largest bet or raise that is possible, or the least; a call where none is."""
    chips = state.most(who)
    if chips < 1:
        return str(Fold() if is_open(state) else Call())
    amount = str(chips if most else 1)
    return str(Bet(amount) if is_open(state) else Raise(amount))


def amounts(state: State, who: str, numbers: Iterable[str]) -> list[str]:
    """What bare numbers could mean, as far as it is possible."""
    readings: list[str] = []
    for number in numbers:
        chips = _chips(number)
        if is_open(state):
            readings += [str(Bet(str(chips)))] * (1 <= chips <= state.most(who))
            continue
        readings += [str(Raise(str(chips)))] * (1 <= chips <= state.most(who))
        readings += [str(Call())] * (chips in {state.to_call(who), level(state)})
        more = chips - level(state)
        readings += [str(Raise(str(more)))] * (1 <= more <= state.most(who))
    return readings


def _chips(number: str) -> int:
    """A whole number of chips; 0 for any other."""
    return int(number) if re.fullmatch(r"[0-9]{1,6}", number) else 0


def raise_to(state: State, who: str, to: str, quoted: str, *, is_denied: bool) -> Ambiguous:
    """Why `raise to 10` isn't read: a raise says by how much (GB-6)."""
    chips, stands = _chips(to), level(state)
    more = chips if is_open(state) else chips - stands
    move: Move = Bet(str(more)) if is_open(state) else Raise(str(more))
    readings = [str(move)] if 1 <= more <= state.most(who) else []
    if is_open(state):
        how = "nothing has been bet that could be raised"
    else:
        how = f"raises are told by how much more, and the bets stand at {stands}"
    if readings:
        then = f"to {to} would be `{move}`."
    elif chips == stands and not is_open(state):
        readings = [str(Call())]
        then = f"to {to} would be `call`."
    else:
        then = f"to {to} can't be. {limits_told(state, who)}"
    return Ambiguous(
        "GB-6",
        "“{text}”: {how}; {then}",
        readings=() if is_denied else tuple(readings),
        quoted=quoted,
        text=short(quoted),
        how=how,
        then=then,
    )
