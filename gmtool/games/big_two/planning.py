"""What players may say in plans beside the moves (ALL-9)."""

from __future__ import annotations

from gmtool.engine.moves import Move
from gmtool.engine.plans import Named, Planning, Until
from gmtool.games.big_two.moves import Pass, Play
from gmtool.games.big_two.state import PLAY, State
from gmtool.games.big_two.terms import is_joker
from gmtool.games.big_two.tricks import possible


def only(state: State, who: str) -> Move | None:
    """The one move of the player whose turn it is: a pass where it can't beat the last play, or the
    lead where it has no choice (BT-12). None for any other: a joker could stand for many cards.
    """
    if state.phase != PLAY or state.trick is None:
        return None
    found = possible(state, who)
    if state.trick.last is not None:
        return None if found else Pass()
    cards = found[0][0]
    return Play(cards) if len(found) == 1 and not any(map(is_joker, cards)) else None


def _lowest(state: State, who: str) -> Move | None:
    """The lowest play of the player that the rules allow, of as few cards as can be."""
    is_turn = state.phase == PLAY and state.trick is not None and state.trick.actor == who
    found = possible(state, who) if is_turn else ()
    return Play(found[0][0]) if found else None


def _in_play(state: State) -> bool:
    return state.phase == PLAY and state.trick is not None


def _lacks(state: State, who: str, move: Move) -> tuple[str, ...]:
    hand = state.player(who).hand
    cards = move.cards if isinstance(move, Play) and hand else ()
    return tuple(card for card in cards if card not in hand)


PLANNING = Planning(
    only,
    stretches={
        "trick": Until(
            lambda state: f"{state.deal}.{state.trick.number}" if _in_play(state) else "",
            "at every turn until the trick is over",
        ),
        "round": Until(
            lambda state: str(state.deal) if _in_play(state) else "",
            "at every turn until the round is over",
        ),
    },
    choices={
        "play lowest": Named(
            _lowest,
            "the lowest play that beats the last one, or leads",
            r"(?:(?:play|put down) )?(?:my |the )?(?:lowest|cheapest|smallest) "
            r"(?:that |which |card |play |thing |one )*(?:still )?(?:beats|tops|works|goes|can)"
            r"(?: (?:it|that))?",
        ),
    },
    begins=frozenset({"play", "pass"}),
    ends={"play": "round", "pass": "round"},
    lacks=_lacks,
    example="plan play 10H else pass",
)
