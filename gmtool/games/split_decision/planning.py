"""What players may say in plans beside the moves (ALL-9)."""

from __future__ import annotations

from gmtool.engine.moves import Move
from gmtool.engine.plans import Planning, Until
from gmtool.engine.refusals import Refused
from gmtool.games.split_decision.moves import Answer, Cut
from gmtool.games.split_decision.state import ROUNDS, State


def _round(state: State) -> str:
    return str(state.round)


def _question(state: State) -> str:
    return f"{state.round}.{state.asking.number}" if state.asking else ""


def _check(state: State, who: str, move: Move) -> None:
    """Raise Refused for what is never asked of a player any more: all of this is public."""
    last = state.playing if state.round == ROUNDS else ()
    last = (state.bonus.who,) if state.bonus else last
    if last and who not in last:
        raise Refused("SD-13", "{who} is asked for nothing more.", who=who, quoted=move.public)
    if isinstance(move, Cut) and (state.cut or who != state.red.name):
        raise Refused(
            "SD-3",
            "{red}, at the red podium, cuts the deck, once.",
            red=state.red.name,
            quoted=str(move),
        )
    if isinstance(move, Answer) and state.asking and who in state.asking.asked:
        raise Refused(
            "SD-8", "{who} has been asked this question already.", who=who, quoted=str(move)
        )


PLANNING = Planning(
    stretches={
        "round": Until(_round, "at every turn until the round is over"),
        "question": Until(_question, "at every turn until the question is over"),
    },
    begins=frozenset({"high", "low", "refuse", "push", "chip", "keep", "pass"}),
    ends={"answer": "question"},
    check=_check,
    example="plan low else chip",
)
