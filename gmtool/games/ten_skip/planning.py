"""What players may say in plans beside the moves (ALL-9)."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.engine.moves import Move
from gmtool.engine.plans import Named, Planning, Until
from gmtool.games.ten_skip.exchange import is_done
from gmtool.games.ten_skip.moves import Discard, Hand, Keep, Top
from gmtool.games.ten_skip.state import HAND, IN_A_ROUND, KEEP, SHOWN, TOP, State
from gmtool.games.ten_skip.terms import higher, lower

_WHICH, _OF_THEM = r"(?:the |my |whichever is )?", r"(?: (?:of the (?:two|pair)|one|card))*"
_VERBS = ("discard", "take", "challenge", "pass", "hand", "keep", "done", "notice", "top")
_MADE: dict[str, Callable[[str], Move]] = {KEEP: Keep, HAND: Hand, TOP: Top}


def only(state: State, who: str) -> Move | None:
    """The one move that the player can make where all cards that it may choose from are equal."""
    cards = state.drawn if state.phase == KEEP else state.player(who).hand
    is_one = state.phase in _MADE and len(set(cards)) == 1
    return _MADE[state.phase](cards[0]) if is_one else None


def _of_two(choose: Callable[[tuple[str, ...]], str]) -> Callable[[State, str], Move | None]:
    return lambda state, _who: Keep(choose(state.drawn)) if state.drawn else None


def _of_hand(
    make: Callable[[str], Move], choose: Callable[[tuple[str, ...]], str]
) -> Callable[[State, str], Move | None]:
    return lambda state, who: make(choose(state.player(who).hand))


def _new(state: State, who: str) -> Move | None:
    """The discard of the card that the player got last, if it still holds it."""
    player = state.player(who)
    return Discard(player.newest) if player.newest in player.hand else None


def _shown(state: State, who: str) -> Move | None:
    """The discard of the card that somebody showed to get another for it (TS-7)."""
    got = next((a.card for a in reversed(state.acts) if (a.what, a.other) == (SHOWN, who)), "")
    return Discard(got) if got in state.player(who).hand else None


def _lacks(state: State, who: str, move: Move) -> tuple[str, ...]:
    hand = state.player(who).hand
    if not isinstance(move, (Discard, Hand)) or not hand or move.card in hand:
        return ()
    return (move.card,)


PLANNING = Planning(
    only,
    stretches={
        "round": Until(
            lambda state: str(state.deal) if state.phase in IN_A_ROUND else "",
            "at every turn until the round is over",
        )
    },
    choices={
        "keep lower": Named(
            _of_two(lower),
            "the lower of the two cards drawn; an Ace is low",
            rf"keep(?:ing)? {_WHICH}low(?:er|est){_OF_THEM}",
        ),
        "keep higher": Named(
            _of_two(higher),
            "the higher of the two cards drawn",
            rf"keep(?:ing)? {_WHICH}high(?:er|est){_OF_THEM}",
        ),
        "hand lower": Named(
            _of_hand(Hand, lower),
            "to who takes from you, the lowest card of your hand",
            rf"(?:hand|give)(?: (?:over|him|her|them))* {_WHICH}low(?:er|est){_OF_THEM}",
        ),
        "hand higher": Named(
            _of_hand(Hand, higher),
            "to who takes from you, the highest card of your hand",
            rf"(?:hand|give)(?: (?:over|him|her|them))* {_WHICH}high(?:er|est){_OF_THEM}",
        ),
        "discard new": Named(
            _new,
            "the card that came to your hand last",
            r"discard(?:ing)? (?:the|my) new(?:est)?(?: (?:one|card))?",
        ),
        "discard shown": Named(
            _shown,
            "the card that somebody showed and gave for another",
            r"discard(?:ing)? (?:the|that) (?:shown (?:one|card)|card (?:he|she|they) showed)",
        ),
    },
    begins=frozenset({"discard", "take", "challenge", "pass"}),
    is_done=is_done,
    ends=dict.fromkeys(_VERBS, "round"),
    lacks=_lacks,
    example="plan discard 9H then keep lower then done",
)
