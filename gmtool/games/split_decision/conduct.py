"""The cut, and the host's adjustments (SD-3, ALL-6)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from gmtool.engine.adjusting import MOST, adjusted, unit_of
from gmtool.engine.host_moves import Adjust
from gmtool.engine.refusals import NotNow, Refused
from gmtool.engine.text import told
from gmtool.games.split_decision.bonus import limits
from gmtool.games.split_decision.moves import Cut
from gmtool.games.split_decision.state import BETWEEN, CHIPS, CUT, State
from gmtool.games.split_decision.terms import LAST_CALL_STEP


def cut(state: State, who: str, move: Cut, how: str) -> State:
    """The state after red cut the deck: that many cards go from the top to the bottom (SD-3)."""
    if state.phase != CUT:
        raise NotNow("SD-3", "the deck is cut once, when all buzzcodes are in.")
    if who != state.red.name:
        raise NotNow("SD-3", f"{state.red.name}, at the red podium, cuts the deck.")
    most = most_cut(state)
    if not re.fullmatch(r"[0-9]{1,4}", move.cards) or not 1 <= int(move.cards) <= most:
        raise Refused(
            "SD-3", f"“{told(move.cards)}” is no cut; a whole number from 1 to {most} is."
        )
    cards = int(move.cards)
    deck = (*state.deck[cards:], *state.deck[:cards])
    state = replace(state, deck=deck, cut=cards, phase=BETWEEN)
    return state.tell("DeckCut", who=who, cards=cards, how=how)


def most_cut(state: State) -> int:
    """The most cards that may go to the bottom: one stays on top (SD-3)."""
    return len(state.deck) - 1


def adjust(state: State, move: Adjust) -> State:
    """The state after the host adjusted money, chips or the bankroll (ALL-6)."""
    what = unit_of(move, *_LIMITS)
    before, least, most, step = _LIMITS[what](state, move)
    after = adjusted(move, before, least, most, step=step)
    if what == "bankroll" and state.bonus:
        state = replace(state, bonus=replace(state.bonus, bankroll=after))
    elif what == "chips":
        state = state.but(move.who, chips=after)
    elif after != before:
        state = state.paid(move.who, after - before)
    return state.tell(
        "Adjusted",
        who=move.who,
        what=what,
        before=before,
        after=after,
        why=move.why,
        entry=state.entry,
    )


def _money(state: State, move: Adjust) -> tuple[int, int, int, int]:
    return state.player(move.who).money, 0, MOST, 1


def _chips(state: State, move: Adjust) -> tuple[int, int, int, int]:
    """Limits for chips. They decide what may be done with a card, so they aren't adjusted for a
    player who is deciding on one (SD-18).
    """
    if move.who not in state.in_the_round or state.bonus:
        raise NotNow("SD-18", f"{move.who} plays in no round now, so it has no chips to correct.")
    if state.play and state.play.who == move.who:
        raise NotNow(
            "SD-18",
            f"{move.who} decides on a card by the chips it has; correct them when that is done, "
            "or take back what led to it.",
        )
    return state.player(move.who).chips, 0, CHIPS, 1


def _bankroll(state: State, move: Adjust) -> tuple[int, int, int, int]:
    now = state.bonus
    if now is None or now.who != move.who:
        raise NotNow("SD-28", "only the day's winner has a bankroll, in the bonus.")
    least = max(now.wager, limits(now)[0] if now.number < 5 else 0)
    return now.bankroll, least, MOST, LAST_CALL_STEP * now.factor


_LIMITS = {"money": _money, "chips": _chips, "bankroll": _bankroll}
"""By unit: a function for the present amount, the least, the most and the step."""
