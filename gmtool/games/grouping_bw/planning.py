"""What players may say in plans beside the moves (ALL-9)."""

from __future__ import annotations

from gmtool.engine.moves import Move
from gmtool.engine.plans import Condition, Named, Planning, Until
from gmtool.games.grouping_bw.moves import Group
from gmtool.games.grouping_bw.state import BET, BETTING, GROUPING, RAISE, State

_IF = r"if (?:he|she|they|you|anyone|somebody|\w+) "


def _did(state: State, who: str, what: str) -> bool:
    """Whether the opponent's last action in the round was that one."""
    actions = state.round.actions if state.phase == BETTING and state.round else ()
    return bool(actions) and actions[-1].who != who and actions[-1].what == what


def _same(state: State, who: str) -> Move | None:
    """The grouping of the last set again (GB-15)."""
    last = state.player(who).last
    if state.phase != GROUPING or last is None:
        return None
    return Group(*(tuple(map(str, tiles)) for _, tiles in last.groups))


_BETS = frozenset({"bet", "raise", "call", "fold"})


def _is_betting(state: State) -> bool:
    return state.phase == BETTING and state.round is not None


PLANNING = Planning(
    stretches={
        "round": Until(
            lambda state: f"{state.set}.{state.round.number}" if _is_betting(state) else "",
            "at every turn until the round is over",
        ),
        "set": Until(lambda state: str(state.set), "at every turn until the set is over"),
    },
    conditions={
        "bet": Condition(
            lambda state, who: _did(state, who, BET),
            "once the other has bet",
            "round",
            rf"(?:to|on) (?:any|a|every) bet|{_IF}bets?(?: anything| at all)?",
        ),
        "raised": Condition(
            lambda state, who: _did(state, who, RAISE),
            "once the other has raised",
            "round",
            rf"(?:to|on) (?:any|a|every) (?:re-?)?raise|if (?:i(?:'m| am)? |i get )?raised|"
            rf"{_IF}(?:re-?)?raises?(?: (?:me|it|again|at all))*",
        ),
    },
    choices={
        "same": Named(
            _same,
            "the groups of the last set once more",
            r"(?:the )?same (?:groups|grouping)(?: (?:again|as (?:before|last (?:time|set))))?",
        )
    },
    begins=_BETS,
    ends=dict.fromkeys(_BETS, "round"),
    example="plan fold if raised",
)
