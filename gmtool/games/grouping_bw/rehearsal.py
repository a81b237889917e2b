"""Suggests legal moves, for hints, rehearsals and tests; for chance what it gives. Tells how a
match came out, and how long it takes (GB-2, GB-5, GB-6, GB-9 to GB-13, GB-16).
"""

from __future__ import annotations

from gmtool.engine.chance import Choose, Draw
from gmtool.engine.game import Course, Outcome
from gmtool.engine.host_moves import Start
from gmtool.engine.moves import Move
from gmtool.engine.text import HOST
from gmtool.games.grouping_bw import moves
from gmtool.games.grouping_bw.ordering import due, order_of
from gmtool.games.grouping_bw.state import ENDED, SETUP, Grouping, State
from gmtool.games.grouping_bw.terms import DEATH_MATCH, FINAL_MATCH, TILES
from gmtool.games.grouping_bw.wanting import wanted


def draw(state: State) -> Draw | None:
    """The order of a player's tiles that is due; None where none is."""
    player = due(state)
    return order_of(player) if player else None


def suggest(state: State, who: str, choose: Choose) -> Move | None:
    """Some legal move of `who`, or None where it can't move."""
    turns = [turn for turn in wanted(state).turns if turn.who == who]
    if not turns:
        return None
    if who == HOST and state.phase == SETUP:
        return Start()
    forms = [form for turn in turns if turn.expected for form in turn.moves]
    forms = forms or [form for turn in turns for form in turn.moves]
    return _some(state, who, forms[choose.below(len(forms))], choose)


def _some(state: State, who: str, form: str, choose: Choose) -> Move:
    verb = form.partition(" ")[0]
    if verb in _BARE:
        return _BARE[verb]
    if verb == "group":
        return _group(state, who, choose)
    if verb == "swap":
        return _swap(state, who, choose)
    if verb == "first":
        return moves.First(state.players[choose.below(len(state.players))].name)
    if verb == "ante":
        few = state.antes[:3]
        return moves.Ante(str(few[choose.below(len(few))]))
    chips = str(1 + choose.below(state.most(who)))
    return moves.Bet(chips) if verb == "bet" else moves.Raise(chips)


_BARE: dict[str, Move] = {
    "call": moves.Call(),
    "fold": moves.Fold(),
    "peek": moves.Peek(),
    "order": moves.AskOrder(),
    "same": moves.Same(),
}


def _group(state: State, who: str, choose: Choose) -> moves.Group:
    """Any groups; where few tiles may change their group, one tile each of two groups are
    exchanged (GB-15).
    """
    last = state.player(who).last
    if last is None or not state.terms.is_final:
        tiles = choose.shuffle(TILES)
        return _written(Grouping(tiles[:2], tiles[2:5], tiles[5:]))
    groups = [list(tiles) for _, tiles in last.groups]
    one, other = choose.shuffle(range(len(groups)))[:2]
    here, there = choose.below(len(groups[one])), choose.below(len(groups[other]))
    groups[one][here], groups[other][there] = groups[other][there], groups[one][here]
    return _written(Grouping(*map(tuple, groups)))


def _swap(state: State, who: str, choose: Choose) -> moves.Swap:
    """One tile each of two groups of the set before (GB-15)."""
    last = state.player(who).last
    assert last is not None  # noqa: S101 - it is asked only where there is one
    some = choose.shuffle([tiles for _, tiles in last.groups])[:2]
    one, other = (str(tiles[choose.below(len(tiles))]) for tiles in some)
    return moves.Swap(((one, other),))


def _written(grouping: Grouping) -> moves.Group:
    a, b, c = (tuple(map(str, sorted(tiles))) for _, tiles in grouping.groups)
    return moves.Group(a, b, c)


_OUT = "a player is out of chips"
_CANNOT_PAY = "a player can't pay the ante"
_WAYS = {
    "out-of-chips": _OUT,
    "cannot-pay": _CANNOT_PAY,
    "more-chips": "neither can pay the ante, and one has more chips",
    "won-the-hand": "neither can pay the ante, and one more hand decides",
}


def outcome(state: State) -> Outcome | None:
    """How the match came out; None before its end."""
    if state.phase != ENDED:
        return None
    ending, usual = _WAYS[state.why], _CANNOT_PAY if state.terms.is_final else _OUT
    return {
        "ending": ending,
        "endings": (usual, ending),  # the others are rare, and nobody misses them
        "winners": (state.winner,),
        "figures": {"chips": tuple(player.chips for player in state.players)},
        "shares": {},
    }


_USUAL = {DEATH_MATCH: (2, 56), FINAL_MATCH: (4, 59)}
"""Sets and betting actions of a match of either variant between random players."""


def course(state: State) -> Course:
    """The course of a match with these terms."""
    terms = state.terms
    sets, actions = _USUAL[terms.variant]
    windows = (actions, terms.betting_hours), (sets, terms.grouping_hours)
    return Course(windows, turns=True, longer_if="rounds are drawn")
